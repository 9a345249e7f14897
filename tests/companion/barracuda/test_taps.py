"""What pieces and keys mean, and when they mean nothing."""

from dataclasses import replace

import pytest

from companion.games.barracuda.moves import CallDraw, CallLastOrder, DrawPawn, OpenBar
from companion.games.barracuda.rules import setup
from companion.kit import TABLE, Illegal, Nothing, Piece, Play, Point, Thing, say
from companion.table.table import Table
from companion.tags.enrolment import LearnTag
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import tap, tap_code
from tests.companion.settings import sit_and_start

OK, LAST_ORDER = Piece("key", "ok"), Piece("key", "last_order")
BARS = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Karambole", "B"), bar("Reef Bar", "A"), bar("Albatros", "B", "C"))


def test_a_closed_bars_card_opens_it_and_means_nothing_where_the_companion_deals_or_nobody_acts() -> None:
    meant = tap(position(turn="A", bars=BARS), Piece("card", "Barracuda"))
    assert (meant.seat, meant.command, meant.pick.ask) == ("A", OpenBar("Barracuda"), "open")
    assert tap(position(turn="A", bars=BARS), Piece("card", "a card of no box")).pick is None  # It is refused with its reason.
    state = replace(position(turn="A"), options=setup("ABC", {"deal": "companion"}).options)
    assert tap_code(state, Piece("card", "Octopus")) == "by_companion"
    assert tap_code(position(), Piece("card", "Octopus")) == "draw"


@pytest.mark.parametrize(("name", "ask"), [
    ("Octopus", "own_partner"), ("Tide Bar", "auction"), ("Karambole", "partnership"), ("Albatros", "takeover"),
])  # fmt: skip
def test_an_open_bars_card_only_points(name: str, ask: str) -> None:
    said = say(f"barracuda.tap.pick_{ask}", bar=Thing(name))
    assert tap(position(turn="A", bars=BARS), Piece("card", name)) == Point("A", ask, name, said)


def test_an_own_bars_card_points_only_at_what_can_be_done_there() -> None:
    reading = Piece("card", "Tide Bar")
    assert tap(position(turn="A", bars=BARS[1:]), reading) == Nothing(say("barracuda.refusal.three_leases", count=2))
    full = (*BARS[:2], BARS[3], bar("Karambole", "B", "A"), bar("Albatros", "B", "A"))
    assert tap(position(turn="A", bars=full), Piece("card", "Octopus")).ask == "auction"  # No pawn is free for its place.


def test_6_1_an_open_bars_card_points_nowhere_while_its_player_must_open() -> None:
    for round_ in (1, 2):
        meaning = tap(position(turn="C", round_=round_, bars=BARS[:2]), Piece("card", "Octopus"))
        assert meaning == Nothing(say("barracuda.refusal.must_open"))


def test_b20_a_bag_pawn_is_the_draw_only_where_the_players_draw_and_keys_call_it_and_last_order() -> None:
    assert tap(position(draw="bag"), Piece("bag", "B")) == Play(TABLE, DrawPawn("B"))
    assert tap_code(position(), Piece("bag", "B")) == "draw"
    assert tap_code(position(turn="A", draw="bag"), Piece("bag", "B")) == "acting"
    assert tap(position(), OK) == Play(TABLE, CallDraw())
    assert tap(position(), LAST_ORDER) == Play(TABLE, CallLastOrder(), sure=say("barracuda.tap.sure_last_order"))


def test_a_pawn_alone_decides_nothing_and_another_games_token_says_so() -> None:
    state = position(turn="A", bars=BARS)
    assert tap_code(state, Piece("pawn", "A", 3)) == "pick_bar"
    assert tap_code(state, Piece("pawn", "B", 1)) == "not_now"
    assert tap(position(turn="A", bars=BARS), Piece("token", "red")) == Nothing(say("table.other_game"))


def test_b24_the_stickers_can_be_dealt_anew_between_games_and_not_in_one(table: Table) -> None:
    tags, cards = ("04000001", "04000002"), (Piece("card", "Octopus"), Piece("card", "Albatros"))
    for taught in (cards, cards[::-1]):
        for tag, card in zip(tags, taught, strict=True):
            table.act(TABLE, LearnTag(tag, card, renew=True))
        assert [table.now.pieces.find(bytes.fromhex(tag)) for tag in tags] == list(taught)
    sit_and_start(table)
    with pytest.raises(Illegal, match="known"):
        table.act(TABLE, LearnTag(tags[0], cards[0], renew=True))
