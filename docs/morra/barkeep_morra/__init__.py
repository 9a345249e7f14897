"""Morra, for two to six: all show some fingers at once, each under a seal, and guess how many there are in all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, assert_never, get_args

from companion.kit import (  # isort: skip
    TABLE, Amount, Ask, Choice, Disclosure, Log, Mark, Much, Nothing, Only, Option, Piece, Play, Refusal, Rehearsal,
    Row, Said, Screen, Seat, Sealed, Tapped, Viewer, Who, Winner, answers, everybody, insist, opened, say,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import barkeep_morra
    from companion.kit import Game

    _: Game[State, Command, Event, View] = barkeep_morra  # For mypy: this module has everything that `Game` requires.

NAME: Final = "morra"
RULES: Final = 1
SEATS: Final = ("A", "B", "C", "D", "E", "F")
FEWEST: Final = 2
MOST: Final = 6
OPTIONS: Final = {"points": Option(("3", "1", "5"))}  # The default first.

FIVE: Final = 5  # Fingers of a hand.


# Commands, events, state


@dataclass(frozen=True, slots=True)
class Show:
    """Show so many fingers, and guess how many there are in all (2)."""

    fingers: int
    guess: int = 0


@dataclass(frozen=True, slots=True)
class NextRound:
    """Begin the next round (4)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The fingers that somebody shows, and the guess: a secret until all hands are there."""

    fingers: int
    guess: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand is there, and closed: only its owner can see it."""

    seat: Seat
    hand: Sealed[Hand]


@dataclass(frozen=True, slots=True)
class HandsOpened:
    """All hands are open: they show *total* fingers, which the players in *right* guessed."""

    hands: dict[Seat, Hand]
    total: int
    right: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The next round begins."""

    round: int


@dataclass(frozen=True, slots=True)
class GameWon:
    """Somebody has all the points needed; several may."""

    cause: Literal["points"]
    winners: tuple[Seat, ...]


Command: TypeAlias = Show | NextRound
Event: TypeAlias = HandShown | HandsOpened | RoundBegan | GameWon
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen codes for OPTIONS."""

    points: Literal["3", "1", "5"] = "3"


@dataclass(frozen=True, slots=True)
class State:
    """The whole game. *hands* lie closed on the table; *opened* is how they were opened, until the next round begins."""

    seats: tuple[Seat, ...]
    options: Options
    points: dict[Seat, int]
    round: int = 1
    hands: dict[Seat, Sealed[Hand]] = field(default_factory=dict)
    opened: HandsOpened | None = None
    won: GameWon | None = None


# The rules


def setup(seats: Sequence[Seat], options: Mapping[str, Any]) -> State:
    """Return the first state; raise ValueError for invalid seats or options."""
    if not FEWEST <= len(seats) <= MOST or [seat for seat in SEATS if seat in seats] != list(seats):
        raise ValueError("Morra needs two to six seats, in alphabetical order")
    if any(name not in OPTIONS or word not in OPTIONS[name].choices for name, word in options.items()):
        raise ValueError("no such option")
    return State(tuple(seats), Options(**options), dict.fromkeys(seats, 0))


def asks(state: State, seat: Seat) -> tuple[Ask[Command], ...]:
    """Return the asks of *seat* now. All hands are asked for at once, so nobody waits for a turn."""
    if state.won:
        return ()
    if state.opened:  # Anybody can go on, so only the table is waited for.
        return (Choice("next", (NextRound(),), awaited=seat == TABLE),) if seat in (*state.seats, TABLE) else ()
    if seat not in state.seats or seat in state.hands:
        return ()
    others = FIVE * (len(state.seats) - 1)
    return (Amount("show", "guess", tuple(Much(Show(own), own, own + others) for own in range(FIVE + 1))),)


REFUSALS: Final = {"not_asked": "1", "no_hand": "2", "game_over": "5"}  # Each with its rule.


