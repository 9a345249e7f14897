"""Motions: decisions that the people at the table take by voting, such as putting a game away.

A vote proposes a motion, supports it, or withdraws that support. Who may vote, and how many votes are needed, is computed from
who is sitting and who is playing. The vote that carries a motion also carries it out. Everything here is public.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

from companion.agreeing.evening import CameBack, EndAgreed, PutAway, ScoreWiped, TakenUp, WentElsewhere
from companion.agreeing.taking_back import PROPOSALS, Dropped, Outwaited
from companion.kit.layout import Stated, TableSet, told
from companion.kit.messages import Illegal, Refusal, Said, Who, say
from companion.kit.viewers import Seat
from companion.match.entries import TakenBack
from companion.seats import names, places
from companion.seats.places import HandedOver, PlaceTaken
from companion.seats.seating import GameStarted, SatDown, StoodUp, Swapped
from companion.setting import proposal
from companion.setting.proposal import OwnStated, Proposed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.agreeing.evening import Evening, OnTable
    from companion.agreeing.taking_back import TakeBacks
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.setting.proposal import Propose, Settings

Kind: TypeAlias = Literal[
    "put_away", "free_seat", "give_place", "wipe_score", "take_back", "put_back", "leave", "hand_over", "end_game", "swap",
    "set_table", "go_elsewhere", "go_on_here", "know_all",
]  # fmt: skip
TAKING_BACK: Final = ("take_back", "put_back")
RESTING: Final = (*TAKING_BACK, "set_table")  # While people vote on one of these, the game rests.
# Only while a game is on.
IN_GAME: Final = ("put_away", *RESTING, "leave", "hand_over", "end_game", "swap", "go_elsewhere")


@dataclass(frozen=True, slots=True)
class Motion:
    """Put away the game on the table, free *seat*, or give the place on *seat* in game *number* to its current sitter.

    Or reset everybody's games won to zero. Or *seat* asks to take back what followed row *number*, or to put back again what a
    take-back took, which row *number* ended. Or *seat* has proposed, in row *number*, to set the table anew.

    Or the player of *seat* leaves the game, and with "hand_over" whoever sits down there next has the hand. Or, after somebody
    has left, the game ends by its ranking as it stands. Or *seat* asks to swap seats, and hands, with *other*.

    Or give out the file with which game *number* goes on at another table, from when on it rests here; or go on with it here
    after all; or go on with a game from another table, whose places go to all who sit on its seats now.
    """

    kind: Kind
    seat: Seat = ""
    number: int = 0
    other: Seat = ""


# The command
@dataclass(frozen=True, slots=True)
class Vote:
    """Vote for *motion* (*yes*), or withdraw that vote. Without a vote to withdraw, vote against a take-back.

    The asker's vote opens a take-back; no game goes on until it is carried or dropped. Anybody who is said to have left is
    still there by a vote against that, and a swap is off by one vote against it. *own* are the voter's private facts, if the
    proposal to set the table needs them.
    """

    motion: Motion
    yes: bool
    own: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Outwait:
    """Decide the open take-back without those who haven't answered it for a minute. The table's own command, by its clock."""


# The event
@dataclass(frozen=True, slots=True)
class Voted:
    """*voter* has voted for *motion* (*yes*), or has withdrawn that vote, or has voted against a take-back."""

    voter: Seat
    motion: Motion
    yes: bool


Carried: TypeAlias = (  # What a motion comes to.
    PutAway | ScoreWiped | StoodUp | PlaceTaken | TakenBack | TableSet | Dropped | Outwaited | HandedOver | EndAgreed | Swapped
    | WentElsewhere | CameBack | TakenUp
)  # fmt: skip
COMMANDS: Final = (Vote, Outwait)
EVENTS: Final = (Voted,)
Votes: TypeAlias = Mapping[Motion, frozenset[Seat]]  # The seats in favour, by motion; motions without any are left out.


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


def electorate(motion: Motion, seating: Seating, theirs: Places, agreed: Evening, on: OnTable | None) -> Electorate:
    """Return who votes on *motion*; raise Illegal if there is nothing to decide. *theirs* are the places in games.

    A motion names nothing that it isn't about: dressed up, it would be voted on beside itself, and not be shown.
    """
    playing = on is not None and on.winners is None
    players = frozenset(theirs.players(seating, on.number)) if on else frozenset()
    if motion.kind in IN_GAME and not playing:
        raise Illegal(Refusal(say("table.no_game"), "table"))
    match motion.kind:
        case "put_away":
            _insist(motion == Motion("put_away"), "no_saved_game")
            return _more_than_half(players)
        case "leave" | "hand_over" | "end_game" | "swap":
            assert on is not None
            return _of_players(motion, players, on)
        case "wipe_score":
            _insist(not playing, "game_on")
            _insist(motion == Motion("wipe_score"), "no_saved_game")
            return _more_than_half(seating.sitters)
        case "free_seat":
            outside = on is not None and motion.seat in theirs.strangers(seating, on.number)
            _insist(not playing or outside, "game_on")
            _insist(motion in (Motion("free_seat", seat) for seat in seating.sitters), "no_seat")
            return _more_than_half(players if playing else places.electorate(theirs, seating, motion.seat))
        case "give_place":
            _insist(motion.seat in theirs.strangers(seating, motion.number) and not motion.other, "no_saved_game")
            all_others = frozenset(theirs.players(seating, motion.number))
            return Electorate(all_others, len(all_others))
        case "go_elsewhere":
            assert on is not None
            _insist(motion == Motion("go_elsewhere", number=on.number), "no_saved_game")
            return _all(players)
        case "go_on_here":
            _insist(motion == Motion("go_on_here", number=motion.number), "no_saved_game")
            _insist(motion.number in agreed.saved and agreed.saved[motion.number].elsewhere, "no_saved_game")
            return _all(theirs.players(seating, motion.number))
        case "know_all":
            _insist(not playing, "game_on")
            _insist(motion == Motion("know_all", number=motion.number), "no_saved_game")
            return _all(_strangers(motion.number, seating, theirs, agreed))
        case "take_back" | "put_back":
            assert on is not None
            return _priced(motion, players, on)
        case "set_table":
            return Electorate(players, len(players), players)
    assert_never(motion.kind)


def _of_players(motion: Motion, players: frozenset[Seat], on: OnTable) -> Electorate:
    """Return who votes on a motion about who plays on. Whoever has left the table isn't asked and doesn't count."""
    if motion.kind == "end_game":
        _insist(motion == Motion("end_game") and on.ranks(), "no_ranking")
        _insist(players != frozenset(on.seats), "nobody_left")
        return _more_than_half(players)
    both = frozenset((motion.seat, motion.other) if motion.kind == "swap" else (motion.seat,))
    bare = motion == Motion(motion.kind, motion.seat, other=motion.other if motion.kind == "swap" else "")
    _insist(both <= players and bare and motion.seat != motion.other, "no_seat")
    return _more_than_half(players - both) if motion.kind == "leave" else Electorate(both, len(both))


def _strangers(number: int, seating: Seating, theirs: Places, agreed: Evening) -> Collection[Seat]:
    """Return the seats of game *number* from another table; raise Illegal unless all are taken, and one by a stranger.

    All of them vote: nobody else can say who is who, because the players are known from the file alone. That ends when the game
    is taken up, because from then on its players are people who have sat here.
    """
    saved = agreed.saved.get(number)
    if saved is None or not saved.arrived or saved.elsewhere:
        raise Illegal(Refusal(say("table.refusal.no_saved_game"), "table"))
    seats = saved.started.seats
    missing = [seat for seat in seats if seat not in seating.sitters]
    if missing:
        raise Illegal(Refusal(say("table.refusal.seat_missing", who=Who(missing[0])), "table"))
    _insist(bool(theirs.strangers(seating, number)), "no_saved_game")
    return seats


def _priced(motion: Motion, players: frozenset[Seat], on: OnTable) -> Electorate:
    """Return who votes on a take-back; see `Rung`. Whoever has left the table can't be asked.

    If a damaged journal has lost the row that people were voting on, nothing carries the motion, and one vote against drops it.
    """
    _insist(motion.seat in players and not motion.other, "only_players")
    price = on.price(motion.seat, motion.number, motion.kind == "put_back")
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


def decide(
    votes: Votes,
    backs: TakeBacks,
    seating: Seating,
    theirs: Places,
    agreed: Evening,
    voter: Seat,
    vote: Vote,
    on: OnTable | None,
    row: int,
) -> tuple[Voted | Carried, ...]:
    """Return the events of *vote*, with those of the motion itself if the vote carries it; raise Illegal if it is refused.

    *backs* is what is remembered of take-backs, and *row* the number of the journal's row that these events go into.
    """
    _insist(voter in seating.sitters, "no_seat")
    who = electorate(vote.motion, seating, theirs, agreed, on)
    if vote.motion.kind in TAKING_BACK:
        assert on is not None
        _insist(theirs.players(seating, on.number) == set(on.seats), "seat_empty")
        return _voted_back(votes, backs, who, voter, vote, on)
    if vote.motion.kind in ("leave", "hand_over", "swap"):
        assert on is not None
        return _voted_to_go(votes, who, theirs.players(seating, on.number), voter, vote, on, row)
    if vote.motion.kind == "go_elsewhere":
        assert on is not None
        _insist(theirs.players(seating, on.number) == set(on.seats), "seat_empty")  # Whoever has left can't agree to that.
    _insist(vote.motion.kind != "free_seat" or voter != vote.motion.seat, "no_seat")  # To leave oneself, stand up.
    _insist(voter in who.voters, "not_in_game" if vote.motion.kind in ("put_away", "go_elsewhere") else "only_players")
    before = votes.get(vote.motion, frozenset())
    _insist((voter in before) != vote.yes, "voted")
    carried = vote.yes and who.carry({*before, voter})
    if carried and vote.motion.kind == "know_all":
        return (Voted(voter, vote.motion, True), *_known(vote.motion.number, seating, theirs, row), TakenUp(vote.motion.number))
    return (Voted(voter, vote.motion, vote.yes), *(_done(vote.motion, on, row) if carried else ()))


def _known(number: int, seating: Seating, theirs: Places, row: int) -> Iterator[PlaceTaken]:
    """Yield the places that pass to all on the seats of game *number*: people of the same name have come back to theirs."""
    for seat in theirs.strangers(seating, number):
        place = theirs.games[number][seat]
        yield PlaceTaken(number, seat, row, place.person if names.same(place.name, seating.sitters[seat].name) else 0)


def carried(votes: Votes, seating: Seating, theirs: Places, agreed: Evening, on: OnTable, row: int) -> tuple[Carried, ...]:
    """Return the events of the first motion that has all the votes it needs, since somebody who lacked in it has stood up."""
    for motion, voters in votes.items():
        if motion.kind in ("put_away", "end_game", "give_place"):
            with suppress(Illegal):  # It has lost its object.
                if electorate(motion, seating, theirs, agreed, on).carry(voters):
                    return _done(motion, on, row)
    return ()


def _voted_to_go(
    votes: Votes, who: Electorate, players: Collection[Seat], voter: Seat, vote: Vote, on: OnTable, row: int
) -> tuple[Voted | Carried, ...]:
    """Count a vote on a player's leaving or on a swap: who it is about can always say no, and leaves by saying yes."""
    motion, for_it = vote.motion, votes.get(vote.motion, frozenset())
    voted = Voted(voter, motion, vote.yes)
    if voter == motion.seat and motion.kind != "swap" and vote.yes:
        return _leaving(motion, players, on)
    _insist(voter in who.voters or voter == motion.seat, "only_players")
    if not vote.yes:
        _insist(bool(for_it) and (voter in for_it or voter in (motion.seat, motion.other)), "voted")
        return (voted,)
    _insist(motion.kind != "swap" or bool(for_it) or voter == motion.seat, "only_asker")
    done = who.carry({*for_it, voter}) and (motion.kind != "leave" or motion.seat in on.gone)
    _insist(voter not in for_it or done, "voted")  # The votes may have been there before the time was over.
    return (voted, *((_leaving(motion, players, on) if motion.kind == "leave" else _done(motion, on, row)) if done else ()))


