"""Decide what a tagged piece or a key means in Shark now, from what everybody sees. A phone can do all that a tap can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.shark.board.companies import COMPANIES, Company
from companion.games.shark.model import Building, Naming, Over, Owing, State, Taking, Trading
from companion.games.shark.moves import Command, NameFirst, RollDice
from companion.games.shark.rules import SEATS
from companion.games.shark.telling import company_named
from companion.kit.game import Nothing, Play, Point, Tapped
from companion.kit.messages import Field, Term, Who, say
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping


def pieces(_options: Mapping[str, object]) -> tuple[Piece, ...]:  # The same box for every option.
    """Return the pieces that can carry a tag: a token for each company, a bag pawn for each seat. All are optional."""
    return (*(Piece("token", company) for company in COMPANIES), *(Piece("bag", seat) for seat in SEATS))


def called(piece: Piece) -> Term | None:
    """Return the name of a company's token, or None for other pieces."""
    return Term(f"shark.token.{piece.name}") if piece.kind == "token" and piece.name in COMPANIES else None


def tapped(state: State, piece: Piece, _spot: str) -> Tapped[Command]:  # One reader serves the whole table.
    """Return the meaning of *piece* now, or why it has none."""
    if isinstance(state.phase, Over):
        return _nothing("over")
    match piece.kind:
        case "key":
            return _key(state, piece.name)
        case "bag":
            return _bag_pawn(state, piece.name)
        case "token":
            return _token(state, piece.name)
    return Nothing(say("table.other_game"))


def _nothing(code: str, **fields: Field) -> Nothing:
    return Nothing(say(f"shark.tap.{code}", **fields))


def _waiting(state: State) -> Nothing:
    """Do nothing and say what the table is waiting for, so that a key pressed too early is answered."""
    match state.phase:
        case Naming() if state.options.first == "chosen":
            return _nothing("naming")
        case Taking(seat, dealt=False):
            return _nothing("taking", who=Who(seat))
        case Trading(seat, rolled=True):
            return _nothing("trading_again", who=Who(seat))
        case Trading(seat):
            return _nothing("trading_ok" if state.options.dice == "companion" else "trading", who=Who(seat))
        case Building(seat):
            return _nothing("building", who=Who(seat))
        case Owing(debts=debts):
            return _nothing("owing", who=Who(next(iter(debts))))
    return _nothing("wait")


def _key(state: State, key: str) -> Tapped[Command]:
    """Let OK throw the companion's dice and nothing else, so that pressing it twice does no harm (S8)."""
    match state.phase:
        case Trading(rolled=False) if key == "ok" and state.options.dice == "companion":
            return Play(TABLE, RollDice())
    return _waiting(state)


def _bag_pawn(state: State, seat: Seat) -> Tapped[Command]:
    if isinstance(state.phase, Naming) and state.options.first == "chosen":
        return Play(TABLE, NameFirst(seat))
    return _waiting(state)


def _token(state: State, company: Company) -> Tapped[Command]:
    """Pick the token's company on the page of the player who takes a starting share, trades or builds (S8)."""
    match state.phase:
        case Taking(seat, dealt=False):
            return Point(seat, "share", company)
        case Trading(seat):
            return _trade(state, seat, company)
        case Building(seat, companies=companies):
            fits = company in companies
            return Point(seat, "build", company) if fits else _nothing("not_this", who=Who(seat))
    return _waiting(state)


def _trade(state: State, seat: Seat, company: Company) -> Tapped[Command]:
    """Pick the company for buying, or for selling if the pool looks empty.

    This must not depend on the player's cash or shares, which may be secret. If the player can't trade, their page says so.
    """
    if not state.prices.of(company):
        return _nothing("no_price", company=company_named(company))
    if state.pool[company].outside:
        return Point(seat, "buy", company, say("shark.tap.pick_buy", company=company_named(company)))
    return Point(seat, "sell", company, say("shark.tap.pick_sell", company=company_named(company)))
