"""Shark's screens, each drawn from a game that is really played up to it."""

from dataclasses import replace
from functools import cache
from typing import Any

from companion.games import shark
from companion.games.shark.board.companies import Each
from companion.games.shark.model import State
from companion.games.shark.moves import Build, Buy, DealShare, NameFirst, RollDice, SellForDebt, TakeShare
from companion.games.shark.payments.statements import ChangeView
from companion.kit import CHANCE, TABLE, Log, Screen
from tests.companion.playing import shown as screen
from tests.companion.playing import sight
from tests.companion.shark.positions import act, owing, position, thrown

# The columns A to D are zones 1 and 4, E to H 2 and 5, I to L 3 and 6; rows 1 to 5 are above.
CITY = {"red": "A1 B1 K3 K4 L4", "blue": "H2 H3 B6 B7", "green": "E1 E2 F1 H6 I6", "yellow": "F3 F4 F5 B4 C4 B5"}
# One red building on D2 removes a blue pair, a green pair and a yellow single.
PRESSED = {"red": "A2 B2 C2", "blue": "D1 E1 L10", "green": "E2 F2", "yellow": "D3"}
ONE_CELL = {"green": "A2 B4 B5 C1 D3"}  # Blue has a single legal cell in zone 1,
NEARLY = {"yellow": "A1 B1 C1 D1 E1 A2 A3 A4 A5 A6 A7 A8 A9 A10", "blue": "G1 H1"}  # One on F1 ends the game, and blue falls.
NO_CELL = {"green": "A3 B1 B5 D2 D3 D4"}  # or none.
NONE = Log((), TABLE)  # Nothing has happened.


def rich(buildings: dict[str, str], **options: Any) -> State:
    """Return six players who can afford anything, with Noor about to throw the dice."""
    return position("ABCDEF", buildings, cash=dict.fromkeys("ABCDEF", 40), **options)


def built(buildings: dict[str, str], zone: int, company: str, cell: str, **options: Any) -> State:
    return act(thrown(rich(buildings, **options), zone, "white"), "A", Build(company, cell))


@cache
def scenes() -> dict[str, Screen]:
    start = shark.setup(tuple("ABCDEF"), {})
    named = act(start, CHANCE, NameFirst("B"))
    dealt = act(shark.setup(tuple("AB"), {"starting_share": "random"}), CHANCE, NameFirst("A"))
    told = shark.setup(tuple("ABC"), {"first": "chosen"})
    held = {"B": Each(blue=9), "C": Each(blue=2, red=3), "D": Each(blue=12)}
    ruined = act(thrown(position("ABCD", NEARLY, shares=held), 2, "yellow"), "A", Build("yellow", "F1"))
    poor, calm = position("ABCDEF", CITY, shares={"D": Each(yellow=5)}), rich(CITY, dice="companion")
    won = built({"red": "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 B10 C10 D10", "blue": "L1"}, 1, "red", "B1")
    won = act(thrown(replace(won, phase=rich(CITY).phase), 1, "red"), "A", Build("red", "C1"))
    over = sight(won, TABLE)
    shared = replace(over.outcome, winners=tuple("ABCDEF"), money=dict.fromkeys("ABCDEF", 186))
    pressed = sight(built(PRESSED, 1, "red", "D2"), TABLE)
    fell = ChangeView("yellow", 15, ())
    widest = replace(pressed.statement, company="yellow", gains=(ChangeView("yellow", 4, ()),), losses=(fell, fell))
    return {
        "draw-first": screen(start), "say-first": screen(told), "first-share": screen(named), "dealt-share": screen(dealt),
        "turn": screen(calm), "turn-all-dear": screen(replace(calm, prices=Each(14, 14, 14, 14))),
        "turn-real-dice": screen(rich(CITY)), "rolling": screen(act(calm, "A", RollDice())),
        "build": screen(thrown(rich(CITY), 4, "blue")), "build-one-cell": screen(thrown(rich(ONE_CELL), 1, "blue")),
        "build-any": screen(act(rich(CITY, no_colour_die="on"), TABLE, shark.moves.ThrowDice(6, ""))),
        "built": screen(built(CITY, 5, "red", "G9")), "built-chain": screen(built(CITY, 4, "blue", "C7")),
        "built-one-falls": screen(built({"red": "A6 B6 C6", "yellow": "E6 F6 L1 L2"}, 4, "red", "D6")),
        "built-three-fall": screen(built(PRESSED, 1, "red", "D2")), "no-cell": screen(thrown(rich(NO_CELL), 1, "blue")),
        "built-widest": shark.screen(replace(pressed, statement=widest), NONE),
        "built-and-fell": screen(built({"red": "A1 A2 A3 A4 A5 C1 C2 C3 C4 C5"}, 1, "red", "B3", chains_capped="on")),
        "again": screen(act(built(CITY, 4, "blue", "C7"), "A", Buy("blue", 2))), "owes": screen(owing(poor, D=12)),
        "owes-hidden": screen(owing(position("ABCDEF", CITY, shares={"D": Each(yellow=5)}, holdings="hidden"), D=12)),
        "five-owe": screen(owing(poor, B=7, C=12, D=105, E=3, F=44)), "won": screen(won),
        "won-stock": shark.screen(replace(over, outcome=replace(over.outcome, cause="stock")), NONE),
        "won-last": shark.screen(replace(over, outcome=replace(over.outcome, cause="last")), NONE),
        "won-shared": shark.screen(replace(over, outcome=shared), NONE),
        "ruined": screen(ruined), "ruined-paid": screen(act(ruined, "C", SellForDebt(blue=2, red=2))),
        "taken": screen(act(act(named, "B", TakeShare("red")), "C", TakeShare("red"))),
        "dealt": screen(act(dealt, CHANCE, DealShare("A", "red"))),
    }  # fmt: skip
