"""The pages of every game: over whole games in every language, and special cases of one game, at positions set up by hand."""

import random
import re
from functools import partial
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.agreeing.motions import Motion, Vote
from companion.games import installed, worded
from companion.games.barracuda.moves import CallDraw, CountBank, DeclineLastOrder, OfferPartnership, OpenBar
from companion.games.shark.moves import SellForDebt
from companion.kit import TABLE, Piece, Pile
from companion.lab.secrecy.worlds import ForgetfulJournal
from companion.seats.seating import StandUp
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from companion.words import LANGUAGES
from tests.markup import found, words
from tests.web.phones import HOST, Phone, new_app, seated
from tests.web.shark_tables import BY_HAND, FOUR, SIX, owing, throw, two_buildings
from tests.web.tables import FIRST, SECOND, draw, open_all, open_asks, play_until, played
from web.lab import announcing, looking, reaching, site


def tapped(table: Table, piece: Piece) -> None:
    """Teach a tag of *piece*, and lay it on the reader."""
    uid = b"\4" + piece.name.encode()
    table.now.pieces.learn(uid, piece)
    table.tap("reader", uid)


@pytest.fixture
def third(table: Table, phones: dict[str, Phone]) -> dict[str, Phone]:
    """The third round of Barracuda: everybody has two leases, and C is drawn."""
    open_all(table, FIRST)
    open_all(table, SECOND)
    draw(table, "C")
    return phones


def test_whoever_acts_sees_why_not_where_a_card_goes_and_the_bar_that_was_tapped(table: Table, third: dict[str, Phone]) -> None:
    page = third["C"].get("/seat/view").text  # An action that can't be done stays in its place.
    rows = [one.attrib for one in found(page, "button") if {"disabled", "data-panel"} & set(one.attrib)]
    assert (len(rows), "disabled" in rows[-1], "You need three bars. You have two." in words(page)) == (5, True, True)
    for works in (True, False, True):
        table.machine.tell_reader(works=works)
        assert ("on the reader" in words(third["C"].get("/seat/view").text)) is works
    tapped(table, Piece("card", "Tide Bar"))
    assert 'data-opens="takeover" data-pick="Tide Bar"' in third["C"].get("/seat/view").text
    assert "data-opens" not in third["E"].get("/seat/view").text


