"""Two worlds for Barracuda: deal anew what a viewer may not know. Only companion/lab loads this."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games import barracuda
from companion.games.barracuda import moves
from companion.games.barracuda.legal import can_act
from companion.games.barracuda.model import BANK, BOX, MOST, PAWNS, Acting, Drawing, Offered, State, standing, table_piles
from companion.kit.asks import Ask, Lay, LayPile, Shuffle, answers
from companion.kit.money import Pile, Purse
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import Viewer
from companion.lab import simulate
from companion.lab.secrecy.recipe import Recipe, rewritten, shortly_before
from companion.lab.secrecy.worlds import Position
from companion.table.chance import by_chance

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from companion.lab.secrecy.recipe import Moments

POOR: Final = (0, 0, 1, 1, 2, 3, 4, 6, 9, 14, 25)  # thousands
TRIES: Final = 14  # How many piles to try before giving a move up.
EMPTY: Final = 0.1  # The share of poor players who have no note at all.
COUNTED: Final = 0.2  # How often the bank stays as it is, so that a player who counts it learns the same in both worlds.
ALONE: Final = 0.1  # The share of positions that come before the deck is shuffled.


# World A


def middle(where: Moments, generator: random.Random) -> Position:
    """Return a position shortly before some event; in most of them the players are poor."""
    position = shortly_before(where, generator)
    state: State = position.state
    if generator.random() < ALONE:
        return Position(barracuda.setup(state.seats, {"deal": "companion"}))
    paupers = _poor(state, generator) if generator.random() < 0.6 else state
    return position._replace(state=paupers) if _can_act(paupers) else position


def options(n: int, generator: random.Random) -> dict[str, object]:
    """Return the options of random game *n*.

    In most games a player with five standing may pass. Two of three use the standard cards, whose rents not everybody can
    afford; the third draws its own, which are mostly cheap.
    """
    chosen = {**simulate.varied_options(barracuda, generator), "reveal_at_end": "on" if n % 4 == 0 else "off"}
    chosen = chosen if n % 4 == 0 else {**chosen, "five_standing": "may_pass"}
    return {name: choice for name, choice in chosen.items() if name != "cards" or n % 3 == 0}


def _can_act(state: State) -> bool:
    """Return whether the active player can act; one who can't would be bankrupt already (B11)."""
    if not isinstance(state.phase, Acting):
        return True
    seat = state.phase.seat
    return standing(state, seat) == PAWNS or can_act(seen(state, seat), seat)


def _poor(state: State, generator: random.Random) -> State:
    """Move most of the money into the bank, now and then a whole purse. A player who is asked for a pile keeps a note."""
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
    return _with_purses(state, {**purses, BANK: bank})


def _with_purses(state: State, purses: dict[str, Purse]) -> State:
    outside = {who: int(who != BANK and not purse.is_empty) for who, purse in purses.items()}
    money = {who: Sealed(purse, state.money[who].eyes, outside[who]) for who, purse in purses.items()}
    return replace(state, money={**state.money, **money})


# World B


