"""Négoces 2 in two worlds: who may know what, by the information table of the rules, and how to deal the rest anew."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any

from companion import negoces2, simulate
from companion.asks import Amount, Choice, answers
from companion.game import TABLE
from companion.negoces2 import model
from companion.negoces2.model import CARDS, GOODS, Auctioning, Declaring, Laid, Negotiating, Picking, State
from companion.negoces2.moves import (
    Answered,
    CardLaid,
    CardPicked,
    DealMade,
    Declare,
    ForceSale,
    GameEnded,
    KeepSilent,
    LayCard,
    NobodyDeclared,
    Offer,
    OfferMade,
    SaleForced,
    WinsDeclared,
)
from companion.sealed import Sealed
from tests.secrecy.two_worlds import Recipe, rewritten

GAMES = 60  # Games whose middles are used.
WINNING = 0.4  # How often somebody is let to be about to win.
LEANING = {"SetCoins": -4, "Declare": 3, "Accept": 2, "ForceSale": -1, "OpenAnswers": -2}

# World A


def middle(generator: random.Random) -> State:
    """Return a state shortly before some event, rare kinds of event more often, now and then with somebody about to win."""
    where = moments()
    kinds = sorted(where)
    kind = generator.choices(kinds, [len(where[kind]) ** -0.5 for kind in kinds])[0]
    steps, n = generator.choice(where[kind])
    state = steps[max(n - generator.choice((0, 0, 1, 2)), 0)].before
    return enriched(state, generator) if generator.random() < WINNING else state


@cache
def moments() -> dict[str, list[tuple[tuple[simulate.Step, ...], int]]]:
    """Play some games, before any leak is put in, and return where in them each kind of event happened."""
    where: dict[str, list[tuple[tuple[simulate.Step, ...], int]]] = defaultdict(list)
    for n in range(GAMES):
        generator = random.Random(n)
        options = {**simulate.varied_options(negoces2, generator), "sale_limit": str(generator.choice((5, 15, 30)))}
        leaning = negoces2.REHEARSAL.leaning if n % 2 else simulate.NO_LEANING
        steps = simulate.play(negoces2, sorted(generator.sample("ABCDE", 4)), options, generator, leaning=leaning).steps
        for at, step in enumerate(steps):
            for event in step.events:
                where[type(event).__name__].append((steps, at))
    return dict(where)


def enriched(state: State, generator: random.Random) -> State:
    """Let somebody be about to win: with hidden coins by most of the others' coins, or else by one of each good."""
    if not state.round or isinstance(state.phase, Picking) or state.options.declare == "automatic":
        return state
    rich, *others = generator.sample(state.seats, len(state.seats))
    if state.options.coins == "hidden" and generator.random() < 0.5:
        moved = {seat: generator.randint(0, state.coins[seat].open()) for seat in others}
        coins = {seat: state.coins[seat].open() - some for seat, some in moved.items()}
        return with_coins(state, {**coins, rich: state.coins[rich].open() + sum(moved.values())})
    loose = [card for seat in state.seats for card in state.hands[seat].open()]
    generator.shuffle(loose)
    loose.sort(key=lambda card: card not in GOODS)
    wanted = sorted(range(len(loose)), key=lambda n: loose[n] in loose[:n])  # One of each comes first.
    dealt, hands = [loose[n] for n in wanted], {}
    for seat in (rich, *others):
        size = state.hands[seat].outside
        hands[seat], dealt = dealt[:size], dealt[size:]
    return with_hands(state, hands)


def with_coins(state: State, coins: dict[str, int]) -> State:
    return replace(state, coins={**state.coins, **{seat: Sealed(some, state.coins[seat].eyes) for seat, some in coins.items()}})


def with_hands(state: State, hands: dict[str, list[str]]) -> State:
    sealed = {seat: Sealed(model.in_order(cards), {seat}, len(cards)) for seat, cards in hands.items()}
    return replace(state, hands={**state.hands, **sealed})


# World B


def redeal(state: State, viewer: str, generator: random.Random) -> State:
    """Deal anew what *viewer* may not know: hands, cards that lie face down, hidden coins, closed answers, old secrets."""
    if state.outcome is not None or not state.round:  # The opening deal and the auction were seen by all.
        return state
    other = _coins(_cards(state, viewer, generator), viewer, generator)
    other = _answers(other, viewer, generator)
    return replace(other, recent=tuple(_retold(event, viewer, generator) for event in other.recent))


