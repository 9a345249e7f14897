"""The wires of guide, breadboard and drawings are those of the pins that the program uses."""

import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from gpiozero.pins.mock import MockFactory

from firmware import wiring
from hardware import board, drawings, wires
from hardware.board import BUZZER, LED, RESISTORS, ROWS, TRANSISTOR, Hole
from hardware.wires import DISPLAY_SPI, PARTS, PLACES, STEPS, VARIANTS, Part

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


def test_no_pin_holds_two_wires() -> None:
    for parts in (*VARIANTS.values(), STEPS):
        pins = [wire.header for part in parts for wire in part.wires]
        assert len(set(pins)) == len(pins)


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


def reached(hole: Hole) -> dict[str, int]:
    """Return the holes joined to *hole*, directly (0) or through a resistor (its ohms)."""
    through = {hole.half: 0}
    for a, b, ohms in RESISTORS:
        through |= {b.half: ohms} if a.half == hole.half else {a.half: ohms} if b.half == hole.half else {}
    legs = {"collector C": TRANSISTOR["C"], "base B": TRANSISTOR["B"], "emitter E": TRANSISTOR["E"]}
    return {name: through[end.half] for name, end in (LED | BUZZER | legs).items() if end.half in through}


def test_every_wire_leads_to_its_contact_through_its_resistor_and_nowhere_else() -> None:
    leads = {wire.number: {wire.contact: wire.inline} for part in (wires.LED, wires.BUZZER) for wire in part.wires}
    assert {number: reached(hole) for number, hole in board.WIRES.items()} == leads


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


# The drawings, and the tables of the guide

HERE = Path(drawings.__file__).parent
KEPT = {file.name: file.read_text(encoding="utf-8") for file in (HERE / "pictures").glob("*.svg")}
SVG = "{http://www.w3.org/2000/svg}"
SHOWN = {f"wiring-{name}.svg": parts for name, parts in (*VARIANTS.items(), *((part.name, (part,)) for part in STEPS))}
Point = tuple[float, float]


def test_the_drawings_in_the_folder_are_those() -> None:
    made = drawings.drawings()
    assert set(KEPT) == set(made), "run `make drawings`"
    for name, svg in made.items():
        assert ElementTree.canonicalize(KEPT[name]) == ElementTree.canonicalize(svg), f"{name} differs: run `make drawings`"


def test_the_tables_of_the_guide_are_those() -> None:
    guide = (HERE / "BUILD.md").read_text(encoding="utf-8")
    assert drawings.with_tables(guide) == guide, "run `make drawings`"
    rows = re.findall(r"^\| (\d+) \| \w+ \| \*\*(\d+)\*\* \((.+?)\) \| \*\*(.+?)\*\*", guide, re.M)
    assert sorted(rows) == sorted((str(wire.number), str(wire.header), wire.place, wire.contact) for wire in WIRES)


def middle(text: Element) -> Point:
    return float(text.get("x", "")), float(text.get("y", "")) - 0.35 * float(text.get("font-size", ""))


def corners(wire: Element) -> list[Point]:
    path = next(one for one in wire.iter(f"{SVG}path") if one.get("fill") == "none")
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path.get("d", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def near(texts: list[Element], point: Point, right: float) -> str:
    """Return the words at the height of *point*, at most *right* to the right of it."""
    beside = [(one.text or "", middle(one)[0] - point[0], middle(one)[1] - point[1]) for one in texts]
    (found,) = [text for text, x, y in beside if 0 <= x <= right and abs(y) < 1]
    return found


def groups(root: Element, prefix: str) -> list[tuple[str, Element]]:
    """Return the groups whose id begins with *prefix*, with the rest of it."""
    found = [(one.get("id", ""), one) for one in root.iter(f"{SVG}g")]
    return [(name.removeprefix(prefix), one) for name, one in found if name.startswith(prefix)]


def drawn(svg: str) -> dict[int, tuple[int, str, list[str]]]:
    """Return every wire of a drawing by number: the header pin where its line begins, the contact where it ends, its tags."""
    root = ElementTree.fromstring(svg)
    pins = [one for one in root.findall(f"{SVG}text") if (one.text or "").isdigit()]
    texts = [one for _, part in groups(root, "part-") for one in part.findall(f"{SVG}text")]
    contacts = [one for one in texts if one.get("font-weight") == "bold"]
    found = {}
    for number, group in groups(root, "wire-"):
        start, *_, end = corners(group)
        tags = [one.text or "" for one in group.iter(f"{SVG}text")]
        found[int(number)] = int(near(pins, start, 1)), near(contacts, end, 20), tags
    return found


def meant(*parts: Part) -> dict[int, tuple[int, str, list[str]]]:
    return {
        wire.number: (wire.header, wire.contact, [str(wire.number), part.named(wire), str(wire.number), f"pin {wire.header}"])
        for part in parts
        for wire in part.wires
    }


@pytest.mark.parametrize("name", SHOWN)
def test_every_wire_begins_ends_and_is_labelled_as_the_code_has_it(name: str) -> None:
    assert drawn(KEPT[name]) == meant(*SHOWN[name])
