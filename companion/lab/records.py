"""Write records of games, for independent programs to check: every command, every event, every viewer's view.

Each file holds one game, as JSON in UTF-8. All money is in whole thousands. The top level has

- `format`: 1, the format described here
- `game` and `rules`: the game's name and the version of its rules
- `seats`: the seats, in order; `options`: the table options as they were given
- `views`: every viewer's view before the first command, by viewer: each seat, and "table" (display and table screen)
- `steps`: the commands, in order

and each of the steps has

- `seat`: who acted: a seat, "table" (a key, or nobody in particular) or "chance" (bag, deck, dice)
- `command`: the command
- `events`: its events, in order; the state before the first step is the one that the rules set up
- `views`: by viewer, the top-level fields of the view that have changed since the previous step, each one complete;
  `view.update(step["views"].get(viewer, {}))` keeps a viewer's view up to date

Commands, events and views are objects whose `is` names their kind; their other fields are those of the dataclasses of
that name (in `moves.py` and `sight.py` in the game's own folder). Tuples are lists. In an event, a secret has the form
`{"sealed": outside, "eyes": [...], "contents": ...}`: `outside` is what everybody sees of it, such as the number of notes,
and only the viewers in `eyes` know the contents. A view holds only what its viewer may see. Illegal commands aren't recorded.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.journal.store import text
from companion.kit.log import Log
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from companion.kit.game import AnyGame, State, View
    from companion.kit.viewers import Seat, Viewer

FORMAT: Final = 1


class Record:
    """The record of one game, built while it is played."""

    def __init__(self, game: AnyGame, seats: Sequence[Seat], options: Mapping[str, object]) -> None:
        self._game = game
        self._views: dict[Viewer, View | None] = dict.fromkeys((*seats, TABLE))
        self._steps: list[object] = []
        self._events: list[object] = []
        self._head = {
            "format": FORMAT, "game": game.NAME, "rules": game.RULES, "seats": list(seats), "options": dict(options),
            "views": self._changes(game.setup(seats, options)),
        }  # fmt: skip

    def add(self, seat: Seat, command: object, events: Sequence[object], after: State) -> None:
        """Add a *command* of *seat* with its *events* and the state *after* it."""
        self._events += events
        step = {"seat": seat, "command": codec.kept(command), "events": codec.kept(tuple(events))}
        self._steps.append({**step, "views": self._changes(after)})

    @property
    def so_far(self) -> dict[str, object]:
        """The record up to the last command, as plain data."""
        return {**self._head, "steps": self._steps}

    def write(self, path: Path) -> None:
        """Write the record to the file *path*, creating its folder if needed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(self.so_far) + "\n", encoding="utf-8")

    def _changes(self, state: State) -> dict[Viewer, dict[str, object]]:
        """Return the changed fields of each viewer's view, leaving out viewers without any."""
        changes = {}
        for viewer, before in self._views.items():
            now = self._views[viewer] = self._game.view(seen(state, viewer), viewer, Log(self._events, viewer))
            if changed := _changed(before, now):
                changes[viewer] = changed
        return changes


def _changed(before: View | None, now: Any) -> dict[str, object]:
    """Return, as plain data, the fields of the view *now* that differ from *before*; all fields if *before* is None."""
    if before is None:
        return dict(codec.plain(now))
    names = (field.name for field in fields(now))
    return {name: codec.plain(getattr(now, name)) for name in names if getattr(before, name) != getattr(now, name)}
