"""Two worlds for Négoces 2: deal anew what a viewer may not know. Only companion/lab loads this."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games import negoces2
from companion.games.negoces2 import model, moves
from companion.games.negoces2.model import GOODS, Auctioning, Declaring, Laid, Negotiating, Picking, State
from companion.games.negoces2.moves import Declare, ForceSale, KeepSilent, LayCard, Offer
from companion.kit.asks import Amount, Ask, Choice, answers
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat, Viewer
from companion.lab import simulate
from companion.lab.secrecy.recipe import Recipe, shortly_before
from companion.lab.secrecy.worlds import Position

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from companion.lab.secrecy.recipe import Moments

WINNING: Final = 0.4  # The share of positions in which somebody is made to be about to win.
LEANING: Final = {"SetCoins": -4, "Declare": 3, "Accept": 2, "ForceSale": -1, "OpenAnswers": -2}

# World A


def middle(where: Moments, generator: random.Random) -> Position:
    """Return a position shortly before some event, sometimes with somebody about to win."""
    position = shortly_before(where, generator)
    return position._replace(state=_enriched(position.state, generator)) if generator.random() < WINNING else position


def options(n: int, generator: random.Random) -> dict[str, object]:
    """Return the options of random game *n*, with a low sale limit. One game of four shows all hands at its end."""
    shown = {"hands_at_end": "on" if n % 4 == 0 else "off"}
    return {**simulate.varied_options(negoces2, generator), **shown, "sale_limit": str(generator.choice((5, 15, 30)))}


def _enriched(state: State, generator: random.Random) -> State:
    """Make somebody about to win, by many of the others' coins if these are hidden, or by one of each good."""
    if not state.round or isinstance(state.phase, Picking) or state.options.declare == "automatic":
        return state
    rich, *others = generator.sample(state.seats, len(state.seats))
    others_hidden = [seat for seat in others if not model.coins_lie_open(state, seat)]
    if others_hidden and not model.coins_lie_open(state, rich) and generator.random() < 0.5:
        moved = {seat: generator.randint(0, state.coins[seat].open()) for seat in others_hidden}
        coins = {seat: state.coins[seat].open() - some for seat, some in moved.items()}
        return _with_coins(state, {**coins, rich: state.coins[rich].open() + sum(moved.values())})
    loose = [card for seat in state.seats for card in state.hands[seat].open()]
    generator.shuffle(loose)
    loose.sort(key=lambda card: card not in GOODS)
    wanted = sorted(range(len(loose)), key=lambda n: loose[n] in loose[:n])  # One card of each good comes first.
    dealt, hands = [loose[n] for n in wanted], {}
    for seat in (rich, *others):
        size = state.hands[seat].outside
        hands[seat], dealt = dealt[:size], dealt[size:]
    return _with_hands(state, hands)


def _with_coins(state: State, coins: dict[Seat, int]) -> State:
    return replace(state, coins={**state.coins, **{seat: Sealed(some, state.coins[seat].eyes) for seat, some in coins.items()}})


def _with_hands(state: State, hands: dict[Seat, list[model.Card]]) -> State:
    sealed = {seat: Sealed(model.in_order(cards), {seat}, len(cards)) for seat, cards in hands.items()}
    return replace(state, hands={**state.hands, **sealed})


# World B


