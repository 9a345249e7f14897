"""The facts that a view shows, as playthroughs write them: a path of names, and a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from companion.journal import codec
from companion.kit.log import Log
from companion.kit.sealed import seen
from companion.lab.playthroughs.script import GONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.journal.codec import Json
    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.rehearsal import Rehearsal
    from companion.kit.viewers import Viewer

Path: TypeAlias = tuple[str, ...]
Facts: TypeAlias = dict[Path, str]


def facts(game: AnyGame, state: State, viewer: Viewer, events: Sequence[object]) -> Facts:
    """Return everything that *viewer* is shown in *state* after *events*: the view's fields by path, and `asks`."""
    mine = seen(state, viewer)
    found: Facts = {}
    _fill(found, (), codec.plain(game.view(mine, viewer, Log(events, viewer))), game.REHEARSAL)
    asks = game.asks(mine, viewer)
    return {**found, ("asks",): _asks(asks)} if asks else found


def _asks(asks: Iterable[AnyAsk]) -> str:
    open_, greyed = [ask for ask in asks if ask.is_open], [ask.name for ask in asks if not ask.is_open]
    names = [f"{ask.name}:{ask.why_not.said.code.rpartition('.')[2]}" if ask.why_not else ask.name for ask in open_]
    return " ".join([*names, "|", *greyed] if greyed else names)


def _fill(found: Facts, path: Path, data: object, rehearsal: Rehearsal[Any, Any]) -> None:
    """Add to *found* the facts in *data*, which stands at *path*."""
    if isinstance(data, list) and data and isinstance(data[0], dict):
        _fill_things(found, path, data, rehearsal)
    elif not isinstance(data, dict):
        if data is not None:
            found[path] = _text(data)
    elif (text := _counted(data, rehearsal)) is not None:
        found[path] = text
    else:
        left_out = rehearsal.left_out.get(data.get("is", ""), ())
        for name, value in data.items():
            if name != "is" and name not in left_out:
                # Avoid "offer pile pile 5+1", which says no more than "offer pile 5+1".
                _fill(found, path if path and path[-1] == name else (*path, name), value, rehearsal)


def _fill_things(found: Facts, path: Path, things: list[Json], rehearsal: Rehearsal[Any, Any]) -> None:
    """Add the facts of a list's things, each identified by one of the keys.

    Things with an empty name are skipped, because they aren't known yet. A thing without facts is `-`.
    """
    where = path[:-1] if path[-1] in rehearsal.unnamed else path
    for thing in things:
        key = next(name for name in rehearsal.keys if name in thing)
        if thing[key]:
            before = len(found)
            _fill(found, (*where, thing[key]), {name: value for name, value in thing.items() if name != key}, rehearsal)
            if len(found) == before:
                found[*where, thing[key]] = GONE


def _counted(data: Json, rehearsal: Rehearsal[Any, Any]) -> str | None:
    match data:
        case {"is": "Purse", "real": real, "fakes": fakes}:
            return f"{real} + {fakes} fakes"
        case {"is": "Pile", "tens": tens, "fives": fives, "twos": twos, "ones": ones, "fakes": fakes}:
            return "+".join(["10"] * tens + ["5"] * fives + ["2"] * twos + ["1"] * ones + ["0"] * fakes) or "nothing"
        case {"is": kind, **numbers} if kind in rehearsal.counts:
            return " ".join(f"{name} {number}" for name, number in numbers.items() if number) or "none"
    return None


def _text(data: object) -> str:
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, list):
        between = " / " if data and isinstance(data[0], list) else " "
        return between.join(_text(item) for item in data) or "nobody"
    return str(data) or "none"
