"""Taking back, as pages show it: the steps that can go back, the vote on them, and what somebody has seen in the meantime."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.agreeing.motions import Motion
from companion.kit.messages import Said, Who, say
from companion.kit.viewers import TABLE
from web.seats import setting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.kit.viewers import Seat, Viewer
    from companion.match.entries import Entry
    from companion.match.match import Match
    from companion.match.pricing import Price
    from companion.table.snapshot import Snapshot

MOST: Final = 8  # steps that are offered


@dataclass(frozen=True, slots=True)
class Step:
    """A step that can go back, to row *to*, together with all newer ones: its *told* sentences, newest first.

    *price* is the sentence for who has to agree to that. If the table has just said no, it can't be asked now: it *is_refused*.
    """

    to: int
    told: tuple[Said, ...]
    price: Said
    is_refused: bool


def steps(now: Snapshot, seat: Seat) -> list[Step]:
    """Return the newest steps that *seat* can ask to take back, newest first; none if there is nothing to ask."""
    if now.match is None or not now.playing or not now.plays(seat) or now.vote:
        return []
    found, newer = [], 0
    for to, price in now.match.ways_back(seat, MOST):
        entries = now.match.since(to)
        told = _told(now.match, entries[: len(entries) - newer], seat)
        found.append(_step(now, now.match, Motion("take_back", seat, to), told, price))
        newer = len(entries)
    return found


def slip(now: Snapshot, seat: Seat) -> Step | None:
    """Return the newest step if *seat* can take it back at once, without asking; None otherwise."""
    newest = next(iter(steps(now, seat)), None)
    return newest if newest and not newest.is_refused and newest.price == say("web.back.own") else None


def again(now: Snapshot, seat: Seat) -> Step | None:
    """Return the last take-back as a step that *seat* can ask to put back again, or None."""
    entries = now.match.again() if now.match and now.playing and now.plays(seat) and not now.vote else ()
    if not entries or now.match is None or (price := now.match.price(seat, entries[-1].row, again=True)) is None:
        return None
    return _step(now, now.match, Motion("put_back", seat, entries[-1].row), _told(now.match, entries, seat), price)


def _step(now: Snapshot, match: Match, motion: Motion, told: tuple[Said, ...], price: Price) -> Step:
    may_ask = now.room.take_backs.may_ask(motion.seat, motion.number, match.tip)
    return Step(motion.number, told, _needs(now, motion, price), is_refused=not may_ask)


def agreed(now: Snapshot) -> dict[str, Any]:
    """Return the open `vote`, or None, and what was seen before earlier take-backs. All of it is public."""
    exposed = [said for price in (now.match.exposed() if now.match else ()) for said in _learned(price)]
    motion = now.vote
    if motion is None or now.match is None:
        return {"vote": None, "exposed": exposed, "struck": _struck(now.match)}
    if now.proposal:
        return {"vote": setting.vote(now, motion, now.proposal), "exposed": exposed, "struck": None}
    again = motion.kind == "put_back"
    price, who = now.match.price(motion.seat, motion.number, again=again), now.electorate(motion)
    entries = now.match.between(motion.number, again=again)
    return {
        "exposed": exposed,
        "struck": None,
        "vote": {
            "motion": motion,
            "told": _told(now.match, entries, TABLE),
            "learned": _learned(price) if price else [],
            "unanswered": sorted(now.unanswered()),
            "waited": now.outwaited,
            "stoppers": who.stoppers if now.outwaited else frozenset(),
        },
    }


def _struck(match: Match | None) -> dict[str, Any] | None:
    """Return the lines that the last take-back struck out, newest first, and its asker; None once something else has happened.

    The match keeps both lines for good: what was done, and that it was taken back.
    """
    if match is None or not (entries := match.again()):
        return None
    return {"asker": match.gone[-1].taken.asker, "told": _told(match, entries, TABLE)}


def record(match: Match) -> list[dict[str, Any]]:
    """Return the take-backs of the whole game, newest first: the asker, what went back, and what people had learned of it."""
    return [
        {"asker": gone.taken.asker, "told": _told(match, gone.entries, TABLE), "learned": _learned(gone.price)}
        for gone in reversed(match.struck)
    ]


def _told(match: Match, entries: Iterable[Entry], viewer: Viewer) -> tuple[Said, ...]:
    events = [event for entry in entries for event in entry.events]
    return tuple(said for event in reversed(events) if (said := match.tell(event, viewer)))


def _learned(price: Price) -> list[Said]:
    """Return sentences for whose secret everybody has learned, and then for who else has learned whose."""
    told: dict[tuple[int, str, str], dict[Seat, frozenset[Seat]]] = {}
    for fact in price.news:
        told.setdefault((fact.row, fact.event, fact.field), {})[fact.seat] = fact.knew
    open_to_all = {whose for knew in told.values() if len(knew) > 1 for whose in next(iter(knew.values())) or [""]}
    pairs = {(seat, whose) for knew in told.values() if len(knew) == 1 for seat, all_ in knew.items() for whose in all_ or [""]}
    return [
        *(say("web.back.all_saw", whose=Who(whose)) if whose else say("web.back.all_know") for whose in sorted(open_to_all)),
        *(_saw(seat, whose) for seat, whose in sorted(pairs) if whose not in open_to_all),
    ]


def _saw(seat: Seat, whose: Seat) -> Said:
    return say("web.back.saw", who=Who(seat), whose=Who(whose)) if whose else say("web.back.knows", who=Who(seat))


def _needs(now: Snapshot, motion: Motion, price: Price) -> Said:
    """Return the sentence for who has to agree: nobody else where the asker is the only person."""
    who = now.electorate(motion)
    match "own" if who.needed == 1 else price.rung:
        case "own":
            return say("web.back.own")
        case "offer":
            return say("web.back.offer", who=Who(next(iter(who.voters - {motion.seat}), motion.seat)))
        case "table":
            return say("web.back.table", count=who.needed - 1)
        case "seal":
            return say("web.back.everybody")