def _leaving(motion: Motion, players: Collection[Seat], on: OnTable) -> tuple[Carried, ...]:
    """Free the seat for whoever plays on. The last player puts the game away, since nobody could decide about it any more."""
    given = (HandedOver(on.number, motion.seat),) if motion.kind == "hand_over" else ()
    last = () if set(players) - {motion.seat} else (PutAway(on.number, on.round),)
    return (*given, StoodUp(motion.seat), *last)


def open_vote(votes: Votes) -> Motion | None:
    """Return the motion for which the game rests, or None. There is one at a time."""
    return next((motion for motion in votes if motion.kind in RESTING), None)


def open_take_back(votes: Votes) -> Motion | None:
    """Return the take-back that is being voted on, or None. There is one at a time."""
    return next((motion for motion in votes if motion.kind in TAKING_BACK), None)


def _voted_back(
    votes: Votes, backs: TakeBacks, who: Electorate, voter: Seat, vote: Vote, on: OnTable
) -> tuple[Voted | Carried, ...]:
    motion, pending = vote.motion, open_vote(votes)
    if pending is None:
        _insist(vote.yes and voter == motion.seat, "only_asker")
        priced = on.price(motion.seat, motion.number, motion.kind == "put_back") is not None
        _insist(priced or not on.is_barred(motion.number), "barred")
        _insist(priced, "nothing_back")
        _insist(backs.may_ask(motion.seat, motion.number, on.tip), "asked_before")
    else:
        _insist(motion == pending, "voting")
        _insist(voter in who.voters or (backs.waited and not vote.yes and voter in who.stoppers), "only_players")
    for_it = votes.get(motion, frozenset())
    _insist(not (vote.yes and voter in for_it) and not (not vote.yes and voter in backs.against), "voted")
    voted = Voted(voter, motion, vote.yes)
    if vote.yes:
        carried = who.carry({*for_it, voter}) or (backs.waited and who.carry_awake({*for_it, voter}))
        return (voted, *(_done(motion, on, on.next) if carried else ()))
    still = frozenset() if backs.waited else who.voters - backs.against - {voter}
    return (voted,) if voter != motion.seat and who.carry(still) else (voted, Dropped(motion.number, on.tip, motion.seat))


