"""Somebody without a conscience asks over HTTP for what isn't theirs in Négoces 2: every answer is the same in two worlds.

The worlds differ only in one secret of one player's: a card that lies or lay face down, an answer, a hand, hidden coins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from companion import codec, negoces2
from companion.game import TABLE, Illegal, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.lab.worlds import Midway
from companion.negoces2.model import State
from companion.negoces2.moves import (
    Accept,
    BidCoins,
    DealGoods,
    Declare,
    Drop,
    ForceSale,
    KeepSilent,
    LayCard,
    NameOpener,
    Offer,
    OpenAnswers,
    PickCard,
    SetCoins,
    Withdraw,
)
from companion.negoces2.taps import pieces
from companion.pieces import Piece, Pieces
from companion.sealed import Sealed
from companion.seating import StartGame
from companion.table import Table
from tests.companion.negoces2.positions import RICH, position, sale
from tests.web.negoces2_tables import FOUR
from tests.web.phones import Phone, new_app, seated
from web import identity

PAGES = ("/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/curtain", "/table", "/table/view", "/join/view")
ASKS = ("lay", "offer", "withdraw", "set_coins", "force", "pick", "declare", "accept_B", "accept_C", "deal", "opener", "bid")
QUERIES: tuple[dict[str, str], ...] = (
    {}, {"pick": "wine"}, {"pick": "tea"}, {"pick": "contraband"}, {"pick": "-"}, {"seat": "A"}, {"pick": "B", "notes": "1"},
)  # fmt: skip
COMMANDS = (
    LayCard("wine", face_down=True), LayCard("", face_down=False), Offer("tea", face_down=True, coins=0),
    Offer("wine", face_down=False, coins=1), Offer("", face_down=False, coins=31), Withdraw(), SetCoins(1), SetCoins(60),
    Accept("B", 1), Accept("C", 7), ForceSale("wine", "jade"), ForceSale("tea", "contraband"), PickCard("B"), Declare(),
    KeepSilent(), OpenAnswers(), NameOpener("A"), DealGoods("A", "wine", "tea"), BidCoins(2), Drop(),
)  # fmt: skip
UNREPEATED = {"a loser's offer", "an answer", "another's card on the reader"}  # By no page, not even the victim's own.
TAGS = {n.to_bytes(7, "big"): piece for n, piece in enumerate(pieces({"tags": "on"}), start=1)}

Move = tuple[str, Any]
HIDDEN = ("tea", "silk")  # What B may offer face down.


@dataclass(frozen=True)
class Pair:
    """Two worlds that differ in *victim*'s secret alone: where they start, and what is done there before *cheats* look.

    *told* are the commands by which the rules themselves would tell a cheat.
    """

    victim: str
    cheats: str
    worlds: tuple[tuple[State, list[Move]], tuple[State, list[Move]]]
    told: tuple[type, ...] = ()


def laid(card: str = "wine", *, face_down: bool = False) -> Move:
    return "A", LayCard(card, face_down)


def offers(card: str, coins: int = 2, seat: str = "B") -> Move:
    return seat, Offer(card, face_down=True, coins=coins)


def both(one: list[Move], other: list[Move], start: State | None = None) -> tuple[Any, Any]:
    start = start or position()
    return (start, one), (start, other)


def declaring(state: State, *more: Move) -> tuple[State, list[Move]]:
    return state, [*sale("B", 1, "wine"), *more]


WITHOUT_JADE = {**RICH, "A": RICH["A"].replace("jade", "contraband"), "D": RICH["D"].replace("contraband", "jade")}
RICHES = [position(hands, sold="BCD") for hands in (RICH, WITHOUT_JADE)]
PURSES = [position(coins=coins, hidden=True) for coins in ({"A": 25, "B": 2}, {"A": 2, "B": 25})]
SWAP = [laid(face_down=True), offers("tea"), offers("coffee", seat="C")]
TAGGED = position(tags="on")
PAIRS = {
    "a card for sale": Pair("A", "BD", both([laid("wine", face_down=True)], [laid("contraband", face_down=True)])),
    "an offer": Pair("B", "AC", both(*([laid(), offers(card)] for card in HIDDEN)), told=(Accept,)),
    "another offer": Pair(
        "B", "AD", both(*([laid(), offers("tea"), ("B", Withdraw()), offers(card)] for card in HIDDEN)), told=(Accept,)
    ),
    "a deal": Pair("B", "CD", both(*([laid(), offers(card), ("A", Accept("B", 1))] for card in HIDDEN))),
    "a loser's offer": Pair(
        "C", "AB", both(*([*SWAP[:2], offers(card, seat="C"), ("A", Accept("B", 1))] for card in ("coffee", "jewels")))
    ),
    "a forced sale": Pair("A", "BD", both(*([laid(), ("A", ForceSale(card, "jade"))] for card in ("wine", "spices")))),
    "a picked card": Pair(
        "D", "BC", both(*([laid(), ("A", ForceSale(card, "jade")), ("A", PickCard("D"))] for card in ("wine", "spices")))
    ),
    "who could declare": Pair("A", "BC", (declaring(RICHES[0]), declaring(RICHES[1])), told=(OpenAnswers, LayCard)),
    "an answer": Pair(
        "A", "CD", (declaring(RICHES[0], ("A", Declare())), declaring(RICHES[0], ("A", KeepSilent()))), told=(OpenAnswers,)
    ),
    "hidden coins": Pair("A", "CD", ((PURSES[0], [laid()]), (PURSES[1], [laid()]))),
    "a tagged card": Pair(
        "A", "BD", both(*([("tap", card), laid(card, face_down=True)] for card in ("wine", "spices")), start=TAGGED)
    ),
    "a tag that is about to be laid": Pair("A", "BD", both(*([("tap", card)] for card in ("wine", "spices")), start=TAGGED)),
    "another's card on the reader": Pair("B", "AC", both(*([("tap", card)] for card in HIDDEN), start=TAGGED)),
}  # fmt: skip


def opened(folder: Path, state: State, moves: list[Move]) -> tuple[Table, dict[str, Phone]]:
    """Return a table where *moves* were made from *state* on, and its phones; that of "" has no seat."""
    folder.mkdir(parents=True)
    games = {**GAMES, "negoces2": Midway(negoces2, state)}
    table = Table(Journal(connect(folder / "journal")), games, Pieces(TAGS), lambda ask: None)
    app = new_app(table)
    phones = seated(app, table, FOUR)
    phones["A"].act(StartGame("negoces2", {}))
    for seat, command in moves:
        if seat == "tap":
            assert table.tap("reader", next(uid for uid, piece in TAGS.items() if piece == Piece("card", command, 1))).right
        else:
            table.act(seat, command)
    return table, {**phones, "": Phone(app, table)}


def tried(table: Table, phone: Phone, pair: Pair) -> Iterator[tuple[str, Any]]:
    """Yield what *phone* is answered, request by request: to looks, and to acts with the victim's asks and its own."""
    yield from looks(table, phone)
    commands = [command for command in COMMANDS if not isinstance(command, pair.told)]
    for command in commands:
        standing = [*table.standing(pair.victim).items(), *table.standing(phone.seat).items()]
        asks: list[Any] = [None, *([name, one.number] for name, one in standing)]
        for more in [{"ask": ask} for ask in asks] + [{"ask": asks[-1], "seat": pair.victim}]:
            answer = phone.act(command, **more)
            yield f"{command} {more}", (answer.status_code, answer.data)
    yield from looks(table, phone)


