"""Replay playthroughs, and compare every viewer's view after each step with the file. `script` describes its format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from companion.journal import codec
from companion.kit.log import Log
from companion.kit.messages import Illegal, Term, Thing, Who
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.lab.script import GONE, Script, Step, Unreadable, read
from companion.table import guard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.messages import Field, Said
    from companion.kit.rehearsal import Rehearsal
    from companion.kit.viewers import Viewer

Path: TypeAlias = tuple[str, ...]
Facts: TypeAlias = dict[Path, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """At *line* of *file*, *fact* was *written* with one value, and *viewer* sees *found*. Either can be GONE, for no value."""

    file: str
    line: int
    viewer: Viewer
    fact: str
    written: str
    found: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.viewer}: {self.fact}: written {self.written}, found {self.found}"


def replay(text: str, file: str = "playthrough") -> list[Difference]:
    """Return the differences between the program and *text*, for every viewer after every step; raise Unreadable.

    *file* is only used in differences and messages.
    """
    script = read(text, file)
    try:
        state = script.game.setup(script.seats, script.options)
    except ValueError as error:
        raise Unreadable(f"{file}:1: {error}") from error
    viewers = (TABLE, *script.seats)
    before: dict[Viewer, Facts] = {viewer: {} for viewer in viewers}
    differences: list[Difference] = []
    log: list[object] = []
    for step in script.steps:
        state, events, refusal = _played(script.game, state, step)
        if refusal != step.refusal:
            differences.append(Difference(file, step.line, step.commands[-1][0], "refusal", step.refusal, refusal))
        log += events
        after = {viewer: facts(script.game, state, viewer, log) for viewer in viewers}
        for viewer in viewers if step.commands or step.lines else ():
            told = _told(script.game, events, viewer)
            differences += _compared(script, step, viewer, before[viewer], {**after[viewer], **told})
        before = after
    return differences


# Playing


def _played(game: AnyGame, state: State, step: Step) -> tuple[State, list[object], str]:
    """Return the state after the step's commands, their events, and the refusal (GONE for none), which ends the step."""
    events: list[object] = []
    for seat, command in step.commands:
        try:
            decided = guard.decide(game, state, seat, command)
        except Illegal as illegal:
            return state, events, f"{illegal.refusal.rule} {_sentence(illegal.refusal.said)}"
        for event in decided:
            state = game.evolve(state, event)
            game.check(state)
        events += decided
    return state, events, GONE


def _told(game: AnyGame, events: Iterable[object], viewer: Viewer) -> Facts:
    """Return the fact `told`: the sentences for *events* that *viewer* is told and TABLE isn't."""
    said = [(game.tell(seen(event, viewer), viewer), game.tell(seen(event, TABLE), TABLE)) for event in events]
    private = [_sentence(mine) for mine, public in said if mine and mine != public]
    return {("told",): " / ".join(private)} if private else {}


def _sentence(said: Said) -> str:
    """Return the last part of the sentence's code with its fields: `limit count 6`."""
    return " ".join([said.code.rpartition(".")[2], *(f"{name} {_word(value)}" for name, value in said.fields)])


def _word(field: Field) -> str:
    match field:
        case Who(word) | Thing(word):
            return word
        case Term(code):
            return code.rpartition(".")[2]
    return str(field)


# The facts of a view


def facts(game: AnyGame, state: State, viewer: Viewer, events: Sequence[object]) -> Facts:
    """Return everything that *viewer* is shown in *state* after *events*: the view's fields by path, and `asks`."""
    mine = seen(state, viewer)
    found = dict(_flat((), codec.plain(game.view(mine, viewer, Log(events, viewer))), game.REHEARSAL))
    asks = game.asks(mine, viewer)
    return {**found, ("asks",): _asks(asks)} if asks else found


