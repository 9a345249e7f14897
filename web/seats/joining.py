"""The join page, for a phone without a seat, and the lobby, where everybody waits for the start."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

from companion.agreeing.motions import Motion
from companion.kit.house import TEMPERS, needed
from companion.kit.messages import Illegal
from companion.kit.options import OneOfEach
from companion.kit.viewers import TABLE
from companion.seats.starting import StartGame, cannot_start
from companion.tags.contents import contents, filled, groups
from web.seats import leaving, setting, taking_back
from web.seats.going_on import house_rules, wishes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.agreeing.evening.saved_games import Saved
    from companion.kit.game import AnyGame
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot


MOST_SAVED: Final = 8  # games put away that the lobby lists
MOST_SCORED: Final = 12  # names in the score


@dataclass(frozen=True, slots=True)
class Stool:
    """A seat on the join page; *name* is its sitter's, empty if the seat is free. *temper* is that of a player of the house."""

    seat: Seat
    name: str
    temper: str | None = None


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Sits where another played a game that was put away. *name* is that player's; *votes* are those for giving the place."""

    seat: Seat
    name: str
    votes: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class PutAway:
    """A game put away that can be resumed: the seats of its *players* who sit here, and the *newcomers* on the others.

    *for_here* are the votes for going on here with a game that goes on at another table. *for_all* are those for giving all
    places of a game that came from another table to the sitters of its seats, or None if there is nothing to give.
    """

    game: Saved
    players: set[Seat]
    newcomers: list[Newcomer]
    for_here: frozenset[Seat] = frozenset()
    for_all: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A game in the lobby: the number of players *missing*, and *why_not* if it can't begin with those who sit.

    *parts* lists, for each option that picks one of each group, the names by group. *box* is the word code of the option
    for the box's contents, empty for none; *ask_box* is true until somebody has confirmed them. *only* has the options of which
    just one choice is open, because players of the house play along. *explains* is true if the game will explain itself.
    *chosen* has what the table has chosen last, by option: a word, or the names of things. *handicap* says by size of a head
    start how often so many players win without it and with it, in percent, as far as that was measured.
    """

    game: AnyGame
    missing: int
    why_not: Said | None
    parts: dict[str, dict[str, list[str]]]
    box: str
    ask_box: bool
    only: Mapping[str, str] = field(default_factory=dict)
    explains: bool = False
    chosen: Mapping[str, object] = field(default_factory=dict)
    handicap: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def stools(now: Snapshot) -> list[Stool]:
    """Return every seat that some game of the table uses."""
    seats = sorted({seat for game in now.games.values() for seat in game.SEATS})
    sitters = now.seating.sitters
    return [Stool(seat, sitters[seat].name, sitters[seat].temper) if seat in sitters else Stool(seat, "") for seat in seats]


def page(now: Snapshot, *, name: str = "", seat: Seat = "", sentence: str = "", lost: Seat | None = None) -> dict[str, object]:
    """Return the join page's content: *name* and *seat* as filled in, and a *sentence* if they were refused.

    *lost* is the seat that this phone had until another took it. `made` is the table's revision at that moment.
    """
    all_stools = stools(now)
    free = [stool.seat for stool in all_stools if not stool.name and (not now.playing or stool.seat in now.vacant)]
    kept, sat_in = leaving.kept(now), leaving.sat_in_for(now)
    if sat_in:
        free, kept = [*free, sat_in.seat], (sat_in.seat, sat_in.place.name)
    chosen = seat if seat in free else kept[0] if kept else next(iter(free), "")
    return {
        "made": now.revision,
        "stools": all_stools,
        "free": free,
        "chosen": chosen,
        "name": name or (kept[1] if kept else ""),
        "sentence": sentence,
        "vacancies": leaving.vacancies(now),
        "kept": kept if not sat_in else None,
        "sat_in": sat_in,
        "lost": lost if lost in now.names else None,
        "playing": now.playing,
        "finished": bool(now.evening.history),
    }


def lobby(now: Snapshot, seat: Seat) -> dict[str, object]:
    """Return the lobby's content for *seat*: the sitters and the games with options; `picked` is the preselected game."""
    found = offers(now)
    games = {"offers": found, "picked": picked(now), "saved": _saved(now, seat)}
    waiting = {"duplicate": None if now.playing else now.duplicate, "is_duplicate": _begins_duplicate(now)}
    return {"stools": stools(now), "tempers": TEMPERS if not now.playing else (), **games, **waiting, **evening(now)}


def _begins_duplicate(now: Snapshot) -> bool:
    """Return whether the game that is picked, if it started now, would be the duplicate that waits."""
    if (offer := now.duplicate) is None:
        return False
    game = now.games[name := picked(now)]
    command = filled(now.contents, StartGame(name, now.evening.options.get(name, {})), now.games)
    seats = tuple(seat for seat in game.SEATS if seat in now.names)
    return offer.begins(game, seats, command.options)


