"""Leaks of Barracuda that somebody might write one day, each as a patch for two worlds to find. A tool for developers."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import barracuda
from companion.games.barracuda import moves, rules, sight
from companion.games.barracuda.model import BANK, Acting, Offered, State
from companion.kit import TABLE, Choice, Nothing, Sealed, say
from companion.lab.secrecy import leaking, undoing
from companion.lab.secrecy.leaking import Leak, Patch, asked, decided, meant, pushed, refused, renumbered, replied, screened
from companion.table.table import Table


def told(kinds: type | tuple[type, ...], change: Callable[[Any, Any], Any]) -> Leak:
    return partial(leaking.told, game=barracuda, kinds=kinds, change=change)


def viewed(change: Callable[[Any, str, Any], Any]) -> Leak:
    return partial(leaking.viewed, change=change)


def cash(state: State, who: str) -> int:
    return state.money[who].open().real


def cash_of_lessee(state: State, lay: Any) -> int:
    return cash(state, state.bars[lay.command.bar].lessee or BANK)


def with_eyes(event: Any, *eyes: str) -> Any:
    return replace(event, pile=Sealed(event.pile.open(), {*event.pile.eyes, *eyes}, event.pile.outside))


def shown_to_the_partner(state: State, event: Any) -> Any:
    partner = state.bars[event.bar].partner
    return with_eyes(event, partner) if partner else event


def in_the_order_of_their_worth(state: State, event: Any) -> Any:
    return replace(event, bids=dict(sorted(event.bids.items(), key=lambda bid: bid[1].open().real)))


def with_its_value_outside(state: State, event: Any) -> Any:
    return replace(event, pile=Sealed(event.pile.open(), event.pile.eyes, event.pile.open().real))


def with_what_was_lacking(state: State, event: Any) -> Any:
    return replace(event, due=event.due - cash(state, event.seat)) if event.cause == "rent" else event


def accepted_without_a_choice(state: State, seat: str, command: Any, events: Any) -> Any:
    """A lessee who can't match an offer has no choice: why wait for the answer?"""
    after = rules._after(state, events)
    phase = after.phase
    if isinstance(phase, Offered) and cash(after, phase.lessee) < phase.pile.open().real:
        return (*events, *rules.events(after, phase.lessee, moves.AcceptOffer()))
    return events


def no_more_than_the_lessee_could_match(state: State, seat: str, ask: Any) -> Any:
    if ask.name != "takeover":
        return ask
    return replace(ask, lays=tuple(replace(lay, most=min(lay.most, cash_of_lessee(state, lay))) for lay in ask.lays))


def awaited_where_there_is_a_choice(state: State, seat: str, ask: Any) -> Any:
    return replace(ask, awaited=len(ask.options) > 1) if isinstance(ask, Choice) and ask.name == "answer" else ask


def whether_the_lessee_could_refuse(state: State) -> dict[str, Any]:
    return {"could_refuse": cash(state, state.phase.lessee) > 5} if isinstance(state.phase, Offered) else {}


def lit_for_who_has_nothing(state: State, screen: Any) -> Any:
    return replace(screen, seat=next((seat for seat in state.seats if cash(state, seat) == 0), None))


def no_pawn_where_that_bar_is_too_dear(state: State, piece: Any, right: Any) -> Any:
    bar = state.bars.get(piece.name)
    dear = bar and isinstance(state.phase, Acting) and cash(state, state.phase.seat) < bar.card.rent
    return Nothing(say("barracuda.tap.draw")) if dear else right


LEAKS: Final[dict[str, Leak]] = {
    # Events
    "offers_shown_to_the_partner": told(moves.TakeoverOffered, shown_to_the_partner),
    "a_bid_shown_to_the_seller_early": told(moves.BidLaid, lambda state, event: with_eyes(event, state.phase.seller)),
    "bids_in_the_order_of_their_worth": told(moves.BidsOpened, in_the_order_of_their_worth),
    "the_value_outside_a_pile": told((moves.TakeoverOffered, moves.BidLaid), with_its_value_outside),
    "what_a_bankrupt_lacked": told(moves.WentBankrupt, with_what_was_lacking),
    "the_deck_shown_to_the_table": told(
        moves.BarsShuffled, lambda _, event: replace(event, deck=event.deck.with_eyes((*event.deck.eyes, TABLE)))
    ),
    # Answers and refusals
    "accepted_by_itself": partial(decided, game=barracuda, change=accepted_without_a_choice),
    "a_refusal_with_the_banks_sum": partial(refused, game=barracuda, more=lambda state: ("bank", cash(state, BANK))),
    "the_lessees_cash_in_a_reply": partial(replied, more=whether_the_lessee_could_refuse),
    # Asks
    "the_lessees_cash_in_an_ask": partial(asked, change=no_more_than_the_lessee_could_match),
    "awaited_only_with_a_choice": partial(asked, change=awaited_where_there_is_a_choice),
    "ask_numbers_moved_by_a_secret": partial(renumbered, when=lambda state: 0 in [cash(state, seat) for seat in state.seats]),
    "revision_moved_by_a_secret": partial(pushed, more=lambda state, seat: seat in state.seats and cash(state, seat) == 0),
    # What is kept of a game that is over
    "final_sums_kept_though_off": leaking.kept_whole,
    # What chance gives after a take-back
    "chance_drawn_anew": undoing.chance_drawn_anew,
    # Views, the display, taps
    "seats_sorted_by_cash": viewed(
        lambda state, _, view: replace(view, seats=tuple(sorted(view.seats, key=lambda one: cash(state, one.seat))))
    ),
    "the_banks_count_left_on_the_screen": viewed(
        lambda state, _, view: replace(view, bank=state.money[BANK].open()) if state.counted else view
    ),
    "the_light_of_a_poor_player": partial(screened, game=barracuda, change=lit_for_who_has_nothing),
    "a_tap_that_tells_cash": partial(meant, change=no_pawn_where_that_bar_is_too_dear),
}


def row_numbers_moved_by_a_secret(patch: Patch) -> None:
    """An empty row for each pile that holds only fakes."""
    right = Table._append

    def rows(self: Table, game: int, version: str, seat: str, *rest: Any) -> Any:
        worthless = any(isinstance(e, moves.StakeLaid | moves.BidLaid) and not e.pile.open().real for e in rest[-1])
        if worthless:
            right(self, game, version, seat, None, "[]", ())
        return right(self, game, version, seat, *rest)

    patch.setattr(Table, "_append", rows)


def the_number_of_notes_in_a_purse(patch: Patch) -> None:
    """Everybody sees whether a purse is empty; this shows how full."""
    evolving, right = sys.modules[barracuda.evolve.__module__], sight._seat
    patch.setattr(evolving, "_outside", lambda who, purse: 0 if who == BANK else purse.real + purse.fakes)
    patch.setattr(sight, "_seat", lambda state, one: replace(right(state, one), has_note=state.money[one].outside > 4))


def books_opened_though_off(patch: Patch) -> None:
    right = rules._end

    def end(state: State, cause: Any, **who: Any) -> Any:
        return right(replace(state, options=replace(state.options, reveal_at_end="on")), cause, **who)

    patch.setattr(rules, "_end", end)


def the_past_opened_though_off(patch: Patch) -> None:
    """The end keeps the books closed, and the page opens them all the same."""
    patch.setattr(barracuda, "opens_books", lambda state: state.outcome is not None)