def redeal(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Deal anew what *viewer* may not know: hands, cards that lie face down, hidden coins, closed answers."""
    if state.outcome is not None or not state.round:  # Everybody saw the opening deal and the auction.
        return state
    other = _coins(_cards(state, viewer, generator), viewer, generator)
    return _answers(other, viewer, generator)


def _cards(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Shuffle the cards that *viewer* can't see. In a forced sale the shown cards stay where they are."""
    phase = state.phase
    kept = phase.good if isinstance(phase, Picking) else ""
    others = [seat for seat in state.seats if seat != viewer]
    lying = [card for card in model.market(state) if not _may_see(state, card, viewer)]
    loose = [card for seat in others for card in state.hands[seat].open() if card != kept]
    loose += [card.card.open() for card in lying if card.card.open() != kept]
    some = generator.random() ** 0.3  # Mostly nearly all of them, sometimes a few.
    at = [n for n in range(len(loose)) if generator.random() < some]
    for n, card in zip(at, [loose[n] for n in generator.sample(at, len(at))], strict=True):
        loose[n] = card
    hands = {seat: [card if card == kept else loose.pop(0) for card in state.hands[seat].open()] for seat in others}
    fresh = {id(card): card.card.open() if card.card.open() == kept else loose.pop(0) for card in lying}
    return replace(_with_hands(state, hands), phase=_with_market(phase, fresh))


def _with_market(phase: Any, fresh: dict[int, str]) -> Any:
    def other(laid: Laid | None) -> Any:
        if laid is None or id(laid) not in fresh:
            return laid
        return Laid(Sealed(fresh[id(laid)], laid.card.eyes, 1), laid.face_down)

    if isinstance(phase, Negotiating):
        offers = {seat: replace(offer, card=other(offer.card)) for seat, offer in phase.offers.items()}
        return replace(phase, card=other(phase.card), offers=offers)
    if isinstance(phase, Picking):
        return replace(phase, cards=(other(phase.cards[0]), other(phase.cards[1])))
    return phase


def _may_see(state: State, card: Laid, viewer: Viewer) -> bool:
    """Return whether *viewer* sees the face of a card on the market: it lies face up or is the viewer's own."""
    phase = state.phase
    if not card.face_down:
        return True
    if isinstance(phase, Negotiating) and card is not phase.card:
        return any(offer.card is card for seat, offer in phase.offers.items() if seat == viewer)
    return viewer == getattr(phase, "seller", None)


def _coins(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Share the other players' hidden coins out anew. Open coins stay."""
    assert not isinstance(state.phase, Auctioning)
    others = [seat for seat in state.seats if seat != viewer and not model.coins_lie_open(state, seat)]
    if not others:
        return state
    skew = generator.choice((1, 1, 6))
    weights = [generator.random() ** skew + 0.01 for _ in others]
    coins = dict.fromkeys(others, 0)
    for seat in generator.choices(others, weights, k=sum(state.coins[seat].open() for seat in others)):
        coins[seat] += 1
    return _with_coins(state, coins)


def _answers(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Replace the other players' closed answers. Only a player who can win can have declared."""
    if not isinstance(state.phase, Declaring):
        return state
    answers = {
        seat: answer
        if seat == viewer
        else Sealed(model.can_win(state, seat) and generator.random() < 0.7, answer.eyes, answer.outside)
        for seat, answer in state.phase.answers.items()
    }
    return replace(state, phase=replace(state.phase, answers=answers))


# Moves of both worlds


def other(command: Any, asks: Sequence[Ask[Any]], viewer: Viewer, generator: random.Random) -> Any:
    """Return another move that looks the same: another card face down, or the other answer."""
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


def _any_of(asks: Sequence[Ask[Any]], name: str, right: Any, generator: random.Random) -> Any:
    options = [one for ask in asks if isinstance(ask, Choice) and ask.name == name for one in ask.options if right(one)]
    return generator.choice(options) if options else None


# The information table


def openly(before: State, event: moves.Event) -> bool:
    """Return whether the rules now show who has won: when answers are opened, or with `declare` automatic at once.

    All hands are shown only with `hands_at_end` on.
    """
    if isinstance(event, moves.HandsOpened):
        return before.options.hands_at_end == "on"
    at_the_end = isinstance(event, moves.WinsDeclared | moves.GameEnded | moves.NobodyDeclared)
    return not at_the_end or isinstance(before.phase, Declaring) or before.options.declare == "automatic"


def visible(state: State) -> object:
    """Return the public facts: the sizes of hands, and the coins that are open."""
    hands = [len(state.hands[seat].open()) for seat in state.seats]
    return hands, {seat: state.coins[seat].open() for seat in state.seats if model.coins_lie_open(state, seat)}


BEFORE: Final = "the opening deal and the auction lie open to all, and nothing else has happened yet"
OPEN: Final = "all hands lie open, so that nothing differs any more"
RECIPE: Final = Recipe(
    game=negoces2,
    middle=middle,
    options=options,
    leaning=LEANING,
    leaned=0.8,
    redeal=redeal,
    other=other,
    telling=(moves.NobodyDeclared,),
    openly=openly,
    opening=(moves.HandsOpened,),
    visible=visible,
    alike={**dict.fromkeys(("GoodsDealt", "OpenerNamed", "BidMade", "Dropped", "ContrabandSold"), BEFORE), "HandsOpened": OPEN},
    cells=40,
    few=range(20),
)
