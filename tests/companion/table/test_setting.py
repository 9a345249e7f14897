"""How the table lies: set anew as people agree, recounted, and seen by readers under cards, from which pawns may leave."""

from pathlib import Path

import pytest

from companion.agreeing.motions import Motion, Outwait, Vote
from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE, Illegal, Piece, Purse, Who
from companion.kit.layout import Shift, Stated, TableSet
from companion.seats.seating import SitDown
from companion.setting.proposal import Propose
from companion.table.table import Table
from companion.table.tapping.stands import PATIENCE
from companion.words import Words
from companion.words.aloud import aloud
from tests.companion.journal.journals import kept_and_read
from tests.companion.settings import DRAW, ROUNDS, Clock, play, refused, sit_and_start, table_in, taught, vote

PARTNER = Stated("Tide Bar", "lessee", "B")
RENT = Shift("B", "money", -8)
TIDE, OCTOPUS, BANANA, RED, BLUE, BLUE_TOO, ALBATROS, KARAMBOLE = (bytes([n]) for n in range(1, 9))
TAGS = taught(
    x01=Piece("card", "Tide Bar"), x02=Piece("card", "Octopus"), x03=Piece("card", "Banana Bar"), x04=Piece("pawn", "A", 1),
    x05=Piece("pawn", "B", 1), x06=Piece("pawn", "B", 2), x07=Piece("card", "Albatros"), x08=Piece("card", "Karambole"),
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table on which A, B and C have played a round."""
    sit_and_start(table := table_in(tmp_path, pieces=TAGS), "ABC")
    play(table, ROUNDS[:6])
    return table


def own(seat: str, money: int, fakes: int = 7) -> tuple[Stated, ...]:
    return Stated(seat, "money", money), Stated(seat, "fakes", fakes)


def agree(table: Table, *seats: str, yes: bool = True, **owns: tuple[Stated, ...]) -> None:
    for seat in seats:
        table.act(seat, Vote(table.now.vote, yes, owns.get(seat, ())))


def test_b27_a_forgotten_rent_is_paid_and_its_owner_says_the_sum(table: Table) -> None:
    table.act("A", Propose(shifts=(RENT,)))
    assert table.now.awaited() == ("B", "C")
    assert refused(table, "B", Vote(table.now.vote, True)) == "own_sums"
    assert refused(table, "C", Vote(Motion("take_back", "C", 0), True)) == "voting"
    agree(table, "B", "C", B=own("B", 42))
    money = table.now.match.state.money
    assert (money["B"].open(), money["bank"].open().real) == (Purse(42, 7), 108)
    assert "42" not in repr(table.now.match.events[-1])
    assert (table.now.view(TABLE).news[0].code, table.now.vote) == ("table.told.set", None)


def test_sums_that_the_box_does_not_hold_change_nothing_and_one_no_drops_it(table: Table) -> None:
    before = table.now.match.state
    table.act("A", Propose(begun=True, own=own("A", 150)))
    agree(table, "B", "C", B=own("B", 90), C=own("C", 11))
    assert table.now.announced[1].code == "table.told.sums"
    for _ in range(2):  # The sums were A's first proposal of three.
        table.act("A", Propose((PARTNER,)))
        agree(table, "C", yes=False)
    assert (table.now.match.state, table.now.proposal) == (before, None)
    assert refused(table, "A", Propose((PARTNER,))) == "asked_before"


def test_what_cannot_be_is_refused_before_anybody_votes(table: Table) -> None:
    for why, wrong in [
        ("nothing_set", Propose((Stated("", "round", 2),))), ("unknown_fact", Propose((Stated("Casino", "lies", "open"),))),
        ("barracuda.set.not_open", Propose((Stated("Tide Bar", "lies", "renovated"),))),
        ("barracuda.set.bank_poor", Propose(shifts=(Shift("B", "money", 101),))), ("own_sums", Propose(own=own("C", 40))),
        ("unknown_fact", Propose((Stated("B", "money", 3),))),  # Nobody else's purse.
        ("unknown_fact", Propose(shifts=(Shift("", "bank", 3),))), ("unknown_fact", Propose((Stated("", "bank", 0),))),
        ("voting", Vote(Motion("set_table", "A", 1), True)),
    ]:  # fmt: skip
        assert refused(table, "A", wrong) == why, wrong
    table.act("C", Vote(Motion("leave", "C"), True))
    assert refused(table, "A", Propose(shifts=(Shift("C", "money", -8),))) == "owner_away"
    vote(table, "AB", Motion("put_away"))
    with pytest.raises(Illegal, match="no_layout"):
        table.recount()


def test_everybody_decides_whether_it_goes_back_and_it_comes_back_after_a_restart(table: Table, tmp_path: Path) -> None:
    play(table, ROUNDS[10:12])
    table.act("A", Propose((Stated("Barracuda", "partner", "C"),), (RENT,)))
    agree(table, "B", B=own("B", 42))
    assert kept_and_read(tmp_path).settings == table.now.room.settings
    agree(table, "C")
    play(table, ROUNDS[12:14])
    state, log = table.now.match.state, table.now.match.log
    (at,) = [at for at, entry in enumerate(log) if isinstance(entry.events[0], TableSet)]
    assert table_in(tmp_path).now.match.state == state
    assert kept_and_read(tmp_path).settings == table.now.room.settings
    price = table.now.match.price("A", log[at - 1].row)
    assert (price.rung, price.theirs) == ("table", {"B", "C"})


def test_a_recount_by_keys_finds_the_pawn_that_was_moved_and_a_piece_says_so_too(table: Table) -> None:
    play(table, ROUNDS[10:12])
    table.recount()
    asked = []
    for _ in range(3):
        asked.append(table.now.recount.asked.key)
        assert dict(table.now.public.screen.big.fields)["who"] == Who(asked[-1])
        table.press("back" if asked[-1] == "C" else "ok")
    assert (asked[0], table.now.recount.wrong) == ("A", {"C"})  # A did something last.
    table.press("last_order")
    table.recount()
    answers = [table.press("ok") for _ in table.now.recount.questions]
    assert (answers[-1].said.code, table.now.recount) == ("table.recount.all_right", None)
    table.recount()
    table.tap("reader", KARAMBOLE)
    assert table.now.recount.wrong == {"C"}
    for _ in range(4):
        table.press("ok")
    assert table.now.public.screen.big.code == "table.recount.wrong"
    table.act("A", Propose((Stated("Karambole", "partner", "A"),)))
    agree(table, "B", "C")
    assert table.now.recount is None


def test_a_late_tap_that_fits_the_turn_before_is_offered(table: Table) -> None:
    answer = table.tap("reader", ALBATROS)
    assert (answer.right, answer.said.code, dict(answer.said.fields)["who"]) == (False, "table.late", Who("C"))
    assert [(fact.part, fact.value) for fact in table.now.late.facts] == [("lies", "open"), ("lessee", "C")]
    play(table, [DRAW])
    assert table.now.late is None
    table.act("A", OpenBar("Barracuda"))
    table.now.pieces.learn(b"tea", Piece("card", "tea"))
    assert table.tap("reader", b"tea").said.code != "table.late", "another game's card"


def test_after_a_take_back_hands_are_shown_how_the_table_must_lie(table: Table) -> None:
    play(table, ROUNDS[10:12])
    octopus = Stated("Octopus", "lies", "renovated"), Stated("Octopus", "lessee", "")
    table.act("A", Propose((Stated("Karambole", "partner", "B"), *octopus)))
    agree(table, "B", "C")
    shown = []
    while table.now.hands:
        screen = table.now.public.screen
        shown.append((dict(screen.small.fields)["thing"].name, screen.big.code.partition(".")[2]))
        table.tap("reader", KARAMBOLE) if shown[-1][0] == "Karambole" else table.press("ok")
    assert shown == [("Octopus", "layout.lies.renovated"), ("Octopus", "hands.home"), ("Karambole", "layout.partner")]
    vote(table, "ABC", Motion("take_back", "A", table.now.match.log[-2].row))
    told = [line.said.code.partition(".")[2] for line in table.now.hands.lines]
    assert told == ["layout.lies.open", "layout.lessee", "hands.home"]
    play(table, [DRAW])
    assert table.now.hands is None


@pytest.mark.parametrize("who", "ABC")
def test_a_vote_is_over_when_somebody_leaves(table: Table, who: str) -> None:
    """Whoever plays on there hasn't been asked, and what the other has stated is nobody's."""
    state = table.now.match.state
    for command in (Vote(Motion("take_back", "A", 0), True), Propose((PARTNER,), (RENT,))):
        play(table, [("A", command), (who, Vote(Motion("leave", who), True))])
        assert (table.now.vote, table.now.proposal, table.now.match.state) == (None, None, state)
        play(table, [(TABLE, Outwait()), (who, SitDown("Zoe", who * 64))])
        vote(table, "ABC".replace(who, ""), Motion("give_place", who, 1))
    table.act("A", Propose((PARTNER,), (RENT,)))
    agree(table, "B", "C", B=own("B", 42))
    assert table.now.match.state != state


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
