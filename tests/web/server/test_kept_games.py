"""The file that people keep of a game: what is in it, what isn't, and that Barkeep reads it again."""

import os
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.agreeing.motions import Motion, Vote
from companion.carrying import kept
from companion.carrying.gamefile import NotAGameFile
from companion.games import installed
from companion.games.barracuda.moves import DrawPawn, OfferPartnership
from companion.kit import TABLE, Pile
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.turning.points import Turning
from firmware import command
from tests.companion.settings import play
from tests.kept import SAMPLE
from tests.web.phones import ORIGIN, Phone, new_app, seated
from tests.web.tables import NAMES, new_table, open_all, play_until
from web.books import keeping

LARGEST = 200_000  # bytes
THREE = {seat: NAMES[seat] for seat in "ABC"}


@pytest.fixture
def ended(app: Flask, table: Table) -> Phone:
    """A's phone after a game of Barracuda with three players."""
    phone = seated(app, table, THREE)["A"]
    phone.act(StartGame("barracuda", {}))
    play_until(table, seed=4)
    return phone


def got(phone: Phone, version: str = "") -> str:
    """Return the file, once it is written: until then a browser is to ask again."""
    while (answer := phone.get("/books/file", {"as": version})).status_code == 202:
        written(answer)
    assert (answer.status_code, answer.headers["Content-Disposition"][:20]) == (200, "attachment; filename")
    assert len(answer.data) <= LARGEST
    return answer.text


def written(answer: TestResponse) -> None:
    assert answer.headers["Refresh"]
    for thread in [one for one in threading.enumerate() if one.name == "keeping"]:
        thread.join()


def test_a_kept_game_is_whole_until_somebody_is_to_be_forgotten(ended: Phone, table: Table, tmp_path: Path) -> None:
    """That it asks for nothing from outside is tried in a browser."""
    page = got(ended)
    assert 'class="chart ladder"' in page
    file, match = kept.read(page, installed())
    assert (match.state, match.events) == (table.now.match.state, table.now.match.events)
    assert (file.names[0], set(file.tokens)) == (table.now.names["A"], {""})
    path = tmp_path / "game.html"
    path.write_text(page, encoding="utf-8")
    assert command.main(["replay", str(path)]) == command.main(["review", str(path)]) == 0
    assert [ended.get("/books/file", {"as": other}).status_code for other in ("A", "unsealed", "whole")] == [404] * 3
    assert ended.post("/evenings", data={"what": "forget", "name": file.names[0]}).status_code == 303
    assert file.names[0] not in got(ended)


def test_while_turning_points_are_searched_the_same_file_is_given(ended: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = lambda done: ended.table.machine.tell_turning(Turning(ended.table.now.match.number, done))
    with monkeypatch.context() as quick:
        quick.setattr(keeping, "whole", lambda *_: "the whole game")
        got(ended)
        for done in (40, 41):
            searched(done)
            assert ended.get("/books/file").status_code == 200
    searched(100)
    assert 'class="turning' in got(ended)


def test_a_long_record_is_packed_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "LONG", 0)
    file, _ = kept.read(SAMPLE.read_text(encoding="utf-8"), installed())
    page = kept.record(file)
    assert (kept.PACKED in page, kept.read(page, installed())[0]) == (True, file)
    for damaged in (page.replace("H4s", "H5s"), page.replace("H4s", "H~s"), page.replace(kept.ENDS, "")):
        with pytest.raises(NotAGameFile):
            kept.read(damaged, installed())


