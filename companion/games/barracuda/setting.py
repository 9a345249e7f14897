"""Describe the layout of Barracuda's table, and set it anew (B27); deal what nobody has seen for the house."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.barracuda import model
from companion.games.barracuda.model import BANK, BOX, LIMIT, OF_A_KIND, PAWNS, Acting, Bar, Drawing, Over, Shuffling, State
from companion.kit.layout import Fact, values
from companion.kit.messages import Field, Illegal, Refusal, Thing, Who, say
from companion.kit.money import Purse
from companion.kit.sealed import Sealed
from companion.kit.viewers import CHANCE, TABLE

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from companion.kit.layout import Place, Shift, Value
    from companion.kit.viewers import Seat

MOST_ROUNDS: Final = 99
LIES: Final = ("closed", "open", "renovated")
BEGUN: Final = {"deal": "cards"}  # The companion can't know a deck that it hasn't shuffled.


# What lies where


def layout(state: State) -> tuple[Fact, ...]:
    """Return the layout, as far as the viewer who sees *state* so may know it."""
    return (*_table(state), *_seats(state), *_bars(state))


def _table(state: State) -> Iterator[Fact]:
    turn = _turn(state)
    yield Fact("", "round", state.round, least=1, most=MOST_ROUNDS)
    yield Fact("", "turn", turn, "seat", ("", *state.seats), asked=(turn,) if turn else ())
    yield Fact("", "last_order", "called" if state.order_called else "", "word", ("", "called"))
    if state.money[BANK].is_open:
        bank = state.money[BANK].open()
        yield Fact("", "bank", bank.real, rest="money")
        yield Fact("", "bank_fakes", bank.fakes, rest="fakes")


def _seats(state: State) -> Iterator[Fact]:
    drawn = model.drawn(state)
    for seat in state.seats:
        place = drawn.index(seat) + 1 if seat in drawn else 0
        yield Fact(seat, "place", place, most=len(state.seats), asked=(seat,))
        if state.money[seat].is_open:
            purse, own = state.money[seat].open(), TABLE not in state.money[seat].eyes
            yield Fact(seat, "money", purse.real, most=BOX.real, own=own)
            yield Fact(seat, "fakes", purse.fakes, most=BOX.fakes, own=own)


def _bars(state: State) -> Iterator[Fact]:
    for name, lies in _cards(state).items():
        bar = state.bars.get(name)
        choices = LIES if state.options.deal == "cards" else LIES[1:]  # A bar that the companion has dealt stays known.
        lessee, partner = (bar.lessee or "", bar.partner or "") if bar else ("", "")
        yield Fact(name, "lies", lies, "word", choices, asked=(lessee,) if lessee else ())
        yield Fact(name, "lessee", lessee, "seat", ("", *state.seats), asked=(lessee,) if lessee else ())
        if (card := state.options.card(name)) and card.places > 1:
            yield Fact(name, "partner", partner, "seat", ("", *state.seats), asked=(partner,) if partner else ())


def _cards(state: State) -> dict[str, str]:
    """Return how each bar lies: those that somebody has seen, and with real cards all that may still be turned over (B2)."""
    known = {name: "open" if bar.is_open else "renovated" for name, bar in state.bars.items()}
    if state.options.deal == "companion":
        return known
    return known | {card.name: "closed" for card in state.options.cards if card.name not in {*known, *state.options.left_out}}


def _turn(state: State) -> str:
    return "" if isinstance(state.phase, Drawing | Over) or not state.order else state.order[-1]


# Why it can't be so


def misplaced(state: State, facts: Mapping[Place, Value], shifts: Sequence[Shift]) -> Refusal | None:
    """Return why the table can't be set to *facts* and *shifts*, or None; *state* is as TABLE sees it."""
    if not isinstance(state.phase, Drawing | Acting):
        return _no("busy")
    said = {**values(layout(state)), **facts}
    return _bars_wrong(state, said) or _turn_wrong(state, said) or _bank_wrong(state, shifts)


def _no(code: str, **fields: Field) -> Refusal:
    return Refusal(say(f"barracuda.set.{code}", **fields), "B27")


def _bars_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    cards = [card for card in state.options.cards if (card.name, "lies") in said]
    turned = [card for card in cards if said[card.name, "lies"] != "closed"]
    for card in cards:
        lessee, partner = said[card.name, "lessee"], said.get((card.name, "partner"), "")
        if said[card.name, "lies"] == "open" and not lessee:
            return _no("no_lessee", bar=Thing(card.name))
        if said[card.name, "lies"] != "open" and (lessee or partner):
            return _no("not_open", bar=Thing(card.name))
    for places in (1, 2):
        if sum(card.places == places for card in turned) > OF_A_KIND:
            return _no("sixth", most=OF_A_KIND)
    counts = turned if state.options.open_limit == "ever" else [one for one in turned if said[one.name, "lies"] == "open"]
    if len(counts) > (limit := LIMIT[len(state.seats)]):
        return _no("limit", most=limit)
    return _pawns_wrong(state, said)


def _pawns_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    for seat in state.seats:
        if sum(part in ("lessee", "partner") and value == seat for (_, part), value in said.items()) > PAWNS:
            return _no("pawns", who=Who(seat), most=PAWNS)
    return None


