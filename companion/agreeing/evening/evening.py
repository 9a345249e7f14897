"""The agreements around games: what is played next, pausing, putting away and taking up again, and the score of games won.

These commands belong to the table, and are kept in the journal beside those of seating. Everything here is public.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from companion.agreeing.evening import choosing, dates, naming, pausing, saved_games, scoring
from companion.agreeing.evening.choosing import ChooseGame, ChooseOptions, GameChosen, OptionsChosen
from companion.agreeing.evening.history import Finished
from companion.agreeing.evening.naming import Forgotten, Renamed
from companion.agreeing.evening.pausing import GoOn, Pause, Paused, WentOn
from companion.agreeing.evening.saved_games import BringGame, CameBack, PutAway, Saved, SendGame, TakenUp, TakeUp, WentElsewhere
from companion.agreeing.evening.scoring import Dated, Scored, ScoreWiped
from companion.kit.messages import Illegal, Refusal, say
from companion.kit.viewers import Seat
from companion.seats.refusing import insist
from companion.seats.starting import GameBrought, GameStarted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.agreeing.on_table import OnTable
    from companion.seats.places import Places
    from companion.seats.seating import Seating


@dataclass(frozen=True, slots=True)
class WaitForAll:
    """Agree, between games, that votes wait for everybody's answer (*yes*), or only for a minute."""

    yes: bool


@dataclass(frozen=True, slots=True)
class WaitAgreed:
    """Votes wait for everybody's answer from now on (*yes*), or only for a minute."""

    yes: bool


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """The players who are left end game *number* by its ranking as it stands; a row of the game's own follows at once."""

    number: int


@dataclass(frozen=True, slots=True)
class BooksUnsealed:
    """All who played game *number*, which is over, have agreed that everybody sees what was closed in it."""

    number: int


@dataclass(frozen=True, slots=True)
class GiveHints:
    """Agree, at any time, that games are explained while they are played (*yes*), or that none is."""

    yes: bool


@dataclass(frozen=True, slots=True)
class HintsAgreed:
    """Games are explained while they are played from now on (*yes*), or none is."""

    yes: bool


Command: TypeAlias = pausing.Command | saved_games.Command | choosing.Command | WaitForAll | GiveHints
Event: TypeAlias = (
    pausing.Event
    | saved_games.Event
    | scoring.Event
    | naming.Event
    | choosing.Event
    | WaitAgreed
    | EndAgreed
    | HintsAgreed
    | BooksUnsealed
)
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of everything agreed around games.

    *paused* is the seat that paused. *on* is the number of the game on the table, 0 for none. *games* holds that game, and
    *saved* those put away, by number. *wins* counts games won by player's name, up to and including the game *scored*.
    *waits* says that votes wait for everybody's answer, however long that takes.
    *ending* is the number of the game whose early end was agreed last, 0 for none.
    *brought* has the links of the files of those games that came from another table, by number.
    *hints* says whether games are explained while they are played; None if the table hasn't said. *first* has the number of the
    first game of each name that was started here.
    *next* is the game that the table has chosen to play next, empty if it hasn't. *options* are those chosen for a game, or
    those of its last start, by game; the latter also list what its box held. *unsealed* is the number of the game whose books
    were unsealed last, 0 for none. *since* is when the game on the table was put there, "" if that isn't known, and *spent* are
    the minutes before that, of games that were put away. *history* are the games that are over, oldest first. *forgetting* are
    the names that have still to be taken out of the journal. *joined* are the pairs of names that people have said to be the
    same person's.
    """

    paused: Seat | None = None
    on: int = 0
    games: dict[int, GameStarted] = field(default_factory=dict)
    saved: dict[int, Saved] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    scored: int = 0
    waits: bool = False
    ending: int = 0
    brought: dict[int, str] = field(default_factory=dict)
    hints: bool | None = None
    first: dict[str, int] = field(default_factory=dict)
    next: str = ""
    options: dict[str, Mapping[str, object]] = field(default_factory=dict)
    unsealed: int = 0
    since: str = ""
    spent: dict[int, int] = field(default_factory=dict)
    history: tuple[Finished, ...] = ()
    forgetting: frozenset[str] = frozenset()
    joined: tuple[tuple[str, str], ...] = ()

    @property
    def duplicates(self) -> frozenset[str]:
        """The commitments of the duplicates that are played here, on the table or put away, and "" if there are other games."""
        started = (*self.games.values(), *(one.started for one in self.saved.values()))
        return frozenset(one.duplicate for one in started)

    def minutes_of(self, number: int, when: str) -> int:
        """Return how many minutes game *number*, which is on the table, has been there by *when*; 0 if that isn't known."""
        now = dates.minutes(self.since, when)
        return self.spent.get(number, 0) + now if now else 0

    def explains(self, game: str, number: int = 0) -> bool:
        """Return whether *game* is explained while it is played: unless the table has said so, only the first time here.

        *number* is that of the game on the table, 0 for the next one.
        """
        return self.first.get(game, number) == number if self.hints is None else self.hints

    def started(self, number: int) -> GameStarted:
        """Return the event by which game *number* was started, which is on the table or put away."""
        return self.games[number] if number in self.games else self.saved[number].started


