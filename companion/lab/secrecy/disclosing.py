"""Interpret a game's DISCLOSURE, and compare it with what the seals let each viewer open."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from companion.kit.disclosure import EVERYBODY, NOBODY, Only, Opened
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Viewer
from companion.match.seals import Part, audiences, has_learned, learns, parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.kit.disclosure import Audience, Disclosure
    from companion.kit.game import AnyGame
    from companion.lab.simulate import Step


def learned(table: Disclosure, options: object, event: object, viewer: Viewer) -> list[object]:
    """Return the sealed contents of the true *event* that are news to *viewer* according to *table*."""
    return [part.contents for audience, part in _sealed(table, event) if has_learned(audience, options, event, part, viewer)]


def opened(table: Disclosure, event: object) -> list[str]:
    """Return the public fields of *event* that reveal a former secret, or what chance decided, according to *table*."""
    return [name for name, audience in audiences(table, event).items() if isinstance(audience, Opened)]


def hidden(table: Disclosure, options: object, event: object, viewer: Viewer) -> list[object]:
    """Return the sealed contents of the true *event* that *viewer* may not know according to *table*."""
    sealed = _sealed(table, event)
    return [part.contents for audience, part in sealed if not learns(audience, options, event, part, viewer)]


def _sealed(table: Disclosure, event: object) -> Iterator[tuple[Only, Part]]:
    for name, audience in audiences(table, event).items():
        if isinstance(audience, Only):
            yield from ((audience, part) for part in parts(getattr(event, name)) if part.seal)


# Comparing the DISCLOSURE with the declarations of events


def unlisted(game: AnyGame) -> list[str]:
    """Return the events and fields that occur in only one of the declarations and the DISCLOSURE of *game*."""
    there = {kind: {field.name for field in fields(kind)} for kind in game.EVENTS}
    listed = {kind: set(named) for kind, named in game.DISCLOSURE.items()}
    wrong = [f"{kind.__name__} is in only one of events and table" for kind in there.keys() ^ listed.keys()]
    for kind in there.keys() & listed.keys():
        wrong += [f"{kind.__name__}.{name} is in only one of event and table" for name in sorted(there[kind] ^ listed[kind])]
    return wrong


def secret_kinds(table: Disclosure) -> set[str]:
    """Return the kinds of event with a field that not everybody learns."""
    return {kind.__name__ for kind, named in table.items() if any(isinstance(one, Only) for one in named.values())}


# Comparing the DISCLOSURE with what viewers see


def mismatches(table: Disclosure, step: Step, kind: type | None = None) -> Iterator[str]:
    """Yield a sentence for each viewer and part of an event of *step*, if being able to open it disagrees with *table*.

    With *kind*, check only events of that kind.
    """
    for event in step.events:
        for viewer in (*step.before.seats, TABLE) if kind in (None, type(event)) else ():
            yield from _wrong(table, getattr(step.before, "options", None), event, viewer)


def _wrong(table: Disclosure, options: object, event: object, viewer: Viewer) -> Iterator[str]:
    sight = seen(event, viewer)
    for name, audience in table[type(event)].items():
        for part in parts(getattr(sight, name)):
            if part.open != learns(audience, options, event, part, viewer):
                can = "can" if part.open else "can't"
                yield f"{viewer} {can} open {type(event).__name__}.{name}, and the table says {audience}"


def wrong_entries(table: Disclosure) -> Iterable[tuple[type, str, Audience]]:
    """Yield wrong versions of each entry: a secret disclosed to everybody or to too few, and a public field kept secret."""
    for kind, named in table.items():
        for field, audience in named.items():
            if not isinstance(audience, Only):
                yield kind, field, NOBODY
                continue
            yield kind, field, EVERYBODY
            fewer = audience.fields
            yield from ((kind, field, replace(audience, fields=tuple(set(fewer) - {one}))) for one in fewer)
            if audience.face_up:
                yield kind, field, replace(audience, face_up=False)
            if audience.option:
                yield kind, field, replace(audience, option=None)
