"""Check that the pages say of each event what the event says, as `companion.lab.announcing` does for the display."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final

from companion.kit.asks import answers
from companion.kit.messages import Term, Thing, Who
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.lab.announcing import announced
from companion.lab.players import Mood, Player
from companion.lab.simulate import next_command, varied_options
from companion.seats.starting import StartGame
from companion.words import LARGEST_SPELLED, Words
from web.lab.site import HOST, ORIGIN, app_of, seated, token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flask import Flask

    from companion.kit.game import AnyGame
    from companion.kit.messages import Field, Said
    from companion.kit.viewers import Viewer
    from companion.table.table import Table

WORDS: Final = re.compile(r"\w+")
LOOKS: Final = ("class", "data-cell")  # Attributes by which a thing is shown without its name: a company by its colour, say.


def wrong(game: AnyGame, games: int, seed: int, looks: float = 1.0) -> set[str]:
    """Return every wrong announcement on the pages of *games* random games, with random options and numbers of players.

    *looks* (0 to 1) is the share of commands after which a page is looked at: the table screen, or the page of one player.
    """
    found = set[str]()
    for number in range(games):
        generator = random.Random(f"{game.NAME} pages {seed} {number}")
        table = begun(game, generator)
        app = app_of(table)
        for events in played(game, table, generator):
            if generator.random() < looks:
                viewer = generator.choice((TABLE, generator.choice([*table.now.players])))
                found.update(unsaid(game, table, app, viewer, events))
    return found


def begun(game: AnyGame, generator: random.Random) -> Table:
    """Return a table on which *game* has begun, with random options and players. Nothing is kept of it."""
    seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
    table = seated(game, seats, generator)
    table.act(seats[0], StartGame(game.NAME, varied_options(game, generator)))
    return table


def played(game: AnyGame, table: Table, generator: random.Random) -> Iterator[Sequence[Any]]:
    """Let random players finish the game on *table*; yield the true events of each command once it is done."""
    mood = Mood(generator, game.REHEARSAL.leaning)
    players = {seat: Player(mood) for seat in (*table.now.players, TABLE)}
    while table.now.playing and table.now.match:
        before = len(table.now.match.events)
        seat, command = next_command(game, table.now.match.state, players, generator)
        standing = next(one for one in table.now.standing(seat).values() if answers(one.ask, command))
        table.act(seat, command, ask=(standing.ask.name, standing.number))
        yield table.now.match.events[before:]


def unsaid(game: AnyGame, table: Table, app: Flask, viewer: Viewer, events: Sequence[Any]) -> Iterator[str]:
    """Yield a sentence for everything that the page of *viewer* should say of a command's *events* and doesn't.

    That is the newest sentence for that viewer or, if it is pictured, all that it names; and on the table screen also what
    the display must show.
    """
    mine = [seen(event, viewer) for event in events]
    said = next((said for event in reversed(mine) if (said := game.tell(event, viewer)) is not None), None)
    page, who = _Reading(_page(app, viewer)), "the table screen" if viewer == TABLE else f"the phone of {viewer}"
    if said is not None and not _says(game, page, said, viewer, table.now.players):
        yield f"{game.NAME}: {who} does not say {said.code} as it happened"
    told = announced(game, mine) if viewer == TABLE else None
    for value in told[1] if told else ():
        shown = Who(value) if value in table.now.players else value
        assert isinstance(shown, int | str | Who | Thing | Term), f"a display shows no {shown!r}"
        if not page.has(Words("en"), shown, table.now.players):
            yield f"{game.NAME}: of {told and told[0]} {who} does not show {value!r}"


def _says(game: AnyGame, page: _Reading, said: Said, viewer: Viewer, names: dict[str, str]) -> bool:
    """Return whether *page* has the sentence *said*, or every name, thing and number of one that the game's pages picture."""
    words = Words("en")
    if words.say(words.addressed(said, viewer), names).rstrip(".") in page.text:
        return True
    is_pictured = said.code.rpartition(".")[2] in game.REHEARSAL.pictured
    return is_pictured and all(page.has(words, value, names) for _, value in said.fields)


class _Reading(HTMLParser):
    """The readable contents of a page, those for screen readers included: its whole *text*, and each of its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._texts, self._words, self._looks = list[str](), set[str](), set[str]()
        self.feed(page.replace("\u00ad", ""))
        self.text = " ".join("".join(self._texts).split())

    def has(self, words: Words, value: Field, names: dict[str, str]) -> bool:
        """Return whether *value* stands on the page: a number perhaps in letters, a thing perhaps by its look alone.

        A sentence in the singular tells 1 without a number.
        """
        if isinstance(value, int) and (value == 1 or self._words & {spelled := _spelled(words, value), spelled.capitalize()}):
            return True
        return self._words.issuperset(WORDS.findall(words.word(value, names))) or value in self._looks

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._words.update(WORDS.findall(given.get("aria-label", "")))
        self._looks.update(*(WORDS.findall(given.get(name, "")) for name in LOOKS))

    def handle_data(self, data: str) -> None:
        self._texts.append(data)
        self._words.update(WORDS.findall(data))


def _spelled(words: Words, number: int) -> str:
    return words.text(f"table.number.{number}") if 0 <= number <= LARGEST_SPELLED else str(number)


def _page(app: Flask, viewer: Viewer) -> str:
    client = app.test_client()
    if viewer != TABLE:
        client.set_cookie("seat", token(viewer), domain=HOST)
    return client.get("/table/view" if viewer == TABLE else "/seat/view", base_url=ORIGIN).text
