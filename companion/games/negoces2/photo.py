"""Read a photograph of the table of Négoces 2: its cards that lie face up. A card face down shows nothing, nor does a hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from companion.games.negoces2.box.measures import CARD_GLYPH, GLYPHS
from companion.games.negoces2.model import CARDS, Negotiating, Selling
from companion.games.negoces2.telling import term
from companion.kit.messages import say
from companion.kit.photo import Figure, Reading, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.games.negoces2.model import State
    from companion.kit.messages import Said
    from companion.kit.photo import Seen

_SCENE: Final = Scene((), tuple(Figure(card, GLYPHS[card], CARD_GLYPH, 0) for card in CARDS))


def photographed(_: State) -> Scene:
    """Return what a photograph can show: cards."""
    return _SCENE


def pictured(state: State, seen: Seen) -> Reading:
    """Return what *seen* says about the market of *state*, which is as TABLE sees it.

    Nothing of it can be set anew: an offer is changed by its buyer, and a card by taking back.
    """
    if not isinstance(state.phase, Selling | Negotiating):
        return Reading({})
    known = Counter(_face_up(state))
    more, missed = seen.loose - known, known - seen.loose
    return Reading({}, unseen=tuple(missed), notes=tuple(_note(card, known[card]) for card in more))


def _face_up(state: State) -> Iterator[str]:
    """Yield the cards that everybody sees on the market."""
    if isinstance(state.phase, Negotiating):
        laid = [state.phase.card, *(offer.card for offer in state.phase.offers.values())]
        yield from (one.card.open() for one in laid if one is not None and not one.face_down)


def _note(card: str, known: int) -> Said:
    return say("negoces2.photo.more" if known else "negoces2.photo.unknown", card=term(card))