def outwaited(
    votes: Votes, backs: TakeBacks, seating: Seating, theirs: Places, agreed: Evening, on: OnTable | None
) -> tuple[Carried, ...]:
    """Return the events by which the minute of the open take-back is over; none if there is no minute, or it was over already.

    Somebody's no drops it now, even if others might still have carried it: a table doesn't wait twice.
    """
    motion = open_take_back(votes)
    if motion is None or on is None or backs.waited or agreed.waits or agreed.paused:
        return ()
    who = electorate(motion, seating, theirs, agreed, on)
    if backs.against:
        return (Outwaited(), Dropped(motion.number, on.tip, motion.seat))
    return (Outwaited(), *(_done(motion, on, on.next) if who.carry_awake(votes[motion]) else ()))


# Setting the table anew


def proposed(
    votes: Votes,
    backs: TakeBacks,
    seating: Seating,
    theirs: Places,
    agreed: Evening,
    asker: Seat,
    propose: Propose,
    on: OnTable | None,
) -> tuple[Voted | Proposed | OwnStated | Carried, ...]:
    """Return the events by which *asker* proposes to set the table anew, and votes for it; raise Illegal if it is refused."""
    who = electorate(Motion("set_table"), seating, theirs, agreed, on)
    assert on is not None
    _insist(asker in who.voters, "only_players")
    _insist(open_vote(votes) is None, "voting")
    _insist(backs.may_propose(asker, on.tip), "asked_before")
    opening = on.board.opening(asker, on.next, propose)
    after = reduce(proposal.evolve, opening, proposal.Settings())
    assert after.open is not None
    if refusal := proposal.owner_missing(after.open.proposed, who.voters):
        raise Illegal(refusal)
    voted = Voted(asker, Motion("set_table", asker, on.next), yes=True)
    return (*opening, voted, *(_set(after, on) if who.carry({asker}) else ()))


