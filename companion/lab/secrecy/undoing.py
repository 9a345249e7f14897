"""Leaks of take-backs, corrections and swaps that any game could have, put in on purpose: each tells what nobody may know."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from companion.agreeing import electorate, voting
from companion.agreeing.electorate import Electorate
from companion.agreeing.motions import TAKING_BACK, Motion
from companion.agreeing.on_table import Company
from companion.journal import codec
from companion.journal.store import text
from companion.kit.messages import Illegal, Said, say
from companion.kit.screen import Screen
from companion.kit.viewers import TABLE, Viewer
from companion.lab.secrecy.leaking import Leak, Patch
from companion.lab.secrecy.recipe import rewritten
from companion.match import match, pricing
from companion.match.entries import Entry, TakenBack
from companion.match.match import Match
from companion.match.pricing import Price
from companion.setting import hands, layouts
from companion.setting.proposal import Board
from companion.table.snapshot import Snapshot
from companion.table.table import Table


def inside(entries: Iterable[Entry]) -> str:
    """Return the true events of *entries* as text: piles, cards and sums included."""
    return text(codec.kept([event for entry in entries for event in entry.events]))


def odd(contents: str) -> bool:
    """Return a bit that depends on all of *contents*."""
    return bool(zlib.crc32(contents.encode()) % 2)


def voted_on(now: Snapshot) -> str:
    """Return the contents of the rows that are being voted on, or ""."""
    on, motion = now.match, now.take_back
    return inside(on.between(motion.number, again=motion.kind == "put_back")) if on and motion else ""


def went(play: Match | None) -> str:
    """Return the contents of the rows that went back last, or ""."""
    return inside(play.gone[-1].entries) if play and play.gone else ""


def _more(said: Said | None, contents: str) -> Said:
    """Return *said* with a number that depends on *contents*."""
    there = said or say("table.screen.back")
    return replace(there, fields=(*there.fields, ("sum", zlib.crc32(contents.encode()))))


# The display and the sentences


def a_pile_kept_on_the_display(patch: Patch) -> None:
    """Leave the offer that was taken back on the display, face up."""
    _screened(patch, lambda now: went(now.match))


def a_vote_that_names_an_amount(patch: Patch) -> None:
    """Say on the display what it is about: the sum."""
    _screened(patch, voted_on)


def _screened(patch: Patch, shown: Callable[[Snapshot], str]) -> None:
    right = Snapshot._screen

    def screen(self: Snapshot) -> Screen | None:
        there, contents = right(self), shown(self)
        return replace(there, counter=_more(there.counter, contents)) if there and contents else there

    patch.setattr(Snapshot, "_screen", screen)


def what_went_back_announced(patch: Patch) -> None:
    """Announce a take-back with the sum that it gives back."""
    right = Table._announce

    def announce(self: Table, said: Said | None) -> None:
        right(self, _more(said, went(self._match)) if said and self._match and self._match.gone else said)

    patch.setattr(Table, "_announce", announce)


def has_seen_what(patch: Patch) -> None:
    """Name the sum in the line about who has seen something."""

    def named(entries: Iterable[Entry], cost: Price) -> Price:
        return replace(cost, news=tuple(replace(fact, field=f"{fact.field} {inside(entries)}") for fact in cost.news))

    _priced(patch, named)


def put_back_lines_that_name_what_was_hidden(patch: Patch) -> None:
    """Show everybody, among what can be put back again, what only some may see of it."""
    right = Match.again

    def again(self: Match) -> tuple[Entry, ...]:
        everybody = (*self.state.seats, TABLE)
        return tuple(
            replace(entry, events=rewritten(entry.events, lambda seal: seal.with_eyes(everybody))) for entry in right(self)
        )

    patch.setattr(Match, "again", again)


# What is offered, and at which price


def offered_by_what_lies_closed(patch: Patch) -> None:
    """Don't offer to take back what wouldn't matter."""
    right = Match.price

    def price(self: Match, asker: str, to: int, *, again: bool = False) -> Price | None:
        return None if odd(inside(self.between(to, again=again))) else right(self, asker, to, again=again)

    patch.setattr(Match, "price", price)


def a_rung_by_what_lies_closed(patch: Patch) -> None:
    """Let whoever asks take back alone what is worth little."""
    _priced(patch, lambda entries, cost: replace(cost, rung="own") if odd(inside(entries)) else cost)


def sleepers_waited_for_by_what_lies_closed(patch: Patch) -> None:
    """Decide without those who haven't answered only where what they own is worth little."""
    _priced(patch, lambda entries, cost: replace(cost, owners=frozenset()) if odd(inside(entries)) else cost)


