"""Rules 5 and 9: rent, the free bar (B6), bankruptcy for rent; piles (B14)."""

import re
from pathlib import Path

import pytest

from companion.games import barracuda
from companion.games.barracuda.model import BANK, State
from companion.games.barracuda.moves import AuctionBar, CallLastOrder, Stake
from companion.games.barracuda.rules import rent_due, waived
from companion.kit.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, play

OF_RENT = {
    2: ["Tide Bar"], 3: ["Reef Bar", "Jetty Bar"], 4: ["Albatros", "Beacon Bar"], 5: ["Octopus", "Karambole", "Harbour Bar"],
    6: ["Barracuda"],
}  # fmt: skip
SALE = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))


@pytest.mark.parametrize(("rents", "due"), [
    ((3, 5), 8), ((3, 5, 2), 8), ((4, 3, 6, 5), 12), ((6,), 6), ((), 0), ((5, 5, 5), 10), ((2, 3, 4, 5, 6), 14),
])  # fmt: skip
def test_5_b6_rent_vectors(rents: tuple[int, ...], due: int) -> None:
    left = {rent: list(names) for rent, names in OF_RENT.items()}
    state, events = draw(position(bars=[bar(left[rent].pop(0), "A") for rent in rents]), "A")
    assert (rent_due(rents), waived(rents)) == (due, sum(rents) - due)
    assert (events[1].rents, events[1].free, events[1].paid) == (rents, sum(rents) - due, due)
    assert (purse(state, "A"), purse(state, BANK)) == (Purse(50 - due, 7), Purse(100 + due, 14))


def bidding(held: Purse) -> State:
    return play(position(turn="A", bars=SALE, purses={"B": held}), ("A", AuctionBar("Octopus")))


def test_b14_a_pile_is_asked_note_by_note_and_has_left_the_purse_once_it_is_laid() -> None:
    state = play(position(), ("A", CallLastOrder()))
    (ask,) = asked(state, "B")
    (lay,) = ask.lays
    assert (lay.command, ask.purse) == (Stake(Pile()), Purse(50, 7))
    assert (lay.least, lay.most, lay.notes, lay.fakes) == (0, 12, 1, 0)
    (ask,) = asked(bidding(Purse(9, 1)), "B")
    assert (ask.lays[0].least, ask.lays[0].most) == (0, None)
    assert purse(play(state, ("B", Stake(Pile(twos=2, fakes=1)))), "B") == Purse(46, 6)


RULEBOOK = Path(barracuda.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")


def test_every_amount_in_the_books_rent_table_is_right() -> None:
    table = re.search(r"\| rents of the leases \| due \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    rows = [row.strip("|\n ").split(" | ") for row in table[1].splitlines()]
    for rents, due in rows:
        assert barracuda.rules.rent_due([int(rent) for rent in re.findall(r"\d+", rents)]) == int(due)
    assert len(rows) == 7