def decide(
    evening: Evening, seating: Seating, theirs: Places, seat: Seat, command: Command, on: OnTable | None
) -> tuple[Event | GameBrought, ...]:
    """Return the events of *command*, one of this file's; raise Illegal if it is refused.

    *theirs* are the places in games; *on* is the game on the table, finished or not.
    """
    if isinstance(command, SendGame):
        return saved_games.send(evening.saved, command.number, on)
    insist(seat in seating.sitters or isinstance(command, BringGame), say("table.refusal.no_seat"))
    match command:
        case GiveHints(yes):
            return () if yes == evening.hints else (HintsAgreed(yes),)
        case Pause() | GoOn():
            players = theirs.players(seating, on.number) if on else ()
            return (pausing.decide(evening.paused, seat, command, on, players),)
    if on is not None and on.winners is None:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case TakeUp(number):
            return (saved_games.take_up(evening.saved, seating, theirs, seat, number),)
        case WaitForAll(yes):
            return () if yes == evening.waits else (WaitAgreed(yes),)
        case ChooseGame(game):
            return () if game == evening.next else (GameChosen(game),)
        case ChooseOptions(game, options):
            return () if (game, options) == (evening.next, evening.options.get(game)) else (OptionsChosen(game, options),)
        case BringGame():
            return (saved_games.bring(command, seating, {evening.brought.get(saved) for saved in evening.saved}),)
    assert_never(command)


def evolve(evening: Evening, event: object) -> Evening:
    """Return the evening after *event*, which can also be one of seating's."""
    match event:
        case Paused(seat):
            return replace(evening, paused=seat)
        case WentOn():
            return replace(evening, paused=None)
        case GameStarted(number):
            brought = {other: link for other, link in evening.brought.items() if other in evening.saved}
            first = {event.game: number, **evening.first}
            chosen = replace(evening, next="", options={**evening.options, event.game: event.options})
            return _on(replace(chosen, games={number: event}, brought=brought, first=first), number)
        case PutAway(number, round_):
            saved = {**evening.saved, number: Saved(evening.games[number], round_)}
            return _on(replace(evening, saved=saved), 0)
        case TakenUp(number):
            games, saved = {number: evening.saved[number].started}, {n: s for n, s in evening.saved.items() if n != number}
            return _on(replace(evening, games=games, saved=saved), number)
        case EndAgreed(number):
            return replace(evening, ending=number, paused=None)
        case WentElsewhere(number) | CameBack(number):
            marked = replace(evening.saved[number], elsewhere=isinstance(event, WentElsewhere))
            return replace(evening, saved={**evening.saved, number: marked})
        case GameBrought(number=number):
            saved = {**evening.saved, number: Saved(event.started, event.round, arrived=True)}
            return replace(evening, saved=saved, brought={**evening.brought, number: event.link})
        case Dated(when):
            return _dated(evening, when)
        case Scored(number, names):
            return replace(evening, wins=scoring.counted(evening.wins, names), scored=number)
        case Renamed() | Forgotten():
            return naming.evolve(evening, event)
        case ScoreWiped():
            return replace(evening, wins={})
        case WaitAgreed(yes):
            return replace(evening, waits=yes)
        case HintsAgreed(yes):
            return replace(evening, hints=yes)
        case BooksUnsealed(number):
            return replace(evening, unsealed=number)
        case GameChosen(game):
            return replace(evening, next=game)
        case OptionsChosen(game, options):
            return replace(evening, next=game, options={**evening.options, game: options})
    return evening


def _dated(evening: Evening, when: str) -> Evening:
    """Note *when* the next game goes on the table, and how long the one that leaves it has been there."""
    spent = {number: minutes for number, minutes in evening.spent.items() if number in evening.saved}
    here = {evening.on: evening.minutes_of(evening.on, when)} if evening.on else {}
    return replace(evening, since=when, spent={**spent, **here})


def _on(evening: Evening, number: int) -> Evening:
    """Put game *number* on the table, and end any pause, which was the previous game's."""
    return replace(evening, on=number, paused=None)