def _turn_wrong(state: State, said: Mapping[Place, Value]) -> Refusal | None:
    turn, drawn = said["", "turn"], _drawn(state, said)
    if [said[seat, "place"] for seat in drawn] != list(range(1, len(drawn) + 1)):
        return _no("places")
    whole = state.options.turn_order == "whole"
    if turn and (turn not in drawn or (turn != drawn[-1] and not whole) or (whole and len(drawn) < len(state.seats))):
        return _no("turn", who=Who(str(turn)))
    return None if turn or len(drawn) < len(state.seats) else _no("nobodys_turn")


def _bank_wrong(state: State, shifts: Sequence[Shift]) -> Refusal | None:
    """Return why the bank can't pay: it is too poor, or it is closed, so that nobody may learn whether it is (B15)."""
    for part, has in (("money", "real"), ("fakes", "fakes")):
        pays = sum(shift.by for shift in shifts if shift.part == part)
        if pays > 0 and not state.money[BANK].is_open:
            return _no("bank_closed")
        if pays > 0 and pays > getattr(state.money[BANK].open(), has):
            return _no("bank_poor")
    return None


def _drawn(state: State, said: Mapping[Place, Value]) -> list[Seat]:
    return sorted((seat for seat in state.seats if said[seat, "place"]), key=lambda seat: said[seat, "place"])


# Setting it


def set_table(state: State, facts: Mapping[Place, Value]) -> State:
    """Return *state*, the true one, with *facts*, for which `misplaced` found nothing wrong; the bank gets the rest.

    Raises Illegal if the purses hold more than the box.
    """
    before = values(layout(state))
    said: dict[Place, Any] = {**before, **facts}
    money = _money_set(state, said) if any(place[1] in ("money", "fakes") for place in facts) else state.money
    called = said["", "last_order"] == "called"
    after = replace(state, round=said["", "round"], order_called=called, bars=_bars_set(state, said), money=money)
    turned = any(place[1] in ("turn", "place") and before[place] != value for place, value in facts.items())
    if turned or after.round != state.round:
        after = replace(after, declined=frozenset())  # B12: what they declined was the last order of another moment.
    held = frozenset(seat for seat in after.five_held if model.standing(after, seat) == PAWNS)  # B5
    return replace(_turned(state, after, said) if turned else after, five_held=held)


def _bars_set(state: State, said: Mapping[Place, Value]) -> dict[str, Bar]:
    known = {name: bar for name, bar in state.bars.items() if said[name, "lies"] != "closed"}
    free = model.free_places(known)
    for name in _cards(state):
        card = state.options.card(name)
        if card and name not in known and said[name, "lies"] != "closed":
            known[name] = Bar(card, next(free))
    return {name: _bar_set(bar, said) for name, bar in known.items()}


def _bar_set(bar: Bar, said: Mapping[Place, Value]) -> Bar:
    lessee, partner = said[bar.card.name, "lessee"], said.get((bar.card.name, "partner"), "")
    return replace(
        bar,
        is_open=said[bar.card.name, "lies"] == "open",
        lessee=str(lessee) if lessee else None,
        partner=str(partner) if partner else None,
    )


def _money_set(state: State, said: Mapping[Place, Any]) -> dict[str, Sealed[Purse]]:
    purses = {seat: Purse(said[seat, "money"], said[seat, "fakes"]) for seat in state.seats}
    rest = BOX.worth
    try:
        for sum_ in (*purses.values(), *(pile.open().worth for pile in model.table_piles(state))):
            rest -= sum_
    except ValueError as error:
        raise Illegal(_no("sums")) from error
    held = {seat: Sealed(purse, state.money[seat].eyes, int(not purse.is_empty)) for seat, purse in purses.items()}
    return {**held, BANK: Sealed(rest, state.money[BANK].eyes)}


def _turned(before: State, state: State, said: Mapping[Place, Any]) -> State:
    turn, drawn = said["", "turn"], tuple(_drawn(state, said))
    bag = frozenset(state.seats) - set(drawn)
    groups: tuple[tuple[Seat, ...], ...] = (state.seats,)
    if state.order_called and state.round == before.round:  # B13: whoever had been drawn had staked less, or as much.
        groups = (*((seat,) for seat in (*before.order, *before.lineup)), *before.groups)
    in_bag = (tuple(seat for seat in group if seat in bag) for group in groups)
    begun = drawn.index(turn) + 1 if turn else 0 if state.options.turn_order == "whole" else len(drawn)
    phase = Acting(turn) if turn else Drawing()
    return replace(state, groups=tuple(filter(None, in_bag)), order=drawn[:begun], lineup=drawn[begun:], phase=phase)


# Played on by the house


def dealt(state: State, generator: random.Random) -> State:
    """Return the true *state* as if the companion had dealt the cards: at the places that nobody has opened, in any order."""
    if state.deck is not None or isinstance(state.phase, Shuffling):
        return state
    unseen: list[str] = []
    for places in (1, 2):
        kind = [card.name for card in state.options.cards if card.places == places]
        lying = len(state.bars.keys() & {*kind})
        left = [name for name in kind if name not in state.bars and name not in state.options.left_out]
        unseen += generator.sample(left, OF_A_KIND - lying)
    generator.shuffle(unseen)
    known = {bar.place: name for name, bar in state.bars.items()}
    deck = [known.get(place) or unseen.pop() for place in range(1, len(known) + len(unseen) + 1)]
    return replace(state, deck=Sealed(tuple(deck), {CHANCE}))
