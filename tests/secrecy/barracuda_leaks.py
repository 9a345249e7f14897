"""Leaks of Barracuda that somebody might write one day, each as a patch for the tests to find."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion import barracuda
from companion.asks import Choice
from companion.barracuda import moves, rules, sight, telling
from companion.barracuda.model import BANK, Acting, Auctioning, Offered, State
from companion.game import TABLE, Illegal, Nothing, Refusal, say
from companion.lab import leaking
from companion.lab.leaking import Patch, asked, decided, meant, pushed, refused, renumbered, replied, screened, viewed
from companion.sealed import Sealed
from companion.table import Table

told = partial(leaking.told, game=barracuda)


def cash(state: State, who: str) -> int:
    return state.money[who].open().real


def with_eyes(event: Any, *eyes: str) -> Any:
    return replace(event, pile=Sealed(event.pile.open(), {*event.pile.eyes, *eyes}, event.pile.outside))


# Events


@dataclass(frozen=True, slots=True)
class TakeoverAcceptedAloud(moves.TakeoverAccepted):
    amount: int = 0


def the_price_in_a_public_event(patch: Patch) -> None:
    def aloud(state: State, event: Any) -> Any:
        named = [getattr(event, name) for name in moves.TakeoverAccepted.__dataclass_fields__]
        return TakeoverAcceptedAloud(*named, amount=event.pile.open().real)

    patch.setitem(telling.TOLD, TakeoverAcceptedAloud, telling.TOLD[moves.TakeoverAccepted])
    told(patch, kinds=moves.TakeoverAccepted, change=aloud)


def offers_shown_to_the_table(patch: Patch) -> None:
    offers = (moves.TakeoverOffered, moves.PartnershipOffered)
    told(patch, kinds=offers, change=lambda state, event: with_eyes(event, TABLE))


def offers_shown_to_the_partner(patch: Patch) -> None:
    def shown(state: State, event: Any) -> Any:
        partner = state.bars[event.bar].partner
        return with_eyes(event, partner) if partner else event

    told(patch, kinds=moves.TakeoverOffered, change=shown)


def stakes_shown_early(patch: Patch) -> None:
    told(patch, kinds=moves.StakeLaid, change=lambda state, event: with_eyes(event, *state.seats))


def a_bid_shown_to_the_seller_early(patch: Patch) -> None:
    told(patch, kinds=moves.BidLaid, change=lambda state, event: with_eyes(event, state.phase.seller))


def bids_opened_to_all(patch: Patch) -> None:
    def opened(state: State, event: Any) -> Any:
        return replace(event, bids={seat: bid.with_eyes(state.seats) for seat, bid in event.bids.items()})

    told(patch, kinds=moves.BidsOpened, change=opened)


def bids_in_the_order_of_their_worth(patch: Patch) -> None:
    def ranked(state: State, event: Any) -> Any:
        return replace(event, bids=dict(sorted(event.bids.items(), key=lambda bid: bid[1].open().real)))

    told(patch, kinds=moves.BidsOpened, change=ranked)


def the_value_outside_a_pile(patch: Patch) -> None:
    def worth(state: State, event: Any) -> Any:
        return replace(event, pile=Sealed(event.pile.open(), event.pile.eyes, event.pile.open().real))

    told(patch, kinds=(moves.TakeoverOffered, moves.BidLaid), change=worth)


def what_a_bankrupt_lacked(patch: Patch) -> None:
    def lacked(state: State, event: Any) -> Any:
        return replace(event, due=event.due - cash(state, event.seat)) if event.cause == "rent" else event

    told(patch, kinds=moves.WentBankrupt, change=lacked)


def the_banks_count_told_to_all(patch: Patch) -> None:
    def loud(state: State, event: Any) -> Any:
        return replace(event, bank=event.bank.with_eyes((*state.seats, TABLE)))

    told(patch, kinds=moves.BankCounted, change=loud)


def the_deck_shown_to_the_table(patch: Patch) -> None:
    def shown(state: State, event: Any) -> Any:
        return replace(event, deck=event.deck.with_eyes((*event.deck.eyes, TABLE)))

    told(patch, kinds=moves.BarsShuffled, change=shown)


# Answers and refusals


def accepted_by_itself(patch: Patch) -> None:
    """A lessee who can't match an offer has no choice: why wait for the answer?"""
    right = barracuda.decide

    def hasty(state: State, seat: str, command: Any, events: Any) -> Any:
        after = rules._after(state, events)
        phase = after.phase
        if isinstance(phase, Offered) and cash(after, phase.lessee) < phase.pile.open().real:
            return (*events, *right(after, phase.lessee, moves.AcceptOffer()))
        return events

    decided(patch, barracuda, hasty)


def a_refusal_that_tells_anothers_cash(patch: Patch) -> None:
    def frank(state: State, seat: str, command: Any, events: Any) -> Any:
        phase = rules._after(state, events).phase
        if isinstance(phase, Offered) and cash(state, phase.lessee) == 0:
            raise Illegal(Refusal(say("barracuda.refusal.cannot_match"), "B10"))
        return events

    decided(patch, barracuda, frank)


def a_refusal_with_the_banks_sum(patch: Patch) -> None:
    refused(patch, barracuda, lambda state: ("bank", cash(state, BANK)))


# Asks


