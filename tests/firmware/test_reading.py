"""The reader thread's loop, from tags on a simulated chip to what the table is told."""

from __future__ import annotations

import logging
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from firmware.devices import DeviceError, Laid, Lifted
from firmware.mfrc522_reader import Mfrc522Reader, ResetLine
from firmware.presence import FIRST_POLLS, Crowded
from firmware.reading import CYCLE_SECONDS, ReaderBack, ReaderLost, Reading, Watch, poll_forever
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213, classic
from firmware.wiring import READER_SELECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

A, B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
VERSION = [0x80 | 0x37 << 1, 0]
START = 1.0  # When everything has settled.


class Evening:
    """Readers on simulated chips, and a script of what is done to them when (in seconds)."""

    def __init__(self, readers: int = 1) -> None:
        self.clock = Clock()
        self.chips = [Chip(self.clock) for _ in range(readers)]
        selects = READER_SELECTS[:readers]
        self.pins = install({(at.bus, at.device): chip for at, chip in zip(selects, self.chips, strict=True)})
        line = ResetLine()
        self.readers = [
            Mfrc522Reader(
                f"reader {number}",
                select,
                reset=line,
                shared=readers > 1,
                clock=self.clock.monotonic,
                sleep=self.clock.sleep,
            )
            for number, select in enumerate(selects, 1)
        ]
        self.told: list[tuple[float, Reading]] = []

    def play(self, script: Sequence[tuple[float, Callable[[], object]]], seconds: float) -> list[Reading]:
        """Run the loop for *seconds* and return what was told."""
        waiting = sorted(script, key=lambda line: line[0])

        def sleep(pause: float) -> None:
            end = self.clock.monotonic() + pause
            while waiting and waiting[0][0] <= end:
                due, act = waiting.pop(0)
                self.clock.sleep(max(0.0, due - self.clock.monotonic()))
                act()
            self.clock.sleep(max(0.0, end - self.clock.monotonic()))

        def stop() -> bool:
            return self.clock.monotonic() >= seconds

        poll_forever(self.readers, self.tell, stop, sleep=sleep, clock=self.clock.monotonic)
        return [event for _, event in self.told]

    def tell(self, event: Reading) -> None:
        self.told.append((self.clock.monotonic(), event))

    def when(self, kind: type) -> list[float]:
        return [at for at, event in self.told if isinstance(event, kind)]


@pytest.fixture
def make() -> Iterator[Callable[..., Evening]]:
    made: list[Evening] = []

    def evening(readers: int = 1) -> Evening:
        made.append(Evening(readers))
        return made[-1]

    yield evening
    for each in reversed(made):
        each.pins.remove()


@pytest.fixture
def evening(make: Callable[..., Evening]) -> Evening:
    return make()


def test_a_touch_is_laid_within_a_cycle_and_lifted_within_half_a_second(evening: Evening) -> None:
    tag, chip = Ntag213(A), evening.chips[0]
    told = evening.play([(START, lambda: chip.lay(tag)), (3.0, lambda: chip.lift(tag))], 5)
    assert told == [Laid("reader 1", A), Lifted("reader 1", A)]
    (laid,), (lifted,) = evening.when(Laid), evening.when(Lifted)
    assert laid - START < 0.11
    assert 0.35 < lifted - 3.0 < 0.55


def test_two_at_once(evening: Evening) -> None:
    tags, chip = [Ntag213(A), Ntag213(B)], evening.chips[0]
    told = evening.play([(START, lambda: [chip.lay(tag) for tag in tags])], 3)
    assert told == [Crowded("reader 1", (A, B))]


def test_what_lies_there_at_the_start_is_not_laid(evening: Evening) -> None:
    chip = evening.chips[0]
    first, second = Ntag213(A), classic(b"\x01\x02\x03\x04")
    chip.lay(first)
    told = evening.play([(2.0, lambda: chip.lift(first)), (3.0, lambda: chip.lay(second))], 4)
    assert told == [Laid("reader 1", second.uid)]