def redeal(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Deal anew what *viewer* may not know: other purses, piles on the table, the bank if it is hidden, the deck."""
    bank_hidden = state.options.bank != "open" and state.outcome is None and generator.random() > COUNTED
    hidden = [who for who in state.seats if who != viewer] + [BANK] * bank_hidden
    if state.outcome is not None and state.options.reveal_at_end == "on":
        return state
    live = [pile.open() for pile in table_piles(state) if not _may_see_pile(state, pile, viewer)]
    pot = sum((state.money[who].open() for who in hidden), Purse())
    pot = sum((pile.worth for pile in live), pot)
    changed: dict[int, Pile] = {}
    keep = len([who for who in hidden if who != BANK])  # Leave a note for every other player.
    for n, pile in enumerate(live):
        free = pot - sum((later.worth for later in live[n + 1 :]), Purse())
        new = _shuffled_notes(pile, _bounds(state), generator)
        fits = free.covers(new.worth) and free.real + free.fakes - new.notes >= keep
        changed[id(pile)] = new if fits else pile
        pot -= changed[id(pile)].worth
    purses = _dealt(state, hidden, pot, generator)
    other = purses and _with_purses(_resealed(state, changed, generator), purses)
    return other if other and _can_act(other) else state


def _may_see_pile(state: State, pile: Sealed[Pile], viewer: Viewer) -> bool:
    """Return whether *viewer* laid this pile or may look at it."""
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


def _shuffled_notes(pile: Pile, bounds: tuple[int, int], generator: random.Random) -> Pile:
    """Swap single notes for others, keeping their number and keeping the value within *bounds*."""
    for _ in range(3 * pile.notes):
        out, in_ = generator.sample(("tens", "fives", "twos", "ones", "fakes"), 2)
        if not getattr(pile, out):
            continue
        other = replace(pile, **{out: getattr(pile, out) - 1, in_: getattr(pile, in_) + 1})
        if bounds[0] <= other.real <= max(bounds[1], pile.real) and other.within(BOX):
            pile = other
    return pile


def _dealt(state: State, hidden: list[str], pot: Purse, generator: random.Random) -> dict[str, Purse] | None:
    """Share *pot* out at random. An empty purse stays empty, and every other player gets at least one note."""
    full = [who for who in hidden if who == BANK or not state.money[who].open().is_empty]
    needy = [who for who in full if who != BANK]
    if pot.real + pot.fakes < len(needy) or (not full and not (pot.real == pot.fakes == 0)):
        return None
    purses = dict.fromkeys(hidden, Purse())
    for who in generator.sample(needy, len(needy)):
        fake = pot.fakes > 0 and (generator.random() < 0.7 or pot.real == 0)
        purses[who] = Purse(0, 1) if fake else Purse(1, 0)
        pot -= purses[who]
    skew = generator.choice((1, 3, 8))  # From an even share to nearly everything in one purse.
    weights = [generator.random() ** skew + 0.001 for _ in full]
    for who in generator.choices(full, weights, k=pot.real) if full else ():
        purses[who] += Purse(1)
    for who in generator.choices(full, weights, k=pot.fakes) if full else ():
        purses[who] += Purse(0, 1)
    return purses


def _resealed(state: State, changed: dict[int, Pile], generator: random.Random) -> State:
    """Replace piles inside their seals; *changed* gives the new pile by the old one's id."""

    def other(seal: Sealed[Any]) -> Any:
        known = id(seal.open()) in changed
        return Sealed(changed[id(seal.open())], seal.eyes, seal.outside) if known else seal

    phase = rewritten(state.phase, other)
    deck = state.deck and Sealed(_deck(state, generator), state.deck.eyes, state.deck.outside)
    return replace(state, phase=phase, deck=deck)


def _deck(state: State, generator: random.Random) -> tuple[str, ...]:
    """Shuffle some of the cards at places that nobody has opened yet."""
    assert state.deck is not None
    deck = list(state.deck.open())
    unseen = [n for n, name in enumerate(deck) if name not in state.bars]
    some = generator.sample(unseen, generator.randint(0, len(unseen)))
    for n, name in zip(some, [deck[n] for n in generator.sample(some, len(some))], strict=True):
        deck[n] = name
    return tuple(deck)


# Moves of both worlds


def other(command: Any, asks: Sequence[Ask[Any]], viewer: Viewer, generator: random.Random) -> Any:
    """Return the move of the same seat, or of CHANCE, in world B, from its *asks*: another pile of as many notes."""
    ask = next((ask for ask in asks if answers(ask, command)), None)
    if isinstance(ask, Shuffle):
        return by_chance(ask, generator)
    if not isinstance(ask, LayPile):
        return command if ask else None
    lay = next(lay for lay in ask.lays if replace(lay.command, pile=command.pile) == command)
    pile = _as_many_notes(command.pile.notes, lay, ask.purse, generator)
    return None if pile is None else replace(command, pile=pile)


def _as_many_notes(notes: int, lay: Lay[Any], purse: Purse, generator: random.Random) -> Pile | None:
    """Return another pile of *notes* notes that may be laid for *lay* from *purse*, or None if none is found."""
    richest = min(purse.real, BOX.real if lay.most is None else lay.most)
    fewest = max(lay.fakes, notes - richest, 0)
    most = min(notes, purse.fakes)
    fakes = (generator.randint(fewest, most) for _ in range(TRIES if fewest <= most else 0))
    piles = (_upgraded(Pile(ones=notes - one, fakes=one), richest, generator) for one in fakes)
    return next((pile for pile in piles if lay.least <= pile.real <= richest and pile.within(BOX)), None)


def _upgraded(pile: Pile, richest: int, generator: random.Random) -> Pile:
    """Change some of the ones into larger notes, up to a total of *richest*."""
    for _ in range(generator.randint(0, pile.ones)):
        larger = generator.choice(("tens", "fives", "twos"))
        changed = replace(pile, **{"ones": pile.ones - 1, larger: getattr(pile, larger) + 1})
        pile = changed if changed.real <= richest else pile
    return pile


# The information table


def visible(state: State) -> object:
    """Return the public facts: the empty hands, and the bank if it is open."""
    empty = [seat for seat in state.seats if state.money[seat].open().is_empty]
    return empty, state.money[BANK].open() if state.options.bank == "open" else None


def openly(before: State, event: moves.Event) -> bool:
    """Return whether *event* may be shown: the books are opened only with `reveal_at_end` on."""
    return not isinstance(event, moves.BooksOpened) or before.options.reveal_at_end == "on"


RECIPE: Final = Recipe(
    game=barracuda,
    middle=middle,
    options=options,
    games=range(80),
    few=range(12, 32),
    leaning=barracuda.REHEARSAL.leaning,
    redeal=redeal,
    other=other,
    openly=openly,
    opening=(moves.BooksOpened,),
    visible=visible,
    alike={"BooksOpened": "all money lies open, so that nothing differs any more"},
    cells=92,
)
