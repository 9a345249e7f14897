"""The simulators' faults: each can be seen to begin and to end, and what is over by itself says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.pieces import Piece
from firmware.simulator.bench import SimulatedBox, stickered, tag_of
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled
from firmware.simulator.faults import FAULTS, FOUR_BYTES, TEN_BYTES
from firmware.simulator.pins import Pins
from tests.firmware.fingers import Fingers

OVER_AT_ONCE = ("reader.brown_out", "display.power_loss", "panel.two")
CARD = Piece("card", "Octopus")
UID = tag_of(CARD).hex()


@pytest.fixture
def box(wire: Callable[..., Pins]) -> Iterator[SimulatedBox]:
    desk, chip = Fingers(), Chip(Clock())
    yield SimulatedBox(stickered([CARD]), chip, wire({(0, 0): chip}), I2cBus(SimulatedOled()), desk.panel, desk.sim)
    desk.pins.within_reach = True
    desk.panel.close()


def test_a_healthy_box_has_none(box: SimulatedBox) -> None:
    assert box.faults() == dict.fromkeys(FAULTS, False)


@pytest.mark.parametrize("name", FAULTS)
def test_each_begins_alone_and_ends(box: SimulatedBox, name: str) -> None:
    before = box.revision()
    for _ in range(2):  # Again is no news.
        box.set_fault(name, True)
        on = [one for one, holds in box.faults().items() if holds]
        assert on == ([] if name in OVER_AT_ONCE else [name])
    if on:
        assert box.revision() != before
    box.set_fault(name, False)
    assert not any(box.faults().values())


def test_what_is_no_fault_is_refused(box: SimulatedBox) -> None:
    with pytest.raises(KeyError):
        box.set_fault("reader.rust", True)


@pytest.mark.parametrize("name", ["tags.half_read", "tags.lifted_early", "tags.two", "tags.duplicate"])
def test_a_slip_of_the_hand_happens_once(box: SimulatedBox, name: str) -> None:
    box.set_fault(name, True)
    box.lay(UID)
    assert not any(holds for one, holds in box.faults().items() if one != "tags.unknown")
    assert (box.unknown_tag() in box.lying()) == (name == "tags.two")
    for uid in box.lying():
        box.lift(uid)
    assert box.lying() == ()  # The duplicate went as well.
    box.lay(UID)
    assert box.lying() == (UID,)


def test_strange_tags_lie_there_and_are_lifted_like_others(box: SimulatedBox) -> None:
    for name in ("tags.four_bytes", "tags.ten_bytes", "tags.unknown"):
        box.set_fault(name, True)
    assert set(box.lying()) == {FOUR_BYTES.hex(), TEN_BYTES.hex(), box.unknown_tag()}
    box.lift(TEN_BYTES.hex())
    assert not box.faults()["tags.ten_bytes"]
