"""What pieces and keys mean, and when they mean nothing."""

import pytest

from companion.games.barracuda.moves import DrawPawn
from companion.kit import TABLE, Illegal, Nothing, Piece, Play, Point, Thing, Who, say
from companion.table.table import Table
from companion.tags.enrolment import LearnTag
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import tap
from tests.companion.settings import sit_and_start

BARS = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Karambole", "B"), bar("Reef Bar", "A"), bar("Albatros", "B", "C"))


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
    full = (*BARS[:2], *(bar(name, "B", "A") for name in ("Karambole", "Albatros", "Harbour Bar")))
    assert tap(position(turn="A", bars=full), Piece("card", "Octopus")) == Nothing(say("barracuda.tap.no_pawn", who=Who("A")))


def test_b20_a_bag_pawn_is_the_draw_only_where_the_players_draw() -> None:
    assert tap(position(draw="bag"), Piece("bag", "B")) == Play(TABLE, DrawPawn("B"))
    assert tap(position(), Piece("bag", "B")) == Nothing(say("barracuda.tap.draw"))


def test_b24_the_stickers_can_be_dealt_anew_between_games_and_not_in_one(table: Table) -> None:
    tags, cards = ("04000001", "04000002"), (Piece("card", "Octopus"), Piece("card", "Albatros"))
    for taught in (cards, cards[::-1]):
        for tag, card in zip(tags, taught, strict=True):
            table.act(TABLE, LearnTag(tag, card, renew=True))
        assert [table.now.pieces.find(bytes.fromhex(tag)) for tag in tags] == list(taught)
    sit_and_start(table)
    with pytest.raises(Illegal, match="known"):
        table.act(TABLE, LearnTag(tags[0], cards[0], renew=True))
