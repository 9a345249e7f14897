"""Rule 3: the round, the draw (B4), and the first round."""

from __future__ import annotations

import pytest

from companion.barracuda.model import Acting, Drawing
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    CallDraw,
    CallLastOrder,
    DrawPawn,
    OfferPartnership,
    OpenBar,
    Pass,
    PlacePartner,
    Stake,
)
from companion.game import CHANCE, TABLE
from companion.money import Pile
from tests.companion.barracuda.positions import bar, draw, position
from tests.companion.playing import asked, decided, play, refused


@pytest.mark.parametrize(
    "command", [PlacePartner("Octopus"), OfferPartnership("Octopus", Pile(ones=1)), AuctionBar("Octopus"), Pass()]
)
def test_3_the_first_round_knows_no_action_but_opening(command: object) -> None:
    state = position(turn="A", round_=1, bars=[bar("Octopus", "B")])
    assert refused(state, "A", command) == "3 first_round"
    assert [ask.name for ask in asked(state, "A")] == ["open"]


def test_3_only_the_active_player_acts_once_and_only_when_asked() -> None:
    state = position(turn="A")
    assert refused(state, "B", OpenBar("Octopus")) == "3 not_asked"
    assert refused(state, "A", AcceptOffer()) == "3 not_asked"
    assert refused(state, "A", Stake(Pile(ones=1))) == "3 not_asked"
    assert refused(state, "A", CallDraw()) == "3 not_asked"
    assert refused(position(), "A", OpenBar("Octopus")) == "3 not_asked"
    state = play(position(turn="A"), ("A", OpenBar("Octopus")))
    assert state.phase == Drawing()
    assert refused(state, "A", OpenBar("Tide Bar")) == "3 not_asked"


def test_b4_where_the_companion_draws_somebody_calls_the_draw_first() -> None:
    state = position()
    assert refused(state, TABLE, DrawPawn("A")) == "B4 wrong_draw"
    assert refused(state, CHANCE, DrawPawn("A")) == "B4 wrong_draw"
    called = play(state, ("B", CallDraw()))
    assert refused(called, "B", CallDraw()) == "B4 wrong_draw"
    assert refused(called, "B", DrawPawn("B")) == "B4 wrong_draw"
    assert [ask.name for ask in asked(called, CHANCE)] == ["pawn"]
    assert [asked(called, seat) for seat in ("A", "B", "C", TABLE)] == [()] * 4


def test_b4_where_the_players_draw_their_tapped_pawn_is_the_draw_whoever_says_so() -> None:
    state = position(draw="bag")
    assert refused(state, TABLE, CallDraw()) == "B4 wrong_draw"
    assert refused(state, CHANCE, DrawPawn("A")) == "B4 wrong_draw"
    assert draw(state, "A")[0].phase == Acting("A")
    assert asked(state, CHANCE) == ()
    state = position(draw="bag", groups=(("B", "C"), ("A",)))
    for seat in ("A", "B", "C", TABLE):
        (ask,) = [ask for ask in asked(state, seat) if ask.name == "draw"]
        assert (ask.options, ask.awaited) == ((DrawPawn("B"), DrawPawn("C")), seat == TABLE)


@pytest.mark.parametrize("seat", ["A", "B", "C", TABLE])
def test_b16_the_draw_and_last_order_belong_to_the_whole_table(seat: str) -> None:
    assert play(position(), (seat, CallDraw())).phase == Drawing(called=True)
    assert decided(position(), seat, CallLastOrder())[1][0].seat == seat


@pytest.mark.parametrize("command", [CallDraw(), CallLastOrder(), DrawPawn("A")])
def test_b16_but_nobody_who_does_not_play_calls_anything(command: object) -> None:
    options = {"draw": "bag"} if isinstance(command, DrawPawn) else {}
    assert refused(position("ABC", **options), "D", command) == "3 not_asked"
    play(position("ABC", **options), ("A", command))
