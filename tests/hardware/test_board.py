"""The breadboard: what is plugged in connects what the table of wires says, and is drawn in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from hardware import board, wires
from hardware.board import BUZZER, LED, RESISTORS, ROWS, TRANSISTOR, WIRES, Hole
from hardware.breadboard import FIRST, GROOVE, HOLE, breadboard

SVG = "{http://www.w3.org/2000/svg}"
BY_NUMBER = {wire.number: wire for part in (wires.LED, wires.BUZZER) for wire in part.wires}
Resistors = Sequence[tuple[Hole, Hole, int]]


def reached(hole: Hole, resistors: Resistors = RESISTORS) -> dict[str, int]:
    """What is joined to *hole*, at once (0) or through a resistor (its ohms)."""
    through = {hole.half: 0}
    for a, b, ohms in resistors:
        through |= {b.half: ohms} if a.half == hole.half else {a.half: ohms} if b.half == hole.half else {}
    legs = {"collector C": TRANSISTOR["C"], "base B": TRANSISTOR["B"], "emitter E": TRANSISTOR["E"]}
    return {name: through[end.half] for name, end in (LED | BUZZER | legs).items() if end.half in through}


def mistakes(plugged: Mapping[int, Hole], resistors: Resistors = RESISTORS) -> list[int]:
    """The wires that don't lead to their contact through their resistor, and to nothing else."""
    return [n for n, hole in plugged.items() if reached(hole, resistors) != {BY_NUMBER[n].contact: BY_NUMBER[n].inline}]


def test_every_wire_leads_to_its_contact_through_its_resistor_and_nowhere_else() -> None:
    assert set(WIRES) == set(BY_NUMBER)
    assert mistakes(WIRES) == []


def test_a_wire_in_another_row_a_resistor_that_bridges_nothing_and_one_in_the_wrong_place_are_noticed() -> None:
    assert mistakes({**WIRES, 22: Hole(11, "f")}) == [22]
    beside = (*RESISTORS[:3], (Hole(13, "b"), Hole(13, "d"), 1000))
    assert mistakes(WIRES, beside) == [23]
    exchanged = ((*RESISTORS[0][:2], 1000), *RESISTORS[1:])
    assert mistakes(WIRES, exchanged) == [18]


def holes() -> list[Hole]:
    both = [hole for a, b, _ in RESISTORS for hole in (a, b)]
    return [*WIRES.values(), *both, *TRANSISTOR.values(), *LED.values(), *BUZZER.values(), *board.DIODE.values()]


def test_no_hole_holds_two_things_none_is_beside_the_board_and_no_neighbouring_rows_are_both_used() -> None:
    assert len(set(holes())) == len(holes())
    assert all(1 <= hole.row <= ROWS and hole.column in board.LEFT + board.RIGHT for hole in holes())
    rows = {hole.row for hole in holes()}
    assert not {row + 1 for row in rows} & rows


def test_the_transistor_switches_the_buzzers_minus_and_the_diode_lies_across_it() -> None:
    assert reached(TRANSISTOR["C"]) == {"buzzer −": 0, "collector C": 0}
    across = [board.DIODE[end].half for end in ("ring", "other end")]
    assert across == [BUZZER["buzzer +"].half, BUZZER["buzzer −"].half]


def test_each_plug_is_drawn_in_its_hole() -> None:
    def middle(hole: Hole) -> tuple[float, float]:
        column = "abcde".find(hole.column) if hole.column in "abcde" else "fghij".find(hole.column) + 4 + GROOVE
        return FIRST[0] + HOLE * column, FIRST[1] + HOLE * (hole.row - 1)

    groups = {group.get("id", ""): group for group in ElementTree.fromstring(breadboard().as_svg()).iter(f"{SVG}g")}
    drawn = {name: next(group.iter(f"{SVG}circle")) for name, group in groups.items() if name.startswith(("wire-", "lead-"))}
    expected = {f"wire-{number}": hole for number, hole in WIRES.items()}
    expected |= {f"lead-{hole}": hole for hole in (*LED.values(), *BUZZER.values())}
    assert {name: (float(at.get("cx", "")), float(at.get("cy", ""))) for name, at in drawn.items()} == {
        name: middle(hole) for name, hole in expected.items()
    }
