"""An evening of Barracuda on a laptop: pieces laid on a reader of its own pcscd, from the first lesson to the winner."""

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.barracuda.moves import OpenBar
from companion.kit import TABLE
from companion.kit.house import any_answer
from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from firmware.boot import RunningTable, open_table
from firmware.building import Settings
from firmware.command import _parser
from firmware.command.running import settings_of
from firmware.simulator.bench import tag_of
from firmware.simulator.hand import Hand
from firmware.simulator.tags import Ntag213
from tests.evenings.house import PATIENCE, Phone, fetch, tap, until
from tests.firmware.pcscd import Pcscd, running
from tests.markup import marks

PLAYERS = "ABC"
PLUGGED_OUT_AT = 5  # The draw at which pcscd ends.


class Evening:
    """People who lay pieces and answer on their phones at random."""

    def __init__(self, house: RunningTable, pcscd: Pcscd, caplog: pytest.LogCaptureFixture) -> None:
        self.table, self.pcscd, self.said, self.random = house.table, pcscd, caplog, random.Random(6)
        pieces = [piece for game in house.table.now.games.values() for piece in game.pieces({})]
        tags = {tag_of(piece).hex(): Ntag213(tag_of(piece)) for piece in pieces}
        self.hand = Hand(pcscd.places[0], tags, "")

    def tap(self, piece: Piece, taken: Callable[[], Any]) -> None:
        uid = tag_of(piece).hex()
        tap(piece, lambda: self.hand.lay(uid), lambda: self.hand.lift(uid), taken)

    def moves(self, piece: Piece) -> None:
        before = self.table.now.row
        self.tap(piece, lambda: self.table.now.row > before)
        assert self.table.now.row == before + 1 or not self.table.now.playing, "one touch, one move"

    def teach(self) -> None:
        """Walk through the box with the pieces of this game."""
        self.table.teaching.start_walk(renew=False)
        while walk := self.table.now.walk:
            if walk.wanted.kind in ("bag", "card"):
                self.tap(walk.wanted, lambda walk=walk: self.table.now.walk != walk)
            else:
                self.table.teaching.step_walk("skip", walk.at)

    def play(self) -> int:
        """Play to the end of the game; return the number of draws."""
        draws = 0
        while self.table.now.playing:
            asks = [(seat, one.ask) for seat in PLAYERS for one in self.table.now.standing(seat).values()]
            if asked := [(seat, ask) for seat, ask in asks if ask.awaited and ask.is_open]:
                self.answer(*self.random.choice(asked))
                continue
            draws += 1
            draw = self.random.choice(self.table.now.standing(TABLE)["draw"].ask.options)
            if draws == PLUGGED_OUT_AT:
                self.draw_without_reader(draw)
            else:
                self.moves(Piece("bag", draw.pawn))
        return draws

    def answer(self, seat: str, ask: Any) -> None:
        command = any_answer(ask, self.random)
        if isinstance(command, OpenBar):
            self.moves(Piece("card", command.bar))
        else:
            self.table.act(seat, command)

    def draw_without_reader(self, draw: Any) -> None:
        self.pcscd.stop()
        until(lambda: "reader 1 is lost" in self.said.text, "the loss")
        assert not self.table.now.has_reader
        self.table.act(TABLE, draw)
        self.pcscd.start()
        until(lambda: self.table.now.has_reader, "the return")


@pytest.mark.broad
def test_a_game_is_played_with_real_pieces_on_a_laptop_to_the_winner(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    given = ["run", "--hardware", "simulated", "--reader", "pcsc", "--data", str(tmp_path / "data")]
    settings = settings_of(_parser().parse_args([*given, "--port", "0", "--host", "127.0.0.1"]))
    with running(tmp_path) as pcscd, closing(open_table(settings)) as house:
        assert (house.devices.box, settings) == (None, Settings(tmp_path / "data", "none", 0, "127.0.0.1", reader="pcsc"))
        house.devices.readers[0]._patience._seconds = PATIENCE  # This pcscd doesn't hang, however slow the machine.
        evening = Evening(house, pcscd, caplog)
        for seat in PLAYERS:
            Phone(house, seat).sit()
        evening.teach()
        house.table.act("A", StartGame("barracuda", {"draw": "bag"}))
        assert evening.play() > PLUGGED_OUT_AT
        assert marks(fetch(house.port, "localhost", "/table/view").decode(), "winner")
    assert caplog.text.count("reader 1 is lost") == caplog.text.count("reader 1 is back") == 1
    assert not [uid for uid in evening.hand._tags if uid in caplog.text], "a tag's number in the log"
