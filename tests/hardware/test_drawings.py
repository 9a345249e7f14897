"""The drawings and tables in hardware/ match the wires, and read back from the SVG they show the right ones."""

import re
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from hardware import drawings
from hardware.wires import DISPLAY, PARTS, READER, STEPS, VARIANTS, Part

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
    assert drawings.with_tables(guide.replace("| **24** (GPIO 8) |", "| **26** (GPIO 7) |", 1)) == guide
    rows = re.findall(r"^\| (\d+) \| \w+ \| \*\*(\d+)\*\* \((.+?)\) \| \*\*(.+?)\*\*", guide, re.M)
    wires = [wire for part in PARTS for wire in part.wires]
    assert sorted(rows) == sorted((str(wire.number), str(wire.header), wire.place, wire.contact) for wire in wires)
    with pytest.raises(ValueError, match="no place for the wires of reader"):
        drawings.with_tables(guide.replace("<!-- wires: reader -->", ""))


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


def number(group: Element) -> int:
    return int(group.get("id", "").partition("-")[2])


def groups(root: Element, prefix: str) -> list[Element]:
    return [one for one in root.iter(f"{SVG}g") if one.get("id", "").startswith(prefix)]


def wires(svg: str) -> dict[int, tuple[int, str, list[str]]]:
    """Return every wire of a drawing by number: the header pin where its line begins, the contact where it ends, its tags."""
    root = ElementTree.fromstring(svg)
    pins = [one for one in root.findall(f"{SVG}text") if (one.text or "").isdigit()]
    contacts = [one for part in groups(root, "part-") for one in part.findall(f"{SVG}text") if one.get("font-weight") == "bold"]
    found = {}
    for group in groups(root, "wire-"):
        start, *_, end = corners(group)
        tags = [one.text or "" for one in group.iter(f"{SVG}text")]
        found[number(group)] = int(near(pins, start, 1)), near(contacts, end, 20), tags
    return found


def meant(*parts: Part) -> dict[int, tuple[int, str, list[str]]]:
    return {
        wire.number: (wire.header, wire.contact, [str(wire.number), part.named(wire), str(wire.number), f"pin {wire.header}"])
        for part in parts
        for wire in part.wires
    }


@pytest.mark.parametrize("name", SHOWN)
def test_every_wire_begins_ends_and_is_labelled_as_the_code_has_it_and_none_hides_another(name: str) -> None:
    assert wires(KEPT[name]) == meant(*SHOWN[name])
    assert on_one_another(KEPT[name]) == []


# Wires can be followed by eye


def on_one_another(svg: str, apart: float = 8) -> list[tuple[int, int]]:
    """Return the pairs of wires that run side by side closer than *apart*: nobody could tell them apart."""
    wires = groups(ElementTree.fromstring(svg), "wire-")
    stretches = [(number(wire), a, b) for wire in wires for a, b in pairwise(corners(wire))]
    found = []
    for (one, a, b), (other, c, d) in combinations(stretches, 2):
        for along, across in ((0, 1), (1, 0)):
            level = a[across] == b[across] and c[across] == d[across] and abs(a[across] - c[across]) < apart
            (left, right), (from_, to) = sorted((a[along], b[along])), sorted((c[along], d[along]))
            if one != other and level and min(right, to) > max(left, from_):
                found.append((one, other))
    return found


def test_a_wire_on_another_pin_and_wires_on_one_another_are_noticed() -> None:
    moved = replace(READER, wires=(replace(READER.wires[0], header=26), *READER.wires[1:]))
    read = wires(drawings.drawing("", (moved,)).as_svg())
    assert {number: wire for number, wire in read.items() if wire != meant(READER)[number]} == {
        1: (26, "SDA", ["1", "reader SDA", "1", "pin 26"])
    }
    same = replace(DISPLAY.wires[1], number=40, contact="again")
    assert (9, 40) in on_one_another(drawings.drawing("", (replace(DISPLAY, wires=(*DISPLAY.wires, same)),)).as_svg())