def test_one_file_at_a_time_is_written_and_the_public_one_hides_all(ended: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on, asked = threading.Event(), list[str]()

    def slow(*_: object) -> str:
        asked.append("whole")
        goes_on.wait()
        raise FileNotFoundError

    monkeypatch.setattr(keeping, "whole", slow)
    answers = [ended.get("/books/file", {"as": version}) for version in ("", "public", "") * 3]
    assert ({one.status_code for one in answers}, asked) == ({202}, ["whole"])
    goes_on.set()
    written(answers[0])
    with pytest.raises(FileNotFoundError):
        ended.get("/books/file")
    assert ended.get("/books/file").status_code == 202
    page = got(ended, "public")  # For showing around: it has no record, nor anything hidden.
    with pytest.raises(NotAGameFile):
        kept.read(page, installed())
    assert [one for one in ('data-eyes="', 'class="chart ladder"') if one in page] == []


def test_an_older_versions_game_is_read_and_refused_if_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [command.main([what, str(SAMPLE)]) for what in ("replay", "review")] == [0, 0]
    told, path = capsys.readouterr().out.splitlines(), tmp_path / "game.html"
    assert ("Barracuda: A Noor, B Émile, C Jonas, D Sanne, E Luc" in told, told[-1].endswith("wins.")) == (True, True)
    before, begins, after = SAMPLE.read_text(encoding="utf-8").partition(kept.BEGINS)
    for change in ('"Noor"', '["act"', '"barracuda"', kept.BEGINS, kept.ENDS, "utf-16"):
        changed = before + (begins + after).replace(change, change[:3] + "~" + change[3:], 1)
        path.write_text(changed, encoding="utf-16" if change == "utf-16" else "utf-8")
        assert [command.main([what, str(path)]) for what in ("replay", "review")] == [1, 1], change
        said = capsys.readouterr()
        assert (f"barkeep: {path}: " in said.err, f"barkeep: {said.out}") == (True, f"{said.err}game.html: differs\n")


def test_a_command_whose_reader_has_left_ends_without_a_word() -> None:
    left, end = os.pipe()
    os.close(left)
    ended = subprocess.run([sys.executable, "-m", "firmware.command", "review", SAMPLE], stdout=end, stderr=subprocess.PIPE)
    os.close(end)
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_a_game_file_is_offered_and_named_alike_whatever_it_holds_and_only_to_players(tmp_path: Path) -> None:
    """Two worlds, in one of which A's closed pile holds a fake. Whoever sits down later gets no file."""
    seen, files = set(), set()
    for pile in (Pile(ones=2), Pile(ones=1, fakes=1)):
        table = new_table(tmp_path / str(pile.fakes))
        phones = seated(app := new_app(table), table, THREE)
        table.act("A", StartGame("barracuda", {"draw": "bag"}))
        open_all(table, {"A": "Octopus", "B": "Karambole", "C": "Tide Bar"})
        play(table, [(TABLE, DrawPawn("A")), ("A", OfferPartnership("Karambole", pile))])
        shown = [phones["B"].get("/seat/menu").text]
        assert {phone.get("/game/1").status_code for phone in phones.values()} == {404}
        play(table, [(seat, Vote(Motion("go_elsewhere", number=1), True)) for seat in THREE])
        late, answer = seated(app, table, {"D": "Sanne"})["D"], phones["B"].get("/game/1")
        shown += [phone.get("/seat/lobby").text for phone in (phones["B"], late)]
        seen.add((*shown, answer.headers["Content-Disposition"], late.get("/game/1").status_code))
        files.add(answer.data)
        brought = late.post("/bring", data={"game": (BytesIO(answer.data), "game")}, headers=ORIGIN)
        assert (brought.status_code, "Émile (B), Jonas (C)" in brought.text) == (422, True), "D sits here, and isn't in it"
    assert (len(files), [one[-2:] for one in seen]) == (2, [("attachment; filename=barkeep-barracuda-1.barkeep", 404)])


def test_a_file_of_rubbish_is_refused_in_a_sentence(lobby: dict[str, Phone], table: Table) -> None:
    row = table.now.row
    for size, status in ((0, 422), (30_000, 422), (70_000, 413)):
        answer = lobby["A"].post("/bring", data={"game": (BytesIO(bytes(size)), "game")}, headers=ORIGIN)
        assert (answer.status_code, "Save it again" in answer.text) == (status, status == 422)
    assert table.now.row == row