def refusal(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return why *seat* can't do *command* now, or None. Both the buttons and this guard use the same asks."""
    if any(answers(ask, command) for ask in asks(state, seat)):
        return None
    if state.won:
        return _no("game_over")
    return _no("no_hand" if isinstance(command, Show) and asks(state, seat) and not state.opened else "not_asked")


def _no(code: str) -> Refusal:
    return Refusal(say(f"morra.refusal.{code}"), REFUSALS[code])


def events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """Return the events that *command* brings about."""
    if isinstance(command, NextRound):
        return (RoundBegan(state.round + 1),)
    hand = Hand(command.fingers, command.guess)
    shown = HandShown(seat, Sealed(hand, {seat}))
    if len(state.hands) + 1 < len(state.seats):
        return (shown,)
    return (shown, *_opening(state, {one: hand if one == seat else state.hands[one].open() for one in state.seats}))


def _opening(state: State, hands: dict[Seat, Hand]) -> tuple[Event, ...]:
    total = sum(hand.fingers for hand in hands.values())
    right = tuple(seat for seat, hand in hands.items() if hand.guess == total)
    winners = tuple(seat for seat in right if state.points[seat] + 1 == int(state.options.points))
    opened = HandsOpened(hands, total, right)
    return (opened, GameWon("points", winners)) if winners else (opened,)


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    match event:
        case HandShown(seat, hand):
            return replace(state, hands={**state.hands, seat: hand})
        case HandsOpened(right=right):
            points = {seat: had + (seat in right) for seat, had in state.points.items()}
            return replace(state, hands={}, opened=event, points=points)
        case RoundBegan(number):
            return replace(state, round=number, opened=None)
        case GameWon():
            return replace(state, won=event)
    assert_never(event)


def check(state: State) -> None:
    """Raise InvariantError for a hand that somebody else could see, and for points that nobody can have."""
    insist(all(hand.eyes == {seat} for seat, hand in state.hands.items()), "a hand that another sees")
    insist(max(state.points.values()) <= min(state.round, int(state.options.points)), "points that nobody can have")


def outcome(state: State) -> GameWon | None:
    """Return who has won, or None while the game goes on."""
    return state.won


# Views and sentences


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player. *fingers* and *guess* are None for viewers who may not know them, and while there is no hand."""

    seat: Seat
    points: int
    is_closed: bool
    fingers: int | None
    guess: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer sees it: *seats*, *round*, *news* and *outcome* for the plain pages, *total* for its own."""

    seats: tuple[SeatView, ...]
    round: int
    total: int | None
    news: tuple[Said, ...]
    outcome: GameWon | None

    def seat(self, seat: Seat) -> SeatView:
        """Return the player at *seat*."""
        return next(one for one in self.seats if one.seat == seat)


def view(state: State, _viewer: Viewer, log: Log[Event]) -> View:  # The seals already know who is looking.
    """Return *viewer*'s view; *state* and *log* are as that viewer sees them, so that nothing more can be learned."""
    total = state.opened.total if state.opened else None
    return View(tuple(_seat(state, seat) for seat in state.seats), state.round, total, log.news(tell, 2 * MOST), state.won)


def _seat(state: State, seat: Seat) -> SeatView:
    hand = state.opened.hands[seat] if state.opened else None
    if seat in state.hands and state.hands[seat].is_open:
        hand = state.hands[seat].open()
    shown = (hand.fingers, hand.guess) if hand else (None, None)
    return SeatView(seat, state.points[seat], seat in state.hands, *shown)


def tell(event: Event, _viewer: Viewer) -> Said | None:  # Everybody is told the same; a hand is looked up.
    """Return the sentence for *event*: its code and fields. Every language's catalogue has the sentence."""
    match event:
        case HandShown(seat):
            return say("morra.told.shown", who=Who(seat))
        case HandsOpened(total=total, right=()):
            return say("morra.told.nobody", total=total)
        case HandsOpened(total=total, right=(seat,)):
            return say("morra.told.one", who=Who(seat), total=total)
        case HandsOpened(total=total, right=right):
            return say("morra.told.several", count=len(right), total=total)
        case GameWon(winners=(seat,)):
            return say("morra.told.won", who=Who(seat))
        case GameWon(winners=winners):
            return say("morra.told.shared", count=len(winners))
    return None


# The display, and the pieces on the reader


def screen(view: View, _log: Log[Event]) -> Screen:  # Everything that it shows is still on the table.
    """Return the picture on the display: everybody's pawn with a closed hand or its fingers; *view* is TABLE's."""
    if view.outcome and len(view.outcome.winners) == 1:
        winner = view.outcome.winners[0]
        who = say("morra.screen.who", who=Who(winner))
        return Screen(say("morra.screen.wins"), big=who, picture=Winner(winner), seat=winner)
    row = Row(tuple(Mark(one.seat, _mark(one)) for one in view.seats))
    counter = say("morra.screen.show") if view.total is None else say("morra.screen.total", total=view.total)
    return Screen(counter, small=say("morra.screen.round", round=view.round), picture=row)


def _mark(one: SeatView) -> str:
    return "?" if one.is_closed else "" if one.fingers is None else str(one.fingers)


def pieces(_options: Mapping[str, object]) -> tuple[Piece, ...]:  # The same for every option.
    """Return the pieces that can carry a tag: the bag pawns, with which people sit down in every game."""
    return tuple(Piece("bag", seat) for seat in SEATS)


def tapped(state: State, piece: Piece, _spot: str) -> Tapped[Command]:  # One reader serves the table.
    """Return the meaning of a tap or a key now: OK goes on, once all hands are open."""
    if piece.kind == "key" and piece.name == "ok" and state.opened and not state.won:
        return Play(TABLE, NextRound())
    return Nothing(say("morra.tap.over" if state.won else "morra.tap.wait"))


# Disclosure, and hints for random play

DISCLOSURE: Final[Disclosure] = {
    HandShown: everybody("seat") | {"hand": Only(("seat",), knew=("seat",))},
    HandsOpened: opened("hands", "total", "right"),
    RoundBegan: everybody("round"),
    GameWon: everybody("cause", "winners"),
}
SHOWN: Final = {"HandShown": ("seat",), "HandsOpened": ("total",), "RoundBegan": ("round",), "GameWon": ("winners",)}
REHEARSAL: Final[Rehearsal[State, Command]] = Rehearsal(
    refusals=REFUSALS, ends=("points",), left_out={"View": {"news"}}, announced=SHOWN
)
