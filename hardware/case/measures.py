"""Read the numbers of the case from OpenSCAD's source.

A top-level assignment of OpenSCAD is arithmetic that Python can read too, except for `a ? b : c`.
"""

import re
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

SOURCE: Final = Path(__file__).parent / "case.scad"
CHOICES: Final = [  # every case that can be printed
    {"display": display, "pi": pi, "keys": keys}
    for display, pi, keys in product(("0.96", "1.3", "2.42", "none"), ("B", "Zero"), (0, 3))
]
Case: TypeAlias = dict[str, Any]


def case(**given: Any) -> Case:
    """Return every top-level value of the source, with *given* in place of its own."""
    found: Case = {}
    for name, value in re.findall(r"^(\w+) = (.+?);", SOURCE.read_text(encoding="utf-8"), re.M):
        found[name] = given[name] if name in given else eval(python(value), {"min": min, "max": max}, dict(found))
    assert set(given) <= set(found)
    return found


def python(value: str) -> str:
    """Return the expression *value* of OpenSCAD as one of Python's."""
    condition, mark, rest = value.partition(" ? ")
    if not mark:
        return value
    then, _, other = rest.partition(" : ")
    return f"({then}) if ({condition}) else ({python(other)})"