def voted_on(
    votes: Votes,
    settings: Settings,
    seating: Seating,
    theirs: Places,
    agreed: Evening,
    voter: Seat,
    vote: Vote,
    on: OnTable | None,
) -> tuple[Voted | OwnStated | Carried, ...]:
    """Return the events of *vote* on the open proposal to set the table anew; raise Illegal if it is refused.

    One vote against drops it, since everybody must agree.
    """
    who, pending = electorate(vote.motion, seating, theirs, agreed, on), settings.open
    assert on is not None
    if pending is None or vote.motion != open_vote(votes):
        raise Illegal(Refusal(say("table.refusal.voting"), "table"))
    _insist(voter in who.voters, "only_players")
    for_it, voted = votes.get(vote.motion, frozenset()), Voted(voter, vote.motion, vote.yes)
    if not vote.yes:
        return voted, Dropped(PROPOSALS - vote.motion.number, on.tip, vote.motion.seat)
    _insist(voter not in for_it, "voted")
    own = on.board.own(pending.proposed, voter, vote.own)
    after = proposal.evolve(settings, own[0]) if own else settings
    return (*own, voted, *(_set(after, on) if who.carry({*for_it, voter}) else ()))


def _set(settings: Settings, on: OnTable) -> tuple[Carried, ...]:
    """Return what the proposal comes to now that everybody agrees: it is dropped if the sums don't add up."""
    assert settings.open is not None
    carried = settings.open.carried(on.number, on.next)
    try:
        on.board.after(carried)
    except Illegal:
        return (Dropped(PROPOSALS - settings.open.proposed.row, on.tip, carried.asker, sums=True),)
    return (carried,)


