"""Compare the wires of the guide and the breadboard with the pins that the program uses."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest
from gpiozero.pins.mock import MockFactory

from firmware import wiring
from hardware import board, wires
from hardware.board import BUZZER, LED, RESISTORS, ROWS, TRANSISTOR, Hole
from hardware.wires import DISPLAY_SPI, PARTS, PLACES, READER, STEPS, VARIANTS, Part

# The name of each contact on the part on sale, and the pin that the program uses for it.
PINS = {
    "reader": {
        "SDA": wiring.SPI_CE0, "SCK": wiring.SPI_SCLK, "MOSI": wiring.SPI_MOSI, "MISO": wiring.SPI_MISO,
        "RST": wiring.READER_RESET,
    },
    "display": {"SCL": wiring.I2C_SCL, "SDA": wiring.I2C_SDA},
    "keys": {"OK": wiring.KEY_OK, "BACK": wiring.KEY_BACK, "LAST ORDER": wiring.KEY_LAST_ORDER},
    "led": dict(zip(("red leg", "green leg", "blue leg"), wiring.LED, strict=True)), "buzzer": {"base B": wiring.BUZZER},
    "display-spi": {
        "CLK or SCL": wiring.SPI_SCLK, "MOSI or SDA": wiring.SPI_MOSI, "RES": wiring.DISPLAY_RESET,
        "DC": wiring.DISPLAY_DC, "CS": wiring.SPI_CE1,
    },
}  # fmt: skip
SUPPLY = {
    "reader": {"GND": "ground", "3.3V": "3.3 V"}, "display": {"GND": "ground", "VCC": "3.3 V"},
    "keys": {"OK ground": "ground", "BACK ground": "ground", "LAST ORDER ground": "ground"}, "led": {"longest leg": "ground"},
    "buzzer": {"buzzer +": "5 V", "emitter E": "ground"}, "display-spi": {"GND": "ground", "VCC": "3.3 V"},
}  # fmt: skip
WIRES = [wire for part in PARTS for wire in part.wires]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_contact_goes_to_the_pin_that_the_program_uses(part: Part) -> None:
    pins = PINS[part.name]
    used = {wire.contact: wire.header for wire in part.wires if wire.contact in pins}
    assert used == {contact: pin.header for contact, pin in pins.items()}
    assert {wire.contact: wire.place for wire in part.wires if wire.contact not in pins} == SUPPLY[part.name]


def test_every_place_of_the_header_is_known_and_lies_where_gpiozero_has_it() -> None:
    supply = [*wiring.NEVER_HEADER, *wiring.THREE_VOLTS, *wiring.FIVE_VOLTS, *wiring.GROUND]
    assert sorted([*supply, *(pin.header for pin in wiring.PINS)]) == sorted(PLACES) == list(range(1, 41))
    header = {pin.number: pin.name for pin in MockFactory().board_info.headers["J8"].pins.values()}
    assert {pin.use: header[pin.header] for pin in wiring.PINS} == {pin.use: f"GPIO{pin.bcm}" for pin in wiring.PINS}
    assert {header[place] for place in (8, 10, 27, 28)} == {f"GPIO{bcm}" for bcm in wiring.NEVER}


def test_no_pin_has_two_uses_console_and_eeprom_are_left_alone_and_spi1_stays_free() -> None:
    assert len({pin.bcm for pin in wiring.PINS}) == len(wiring.PINS)
    assert not {pin.bcm for pin in wiring.PINS} & set(wiring.NEVER)
    assert {pin.bcm for pin in wiring.SPI1_PINS} == set(range(16, 22))
    assert not {pin.bcm for pin in wiring.BASE_PINS} & set(range(16, 22))
    assert {value for value in vars(wiring).values() if isinstance(value, wiring.Pin)} == set(wiring.PINS)


def test_every_pin_of_the_panel_reader_and_display_has_a_wire_numbered_in_the_order_of_the_steps() -> None:
    wired = {wire.header for wire in WIRES}
    assert {pin for pin in wiring.BASE_PINS if pin.header not in wired} == {wiring.READER_IRQ}
    assert not wired & {*(pin.header for pin in wiring.SPI1_PINS), *wiring.NEVER_HEADER}
    numbers = [wire.number for part in (*STEPS, DISPLAY_SPI) for wire in part.wires]
    assert numbers == list(range(1, len(numbers) + 1))


def doubled(parts: tuple[Part, ...]) -> set[int]:
    return {a.header for a, b in combinations([wire for part in parts for wire in part.wires], 2) if a.header == b.header}


def test_no_pin_holds_two_wires() -> None:
    assert [doubled(parts) for parts in (*VARIANTS.values(), STEPS)] == [set()] * (len(VARIANTS) + 1)
    assert doubled((READER, DISPLAY_SPI)) == {wiring.SPI_SCLK.header, wiring.SPI_MOSI.header}


def test_ground_3_and_5_volts_have_a_colour_each_that_nothing_else_has() -> None:
    meant = {"black": "ground", "red": "3.3 V", "white": "5 V"}
    for wire in WIRES:
        assert meant.get(wire.colour) == (wire.place if wire.place in meant.values() else None), wire
    for part in PARTS:
        colours = [wire.colour for wire in part.wires if wire.colour != "black"]
        assert len(set(colours)) == len(colours), f"two wires of the {part.name} look alike"


def test_what_drives_a_part_by_itself_goes_through_a_resistor_and_only_the_buzzer_gets_five_volts() -> None:
    ohms = {wire.contact: wire.inline for wire in WIRES if wire.inline}
    assert ohms == {"red leg": 330, "green leg": 330, "blue leg": 330, "base B": 1000}
    assert [wire.contact for wire in WIRES if wire.place == "5 V"] == ["buzzer +"]


# The breadboard

BY_NUMBER = {wire.number: wire for part in (wires.LED, wires.BUZZER) for wire in part.wires}
Resistors = Sequence[tuple[Hole, Hole, int]]


def reached(hole: Hole, resistors: Resistors = RESISTORS) -> dict[str, int]:
    """Return the holes joined to *hole*, directly (0) or through a resistor (its ohms)."""
    through = {hole.half: 0}
    for a, b, ohms in resistors:
        through |= {b.half: ohms} if a.half == hole.half else {a.half: ohms} if b.half == hole.half else {}
    legs = {"collector C": TRANSISTOR["C"], "base B": TRANSISTOR["B"], "emitter E": TRANSISTOR["E"]}
    return {name: through[end.half] for name, end in (LED | BUZZER | legs).items() if end.half in through}


def mistakes(plugged: Mapping[int, Hole], resistors: Resistors = RESISTORS) -> list[int]:
    """Return the wires that don't lead to their contact through their resistor, and to nothing else."""
    return [n for n, hole in plugged.items() if reached(hole, resistors) != {BY_NUMBER[n].contact: BY_NUMBER[n].inline}]


