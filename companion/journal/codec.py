"""Convert dataclasses to plain data and back: one wire format for phones, journal and playthroughs.

A dataclass becomes a dict whose key "is" names its class; tuples become lists. Reading is strict: a value that isn't exactly of
the field's type is Malformed.
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.kit.sealed import Sealed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")
Json: TypeAlias = dict[str, Any]  # An object of the journal or of a file; only the code that reads it knows its fields.

LONGEST_TEXT: Final = 80  # characters in any one text of a command
LARGEST_NUMBER: Final = 1_000_000
_BARE: Final = frozenset({int, str, bool, type(None)})
DEEPEST: Final = 3  # levels of nesting in a field that takes any plain value (a game's options)


class Malformed(ValueError):
    """The data doesn't have the expected form; nothing has changed."""


def plain(value: object) -> Any:
    """Return *value* as plain data for the viewer that it was `seen` by; raise TypeError for a seal not yet seen by any."""
    return _write(value, _as_seen)


def kept(value: object) -> Any:
    """Return *value* as plain data, including the contents of seals. Only for the journal: nothing else may store secrets."""
    return _write(value, _with_contents)


def _write(value: Any, seal: Callable[[Sealed[Any]], Any]) -> Any:
    kind: Any = type(value)
    if kind in _BARE:
        return value
    if kind is Sealed:
        return seal(value)
    if kind is tuple or kind is list:  # Most items are bare, and calling _write for those would cost a sixth of the time.
        return [item if type(item) in _BARE else _write(item, seal) for item in value]
    if kind is frozenset:
        return sorted(_write(item, seal) for item in value)
    if (names := _names(kind)) is None:
        return {str(key): _write(item, seal) for key, item in value.items()}
    written: Json = {"is": kind.__name__}
    for name in names:
        item = getattr(value, name)
        written[name] = item if type(item) in _BARE else _write(item, seal)
    return written


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """Return the names of a dataclass's fields, or None for a mapping. Cached: every view is written for every viewer."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    if issubclass(kind, Mapping):
        return None
    raise TypeError(f"{kind.__name__} can't be written as plain data")


def _as_seen(seal: Sealed[Any]) -> Any:
    if not seal.viewed:
        raise TypeError("a seal must be seen by a viewer before it is written")
    return {"sealed": seal.outside, **({"contents": plain(seal.open())} if seal.is_open else {})}


def _with_contents(seal: Sealed[Any]) -> Any:
    return {"sealed": seal.outside, "eyes": sorted(seal.eyes), "contents": kept(seal.open())}


def read(kinds: Iterable[type[T]], data: object) -> T:
    """Return *data* as an instance of one of the dataclasses *kinds*, chosen by its key "is"; raise Malformed."""
    if not isinstance(data, dict):
        raise Malformed("not an object")
    kind = {kind.__name__: kind for kind in kinds}.get(data["is"] if isinstance(data.get("is"), str) else "")
    if kind is None:
        raise Malformed("an object of an unknown kind")
    value: T = _dataclass(kind, data)
    return value


def reads_back(kinds: Iterable[type[T]], values: Iterable[T]) -> bool:
    """Return whether *values* of the dataclasses *kinds*, written as JSON by `kept`, are read as what they are."""
    known, written = tuple(kinds), kept(tuple(values))
    try:
        return bool(kept([read(known, data) for data in json.loads(json.dumps(written))]) == written)
    except ValueError:
        return False


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _dataclass(kind: Any, data: Any) -> Any:
    if not isinstance(data, dict) or data.get("is", kind.__name__) != kind.__name__:
        raise Malformed(f"not a {kind.__name__}")
    known = {field.name: field for field in fields(kind)}
    if set(data) - set(known) - {"is"}:
        raise Malformed(f"{kind.__name__} has no such field")
    missing = [f.name for f in known.values() if f.name not in data and f.default is f.default_factory is MISSING]
    if missing:
        raise Malformed(f"{kind.__name__} needs the field {missing[0]}")
    values = {name: _value(_hints(kind)[name], data[name]) for name in known if name in data}
    try:
        return kind(**values)
    except ValueError as error:
        raise Malformed(str(error)) from error


def _value(hint: Any, data: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if hint is object:
        return anything(data)
    if hint is type(None) or hint is None:
        return _exactly(data is None, data)
    if hint in (int, str, bool):
        return _scalar(hint, data)
    if origin is Literal:
        return _exactly(isinstance(data, str) and data in args, data)
    if origin in (Union, types.UnionType):
        return _one_of(args, data)
    if origin is Sealed:
        return _seal(args[0], data)
    if origin is tuple:
        return _tuple(args, data)
    if origin is frozenset:
        return frozenset(_tuple((args[0], ...), data))
    if origin in (dict, Mapping):
        _exactly(isinstance(data, dict), data)
        return {_scalar(str, key): _value(args[1], item) for key, item in data.items()}
    return _dataclass(hint, data)


def anything(data: Any, depth: int = DEEPEST) -> Any:
    """Read a value whose type only the game knows: scalars, and lists and objects of them, at most *depth* levels deep.

    Raises Malformed.
    """
    if isinstance(data, list | dict):
        _exactly(depth > 0, data)
        if isinstance(data, list):
            return [anything(item, depth - 1) for item in data]
        return {_scalar(str, key): anything(item, depth - 1) for key, item in data.items()}
    return data if data is None else _scalar(type(data) if type(data) in (int, str, bool) else str, data)


def _exactly(right: bool, data: Any) -> Any:
    if not right:
        raise Malformed("an unexpected value")
    return data


def _scalar(hint: type, data: Any) -> Any:
    _exactly(type(data) is hint, data)
    if hint is str:
        return _exactly(len(data) <= LONGEST_TEXT, data)
    return _exactly(hint is bool or abs(data) <= LARGEST_NUMBER, data)


def _one_of(hints: tuple[Any, ...], data: Any) -> Any:
    for hint in hints:
        try:
            return _value(hint, data)
        except Malformed:
            continue
    raise Malformed("a value has none of the expected types")


def _tuple(args: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    _exactly(isinstance(data, list), data)
    if args[-1] is ...:
        return tuple(_value(args[0], item) for item in data)
    _exactly(len(args) == len(data), data)
    return tuple(_value(hint, item) for hint, item in zip(args, data, strict=True))


def _seal(hint: Any, data: Any) -> Sealed[object]:
    """Read a seal in the form that `kept` writes. A phone can't send one, because no command has a field for it."""
    _exactly(isinstance(data, dict) and set(data) == {"sealed", "eyes", "contents"}, data)
    return Sealed(_value(hint, data["contents"]), _tuple((str, ...), data["eyes"]), _scalar(int, data["sealed"]))