def evolve(votes: Votes, backs: TakeBacks, event: object) -> tuple[Votes, TakeBacks]:
    """Return the votes, and what is remembered of take-backs, after *event*, which can be another topic's too.

    Motions that have lost their object are dropped.
    """
    if isinstance(event, Voted) and event.motion.kind in RESTING:
        against = backs.against - {event.voter} if event.yes else backs.against | {event.voter}
        backs = replace(backs, against=against)
    return _counted(votes, event), backs


def _counted(votes: Votes, event: object) -> Votes:
    match event:
        case ScoreWiped():
            return {motion: voters for motion, voters in votes.items() if motion.kind != "wipe_score"}
        case TakenBack() | TableSet() | Dropped():
            return {motion: voters for motion, voters in votes.items() if motion.kind not in RESTING}
        case Voted(voter, Motion("leave" | "swap", seat, other=other) as motion, False) if voter in (seat, other):
            return {one: voters for one, voters in votes.items() if one != motion}
        case Voted(voter, motion, yes):
            before = votes.get(motion, frozenset())
            return _without_empty({**votes, motion: before | {voter} if yes else before - {voter}})
        case StoodUp(seat) | SatDown(seat):
            return _without(votes, seat)
        case Swapped(seat=seat, other=other):
            return _without(_without(votes, seat), other)
        case PlaceTaken(number, seat):
            ended = (Motion("give_place", seat, number), Motion("end_game"))
            return {motion: voters for motion, voters in _playing_on(votes).items() if motion not in ended}
        case PutAway() | EndAgreed():
            return {motion: voters for motion, voters in votes.items() if motion.kind == "give_place"}
        case CameBack(number):
            return {motion: voters for motion, voters in votes.items() if motion != Motion("go_on_here", number=number)}
        case GameStarted() | TakenUp():
            return {}
    return votes


