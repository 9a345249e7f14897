"""An independent program agrees with the records of games and what everybody is shown, and refuses what is refused (C2)."""

import copy
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, Final, TypeAlias

from companion.games import installed
from companion.journal import codec
from companion.kit import TABLE, Game, InvariantError, Refusal
from companion.lab import simulate
from companion.lab.probes import Prober
from companion.lab.records import Record
from tests.proof.faults import wrongly
from tests.proof.promise import Blind, Leg, Promise, of_each_game, tried
from tests.proof.rules.referees.barracuda import Barracuda
from tests.proof.rules.referees.negoces2 import Negoces2
from tests.proof.rules.referees.records import Disagreement, Plain, Reading, Referee
from tests.proof.rules.referees.shark import Shark

_Way: TypeAlias = tuple[str | int, ...]

EACH: Final = 2_000  # games
_SEATS: Final = {seat for game in installed().values() for seat in game.SEATS}
TAMPERED: Final = 3  # records of a game that are tampered with, in every way
PLACES: Final = 2  # of each kind in each of them
GAMES_TO_FIND: Final = (46, 71, 92, *range(150))  # seeds at which too strict a rule is found; rare rules first
MISRULED: Final = (1, 0, 18, 36, 41, *range(2, 60))  # seeds of games in which a wrong rule is found; rare ones first

REFEREES: Final[Mapping[str, type[Referee]]] = {"barracuda": Barracuda, "negoces2": Negoces2, "shark": Shark}


def promises() -> list[Promise]:
    what = "a program that knows {game} by its rules alone agrees with every step of its records"
    blind = "what it refuses although the rules allow it, which is not recorded; all seats but one in a game; a move's preview"
    agreed = of_each_game("C2 {game}", what, EACH, "games", 100, walk, control, REFEREES, brief=2, light=200, blind=blind)
    what = "what is refused in {game} a program that knows it by its rules alone refuses too"
    refused, blind = partial(of_each_game, "C2 {game} refused", what, 20_000, "refusals", 2_000), "for which of several reasons"
    return [*agreed, *refused(walk_refused, control_refused, REFEREES, brief=50, blind=blind)]


def walk(name: str, number: int, seed: int) -> Leg:
    counts, broken = Counter[str](), list[str]()
    for game_number in range(EACH * seed, EACH * seed + number):
        try:
            record = recorded(name, game_number)
            counts += Counter({f"by {len(record['seats'])}": 1, "steps": len(record["steps"])})
        except Objection as objection:
            broken.append(f"{name} {game_number}: {objection}")
    return Leg(number, tuple(broken), counts)


class Objection(Exception):
    """The referee disagrees with the game as played."""


class Followed(Record):
    """A record with the views of the table and of one seat, another in each game: everybody's would take far longer."""

    def __init__(self, game: Game, seats: Sequence[str], options: Mapping[str, Any], number: int) -> None:
        self._shown = {random.Random(number).choice(seats), TABLE}
        super().__init__(game, seats, options)

    def _changes(self, state: Any) -> Any:
        self._views = {viewer: view for viewer, view in self._views.items() if viewer in self._shown}
        return super()._changes(state)


def recorded(name: str, seed: int) -> Plain:
    """Return the record of a random game. It is refereed while it is made: the first objection ends it."""
    game, reading = installed()[name], Reading(REFEREES[name])
    size = game.FEWEST + seed % (game.MOST - game.FEWEST + 1)
    generator = random.Random(f"{name}-{size}-{seed}-00001")
    seats = sorted(generator.sample(game.SEATS, size), key=game.SEATS.index)
    record = Followed(game, seats, simulate.varied_options(game, generator), seed)

    def read(step: simulate.Step | None) -> None:
        if step:
            record.add(step.seat, step.command, step.events, step.after)
        if told := reading.on(record.so_far, len(record.so_far["steps"]) if step else None):
            raise Objection(told)

    leaning = game.REHEARSAL.leaning if generator.random() < simulate.LEANING_TABLES else {}
    simulate.play(game, seats, record.so_far["options"], generator, watch=read, leaning=leaning)
    read(None)  # The game is over, and that may be wrong, too.
    return record.so_far


def control(name: str) -> str:
    """Tamper with records in every way, and play by every wrong rule: all of it must be found."""
    known = set[str]()
    tries = sum(_tampered_with(name, seed, known) for seed in range(TAMPERED))
    wrong = tried({rule: (change, partial(_objected, name)) for rule, change in wrongly(name, "misrules").items()})
    return f"{tries:,} of {tries:,} changes of records, and {wrong}"


def _tampered_with(name: str, seed: int, known: set[str]) -> int:
    """Return in how many ways a record was tampered with, once the referee has objected to each."""
    record, reading = recorded(name, seed), Reading(REFEREES[name])
    changes = sorted(tampered(record, known), key=itemgetter(0))
    for step, what, changed in changes:
        reading.on(record, step)
        if not reading.second().on(changed):
            raise Blind(f"nobody objects to {name}, seed {seed}, with {what} in step {step + 1}")
    return len(changes)


def _objected(name: str) -> bool:
    try:
        for seed in MISRULED:
            recorded(name, seed)
    except Objection:
        return True
    except InvariantError:
        pass  # The game's own check found it, which doesn't count here.
    return False


