"""Barracuda's rules: what a command brings about. Rule numbers are those of RULEBOOK.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from companion.games.barracuda import actions, model
from companion.games.barracuda.evolve import evolve, returned
from companion.games.barracuda.legal import can_act
from companion.games.barracuda.model import (
    BANK,
    BOX,
    CARDS,
    GIVEN,
    GUESSED,
    LIMIT,
    OF_A_KIND,
    PAWNS,
    START,
    Card,
    Cause,
    Drawing,
    Options,
    Outcome,
    Over,
    Shuffling,
    Staking,
    State,
)
from companion.games.barracuda.moves import (
    AcceptOffer,
    BankCounted,
    BarsShuffled,
    Bid,
    BooksOpened,
    CallDraw,
    CallLastOrder,
    Command,
    CountBank,
    DeclineLastOrder,
    DrawCalled,
    DrawPawn,
    Event,
    GameEnded,
    LastOrderCalled,
    LastOrderDeclined,
    LeaveBar,
    Pass,
    PawnDrawn,
    RefuseOffer,
    Renovate,
    RentPaid,
    RoundBegan,
    SellTo,
    ShuffleBars,
    Stake,
    StakeLaid,
    StakesRevealed,
    StayInBar,
    TurnBegan,
    WentBankrupt,
)
from companion.kit.game import insist
from companion.kit.money import NO_NOTES, Pile, Purse
from companion.kit.options import AnyOption, Column, Contents, OneOfEach, Option
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import CHANCE, Seat

SEATS: Final = ("A", "B", "C", "D", "E")
FEWEST: Final = 3
MOST: Final = len(SEATS)

OPTIONS: Final[dict[str, AnyOption]] = {
    "deal": Option(("cards", "companion")),
    "draw": Option(("companion", "bag")),
    "stake_minimum": Option(("any_note", "one_fake")),
    "last_order_window": Option(("open", "everyone")),
    "bank": Option(("open", "once", "hidden")),
    "last_tiebreak": Option(("dearest_bar", "total_rent")),
    "reveal_at_end": Option(("on", "off")),
    "left_out": OneOfEach("cards", "places"),
    "cards": Contents(
        (Column("name"), Column("rent", 1, 12), Column("places", 1, 2)),
        tuple((card.name, card.rent, card.places) for card in CARDS),
        GUESSED | {(card.name, "name") for card in CARDS if card.placeholder},
    ),
    "open_limit": Option(("now", "ever")),
    "five_standing": Option(("may_pass", "must_act")),
    "auction_to": Option(("any_bid", "highest")),
    "first_last_order": Option(("second_round", "every_round")),
    "turn_order": Option(("one_by_one", "whole")),
    "auctioned_partner": Option(("stays", "may_leave")),
    "head_start": Option(("none", *SEATS)),
    "head_start_size": Option(("small", "large")),
}
WORDS: Final = {name: option for name, option in OPTIONS.items() if isinstance(option, Option)}

FREE_BAR: Final = {3: min, 4: max, 5: max}  # Of three bars the cheapest is free, of four or (B6) five the dearest.


def waived(rents: Sequence[int]) -> int:
    """Return the rent that is waived for a lessee of bars with these *rents*, in thousands; 0 for none (5, B6)."""
    return FREE_BAR[len(rents)](rents) if len(rents) in FREE_BAR else 0


def rent_due(rents: Sequence[int]) -> int:
    """Return the rent that the lessee of bars with these *rents* owes at the start of a turn, in thousands (5, B6)."""
    return sum(rents) - waived(rents)


# Setting up (2)


def setup(seats: Sequence[Seat], options: Mapping[str, object]) -> State:
    """Return the first state of a game for three to five of SEATS.

    *options* gives words for `WORDS`, and may give "left_out" (one name of each kind) and "cards" (rows of name, rent,
    places and whether the name is a placeholder; six of each kind, rents 1 to 12). Raises ValueError for anything else.
    """
    if not FEWEST <= len(seats) <= MOST or [seat for seat in SEATS if seat in seats] != list(seats):
        raise ValueError("Barracuda needs three to five seats, in alphabetical order")
    chosen = _options(options)
    phase = Shuffling() if chosen.deal == "companion" else Drawing()
    return State(tuple(seats), chosen, phase, _money(seats, chosen), groups=(tuple(seats),))


def _options(given: Mapping[str, object]) -> Options:
    words: dict[str, Any] = {name: given.get(name, option.unsaid) for name, option in WORDS.items()}
    if set(given) - set(OPTIONS):
        raise ValueError("Barracuda has no such option")
    if any(words[name] not in option.choices for name, option in WORDS.items()):
        raise ValueError("the option has no such choice")
    cards = _cards(given["cards"]) if "cards" in given else CARDS
    return Options(**words, left_out=_left_out(given.get("left_out", ()), cards), cards=cards)


def _cards(rows: Any) -> tuple[Card, ...]:
    """Return the box's own cards (B1)."""
    try:
        cards = tuple(Card(*row) for row in rows)
        right = all(_is_card(card) for card in cards)
    except TypeError as error:
        raise ValueError("a card needs a name, a rent and its places") from error
    if not right or sorted(card.places for card in cards) != [1] * 6 + [2] * 6 or len({card.name for card in cards}) != 12:
        raise ValueError("six cards need one place and six two, with rents from 1 to 12 and different names")
    return cards