def tell(event: object, *, playing: bool) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the pages show enough."""
    match event:
        case Voted(voter, Motion("put_away"), yes):
            return say("table.told.for_away", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
        case Voted(voter, Motion("go_elsewhere"), yes):
            return say("table.told.for_elsewhere", who=Who(voter)) if yes else say("table.told.not_away", who=Who(voter))
        case TakenBack(asker=asker, again=again):
            return say("table.told.put_back", who=Who(asker)) if again else say("table.told.taken_back", who=Who(asker))
        case Dropped(sums=True):
            return say("table.told.sums")
        case Dropped(to=to) if to < PROPOSALS:
            return say("table.told.not_set")
        case Dropped():
            return say("table.told.stands")
        case StoodUp(seat) if playing:
            return say("table.told.left", who=Who(seat))
        case PlaceTaken(seat=seat) if playing:
            return say("table.told.plays", who=Who(seat))
        case Voted(voter, Motion("swap", seat, other=other), True) if voter == seat:
            return say("table.told.swap", who=Who(seat), other=Who(other))
        case TableSet():
            return told(event)
    return None


def _more_than_half(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), len(voters) // 2 + 1)


def _all(voters: Collection[Seat]) -> Electorate:
    return Electorate(frozenset(voters), max(len(voters), 1))


def _done(motion: Motion, on: OnTable | None, row: int) -> tuple[Carried, ...]:
    match motion.kind:
        case "put_away":
            assert on is not None
            return (PutAway(on.number, on.round),)
        case "wipe_score":
            return (ScoreWiped(),)
        case "free_seat":
            return (StoodUp(motion.seat),)
        case "give_place":
            return (PlaceTaken(motion.number, motion.seat, row),)
        case "leave" | "hand_over":
            return (StoodUp(motion.seat),)  # `_leaving` has the rest.
        case "end_game":
            assert on is not None
            return (EndAgreed(on.number),)
        case "swap":
            assert on is not None
            return (Swapped(on.number, motion.seat, motion.other, row),)
        case "go_elsewhere":
            assert on is not None
            return (PutAway(on.number, on.round), WentElsewhere(on.number))
        case "go_on_here":
            return (CameBack(motion.number),)
        case "know_all":
            return (TakenUp(motion.number),)  # `_known` has the places.
        case "take_back" | "put_back":
            assert on is not None
            again = motion.kind == "put_back"
            price = on.price(motion.seat, motion.number, again)
            assert price is not None
            return (TakenBack(on.number, motion.seat, motion.number, on.next, price.rung, again),)
        case "set_table":
            raise TypeError("what a proposal comes to depends on what its owners have stated: see voted_on")
    assert_never(motion.kind)


def _without(votes: Votes, seat: Seat) -> Votes:
    """Return *votes* without those of *seat*, without motions about it, and without what the game rests for: others play on."""
    still = {motion: voters for motion, voters in _playing_on(votes).items() if motion.kind != "know_all"}
    others = {motion: voters for motion, voters in still.items() if seat not in (motion.seat, motion.other)}
    return _without_empty({motion: voters - {seat} for motion, voters in others.items()})


def _playing_on(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if motion.kind not in RESTING}


def _without_empty(votes: Votes) -> Votes:
    return {motion: voters for motion, voters in votes.items() if voters}


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"table.refusal.{code}"), "table"))
