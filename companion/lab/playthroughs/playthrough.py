"""Replay playthroughs, and compare every viewer's view after each step with the file. `script` describes its format."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.kit.layout import TableSet
from companion.kit.messages import Illegal, Term, Thing, Who
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE
from companion.lab import setting
from companion.lab.playthroughs.facts import Facts, Path, facts
from companion.lab.playthroughs.script import GONE, Script, Step, Unreadable, read
from companion.match.entries import Entry, TakenBack
from companion.match.match import Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.messages import Field, Said
    from companion.kit.viewers import Seat, Viewer
    from companion.lab.playthroughs.script import Back
    from companion.match.pricing import Price

FAR: Final = 10_000  # No playthrough has as many rows between two take-backs.


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
        course = _Course(script.game, script.game.setup(script.seats, script.options))
    except ValueError as error:
        raise Unreadable(f"{file}:1: {error}") from error
    viewers = (TABLE, *script.seats)
    before: dict[Viewer, Facts] = {viewer: {} for viewer in viewers}
    known: dict[int, dict[Viewer, Facts]] = {}  # The facts after each step, by its last row.
    differences: list[Difference] = []
    for step in script.steps:
        if step.refusal != GONE and not step.commands:
            raise Unreadable(f"{file}:{step.line}: a refusal needs the command that it refuses above it")
        played = list(course.follow(step))
        refusal = next((one.refusal for one in played if one.refusal != GONE), GONE)
        if refusal != step.refusal:
            differences.append(Difference(file, step.line, step.commands[-1][0], "refusal", step.refusal, refusal))
        if step.back and step.back.price != course.price:
            differences.append(Difference(file, step.line, step.back.asker, "price", step.back.price, course.price))
        after = {viewer: facts(script.game, course.state, viewer, course.events) for viewer in viewers}
        events = [event for one in played for event in one.events]
        before = known.get(course.tip, before) if step.back else before
        for viewer in viewers if step.commands or step.lines or step.back else ():
            told = _told(script.game, events, viewer)
            differences += _compared(script, step, viewer, before[viewer], {**after[viewer], **told})
        before = known[course.tip] = after
    return differences


def played(script: Script) -> Iterator[Played]:
    """Yield every command of *script* as it was played, take-backs included."""
    course = _Course(script.game, script.game.setup(script.seats, script.options))
    for step in script.steps:
        yield from course.follow(step)


def ended(script: Script) -> Match:
    """Return the match as *script* leaves it."""
    course = _Course(script.game, script.game.setup(script.seats, script.options))
    for step in script.steps:
        deque(course.follow(step), maxlen=0)
    return course.match


# Playing


class Played(NamedTuple):
    """A *command* and its *events*; or none and the *refusal*, in words and as its *code*."""

    command: object
    events: tuple[object, ...]
    refusal: str = GONE
    code: str = ""


class _Course:
    """The course of a game that is played from a script. *price* is that of the last take-back, in words."""

    def __init__(self, game: AnyGame, first: State) -> None:
        self.price = ""
        self.match = Match(1, game, first, {})

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def events(self) -> Sequence[object]:
        return self.match.events

    @property
    def tip(self) -> int:
        return self.match.tip

    def follow(self, step: Step) -> Iterator[Played]:
        """Play *step*, up to a refusal."""
        if step.back:
            self._go_back(step.back)
        for seat, command in step.commands:
            yield (one := self._play(seat, command))
            if one.refusal != GONE:
                return

    def _play(self, seat: Seat, command: object) -> Played:
        match, game = self.match, self.match.game
        asks = game.asks(seen(match.state, CHANCE), CHANCE) if match.gone and seat == CHANCE else ()
        if asks and match.pinned(asks[0]) not in (None, command):
            return Played(command, (), "pinned")
        try:
            events = tuple(setting.decided(game, match.state, seat, command))
        except Illegal as illegal:
            refusal = f"{illegal.refusal.rule} {_sentence(illegal.refusal.said)}"
            return Played(command, (), refusal, illegal.refusal.said.code)
        state = match.state
        for event in events:
            state = setting.evolved(game, state, event)
        entry = Entry(len(match.log) + len(match.gone) * FAR + 1, seat, command if seat == CHANCE else None, events, state)
        self.match = replace(match, log=(*match.log, entry), events=(*match.events, *events))
        return Played(command, events)

    def _go_back(self, back: Back) -> None:
        match, again = self.match, back.commands == 0
        rows = [0, *(entry.row for entry in match.log)]
        to = match.again()[-1].row if again and match.again() else rows[max(0, len(rows) - 1 - back.commands)]
        cost = match.price(back.asker, to, again=again)
        self.price = _price(cost)
        if cost:
            row = (len(match.gone) + 1) * FAR
            self.match = match.taken_back(TakenBack(1, back.asker, to, row, cost.rung, again))


def _price(cost: Price | None) -> str:
    if cost is None:
        return "never"
    seen_by = sorted({fact.seat for fact in cost.news})
    return " ".join([cost.rung, *sorted(cost.theirs), *(["seen", *seen_by] if seen_by else [])])


def _told(game: AnyGame, events: Iterable[object], viewer: Viewer) -> Facts:
    """Return the fact `told`: the sentences for *events* that *viewer* is told and TABLE isn't."""
    own = [event for event in events if not isinstance(event, TableSet)]  # Everybody is told alike that the table was set.
    said = [(game.tell(seen(event, viewer), viewer), game.tell(seen(event, TABLE), TABLE)) for event in own]
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
    if (value := after.get(path)) is not None:
        return value
    return "something" if any(known[: len(path)] == path for known in after) else GONE


def _changed(before: Facts, after: Facts) -> list[Path]:
    changed = [path for path, value in after.items() if before.get(path) != value]
    gone = {_topmost_gone(path, after) for path in before if path not in after}
    return [*changed, *sorted(path for path in gone if path)]


def _topmost_gone(path: Path, after: Facts) -> Path:
    """Return the shortest prefix of *path* below which *after* has no facts, or () if there is none."""
    prefixes = (path[:length] for length in range(1, len(path) + 1))
    return next((prefix for prefix in prefixes if _found(after, prefix) == GONE), ())


def _written(step: Step, viewer: Viewer, known: Iterable[Path]) -> dict[Path, tuple[str, int]]:
    facts = [(fact, line.number) for line in step.lines if viewer in line.viewers for fact in line.facts]
    if not facts:
        return {}
    by_text = {" ".join(path[:length]): path[:length] for path in known for length in range(1, len(path) + 1)}
    written: dict[Path, tuple[str, int]] = {}
    for fact, number in facts:
        path, value = _split(fact, by_text)
        written[path] = (value, number)
    return written


def _split(fact: str, by_text: Mapping[str, Path]) -> tuple[Path, str]:
    """Split a written fact after the longest known path, or before its last word if there is none."""
    words = fact.split(" ")
    for length in range(len(words) - 1, 0, -1):
        if path := by_text.get(" ".join(words[:length])):
            return path, " ".join(words[length:])
    return tuple(words[:-1]), words[-1]