def test_every_wire_leads_to_its_contact_through_its_resistor_and_nowhere_else() -> None:
    """The control: a wire in another row, a resistor that bridges nothing and one in the wrong place are noticed."""
    assert set(board.WIRES) == set(BY_NUMBER)
    assert mistakes(board.WIRES) == []
    assert mistakes({**board.WIRES, 22: Hole(11, "f")}) == [22]
    assert mistakes(board.WIRES, (*RESISTORS[:3], (Hole(13, "b"), Hole(13, "d"), 1000))) == [23]
    assert mistakes(board.WIRES, ((*RESISTORS[0][:2], 1000), *RESISTORS[1:])) == [18]


def test_no_hole_holds_two_things_none_is_beside_the_board_and_no_neighbouring_rows_are_both_used() -> None:
    named = [hole for things in (board.WIRES, TRANSISTOR, LED, BUZZER, board.DIODE) for hole in things.values()]
    holes = [*named, *(hole for a, b, _ in RESISTORS for hole in (a, b))]
    assert len(set(holes)) == len(holes)
    assert all(1 <= hole.row <= ROWS and hole.column in board.LEFT + board.RIGHT for hole in holes)
    rows = {hole.row for hole in holes}
    assert not {row + 1 for row in rows} & rows


def test_the_transistor_switches_the_buzzers_minus_and_the_diode_lies_across_it() -> None:
    assert reached(TRANSISTOR["C"]) == {"buzzer −": 0, "collector C": 0}
    assert [board.DIODE[end].half for end in ("ring", "other end")] == [BUZZER["buzzer +"].half, BUZZER["buzzer −"].half]
