"""Decide what a tagged piece or a key means in Barracuda now, from what everybody sees."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.barracuda import model
from companion.games.barracuda.legal import refusal
from companion.games.barracuda.model import Acting, Auctioning, Drawing, Leaving, Offered, Over, Staking, State
from companion.games.barracuda.moves import CallDraw, CallLastOrder, Command, DrawPawn, OpenBar
from companion.games.barracuda.rules import SEATS, setup
from companion.kit.game import Nothing, Play, Point, Tapped
from companion.kit.messages import Field, Thing, Who, say
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE, Seat


def pieces(options: Mapping[str, object]) -> tuple[Piece, ...]:
    """Return the box: twelve cards, five pawns in five colours, and their bag pawns."""
    cards = setup(SEATS, {**options, "left_out": ()}).options.cards
    return (
        *(Piece("card", card.name) for card in cards),
        *(Piece("pawn", seat, number) for seat in SEATS for number in range(1, model.PAWNS + 1)),
        *(Piece("bag", seat) for seat in SEATS),
    )


def tapped(state: State, piece: Piece, spot: str) -> Tapped[Command]:
    """Return the meaning of *piece* now, or why it has none; a pawn needs a reader under a bar's card, *spot*."""
    if isinstance(state.phase, Over):
        return _nothing("over")
    match piece.kind:
        case "key":
            return _key(state, piece.name)
        case "bag":
            return _bag_pawn(state, piece.name)
        case "card":
            return _card(state, piece.name)
        case "pawn":
            return _pawn(state, piece.name, spot)
    return Nothing(say("table.other_game"))


def _nothing(code: str, **fields: Field) -> Nothing:
    return Nothing(say(f"barracuda.tap.{code}", **fields))


def _waiting(state: State) -> Nothing:
    """Do nothing and say what the table is waiting for, so that a key pressed too early is answered."""
    match state.phase:
        case Acting(seat):
            return _nothing("acting", who=Who(seat))
        case Offered(lessee=lessee):
            return _nothing("offered", who=Who(lessee))
        case Leaving(partner=partner):
            return _nothing("offered", who=Who(partner))
        case Auctioning(seller=seller, opened=True):
            return _nothing("selling", who=Who(seller))
        case Auctioning():
            return _nothing("bids")
        case Staking():
            return _nothing("stakes")
        case Drawing():
            return _nothing("draw_bag" if state.options.draw == "bag" else "draw")
    return _nothing("wait")


def _key(state: State, key: str) -> Tapped[Command]:
    if key == "last_order":
        return Play(TABLE, CallLastOrder(), sure=say("barracuda.tap.sure_last_order"))
    if key == "ok" and isinstance(state.phase, Drawing) and state.options.draw == "companion":
        return Play(TABLE, CallDraw())
    return _waiting(state)


def _bag_pawn(state: State, seat: Seat) -> Tapped[Command]:
    if isinstance(state.phase, Drawing) and state.options.draw == "bag":
        return Play(TABLE, DrawPawn(seat))
    return _waiting(state)


def _card(state: State, name: str) -> Tapped[Command]:
    """Open a closed bar by its card; for an open bar, pick it on the page of the player who is to act."""
    match state.phase:
        case Acting(seat):
            bar = state.bars.get(name)
            if bar and bar.is_open:
                return _point(state, seat, name)
            return _open(state, seat, name) if state.options.deal == "cards" else _nothing("by_companion", who=Who(seat))
    return _waiting(state)


def _open(state: State, seat: Seat, name: str) -> Play[Command]:
    """Open a bar, or pick it while *seat* is busy with its phone; a card that can't be opened is refused with its reason."""
    command, pick = OpenBar(name), Point(seat, "open", name, say("barracuda.tap.pick_open", bar=Thing(name)))
    return Play(seat, command, pick=None if refusal(state, seat, command) else pick)


def _point(state: State, seat: Seat, name: str) -> Tapped[Command]:
    if not model.has_free_pawn(state, seat) and state.bars[name].lessee != seat:
        return _nothing("no_pawn", who=Who(seat))
    if not model.leases(state, seat) and len(model.open_bars(state)) < model.limit(state):
        return Nothing(say("barracuda.refusal.must_open"))  # 6.1: no other action is allowed.
    bar = state.bars[name]
    if bar.lessee != seat:
        if model.has_partner_place(bar):
            return Point(seat, "partnership", name, say("barracuda.tap.pick_partnership", bar=Thing(name)))
        return Point(seat, "takeover", name, say("barracuda.tap.pick_takeover", bar=Thing(name)))
    if model.has_partner_place(bar) and model.has_free_pawn(state, seat):
        return Point(seat, "own_partner", name, say("barracuda.tap.pick_own_partner", bar=Thing(name)))
    if (held := len(model.leases(state, seat))) < model.AUCTION_FROM:
        if model.has_partner_place(bar):
            return _nothing("no_pawn", who=Who(seat))
        return Nothing(say("barracuda.refusal.three_leases", count=held))
    return Point(seat, "auction", name, say("barracuda.tap.pick_auction", bar=Thing(name)))


def _pawn(state: State, seat: Seat, spot: str) -> Tapped[Command]:
    """Take the pawn for the card of the bar *spot* at which it was put. Elsewhere say whose it is and what to tap instead."""
    match state.phase:
        case Acting(active) if active == seat and state.options.card(spot):
            return _card(state, spot)
        case Acting(active) if active == seat:
            return _nothing("pick_bar", who=Who(seat))
        case Leaving():  # The partner answers by phone, whether or not the pawn is lifted.
            return _waiting(state)
    return _nothing("not_now", who=Who(seat))
