"""Who learns what by an event: the words in which each game's `disclosure.py` says so, field by field.

Such a table is data. The rules seal what they tell without it, and no commit is kept whose seals open otherwise (`amiss`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, TypeAlias

from companion.kit.sealed import Sealed

OWN: Final = "own"  # Of what lies there by seat: each seat its own.


@dataclass(frozen=True, slots=True)
class Only:
    """Those whom these *fields* of the event name learn it (OWN: see there), and nobody else: nobody at all for none.

    Everybody learns it where *face_up* is set and the card in it lies so, and with the table's *option*: a name and its word.
    """

    fields: tuple[str, ...] = ()
    face_up: bool = False
    option: tuple[str, str] | None = None


EVERYBODY: Final = "everybody"
NOBODY: Final = Only()

Audience: TypeAlias = "str | Only"  # EVERYBODY is the only word.
Disclosure: TypeAlias = Mapping[type, Mapping[str, Audience]]


def everybody(*fields: str) -> dict[str, Audience]:
    """Return that everybody learns these *fields*."""
    return dict.fromkeys(fields, EVERYBODY)


# An event held against the table


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