def _cards(state: State, viewer: str, generator: random.Random) -> State:
    """Shuffle all cards that the viewer can't see. While cards are shown, those of the good stay where they are."""
    phase = state.phase
    kept = phase.good if isinstance(phase, Picking) else ""
    others = [seat for seat in state.seats if seat != viewer]
    lying = [card for card in model.market(state) if not may_see(state, card, viewer)]
    loose = [card for seat in others for card in state.hands[seat].open() if card != kept]
    loose += [card.card.open() for card in lying if card.card.open() != kept]
    some = generator.random() ** 0.3  # Mostly all of them, now and then a few.
    at = [n for n in range(len(loose)) if generator.random() < some]
    for n, card in zip(at, [loose[n] for n in generator.sample(at, len(at))], strict=True):
        loose[n] = card
    hands = {seat: [card if card == kept else loose.pop(0) for card in state.hands[seat].open()] for seat in others}
    fresh = {id(card): card.card.open() if card.card.open() == kept else loose.pop(0) for card in lying}
    return replace(with_hands(state, hands), phase=_with_market(phase, fresh))


def _with_market(phase: Any, fresh: dict[int, str]) -> Any:
    def other(laid: Laid | None) -> Laid | None:
        if laid is None or id(laid) not in fresh:
            return laid
        return Laid(Sealed(fresh[id(laid)], laid.card.eyes, 1), laid.face_down)

    if isinstance(phase, Negotiating):
        offers = {seat: replace(offer, card=other(offer.card)) for seat, offer in phase.offers.items()}
        return replace(phase, card=other(phase.card), offers=offers)
    if isinstance(phase, Picking):
        return replace(phase, cards=(other(phase.cards[0]), other(phase.cards[1])))
    return phase


def may_see(state: State, card: Laid, viewer: str) -> bool:
    """Whether *viewer* sees the face of a card on the market: it lies face up, or is the viewer's own."""
    phase = state.phase
    if not card.face_down:
        return True
    if isinstance(phase, Negotiating) and card is not phase.card:
        return any(offer.card is card for seat, offer in phase.offers.items() if seat == viewer)
    return viewer == getattr(phase, "seller", None)


def _coins(state: State, viewer: str, generator: random.Random) -> State:
    """Share the other players' hidden coins out anew. What is open stays."""
    assert not isinstance(state.phase, Auctioning)
    if state.options.coins == "open":
        return state
    others = [seat for seat in state.seats if seat != viewer]
    skew = generator.choice((1, 1, 6))
    weights = [generator.random() ** skew + 0.01 for _ in others]
    coins = dict.fromkeys(others, 0)
    for seat in generator.choices(others, weights, k=sum(state.coins[seat].open() for seat in others)):
        coins[seat] += 1
    return with_coins(state, coins)


def _answers(state: State, viewer: str, generator: random.Random) -> State:
    """Close other answers: only who can win can have declared it."""
    if not isinstance(state.phase, Declaring):
        return state
    answers = {
        seat: answer
        if seat == viewer
        else Sealed(model.can_win(state, seat) and generator.random() < 0.7, answer.eyes, answer.outside)
        for seat, answer in state.phase.answers.items()
    }
    return replace(state, phase=replace(state.phase, answers=answers))


def _retold(event: Any, viewer: str, generator: random.Random) -> Any:
    """Put other contents into the seals that only the news still hold."""

    def other(seal: Sealed[Any]) -> Sealed[Any]:
        contents = generator.random() < 0.5 if isinstance(seal.open(), bool) else generator.choice(CARDS)
        return Sealed(contents, seal.eyes, seal.outside)

    for name in _secrets(event, viewer):
        event = replace(event, **{name: rewritten(getattr(event, name), other)})
    if isinstance(event, CardPicked) and not _party(event, viewer):
        first, second = (card if not card.face_down else rewritten(card, other) for card in event.cards)
        event = replace(event, cards=(first, second))
    return event


# The information table


def _party(event: DealMade | CardPicked, viewer: str) -> bool:
    return viewer in (event.seller, event.buyer if isinstance(event, DealMade) else event.owner)