def news_in_the_order_of_its_worth(patch: Patch) -> None:
    """List first what matters most."""

    def ordered(entries: Iterable[Entry], cost: Price) -> Price:
        there = inside(entries)
        return replace(cost, news=tuple(sorted(cost.news, key=lambda fact: zlib.crc32(f"{fact.seat} {there}".encode()))))

    _priced(patch, ordered)


def one_vote_more_for_much(patch: Patch) -> None:
    """Ask for one more vote where much would go back."""
    right = electorate.priced

    def priced(motion: Motion, company: Company) -> Electorate:
        price: Any = company.game.price
        who, play = right(motion, company), price.__self__.match
        much = odd(inside(play.between(motion.number, again=motion.kind == "put_back")))
        return replace(who, needed=min(who.needed + much, len(who.voters)))

    for kind in TAKING_BACK:
        patch.setitem(electorate.RULES, kind, priced)


def _priced(patch: Patch, change: Callable[[tuple[Entry, ...], Price], Price]) -> None:
    right = pricing.price
    patch.setattr(match, "price", lambda game, entries, asker, *, used: change(entries, right(game, entries, asker, used=used)))


# Votes, refusals, replies and numbers


def a_button_that_waits_for_a_large_pile(patch: Patch) -> None:
    """Wake all phones once more where there is more to read."""
    right = Table._after

    def after(self: Table, seat: str) -> None:
        right(self, seat)
        self._revision += odd(voted_on(self.now)) if self.now.take_back else 0
        self.now = replace(self.now, revision=self._revision)

    patch.setattr(Table, "_after", after)


def who_refused_is_shown_as_not_having_answered(patch: Patch) -> None:
    """Forget on the pages that somebody voted against."""

    def unanswered(self: Snapshot) -> frozenset[str]:
        motion = self.vote
        return self.electorate(motion).voters - self.votes(motion) if motion else frozenset()

    patch.setattr(Snapshot, "unanswered", unanswered)


def a_refusal_that_tells_a_purse(patch: Patch) -> None:
    """Refuse to take something back with a hint at what the others have."""
    right = voting.decide

    def decide(*given: Any) -> Any:
        try:
            return right(*given)
        except Illegal as illegal:
            on = next((one.on for one in given if isinstance(one, Company)), None)
            state = on.price.__self__.match.state if on else None  # type: ignore[attr-defined]  # A leak reaches too far.
            said = _more(illegal.refusal.said, text(codec.kept(state)))
            raise Illegal(replace(illegal.refusal, said=said)) from None

    patch.setattr(voting, "decide", decide)


def a_reply_that_tells_a_pile(patch: Patch) -> None:
    """Answer a key whose row went back with what went back beside it."""
    right = Table._replied

    def replied(self: Table, reply: dict[str, int]) -> dict[str, int]:
        told = right(self, reply)
        return {**told, "with": zlib.crc32(went(self._match).encode())} if "taken_back" in told else told

    patch.setattr(Table, "_replied", replied)


def an_old_number_that_stands(patch: Patch) -> None:
    """Accept an answer to an old ask, depending on what has gone back."""
    right = Match.stands

    def stands(self: Match, seat: str, name: str, number: int) -> bool:
        return right(self, seat, name, number) or (bool(self.gone) and odd(went(self)))

    patch.setattr(Match, "stands", stands)


