"""The door: what somebody sees who has no seat yet, and the lobby where everybody waits for the start."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from companion import places
from companion.contents import contents, groups
from companion.game import TABLE, OneOfEach
from companion.seating import cannot_start

if TYPE_CHECKING:
    from companion.evening import Saved
    from companion.game import Game, Said, Seat
    from companion.table import Table


MOST_SAVED: Final = 8  # games put away that the lobby lists
MOST_SCORED: Final = 12  # names in the score


@dataclass(frozen=True, slots=True)
class Stool:
    """A seat as the door shows it; *name* is who sits there, empty for nobody."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who sits where another played a game that was put away: whose place it is, by *name*, and the *votes* to give it."""

    seat: Seat
    name: str
    votes: set[Seat]


@dataclass(frozen=True, slots=True)
class PutAway:
    """A game in the lobby that can be taken up: the seats of its *players* who sit here, and *newcomers* on the others."""

    game: Saved
    players: set[Seat]
    newcomers: list[Newcomer]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game in the lobby: how many players are *missing*, and *why_not* where it can't begin with those who sit.

    *parts*: by option that names one of each group, those names by group. *box* is the words' code of the option that says what
    the box holds, empty for none; *ask_box*: nobody has said yet whether that is right.
    """

    game: Game
    missing: int
    why_not: Said | None
    parts: dict[str, dict[str, list[str]]]
    box: str
    ask_box: bool


def stools(table: Table) -> list[Stool]:
    """Return every seat that some game of the table has."""
    seats = sorted({seat for game in table.games.values() for seat in game.SEATS})
    return [Stool(seat, table.names.get(seat, "")) for seat in seats]


def page(table: Table, *, name: str = "", seat: str = "", sentence: str = "", lost: Seat | None = None) -> dict[str, Any]:
    """Return what the join page shows: *name* and *seat* as they were filled in, and a *sentence* when they were refused.

    *lost* is the seat that this phone had and another has now. *made*: the table's revision of that moment.
    """
    return table.at_one_moment(lambda: _page(table, name=name, seat=seat, sentence=sentence, lost=lost))


def _page(table: Table, *, name: str, seat: str, sentence: str, lost: Seat | None) -> dict[str, Any]:
    made, all_stools = table.revision, stools(table)
    free = [stool.seat for stool in all_stools if not stool.name]
    chosen = seat if seat in free else next(iter(free), "")
    return {
        "made": made,
        "stools": all_stools,
        "free": free,
        "chosen": chosen,
        "name": name,
        "sentence": sentence,
        "lost": lost if lost in table.names else None,
        "playing": table.playing,
    }


def lobby(table: Table, seat: Seat) -> dict[str, Any]:
    """Return what the lobby shows *seat*: who sits, the games with their options; *picked* stands where no hand has chosen."""
    offers = [_offer(table, game) for game in table.games.values()]
    games = {"offers": offers, "picked": _picked(table, offers), "saved": _saved(table, seat)}
    return {"stools": stools(table), **games, **evening(table)}


def _picked(table: Table, offers: list[Offer]) -> str:
    """Return the game that was played last, or the first that can begin where that one can't."""
    last = table.seating.started.game if table.seating.started else offers[0].game.NAME
    startable = [offer.game.NAME for offer in offers if not offer.why_not]
    return startable[0] if startable and last not in startable else last


def _offer(table: Table, game: Game) -> Offer:
    own, found, seated = table.contents, contents(game), table.names
    parts = {name: groups(game, name, own) for name, option in game.OPTIONS.items() if isinstance(option, OneOfEach)}
    box, ask = (f"{game.NAME}.option.{found[0]}", game.NAME not in own) if found else ("", False)
    return Offer(game, max(0, game.FEWEST - len(seated)), cannot_start(game, seated), parts, box, ask)


def _saved(table: Table, seat: Seat) -> list[PutAway]:
    """Return the newest games that were put away, those that who sits on *seat* played before all others."""
    games = [_put_away(table, saved) for _, saved in sorted(table.evening.saved.items(), reverse=True)]
    return sorted(games, key=lambda one: seat not in one.players)[:MOST_SAVED]


def _put_away(table: Table, saved: Saved) -> PutAway:
    theirs, seating, number = table.places, table.seating, saved.started.number
    newcomers = [
        Newcomer(seat, theirs.games[number][seat].name, theirs.votes_for(number, seat))
        for seat in theirs.strangers(seating, number)
    ]
    return PutAway(saved, theirs.players(seating, number), newcomers)


def evening(table: Table) -> dict[str, Any]:
    """Return what was agreed at the table, and whether it still writes, for any page: all of it is public."""
    now, view = table.evening, table.view(TABLE)
    playing = table.playing and view is not None
    return {
        "read_only": table.read_only,
        "paused": now.paused,
        "for_away": sorted(now.away),
        "away_needs": len(view.seats) // 2 + 1 if playing else 0,
        "free_votes": {seat: sorted(voters) for seat, voters in now.free.items() if voters},
        "free_voters": {seat: places.electorate(table.places, table.seating, seat) for seat in table.names},
        "score": dict(islice(table.score.items(), MOST_SCORED)),
        "table_names": table.names,
        "playing": playing,
    }
