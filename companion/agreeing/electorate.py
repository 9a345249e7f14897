"""Compute the voters of a motion, and how many votes carry it, from who is sitting and who is playing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from companion.agreeing.evening import naming
from companion.agreeing.motions import IN_GAME, Kind, Motion
from companion.house import sitting
from companion.kit.messages import Illegal, Refusal, Who, say
from companion.kit.viewers import Seat
from companion.seats import names, places
from companion.seats.refusing import insist

if TYPE_CHECKING:
    from companion.agreeing.on_table import Company


@dataclass(frozen=True, slots=True)
class Electorate:
    """The *voters* on a motion, how many of them are *needed* to carry it, and those who *must* be among them.

    After a minute, any of *stoppers* may drop it, and it is carried without those who haven't answered, except for *owners*,
    whose secrets would go back (T3).
    """

    voters: frozenset[Seat]
    needed: int
    must: frozenset[Seat] = frozenset()
    owners: frozenset[Seat] = frozenset()
    stoppers: frozenset[Seat] = frozenset()

    def carry(self, yes: Collection[Seat]) -> bool:
        """Return whether the votes of *yes* carry the motion."""
        return self.must <= set(yes) and len(self.voters & set(yes)) >= self.needed

    def carry_awake(self, yes: Collection[Seat]) -> bool:
        """Return whether *yes*, all who have answered, carry it a minute later: T2 asks for more than half of all voters."""
        return self.owners <= set(yes) and 2 * len(self.voters & set(yes)) > len(self.voters)


def electorate(motion: Motion, company: Company) -> Electorate:
    """Return who votes on *motion*; raise Illegal if there is nothing to decide.

    A motion names nothing that it isn't about: dressed up, it would be voted on beside itself, and not be shown.
    """
    if motion.kind in IN_GAME and not company.playing:
        raise Illegal(Refusal(say("table.no_game"), "table"))
    return RULES[motion.kind](motion, company)


def _more_than_half(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), len(voters) // 2 + 1)


def _all(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), max(len(voters), 1))


# Around games


def _put_away(motion: Motion, company: Company) -> Electorate:
    insist(motion == Motion("put_away"), say("table.refusal.no_saved_game"))
    return _more_than_half(company.guests)


def _wipe_score(motion: Motion, company: Company) -> Electorate:
    insist(not company.playing, say("table.refusal.game_on"))
    insist(motion == Motion("wipe_score"), say("table.refusal.no_saved_game"))
    return _more_than_half(company.seating.guests)


def _rename(motion: Motion, company: Company) -> Electorate:
    new = motion.new
    insist(motion == Motion("rename", name=motion.name, new=new) and new != motion.name, say("table.refusal.no_record"))
    insist(names.tidy(new) == new and names.is_readable(new), say("table.refusal.name", longest=names.LONGEST))
    insist(not sitting.is_marked(new), say("table.refusal.house_mark", mark=sitting.MARK))
    return _about(motion, company)


def _forget(motion: Motion, company: Company) -> Electorate:
    insist(motion == Motion("forget", name=motion.name), say("table.refusal.no_record"))
    return _about(motion, company)


def _about(motion: Motion, company: Company) -> Electorate:
    """Return who decides about a name: those who sit here under it or, if nobody does, more than half of all.

    To join two names takes both of these people, and to forget one, everybody under a spelling that goes with it.
    """
    insist(not company.playing, say("table.refusal.game_on"))
    guests, known = company.seating.guests, naming.known(company.agreed)
    insist(known.get(motion.name) is False, say("table.refusal.no_record"))
    own = company.called(naming.spellings([motion.name], company.agreed.joined if motion.kind == "forget" else ()))
    other = company.called({motion.new} - {""})
    if own and (other or motion.new not in known):
        return Electorate(own | other, len(own | other))
    return Electorate(guests, len(guests) // 2 + 1, own | other)


def _free_seat(motion: Motion, company: Company) -> Electorate:
    seating, theirs, on = company.seating, company.places, company.on
    outside = on is not None and motion.seat in theirs.strangers(seating, on.number)
    insist(not company.playing or outside, say("table.refusal.game_on"))
    insist(motion in (Motion("free_seat", seat) for seat in seating.guests), say("table.refusal.no_seat"))
    return _more_than_half(company.guests if company.playing else places.electorate(theirs, seating, motion.seat))


def _give_place(motion: Motion, company: Company) -> Electorate:
    strangers = company.places.strangers(company.seating, motion.number)
    insist(
        motion.seat in company.seating.guests.intersection(strangers) and not motion.other, say("table.refusal.no_saved_game")
    )
    all_others = frozenset(company.places.players(company.seating, motion.number)) & company.seating.guests
    return Electorate(all_others, len(all_others))


def _unseal(motion: Motion, company: Company) -> Electorate:
    """All who have held a hand in the game must be there and agree: what was seen can't be closed again."""
    insist(company.on is not None and not company.playing, say("table.refusal.game_on"))
    insist(motion == Motion("unseal", number=company.game.number), say("table.refusal.other_books"))
    insist(not company.game.unsealed(), say("table.refusal.books_open"))
    for seat in company.game.seats:
        held = company.places.owners(company.game.number, seat)
        missing = seat not in company.players or any(not one.of_house for one in held[1:])
        if missing:
            raise Illegal(Refusal(say("table.refusal.hand_missing", who=Who(seat)), "table"))
    return _all(company.guests)