def _secrets(event: Any, viewer: str) -> list[str]:
    """Return the fields of *event* in which there is what *viewer* may not know; the two cards of a forced sale aside."""
    match event:
        case CardLaid(who, card) | SaleForced(who, card):
            return ["card"] if card.face_down and viewer != who else []
        case OfferMade(who, card):
            return ["card"] if card and card.face_down and viewer != who else []
        case DealMade(sold=sold, paid=paid) if not _party(event, viewer):
            return [name for name, card in (("sold", sold), ("paid", paid)) if card and card.face_down]
        case Answered(who):
            return ["declares"] if viewer != who else []
    return []


def _faces(event: Any, viewer: str) -> list[Any]:
    """Return the cards and answers in *event*, None for each that *viewer* may not know."""
    if isinstance(event, CardPicked):
        return [card.card.open() if _party(event, viewer) or not card.face_down else None for card in event.cards]
    unknown = _secrets(event, viewer)
    return [None if name in unknown else face for name, face in _all_faces(event)]


def _all_faces(event: Any) -> list[tuple[str, Any]]:
    named = [(field.name, getattr(event, field.name)) for field in fields(event)]
    cards = [(name, value.card.open()) for name, value in named if isinstance(value, Laid)]
    cards += [(name, card.card.open()) for name, value in named if name == "cards" for card in value]
    return cards + [(name, value.open()) for name, value in named if isinstance(value, Sealed)]


def hidden(event: Any, viewer: str) -> Any:
    """Return the secrets of *event* that *viewer* may not know."""
    known = _faces(event, viewer)
    return [face for (_, face), seen in zip(_all_faces(event), known, strict=True) if seen is None]


def released(before: State, event: Any, viewer: str) -> Any:
    """Return what the rules let *viewer* know by *event*, beyond what is public already."""
    kind = type(event).__name__
    match event:
        case SaleForced(good=good, shown=shown):
            return kind, good, shown, _faces(event, viewer)
        case CardPicked(owner=owner):
            return kind, owner, _faces(event, viewer)
        case WinsDeclared() | GameEnded() | NobodyDeclared() if may_end(before):
            return event
    return _faces(event, viewer)


def may_end(before: State) -> bool:
    """Whether the rules say by now who has won: when closed answers are opened, or at once where that was agreed."""
    return isinstance(before.phase, Declaring) or before.options.declare == "automatic"


def visible(state: State) -> Any:
    """Return what lies in sight: the sizes of hands, and coins where they are open."""
    hands = [len(state.hands[seat].open()) for seat in state.seats]
    return hands, [state.coins[seat].open() for seat in state.seats] if state.options.coins == "open" else None


def role(event: Any, viewer: str) -> str:
    """Return "own", "party" (of the deal), "bystander" or "table"."""
    if viewer == TABLE:
        return TABLE
    named = [getattr(event, field.name) for field in fields(event)] or [None]
    if named[0] == viewer:
        return "own"
    return "party" if isinstance(event, DealMade | CardPicked) and _party(event, viewer) else "bystander"


def other(command: Any, asks: Sequence[Any], viewer: str, generator: random.Random) -> Any:
    """Return what another could do that looks the same: another card face down, or the other answer."""
    match command:
        case LayCard(face_down=True):
            return _any_of(asks, "lay", lambda one: one.face_down, generator)
        case ForceSale(good=good):
            return _any_of(asks, "force", lambda one: one.good == good, generator)
        case Declare() | KeepSilent():
            return _any_of(asks, "declare", lambda one: True, generator)
        case Offer(face_down=True, coins=coins):
            muches = [much for ask in asks if isinstance(ask, Amount) and ask.name == "offer" for much in ask.muches]
            fit = [much.command for much in muches if much.command.face_down and coins <= much.most]
            return replace(generator.choice(fit), coins=coins) if fit else None
    return command if any(answers(ask, command) for ask in asks) else None


def _any_of(asks: Sequence[Any], name: str, right: Any, generator: random.Random) -> Any:
    options = [one for ask in asks if isinstance(ask, Choice) and ask.name == name for one in ask.options if right(one)]
    return generator.choice(options) if options else None


BEFORE = "the opening deal and the auction lie open to all, and nothing else has happened yet"
ALIKE = dict.fromkeys(("GoodsDealt", "OpenerNamed", "BidMade", "Dropped", "ContrabandSold"), BEFORE)
RECIPE = Recipe(negoces2, middle, redeal, other, released, visible, hidden, role, LEANING, alike=ALIKE, cells=35, leaned=0.8)
