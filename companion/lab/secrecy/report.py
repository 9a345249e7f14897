"""Report a run of two worlds: how far it came, and every difference by which a viewer could tell them apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.kit.viewers import Viewer

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Difference:
    """A difference in *channel* after *moves*, by which *viewer* could tell the worlds apart."""

    channel: str
    viewer: Viewer
    moves: str
    in_a: bytes
    in_b: bytes

    def __str__(self) -> str:
        where = next((n for n, (a, b) in enumerate(zip(self.in_a, self.in_b, strict=False)) if a != b), 0)
        near = slice(max(0, where - 150), where + 100)
        return f"{self.viewer} sees in {self.channel} after {self.moves}:\n  A {self.in_a[near]!r}\n  B {self.in_b[near]!r}"


@dataclass
class Report:
    """The counts of a run. *apart* is the number of steps after which secrets differed; no other step could show a leak.

    *votes* is the number of steps that were votes on taking back or putting back, *corrections* of those by which the table was
    set anew, and *swaps* of those by which two people swapped their seats. *diverged* counts the events of the steps
    *apart*, by kind of event and role of the viewer. *inside* counts those of them that held a differing secret themselves.
    """

    steps: int = 0
    apart: int = 0
    pairs: int = 0
    votes: int = 0
    corrections: int = 0
    swaps: int = 0
    differences: list[Difference] = field(default_factory=list)
    diverged: Counter[tuple[str, str]] = field(default_factory=Counter)
    inside: Counter[tuple[str, str]] = field(default_factory=Counter)