def _asks(asks: Iterable[AnyAsk]) -> str:
    open_, greyed = [ask for ask in asks if ask.is_open], [ask.name for ask in asks if not ask.is_open]
    names = [f"{ask.name}:{ask.why_not.said.code.rpartition('.')[2]}" if ask.why_not else ask.name for ask in open_]
    return " ".join([*names, "|", *greyed] if greyed else names)


def _flat(path: Path, data: object, rehearsal: Rehearsal[Any, Any]) -> Iterator[tuple[Path, str]]:
    if isinstance(data, list) and data and isinstance(data[0], dict):
        yield from _things(path, data, rehearsal)
    elif not isinstance(data, dict):
        if data is not None:
            yield path, _text(data)
    elif (text := _counted(data, rehearsal)) is not None:
        yield path, text
    else:
        for name, value in data.items():
            if name != "is" and name not in rehearsal.left_out.get(data.get("is", ""), ()):
                # Avoid "offer pile pile 5+1", which says no more than "offer pile 5+1".
                yield from _flat(path if path and path[-1] == name else (*path, name), value, rehearsal)


def _things(path: Path, things: list[dict[str, Any]], rehearsal: Rehearsal[Any, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the facts of a list's things, each identified by one of the keys.

    Things with an empty name are skipped, because they aren't known yet. A thing without facts is `-`.
    """
    where = path[:-1] if path[-1] in rehearsal.unnamed else path
    for thing in things:
        key = next(name for name in rehearsal.keys if name in thing)
        if thing[key]:
            rest = {name: value for name, value in thing.items() if name != key}
            yield from list(_flat((*where, thing[key]), rest, rehearsal)) or [((*where, thing[key]), GONE)]


def _counted(data: dict[str, Any], rehearsal: Rehearsal[Any, Any]) -> str | None:
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


# Comparing


def _compared(script: Script, step: Step, viewer: Viewer, before: Facts, after: Facts) -> list[Difference]:
    written = _written(step, viewer, [*before, *after])
    wrong = []
    for path, (value, line) in written.items():
        found = _found(after, path)
        if found != value:
            wrong.append(Difference(script.file, line, viewer, " ".join(path), value, found))
    unwritten = [path for path in _changed(before, after) if path not in written]
    wrong += [Difference(script.file, step.line, viewer, " ".join(path), "nothing", _found(after, path)) for path in unwritten]
    return wrong


def _found(after: Facts, path: Path) -> str:
    there = [known for known in after if known[: len(path)] == path]
    return after.get(path, "something" if there else GONE)


def _changed(before: Facts, after: Facts) -> list[Path]:
    changed = [path for path, value in after.items() if before.get(path) != value]
    gone = {_topmost_gone(path, after) for path in before if path not in after}
    return [*changed, *sorted(path for path in gone if path)]


def _topmost_gone(path: Path, after: Facts) -> Path:
    """Return the shortest prefix of *path* below which *after* has no facts, or () if there is none."""
    prefixes = (path[:length] for length in range(1, len(path) + 1))
    return next((prefix for prefix in prefixes if _found(after, prefix) == GONE), ())


def _written(step: Step, viewer: Viewer, known: Iterable[Path]) -> dict[Path, tuple[str, int]]:
    paths = {path[:length] for path in known for length in range(1, len(path) + 1)}
    by_text = {" ".join(path): path for path in paths}
    written: dict[Path, tuple[str, int]] = {}
    for line in step.lines:
        for fact in line.facts if viewer in line.viewers else ():
            path, value = _split(fact, by_text)
            written[path] = (value, line.number)
    return written


def _split(fact: str, by_text: Mapping[str, Path]) -> tuple[Path, str]:
    """Split a written fact after the longest known path, or before its last word if there is none."""
    words = fact.split(" ")
    for length in range(len(words) - 1, 0, -1):
        if path := by_text.get(" ".join(words[:length])):
            return path, " ".join(words[length:])
    return tuple(words[:-1]), words[-1]
