"""Leaks of Négoces 2 that somebody might write one day, each as a patch for two worlds to find. A tool for developers."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import negoces2
from companion.games.negoces2 import model, moves, sight
from companion.games.negoces2.model import CONTRABAND, Declaring, Laid, Negotiating, State
from companion.games.negoces2.sight import number
from companion.kit import TABLE, Illegal, Mark, Nothing, Play, Refusal, Row, Screen, Sealed, say
from companion.lab.secrecy import leaking
from companion.lab.secrecy.leaking import Leak, Patch, asked, charted, decided, meant, pushed, renumbered, replied, screened


def told(kinds: type | tuple[type, ...], change: Callable[[Any, Any], Any]) -> Leak:
    return partial(leaking.told, game=negoces2, kinds=kinds, change=change)


def viewed(change: Callable[[Any, str, Any], Any]) -> Leak:
    return partial(leaking.viewed, change=change)


def shown(laid: Laid | None, *eyes: str) -> Laid | None:
    return laid and Laid(Sealed(laid.card.open(), {*laid.card.eyes, *eyes}, 1), laid.face_down)


def hidden_card(state: State) -> str:
    """Return the card for sale if it lies face down, otherwise None."""
    phase = state.phase
    return phase.card.card.open() if isinstance(phase, Negotiating) and phase.card.face_down else ""


def winning(state: State) -> list[str]:
    return [seat for seat in state.seats if model.can_win(state, seat)]


def shown_to_a_third(state: Any, event: Any) -> Any:
    third = next(seat for seat in model.after(state, event.buyer) if seat != state.phase.seller)
    return replace(event, card=shown(event.card, third))


def paid_before_the_losers(state: Any, event: Any) -> Any:
    return replace(event, paid=shown(event.paid, *state.phase.offers))


def picked_before_the_owners(state: Any, event: Any) -> Any:
    return replace(event, cards=tuple(shown(card, *state.phase.shown) for card in event.cards))


def even_or_odd_like_the_card(state: State, event: Any) -> Any:
    """An offer's revision reveals the number of the card under it."""
    return replace(event, revision=2 * event.revision + number(event.card.card.open()) % 2) if event.card else event


def with_the_answer_outside(state: State, event: Any) -> Any:
    return replace(event, declares=Sealed(event.declares.open(), event.declares.eyes, int(event.declares.open())))


def won_at_once(state: State, seat: str, command: Any, events: Any) -> Any:
    """A player with eight goods has won: why ask?"""
    after = state
    for event in events:
        after = negoces2.evolve(after, event)
    if isinstance(after.phase, Declaring) and not isinstance(state.phase, Declaring) and winning(after):
        coins = {seat: after.coins[seat].open() for seat in winning(after)}
        return (*events, moves.GameEnded("goods", tuple(winning(after)), coins))
    return events


def refused_what_the_seller_has(state: Any, seat: str, command: Any, events: Any) -> Any:
    if isinstance(command, moves.Offer) and command.card in state.hands[state.phase.seller].open():
        raise Illegal(Refusal(say("negoces2.refusal.not_held"), "4.1"))
    return events


def awaited_where_it_could_be_declared(state: State, seat: str, ask: Any) -> Any:
    return replace(ask, awaited=model.can_win(state, seat)) if ask.name == "declare" else ask


def whether_it_was_declared(state: State, seat: str) -> bool:
    answers = state.phase.answers.values() if isinstance(state.phase, model.Declaring) else ()
    return any(answer.open() for answer in [*answers][-1:])


def hands_for_all_at_the_end(state: State, _: str, view: Any) -> Any:
    """Every game opens all hands at its end, also where the table hasn't agreed to that (N22)."""
    if state.outcome is None:
        return view
    shown = {seat: sight.hand(hand) for seat, hand in state.hands.items()}
    return replace(view, seats=tuple(replace(one, cards=shown[one.seat]) for one in view.seats))


def ordered_like_the_others(state: State, viewer: str, view: Any) -> Any:
    """A player's own cards are sorted by how many of each the others hold."""
    others = [card for seat in state.seats if seat != viewer for card in state.hands[seat].open()]
    return replace(view, hand=view.hand and tuple(sorted(view.hand, key=lambda held: others.count(held.name))))


def coins_for_all(state: State, viewer: str, view: Any) -> Any:
    return replace(view, seats=tuple(replace(one, coins=state.coins[one.seat].open()) for one in view.seats))


def answered_by_declaring(state: State, viewer: str, view: Any) -> Any:
    if not isinstance(state.phase, Declaring):
        return view
    loud = tuple(seat for seat in view.declaring.answered if state.phase.answers[seat].open())
    return replace(view, declaring=replace(view.declaring, answered=loud))


