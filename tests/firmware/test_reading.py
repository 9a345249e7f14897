"""The reader thread's loop, from tags on simulated readers and raw reads to the readings that the table gets."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from firmware.devices import DeviceError, Laid, Lifted, Lying
from firmware.reader.presence import FIRST_POLLS, MISSES, Crowded, Presence
from firmware.reader.reading import CYCLE_SECONDS, ReaderBack, ReaderLost, Reading, Watch, poll_forever
from firmware.reader.stand import Stand
from firmware.simulator.clock import Clock
from firmware.simulator.pins import Pins
from firmware.simulator.tags import Ntag213, Tag
from tests.firmware.readers import KINDS, SPOILT, OnBroker, OnPcscd, Typing, Wired

EveningOf = Callable[..., "Evening"]

A, B = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f7")
START = 1.0  # When everything has settled.


class Evening:
    """Readers of one kind, and a script of what happens to them and when (in seconds)."""

    def __init__(self, rig: Wired | OnPcscd | Typing | OnBroker) -> None:
        self.rig, self.clock, self.readers = rig, rig.clock, rig.readers
        self.told: list[tuple[float, Reading]] = []

    def lay(self, tag: Tag, at: int = 0) -> None:
        self.rig.places[at].lay(tag)

    def lift(self, tag: Tag, at: int = 0) -> None:
        self.rig.places[at].lift(tag)

    def play(self, script: Sequence[tuple[float, Callable[[], object]]], seconds: float) -> list[Reading]:
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
def evening_of(wire: Callable[..., Pins], tmp_path: Path) -> EveningOf:
    return lambda kind, count=1: Evening(KINDS[kind](wire, tmp_path, count))


@pytest.mark.parametrize(("kind", "off"), [("mfrc522", 3.0), ("pcsc", 3.0), ("keyboard", START), ("slots", 3.0)])
def test_a_touch_is_laid_within_a_cycle_and_lifted_within_half_a_second(evening_of: EveningOf, kind: str, off: float) -> None:
    tag, evening = Ntag213(A), evening_of(kind)
    script = [(START, lambda: evening.lay(tag)), (3.0, lambda: evening.lift(tag))]
    assert evening.play(script, 5) == [Laid("reader 1", A), Lifted("reader 1", A)]
    (laid,), (lifted,) = evening.when(Laid), evening.when(Lifted)
    assert laid - START < 0.11
    assert 0.35 < lifted - off < 0.65


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_that_is_not_open_is_lost(evening_of: EveningOf, kind: str) -> None:
    with pytest.raises(DeviceError, match=r"wires|is not open|is not there|out of reach"):
        evening_of(kind).readers[0].present()


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_taken_for_another_between_two_polls_is_told(evening_of: EveningOf, kind: str) -> None:
    first, second, evening = Ntag213(A), Ntag213(B), evening_of(kind)
    script = [(START, lambda: evening.lay(first)), (START + 0.2, lambda: (evening.lift(first), evening.lay(second)))]
    assert evening.play(script, 2)[:3] == [Laid("reader 1", A), Lifted("reader 1", A), Laid("reader 1", B)]


def test_a_tag_that_half_hears_is_laid_once_and_one_lifted_in_mid_select_never(evening_of: EveningOf) -> None:
    deaf, brief, evening = Ntag213(A, seed=5), Ntag213(B), evening_of("mfrc522")
    deaf.misses, brief.leaves_after = 0.4, 3
    assert evening.play([(START, lambda: evening.lay(brief)), (3.0, lambda: evening.lay(deaf))], 60) == [Laid("reader 1", A)]
    assert evening.rig.chip.tags == (deaf,)  # The other tag had answered, but was gone before the end.


BROKEN, CURED = 5.0, 12.0


@pytest.mark.parametrize("resting", [False, True])
@pytest.mark.parametrize(("kind", "fault"), [(kind, fault) for kind, rig in KINDS.items() for fault in rig.faults])
def test_a_fault_is_told_and_logged_once_and_moves_nothing(
    evening_of: EveningOf, kind: str, fault: str, resting: bool, caplog: pytest.LogCaptureFixture
) -> None:
    evening, tag = evening_of(kind), Ntag213(A)
    cured, soon = (BROKEN if kind == "mfrc522" and fault not in SPOILT else CURED), (0.3 if kind == "mfrc522" else 2.0)
    script = [(BROKEN, lambda: evening.rig.spoil(fault)), (20.0, lambda: evening.lift(tag))]
    script += [(START, lambda: evening.lay(tag))] if resting else []
    script += [(22.0, lambda: evening.lay(Ntag213(B)))]
    script += [(cured, evening.rig.cure)] if cured > BROKEN else []
    told = [one for one in evening.play(script, 24) if kind != "keyboard" or not isinstance(one, Lifted)]
    before = [Laid("reader 1", A)] if resting else []
    assert [type(event) for event in told[len(before) :]] == [ReaderLost, ReaderBack, Laid]
    assert (told[: len(before)], told[-1]) == (before, Laid("reader 1", B))
    assert evening.when(ReaderLost)[0] - BROKEN <= soon
    assert evening.when(ReaderBack)[0] - cured <= 3.0
    lost, back = (record.getMessage() for record in caplog.records if record.name == "firmware.reader.reading")
    assert (lost.startswith("reader 1 is lost: "), lost.endswith(evening.rig.told)) == (True, True)
    assert back == "reader 1 is back"


@pytest.mark.parametrize("kind", ["mfrc522", "pcsc", "slots"])
def test_a_lost_reader_does_not_stop_the_others(evening_of: EveningOf, kind: str) -> None:
    evening = evening_of(kind, 3)
    rig, tag, other = evening.rig, Ntag213(A), Ntag213(B)
    script = [(START, lambda: evening.lay(tag)), (2.0, lambda: rig.spoil("unplugged", 1)), (4.0, lambda: evening.lay(other, 2)),
              (6.0, lambda: rig.cure(1)), (9.0, lambda: evening.lift(tag))]  # fmt: skip
    told = [(type(event), int(event.reader[-1])) for event in evening.play(script, 11)]
    assert told == [(Laid, 1), (ReaderLost, 2), (Laid, 3), (ReaderBack, 2), (Lifted, 1)]


class Moody:
    """A reader that opens, but whose polls fail as long as *ill* says so."""

    name = "moody"

    def __init__(self, *, ill: bool = False) -> None:
        self.ill, self.clock, self.open, self.close = ill, Clock(), Mock(), Mock()

    def present(self) -> Sequence[bytes]:
        if self.ill:
            raise DeviceError(self.name, "cheer it up.")
        return ()


def test_opening_alone_is_no_return() -> None:
    moody, told = Moody(ill=True), []
    watch = Watch(moody, told.append, moody.clock.monotonic, Stand(moody.name, whole=True))
    for _ in range(100):
        watch.step()
        moody.clock.sleep(CYCLE_SECONDS)
    assert told == [ReaderLost("moody", "cheer it up."), Lying("moody", None, whole=True)]
    assert moody.open.call_count in (8, 9, 10)  # At most once a second.
    moody.ill = False
    moody.clock.sleep(1)
    watch.step()
    assert told[2:] == [ReaderBack("moody"), Lying("moody", (), whole=True)]


def test_each_round_takes_90_ms_and_says_that_it_lives() -> None:
    moody, rounds = Moody(), []
    clock = moody.clock

    def alive() -> None:
        clock.sleep(0.03)
        rounds.append(clock.monotonic())

    poll_forever([moody], rounds.append, lambda: len(rounds) == 5, sleep=clock.sleep, clock=clock.monotonic, alive=alive)
    assert [later - earlier for earlier, later in pairwise(rounds)] == pytest.approx([CYCLE_SECONDS] * 4)
    assert moody.close.call_count == 1


def test_an_error_of_ours_ends_the_loop_and_closes_the_readers() -> None:
    moody = Moody(ill=True)
    with pytest.raises(ZeroDivisionError):
        poll_forever([moody], lambda event: 1 / 0, lambda: False, sleep=moody.clock.sleep, clock=moody.clock.monotonic)
    assert moody.close.call_count == 1


C = bytes.fromhex("04a1b2c3d4e5f8")


@pytest.fixture
def presence() -> Presence:
    presence = Presence("r")
    assert see(presence, *[[]] * FIRST_POLLS) == []
    return presence


def see(presence: Presence, *polls: Sequence[bytes]) -> list[Laid | Lifted | Crowded]:
    return [event for poll in polls for event in presence.see(poll)]


PHONES = [bytes((0x08, 0xAB, 0xCD, n)) for n in range(50)]
SEEN = {  # The raw reads, poll by poll, and the readings made of them.
    "laid on the first read, once, and lifted after five misses in a row": [
        ([[A]] * 1000, [Laid("r", A)]), ([[], [], [], [], [A]] * 50, []), ([[]] * (MISSES - 1), []), ([[]], [Lifted("r", A)]),
        ([*[[]] * 20, [A]], [Laid("r", A)]),
    ],
    "a quick exchange gives both moves in order": [([[A], [], *[[B]] * MISSES], [Laid("r", A), Lifted("r", A), Laid("r", B)])],
    "a touch in the wake of another counts, though it is over before the other is sure to be gone": [
        ([[A], [B], [B], [], []], [Laid("r", A)]), ([[]], [Lifted("r", A), Laid("r", B)]), ([[]] * 2, [Lifted("r", B)]),
        ([[A]] * 2, [Laid("r", A)]), ([[B], [C], [C], [C], [C]], [Lifted("r", A)]), ([[C]], [Laid("r", C)]),
    ],
    "two at once are told once, and the one that stays must be lifted first": [
        ([*[[B, A]] * 10, *[[B]] * 20, *[[]] * MISSES], [Crowded("r", (A, B))]), ([[B]], [Laid("r", B)]),
    ],
    "a second tag beside a resting one, and a third, are a crowd each, even where it shadows it": [
        ([[A], [B], [A, B], [A, B]], [Laid("r", A), Crowded("r", (A, B))]), ([[A, B, C]], [Crowded("r", (A, B, C))]),
        ([[A]] * 10, []), ([[]] * MISSES, [Lifted("r", A)]),  # The others were removed, A stayed.
    ],
    "a phone, which has another UID whenever the field was off, is laid once, and beside a tag one crowd": [
        ([[phone] for phone in PHONES], [Laid("r", PHONES[0])]), ([[]] * MISSES, [Lifted("r", PHONES[0])]),
        ([[A], *([A, phone, other] for phone, other in pairwise(PHONES))], [Laid("r", A), Crowded("r", (A, PHONES[0]))]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("case", SEEN)
def test_touches_are_told_in_order_and_only_tags_that_come_alone(presence: Presence, case: str) -> None:
    for polls, told in SEEN[case]:
        assert see(presence, *polls) == told


@pytest.mark.parametrize("reset", [False, True])
def test_what_lies_there_at_first_counts_once_lifted_and_laid_again(reset: bool) -> None:
    presence = Presence("r")
    if reset:
        see(presence, *[[]] * FIRST_POLLS, [A])
        presence.reset()
    assert (see(presence, [], [A], *[[A]] * 50, *[[]] * MISSES), see(presence, [A])) == ([], [Laid("r", A)])


def test_laid_and_lifted_alternate_for_any_reads(presence: Presence) -> None:
    random = Random(8)
    told = [one for _ in range(20_000) for one in presence.see(random.choice(([], [], [], [A], [B], [A, B])))]
    moves = [one for one in told if not isinstance(one, Crowded)]
    assert len(moves) > 1000
    for laid, lifted in zip(moves[::2], moves[1::2], strict=False):
        assert (type(laid), lifted) == (Laid, Lifted("r", laid.uid))


def test_under_a_card_tags_keep_one_another_company_and_what_lies_there_is_told_first() -> None:
    stand = Stand("r", whole=True)
    assert see(stand, *[[A]] * FIRST_POLLS) == [Lying("r", (A,), whole=True)]
    assert see(stand, [A, B], [A, B], [B]) == [Lying("r", (A, B), whole=True), Laid("r", B)]
    assert see(stand, *[[B]] * MISSES) == [Lying("r", (B,), whole=True)]  # It had not been told as laid.
    assert see(stand, *[[]] * MISSES) == [Lying("r", (), whole=True), Lifted("r", B)]
    assert see(stand, *([phone] for phone in PHONES)) == [Lying("r", (PHONES[0],), whole=True), Laid("r", PHONES[0])]
    assert stand.lost() == (Lying("r", None, whole=True),)
    stand.reset()
    assert see(stand, []) == [Lying("r", (), whole=True)]
