"""The contract for every game's pages, as tests to inherit. For developers: the only module here that needs pytest.

@pytest.mark.parametrize("game", [mygame])
class TestMyGamesPages(Pages): ...
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pytest

from companion.agreeing.motions import Motion, Vote
from companion.games import folder
from companion.journal import codec
from companion.kit.asks import answers
from companion.kit.game import AnyGame
from companion.kit.options import Contents, OneOfEach
from companion.kit.viewers import TABLE, Seat
from companion.lab.contract import skip_impossible, worlds
from companion.lab.players import Mood, Player
from companion.lab.secrecy.two_worlds import run
from companion.lab.simulate import varied_options
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.contents import groups
from companion.words import FALLBACK, LANGUAGES
from web.app import TEMPLATES
from web.http.static_files import OWN
from web.lab import announcing, leaking, looking, printing, reaching, remembering
from web.lab.site import HOST, ORIGIN, Outside, app_of, seated, token
from web.pages import rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

PICKED: Final = re.compile(r"""(?<!\bsay\()(?<!\bt\()['"]\w+\.told\.[\w.]*|['"]code['"]|\.code\b""")  # by a sentence's code
PAGES = ("/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/table", "/table/view")


class Pages:
    """The contract for the pages of every game. Parametrise it by `game`.

    *moves* of a random game are made by phone, fetching all pages before each. In *boxes* games all pieces are tried at each of
    the first *handled* moments. After a share *looks* of the commands of other games, a page is read, and of *sheets* games the
    sheet to print. Two worlds are compared for *outside_steps*, in *few* games or in all those of the recipe; a leak must be
    found within *outside_within* steps, unless *cannot* says by its name why the game can't have it.
    """

    moves: ClassVar[int] = 30
    boxes: ClassVar[int] = 4
    handled: ClassVar[int] = 60
    looks: ClassVar[float] = 0.1
    sheets: ClassVar[int] = 4
    outside_steps: ClassVar[int] = 40
    outside_within: ClassVar[int] = 400
    few: ClassVar[bool] = False
    cannot: ClassVar[Mapping[str, str]] = {}
    outside: ClassVar[type[Outside]] = Outside

    def test_every_ask_has_pages_on_which_it_can_be_answered(self, game: AnyGame) -> None:
        """Play a game by phone alone; every page has words for everything it shows, and every button answers an ask."""
        generator = random.Random(3)
        table = _begun(game, generator)
        app = app_of(table)
        player = Player(Mood(generator, game.REHEARSAL.leaning))
        for n in range(self.moves):
            seat = generator.choice([one for one in table.now.awaited() if one != TABLE] or list(game.SEATS[: game.FEWEST]))
            missing = [path for path in PAGES if _phone(app, seat).get(path, base_url=ORIGIN).status_code != 200]
            assert not missing, missing
            wrong = [*looking.wrong(table, {seat: _phone(app, seat)})] if table.now.playing else []
            assert not wrong, "\n".join(wrong)
            if not table.now.playing:  # The pages at the end of the game were fetched, too.
                break
            standing = {name: one for name, one in table.now.standing(seat).items() if one.ask.is_open}
            if standing:
                command = player.answer([one.ask for one in standing.values()])
                name = next(name for name, one in standing.items() if answers(one.ask, command))
                body = {"key": f"move-{n:08}", "ask": [name, standing[name].number], "command": codec.plain(command)}
                answer = _phone(app, seat).post("/act", base_url=ORIGIN, headers={"Origin": ORIGIN}, json=body)
                assert answer.status_code == 200, answer.text

    def test_whatever_a_piece_or_a_key_can_do_a_phone_can_too(self, game: AnyGame) -> None:
        """Try every piece of the box and every key throughout random games, with other options each."""
        for seed in range(self.boxes):
            generator = random.Random(seed)
            table = seated(game, seats := game.SEATS[: game.FEWEST], generator)
            app = app_of(table)
            table.act(seats[0], StartGame(game.NAME, varied_options(game, generator)))
            phones = {seat: _phone(app, seat) for seat in seats}
            for _ in islice(announcing.played(game, table, generator), self.handled):
                lacking = [*reaching.alone(table, phones)] if table.now.playing else []
                assert not lacking, "\n".join(lacking)

    def test_pages_say_of_an_event_what_it_says(self, game: AnyGame) -> None:
        """The table screen and the phones have the newest sentence for them, and the screen what the display must show."""
        wrong = announcing.wrong(game, 1, 3, self.looks)
        assert not wrong, "\n".join(sorted(wrong))

    def test_the_sheet_to_print_says_what_lies_on_the_table(self, game: AnyGame) -> None:
        """Change each value that TABLE sees by itself: the sheet must change with it. And it is the same for every seat."""
        silent = printing.unprinted(game, self.sheets, 3, self.looks)
        assert not silent, "\n".join(sorted(silent))
        app = app_of(_begun(game, random.Random(3)))
        seats = game.SEATS[: game.FEWEST]
        assert len({_phone(app, seat).get("/sheet", base_url=ORIGIN).data for seat in (*seats, TABLE)}) == 1

    def test_the_books_show_what_each_phone_showed(self, game: AnyGame) -> None:
        """Keep pages and purses of a random game as phones have them: the books show the same through those eyes."""
        assert remembering.unlike(game, 3, self.looks) == []

    def test_all_who_played_can_unseal_the_books_together(self, game: AnyGame) -> None:
        """Play a random game with its books kept closed, if it has that choice; then vote, one after the other."""
        generator = random.Random(4)
        table = _begun(game, generator)
        app = app_of(table)
        for _ in announcing.played(game, table, generator):
            pass
        assert table.now.match
        seats, motion = table.now.match.state.seats, Motion("unseal", number=table.now.match.number)
        for seat in () if table.now.books and table.now.books.unsealed else seats:
            assert table.now.books is None or not table.now.books.unsealed, "not before all have agreed"
            assert _phone(app, seats[0]).get("/books?as=unsealed", base_url=ORIGIN).status_code == 404
            assert _vote(app, seat, Vote(motion, True)) == 200
        assert _vote(app, seats[0], Vote(motion, True), "again") == 422, "they are open already"
        assert _phone(app, seats[0]).get("/books?as=unsealed", base_url=ORIGIN).status_code == 200

    def test_every_option_can_be_chosen_in_the_lobby(self, game: AnyGame) -> None:
        """Find each choice of each option in the form, and begin the game that the form describes."""
        words = {name: option.choices for name, option in game.OPTIONS.items() if not isinstance(option, Contents)}
        chosen = [name for name, option in game.OPTIONS.items() if isinstance(option, OneOfEach)]
        parts = {f"{name}.{group}": tuple(things) for name in chosen for group, things in groups(game, name).items()}
        for n in range(max(map(len, words.values()), default=1)):
            table = seated(game, game.SEATS[: game.FEWEST], random.Random(n))
            phone = _phone(app_of(table), game.SEATS[0])
            page = phone.get("/", base_url=ORIGIN).text
            form = _form(page, game.NAME)
            assert len(words) == len(game.OPTIONS) or f'href="/box/{game.NAME}"' in page
            assert {name: tuple(choices) for name, choices in form.items()} == {**words, **parts}
            picked = {name: choices[min(n, len(choices) - 1)] for name, choices in words.items()}
            options = _options(game, form, picked)
            body = {"key": f"start-{n:03}", "ask": None, "command": codec.plain(StartGame(game.NAME, options))}
            answer = phone.post("/act", base_url=ORIGIN, headers={"Origin": ORIGIN}, json=body)
            assert answer.status_code == 200, (options, answer.text)
            assert table.now.seating.started
            assert table.now.seating.started.options.items() >= options.items()

    def test_its_pages_and_files_have_addresses_of_their_own(self, game: AnyGame) -> None:
        """Ours are addressed by their room, such as `phone/page.html`, and a game's by its name."""
        assert game.NAME not in {room.name for ours in (TEMPLATES, OWN) for room in ours.iterdir()}

    def test_no_page_picks_a_sentence_by_its_code(self, game: AnyGame) -> None:
        """Take a sentence from the view, by its event. A code on a list would let the next new sentence be passed over."""
        pages = sorted((folder(game) / "pages").rglob("*.html"))
        listed = [f"{page.name}: {one}" for page in pages for one in picked(page.read_text(encoding="utf-8"))]
        assert not listed, "\n".join(listed)

    def test_every_rule_that_a_refusal_cites_can_be_read(self, game: AnyGame) -> None:
        """Open the game's rules in each language, if it brings any: every rule cited by a refusal has its anchor there."""
        if not rules.written(game, FALLBACK):
            pytest.skip(f"{game.NAME} has no rules to read")
        phone = app_of(seated(game, game.SEATS[: game.FEWEST], random.Random(3))).test_client()
        for language in LANGUAGES:
            page = phone.get(f"/rules/{game.NAME}?lang={language}", base_url=ORIGIN)
            anchors = _anchors(page.text)
            assert (page.status_code, f'lang="{language}"' in page.text[:60]) == (200, True)
            assert {rule.removesuffix(".*") for rule in game.REHEARSAL.refusals.values()} - anchors == set()
            assert anchors == rules.numbers(game), f"{language} has other rules than {FALLBACK}"

    def test_two_worlds_look_alike_from_outside(self, game: AnyGame) -> None:
        """Compare worlds that differ in what a viewer may not know: status, headers, bodies, stream and log must be equal."""
        outside, told = self.outside(), worlds(game, few=self.few)
        told = replace(told, longest=min(told.longest, self.outside_steps))
        report = run(told, self.outside_steps, seed=5, observe=outside)
        assert not report.differences, report.differences[0]
        assert outside.requests > self.outside_steps

    @pytest.mark.parametrize("leak", leaking.QUICKEST, ids=lambda leak: leak.__name__)
    def test_a_leak_on_the_way_out_is_found(self, game: AnyGame, leak: leaking.Leak) -> None:
        """Two worlds find each of these leaks from outside; a comparison that finds nothing would prove nothing."""
        skip_impossible(leak, self.cannot)
        report = run(worlds(game, few=self.few), self.outside_within, seed=2, observe=self.outside(leak))
        assert report.differences, f"{leak.__name__} wasn't found within {report.steps} steps"


def picked(template: str) -> list[str]:
    """Return the places in *template* that compare sentences' codes instead of saying them."""
    return [found[0] for found in PICKED.finditer(template)]


def _form(page: str, game: str) -> dict[str, list[str]]:
    """Return the choices for each field of the lobby's form for *game*."""
    form = _Form(game)
    form.feed(page)
    return form.fields


def _anchors(page: str) -> set[str]:
    """Return the ids of the headings of rules in *page*."""
    parser = _Anchors()
    parser.feed(page)
    return parser.ids


class _Anchors(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h3":
            self.ids |= {value for name, value in attrs if name == "id" and value}


class _Form(HTMLParser):
    """Parse the fields of one game's form with their choices: an option's value, or its text if it has none."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self._game, self._is_inside = game, False
        self._choices: list[str] = []
        self._is_bare = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "details":
            self._is_inside = given.get("data-game") == self._game
        elif tag == "select" and self._is_inside:
            self._choices = self.fields.setdefault(given["name"] or "", [])
        elif tag == "option" and self._is_inside:
            self._choices.append(given.get("value") or "")
            self._is_bare = "value" not in given

    def handle_data(self, data: str) -> None:
        if self._is_bare:
            self._choices[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._is_bare = False
        self._is_inside = self._is_inside and tag != "details"


def _options(game: AnyGame, form: dict[str, list[str]], picked: dict[str, str]) -> dict[str, Any]:
    """Return the options as a phone sends them; see optionsOf in web/static/phone/answers.js."""
    options: dict[str, Any] = {}
    for name, word in picked.items():
        if not isinstance(game.OPTIONS[name], OneOfEach):
            options[name] = word
        elif word != form[name][0]:
            options[name] = [choices[-1] for part, choices in form.items() if part.startswith(f"{name}.")]
    return options


def _begun(game: AnyGame, generator: random.Random) -> Table:
    table = seated(game, game.SEATS[: game.FEWEST], generator)
    table.act(game.SEATS[0], StartGame(game.NAME, {}))
    return table


def _vote(app: Flask, seat: Seat, vote: Vote, key: str = "vote") -> int:
    body = {"key": f"{key}-{seat:0>8}", "ask": None, "command": codec.plain(vote)}
    return int(_phone(app, seat).post("/act", base_url=ORIGIN, headers={"Origin": ORIGIN}, json=body).status_code)


def _phone(app: Flask, seat: Seat) -> Any:
    client = app.test_client()
    client.set_cookie("seat", token(seat), domain=HOST)
    return client
