"""Barracuda in two worlds: who may know what, by the information table of the rules, and how to deal the rest anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

from companion import barracuda, simulate
from companion.asks import LayPile, Shuffle, answers
from companion.barracuda import moves
from companion.barracuda.model import BANK, MOST, Acting, Drawing, Offered, State, table_piles
from companion.barracuda.moves import (
    BankCounted,
    BarOpened,
    BarSold,
    BarsShuffled,
    BidLaid,
    BidsOpened,
    BooksOpened,
    GameEnded,
    PartnershipRefused,
    StakeLaid,
    StakesRevealed,
    WentBankrupt,
)
from companion.chance import by_chance
from companion.game import TABLE
from companion.money import BOX, Pile, Purse
from companion.sealed import Sealed, seen
from tests.secrecy.two_worlds import Recipe, rewritten, seals
from tests.secrecy.worlds import Moments, moments_in, shortly_before

POOR = (0, 0, 1, 1, 2, 3, 4, 6, 9, 14, 25)  # thousands
OFFERS = (
    moves.PartnershipOffered, moves.PartnershipAccepted, moves.PartnershipRefused,
    moves.TakeoverOffered, moves.TakeoverAccepted, moves.TakeoverRefused,
)  # fmt: skip
TRIES = 14  # Piles that are tried before a move is given up.
GAMES = 80  # Games whose middles are used.
EMPTY = 0.1  # How many of the poor have no note at all.
COUNTED = 0.2  # How often the bank is left as it is: whoever counts it then learns the same in both worlds.
ALONE = 0.1  # How many worlds start with the deck not shuffled yet.


# World A


def middle(generator: random.Random) -> State:
    """Return a state shortly before some event, rare kinds of event more often, mostly with poor players."""
    state = shortly_before(moments(), generator)
    if generator.random() < ALONE:
        return barracuda.setup(state.seats, {"deal": "companion"})
    paupers = poor(state, generator) if generator.random() < 0.6 else state
    return paupers if can_act(paupers) else state


@cache
def moments() -> Moments:
    """Play some games, before any leak is put in."""
    return moments_in(game(n) for n in range(GAMES))


def game(n: int) -> tuple[simulate.Step, ...]:
    """Return the steps of a random game."""
    generator = random.Random(n)
    seats = sorted(generator.sample(barracuda.SEATS, generator.randint(3, 5)))
    options = {**simulate.varied_options(barracuda, generator), "reveal_at_end": "on" if n % 4 == 0 else "off"}
    if n % 3:  # The dearer cards of the box: more that not everybody can afford.
        options.pop("cards", None)
    leaning = barracuda.REHEARSAL.leaning if n % 2 else simulate.NO_LEANING
    return simulate.play(barracuda, seats, options, generator, leaning=leaning).steps


def can_act(state: State) -> bool:
    """Whether the player whose turn it is can do anything: otherwise they are bankrupt already (B11)."""
    if not isinstance(state.phase, Acting):
        return True
    asks = barracuda.asks(seen(state, state.phase.seat), state.phase.seat)
    return any(ask.is_open for ask in asks if ask.name != "count_bank")


def poor(state: State, generator: random.Random) -> State:
    """Move most of the money into the bank, now and then a whole purse. Who is asked for a pile keeps a note."""
    may_empty = isinstance(state.phase, Acting | Drawing)
    purses, bank = {}, state.money[BANK].open()
    for seat in state.seats:
        old = state.money[seat].open()
        real = min(old.real, generator.choice(POOR))
        fakes = min(old.fakes, generator.randint(0, 3))
        fakes = fakes if real or fakes or old.is_empty else min(old.fakes, 1)
        new = Purse(real, fakes) if real or fakes else Purse(min(old.real, 1))
        new = Purse() if may_empty and generator.random() < EMPTY else new
        bank, purses[seat] = bank + (old - new), new
    return with_purses(state, {**purses, BANK: bank})


def with_purses(state: State, purses: dict[str, Purse]) -> State:
    outside = {who: int(who != BANK and not purse.is_empty) for who, purse in purses.items()}
    money = {who: Sealed(purse, state.money[who].eyes, outside[who]) for who, purse in purses.items()}
    return replace(state, money={**state.money, **money})


# World B


def redeal(state: State, viewer: str, generator: random.Random) -> State:
    """Deal anew what *viewer* may not know: purses, piles on the table and in the news, the bank if hidden, the deck."""
    bank_hidden = state.options.bank != "open" and state.outcome is None and generator.random() > COUNTED
    hidden = [who for who in state.seats if who != viewer] + [BANK] * bank_hidden
    if state.outcome is not None and state.options.reveal_at_end == "on":
        return state
    live = [pile.open() for pile in table_piles(state) if not may_see_pile(state, pile, viewer)]
    pot = sum((state.money[who].open() for who in hidden), Purse())
    pot = sum((pile.worth for pile in live), pot)
    changed: dict[int, Any] = {}
    keep = len([who for who in hidden if who != BANK])  # A note for everybody.
    for n, pile in enumerate(live):
        free = pot - sum((later.worth for later in live[n + 1 :]), Purse())
        other = shuffled_notes(pile, _bounds(state), generator)
        fits = free.covers(other.worth) and free.real + free.fakes - other.notes >= keep
        changed[id(pile)] = other if fits else pile
        pot -= changed[id(pile)].worth
    purses = _dealt(state, hidden, pot, generator)
    if purses is None:
        return state
    other = with_purses(_resealed(state, viewer, changed, generator), purses)
    return other if can_act(other) else state


def may_see_pile(state: State, pile: Sealed[Pile], viewer: str) -> bool:
    """Whether *viewer* laid this pile, or it was laid before them."""
    phase: Any = state.phase
    if isinstance(phase, Offered):
        return viewer in (phase.bidder, phase.lessee)
    laid = getattr(phase, "bids", None) or getattr(phase, "stakes", {})
    own = any(seal is pile for seat, seal in laid.items() if seat == viewer)
    return own or (getattr(phase, "opened", False) and phase.seller == viewer)


def _bounds(state: State) -> tuple[int, int]:
    match state.phase:
        case Offered(takeover=True, bar=bar):
            return state.bars[bar].card.rent, MOST
        case Offered():
            return 1, MOST
    return 0, MOST


def shuffled_notes(pile: Pile, bounds: tuple[int, int], generator: random.Random) -> Pile:
    """Swap single notes for others, within *bounds* of the value: as many notes, other ones."""
    for _ in range(3 * pile.notes):
        out, in_ = generator.sample(("tens", "fives", "twos", "ones", "fakes"), 2)
        if not getattr(pile, out):
            continue
        other = replace(pile, **{out: getattr(pile, out) - 1, in_: getattr(pile, in_) + 1})
        if bounds[0] <= other.real <= max(bounds[1], pile.real) and other.within(BOX):
            pile = other
    return pile


def _dealt(state: State, hidden: list[str], pot: Purse, generator: random.Random) -> dict[str, Purse] | None:
    """Share *pot* out at random: nothing to the empty-handed, at least a note to everybody else."""
    full = [who for who in hidden if who == BANK or not state.money[who].open().is_empty]
    needy = [who for who in full if who != BANK]
    if pot.real + pot.fakes < len(needy) or (not full and not (pot.real == pot.fakes == 0)):
        return None
    purses = dict.fromkeys(hidden, Purse())
    for who in generator.sample(needy, len(needy)):
        fake = pot.fakes > 0 and (generator.random() < 0.7 or pot.real == 0)
        purses[who] = Purse(0, 1) if fake else Purse(1, 0)
        pot -= purses[who]
    skew = generator.choice((1, 3, 8))  # From much alike to nearly all with one.
    weights = [generator.random() ** skew + 0.001 for _ in full]
    for who in generator.choices(full, weights, k=pot.real) if full else ():
        purses[who] += Purse(1)
    for who in generator.choices(full, weights, k=pot.fakes) if full else ():
        purses[who] += Purse(0, 1)
    return purses


def _resealed(state: State, viewer: str, changed: dict[int, Any], generator: random.Random) -> State:
    """Put the new piles into their seals, and other contents into all that only the news still tell."""

    def other(seal: Sealed[Any]) -> Any:
        contents = seal.open()
        if id(contents) not in changed:
            changed[id(contents)] = _other_contents(contents, state, generator)
        return Sealed(changed[id(contents)], seal.eyes, seal.outside)

    phase = rewritten(state.phase, lambda seal: other(seal) if id(seal.open()) in changed else seal)
    deck = state.deck and Sealed(_deck(state, generator), state.deck.eyes, state.deck.outside)
    recent = tuple(rewritten(event, other) if not knows(event, viewer) else event for event in state.recent)
    recent = tuple(_own_bids_kept(event, old, viewer) for event, old in zip(recent, state.recent, strict=True))
    return replace(state, phase=phase, recent=recent, deck=deck)


def _own_bids_kept(event: Any, old: Any, viewer: str) -> Any:
    if not isinstance(event, BidsOpened) or viewer not in event.bids:
        return event
    return replace(event, bids={seat: old.bids[seat] if seat == viewer else bid for seat, bid in event.bids.items()})


def _other_contents(contents: Any, state: State, generator: random.Random) -> Any:
    if isinstance(contents, Pile):
        return shuffled_notes(contents, (0, MOST), generator)
    if isinstance(contents, Purse):
        return Purse(generator.randint(0, 100), generator.randint(0, 20))
    return contents


def _deck(state: State, generator: random.Random) -> tuple[str, ...]:
    """Shuffle some of the places that nobody has opened yet."""
    assert state.deck is not None
    deck = list(state.deck.open())
    unseen = [n for n, name in enumerate(deck) if name not in state.bars]
    some = generator.sample(unseen, generator.randint(0, len(unseen)))
    for n, name in zip(some, [deck[n] for n in generator.sample(some, len(some))], strict=True):
        deck[n] = name
    return tuple(deck)


# Moves of both worlds


def other(command: Any, asks: Sequence[Any], viewer: str, generator: random.Random) -> Any:
    """Return what the same seat, or chance, does in world B, out of its *asks*: another pile of as many notes."""
    ask = next((ask for ask in asks if answers(ask, command)), None)
    if isinstance(ask, Shuffle):
        return by_chance(ask, generator)
    if not isinstance(ask, LayPile):
        return command if ask else None
    lay = next(lay for lay in ask.lays if replace(lay.command, pile=command.pile) == command)
    pile = as_many_notes(command.pile.notes, lay, ask.purse, generator)
    return None if pile is None else replace(command, pile=pile)


def as_many_notes(notes: int, lay: Any, purse: Any, generator: random.Random) -> Pile | None:
    """Return another pile of so many *notes* that may be laid for *lay* out of *purse*, or None where none is found."""
    richest = min(purse.real, BOX.real if lay.most is None else lay.most)
    fewest = max(lay.fakes, notes - richest, 0)
    for _ in range(TRIES):
        if fewest > min(notes, purse.fakes):
            return None
        fakes = generator.randint(fewest, min(notes, purse.fakes))
        pile = _upgraded(Pile(ones=notes - fakes, fakes=fakes), richest, generator)
        if lay.least <= pile.real <= richest and pile.within(BOX):
            return pile
    return None


def _upgraded(pile: Pile, richest: int, generator: random.Random) -> Pile:
    """Change some of the ones into larger notes, up to the value *richest*."""
    for _ in range(generator.randint(0, pile.ones)):
        larger = generator.choice(("tens", "fives", "twos"))
        changed = replace(pile, **{"ones": pile.ones - 1, larger: getattr(pile, larger) + 1})
        pile = changed if changed.real <= richest else pile
    return pile


# The information table


def knows(event: Any, viewer: str) -> bool:
    """Whether *viewer* may know all the secrets of *event*."""
    match event:
        case BidLaid(who) | StakeLaid(who) | BankCounted(who):
            return viewer == who
        case BidsOpened(seller):
            return viewer == seller
        case BarSold(seller=seller, buyer=buyer):
            return viewer in (seller, buyer)
        case BarsShuffled():
            return False
    return not isinstance(event, OFFERS) or viewer in (event.bidder, event.lessee)


def hidden(event: Any, viewer: str) -> Any:
    """Return the contents of the seals in *event* that *viewer* may not look into."""
    if knows(event, viewer):
        return []
    if isinstance(event, BidsOpened):
        return [bid.open() for seat, bid in event.bids.items() if seat != viewer]
    return [seal.open() for seal in seals(event)]


def released(before: State, event: Any, viewer: str) -> Any:
    """Return what the rules let *viewer* know by *event*, beyond what is public already."""
    match event:
        case PartnershipRefused(pile=pile):  # The doubled sum goes to the bank in public.
            return "refused", pile.open().real
        case StakesRevealed(stakes):
            return "stakes", stakes
        case WentBankrupt(seat, cause):
            return "bankrupt", seat, cause
        case GameEnded(cause, winners, loser):
            return "ended", cause, winners, loser
        case BooksOpened(purses, bank) if before.options.reveal_at_end == "on":
            return "books", purses, bank
        case BankCounted(seat) if seat == viewer:
            return "bank", before.money[BANK].open()
        case BarOpened(bar=bar, place=place):
            return "card", bar, place
        case BidsOpened(bids=bids) if knows(event, viewer):
            return "bids", {seat: bid.open() for seat, bid in bids.items()}
        case BidLaid() | StakeLaid() | moves.PartnershipOffered() | moves.TakeoverOffered() if knows(event, viewer):
            return "pile", event.pile.open()
    return None


def visible(state: State) -> Any:
    """Return what lies in sight: empty hands, and the bank where it is open."""
    empty = [seat for seat in state.seats if state.money[seat].open().is_empty]
    return empty, state.money[BANK].open() if state.options.bank == "open" else None


def role(event: Any, viewer: str) -> str:
    """Return "own", "party" (named in it), "bystander" or "table"."""
    if viewer == TABLE:
        return TABLE
    first, *others = [getattr(event, field.name) for field in fields(event)] or [None]
    if first == viewer:
        return "own"
    return "party" if any(viewer in named for named in _named(others)) else "bystander"


def _named(values: list[Any]) -> Iterator[Any]:
    """Yield whom each of the values names; a dict names its keys: all of them bid, or all of them are counted."""
    for value in values:
        if isinstance(value, str | tuple | dict):
            yield (value,) if isinstance(value, str) else value


ALIKE = {"BooksOpened": "all money lies open, so that nothing differs any more"}
RECIPE = Recipe(
    barracuda, middle, redeal, other, released, visible, hidden, role, barracuda.REHEARSAL.leaning, alike=ALIKE, cells=83
)