def another_back_for_contraband(state: State, viewer: str, view: Any) -> Any:
    if hidden_card(state) != CONTRABAND or view.market is None or view.market.card.good:
        return view
    return replace(view, market=replace(view.market, card=sight.CardView(True, None, 0)))


def rung_where_somebody_could_win(state: State, screen: Screen) -> Screen:
    return replace(screen, sound="last_order") if winning(state) else screen


def offers_read(state: State, screen: Screen) -> Screen:
    def named(mark: Mark, offer: Any) -> Mark:
        return replace(mark, text=mark.text.replace("?", str(number(offer.card.card.open())))) if offer and offer.card else mark

    offers = state.phase.offers if isinstance(state.phase, Negotiating) else {}
    marks = screen.picture.marks if isinstance(screen.picture, Row) else ()
    return replace(screen, picture=Row(tuple(named(one, offers.get(one.seat)) for one in marks))) if marks else screen


def unlike_by_what_is_held(state: State, piece: Any, right: Any) -> Any:
    """A card on the reader reveals that it can't be the seller's; OK reveals that nobody can have won."""
    seller = getattr(state.phase, "seller", None)
    if seller and piece.kind == "card" and piece.name not in state.hands[seller].open():
        return Nothing(say("negoces2.tap.offer_by_phone"))
    return Nothing(say("negoces2.tap.over")) if isinstance(right, Play) and not winning(state) else right


def holder_of_contraband(state: State) -> str:
    return next((seat for seat in state.seats if CONTRABAND in state.hands[seat].open()), "")


LEAKS: Final[dict[str, Leak]] = {
    # Events
    "a_face_down_card_seen_by_the_table": told(moves.CardLaid, lambda _, event: replace(event, card=shown(event.card, TABLE))),
    "an_offer_seen_by_its_seller": told(
        moves.OfferMade, lambda state, event: replace(event, card=shown(event.card, state.phase.seller))
    ),
    "an_offer_seen_by_a_third_buyer": told(moves.OfferMade, shown_to_a_third),
    "what_was_paid_shown_to_the_losers": told(moves.DealMade, paid_before_the_losers),
    "picked_cards_shown_to_the_other_owners": told(moves.CardPicked, picked_before_the_owners),
    "a_cards_parity_in_a_revision": told(moves.OfferMade, even_or_odd_like_the_card),
    "an_answer_outside_its_seal": told(moves.Answered, with_the_answer_outside),
    "won_by_itself_though_by_choice": partial(decided, game=negoces2, change=won_at_once),
    # Refusals, replies, asks
    "a_refusal_of_what_the_seller_holds": partial(decided, game=negoces2, change=refused_what_the_seller_has),
    "a_reply_that_tells_who_could_win": partial(replied, more=lambda state: {"near_the_end": bool(winning(state))}),
    "waiting_for_whoever_could_declare": partial(asked, change=awaited_where_it_could_be_declared),
    "numbers_of_asks_moved_by_a_secret": partial(renumbered, when=lambda state: hidden_card(state) == CONTRABAND),
    "pushed_for_a_declaration_alone": partial(pushed, more=whether_it_was_declared),
    # Views, the display, taps
    "the_order_of_a_hand": viewed(ordered_like_the_others),
    "hidden_coins_on_the_table_screen": viewed(coins_for_all),
    "only_those_who_declare_have_answered": viewed(answered_by_declaring),
    "hands_on_the_table_after_any_end": viewed(hands_for_all_at_the_end),
    "who_could_win_shown_to_all": viewed(lambda state, _, view: replace(view, can_win=bool(winning(state)))),
    "a_back_that_differs": viewed(another_back_for_contraband),
    "a_bell_when_somebody_could_win": partial(screened, game=negoces2, change=rung_where_somebody_could_win),
    "the_number_of_a_face_down_offer_on_the_display": partial(screened, game=negoces2, change=offers_read),
    # The books
    "luck_told_with_where_it_lies": partial(charted, more=lambda state: ("lies", holder_of_contraband(state))),
    "a_tap_that_tells_a_hand": partial(meant, change=unlike_by_what_is_held),
}


def coins_outside_their_seal(patch: Patch) -> None:
    right = negoces2.evolve

    def counted(state: State, event: Any) -> Any:
        after = right(state, event)
        return replace(after, coins={seat: Sealed(c.open(), c.eyes, c.open()) for seat, c in after.coins.items()})

    patch.setattr(negoces2, "evolve", counted)
