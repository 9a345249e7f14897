"""Events held against DISCLOSURE: who learns each part of an event, and whether its seals open to just those."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from companion.kit.disclosure import EVERYBODY, OWN, Audience, Disclosure, Only
from companion.kit.sealed import Sealed


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a field: its *seal* where it has one, by whose seat it lies, and whether face up.

    *contents* are what is in it, as far as whoever holds it can *open* it.
    """

    seal: Sealed[Any] | None
    by: str = ""
    face_up: bool = False
    contents: Any = None

    @property
    def open(self) -> bool:
        """Whether whoever holds this copy can look inside."""
        return self.seal is None or self.seal.is_open


def parts(value: Any, by: str = "", *, face_up: bool = False) -> Iterator[Part]:
    """Yield the parts of *value*, a field of an event, true or as a viewer saw it. An empty field has none."""
    if isinstance(value, Sealed):
        yield Part(value, by, face_up, value.open() if value.is_open else None)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from parts(item, str(key))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item, by)
    elif is_dataclass(value) and (inner := [part for one in fields(value) for part in parts(getattr(value, one.name), by)]):
        up = not getattr(value, "face_down", True)
        sealed = [replace(part, face_up=up) for part in inner if part.seal]
        yield from sealed or inner  # Beside a seal, what isn't sealed only tells how it lies there.
    elif value is not None:
        yield Part(None, by, face_up, value)


def learns(audience: Audience, options: Any, event: Any, part: Part, viewer: str) -> bool:
    """Return whether *viewer* learns this part of a field with that *audience*."""
    if not isinstance(audience, Only):
        return audience == EVERYBODY
    openly = audience.option is not None and getattr(options, audience.option[0]) == audience.option[1]
    named = {part.by if field == OWN else getattr(event, field) for field in audience.fields}
    return openly or (audience.face_up and part.face_up) or viewer in named


def audiences(table: Disclosure, event: Any) -> Mapping[str, Audience]:
    """Return who learns each field of *event*; an event of a kind that isn't listed is taken for the kind that it extends."""
    return next((table[kind] for kind in type(event).__mro__ if kind in table), {})


def amiss(table: Disclosure, options: Any, event: Any, viewers: Iterable[str]) -> str:
    """Return the first field of *event*, a true one, that others of *viewers* can open than *table* says; "" for none."""
    for name, audience in audiences(table, event).items():
        for part in parts(getattr(event, name)):
            for viewer in viewers:
                can = part.seal is None or viewer in part.seal.eyes
                if can != learns(audience, options, event, part, viewer):
                    return f"{type(event).__name__}.{name}"
    return ""
