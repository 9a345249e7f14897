"""Write down what is said, shown and meant by taps in the playthroughs, a line each; of whole games only the sentences.

`python -m tests.companion.retold` rewrites the lines in tests/playthroughs/retold: read the differences.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from companion.journal import codec
from companion.kit import TABLE, Piece, seen
from companion.lab import announcing
from companion.lab.script import GONE, read
from companion.lab.simulate import Step
from tests.companion.playing import decided, sight, tap

PLAYED = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(file for file in PLAYED.glob("*/*.txt") if not file.stem.startswith("set-"))
KEYS = tuple(Piece("key", name) for name in ("ok", "back", "last_order"))
LONG = {"news", "told", "history", "cells", "before", "after", "options"}


@cache
def written(game: str) -> set[str]:
    return set((PLAYED / "retold" / game).read_text(encoding="utf-8").splitlines())


def retold(file: Path) -> Iterator[str]:
    """Yield the lines for the playthrough in *file*, up to a take-back.

    These are the sentences and displays of events, the meanings of pieces, and the omitted fields.
    """
    script, told = read(file.read_text(encoding="utf-8"), file.name), announcing.Told()
    game, state = script.game, script.game.setup(script.seats, script.options)
    forward = lambda step: not step.back
    pieces = (*KEYS, *{piece.kind: piece for piece in game.pieces(script.options)}.values())
    yield f"pieces: {_words(game.pieces(script.options))}"
    for seat, command in [one for step in takewhile(forward, script.steps) if step.refusal == GONE for one in step.commands]:
        before, (state, events) = state, decided(state, seat, command)
        for event in events:
            yield from (f"{type(event).__name__}: {_words(game.tell(seen(event, one), one))}" for one in (TABLE, *state.seats))
        if file.stem.startswith("game-"):
            continue
        phase = type(state.phase).__name__
        step = Step(seat, command, before, events, state)
        yield f"{phase}: {_words(told.screen(game, step))}"
        yield from announcing.retold(game, step, told.events)
        yield from (f"{phase}, {_words(piece)}: {_words(tap(state, piece))}" for piece in pieces)
        yield from (line for one in (TABLE, *state.seats) for line in _left_out(game, codec.plain(sight(state, one))))


def _left_out(game: Any, view: Any) -> Iterator[str]:
    """Yield the fields of *view* that playthroughs omit, as plain data, unless they are long."""
    if isinstance(view, dict):
        names = sorted({*game.REHEARSAL.left_out.get(kind := view.get("is", ""), ())} - LONG)
        yield from (f"{kind}: {name} {view[name]}" for name in names)
    for part in view.values() if isinstance(view, dict) else view if isinstance(view, list) else ():
        yield from _left_out(game, part)


def _words(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_words, value))
    if not is_dataclass(value):
        return str(value).rpartition(".")[2]  # The last part of a code identifies it.
    parts = {one.name: part for one in fields(value) if (part := getattr(value, one.name)) not in (None, "", ())}
    return ", ".join(f"{name} {_words(part)}" for name, part in parts.items()) if len(parts) > 2 else _words((*parts.values(),))


if __name__ == "__main__":
    for game in {file.parent.name for file in FILES}:
        lines = {line for file in FILES if file.parent.name == game for line in retold(file)}
        (PLAYED / "retold" / game).write_text("".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")
