"""What an event tells whom is what the table beside the rules says (S5): no less, and no more.

The tables (companion/<game>/disclosure.py) are compared with what `seen` opens in random play. They are not what the two
worlds of S1 are made by: those have their own word on who may know what, so that a mistake in one is found by the other.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from companion import simulate
from companion.disclosure import EVERYBODY, NOBODY, OWN, Only
from companion.games import GAMES
from companion.sealed import Sealed, seen
from tests.proof.promise import Blind, Leg, Promise
from tests.secrecy.worlds import viewers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.disclosure import Audience, Disclosure
    from companion.simulate import Step

EVENTS: Final = 20_000  # a game, each as every viewer sees it
GAMES_TO_MEET_ALL: Final = 60
ENOUGH: Final = 15  # games, and steps with each kind of event


def promises() -> list[Promise]:
    """Return one promise for each game."""
    return [
        Promise(
            f"S5 {name}",
            f"each viewer can open just as much of each event of {name} as the table beside its rules says",
            EVENTS,
            "events",
            5_000,
            partial(walk, name),
            partial(control, name),
            blind="what a state or a view holds beside its events: S1 and S4 have that",
            brief=300,
        )
        for name in GAMES
    ]


def walk(name: str, number: int, seed: int) -> Leg:
    """Play games of *name*, until *number* events were looked at by everybody."""
    game, counts, broken, n = GAMES[name], Counter[str](), unlisted(GAMES[name]), 0
    while counts.total() < number and not broken:
        for step in _played(name, f"{name} {seed} {n}"):
            counts.update(type(event).__name__ for event in step.events)
            broken += mismatches(game.DISCLOSURE, step)
        n += 1
    return Leg(counts.total(), tuple(broken), {"games": n})


def _played(name: str, seed: str) -> tuple[Step, ...]:
    game, generator = GAMES[name], random.Random(seed)
    seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
    options, leaning = simulate.varied_options(game, generator), game.REHEARSAL.leaning
    return simulate.play(game, seats, options, generator, leaning=leaning).steps


# The table against the events as they are declared


def unlisted(game: Any) -> list[str]:
    """Return what of the *game*'s events and fields isn't in its table, and what is in it that isn't there."""
    there = {kind: {field.name for field in fields(kind)} for kind in game.EVENTS}
    listed = {kind: set(named) for kind, named in game.DISCLOSURE.items()}
    wrong = [f"{kind.__name__} is in only one of events and table" for kind in there.keys() ^ listed.keys()]
    for kind in there.keys() & listed.keys():
        wrong += [f"{kind.__name__}.{name} is in only one of event and table" for name in sorted(there[kind] ^ listed[kind])]
    return wrong


# The table against what is seen


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a field that is sealed or not: whether a viewer can *open* it, by whose seat it lies, whether face up."""

    open: bool
    sealed: bool
    by: str = ""
    face_up: bool = False


def mismatches(table: Disclosure, step: Step) -> list[str]:
    """Return what viewers can open of the events of *step* and shouldn't by *table*, and what they should and can't."""
    everyone = viewers(step.before)
    return [wrong for event in step.events for viewer in everyone for wrong in _wrong(table, step.before, event, viewer)]


def _wrong(table: Disclosure, before: Any, event: Any, viewer: str) -> Iterator[str]:
    sight = seen(event, viewer)
    for name, audience in table[type(event)].items():
        for part in parts(getattr(sight, name)):
            if part.open != learns(audience, before.options, event, part, viewer):
                can = "can" if part.open else "can't"
                yield f"{viewer} {can} open {type(event).__name__}.{name}, and the table says {audience}"


def parts(value: Any, by: str = "", *, face_up: bool = False) -> Iterator[Part]:
    """Yield the parts of *value* as a viewer saw it. Where nothing is in it there is no part."""
    if isinstance(value, Sealed):
        yield Part(value.is_open, True, by, face_up)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from parts(item, str(key))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item, by)
    elif is_dataclass(value) and (inner := [part for one in fields(value) for part in parts(getattr(value, one.name), by)]):
        up = not getattr(value, "face_down", True)
        sealed = [replace(part, face_up=up) for part in inner if part.sealed]
        yield from sealed or inner  # Beside a seal, what isn't sealed only tells how it lies there.
    elif value is not None:
        yield Part(True, False, by, face_up)


def learns(audience: Audience, options: Any, event: Any, part: Part, viewer: str) -> bool:
    """Whether *viewer* learns this part of a field with that *audience*."""
    if not isinstance(audience, Only):
        return audience == EVERYBODY
    openly = audience.option is not None and getattr(options, audience.option[0]) == audience.option[1]
    named = {part.by if field == OWN else getattr(event, field) for field in audience.fields}
    return openly or (audience.face_up and part.face_up) or viewer in named


# The control


def control(name: str) -> str:
    """Make the table wrong, one entry after the other."""
    game, sample = GAMES[name], sample_of(name)
    tried = 0
    for kind, field, audience in wrong_entries(game.DISCLOSURE):
        table = {**game.DISCLOSURE, kind: {**game.DISCLOSURE[kind], field: audience}}
        if not any(_differs(table, step, kind) for step in sample[kind]):
            raise Blind(f"{kind.__name__}.{field}: {audience} went unseen")
        tried += 1
    return f"{tried} of {tried} wrong entries"


def _differs(table: Disclosure, step: Step, kind: type) -> bool:
    events = [event for event in step.events if type(event) is kind]
    return any(True for event in events for viewer in viewers(step.before) for _ in _wrong(table, step.before, event, viewer))


@cache
def sample_of(name: str) -> dict[type, list[Step]]:
    """Return steps with every kind of event of *name*; raise Blind where one is never met."""
    met: defaultdict[type, list[Step]] = defaultdict(list)
    for n in range(GAMES_TO_MEET_ALL):
        if n >= ENOUGH and all(len(met[kind]) >= ENOUGH for kind in GAMES[name].EVENTS):
            break
        for step in _played(name, f"sample {n}"):
            for kind in {type(event) for event in step.events}:
                met[kind].append(step)
    if missing := {kind.__name__ for kind in GAMES[name].EVENTS} - {kind.__name__ for kind in met if met[kind]}:
        raise Blind(f"never met: {', '.join(sorted(missing))}")
    return dict(met)


def wrong_entries(table: Disclosure) -> Iterable[tuple[type, str, Audience]]:
    """Yield each entry made wrong: a secret that all learn, one that fewer learn, and what is public kept secret."""
    for kind, named in table.items():
        for field, audience in named.items():
            if not isinstance(audience, Only):
                yield kind, field, NOBODY
                continue
            yield kind, field, EVERYBODY
            fewer: Sequence[str] = audience.fields
            yield from ((kind, field, replace(audience, fields=tuple(set(fewer) - {one}))) for one in fewer)
            if audience.face_up:
                yield kind, field, replace(audience, face_up=False)
            if audience.option:
                yield kind, field, replace(audience, option=None)