def _free_voters(now: Snapshot) -> dict[Seat, frozenset[Seat]]:
    return {seat: now.electorate(Motion("free_seat", seat)).voters for seat in now.seating.guests}


def offers(now: Snapshot) -> list[Offer]:
    """Return every game of the table."""
    return [_offer(now, game) for game in now.games.values()]


def picked(now: Snapshot) -> str:
    """Return the game that the table has chosen, or else the one played last or, if that can't begin, the first that can."""
    if now.evening.next in now.games:
        return now.evening.next
    last = now.seating.started.game if now.seating.started else next(iter(now.games))
    startable = [offer.game.NAME for offer in offers(now) if not offer.why_not]
    return startable[0] if startable and last not in startable else last


def tonight(now: Snapshot) -> dict[str, object]:
    """Return the name of the game chosen for `tonight`, empty if there is none, and its house `rules`.

    Each rule is the word code of an option that isn't left at its first choice, and that of the choice.
    """
    game = now.games.get(now.evening.next)
    return {"tonight": game.NAME if game else "", "rules": house_rules(now)}


def _unsealing(now: Snapshot) -> dict[str, object]:
    """Return who is for unsealing the books of the game on the table, and how many it takes; 0 if that can't be asked."""
    motion = Motion("unseal", number=now.evening.on)
    try:
        needs = now.electorate(motion).needed
    except Illegal:
        needs = 0
    return {"unseal": motion, "for_unseal": sorted(now.votes(motion)), "unseal_needs": needs}


def _offer(now: Snapshot, game: AnyGame) -> Offer:
    own, found, seated = now.contents, contents(game), now.names
    parts = {name: groups(game, name, own) for name, option in game.OPTIONS.items() if isinstance(option, OneOfEach)}
    box, ask = (f"{game.NAME}.option.{found[0]}", game.NAME not in own) if found else ("", False)
    only = needed(game) if set(seated) != now.seating.guests else {}
    missing, explains = max(0, game.FEWEST - len(seated)), now.evening.explains(game.NAME)
    why_not, chosen = cannot_start(game, seated), now.evening.options.get(game.NAME, {})
    handicap = getattr(game, "HANDICAP", {}).get(len(seated), {})
    return Offer(game, missing, why_not, parts, box, ask, only, explains, chosen, handicap)


def _saved(now: Snapshot, seat: Seat) -> list[PutAway]:
    """Return the newest games that were put away: first those that *seat*'s sitter played or that came from another table."""
    known = [saved for _, saved in sorted(now.evening.saved.items(), reverse=True) if saved.started.game in now.games]
    games = [_put_away(now, saved) for saved in known]  # Nothing is lost of the others: they wait for their game's return.
    return sorted(games, key=lambda one: seat not in one.players and one.for_all is None)[:MOST_SAVED]


def _put_away(now: Snapshot, saved: Saved) -> PutAway:
    theirs, seating, number = now.places, now.seating, saved.started.number
    newcomers = [
        Newcomer(seat, theirs.names(number)[seat], now.votes(Motion("give_place", seat, number)))
        for seat in theirs.strangers(seating, number)
    ]
    for_all = now.votes(Motion("know_all", number=number)) if newcomers and saved.arrived else None
    return PutAway(saved, theirs.players(seating, number), newcomers, now.votes(Motion("go_on_here", number=number)), for_all)


def evening(now: Snapshot) -> dict[str, object]:
    """Return the table's agreements, and whether it can still save. All of it is public, and the same for all pages."""
    return now.once("evening", partial(_evening, now))


def _evening(now: Snapshot) -> dict[str, object]:
    agreed, view, for_away = now.evening, now.view(TABLE), now.votes(Motion("put_away"))
    playing = now.playing and view is not None
    elsewhere = Motion("go_elsewhere", number=agreed.on)
    free_votes = {seat: sorted(voters) for seat in now.names if (voters := now.votes(Motion("free_seat", seat)))}
    return {
        "read_only": now.read_only,
        "paused": agreed.paused,
        "waits_for_all": agreed.waits,
        "for_away": sorted(for_away),
        "away_needs": now.electorate(Motion("put_away")).needed if playing else 0,
        "for_elsewhere": sorted(now.votes(elsewhere)),
        "elsewhere": elsewhere if playing else None,
        "elsewhere_needs": now.electorate(elsewhere).needed if playing else 0,
        **_unsealing(now),
        "wishes": wishes(now),
        "free_votes": free_votes,
        "for_wipe": now.votes(Motion("wipe_score")),
        "wipe_needs": 0 if playing else now.electorate(Motion("wipe_score")).needed,
        "free_voters": {} if playing else _free_voters(now),
        "score": dict(islice(now.score.items(), MOST_SCORED)),
        "table_names": now.names,
        "playing": playing,
        "recount": setting.recounted(now),
        "late": setting.late(now),
        "hands": now.hands,
        "refused": now.refused,
        "asked": now.public.asked,
        "has_reader": now.has_reader,
        **taking_back.agreed(now),
        **leaving.agreed(now),
    }