def looks(table: Table, phone: Phone) -> Iterator[tuple[str, Any]]:
    """Yield all that can be looked at: pages and panels, the display, who is awaited, and how often all were pushed."""
    open_ = [name for name, one in table.standing(phone.seat).items() if one.ask.is_open]
    panels = [(f"/seat/ask/{name}", query) for name in ASKS for query in (QUERIES if name in open_ else QUERIES[:2])]
    for path, query in [*((path, {}) for path in PAGES), *panels]:
        answer = phone.get(path, query)
        yield f"{path} {query}", (answer.status_code, headers(answer), answer.data)
    yield "display", codec.plain(negoces2.screen(table.view(TABLE)))
    yield "pushed", (table.revision, table.awaited(), table.announced)


def headers(answer: Any) -> list[Any]:
    """Return the headers but for the cookie: at the door it is a token, drawn for whoever asks."""
    return sorted((name, value) for name, value in answer.headers if name != "Set-Cookie")


def compare(folder: Path, pair: Pair, cheat: str) -> int:
    """Return how many requests of *cheat* were answered alike in both worlds; fail where one wasn't."""
    worlds = [opened(folder / str(n), *world) for n, world in enumerate(pair.worlds)]
    answers = [list(tried(table, phones[cheat], pair)) for table, phones in worlds]
    for one, other in zip(*answers, strict=True):
        assert one == other, f"{one[0]} is answered otherwise"
    return len(answers[0])


@pytest.mark.parametrize("name", PAIRS)
def test_no_request_tells_what_another_keeps(tmp_path: Path, name: str) -> None:
    for cheat in (*PAIRS[name].cheats, ""):
        assert compare(tmp_path / f"by {cheat}", PAIRS[name], cheat) > 80


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in UNREPEATED])
def test_a_seat_from_anywhere_but_the_cookie_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(identity, "insist_on_seat", lambda table: PAIRS[name].victim)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(tmp_path, PAIRS[name], PAIRS[name].cheats[-1])


def test_a_refusal_that_knows_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = negoces2.decide

    def frank(state: State, seat: str, command: Any) -> Any:
        try:
            return right(state, seat, command)
        except Illegal as illegal:
            said = say("negoces2.refusal.bid_coins", count=state.coins["A"].open())
            raise Illegal(replace(illegal.refusal, said=said)) from None

    monkeypatch.setattr(negoces2, "decide", frank)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(tmp_path, PAIRS["hidden coins"], "C")


def test_an_offer_that_goes_back_to_its_owner_in_everybodys_sight_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News of what was offered, once it is over: the loser's card is still a secret."""
    right = negoces2.evolve

    def frank(state: State, event: Any) -> State:
        after = right(state, event)
        opened = [replace(one, card=replace(one.card, card=Sealed(one.card.card.open(), (*FOUR, TABLE), 1), face_down=False))
                  if type(one).__name__ == "OfferMade" and one.card else one for one in after.recent]  # fmt: skip
        return replace(after, recent=tuple(opened)) if type(event).__name__ == "DealMade" else after

    monkeypatch.setattr(negoces2, "evolve", frank)
    with pytest.raises(AssertionError, match="is answered otherwise"):
        compare(tmp_path, PAIRS["a loser's offer"], "A")
