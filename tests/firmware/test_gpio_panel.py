"""The panel on mock pins: keys debounced, buzzer and LED. Its thread is in test_panel_thread."""

import random
from collections.abc import Iterator
from itertools import groupby

import pytest

from firmware import wiring
from firmware.devices import Button, Light, Phrase, Pressed
from firmware.panel import keys
from firmware.panel.gpio_panel import REST, TICK, GpioPanel
from firmware.panel.keys import LONG, PRESS_STEADY, STUCK
from firmware.panel.rhythm import ANSWERS, BLACK, CUT, FLASHES, PAUSE, PHRASES, RED, WHITE, Tune, length
from tests.firmware.fingers import Fingers

AMBER = (255, 160, 0)


@pytest.fixture
def bench() -> Iterator[Fingers]:
    bench = Fingers()
    bench.wait(0.1)
    yield bench
    bench.panel.close()


def trains(bench: Fingers, count: int, shortest: float) -> set[int]:
    """Touch keys at random, bouncing at both ends; return the counts of presses that a touch gave."""
    chance, numbers = random.Random(4), set()
    bench.sim.bouncing = True
    for _ in range(count):
        button = chance.choice(list(Button))
        bench.sim.touch(button, chance.uniform(shortest, 0.3))
        bench.wait(chance.uniform(0.12, 0.25))
        found = bench.presses()
        assert set(found) <= {Pressed(button)}
        numbers.add(len(found))
    return numbers


@pytest.mark.parametrize("edges", [True, False])
def test_a_thousand_bouncing_touches_are_a_thousand_presses(bench: Fingers, edges: bool) -> None:
    for contact in () if edges else bench.panel._contacts:
        contact.pin.when_changed = None
    assert trains(bench, 1000, shortest=0.04 if edges else 0.06) == {1}


def test_without_debouncing_there_would_be_more(bench: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "PRESS_STEADY", 0.0)
    monkeypatch.setattr(keys, "RELEASE_STEADY", 0.0)
    assert max(trains(bench, 50, shortest=0.06)) > 1


@pytest.mark.parametrize("touches", [
    [(Button.LAST_ORDER, 0.08), (Button.BACK, 0.08), (Button.OK, 0.08)], [(Button.BACK, 0.08)] * 3,
    [(Button.OK, 1.9), (Button.OK, 2.1)], [(Button.BACK, 0.01)],
], ids=["each key", "one key again and again", "short and long", "a bounce alone"])  # fmt: skip
def test_what_keys_did_while_nobody_looked_still_counts(bench: Fingers, touches: list[tuple[Button, float]]) -> None:
    """The panel's thread comes late on a machine that is busy with something else."""
    bench.looks, bench.sim.bouncing = False, touches != [(Button.BACK, 0.01)]
    for button, seconds in touches:
        bench.sim.touch(button, seconds)
        bench.wait(0.1)
    bench.looks = True
    bench.wait(0.1)
    assert bench.presses() == [Pressed(button, long=seconds > 2) for button, seconds in touches if seconds > 0.05]


@pytest.mark.parametrize(("seconds", "pressed"), [(0.06, [False]), (2.1, [True]), (0.01, [])])
def test_both_edges_of_a_press_told_at_once_keep_their_own_times(bench: Fingers, seconds: float, pressed: list[bool]) -> None:
    bench.wait(10)
    bench.pins.late = 5 + seconds
    bench.sim.press(Button.OK)
    bench.pins.late = 5
    bench.sim.release(Button.OK)
    bench.wait(0.1)
    assert [press.long for press in bench.presses()] == pressed


@pytest.mark.parametrize(("held", "pressed"), [
    (LONG - 0.05, [False]), (LONG - 0.005, [False]), (LONG + 0.02, [True]), (3, [True]), (STUCK - 0.1, [True]),
    (STUCK + 0.1, []), (300, []),
])  # fmt: skip
def test_two_seconds_divide_short_from_long_and_ten_long_from_stuck(bench: Fingers, held: float, pressed: list[bool]) -> None:
    found = []
    for seconds in (held, 0.1):  # And it works as a key again.
        bench.sim.touch(Button.OK, seconds)
        bench.wait(1)
        found += [press.long for press in bench.presses()]
    assert found == [*pressed, False]


@pytest.mark.parametrize("button", [Button.BACK, Button.OK])
def test_a_key_that_is_down_at_the_start_counts_only_once_released(button: Button) -> None:
    bench = Fingers()
    bench.sim.press(button)
    bench.wait(10)
    bench.sim.release(button)
    bench.wait(1)
    assert bench.presses() == []
    bench.sim.touch(button)
    bench.wait(1)
    assert bench.presses() == [Pressed(button)]


def test_it_rests_while_nothing_moves_and_no_longer(bench: Fingers) -> None:
    bench.panel.light(Light.READY)
    bench.wait(0.1)
    before = bench.ticks
    bench.wait(10)
    assert bench.ticks - before <= 10 / REST + 1
    for begin, end in (
        (lambda: bench.sim.press(Button.BACK), PRESS_STEADY),
        (lambda: bench.panel.play(Phrase.RIGHT), 0.07),
        (lambda: bench.panel.light(Light.REFUSED), 0.5),
    ):
        begin()
        bench.wait(0)
        assert bench.panel.patience() == TICK
        bench.wait(end + 2 * TICK)
        assert bench.panel.patience() == REST


