"""Real pieces on a laptop: taught and played with on readers of its own pcscd, which ends meanwhile and comes back."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.games.barracuda.moves import DrawPawn
from companion.kit import TABLE
from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from firmware.boot import open_table
from firmware.building import Settings
from firmware.command import _parser
from firmware.command.running import settings_of
from firmware.simulator.bench import tag_of
from firmware.simulator.hand import Hand
from firmware.simulator.tags import Ntag213
from tests.evenings.house import PATIENCE, Phone, tap, until
from tests.firmware.pcscd import running

PIECES = {tag_of(piece).hex(): piece for piece in (*(Piece("card", bar) for bar in ("Octopus", "Karambole", "Albatros")),
                                                   *(Piece("bag", seat) for seat in "ABC"))}  # fmt: skip


@pytest.mark.broad
def test_real_pieces_are_taught_and_played_with_on_a_laptop(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    given = ["run", "--hardware", "simulated", "--reader", "pcsc", "--data", str(tmp_path / "data")]
    settings = settings_of(_parser().parse_args([*given, "--port", "0", "--host", "127.0.0.1"]))
    with running(tmp_path) as pcscd, closing(open_table(settings)) as house:
        assert (house.devices.box, settings) == (None, Settings(tmp_path / "data", "none", 0, "127.0.0.1", reader="pcsc"))
        house.devices.readers[0]._patience._seconds = PATIENCE  # This pcscd doesn't hang, however slow the machine.
        table, hand = house.table, Hand(pcscd.places[0], {uid: Ntag213(bytes.fromhex(uid)) for uid in PIECES}, "")

        def moves(kind: str, name: str) -> None:
            before, uid = table.now.row, tag_of(piece := Piece(kind, name)).hex()
            tap(piece, lambda: hand.lay(uid), lambda: hand.lift(uid), lambda: table.now.row > before)
            assert table.now.row == before + 1, "one touch, one move"

        for seat in "ABC":
            Phone(house, seat).sit()
        table.teaching.start_walk(renew=False)
        while walk := table.now.walk:
            if walk.wanted in PIECES.values():
                moves(walk.wanted.kind, walk.wanted.name)
            else:
                table.teaching.step_walk("skip", walk.at)
        table.act("A", StartGame("barracuda", {"draw": "bag"}))
        moves("bag", "A")
        moves("card", "Octopus")
        pcscd.stop()
        until(lambda: "reader 1 is lost" in caplog.text, "the loss")
        assert not table.now.has_reader
        table.act(TABLE, DrawPawn("B"))
        pcscd.start()
        until(lambda: table.now.has_reader, "the return")
        moves("card", "Karambole")
        moves("bag", "C")
        moves("card", "Albatros")
        assert [bar.lessee for bar in map(table.now.view(TABLE).bar, ("Octopus", "Karambole", "Albatros"))] == ["A", "B", "C"]
    assert caplog.text.count("reader 1 is lost") == caplog.text.count("reader 1 is back") == 1
    assert not [uid for uid in PIECES if uid in caplog.text], "a tag's number in the log"
