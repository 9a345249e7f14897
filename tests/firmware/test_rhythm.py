"""What a panel is made of: rhythms, a light that breathes and flashes, and keys without their bounces."""

from itertools import accumulate, groupby, pairwise

import pytest

from firmware.devices import Button, Light, Phrase, Pressed
from firmware.keys import LONG, STUCK, Key
from firmware.rhythm import ANSWERS, BLACK, BREATH, CUT, FLASHES, PAUSE, PHRASES, Glow, Tune, breath, length

AMBER = (255, 160, 0)


def played(*phrases: tuple[Phrase, float]) -> Tune:
    tune = Tune()
    for phrase, at in phrases:
        tune.play(phrase, at)
    return tune


def beats(tune: Tune, seconds: float, start: float = 0.0) -> list[tuple[int, int]]:
    """Return the (start, length) of what sounds, in milliseconds."""
    on = [tune.is_on(start + at / 1000 + 1e-9) for at in range(round(seconds * 1000))]
    runs = [(sounds, len(list(run))) for sounds, run in groupby(on)]
    starts = accumulate((length for _, length in runs), initial=0)
    return [(at, length) for at, (sounds, length) in zip(starts, runs, strict=False) if sounds]


def test_every_phrase_sounds_as_written_ends_within_a_second_and_is_told_by_its_number_of_beats() -> None:
    assert set(PHRASES) == set(Phrase)
    assert len({len(pattern) for pattern in PHRASES.values()}) == len(PHRASES)
    assert max(max(pattern[1::2], default=0) for pattern in PHRASES.values()) / 1000 <= CUT < PAUSE
    for phrase, pattern in PHRASES.items():
        assert [long for _, long in beats(played((phrase, 0.0)), 2)] == list(pattern[::2])
    for pattern in (*PHRASES.values(), *(pattern for _, pattern in FLASHES.values())):
        assert (len(pattern) % 2, length(pattern) < 1, min(pattern) >= 50) == (1, True, True)


TOGETHER = {
    "one waits for another": ([(Phrase.RIGHT, 0.0), (Phrase.TURN, 0.0)], [(0, 70), (320, 70), (460, 70), (600, 200)]),
    "an answer waits for an answer": ([(Phrase.WRONG, 0.0), (Phrase.RIGHT, 0.1)], [(0, 160), (250, 160), (660, 70)]),
    "an answer cuts announcements off within 150 milliseconds":
        ([(Phrase.LAST_ORDER, 0.0), (Phrase.TURN, 0.0), (Phrase.WRONG, 0.03)], [(130, 160), (380, 160)]),
    "a flood is forgotten": ([(Phrase.RIGHT, at / 1000) for at in range(100)], [(320, 70), (640, 70), (960, 70)]),
    "nothing": ([], []),
}  # fmt: skip


@pytest.mark.parametrize("case", TOGETHER)
def test_phrases_come_one_after_another(case: str) -> None:
    phrases, expected = TOGETHER[case]
    tune = played(*phrases)
    assert beats(tune, 3) == expected
    tune.play(Phrase.RIGHT, 20.0)  # After the end of another it starts at once.
    assert beats(tune, 1, start=20.0) == [(0, 70)]
    assert set(ANSWERS) == {Phrase.RIGHT, Phrase.WRONG}
    assert CUT <= 0.15


def test_the_breath_is_slow_never_jumps_or_blinds_and_is_not_begun_anew_by_the_same_light() -> None:
    levels = [breath(at / 100) for at in range(round(BREATH * 100))]
    assert 0 < levels[0] == min(levels) < 0.1
    assert max(levels) == pytest.approx(0.6)
    assert max(abs(one - other) for one, other in pairwise(levels)) < 0.06
    glow = Glow()
    assert glow.colour(0.0) == BLACK
    for begun in (0.0, BREATH / 2):
        glow.show(Light.READY, AMBER, begun)
        assert [glow.colour(at) for at in (0.0, BREATH / 2, BREATH)] == [(10, 6, 0), (153, 96, 0), (10, 6, 0)]


# Keys without their bounces


UP, DOWN = False, True
STEP = 0.005


def presses(key: Key, *spans: tuple[bool, float]) -> list[tuple[object, Pressed]]:
    """Feed the key *spans* of (level, seconds) and return (time, press) for each press, the time within a step."""
    levels = [level for level, seconds in spans for _ in range(round(seconds / STEP))]
    timed = [(turn * (STEP + 1e-6), level) for turn, level in enumerate(levels)]
    return [(pytest.approx(at, abs=STEP + 1e-3), press) for at, level in timed if (press := key.update(level, at))]


def test_a_plain_key_reports_when_it_goes_down_and_one_with_a_long_form_when_it_comes_up() -> None:
    assert presses(Key(Button.BACK), (UP, 1), (DOWN, 1), (UP, 1)) == [(1.015, Pressed(Button.BACK))]
    assert presses(Key(Button.OK, has_long=True), (UP, 1), (DOWN, 0.5), (UP, 1)) == [(1.54, Pressed(Button.OK))]


@pytest.mark.parametrize(
    ("held", "pressed"),
    [(LONG - 0.05, [False]), (LONG - 0.005, [False]), (LONG + 0.02, [True]), (3, [True]),
     (STUCK - 0.1, [True]), (STUCK + 0.1, []), (300, [])],
)  # fmt: skip
def test_two_seconds_divide_short_from_long_and_ten_long_from_stuck(held: float, pressed: list[bool]) -> None:
    key = Key(Button.OK, has_long=True)
    assert [press.long for _, press in presses(key, (UP, 1), (DOWN, held), (UP, 1))] == pressed
    assert len(presses(key, (DOWN, 0.1), (UP, 1))) == 1  # And is a key again.


@pytest.mark.parametrize("has_long", [False, True])
def test_a_key_that_is_down_at_the_start_counts_only_once_released(has_long: bool) -> None:
    key = Key(Button.OK, has_long=has_long)
    assert presses(key, (DOWN, 10), (UP, 1)) == []
    assert len(presses(key, (UP, 1), (DOWN, 0.1), (UP, 1))) == 1
