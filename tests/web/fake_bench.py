"""A fake bench, for the pages that show one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.games import installed
from companion.kit.pieces import Piece
from companion.table.table import Table
from companion.tags.pieces import Pieces
from firmware.simulator.faults import FAULTS
from tests.web.tables import new_table

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
PICTURE = bytes.fromhex(  # one black dot
    "89504e470d0a1a0a0000000d4948445200000001000000010100000000376ef9240"
    "000000a49444154789c636000000002000148afa4710000000049454e44ae426082"
)


class FakeBench:
    """A fake box: it remembers the pieces that lie on it, and counts every change."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = [(uid.hex(), piece) for uid, piece in pieces.tags()]
        self._lying: list[str] = []
        self._faults = dict.fromkeys(FAULTS, False)
        self.presses: list[tuple[str, bool]] = []
        self.colour = [0, 0, 0]
        self.changes = 0

    def pieces(self) -> Sequence[tuple[str, Piece]]:
        return self._pieces

    def unknown_tag(self) -> str:
        return "ffffffff"

    def lying(self) -> Sequence[str]:
        return tuple(self._lying)

    def lay(self, uid: str) -> None:
        if uid not in self._lying:
            self._lying.append(uid)
            self.changes += 1

    def lift(self, uid: str) -> None:
        if uid in self._lying:
            self._lying.remove(uid)
            self.changes += 1

    def press(self, button: str, *, long: bool = False) -> None:
        self.presses.append((button, long))
        self.changes += 1

    def display(self) -> bytes:
        return PICTURE

    def panel(self) -> Mapping[str, Any]:
        return {"colour": self.colour, "phrase": "right" if self.presses else "", "phrases": len(self.presses)}

    def faults(self) -> Mapping[str, bool]:
        return dict(self._faults)

    def set_fault(self, name: str, on: bool) -> None:
        self._faults[name] = on
        self.changes += 1

    def pull_plug(self) -> None:
        self.changes += 1

    def revision(self) -> int:
        return self.changes


def sticker(number: int) -> bytes:
    return bytes([4, 0, 0, number])


def uid_of(bench: FakeBench, *piece: object) -> str:
    return next(uid for uid, one in bench.pieces() if (one.kind, one.name, one.number)[: len(piece)] == piece)


def boxed_table(folder: Path) -> Table:
    """Return a table with a sticker on every piece of every box."""
    return new_table(folder, Pieces({sticker(number): piece for number, piece in enumerate(BOX)}))
