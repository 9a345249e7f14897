"""Replay whole games and paragraphs of the rules from text, and prove that a replay finds mistakes."""

import re
from pathlib import Path

import pytest

from companion.lab.playthroughs.playthrough import replay
from companion.lab.playthroughs.script import Unreadable

HERE = Path(__file__).parents[2] / "playthroughs"
FILES = sorted(HERE.glob("*/*.txt"))
SAMPLE = (HERE / "barracuda" / "06.4-takeover-refused.txt").read_text(encoding="utf-8")
BACK = (HERE / "barracuda" / "back-offer.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    differences = replay(file.read_text(encoding="utf-8"), file.name)
    assert not differences, "\n".join(str(difference) for difference in differences)


def test_any_wrong_number_is_found() -> None:
    checked = 0
    for line in re.finditer(r"^(?:all|table|[A-C ]+): .*$", SAMPLE, re.M):
        for number in re.finditer(r"\d+", line[0]):
            at = line.start() + number.start()
            wrong = SAMPLE[:at] + str(int(number[0]) + 1) + SAMPLE[at + len(number[0]) :]
            # A wrong seat, place or note is reported at its own line; a wrong bar's name would be reported at its step's.
            assert SAMPLE.count("\n", 0, at) + 1 in [difference.line for difference in replay(wrong)], line[0]
            checked += 1
    assert checked > 30


@pytest.mark.parametrize("viewer", ["table", "A", "B", "C"])
def test_every_viewer_is_compared(viewer: str) -> None:
    others = " ".join(one for one in ("table", "A", "B", "C") if one != viewer)
    missing = {(one.viewer, one.fact) for one in replay(SAMPLE.replace("all: round 2", f"{others}: round 2", 1))}
    assert missing == {(viewer, fact) for fact in ("round", "open_bars", "asks")}
    assert replay(SAMPLE.replace("all: round 2", f"{viewer}: round 3\nall: round 2", 1)) == []  # The later line counts.


def test_a_fact_that_someone_must_not_see_is_found() -> None:
    wrong = replay(SAMPLE.replace("C A: offer pile", "all: offer pile", 1))
    assert {(difference.viewer, difference.found) for difference in wrong} == {("table", "something"), ("B", "something")}


def test_a_refusal_that_did_not_come_is_found_and_the_other_way_round() -> None:
    (unrefused,) = replay(SAMPLE.replace("> A: RefuseOffer", "> A: RefuseOffer\n! B10 cannot_match", 1))
    assert (unrefused.fact, unrefused.written, unrefused.found) == ("refusal", "B10 cannot_match", "-")
    refused = replay(SAMPLE.replace("Octopus 5+1+0+0+0", "Octopus 2+1+0+0+0", 1))[0]
    assert (refused.viewer, refused.fact, refused.found) == ("C", "refusal", "6.4 pile_low least 5")


@pytest.mark.parametrize(("right", "wrong", "found"), [
    ("< C 1: offer seen A", "< C 1: own", "offer seen A"), ("< C 1: offer seen A", "< C 2: own", "seal seen A"),
    ("< C again: seal A seen A", "< C again: never", "seal A seen A"), ("< C 1: offer seen A", "< C 9: own", "seal A B seen A"),
])  # fmt: skip
def test_a_wrong_price_is_found_at_its_line(right: str, wrong: str, found: str) -> None:
    (price,) = [one for one in replay(BACK.replace(right, wrong)) if one.fact == "price"][:1]
    assert (price.line, price.found) == (BACK.count("\n", 0, BACK.index(right)) + 1, found)


def test_a_take_back_leads_to_where_everybody_was() -> None:
    kept = replay(BACK.replace("< C 1: offer seen A", "< C 1: offer seen A\nA: offer pile 5+1+0+0+0", 1))
    assert [(one.viewer, one.fact, one.found) for one in kept] == [("A", "offer pile", "-")]


@pytest.mark.parametrize(("right", "wrong"), [
    ("game: barracuda", "game: whist"), ("seats: A B C", "seats: A B"), ("draw bag", "draw straws"),
    ("options: draw bag", "options: draw"), ("options: draw bag", "left_out: 7 8"),
    ("C: OfferTakeover", "D: OfferTakeover"), ("C: OfferTakeover", "C: OfferTakeaway"),
    ("Octopus 5+1+0+0+0", "Octopus 5+3"), ("Octopus 5+1+0+0+0", ""), ("A: RefuseOffer", "A: RefuseOffer Octopus"),
    ("C A: offer", "C D: offer"), ("all: round 2", "all round 2"), ("> table: DrawPawn A", "! B10 no\n\n> table: DrawPawn A"),
    ("> table: DrawPawn A", "< D 1: own"), ("> table: DrawPawn A", "> set A: Octopus"),
])  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(right: str, wrong: str) -> None:
    with pytest.raises(Unreadable, match=r"^refused\.txt:\d+: "):
        replay(SAMPLE.replace(right, wrong, 1), "refused.txt")