@pytest.mark.parametrize("button", Button)
def test_a_stuck_key_is_a_press_at_most_and_two_lines(bench: Fingers, button: Button, caplog: pytest.LogCaptureFixture) -> None:
    bench.sim.press(button)
    bench.wait(9)
    assert bench.panel.held(button)
    bench.wait(21)
    assert (bench.panel.held(button), bench.panel.is_down(button)) == (False, True)  # Pawns on the reader mean what they do.
    assert bench.presses() == ([] if button is Button.OK else [Pressed(button)])
    assert caplog.messages == [f"the key {button.value} has been down for 10 seconds: free it, or play by phone"]
    bench.sim.touch(Button.BACK if button is not Button.BACK else Button.LAST_ORDER)
    bench.wait(0.1)
    assert len(bench.presses()) == 1
    bench.sim.release(button)
    bench.wait(0.1)
    assert (caplog.messages[1:], bench.presses()) == ([f"the key {button.value} is free again"], [])


def test_phrases_are_heard_one_after_another_and_the_last_eight_kept(bench: Fingers) -> None:
    order = [Phrase.RIGHT, Phrase.TURN, Phrase.WRONG, Phrase.LAST_ORDER, Phrase.RIGHT] * 2
    for count, phrase in enumerate(order):
        bench.panel.play(phrase)
        bench.wait(0.01)
        assert (bench.sim.sounding, bench.sim.heard[0]) == (True, count)
        bench.wait(1.5)
    assert not bench.sim.sounding
    assert bench.sim.heard == bench.panel.said == (10, tuple(order[-8:]))
    for phrase in (Phrase.LAST_ORDER, Phrase.WRONG):  # A phrase cut off after four of five beats is not heard as another one.
        bench.panel.play(phrase)
        bench.wait(0.4)
    assert (bench.panel.said[0], bench.sim.heard[0]) == (12, 10)


def test_the_led_shows_what_it_is_told(bench: Fingers) -> None:
    seen = []
    for light in (Light.ASKED, Light.REFUSED, Light.READ, Light.OFF):
        bench.panel.light(light, AMBER)
        seen += [bench.sim.colour for _ in range(100) if bench.wait(0.01) is None]
    assert [colour for colour, _ in groupby(seen)] == [AMBER, RED, BLACK, RED, AMBER, WHITE, AMBER, BLACK]


def test_close_is_dark_and_silent_before_the_first_pin_is_given_back_and_gives_back_all(bench: Fingers) -> None:
    bench.panel.light(Light.ASKED, AMBER)
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.01)
    assert bench.sim.sounding
    given_back = []
    bench.pins.pin(wiring.BUZZER.bcm).listener = lambda level: given_back.append(bench.panel._contacts[-1].closed)
    for _ in range(2):
        bench.panel.close()
    assert (given_back, bench.sim.sounding, bench.sim.colour) == ([False], False, (0, 0, 0))
    failing = GpioPanel(bench.pins)
    failing.light(Light.ASKED, AMBER)
    failing.tick()
    bench.pins.within_reach = False  # What is written raises now.
    failing.close()
    bench.pins.within_reach = True
    GpioPanel(bench.pins).close()


def beats(tune: Tune, seconds: float, start: float = 0.0) -> list[tuple[int, int]]:
    """Return the (start, length) of each beat, in milliseconds."""
    runs = groupby(range(round(seconds * 1000)), lambda at: tune.is_on(start + at / 1000 + 1e-9))
    return [(run[0], len(run)) for sounds, run in ((sounds, list(run)) for sounds, run in runs) if sounds]


def test_every_phrase_sounds_as_written_ends_within_a_second_and_is_told_by_its_number_of_beats() -> None:
    assert (set(PHRASES), len({len(pattern) for pattern in PHRASES.values()})) == (set(Phrase), len(PHRASES))
    assert max(max(pattern[1::2], default=0) for pattern in PHRASES.values()) / 1000 <= CUT < PAUSE
    for phrase, pattern in PHRASES.items():
        (tune := Tune()).play(phrase, 0.0)
        assert [long for _, long in beats(tune, 2)] == list(pattern[::2])
    for pattern in (*PHRASES.values(), *(pattern for _, pattern in FLASHES.values())):
        assert (len(pattern) % 2, length(pattern) < 1, min(pattern) >= 50) == (1, True, True)


TOGETHER = {
    "an answer waits for an answer": ([(Phrase.WRONG, 0.0), (Phrase.RIGHT, 0.1)], [(0, 160), (250, 160), (660, 70)]),
    "an answer cuts announcements off within 150 milliseconds":
        ([(Phrase.LAST_ORDER, 0.0), (Phrase.TURN, 0.0), (Phrase.WRONG, 0.03)], [(130, 160), (380, 160)]),
    "a flood is forgotten": ([(Phrase.RIGHT, at / 1000) for at in range(100)], [(320, 70), (640, 70), (960, 70)]),
}  # fmt: skip


@pytest.mark.parametrize(("phrases", "expected"), TOGETHER.values(), ids=TOGETHER)
def test_phrases_come_one_after_another(phrases: list[tuple[Phrase, float]], expected: list[tuple[int, int]]) -> None:
    tune = Tune()
    for phrase, at in phrases:
        tune.play(phrase, at)
    assert beats(tune, 3) == expected
    tune.play(Phrase.RIGHT, 20.0)  # After the end of the previous phrase it starts at once.
    assert (beats(tune, 1, start=20.0), set(ANSWERS), CUT <= 0.15) == ([(0, 70)], {Phrase.RIGHT, Phrase.WRONG}, True)
