"""Keep in mind which finished games a hub has acknowledged, and decide which are told next.

A result is told at least once: after each arrival at the broker, when its game ends, and whenever a hub says a word, until the
hub has acknowledged it: its number, and its mark, because a journal that is begun anew counts from 1 again. Which those are is
kept in the data directory. If that file is lost, everything is told again, and a hub counts a game once.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from companion.agreeing.evening.history import Finished

FILE: Final = "acknowledged"
MOST: Final = 20  # Results told at a time; the hub's answer to one of them brings the next.
HERE: Final = ""  # The mark by which a hub says that it is there, and wants all that waits.


class Results:
    """The finished games of the table whose data is in *folder*, and how far a hub has them."""

    def __init__(self, folder: Path) -> None:
        """Read what has been acknowledged before; begin anew if that can't be read."""
        self._file = folder / FILE
        self._known = _read(self._file)
        self._arrivals, self._newest, self._told = 0, "", frozenset[str]()

    def due(self, history: Sequence[Finished], arrivals: int, answers: Iterable[str]) -> list[Finished]:
        """Return the games of *history* to tell now, oldest first: at most MOST of those that haven't been acknowledged.

        None are due before something has happened: a new arrival at the broker, a new game, or an answer. One that a hub can't
        read, and so doesn't acknowledge, is told once each time and keeps no other from being told.
        """
        heard, newest = [_answer(answer) for answer in answers], history[-1].mark if history else ""
        if anew := arrivals != self._arrivals or HERE in heard:
            self._told = frozenset()
        if not (anew or newest != self._newest or any(one is not None for one in heard)):
            return []
        self._arrivals, self._newest = arrivals, newest
        self._acknowledge({one for one in heard if one} & {one.mark for one in history})
        due = [one for one in history if one.mark not in self._known | self._told][:MOST]
        self._told |= {one.mark for one in due}
        return due

    def _acknowledge(self, marks: set[str]) -> None:
        if marks <= self._known:
            return
        self._known |= marks
        try:
            (new := self._file.with_suffix(".new")).write_text(json.dumps(sorted(self._known)), encoding="ascii")
            new.replace(self._file)
        except OSError as trouble:  # They are told again after the next start, and counted once.
            logging.getLogger(__name__).warning("what the hub has acknowledged can't be kept: %s", trouble)


def _read(file: Path) -> set[str]:
    with suppress(OSError, ValueError):
        kept = json.loads(file.read_text(encoding="ascii"))
        return {one for one in kept if isinstance(one, str)} if isinstance(kept, list) else set()
    return set()


def _answer(answer: str) -> str | None:
    """Return the mark of the game that *answer* acknowledges; HERE if it asks for all that wait; None if it makes no sense."""
    with suppress(ValueError, RecursionError):
        said = json.loads(answer)
        if isinstance(said, dict) and isinstance(mark := said.get("mark"), str):
            return mark
    return None
