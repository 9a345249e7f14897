"""Leaks of Négoces 2 that somebody might write one day, each as a patch for the tests to find."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion import negoces2
from companion.asks import Amount
from companion.game import TABLE, Illegal, Mark, Nothing, Play, Refusal, Row, Screen, say
from companion.lab import leaking
from companion.lab.leaking import Patch, asked, decided, meant, pushed, renumbered, replied, screened, viewed
from companion.negoces2 import model, moves, sight
from companion.negoces2.model import CONTRABAND, Declaring, Laid, Negotiating, State
from companion.negoces2.sight import number
from companion.sealed import Sealed

told = partial(leaking.told, game=negoces2)


def shown(laid: Laid | None, *eyes: str) -> Laid | None:
    return laid and Laid(Sealed(laid.card.open(), {*laid.card.eyes, *eyes}, 1), laid.face_down)


def hidden_card(state: State) -> str:
    """The card for sale that lies face down, or nothing."""
    phase = state.phase
    return phase.card.card.open() if isinstance(phase, Negotiating) and phase.card.face_down else ""


def winning(state: State) -> list[str]:
    return [seat for seat in state.seats if model.can_win(state, seat)]


# Events


def a_face_down_card_seen_by_the_table(patch: Patch) -> None:
    told(patch, kinds=moves.CardLaid, change=lambda state, event: replace(event, card=shown(event.card, TABLE)))


def a_face_down_card_seen_by_a_buyer(patch: Patch) -> None:
    def to_left(state: State, event: Any) -> Any:
        return replace(event, card=shown(event.card, model.after(state, event.seller)[0]))

    told(patch, kinds=moves.CardLaid, change=to_left)


def an_offer_seen_by_its_seller(patch: Patch) -> None:
    told(patch, kinds=moves.OfferMade, change=lambda state, event: replace(event, card=shown(event.card, state.phase.seller)))


def an_offer_seen_by_a_third_buyer(patch: Patch) -> None:
    def to_left(state: State, event: Any) -> Any:
        third = next(seat for seat in model.after(state, event.buyer) if seat != state.phase.seller)
        return replace(event, card=shown(event.card, third))

    told(patch, kinds=moves.OfferMade, change=to_left)


def a_deals_cards_shown_to_all(patch: Patch) -> None:
    def aloud(state: State, event: Any) -> Any:
        eyes = model.everyone(state)
        return replace(event, sold=shown(event.sold, *eyes), paid=shown(event.paid, *eyes))

    told(patch, kinds=moves.DealMade, change=aloud)


def what_was_paid_shown_to_the_losers(patch: Patch) -> None:
    def to_losers(state: State, event: Any) -> Any:
        return replace(event, paid=shown(event.paid, *state.phase.offers))

    told(patch, kinds=moves.DealMade, change=to_losers)


def the_second_card_of_a_forced_sale_turned(patch: Patch) -> None:
    told(patch, kinds=moves.SaleForced, change=lambda state, event: replace(event, card=shown(event.card, *state.seats)))


def picked_cards_shown_to_the_other_owners(patch: Patch) -> None:
    def to_owners(state: State, event: Any) -> Any:
        return replace(event, cards=tuple(shown(card, *state.phase.shown) for card in event.cards))

    told(patch, kinds=moves.CardPicked, change=to_owners)


def a_cards_parity_in_a_revision(patch: Patch) -> None:
    """An offer's revision is even or odd like the number of the card under it."""

    def even(state: State, event: Any) -> Any:
        if event.card is None:
            return event
        return replace(event, revision=2 * event.revision + number(event.card.card.open()) % 2)

    told(patch, kinds=moves.OfferMade, change=even)


def a_declaration_told_at_once(patch: Patch) -> None:
    def loud(state: State, event: Any) -> Any:
        return replace(event, declares=event.declares.with_eyes(model.everyone(state)))

    told(patch, kinds=moves.Answered, change=loud)


def an_answer_outside_its_seal(patch: Patch) -> None:
    def outside(state: State, event: Any) -> Any:
        return replace(event, declares=Sealed(event.declares.open(), event.declares.eyes, int(event.declares.open())))

    told(patch, kinds=moves.Answered, change=outside)


def won_by_itself_though_by_choice(patch: Patch) -> None:
    """Who has eight goods has won: why ask?"""

    def hasty(state: State, seat: str, command: Any, events: Any) -> Any:
        after = state
        for event in events:
            after = negoces2.evolve(after, event)
        if isinstance(after.phase, Declaring) and not isinstance(state.phase, Declaring) and winning(after):
            coins = {seat: after.coins[seat].open() for seat in winning(after)}
            return (*events, moves.GameEnded("goods", tuple(winning(after)), coins))
        return events

    decided(patch, negoces2, hasty)


# Refusals, replies


def a_refusal_of_what_the_seller_holds(patch: Patch) -> None:
    """Nobody needs to offer the seller what the seller has."""

    def frank(state: State, seat: str, command: Any, events: Any) -> Any:
        if isinstance(command, moves.Offer) and command.card in state.hands[state.phase.seller].open():
            raise Illegal(Refusal(say("negoces2.refusal.not_held"), "4.1"))
        return events

    decided(patch, negoces2, frank)


def a_reply_that_tells_who_could_win(patch: Patch) -> None:
    replied(patch, lambda state: {"near_the_end": bool(winning(state))})


# Asks


def waiting_for_whoever_could_declare(patch: Patch) -> None:
    """Who is offered "declare" in earnest: the table waits for that player."""
    asked(
        patch,
        lambda state, seat, ask: replace(ask, awaited=model.can_win(state, seat)) if ask.name == "declare" else ask,
    )


