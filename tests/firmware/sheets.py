"""A sheet of labels, read as the paper will show it."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
Area: TypeAlias = tuple[float, float, float, float]


class Sheet:
    """The labels on a sheet, by their names."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.labels = {name: one for one in self.root.iter(f"{SVG}g") if (name := one.get("id"))}

    def words(self, label: str) -> list[str]:
        return texts(self.labels[label])

    def cuts(self) -> dict[str, Area]:
        """Return left, top, right and bottom of each label's cut line, in millimetres."""
        lines = {name: [part for part in one if part.get("stroke-dasharray")] for name, one in self.labels.items()}
        return {name: _area(line[0]) for name, line in lines.items() if line}

    def misplaced(self) -> list[tuple[str, ...]]:
        """Return the labels that are not on the paper, and the pairs that touch each other."""
        cuts = self.cuts()
        on = {name: a[0] >= 8 and a[1] >= 12 and a[2] <= 202 and a[3] <= 289 for name, a in cuts.items()}
        off = [(name,) for name in cuts if not on[name]]
        return off + [(one, two) for (one, a), (two, b) in combinations(cuts.items(), 2) if overlap(a, b)]


def texts(element: Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def overlap(a: Area, b: Area) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _area(line: Element) -> Area:
    if line.tag == f"{SVG}circle":
        x, y, r = (float(line.get(name, "")) for name in ("cx", "cy", "r"))
        return x - r, y - r, x + r, y + r
    x, y, width, height = (float(line.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height