def test_why_a_tap_was_refused_is_said_awhile(table: Table, third: dict[str, Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    """To whoever is asked, and on the table screen."""
    pages = {**dict.fromkeys(third, "/seat/view"), TABLE: "/table/view"}
    said = "Noor’s pawn. Not Noor’s turn."
    told = lambda: [one for one, page in pages.items() if said in third.get(one, third["A"]).get(page).text]
    tapped(table, Piece("pawn", "A"))
    assert told() == ["C", TABLE]
    monkeypatch.setattr(table, "_clock", lambda: 4.0)
    table.pass_time()
    assert told() == []


def test_an_offer_stays_in_the_heading_when_somebody_counts_the_bank(table: Table, lobby: dict[str, Phone]) -> None:
    lobby["A"].act(StartGame("barracuda", {"draw": "bag", "bank": "once", "last_order_window": "everyone"}))
    open_all(table, FIRST)
    page = lobby["A"].get("/seat/view").text
    assert ('data-panel="last_order"' in page, "DeclineLastOrder" in page, 'data-panel="draw"' in page) == (True, True, False)
    for seat in "ABCDE":
        lobby[seat].answer("last_order", DeclineLastOrder())
    draw(table, "C")
    table.act("C", OfferPartnership("Octopus", Pile(ones=1)))
    table.act("D", CountBank())
    shown = found(lobby["B"].get("/seat/view").text, "h1")
    assert [words(one) for one in shown] == ["Jonas offers Noor one note for the place in Octopus ."]
    assert 'data-panel="count_bank"' in lobby["A"].get("/seat/view").text  # The lessee, who is to answer, may count too (B19).
    table.act("A", CountBank())
    assert "In the bank when you counted 5" in words(lobby["A"].get("/seat/view").text)


def test_purses_stay_closed_at_the_end_where_the_table_agreed_so(table: Table, lobby: dict[str, Phone]) -> None:
    for agreed in ("on", "off"):
        for seat in "AB" if agreed == "off" else "A":  # The second game takes two people.
            lobby[seat].act(StartGame("barracuda", {"draw": "bag", "reveal_at_end": agreed}))
        play_until(table, seed=4)
        assert ("data-purse" in lobby["B"].get("/seat/view").text) == (agreed == "off")
        assert ("real" in words(lobby["B"].get("/table/view").text)) == (agreed == "on")
        status, linked = (200, 1) if agreed == "on" else (404, 0)
        assert [lobby["B"].get(page).text.count('href="/books') for page in ("/seat/view", "/table/view")] == [linked] * 2
        for turn in ("", "0", "-3", "2", "99999", "x", "1e3", "2%00"):
            assert [lobby["B"].get(f"/books{view}?turn={turn}").status_code for view in ("", "/view")] == [status] * 2
        got = {eyes: lobby["B"].get("/books", {"as": eyes}).status_code for eyes in ("A", "B", "unsealed", "F", "table", "A,B")}
        assert got == {"A": status, "B": status, "unsealed": status, "F": 404, "table": 404, "A,B": 404}


def test_where_the_books_stay_sealed_everybody_looks_through_eyes_of_their_own(shark: dict[str, Phone], table: Table) -> None:
    play_until(table, seed=4)
    assert [shark["B"].get("/books", {"as": eyes}).status_code for eyes in ("", "A", "B", "unsealed")] == [200, 404, 200, 404]
    unseal = Motion("unseal", number=table.now.evening.on)
    reads = lambda eyes: shark["B"].get("/books", {"as": eyes}).status_code
    assert [shark[seat].act(Vote(unseal, True)).status_code for seat in "ABCD"] == [200] * 4
    assert [reads(eyes) for eyes in ("A", "unsealed")] == [200, 200]
    for seat in "AB":
        shark[seat].act(StartGame("shark", {}))
    play_until(table, seed=4)
    assert [reads(eyes) for eyes in ("A", "unsealed")] == [404, 404], "it was about another game"
    shark["B"].act(StandUp())
    assert shark["A"].act(Vote(Motion("unseal", number=table.now.evening.on), True)).status_code == 422, "B can't agree"
    assert shark["B"].get("/books", {"as": "B"}).status_code == 404
    newcomer = Phone(shark["B"].client.application, table)
    newcomer.join("B", "Kim")
    assert [newcomer.get("/books", {"as": eyes}).status_code for eyes in ("", "B", "C")] == [200, 404, 404]


def test_what_was_taken_back_stays_in_the_books(table: Table, lobby: dict[str, Phone]) -> None:
    for command in (StartGame("barracuda", {}), CallDraw()):
        table.act("A", command)
    seat = table.now.awaited()[0]
    table.act(seat, OpenBar("Octopus"))
    table.act(seat, Vote(Motion("take_back", seat, table.now.match.log[-2].row), True))
    play_until(table, seed=4)
    _, struck, *_ = lobby["B"].get("/books").text.split("<s>")
    assert struck.startswith(f"{table.now.names[seat]} opens ")


def test_a_debt_is_checked(shark: dict[str, Phone], table: Table) -> None:
    owing(table)
    assert [*looking.wrong(table, {seat: phone.client for seat, phone in shark.items()})] == []
    for given, said in {"0.0.0.0": "1 short", "0.1.1.0": "One too many", "9.0.0.0": "", "0.1.0.0": "Enough"}.items():
        page, will_do = shark["B"].get("/seat/ask/debt", {"given": given}), said == "Enough"
        assert said in page.text
        assert (page.status_code == 200, "data-suffices" in page.text) == (bool(said), will_do), said
        assert shark["B"].answer("debt", SellForDebt(*map(int, given.split(".")))).status_code == (200 if will_do else 422)


def test_a_companys_token_opens_its_trade_or_its_site(shark: dict[str, Phone], table: Table) -> None:
    two_buildings(table)
    opened = lambda: re.findall('data-opens="(.*?)" data-pick="(.*?)"', shark["C"].get("/seat/view").text)
    tapped(table, Piece("token", "green"))
    assert opened() == [("buy", "green")]
    assert 'data-panel="sell" data-pick="green"' in shark["C"].get("/seat/ask/buy", {"pick": "green"}).text
    assert "data-panel" not in shark["C"].get("/seat/ask/buy", {"pick": "blue"}).text  # C has none that could be sold instead.
    throw(table, "C", 1, "white")
    tapped(table, Piece("token", "yellow"))
    assert opened() == [("build", "yellow")]


@pytest.fixture
def shark(app: Flask, table: Table) -> dict[str, Phone]:
    """Four phones in a game of Shark in which nothing is left to chance."""
    phones = seated(app, table, FOUR)
    phones["A"].act(StartGame("shark", BY_HAND))
    return phones


SEEDS = {"barracuda": (0, 8, 2, 524), "shark": (0, 2, 2, 21), "negoces2": (1, 6, 6, 1)}  # by variant; several win the last
QUICK = (("barracuda", 0), ("shark", 0))
PLAYED = [
    pytest.param(game, variant, id=f"{game}-{language}", marks=() if (game, variant) in QUICK else pytest.mark.broad)
    for game in installed()
    for variant, language in enumerate(LANGUAGES)
]
PHASES = {"barracuda": {"open", "answer", "draw"}, "shark": {"buy", "sell", "build"}, "negoces2": {"bid", "lay", "offer"}}


@pytest.mark.parametrize(("game", "variant"), PLAYED)
def test_every_state_of_a_whole_game_has_a_page(game: str, variant: int) -> None:
    """It has the options and the number of players of the variant."""
    language, rules, generator = LANGUAGES[variant], installed()[game], random.Random(f"{game} {variant}")
    table = Table(ForgetfulJournal(), installed(), Pieces(), lambda ask: by_chance(ask, generator))
    count = rules.FEWEST + (variant + 1) % (rules.MOST - rules.FEWEST + 1)
    phones = seated(new_app(table, language=language), table, dict(list(SIX.items())[:count]))
    choices = {name: one.choices for name, one in worded(rules).items() if name != "head_start"}  # A tie is rare without.
    options = {name: some[variant % len(some)] for name, some in choices.items()}
    assert phones["A"].act(StartGame(game, options)).status_code == 200
    seen = set[tuple[Any, ...]]()
    for view in played(table, SEEDS.get(game, range(len(LANGUAGES)))[variant]):  # Look everywhere at each new kind of moment.
        asked = {name for seat in phones for name in open_asks(table, seat)}
        if (moment := (frozenset(asked), getattr(view, "latest", ""))) not in seen:
            assert [*looking.wrong(table, {seat: phone.client for seat, phone in phones.items()})] == []
            seen.add(moment)
    stay = {"stay"} if (game, variant) == ("barracuda", 1) else set()
    again, several = f"give SEEDS[{game!r}][{variant}] another number", variant == len(LANGUAGES) - 1
    missing = (PHASES.get(game, set()) | stay) - set().union(*(asked for asked, _ in seen))
    assert not missing, f"nobody is asked {missing}: {again}"
    if game in SEEDS:  # A new game needs no seeds of its own until somebody wants to see its special cases.
        assert (len(table.now.view(TABLE).outcome.winners) > 1) == several, f"several win with the last seed alone: {again}"


OWN = "/seat/ask/own_partner"
SPOILT = [  # The page, what is spoilt in it and how, and what is said of it.
    ("/seat/view", "</h1>", " table.none</h1>", "has no words for table.none"), ("/seat/purse", "200 OK", "404", "purse: 404"),
    (OWN, "data-number", "data-x", "does not show its ask"), (OWN, 'own_partner", 27', 'own_partner", 26', "for another ask"),
    (OWN, '"Karambole"', '"Octopus"', "answers no ask"), ("/books?turn=1", "404 NOT FOUND", "200", "read, and are closed"),
    (OWN, "409 CONFLICT", "200", "A can open the panel own_partner"),
]  # fmt: skip


def test_what_is_wrong_with_a_page_is_found(table: Table, third: dict[str, Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    """The controls of the look above."""

    def got(path: str, was: str, spoilt: str, phone: Any, asked: str) -> Any:
        answer = phone.get(asked, base_url=site.ORIGIN)
        status, text = (one.replace(was, spoilt) if asked == path else one for one in (answer.status, answer.text))
        return SimpleNamespace(status=status, status_code=int(status[:3]), text=text)

    for *spoilt, said in SPOILT:
        monkeypatch.setattr(looking, "_get", partial(got, *spoilt))
        assert said in " ".join(looking.wrong(table, {seat: third[seat].client for seat in "AC"}))


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_a_phone_that_lacks_its_verbs_is_found(game: Any) -> None:
    """The control of the contract that whatever a tap or a key can do, a phone can do too: everybody has a phone but one."""
    seats, generator = game.SEATS[: game.FEWEST], random.Random(1)
    table = site.seated(game, seats, generator)
    table.act(seats[0], StartGame(game.NAME, {}))
    phones = {seat: site.app_of(table).test_client() for seat in seats[1:]}
    for seat, phone in phones.items():
        phone.set_cookie("seat", site.token(seat), domain=HOST)
    moments = islice(announcing.played(game, table, generator), 60)
    assert any(list(reaching.alone(table, phones)) for _ in moments if table.now.playing)