def tampered(record: Plain, known: set[str]) -> Iterator[tuple[int, str, Plain]]:
    """Yield the step, the kind of change, and the record with it, at the first and last places of each that isn't *known*."""
    places: defaultdict[str, list[tuple[_Way, Any]]] = defaultdict(list)
    viewed = REFEREES[record["game"]](record["seats"], record["options"]).view(TABLE)
    for at, step in enumerate(record["steps"]):
        for place, event in enumerate(step["events"]):
            here = ("steps", at, "events", place)
            places[f"no {event['is']}"].append((here, None))
            for way, value in _leaves(event):
                places[f"another {event['is']} {_name(way)}"].append(((*here, *way), value))
        for viewer, view in step["views"].items():
            to = "the table" if viewer == "table" else "a player"
            for way, value in _leaves({field: view[field] for field in viewed if field in view}):
                places[f"another {_name(way)} shown to {to}"].append((("steps", at, "views", viewer, *way), value))
    for what, found in [(what, found) for what, found in places.items() if what not in known]:
        last = [(way, value) for way, value in found[PLACES:][-1:] if "events" in way]  # Reading up to the last one takes time.
        for way, value in [*found[:PLACES], *last]:
            yield int(way[1]), what, _changed(record, way, _another(value, record["seats"]))
    known |= places.keys()


def _leaves(plain: Any, way: _Way = ()) -> Iterator[tuple[_Way, Any]]:
    if isinstance(plain, int | str):
        yield way, plain
    parts = plain.items() if isinstance(plain, dict) else enumerate(plain) if isinstance(plain, list) else ()
    for name, part in parts:
        if name != "is":
            yield from _leaves(part, (*way, name))


def _name(way: _Way) -> str:
    return ".".join(str(part) for part in way if isinstance(part, str) and part not in _SEATS)


def _another(value: Any, seats: Sequence[str]) -> Any:
    if isinstance(value, str):
        return next(seat for seat in seats if seat != value) if value in _SEATS else f"another {value}"
    return not value if isinstance(value, bool) else None if value is None else value + 1


def _changed(plain: Any, way: _Way, value: Any) -> Any:
    changed, (first, *others) = plain.copy(), way
    if value is None and not others:
        del changed[first]
    else:
        changed[first] = _changed(plain[first], tuple(others), value) if others else value
    return changed


# What is refused


def walk_refused(name: str, number: int, seed: int) -> Leg:
    reached, broken, counts = 0, list[str](), Counter[str]()
    while reached < number:
        heard = _Heard(installed()[name], 20_000 * seed + counts["games"])
        heard.play()
        reached += heard.judged
        broken += heard.broken
        counts["games"] += 1
    return Leg(reached, tuple(broken), counts)


def control_refused(name: str) -> str:
    found = lambda: any(walk_refused(name, 1, seed).broken for seed in GAMES_TO_FIND)
    return tried({rule: (change, found) for rule, change in wrongly(name, "stricter").items()})


class _Heard:
    """A game with a referee beside it, who judges each command that the game has refused."""

    def __init__(self, game: Any, seed: int) -> None:
        self.judged, self.broken = 0, list[str]()
        self._game, self._told, self._refused = game, f"{game.NAME}, seed {seed}", list[tuple[str, Any]]()
        self._generator = random.Random(f"{game.NAME} refused {seed}")
        self._prober = Prober(self, random.Random(f"{game.NAME} wrong {seed}"))
        self._seats = game.SEATS[: game.FEWEST + seed % (game.MOST - game.FEWEST + 1)]
        self._options = simulate.varied_options(game, self._generator)
        self._referee: Referee = REFEREES[game.NAME](self._seats, self._options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def refusal(self, state: Any, seat: str, command: Any) -> Refusal | None:
        no = self._game.refusal(state, seat, command)
        self._refused += [(seat, command)] if no else []
        return no

    def play(self) -> None:
        """Play to the end, or until referee and game part: if all is refused, perhaps only one of them sees a bankruptcy."""
        try:
            simulate.play(self, self._seats, self._options, self._generator, watch=self._hear)
        except Disagreement as parted:
            self.broken.append(f"{self._told}: {parted}")

    def _hear(self, step: simulate.Step) -> None:
        self._prober.probe(step.before, 3)
        for seat, command in self._refused:
            try:  # The same objection to the command itself, whatever its alleged events.
                same = self._objection(seat, command, []) == self._objection(seat, command, [{"is": "Something"}])
                told = "" if same else "the rules allow it"
            except Exception as lost:  # A referee who can't follow it has no opinion.
                told = f"the referee can't follow: {lost!r}"
            self.broken += [f"{self._told}: {command} of {seat} before {step.command}: {told}"] if told else []
        self.judged += len(self._refused)
        self._refused.clear()
        self._referee.follow(step.seat, codec.kept(step.command), codec.kept(step.events))

    def _objection(self, seat: str, command: Any, events: list[Plain]) -> str:
        try:
            copy.deepcopy(self._referee).follow(seat, codec.kept(command), events)
        except Disagreement as objection:
            return repr(objection)
        return ""