def ok_only_once_somebody_has_declared(patch: Patch) -> None:
    def useful(state: State, seat: str, ask: Any) -> Any:
        if ask.name != "go_on" or any(answer.open() for answer in state.phase.answers.values()):
            return ask
        return replace(ask, options=())

    asked(patch, useful)


def the_sellers_coins_in_an_offer(patch: Patch) -> None:
    """Nobody offers more than the seller lacks to a win."""

    def bounded(state: State, seat: str, ask: Any) -> Any:
        if not isinstance(ask, Amount) or ask.name != "offer":
            return ask
        lacks = max(1, 31 - state.coins[state.phase.seller].open())
        return replace(ask, muches=tuple(replace(much, most=min(much.most, lacks)) for much in ask.muches))

    asked(patch, bounded)


def numbers_of_asks_moved_by_a_secret(patch: Patch) -> None:
    renumbered(patch, lambda state: hidden_card(state) == CONTRABAND)


def pushed_for_a_declaration_alone(patch: Patch) -> None:
    """Keeping silent is not worth a push."""
    pushed(
        patch,
        lambda state, seat: any(isinstance(one, moves.Answered) and one.declares.open() for one in state.recent[-1:]),
    )


# Views


def the_order_of_a_hand(patch: Patch) -> None:
    """One's own cards lie in the order in which the others hold them."""

    def ordered(state: State, viewer: str, view: Any) -> Any:
        others = [card for seat in state.seats if seat != viewer for card in state.hands[seat].open()]
        return replace(view, hand=view.hand and tuple(sorted(view.hand, key=lambda held: others.count(held.name))))

    viewed(patch, ordered)


def seats_by_what_they_hold(patch: Patch) -> None:
    def ranked(state: State, viewer: str, view: Any) -> Any:
        return replace(view, seats=tuple(sorted(view.seats, key=lambda one: len(set(state.hands[one.seat].open())))))

    viewed(patch, ranked)


def how_many_goods_are_in_a_hand(patch: Patch) -> None:
    def counted(state: State, viewer: str, view: Any) -> Any:
        goods = {seat: len(set(state.hands[seat].open())) for seat in state.seats}
        return replace(view, seats=tuple(replace(one, hand=goods[one.seat]) for one in view.seats))

    viewed(patch, counted)


def the_size_of_a_page(patch: Patch) -> None:
    """A page is a space longer while the contraband lies face down."""

    def longer(state: State, viewer: str, view: Any) -> Any:
        return replace(view, latest=view.latest + " " * (hidden_card(state) == CONTRABAND))

    viewed(patch, longer)


def hidden_coins_on_the_table_screen(patch: Patch) -> None:
    def rich(state: State, viewer: str, view: Any) -> Any:
        return replace(view, seats=tuple(replace(one, coins=state.coins[one.seat].open()) for one in view.seats))

    viewed(patch, rich)


def coins_outside_their_seal(patch: Patch) -> None:
    right = negoces2.evolve

    def counted(state: State, event: Any) -> Any:
        after = right(state, event)
        return replace(after, coins={seat: Sealed(c.open(), c.eyes, c.open()) for seat, c in after.coins.items()})

    patch.setattr(negoces2, "evolve", counted)


def only_those_who_declare_have_answered(patch: Patch) -> None:
    def declared(state: State, viewer: str, view: Any) -> Any:
        if not isinstance(state.phase, Declaring):
            return view
        loud = tuple(seat for seat in view.declaring.answered if state.phase.answers[seat].open())
        return replace(view, declaring=replace(view.declaring, answered=loud))

    viewed(patch, declared)


def who_could_win_shown_to_all(patch: Patch) -> None:
    viewed(patch, lambda state, viewer, view: replace(view, can_win=bool(winning(state))))


def a_back_that_differs(patch: Patch) -> None:
    """The contraband's back has another number: none at all."""

    def back(state: State, viewer: str, view: Any) -> Any:
        if hidden_card(state) != CONTRABAND or view.market is None or view.market.card.good:
            return view
        return replace(view, market=replace(view.market, card=sight.CardView(True, None, 0)))

    viewed(patch, back)


# The display, taps


def a_bell_when_somebody_could_win(patch: Patch) -> None:
    screened(patch, negoces2, lambda state, screen: replace(screen, sound="last_order" if winning(state) else screen.sound))


def the_number_of_a_face_down_offer_on_the_display(patch: Patch) -> None:
    def read(state: State, screen: Screen) -> Screen:
        if not isinstance(state.phase, Negotiating) or not isinstance(screen.picture, Row):
            return screen
        marks = tuple(named(mark, state.phase.offers.get(mark.seat)) for mark in screen.picture.marks)
        return replace(screen, picture=Row(marks))

    def named(mark: Mark, offer: Any) -> Mark:
        return replace(mark, text=mark.text.replace("?", str(number(offer.card.card.open())))) if offer and offer.card else mark

    screened(patch, negoces2, read)


def a_tap_that_tells_a_hand(patch: Patch) -> None:
    """A card on the reader says when it can't be the seller's; OK says when nobody can have won."""

    def told_by_the_reader(state: State, piece: Any, right: Any) -> Any:
        seller = getattr(state.phase, "seller", None)
        if seller and piece.kind == "card" and piece.name not in state.hands[seller].open():
            return Nothing(say("negoces2.tap.offer_by_phone"))
        return Nothing(say("negoces2.tap.over")) if isinstance(right, Play) and not winning(state) else right

    meant(patch, told_by_the_reader)
