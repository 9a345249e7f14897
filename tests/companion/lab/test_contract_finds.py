"""The contract finds what it looks for: a wrong rule book, and a game that shows or says what it shouldn't."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import barracuda, negoces2
from companion.games.negoces2.moves import CardLaid
from companion.kit import Marker, Only, Option, Piece, Sealed, Sticker, Term, Who, say
from companion.lab import playing
from companion.lab.contract import Contract
from companion.lab.rulebook import RuleBook, unlike
from web.lab import printing
from web.pages import sheet

BOOK = """
| `coins` | **open**, hidden |
## 1 Material
## 2 A sale
### 2.1 The card
**N1 · The price** (2.1) is paid at once.
- **N2 · Nobody** waits, N1 aside. N3 isn't in bold.
"""


def test_rules_and_options_are_read() -> None:
    book = RuleBook(BOOK)
    assert (book.rules, book.decisions) == (["1", "2", "2.1", "N1", "N2"], {"N1", "N2"})
    assert book.cited("# N99: the dealer winks. 4.7, and 12 Nm, 0.5") == {"N99", "4.7"}
    assert RuleBook("## 4 Winning\n**S5 · Long** x\n**V1 · Y** z").cited("S9, V2, 4.7 and SS4") == {"S9", "V2"}
    assert book.tested("def test_n1_n2_all() -> None: ...  def test_2_n7_x(): ...") == {"N1", "N2", "N7"}
    assert unlike(book, {"coins": Option(("open", "hidden"))}) == {}
    assert unlike(book, {"coins": Option(("hidden", "open")), "tags": Option(("off",))}).keys() == {"coins", "tags"}


@pytest.mark.parametrize(("right", "wrong", "fault"), [
    ("N3 isn't", "Nobody is", []), ("N1 aside", "N1 aside", ["N3 is cited and isn't there"]),
    ("## 2 A sale", "## 3 A sale", ["3 follows 1", "2.1 follows 3", "N3 is cited and isn't there"]),
    ("### 2.1 The card\n", "", ["N3 is cited and isn't there"]),
    ("N2 · Nobody", "N4 · Nobody", ["N2 is left out", "N3 is left out", "N3 is cited and isn't there"]),
    ("N2 · Nobody", "N1 · Nobody", ["N1 stands there 2 times", "N3 is cited and isn't there"]),
])  # fmt: skip
def test_a_fault_in_a_rule_book_is_found(right: str, wrong: str, fault: list[str]) -> None:
    assert RuleBook(BOOK.replace(right, wrong, 1)).faults() == fault


@pytest.fixture
def _afresh() -> Any:
    playing.rehearsed.cache_clear()
    yield
    playing.rehearsed.cache_clear()


SHOWN = "each_viewer_is_shown_what_is_theirs"
WORDS = "there_are_words_for_everything"
ENDS = "random_games_end_with_everything_counted"
HAPPENS = "everything_happens_in_random_games"
TABLES = "only_tables_that_the_game_has_are_set_up"
OFFERED = "every_option_stands_in_the_book_with_its_default_in_bold"
LABELS = "every_piece_has_a_label"
CHOSEN = "every_option_can_be_chosen_and_the_first_is_the_default"
broad = lambda *row: pytest.param(*row, marks=pytest.mark.broad)


@pytest.mark.parametrize(("name", "spoil", "broken"), [
    ("screen", lambda right: lambda view, events: replace(right(view, events), seat="F"), SHOWN),
    ("screen", lambda right: lambda view, events: None, SHOWN),
    broad("screen", lambda right: lambda *told: replace(right(*told), small=say("negoces2.no_word")), WORDS),
    broad("screen", lambda right: lambda *told: replace(right(*told), small_pawn=None, seat=None, picture=None), SHOWN),
    ("tell", lambda right: lambda event, viewer: say("negoces2.told.opener", who=Who("F")), SHOWN),
    broad("outcome", lambda right: lambda state: (won := right(state)) and replace(won, cause="luck"), ENDS),
    ("OPTIONS", lambda right: {name: option for name, option in right.items() if name != "tags"}, OFFERED),
    broad("EVENTS", lambda right: (*right, Option), HAPPENS),
    ("DISCLOSURE", lambda right: {kind: who for kind, who in right.items() if kind is not CardLaid}, SHOWN),
    ("DISCLOSURE", lambda right: {**right, CardLaid: {"seller": right[CardLaid]["seller"]}}, SHOWN),
    ("DISCLOSURE", lambda right: {**right, CardLaid: {**right[CardLaid], "nobody": Only()}}, SHOWN),
    ("REHEARSAL", lambda right: replace(right, announced={}), SHOWN),
    ("setup", lambda right: lambda seats, options: right("ABCD", {}), TABLES),
    ("misplaced", lambda right: lambda *_: None, "nothing_is_made_or_lost_by_stating_what_cannot_be"),
    ("LABELS", lambda right: tuple(one for one in right if one != Sticker(Piece("bag", "A"))), LABELS),
    ("LABELS", lambda right: (*right, right[0]), LABELS),
    broad("LABELS", lambda right: (*right, Marker(Term("negoces2.no_word"))), WORDS),
    ("setup", lambda right: lambda seats, options: right(seats, {}), CHOSEN),
])  # fmt: skip
@pytest.mark.usefixtures("_afresh")
def test_a_game_that_breaks_the_contract_is_found(monkeypatch: pytest.MonkeyPatch, name: str, spoil: Any, broken: str) -> None:
    monkeypatch.setattr(negoces2, name, spoil(getattr(negoces2, name)))
    for few in ("games", "states"):
        monkeypatch.setattr(Contract, few, 1)
    with pytest.raises(AssertionError):
        getattr(Contract(), f"test_{broken}")(negoces2)


@pytest.mark.usefixtures("_afresh")
def test_a_seal_opened_to_the_wrong_viewer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Contract, "games", 1)
    right = Sealed.seen_by
    monkeypatch.setattr(Sealed, "seen_by", lambda seal, viewer: right(seal, "A" if "A" in seal.eyes else viewer))
    with pytest.raises(AssertionError, match=r"holds a seal|can open"):
        Contract().test_each_viewer_is_shown_what_is_theirs(negoces2)


def test_a_sheet_that_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = sheet.printed
    monkeypatch.setattr(sheet, "printed", lambda now, view: right(now, view and replace(view, open_bars=0)))
    assert printing.unprinted(barracuda, 1, 3, 0.2) == {"View.open_bars"}


def test_only_the_authors_files_are_playthroughs_and_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "__file__", str(tmp_path / "build" / "test_mine.py"))
    # The author's own folder may be anywhere, also below another `build`.
    for name in ("game.txt", "more/game.txt", "game.egg-info/SOURCES.txt", "build/lib/game.txt", "more/build/test_game.py"):
        (file := tmp_path / "build" / name).parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    mine = type("TestMine", (Contract,), {"__module__": __name__})()
    assert [*mine.playthroughs(negoces2)] == [tmp_path / "build" / name for name in ("game.txt", "more/game.txt")]
    assert [*mine.own_tests(negoces2)] == []
