"""Sealed values: the only way a secret leaves the state."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")

_HIDDEN: Final = object()


class Closed(Exception):  # noqa: N818  # A fact about the seal, and always our own mistake.
    """Somebody looked into a seal that isn't theirs."""


class Sealed(Generic[T]):
    """A value that only the viewers in *eyes* may see. Everybody sees *outside* (a number of notes, say).

    Immutable. Its text forms never show the contents, and nothing turns it into plain data but the journal's door.
    """

    __slots__ = ("_contents", "eyes", "outside", "viewed")

    def __init__(self, contents: T, eyes: Iterable[str], outside: int = 0) -> None:
        self._contents: Any = contents
        self.eyes = frozenset(eyes)
        self.outside = outside
        self.viewed = False

    @property
    def is_open(self) -> bool:
        """Whether whoever holds this copy may look inside."""
        return self._contents is not _HIDDEN

    def open(self) -> T:
        """Return the contents; raise Closed in the hands of a viewer who may not see them."""
        if self._contents is _HIDDEN:
            raise Closed(repr(self))
        contents: T = self._contents
        return contents

    def with_eyes(self, eyes: Iterable[str]) -> Sealed[T]:
        """Return the same contents for another audience; the caller writes it into an event that says so."""
        return Sealed(self.open(), eyes, self.outside)

    def seen_by(self, viewer: str) -> Sealed[T]:
        """Return the copy that *viewer* may hold: empty unless theirs are among the eyes."""
        copy = Sealed[Any](self._contents if viewer in self.eyes else _HIDDEN, self.eyes, self.outside)
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


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def seen(value: Any, viewer: str) -> Any:
    """Return *value* (a state, an event) with every seal as *viewer* may hold it. Looks into dataclasses, tuples, dicts."""
    if isinstance(value, Sealed):
        return value.seen_by(viewer)
    if isinstance(value, tuple):
        return tuple([seen(item, viewer) for item in value])
    if isinstance(value, dict):
        return {key: seen(item, viewer) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        changed = {name: seen(getattr(value, name), viewer) for name in _names(type(value))}
        same = all(changed[name] is getattr(value, name) for name in changed)
        return value if same else replace(value, **changed)
    return value
