"""Readers under cards: a pawn put on one acts, one that leaves is named, and nobody counts what a reader sees."""

from pathlib import Path
from typing import Final

import pytest

from companion.agreeing.motions import Motion
from companion.kit import Piece
from companion.table.tapping.stands import PATIENCE
from companion.words import Words
from companion.words.aloud import aloud
from tests.companion.settings import DRAW, ROUNDS, Clock, play, sit_and_start, table_in, taught, vote

TIDE, OCTOPUS, BANANA, RED, BLUE, BLUE_TOO = (bytes([n]) for n in range(1, 7))
TAGS: Final = taught(
    x01=Piece("card", "Tide Bar"), x02=Piece("card", "Octopus"), x03=Piece("card", "Banana Bar"),
    x04=Piece("pawn", "A", 1), x05=Piece("pawn", "B", 1), x06=Piece("pawn", "B", 2),
)  # fmt: skip


class Stood:
    """Readers under cards after two rounds: B is lessee and partner of Octopus, A has Tide Bar and Barracuda; no draw since."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.table = table_in(folder, pieces=TAGS, clock=self.clock)
        sit_and_start(self.table)
        play(self.table, ROUNDS[:20])

    def lie(self, spot: str, *uids: bytes, whole: bool = True) -> None:
        self.table.lies(spot, uids, whole=whole)

    def after(self, seconds: float) -> list[str]:
        """Let *seconds* pass, and return which pawns are said to have left: seat and bar."""
        before = self.table.now.refused
        self.clock.now += seconds
        self.table.pass_time()
        refused = self.table.now.refused
        fields = dict(refused.said.fields) if refused and refused != before and "left" in refused.said.code else {}
        return [fields["who"].seat, fields["thing"].name] if fields else []

    def counted(self) -> set[str]:
        return {fact.thing for question in self.table.now.counted().questions for fact in question.facts}


@pytest.fixture
def stood(tmp_path: Path) -> Stood:
    return Stood(tmp_path)


def test_a_pawn_put_on_a_card_acts_as_the_card_and_elsewhere_says_what_to_do(stood: Stood) -> None:
    play(stood.table, [DRAW])
    stood.lie("reader 2", BANANA)
    assert stood.table.tap("reader 1", RED).said.code == "barracuda.tap.pick_bar"
    assert stood.table.tap("reader 2", BLUE).said.code == "barracuda.tap.not_now"
    stood.lie("reader 2", BANANA, RED)
    assert stood.table.tap("reader 2", RED).right
    assert (stood.table.now.match.state.bars["Banana Bar"].lessee, stood.table.now.stands["Banana Bar"].seats) == ("A", ("A",))


def test_a_pawn_that_leaves_is_named_once_and_one_that_comes_back_is_welcome(stood: Stood) -> None:
    stood.lie("reader 2", OCTOPUS, BLUE, BLUE_TOO)
    assert stood.after(PATIENCE) == []
    stood.lie("reader 2", OCTOPUS, BLUE)
    assert (stood.after(PATIENCE - 1), stood.after(1), stood.after(PATIENCE)) == ([], ["B", "Octopus"], [])
    assert aloud(Words("en"), stood.table.now.announced[1], stood.table.now.names) == "Bob’s pawn has left Octopus."
    stood.lie("reader 2", OCTOPUS, BLUE, BLUE_TOO)
    assert stood.table.tap("reader 2", BLUE_TOO).said is None
    stood.lie("reader 2", OCTOPUS)
    assert (stood.after(1), stood.after(PATIENCE)) == ([], ["B", "Octopus"])
    stood.table.lies("reader 2", None, whole=True)
    assert (stood.after(1), stood.after(PATIENCE)) == ([], [])


def test_a_reader_that_sees_one_tag_at_a_time_remembers_its_card_and_claims_no_more_than_it_sees(stood: Stood) -> None:
    stood.lie("slot 1", OCTOPUS, whole=False)
    stood.lie("slot 1", BLUE, whole=False)
    assert (stood.after(1), stood.after(PATIENCE), "Octopus" in stood.counted()) == ([], [], True)
    stood.lie("slot 1", whole=False)
    assert (stood.after(1), stood.after(PATIENCE)) == ([], ["B", "Octopus"])
    stood.lie("slot 2", TIDE, whole=False)
    assert (stood.after(1), stood.after(PATIENCE)) == ([], [])  # A's pawn has not been there yet.
    stood.lie("slot 2", RED, whole=False)
    assert "Tide Bar" not in stood.counted()


def test_nobody_counts_what_a_reader_sees_or_confirms_what_it_sees_done(stood: Stood) -> None:
    assert {"Tide Bar", "Octopus", ""} < stood.counted()
    stood.lie("reader 2", OCTOPUS, BLUE, BLUE_TOO)
    stood.lie("reader 3", TIDE)
    assert stood.counted() & {"Octopus", "Tide Bar"} == {"Tide Bar"}
    play(stood.table, [DRAW])
    before = stood.table.now.match.tip
    stood.lie("reader 4", BANANA, RED)
    stood.table.tap("reader 4", RED)
    vote(stood.table, "A", Motion("take_back", "A", before))
    assert stood.table.now.hands.lines[0].thing == "Banana Bar"
    assert (stood.after(1), stood.after(PATIENCE)) == ([], [])  # Hands are at work.
    stood.lie("reader 4", BANANA)
    assert stood.table.now.hands is None