def test_a_tag_that_half_hears_is_laid_once(evening: Evening) -> None:
    chip, tag = evening.chips[0], Ntag213(A, seed=5)
    tag.misses = 0.4
    assert evening.play([(START, lambda: chip.lay(tag))], 60) == [Laid("reader 1", A)]


def test_a_tag_lifted_in_mid_select_is_not_laid(evening: Evening) -> None:
    chip, tag = evening.chips[0], Ntag213(A)
    tag.leaves_after = 3
    assert evening.play([(START, lambda: chip.lay(tag))], 3) == []
    assert chip.tags == ()  # it had answered, but was gone before the end


def test_twenty_touches_a_second_are_never_laid_twice_in_a_row(evening: Evening) -> None:
    chip, tag = evening.chips[0], Ntag213(A)
    script: list[tuple[float, Callable[[], object]]] = []
    for touch in range(100):
        script += [(START + touch * 0.05, lambda: chip.lay(tag)), (START + touch * 0.05 + 0.02, lambda: chip.lift(tag))]
    told = evening.play(script, 8)
    assert told == [Laid("reader 1", A), Lifted("reader 1", A)] * (len(told) // 2)
    assert told


BROKEN = 5.0
FAULTS: dict[str, tuple[Callable[[Chip], None], float]] = {  # what is done, and when it is cured
    "unplugged": (Chip.unplug, 12.0),
    "zeros": (lambda chip: chip.stick(Miso.ZEROS), 12.0),
    "ones": (lambda chip: chip.stick(Miso.ONES), 12.0),
    "noise": (lambda chip: chip.stick(Miso.NOISE), 12.0),
    "brown-out": (Chip.brown_out, BROKEN),
    "reset in mid-read": (lambda chip: chip.brown_out(after_transfers=30), BROKEN),
}


def mend(chip: Chip) -> None:
    chip.stick(Miso.TRUE)
    if chip.xfer(VERSION)[1] == 0:
        chip.plug()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("resting", [False, True])
def test_a_fault_is_told_and_logged_once_and_moves_nothing(
    evening: Evening, fault: str, resting: bool, caplog: pytest.LogCaptureFixture
) -> None:
    spoil, cured = FAULTS[fault]
    chip, tag, other = evening.chips[0], Ntag213(A), Ntag213(B)
    script = [
        (START, lambda: chip.lay(tag) if resting else None),
        (BROKEN, lambda: spoil(chip)),
        (cured, lambda: mend(chip) if cured > BROKEN else None),
        (20.0, lambda: chip.lift(tag)),
        (22.0, lambda: chip.lay(other)),
    ]
    told = evening.play(script, 24)
    before = [Laid("reader 1", A)] if resting else []
    assert [type(event) for event in told[len(before) :]] == [ReaderLost, ReaderBack, Laid]
    assert (told[: len(before)], told[-1]) == (before, Laid("reader 1", B))
    assert evening.when(ReaderLost)[0] - BROKEN <= 2.0
    assert evening.when(ReaderBack)[0] - cured <= 3.0
    lines = [record.getMessage() for record in caplog.records if record.name == "firmware.reading"]
    assert [line.split(":")[0] for line in lines] == ["reader 1 is lost", "reader 1 is back"]


@pytest.mark.parametrize("phase", [tenth / 10 for tenth in range(12)])
def test_a_brown_out_at_any_moment_is_told_before_the_tag_is_missed(evening: Evening, phase: float) -> None:
    chip, tag = evening.chips[0], Ntag213(A)
    told = evening.play([(START, lambda: chip.lay(tag)), (BROKEN + phase, chip.brown_out)], 10)
    assert [type(event) for event in told] == [Laid, ReaderLost, ReaderBack]


def test_a_reader_absent_at_the_start_comes_when_it_is_plugged_in(evening: Evening) -> None:
    chip, tag = evening.chips[0], Ntag213(A)
    chip.unplug()
    told = evening.play([(10.0, chip.plug), (14.0, lambda: chip.lay(tag))], 16)
    assert [type(event) for event in told] == [ReaderLost, ReaderBack, Laid]
    assert evening.when(ReaderBack)[0] - 10.0 <= 3.0


def test_a_lost_reader_does_not_stop_the_others(make: Callable[..., Evening]) -> None:
    evening = make(3)
    first, second, third = evening.chips
    tags = {chip: Ntag213(A[:6] + bytes((number,))) for number, chip in enumerate((first, third), 1)}
    script = [
        (START, lambda: first.lay(tags[first])),
        (2.0, second.unplug),
        (4.0, lambda: third.lay(tags[third])),
        (6.0, second.plug),
        (9.0, lambda: first.lift(tags[first])),
    ]
    told = evening.play(script, 11)
    assert [(type(event), event.reader) for event in told] == [
        (Laid, "reader 1"),
        (ReaderLost, "reader 2"),
        (Laid, "reader 3"),
        (ReaderBack, "reader 2"),
        (Lifted, "reader 1"),
    ]


class Moody:
    """A reader whose opening works but whose polls fail as long as *ill* says so."""

    name = "moody"

    def __init__(self) -> None:
        self.ill = True
        self.opened: list[float] = []
        self.closed = 0
        self.clock = Clock()

    def open(self) -> None:
        self.opened.append(self.clock.monotonic())

    def present(self) -> Sequence[bytes]:
        if self.ill:
            raise DeviceError(self.name, "cheer it up.")
        return ()

    def close(self) -> None:
        self.closed += 1


def test_opening_alone_is_no_return() -> None:
    moody, told = Moody(), []
    watch = Watch(moody, told.append, moody.clock.monotonic)
    for _ in range(100):
        watch.step()
        moody.clock.sleep(CYCLE_SECONDS)
    assert told == [ReaderLost("moody", "cheer it up.")]
    assert len(moody.opened) in (8, 9, 10)  # every second at most
    moody.ill = False
    moody.clock.sleep(1)
    watch.step()
    assert told[1:] == [ReaderBack("moody")]


def test_each_round_takes_90_ms_and_says_that_it_lives() -> None:
    moody = Moody()
    moody.ill = False
    rounds: list[float] = []
    poll_forever(
        [moody],
        rounds.append,
        lambda: len(rounds) == 5,
        sleep=moody.clock.sleep,
        clock=moody.clock.monotonic,
        alive=lambda: (moody.clock.sleep(0.03), rounds.append(moody.clock.monotonic())),
    )
    gaps = [later - earlier for earlier, later in pairwise(rounds)]
    assert gaps == pytest.approx([CYCLE_SECONDS] * 4)
    assert moody.closed == 1


def test_an_error_of_ours_ends_the_loop_and_closes_the_readers() -> None:
    moody = Moody()

    def wrong(event: Reading) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        poll_forever([moody], wrong, lambda: False, sleep=moody.clock.sleep, clock=moody.clock.monotonic)
    assert moody.closed == 1


def test_tags_may_be_laid_and_lifted_from_another_thread(evening: Evening) -> None:
    """The loop in a thread of its own, a hand in this one."""
    chip, tag, stopped, rounds = evening.chips[0], Ntag213(A), threading.Event(), []
    thread = threading.Thread(
        target=poll_forever,
        args=(evening.readers, evening.tell, stopped.is_set),
        kwargs={"sleep": lambda seconds: stopped.wait(0.001), "alive": lambda: rounds.append(None)},
    )
    thread.start()
    wait_until(lambda: len(rounds) > FIRST_POLLS)
    for kind in (Laid, Lifted, Laid, Lifted):
        already = len(evening.when(kind))
        chip.lay(tag) if kind is Laid else chip.lift(tag)
        wait_until(lambda kind=kind, already=already: len(evening.when(kind)) > already)
    stopped.set()
    thread.join(10)
    assert not thread.is_alive()
    assert [type(event) for _, event in evening.told] == [Laid, Lifted, Laid, Lifted]


def wait_until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def test_losses_are_logged_in_words(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    evening.chips[0].unplug()
    with caplog.at_level(logging.WARNING):
        evening.play([], 3)
    (line,) = (record.getMessage() for record in caplog.records if record.name == "firmware.reading")
    assert line.startswith("reader 1 is lost: ")
    assert line.endswith("wires.")
