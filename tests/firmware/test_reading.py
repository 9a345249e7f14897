"""The reader thread's loop, from tags on a simulated chip to what the table is told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from firmware.devices import DeviceError, Laid, Lifted
from firmware.presence import FIRST_POLLS, Crowded
from firmware.reading import CYCLE_SECONDS, ReaderBack, ReaderLost, Reading, Watch, poll_forever
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.pins import Pins
from firmware.simulator.registers import Register
from firmware.simulator.tags import Ntag213, classic
from tests.firmware.readers import Readers

Script = Sequence[tuple[float, Callable[[], object]]]

A, B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
START = 1.0  # When everything has settled.
PATIENCE = 300.0  # Seconds; a busy machine may take its time, and nothing waits for their end.


class Evening(Readers):
    """Readers, and a script of what is done to them when (in seconds)."""

    def __init__(self, wire: Callable[..., Pins], count: int = 1) -> None:
        super().__init__(wire, count)
        self.readers = [self.reader(at, shared=count > 1) for at in range(count)]
        self.told: list[tuple[float, Reading]] = []

    def play(self, script: Script, seconds: float) -> list[Reading]:
        """Run the loop for *seconds* and return what was told."""
        waiting, clock = sorted(script, key=lambda line: line[0]), self.clock

        def sleep(pause: float) -> None:
            end = clock.monotonic() + pause
            while waiting and waiting[0][0] <= end:
                due, act = waiting.pop(0)
                clock.sleep(max(0.0, due - clock.monotonic()))
                act()
            clock.sleep(max(0.0, end - clock.monotonic()))

        poll_forever(self.readers, self.tell, lambda: clock.monotonic() >= seconds, sleep=sleep, clock=clock.monotonic)
        return [event for _, event in self.told]

    def tell(self, event: Reading) -> None:
        self.told.append((self.clock.monotonic(), event))

    def when(self, kind: type) -> list[float]:
        return [at for at, event in self.told if isinstance(event, kind)]


@pytest.fixture
def evening(wire: Callable[..., Pins]) -> Evening:
    return Evening(wire)


def test_a_touch_is_laid_within_a_cycle_and_lifted_within_half_a_second(evening: Evening) -> None:
    tag, chip = Ntag213(A), evening.chip
    told = evening.play([(START, lambda: chip.lay(tag)), (3.0, lambda: chip.lift(tag))], 5)
    assert told == [Laid("reader 1", A), Lifted("reader 1", A)]
    (laid,), (lifted,) = evening.when(Laid), evening.when(Lifted)
    assert laid - START < 0.11
    assert 0.35 < lifted - 3.0 < 0.55


def test_two_at_once(evening: Evening) -> None:
    assert evening.play([(START, lambda: evening.lay(Ntag213(A), Ntag213(B)))], 3) == [Crowded("reader 1", (A, B))]


def test_what_lies_there_at_the_start_is_not_laid(evening: Evening) -> None:
    chip, first, second = evening.chip, Ntag213(A), classic(b"\x01\x02\x03\x04")
    chip.lay(first)
    told = evening.play([(2.0, lambda: chip.lift(first)), (3.0, lambda: chip.lay(second))], 4)
    assert told == [Laid("reader 1", second.uid)]


def test_a_tag_that_half_hears_is_laid_once_and_one_lifted_in_mid_select_never(evening: Evening) -> None:
    deaf, brief = Ntag213(A, seed=5), Ntag213(B)
    deaf.misses, brief.leaves_after = 0.4, 3
    assert evening.play([(START, lambda: evening.lay(brief)), (3.0, lambda: evening.lay(deaf))], 60) == [Laid("reader 1", A)]
    assert evening.chip.tags == (deaf,)  # The other had answered, but was gone before the end.


def test_twenty_touches_a_second_are_never_laid_twice_in_a_row(evening: Evening) -> None:
    chip, tag = evening.chip, Ntag213(A)
    touches = [START + touch * 0.05 for touch in range(100)]
    script = [(at, lambda: chip.lay(tag)) for at in touches] + [(at + 0.02, lambda: chip.lift(tag)) for at in touches]
    told = evening.play(script, 8)
    assert told == [Laid("reader 1", A), Lifted("reader 1", A)] * (len(told) // 2)
    assert told


BROKEN = 5.0
FAULTS: dict[str, tuple[Callable[[Chip], None], float]] = {  # What is done, and when it is cured.
    "unplugged": (Chip.unplug, 12.0),
    "zeros": (lambda chip: chip.stick(Miso.ZEROS), 12.0),
    "ones": (lambda chip: chip.stick(Miso.ONES), 12.0),
    "noise": (lambda chip: chip.stick(Miso.NOISE), 12.0),
    "brown-out": (Chip.brown_out, BROKEN),
    "reset in mid-read": (lambda chip: chip.brown_out(after_transfers=30), BROKEN),
}


def mend(chip: Chip) -> None:
    chip.stick(Miso.TRUE)
    if chip.xfer([0x80 | Register.VERSION << 1, 0])[1] == 0:
        chip.plug()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("resting", [False, True])
def test_a_fault_is_told_and_logged_once_and_moves_nothing(
    evening: Evening, fault: str, resting: bool, caplog: pytest.LogCaptureFixture
) -> None:
    spoil, cured = FAULTS[fault]
    chip, tag = evening.chip, Ntag213(A)
    script = [(BROKEN, lambda: spoil(chip)), (20.0, lambda: chip.lift(tag)), (22.0, lambda: chip.lay(Ntag213(B)))]
    script += [(START, lambda: chip.lay(tag))] if resting else []
    script += [(cured, lambda: mend(chip))] if cured > BROKEN else []
    told = evening.play(script, 24)
    before = [Laid("reader 1", A)] if resting else []
    assert [type(event) for event in told[len(before) :]] == [ReaderLost, ReaderBack, Laid]
    assert (told[: len(before)], told[-1]) == (before, Laid("reader 1", B))
    assert evening.when(ReaderLost)[0] - BROKEN <= 2.0
    assert evening.when(ReaderBack)[0] - cured <= 3.0
    lost, back = (record.getMessage() for record in caplog.records if record.name == "firmware.reading")
    assert lost.startswith("reader 1 is lost: ")
    assert lost.endswith("wires.")
    assert back == "reader 1 is back"


@pytest.mark.parametrize("phase", [tenth / 10 for tenth in range(12)])
def test_a_brown_out_at_any_moment_is_told_before_the_tag_is_missed(evening: Evening, phase: float) -> None:
    told = evening.play([(START, lambda: evening.lay(Ntag213(A))), (BROKEN + phase, evening.chip.brown_out)], 10)
    assert [type(event) for event in told] == [Laid, ReaderLost, ReaderBack]


def test_a_reader_absent_at_the_start_comes_when_it_is_plugged_in(evening: Evening) -> None:
    evening.chip.unplug()
    told = evening.play([(10.0, evening.chip.plug), (14.0, lambda: evening.lay(Ntag213(A)))], 16)
    assert [type(event) for event in told] == [ReaderLost, ReaderBack, Laid]
    assert evening.when(ReaderBack)[0] - 10.0 <= 3.0


def test_a_lost_reader_does_not_stop_the_others(wire: Callable[..., Pins]) -> None:
    evening = Evening(wire, 3)
    first, second, third = evening.chips
    tag, other = Ntag213(A), Ntag213(B)
    script = [(START, lambda: first.lay(tag)), (2.0, second.unplug), (4.0, lambda: third.lay(other)), (6.0, second.plug),
              (9.0, lambda: first.lift(tag))]  # fmt: skip
    told = [(type(event), event.reader) for event in evening.play(script, 11)]
    assert told == [(Laid, "reader 1"), (ReaderLost, "reader 2"), (Laid, "reader 3"), (ReaderBack, "reader 2"),
                    (Lifted, "reader 1")]  # fmt: skip


class Moody:
    """A reader whose opening works but whose polls fail as long as *ill* says so."""

    name = "moody"

    def __init__(self, *, ill: bool = False) -> None:
        self.ill, self.opened, self.closed, self.clock = ill, 0, 0, Clock()

    def open(self) -> None:
        self.opened += 1

    def present(self) -> Sequence[bytes]:
        if self.ill:
            raise DeviceError(self.name, "cheer it up.")
        return ()

    def close(self) -> None:
        self.closed += 1


def test_opening_alone_is_no_return() -> None:
    moody, told = Moody(ill=True), []
    watch = Watch(moody, told.append, moody.clock.monotonic)
    for _ in range(100):
        watch.step()
        moody.clock.sleep(CYCLE_SECONDS)
    assert told == [ReaderLost("moody", "cheer it up.")]
    assert moody.opened in (8, 9, 10)  # Every second at most.
    moody.ill = False
    moody.clock.sleep(1)
    watch.step()
    assert told[1:] == [ReaderBack("moody")]


def test_each_round_takes_90_ms_and_says_that_it_lives() -> None:
    moody, rounds = Moody(), []
    clock = moody.clock

    def alive() -> None:
        clock.sleep(0.03)
        rounds.append(clock.monotonic())

    poll_forever([moody], rounds.append, lambda: len(rounds) == 5, sleep=clock.sleep, clock=clock.monotonic, alive=alive)
    assert [later - earlier for earlier, later in pairwise(rounds)] == pytest.approx([CYCLE_SECONDS] * 4)
    assert moody.closed == 1


def test_an_error_of_ours_ends_the_loop_and_closes_the_readers() -> None:
    moody = Moody(ill=True)
    with pytest.raises(ZeroDivisionError):
        poll_forever([moody], lambda event: 1 / 0, lambda: False, sleep=moody.clock.sleep, clock=moody.clock.monotonic)
    assert moody.closed == 1


def test_tags_may_be_laid_and_lifted_from_another_thread(evening: Evening) -> None:
    """The loop in a thread of its own, a hand in this one."""
    tag, stopped, rounds, heard = Ntag213(A), threading.Event(), threading.Semaphore(0), threading.Semaphore(0)
    told: list[Reading] = []
    thread = threading.Thread(
        target=poll_forever,
        args=(evening.readers, lambda event: (told.append(event), heard.release()), stopped.is_set),
        kwargs={"sleep": lambda seconds: stopped.wait(0.001), "alive": rounds.release},
    )
    thread.start()
    assert all(rounds.acquire(timeout=PATIENCE) for _ in range(FIRST_POLLS + 1))
    for move in (evening.chip.lay, evening.chip.lift) * 2:
        move(tag)
        assert heard.acquire(timeout=PATIENCE)
    stopped.set()
    thread.join(PATIENCE)
    assert [type(event) for event in told] == [Laid, Lifted, Laid, Lifted]
