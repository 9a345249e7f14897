"""Display, table screen and phones announce each event as it happened (C4), in random games of every size."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit.messages import Who
from companion.lab import announcing
from tests.proof.faults import wrongly
from tests.proof.promise import Leg, Promise, of_each_game, tried
from web.lab import announcing as on_pages
from web.pages import i18n

ON_PAGES: Final = 4  # Of so many games one is played at a table with pages as well,
LOOKS: Final = 0.2  # and after this share of its commands a page is read, all of it.
GAMES_TO_FIND: Final = (0, 109, *range(1, 200))  # seeds; a fault shows in one of fifty games at least


def promises() -> list[Promise]:
    what = "what display, table screen and phones say of an event of {game} is what the event says"
    blind = "a sentence whose numbers or things are those of the event, and in each other's places"
    return of_each_game("C4 {game}", what, 2_000, "games", 50, walk, control, light=250, blind=blind)  # Shark takes long.


def walk(name: str, number: int, seed: int) -> Leg:
    game = installed()[name]
    paged = on_pages.wrong(game, -(-number // ON_PAGES), seed, LOOKS)
    return Leg(number, tuple(sorted(announcing.wrong(game, number, seed) | paged)))


def control(name: str) -> str:
    game, found = installed()[name], partial(_found, name)
    of_any = {kind: (partial(fault, game), found) for kind, fault in OF_ANY_GAME.items()}
    return tried({**of_any, **{kind: (fault, found) for kind, fault in wrongly(name, "announced").items()}})


def _found(name: str) -> int:
    """Return the number of faults in the first game that has any. One of some games has pages, too: that takes long."""
    game = installed()[name]
    for seed in GAMES_TO_FIND:
        if broken := announcing.wrong(game, 1, seed) or (seed % ON_PAGES == 0 and on_pages.wrong(game, 1, seed, LOOKS)):
            return len(broken)
    return 0


def _late(game: Any, patch: pytest.MonkeyPatch) -> None:
    """Let the display show the picture that was due after the command before."""
    shown, right = list[Any](), game.screen

    def screen(view: Any, events: Any) -> Any:
        shown.append(right(view, events))
        return shown[-2:][0]

    patch.setattr(game, "screen", screen)


def _of_somebody_else(game: Any, patch: pytest.MonkeyPatch) -> None:
    """Let each sentence name the next seat."""
    right, seats = game.tell, game.SEATS

    def tell(event: Any, viewer: Any) -> Any:
        said = right(event, viewer)
        return said and replace(said, fields=tuple((name, other(field)) for name, field in said.fields))

    def other(field: Any) -> Any:
        return Who(seats[seats.index(field.seat) - 1]) if isinstance(field, Who) and field.seat in seats else field

    patch.setattr(game, "tell", tell)


FIELD: Final = i18n._field
OF_ANY_GAME: Final = {
    "a display that is one command late": _late,
    "sentences of somebody else": _of_somebody_else,
    "pages that name somebody else": lambda _, patch: patch.setattr(
        i18n, "_field", lambda words, value, names: FIELD(words, value, dict.fromkeys(names, "Somebody else"))
    ),
}