def _is_card(card: Card) -> bool:
    """Return whether *card* is well formed. The caller counts how many of each kind there are."""
    exact = [type(value) for value in (card.name, card.rent, card.places, card.placeholder)] == [str, int, int, bool]
    return exact and card.name.strip() != "" and 1 <= card.rent <= 12


def _left_out(names: object, cards: tuple[Card, ...]) -> tuple[str, ...]:
    if not isinstance(names, tuple | list):
        raise ValueError("left_out must be a list of card names")
    kinds = sorted(card.places for card in cards if card.name in names)
    if len(names) and (len(names) != 2 or kinds != [1, 2]):
        raise ValueError("leave out one card of each kind, or none")
    return tuple(names)


def _money(seats: Sequence[Seat], options: Options) -> dict[str, Sealed[Purse]]:
    held = {seat: Sealed(start(seats, options, seat), {seat}, 1) for seat in seats}
    rest = BOX.worth
    for _ in seats:
        rest -= START  # What a head start costs the others stays among the players (B28).
    # B15: either everybody sees the bank, TABLE included, or nobody does.
    eyes = (*seats, "table") if options.bank == "open" else ()
    return {**held, BANK: Sealed(rest, eyes)}


def start(seats: Sequence[Seat], options: Options, seat: Seat) -> Purse:
    """Return what *seat* begins with: START, or what a head start makes of it (B28). Everybody may know this."""
    given = GIVEN[options.head_start_size] if options.head_start in seats else 0
    more = given * (len(seats) - 1) if seat == options.head_start else -given
    return replace(START, real=START.real + more)


# Deciding


def events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """Return the events of *command*, and of the next turn or round if that begins without a draw."""
    own = _events(state, seat, command)
    if state.groups and not isinstance(command, DrawPawn):  # There are pawns in the bag, and only a draw takes one out.
        return own
    after = _after(state, own)
    if not _bag_is_empty(after):
        return own
    return (*own, *_turn(after, after.lineup[0])) if after.lineup else (*own, RoundBegan(after.round + 1))


