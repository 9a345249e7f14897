"""Sealed values: the only form in which a secret leaves the state."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.kit.viewers import Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")

_HIDDEN: Final = object()


class Closed(Exception):
    """Code acting for a viewer opened a seal that the viewer may not open."""


class Sealed(Generic[T]):
    """A value that only the viewers in *eyes* may see. Everybody sees *outside*, such as the number of notes.

    Immutable. `repr` and `str` never show the contents, and only the journal's codec turns a seal into plain data.
    """

    __slots__ = ("_closed", "_contents", "_opened", "eyes", "outside", "viewed")

    def __init__(self, contents: T, eyes: Iterable[Viewer], outside: int = 0) -> None:
        self._contents: Any = contents
        self.eyes = frozenset(eyes)
        self.outside = outside
        self.viewed = False
        # What `seen_by` returns, to those among the eyes and to all others: one copy each, made when first needed.
        self._opened: Sealed[T] | None = None
        self._closed: Sealed[T] | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the holder of this copy may look inside."""
        return self._contents is not _HIDDEN

    def open(self) -> T:
        """Return the contents; raise Closed if this copy belongs to a viewer who may not see them."""
        if self._contents is _HIDDEN:
            raise Closed(repr(self))
        contents: T = self._contents
        return contents

    def with_eyes(self, eyes: Iterable[Viewer]) -> Sealed[T]:
        """Return the same contents sealed for other *eyes*; the caller must put it into an event that discloses this."""
        return Sealed(self.open(), eyes, self.outside)

    def seen_by(self, viewer: Viewer) -> Sealed[T]:
        """Return the copy that *viewer* may hold, which has no contents unless *viewer* is among the eyes."""
        if viewer in self.eyes:
            if self._opened is None:
                self._opened = self._copy(self._contents)
            return self._opened
        if self._closed is None:
            self._closed = self._copy(_HIDDEN)
        return self._closed

    def _copy(self, contents: object) -> Sealed[T]:
        copy: Sealed[Any] = Sealed(contents, self.eyes, self.outside)
        copy.viewed = True
        return copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sealed):
            return NotImplemented
        return (self._contents, self.eyes, self.outside) == (other._contents, other.eyes, other.outside)

    def __hash__(self) -> int:
        return hash((self.eyes, self.outside))

    def __repr__(self) -> str:
        return f"Sealed({self.outside})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seal can't be pickled or copied: use the codec")


_BARE: Final = frozenset({int, str, bool, type(None)})
_OF_THEIR_PARTS: Final = (tuple, frozenset, dict, Mapping, Union, types.UnionType)


def seen(value: T, viewer: Viewer) -> T:
    """Return *value* (a state, an event) with every seal as *viewer* may hold it, inside dataclasses, tuples and dicts too.

    Fields whose annotation rules out a seal are skipped, and a value that can't hold any is returned unchanged. Raises
    TypeError for any other kind of value, and NameError for a dataclass whose annotations can't be resolved.
    """
    recent = _RECENT.get((type(value), viewer))
    if recent is not None and recent[0] is value:
        same: T = recent[1]
        return same
    sight: T = _seen(value, viewer)
    _RECENT[type(value), viewer] = value, sight
    return sight


# By kind and viewer, the value seen last with what was seen of it. Between two commits asks, guard and views want the same.
_RECENT: Final[dict[tuple[type, Viewer], tuple[object, Any]]] = {}


def _seen(value: Any, viewer: Viewer) -> Any:
    kind: Any = type(value)
    if kind in _BARE:
        return value
    if kind is Sealed:
        return value.seen_by(viewer)
    if kind is tuple:
        return tuple([_seen(item, viewer) for item in value])
    if kind is dict:
        return {key: item.seen_by(viewer) if type(item) is Sealed else _seen(item, viewer) for key, item in value.items()}
    if not (held := _sealing(kind)):
        return value
    parts = list(_reader(kind)(value))
    for at in held:
        parts[at] = _seen(parts[at], viewer)
    return kind(*parts)


@cache
def _reader(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads all fields of the dataclass *kind*. Cached, as `_sealing` is."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)


@cache
def _sealing(kind: type) -> tuple[int, ...]:
    """Return the indices of those fields of the dataclass *kind* that can hold a seal.

    Cached, and worth it: most of a state can't hold seals, and `seen` runs for every viewer after every event, replay included.
    """
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is not a dataclass, so it can't be searched for seals")
    hints = get_type_hints(kind)
    return tuple(at for at, field in enumerate(fields(kind)) if _may_hold_seal(hints[field.name]))


def _may_hold_seal(hint: Any) -> bool:
    """Return whether a value annotated *hint* can hold a seal: not a bare value, nor a container of nothing else."""
    if hint in _BARE or hint is ... or get_origin(hint) is Literal:
        return False
    if get_origin(hint) in _OF_THEIR_PARTS:
        return any(_may_hold_seal(part) for part in get_args(hint))
    return not (isinstance(hint, type) and is_dataclass(hint)) or bool(_sealing(hint))
