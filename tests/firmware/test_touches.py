"""One touch, one command (H3): from bouncing contacts through panel and service to the rows of the journal."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

from companion.game import TABLE, Nothing, Play, say
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.seating import SitDown, StartGame
from companion.table import Table
from companion.words import Words
from firmware.devices import Button
from firmware.service import Service, Welcome
from tests.firmware.fingers import Fingers


@dataclass(frozen=True, slots=True)
class Ring:
    """Ring the bell of a key; as an event, it rang."""

    key: str


@dataclass(frozen=True, slots=True)
class Rings:
    seats: tuple[str, ...]
    keys: tuple[str, ...] = ()


# A game in which every key is a command at any time: nothing but the panel keeps it from being given twice.
BELLS = SimpleNamespace(
    NAME="bells", SEATS=("A",), FEWEST=1, MOST=1, RULES=1, OPTIONS={}, COMMANDS=(Ring,), EVENTS=(Ring,),
    setup=lambda seats, options: Rings(tuple(seats)),
    decide=lambda state, seat, command: (command,),
    evolve=lambda state, event: replace(state, keys=(*state.keys, event.key)),
    check=lambda state: None,
    outcome=lambda state: None,
    asks=lambda state, seat: (),
    pieces=lambda options: (),
    tapped=lambda state, piece, spot: Play(TABLE, Ring(piece.name)) if piece.kind == "key" else Nothing(say("table.no_game")),
    view=lambda state, viewer: state,
    tell=lambda event, viewer: None,
)  # fmt: skip


class Desk(Fingers):
    """Bouncing keys on a clock that moves only here, and a table behind them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.sim.bouncing = True
        self.table = Table(Journal(connect(folder / "journal")), {"bells": BELLS}, Pieces(), lambda ask: None)
        self.table.act("A", SitDown("Noor", "a" * 64))
        self.table.act("A", StartGame("bells", {}))
        self.service = Service(self.table, Words("en"), Welcome("", ""), None, self.panel, clock=self.clock.monotonic)
        self.wait(0.2)

    def touch(self, count: int) -> list[str]:
        """Touch keys at random; return which."""
        chance, touched = random.Random(7), []
        for _ in range(count):
            button = chance.choice(list(Button))
            self.sim.touch(button, chance.uniform(0.05, 0.4))
            self.wait(chance.uniform(0.06, 0.3))
            touched.append(button.value)
        return touched

    def rung(self) -> list[str]:
        """Let the service take every press, and return what came of them."""
        self.service.take_keys(SimpleNamespace(is_set=self.panel._presses.empty))
        return list(self.table.view(TABLE).keys)


def test_a_thousand_bouncing_touches_are_a_thousand_commands(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    touched = desk.touch(1000)
    assert desk.rung() == touched
    assert set(touched) == {button.value for button in Button}
    desk.panel.close()
