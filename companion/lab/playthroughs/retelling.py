"""Write down what is said, shown and meant by taps in the playthroughs, a line each; of whole games only the sentences.

`python -m companion.lab.playthroughs.retelling FOLDER ...` rewrites the file `retold` in each folder of playthroughs. Read the
differences.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.kit.log import Log
from companion.kit.pieces import Piece
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.lab import announcing
from companion.lab.playthroughs.script import GONE, read
from companion.lab.simulate import Step
from companion.match import guard
from companion.setting.hands import lesson
from companion.setting.layouts import laid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.kit.game import AnyGame
    from companion.kit.layout import Fact

RECORD: Final = "retold"
RETELL: Final = (
    "if this is right, run `python -m companion.lab.playthroughs.retelling` with the playthroughs' folders, "
    "and read the differences"
)
KEYS: Final = tuple(Piece("key", name) for name in ("ok", "back", "last_order"))
FEW: Final = 12  # Of so many pieces of a kind, all are tapped.
MANY: Final = 8  # From so many choices on, only the first and the last are told.
BRIEF: Final = 100  # characters
BARE: Final = {str, int, bool, type(None)}
SAID: Final = {"news", "told", "history"}
LONG: Final = {*SAID, "cells", "before", "after", "options"}


def files(folder: Path) -> list[Path]:
    """Return the playthroughs in *folder* that are retold: all but those that set the table anew."""
    return sorted(file for file in folder.glob("*.txt") if not file.stem.startswith("set-"))


def recorded(folder: Path) -> set[str]:
    """Return the lines that are recorded for the playthroughs in *folder*."""
    return set((folder / RECORD).read_text(encoding="utf-8").splitlines())


def retold(file: Path) -> set[str]:
    """Return the lines for the playthrough in *file*, up to a take-back.

    These are the sentences and displays of events, what hands do, the meanings of pieces, the fields of views that are
    omitted or derived, and how the cardboard lies at last. One more line, a checksum of the others, notices what another
    playthrough still tells and this one doesn't.
    """
    lines = {*_told(file)}
    return {*lines, f"{file.stem}: {sha256(' '.join(sorted(lines)).encode()).hexdigest()[:12]}"}


def _told(file: Path) -> Iterator[str]:
    script, told = read(file.read_text(encoding="utf-8"), file.name), announcing.Told()
    game, state = script.game, script.game.setup(script.seats, script.options)
    whole, pieces = file.stem.startswith("game-"), _pieces(game.pieces(script.options))
    forward = takewhile(lambda step: not step.back, script.steps)
    yield f"pieces: {_words(game.pieces(script.options))}"
    yield from () if whole else _shown(game, state, (), pieces)
    for seat, command in [one for step in forward if step.refusal == GONE for one in step.commands]:
        before, events = state, tuple(guard.decide(game, state, seat, command))
        for event in events:
            state = game.evolve(state, event)
            yield from (f"{type(event).__name__}: {_words(game.tell(seen(event, one), one))}" for one in (TABLE, *state.seats))
        if not whole:
            step = Step(seat, command, before, events, state)
            yield f"{type(state.phase).__name__}: {_words(told.screen(game, step))}"
            yield from announcing.retold(game, step, told.events)
            yield from _shown(game, state, told.events, pieces)
    facts = (fact for one in (TABLE, *state.seats) for fact in laid(game, state, one))
    yield from (f"lies: {_words(_shortened(fact))}" for fact in facts)


def _pieces(box: Sequence[Piece]) -> list[Piece]:
    """Return the keys and the pieces of *box* that are tapped: all of a kind with FEW, of others the first and the last."""
    kinds = {piece.kind: [one for one in box if one.kind == piece.kind] for piece in box}
    return [*KEYS, *(one for kind in kinds.values() for one in (kind if len(kind) <= FEW else (kind[0], kind[-1])))]


def _shown(game: AnyGame, state: Any, events: Sequence[object], pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield what *pieces* mean in *state*, what viewers are shown of it after *events*, and what hands do."""
    phase, public = type(state.phase).__name__, seen(state, TABLE)
    omitted = {kind: {*names} - LONG for kind, names in game.REHEARSAL.left_out.items()}
    for piece in pieces:
        yield f"{phase}, {_words(piece)}: {_words(game.tapped(public, piece, 'reader 1'))}"
    for one in (TABLE, *state.seats):
        view = game.view(seen(state, one), one, Log(events, one))
        yield from _left_out(omitted, view)
        yield from (f"{phase}, {name}: {said}" for name, said in _derived(view))
        if one == TABLE:
            yield f"{phase}, by hand: {_words(lesson(game, (state,), view).said)}"


def _derived(view: object) -> Iterator[tuple[str, str]]:
    """Yield the names and values of *view*'s properties, which playthroughs don't show: those with few words."""
    kind: Any = type(view)
    for name in _properties(kind):
        if len(said := _words(getattr(view, name))) < BRIEF:
            yield name, said


def _shortened(fact: Fact) -> Fact:
    """Return *fact* without a sum, and of many choices the first and the last."""
    choices = fact.choices if len(fact.choices) < MANY else fact.choices[:: len(fact.choices) - 1]
    return replace(fact, value="" if isinstance(fact.value, int) else fact.value, choices=choices)


def _left_out(omitted: Mapping[str, set[str]], view: object) -> list[str]:
    """Return the fields of *view* that playthroughs omit, as plain data: those *omitted* of each kind."""
    lines, parts = list[str](), list[Any]([view])
    while parts:
        part = parts.pop()
        kind: Any = type(part)
        if names := _fields(kind):
            left_out = omitted.get(kind.__name__, ())
            lines += [f"{kind.__name__}: {name} {codec.plain(getattr(part, name))}" for name in left_out]
            part = tuple(getattr(part, name) for name in names if name not in SAID)
        if isinstance(part, tuple):
            parts += [one for one in part if type(one) not in BARE]
    return lines


def _words(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_words, value))
    kind: Any = type(value)
    if (names := _fields(kind)) is None:
        return str(value).rpartition(".")[2]  # The last part of a code identifies it.
    said = {name: getattr(value, name) for name in names}
    parts = {name: part for name, part in said.items() if part is not False and part not in (None, "", ())}
    return ", ".join(f"{name} {_words(part)}" for name, part in parts.items()) if len(parts) > 2 else _words((*parts.values(),))


@cache
def _fields(kind: type) -> tuple[str, ...] | None:
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else None


@cache
def _properties(kind: type) -> tuple[str, ...]:
    return tuple(name for name, _ in inspect.getmembers(kind, lambda one: isinstance(one, property)))


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:]):
        lines = {line for file in files(folder) for line in retold(file)}
        (folder / RECORD).write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")