def the_lessees_cash_in_an_ask(patch: Patch) -> None:
    """Nobody need offer more than the lessee could match."""

    def bounded(state: State, seat: str, ask: Any) -> Any:
        if ask.name != "takeover":
            return ask
        most = [min(lay.most, cash(state, state.bars[lay.command.bar].lessee or seat)) for lay in ask.lays]
        return replace(ask, lays=tuple(replace(lay, most=n) for lay, n in zip(ask.lays, most, strict=True)))

    asked(patch, bounded)


def another_button_for_a_poor_lessee(patch: Patch) -> None:
    def fewer(state: State, seat: str, ask: Any) -> Any:
        if ask.name != "takeover":
            return ask
        return replace(ask, lays=tuple(lay for lay in ask.lays if cash(state, state.bars[lay.command.bar].lessee or seat)))

    asked(patch, fewer)


def awaited_only_with_a_choice(patch: Patch) -> None:
    right = barracuda.asks

    def unhurried(state: State, seat: str) -> Any:
        return tuple(
            replace(ask, awaited=len(ask.options) > 1) if isinstance(ask, Choice) and ask.name == "answer" else ask
            for ask in right(state, seat)
        )

    patch.setattr(barracuda, "asks", unhurried)


def ask_numbers_moved_by_a_secret(patch: Patch) -> None:
    renumbered(patch, lambda state: any(cash(state, seat) == 0 for seat in state.seats))


def row_numbers_moved_by_a_secret(patch: Patch) -> None:
    """An empty row for each pile that holds nothing but fakes."""
    right = Table._append

    def rows(self: Table, game: int, version: str, seat: str, *rest: Any) -> Any:
        worthless = any(isinstance(e, moves.StakeLaid | moves.BidLaid) and not e.pile.open().real for e in rest[-1])
        if worthless:
            right(self, game, version, seat, None, "[]", ())
        return right(self, game, version, seat, *rest)

    patch.setattr(Table, "_append", rows)


def revision_moved_by_a_secret(patch: Patch) -> None:
    """Whoever has no money is not worth a push."""
    pushed(patch, lambda state, seat: seat in state.seats and cash(state, seat) == 0)


def the_lessees_cash_in_a_reply(patch: Patch) -> None:
    def more(state: State) -> dict[str, Any]:
        return {"could_refuse": cash(state, state.phase.lessee) > 5} if isinstance(state.phase, Offered) else {}

    replied(patch, more)


# Views


def seats_sorted_by_cash(patch: Patch) -> None:
    def ranked(state: State, viewer: str, view: Any) -> Any:
        return replace(view, seats=tuple(sorted(view.seats, key=lambda one: cash(state, one.seat))))

    viewed(patch, ranked)


def the_number_of_notes_in_a_purse(patch: Patch) -> None:
    """Everybody sees whether a purse is empty; this shows how full."""
    evolving, right = sys.modules[barracuda.evolve.__module__], sight._seat
    patch.setattr(evolving, "_outside", lambda who, purse: 0 if who == BANK else purse.real + purse.fakes)
    patch.setattr(sight, "_seat", lambda state, one: replace(right(state, one), has_note=state.money[one].outside > 4))


def a_hidden_bank_shown(patch: Patch) -> None:
    viewed(patch, lambda state, viewer, view: replace(view, bank=state.money[BANK].open()))


def the_banks_count_left_on_the_screen(patch: Patch) -> None:
    """Once somebody has counted the bank, the table screen knows it."""
    viewed(patch, lambda state, viewer, view: replace(view, bank=state.money[BANK].open()) if state.counted else view)


def stakes_in_the_order_of_their_worth(patch: Patch) -> None:
    def ranked(state: State, viewer: str, view: Any) -> Any:
        if view.stakes is None:
            return view
        worth = {seat: pile.open().real for seat, pile in state.phase.stakes.items()}
        return replace(view, stakes=tuple(sorted(view.stakes, key=lambda one: worth.get(one.seat, 99))))

    viewed(patch, ranked)


def worthless_bids_marked(patch: Patch) -> None:
    """The table screen shows another word when no bid is worth anything."""

    def marked(state: State, viewer: str, view: Any) -> Any:
        bids = state.phase.bids.values() if isinstance(state.phase, Auctioning) else ()
        return replace(view, latest="Worthless") if bids and not any(bid.open().real for bid in bids) else view

    viewed(patch, marked)


def the_light_of_a_poor_player(patch: Patch) -> None:
    """The LED takes the colour of who can't pay."""

    def lit(state: State, screen: Any) -> Any:
        poor = [seat for seat in state.seats if cash(state, seat) == 0]
        return replace(screen, seat=poor[0] if poor else None)

    screened(patch, barracuda, lit)


def books_opened_though_off(patch: Patch) -> None:
    right = rules._end

    def end(state: State, cause: str, **who: Any) -> Any:
        return right(replace(state, options=replace(state.options, reveal_at_end="on")), cause, **who)

    patch.setattr(rules, "_end", end)


# Taps


def a_tap_that_tells_cash(patch: Patch) -> None:
    """A card on the reader says when whoever is to act can't afford that bar."""

    def told_by_the_reader(state: State, piece: Any, right: Any) -> Any:
        bar = state.bars.get(piece.name)
        if bar and isinstance(state.phase, Acting) and cash(state, state.phase.seat) < bar.card.rent:
            return Nothing(say("barracuda.tap.no_pawn"))
        return right

    meant(patch, told_by_the_reader)