def numbers_kept_where_little_went_back(patch: Patch) -> None:
    """Give asks new numbers only if something that matters has gone back."""
    right = Match.taken_back

    def taken_back(self: Match, event: TakenBack) -> Match:
        after = right(self, event)
        return replace(after, standing=self.standing) if odd(went(after)) else after

    patch.setattr(Match, "taken_back", taken_back)


# Setting the table anew, and swaps


def a_refused_correction_that_tells_a_purse(patch: Patch) -> None:
    """Refuse to set the table with a hint at what the others have."""
    right = Board.opening

    def opening(self: Board, *given: Any) -> Any:
        try:
            return right(self, *given)
        except Illegal as illegal:
            said = _more(illegal.refusal.said, text(codec.kept(self.state)))
            raise Illegal(replace(illegal.refusal, said=said)) from None

    patch.setattr(Board, "opening", opening)


def a_form_with_the_sums_of_others(patch: Patch) -> None:
    """Ask each player also for the sums that only somebody else knows, which the form then shows."""
    right = layouts.owned
    patch.setattr(
        layouts, "owned", lambda game, state, _: tuple(fact for seat in state.seats for fact in right(game, state, seat))
    )


def a_sum_stated_for_all_to_read(patch: Patch) -> None:
    """Show everybody the sum that a player states of their own purse with a vote."""
    right = Board.own

    def own(self: Board, *given: Any) -> Any:
        everybody = (*self.state.seats, TABLE)
        return rewritten(right(self, *given), lambda seal: seal.with_eyes(everybody))

    patch.setattr(Board, "own", own)


def hands_told_what_a_purse_holds(patch: Patch) -> None:
    """Tell the table's hands how much to lay, by a sum that only its owner may know."""
    right = hands.begin

    def begin(game: Any, before: Any, after: Any) -> Any:
        there = right(game, before, after)
        return replace(there, of=there.of + zlib.crc32(text(codec.kept(after)).encode())) if there else None

    patch.setattr(hands, "begin", begin)


def a_hand_shown_when_a_swap_is_asked(patch: Patch) -> None:
    """Let those who are asked to swap see what they would get."""
    right = Snapshot.view

    def view(self: Snapshot, viewer: Viewer) -> Any:
        asked = [motion.seat for motion in self.room.votes if motion.kind == "swap" and motion.other == viewer]
        return right(self, asked[0] if asked else viewer)

    patch.setattr(Snapshot, "view", view)


# These can show only in games whose tables can be set.
SETTING: Final[tuple[Leak, ...]] = (
    a_refused_correction_that_tells_a_purse, a_form_with_the_sums_of_others, a_sum_stated_for_all_to_read,
    hands_told_what_a_purse_holds,
)  # fmt: skip
LEAKS: Final[tuple[Leak, ...]] = (
    *SETTING, a_hand_shown_when_a_swap_is_asked,
    a_pile_kept_on_the_display, a_vote_that_names_an_amount, what_went_back_announced, has_seen_what,
    put_back_lines_that_name_what_was_hidden, offered_by_what_lies_closed, a_rung_by_what_lies_closed,
    sleepers_waited_for_by_what_lies_closed, news_in_the_order_of_its_worth, one_vote_more_for_much,
    a_button_that_waits_for_a_large_pile, who_refused_is_shown_as_not_having_answered, a_refusal_that_tells_a_purse,
    a_reply_that_tells_a_pile, an_old_number_that_stands, numbers_kept_where_little_went_back,
)  # fmt: skip


# A leak of the games in which chance is asked in the middle of the game


def chance_drawn_anew(patch: Patch) -> None:
    """Let chance answer anew after a take-back, so that people can draw until they like the result."""
    patch.setattr(Match, "pinned", lambda self, ask: None)
