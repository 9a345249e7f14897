"""Starting a game: who can play it, with which options, and a game that has come from another table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games import worded
from companion.kit.house import fits
from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.seats import names
from companion.seats.refusing import insist

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from companion.kit.game import AnyGame


FIRST: Final = -1_000_000  # Stands for a game's first row, whether it comes from a file or not.
MARK: Final = 8  # Digits of a duplicate's commitment that people compare.
LONGEST_TYPED: Final = 20  # characters of a card's name, or of any other name typed into the options


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin *game* with all sitters. *options* are the game's own."""

    game: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Game *number* of this table has begun. *duplicate* is the commitment of the duplicate that is played, or ""."""

    number: int
    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    duplicate: str = ""


@dataclass(frozen=True, slots=True)
class GameBrought:
    """A game from another table has come as *number*, in its *round*, and counts as put away.

    *names* and *tokens* (as in SitDown) belong to the players of *seats*, in this order. Each has had the seat since the row
    *since*; rows from the file have negative numbers. *link* is the file's.
    """

    number: int
    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    names: tuple[str, ...]
    tokens: tuple[str, ...]
    since: tuple[int, ...]
    round: int
    link: str

    @property
    def started(self) -> GameStarted:
        """The game, as if it had begun here."""
        return GameStarted(self.number, self.game, self.seats, self.options)


def cannot_start(game: AnyGame, seats: Collection[Seat]) -> Said | None:
    """Return why *game* can't begin with exactly the sitters of *seats*, or None if it can."""
    outside = sorted(set(seats) - set(game.SEATS))
    if outside:
        return say("table.refusal.no_seat_for", who=Who(outside[0]))
    if len(seats) > game.MOST:
        return say("table.refusal.too_many", count=game.MOST)
    return say("table.refusal.too_few", count=game.FEWEST) if len(seats) < game.FEWEST else None


def start(
    number: int,
    sitting: Collection[Seat],
    name: str,
    options: Mapping[str, object],
    games: Mapping[str, AnyGame],
    *,
    house: bool = False,
) -> GameStarted:
    """Return the start of game *number*, which is to be *name*, on the seats where somebody is *sitting*; or raise Illegal.

    *house* says that players of the house are among them.
    """
    insist(name in games, say("table.refusal.no_game"))
    game = games[name]
    if why_not := cannot_start(game, sitting):
        raise Illegal(Refusal(why_not, "table"))
    seats = tuple(seat for seat in game.SEATS if seat in sitting)
    insist(not (house and not fits(game, options)), say("table.refusal.house_cards"))
    insist(all(names.is_readable(text, LONGEST_TYPED) for text in _typed(game, options)), say("table.refusal.options"))
    try:
        game.setup(seats, options)
    except ValueError as error:
        raise Illegal(Refusal(say("table.refusal.options"), "table")) from error
    return GameStarted(number, name, seats, with_defaults(game, options))


def with_defaults(game: AnyGame, options: Mapping[str, object]) -> dict[str, object]:
    """Return *options* with the defaults that must be said, as games without them go on as before there were any."""
    return {**{name: option.choices[0] for name, option in worded(game).items() if option.before}, **options}


def _typed(game: AnyGame, options: Mapping[str, object]) -> Iterator[str]:
    """Yield the texts in *options* that somebody may have typed, such as a card's name: all except the game's own choices."""
    for name, given in options.items():
        if name not in worded(game):
            yield from _texts(given)


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case list() | tuple():
            yield from (text for one in data for text in _texts(one))