def _next_game(motion: Motion, company: Company) -> Electorate:
    """The end of a game and its books are everybody's: a second person must agree to replace them, if there is one."""
    insist(motion == Motion("next_game", number=motion.number), say("table.refusal.no_saved_game"))
    return Electorate(company.seating.guests, min(2, len(company.seating.guests)))


# Games that go to another table or come from one


def _go_elsewhere(motion: Motion, company: Company) -> Electorate:
    insist(motion == Motion("go_elsewhere", number=company.game.number), say("table.refusal.no_saved_game"))
    return _all(company.guests)


def _go_on_here(motion: Motion, company: Company) -> Electorate:
    saved = company.agreed.saved
    insist(motion == Motion("go_on_here", number=motion.number), say("table.refusal.no_saved_game"))
    insist(motion.number in saved and saved[motion.number].elsewhere, say("table.refusal.no_saved_game"))
    return _all(company.places.players(company.seating, motion.number) & company.seating.guests)


def _know_all(motion: Motion, company: Company) -> Electorate:
    insist(not company.playing, say("table.refusal.game_on"))
    insist(motion == Motion("know_all", number=motion.number), say("table.refusal.no_saved_game"))
    return _all(company.seating.guests.intersection(_strangers(motion.number, company)))


def _strangers(number: int, company: Company) -> Collection[Seat]:
    """Return the seats of game *number* from another table; raise Illegal unless all are taken, and one by a stranger.

    All of them vote: nobody else can say who is who, because the players are known from the file alone. That ends when the game
    is taken up, because from then on its players are people who have sat here.
    """
    saved = company.agreed.saved.get(number)
    if saved is None or not saved.arrived or saved.elsewhere:
        raise Illegal(Refusal(say("table.refusal.no_saved_game"), "table"))
    seats = saved.started.seats
    missing = [seat for seat in seats if seat not in company.seating.sitters]
    if missing:
        raise Illegal(Refusal(say("table.refusal.seat_missing", who=Who(missing[0])), "table"))
    strangers = set(company.places.strangers(company.seating, number))
    insist(bool(strangers) and strangers <= company.seating.guests, say("table.refusal.no_saved_game"))
    return seats


# Who plays on. Whoever has left the table isn't asked and doesn't count.


def _leave(motion: Motion, company: Company) -> Electorate:
    return _more_than_half(company.guests - _parties(motion, company))


def _of_parties(motion: Motion, company: Company) -> Electorate:
    both = _parties(motion, company)
    return Electorate(both, len(both))


def _parties(motion: Motion, company: Company) -> frozenset[Seat]:
    """Return the players whom *motion* is about: two for a swap."""
    both = frozenset((motion.seat, motion.other) if motion.kind == "swap" else (motion.seat,))
    bare = motion == Motion(motion.kind, motion.seat, other=motion.other if motion.kind == "swap" else "")
    insist(both <= company.guests and bare and motion.seat != motion.other, say("table.refusal.no_seat"))
    return both


def _end_game(motion: Motion, company: Company) -> Electorate:
    insist(motion == Motion("end_game") and company.game.ranks(), say("table.refusal.no_ranking"))
    insist(not company.is_whole, say("table.refusal.nobody_left"))
    return _more_than_half(company.guests)


def _house_plays(motion: Motion, company: Company) -> Electorate:
    """All who are left must agree, since whoever sits in sees the whole hand."""
    insist(motion == Motion("house_plays", motion.seat), say("table.refusal.no_seat"))
    insist(motion.seat in company.vacant, say("table.refusal.nobody_left"))
    insist(company.game.house, say("table.refusal.house_cards"))
    return _all(company.guests)


# Setting the table anew, and going back


def _set_table(_: Motion, company: Company) -> Electorate:
    return Electorate(company.guests, len(company.guests), company.guests)


def priced(motion: Motion, company: Company) -> Electorate:
    """Return who votes on a take-back; see `Rung`. Whoever has left the table can't be asked, nor players of the house.

    If a damaged journal has lost the row that people were voting on, nothing carries the motion, and one vote against drops it.
    """
    players = company.guests
    insist(motion.seat in players and not motion.other, say("table.refusal.only_players"))
    price = company.game.price(motion.seat, motion.number, motion.kind == "put_back")
    if price is None:
        return Electorate(players, len(players) + 1, owners=players, stoppers=players)
    asker, others = frozenset((motion.seat,)), players - {motion.seat}
    match price.rung:
        case "own":
            return Electorate(asker, 1)
        case "offer":
            parties = asker | {fact.seat for fact in price.news} & players
            return Electorate(parties, len(parties), parties, parties, players)
        case "seal":
            return Electorate(players, len(players), players, price.owners & players, players)
        case "table":
            needed = min(len(others) // 2 + 1, len(others)) + 1
            return Electorate(players, needed, asker | price.theirs & players, stoppers=players)
    assert_never(price.rung)


Rule: TypeAlias = Callable[[Motion, "Company"], Electorate]
RULES: Final[dict[Kind, Rule]] = {
    "put_away": _put_away,
    "free_seat": _free_seat,
    "give_place": _give_place,
    "wipe_score": _wipe_score,
    "take_back": priced,
    "put_back": priced,
    "leave": _leave,
    "hand_over": _of_parties,
    "end_game": _end_game,
    "house_plays": _house_plays,
    "swap": _of_parties,
    "set_table": _set_table,
    "go_elsewhere": _go_elsewhere,
    "go_on_here": _go_on_here,
    "know_all": _know_all,
    "unseal": _unseal,
    "rename": _rename,
    "forget": _forget,
    "next_game": _next_game,
}
