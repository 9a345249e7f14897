"""Setting Barracuda's table anew (B27); who must agree to it is tested in tests/companion/test_setting.py."""

from dataclasses import replace

from companion.games import barracuda
from companion.kit import TABLE, seen
from companion.kit.layout import Shift


def test_b27_a_closed_bank_takes_and_does_not_pay() -> None:
    for bank, paid in (("open", None), ("once", "bank_closed"), ("hidden", "bank_closed")):
        public = seen(barracuda.setup("ABC", {"bank": bank}), TABLE)
        assert barracuda.misplaced(public, {}, (Shift("A", "money", -8), Shift("B", "fakes", -1))) is None
        refusal = barracuda.misplaced(public, {}, (Shift("A", "money", 8), Shift("B", "money", -7)))
        assert (refusal and refusal.said.code) == (paid and f"barracuda.set.{paid}")


def test_b27_b5_a_stay_ends_with_the_pawn_that_was_moved() -> None:
    bars = {(name, part): "A" for name in ("Octopus", "Karambole", "Albatros") for part in ("lessee", "partner")}
    lies = {(name, "lies"): "open" for name, _ in bars}
    state = barracuda.set_table(barracuda.setup("ABC", {}), {**bars, **lies, ("Albatros", "partner"): ""})
    state = replace(state, five_held=frozenset("A"))
    assert barracuda.set_table(state, {("", "round"): 4}).five_held == {"A"}
    assert barracuda.set_table(state, {("Octopus", "partner"): "B"}).five_held == frozenset()
