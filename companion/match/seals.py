"""Check events against DISCLOSURE: that the seals in each part of an event open to exactly those who may learn it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace

from companion.kit.disclosure import EVERYBODY, OWN, Audience, Disclosure, Only, Opened
from companion.kit.sealed import Sealed
from companion.kit.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a field: its *seal* if it has one, the seat that it lies *by* (a mapping's key), and whether it is *face_up*.

    *contents* is its value, or None if the holder of this copy can't *open* it.
    """

    seal: Sealed[object] | None
    by: str = ""
    face_up: bool = False
    contents: object = None

    @property
    def open(self) -> bool:
        """Return whether the holder of this copy can look inside."""
        return self.seal is None or self.seal.is_open


def parts(value: object, by: str = "", *, face_up: bool = False) -> Iterator[Part]:
    """Yield the parts of *value*, a field of an event, either true or as a viewer saw it. A field that is None has none."""
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
        yield from sealed or inner  # Unsealed fields beside a seal only say how it lies, so they aren't parts.
    elif value is not None:
        yield Part(None, by, face_up, value)


def learns(audience: Audience, options: object, event: object, part: Part, viewer: Viewer) -> bool:
    """Return whether *viewer* learns *part*, which belongs to a field with this *audience*."""
    if not isinstance(audience, Only):
        return audience == EVERYBODY or isinstance(audience, Opened)
    return _is_for_all(audience, options, part) or viewer in _named(audience.fields, event, part)


def has_learned(audience: Only, options: object, event: object, part: Part, viewer: str) -> bool:
    """Return whether *viewer* learns *part* by *event* and didn't know it already: whether it is news."""
    if not learns(audience, options, event, part, viewer) or viewer in had_known(audience, event, part):
        return False
    return not (audience.option and _is_chosen(audience.option, options)) and not (EVERYBODY in audience.knew and part.face_up)


def had_known(audience: Only | Opened, event: object, part: Part) -> frozenset[str]:
    """Return the seats that knew *part* before *event*."""
    return frozenset(_named(audience.knew, event, part))


def opens(audience: Audience, options: object) -> bool:
    """Return whether a field with this *audience* shows everybody what was hidden before; see `Opened`."""
    return isinstance(audience, Opened) and (audience.option is None or _is_chosen(audience.option, options))


def _is_for_all(audience: Only, options: object, part: Part) -> bool:
    openly = audience.option is not None and _is_chosen(audience.option, options)
    return openly or (audience.face_up and part.face_up)


def _is_chosen(option: tuple[str, str], options: object) -> bool:
    return bool(getattr(options, option[0]) == option[1])


def _named(names: Iterable[str], event: object, part: Part) -> set[str]:
    return {part.by if name == OWN else getattr(event, name) for name in names if name != EVERYBODY}


def audiences(table: Disclosure, event: object) -> Mapping[str, Audience]:
    """Return the audience of each field of *event*. A kind of event that isn't listed has those of the class it extends."""
    return next((table[kind] for kind in type(event).__mro__ if kind in table), {})


def amiss(table: Disclosure, options: object, event: object, viewers: Iterable[Viewer]) -> str:
    """Return the first field of the true *event* that doesn't open to just those *viewers* whom *table* names; "" if none."""
    for name, audience in audiences(table, event).items():
        for part in parts(getattr(event, name)):
            for viewer in viewers:
                can = part.seal is None or viewer in part.seal.eyes
                if can != learns(audience, options, event, part, viewer):
                    return f"{type(event).__name__}.{name}"
    return ""