def _after(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _bag_is_empty(state: State) -> bool:
    """Return whether the next turn or round begins without a draw."""
    return isinstance(state.phase, Drawing) and not state.groups


def _events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    match command:
        case ShuffleBars(order):
            return (BarsShuffled(Sealed(order, {CHANCE})),)
        case CallDraw():
            return (DrawCalled(),)
        case DrawPawn(pawn):
            return _draw(state, pawn)
        case CallLastOrder():
            return (LastOrderCalled(seat), *_revealed(state, {}))
        case DeclineLastOrder():
            return (LastOrderDeclined(seat),)
        case Stake(pile):
            return _stake(state, seat, Sealed(pile, {seat}, pile.notes))
        case Bid(pile):
            return actions.bid(state, seat, Sealed(pile, {seat}, pile.notes))
        case CountBank():
            return (BankCounted(seat, state.money[BANK].with_eyes({seat})),)
        case AcceptOffer() | RefuseOffer():
            return (actions.answer(state, accepted=isinstance(command, AcceptOffer)),)
        case SellTo() | Renovate():
            return (actions.sell(state, command),)
        case StayInBar() | LeaveBar():
            return (actions.leave(state, command),)
        case Pass() if state.round > 1 and model.standing(state, seat) < PAWNS:
            return _out_of_actions(state, seat)
    return actions.action(state, seat, command)


# The draw, the rent, the end


def _draw(state: State, pawn: Seat) -> tuple[Event, ...]:
    return (PawnDrawn(pawn),) if state.options.turn_order == "whole" else _turn(state, pawn)


def _turn(state: State, pawn: Seat) -> tuple[Event, ...]:
    """Begin *pawn*'s turn: with its draw, or with `turn_order` whole when the order drawn comes to it (B4)."""
    drawn = TurnBegan(pawn) if state.options.turn_order == "whole" else PawnDrawn(pawn)
    if pawn in state.five_held:  # B5: looked at before the rent.
        return (drawn, *_end(state, "five", winner=pawn))
    if state.round == 1:
        return (drawn,)
    rents = tuple(bar.card.rent for bar in model.leases(state, pawn))
    due = rent_due(rents)
    if due > state.money[pawn].open().real:
        return (drawn, WentBankrupt(pawn, "rent", due), *_end(state, "rent", loser=pawn))
    events = (drawn, RentPaid(pawn, rents, waived(rents), due))
    after = _after(state, events)
    if can_act(seen(after, pawn), pawn) or model.standing(after, pawn) == PAWNS:
        return events
    return (*events, *_out_of_actions(after, pawn))


def _out_of_actions(state: State, seat: Seat) -> tuple[Event, ...]:
    """Return the events of a player who can't take any action: bankrupt, without all five pawns standing (B11)."""
    return (WentBankrupt(seat, "no_action"), *_end(state, "no_action", loser=seat))


def _end(state: State, cause: Cause, *, winner: Seat | None = None, loser: Seat | None = None) -> tuple[Event, ...]:
    winners = (winner,) if winner else _leaders(state, [seat for seat in state.seats if seat != loser])
    pawns = {seat: model.standing(state, seat) for seat in state.seats}
    ended = GameEnded(cause, winners, loser, pawns)
    if state.options.reveal_at_end == "off":
        return (ended,)
    purses = {seat: state.money[seat].open() for seat in state.seats}
    return ended, BooksOpened(purses, state.money[BANK].open())


def ranking(state: State) -> tuple[Event, ...]:
    """Return the events that end the game now, by its ranking as it stands (B26)."""
    return _end(returned(state), "ranking")


def _leaders(state: State, seats: list[Seat]) -> tuple[Seat, ...]:
    """Return the leaders among *seats* by most pawns, then most real money, then the last tie-break (8)."""

    def rank(seat: Seat) -> tuple[int, int, int]:
        rents = [bar.card.rent for bar in model.leases(state, seat)]
        last = max(rents, default=0) if state.options.last_tiebreak == "dearest_bar" else sum(rents)
        return model.standing(state, seat), state.money[seat].open().real, last

    best = max(rank(seat) for seat in seats)
    return tuple(seat for seat in seats if rank(seat) == best)


def outcome(state: State) -> Outcome | None:
    """Return who won and why, or None while the game goes on."""
    return state.outcome


# Last order (7)


def _stake(state: State, seat: Seat, pile: Sealed[Pile]) -> tuple[Event, ...]:
    assert isinstance(state.phase, Staking)
    return (StakeLaid(seat, pile), *_revealed(state, {**state.phase.stakes, seat: pile}))


def _revealed(state: State, laid: Mapping[Seat, Sealed[Pile]]) -> tuple[Event, ...]:
    """Return the event that opens the stakes *laid*, unless a player who holds a note has still to lay one."""
    if any(seat not in laid and model.has_note(state, seat) for seat in state.seats):
        return ()
    stakes = {seat: laid[seat].open() if seat in laid else NO_NOTES for seat in state.seats}
    ranked = sorted(state.seats, key=lambda seat: stakes[seat].real)
    groups = tuple(tuple(group) for _, group in groupby(ranked, key=lambda seat: stakes[seat].real))
    return (StakesRevealed(stakes, groups),)


# The invariant


def check(state: State) -> None:
    """Raise InvariantError unless bank, purses and piles add up to the box (B14), and pawns and bars keep to their limits."""
    whole = Purse()
    for sealed in (*state.money.values(),):
        whole += sealed.open()
    for pile in model.table_piles(state):
        whole += pile.open().worth
    insist(whole == BOX.worth, "money was made or lost")
    insist(all(model.standing(state, seat) <= PAWNS for seat in state.seats), "too many pawns")
    insist(len(model.open_bars(state)) <= LIMIT[len(state.seats)], "too many open bars")
    kinds = [bar.card.places for bar in state.bars.values()]
    insist(max(kinds.count(1), kinds.count(2)) <= OF_A_KIND, "a sixth bar of a kind")
    insist((state.outcome is not None) == isinstance(state.phase, Over), "the phase doesn't match the outcome")
