"""The leaks of each game, by the game's name."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit.sealed import Sealed
from companion.lab.contract import BACK, RATHER_SHORT, SHORT
from companion.lab.secrecy import changing_seats, divergence, leaking, undoing
from companion.lab.secrecy.leaking import Leak, Patch
from companion.lab.secrecy.recipe import Recipe
from companion.lab.secrecy.recipe import recipe as recipe_of
from companion.lab.secrecy.two_worlds import run
from tests.secrecy.outside import Outside, a_dot_on_the_display
from web.lab import leaking as outside

WITHIN: Final = 20_000  # steps in which a leak must be found; most are found within fifty, the rarest in some 5,000
WITHIN_OUTSIDE: Final = 4_000  # the same through pages, where a step takes a tenth of a second and the rarest leak some 1,000
OFTEN: Final = 0.2  # how often something is taken back where a leak on the way out is looked for
UNDONE: Final = {leak.__name__ for leak in (*undoing.LEAKS, undoing.chance_drawn_anew)}
LED: Final = 20  # times, to each event that a leak changes and in each role, before anything else is tried
FRUITLESS: Final = 30  # pairs of worlds in a row that are led there and don't differ
OF_HOUSE: Final = {leaking.a_house_player_that_is_bold_with_a_good_hand.__name__}  # Shows only when the house sits in.
# Seeds from which these leaks show within some hundred steps. From any other they show, too, but the rarest takes a minute.
SEEDS: Final = {
    "barracuda a_bid_shown_to_the_seller_early": 7,
    "barracuda a_refusal_with_the_banks_sum": 9,
    "barracuda a_tap_that_tells_cash": 2,
    "barracuda accepted_by_itself": 10,
    "barracuda ask_numbers_moved_by_a_secret": 13,
    "barracuda bids_in_the_order_of_their_worth": 10,
    "barracuda books_opened_though_off": 4,
    "barracuda chance_drawn_anew": 7,
    "barracuda offers_shown_to_the_partner": 13,
    "barracuda row_numbers_moved_by_a_secret": 2,
    "barracuda the_banks_count_left_on_the_screen": 8,
    "barracuda the_lessees_cash_in_a_reply": 10,
    "negoces2 a_file_for_showing_around_with_everything": 8,
    "negoces2 a_line_in_the_log": 3,
    "negoces2 a_page_that_is_missing": 7,
    "negoces2 a_tap_that_tells_a_hand": 2,
    "negoces2 an_offer_seen_by_its_seller": 6,
    "negoces2 evenings_with_everybodys_money": 5,
    "negoces2 numbers_of_asks_moved_by_a_secret": 11,
    "negoces2 only_those_who_declare_have_answered": 2,
    "negoces2 pushed_for_a_declaration_alone": 9,
    "negoces2 the_lines_to_put_back_with_what_was_hidden": 5,
    "negoces2 the_past_through_anybodys_eyes": 5,
    "negoces2 the_view_of_another_seat": 6,
    "negoces2 waiting_for_whoever_could_declare": 6,
    "negoces2 what_goes_back_in_the_order_of_its_worth": 9,
    "negoces2 who_has_seen_what": 8,
    "negoces2 won_by_itself_though_by_choice": 10,
    "shark a_hand_shown_to_whoever_sits_there": 6,
    "shark a_house_player_seeded_by_secrets": 4,
    "shark a_past_shown_to_whoever_plays_on": 6,
    "shark awaited_by_the_size_of_the_sale": 8,
    "shark chance_drawn_anew": 3,
}
OUTWARD: Final = {leak.__name__: leak for leak in (*outside.LEAKS, a_dot_on_the_display)}


def recipe(game: str) -> Recipe:
    """Return the recipe for two worlds of *game*."""
    return recipe_of(installed()[game])


def leaks(game: str) -> dict[str, Leak]:
    """Return the leaks that any game could have, and the game's own."""
    shared = {leak.__name__: leak for leak in (*leaking.LEAKS, *undoing.LEAKS)}
    return {**shared, **leaking.own_leaks(installed()[game])}


@cache
def all_leaks(game: str) -> tuple[str, ...]:
    """Return the names of all leaks of *game*, in an order unrelated to their kind."""
    return tuple(sorted([*leaks(game), *OUTWARD], key=lambda name: hashlib.sha256(f"{game} {name}".encode()).digest()))


def found(game: str, name: str) -> bool:
    """Return whether the leak called *name* is found."""
    seed = SEEDS.get(f"{game} {name}", 2 if name in OUTWARD else 1)
    if name in OUTWARD:
        few = recipe_of(installed()[game], few=True)  # Whatever game it is, a leak on the way out is there.
        return bool(run(few, WITHIN_OUTSIDE, seed, observe=Outside(OUTWARD[name]), back=OFTEN).differences)
    told, leak = recipe(game), leaks(game)[name]
    there = divergence.places(told)  # Games are played before any fault is put in.
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        wanted = LED * [cell for cell in divergence.cells(told) if cell[0] in _changed(leak)]
        led, _ = divergence.diverge(told, there, wanted, seed, FRUITLESS)
        if led.differences:
            return True
        if leak in leaking.LEAKS:  # As in the contract: some show only when somebody leaves, at the end of a pair of worlds.
            told = replace(told, longest=SHORT, leaving=1.0)
            patch.setattr(changing_seats, "BY_HOUSE", 1.0 if name in OF_HOUSE else changing_seats.BY_HOUSE)
        elif name in UNDONE:
            return bool(run(replace(told, longest=RATHER_SHORT), WITHIN, seed, back=BACK).differences)
        return bool(run(told, WITHIN, seed).differences)


def _changed(leak: Leak) -> list[str]:
    """Return the kinds of event that *leak* changes, if it is one of events: worlds can be led there."""
    kinds = leak.keywords.get("kinds", ()) if isinstance(leak, partial) else ()
    return [kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,))]


# Seals that don't protect their contents


def seals_opened(patch: Patch) -> None:
    """Let everybody look into every seal."""
    _spoilt_seals(patch, lambda seal, given: seal.with_eyes(seal.eyes))


def seals_bulging(patch: Patch) -> None:
    """Let everybody see the encoded length of the contents."""
    _spoilt_seals(patch, lambda seal, given: given(Sealed(seal.open(), seal.eyes, len(repr(seal.open())))))


def _spoilt_seals(patch: Patch, spoil: Callable[[Any, Any], Any]) -> None:
    """Give `spoil(seal, given)` instead of each open seal's copy; *given* returns the copy that belongs to a seal.

    No copy is changed in place: a seal keeps its copies, and would give the changed one again after the leak is mended.
    """
    right = Sealed.seen_by

    def seen_by(self: Sealed[Any], viewer: str) -> Sealed[Any]:
        copy = spoil(self, lambda seal: right(seal, viewer)) if self.is_open else right(self, viewer)
        copy.viewed = True
        return copy

    patch.setattr(Sealed, "seen_by", seen_by)
