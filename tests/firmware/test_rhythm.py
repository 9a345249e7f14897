from __future__ import annotations

from itertools import pairwise

import pytest

from firmware.devices import Light, Phrase
from firmware.rhythm import (
    ANSWERS,
    BLACK,
    BREATH,
    CUT,
    FLASHES,
    PAUSE,
    PHRASES,
    RED,
    WHITE,
    Glow,
    Tune,
    breath,
    is_on,
    length,
)

AMBER = (255, 160, 0)


def played(*phrases: tuple[Phrase, float]) -> Tune:
    """Return a tune that was asked for each of *phrases* at its time."""
    tune = Tune()
    for phrase, at in phrases:
        tune.play(phrase, at)
    return tune


def beats(tune: Tune, seconds: float, start: float = 0.0) -> list[tuple[int, int]]:
    """Return the (start, length) of what sounds, in milliseconds."""
    found, was = [], False
    for at in range(round(seconds * 1000)):
        on = tune.is_on(start + at / 1000 + 1e-9)
        if on and not was:
            found.append([at, 0])
        if on:
            found[-1][1] += 1
        was = on
    return [tuple(beat) for beat in found]


@pytest.mark.parametrize(
    ("at", "on"),
    [(-0.001, False), (0, True), (0.099, True), (0.1, False), (0.149, False), (0.15, True), (0.349, True), (0.35, False)],
)  # fmt: skip
def test_beats_are_on_and_off_in_turn(at: float, on: bool) -> None:
    assert is_on((100, 50, 200), at) is on


def test_every_phrase_and_flash_ends_silent_and_within_a_second() -> None:
    assert set(PHRASES) == set(Phrase)
    for pattern in (*PHRASES.values(), *(pattern for _, pattern in FLASHES.values())):
        assert len(pattern) % 2 == 1
        assert length(pattern) < 1
        assert min(pattern) >= 50


def test_phrases_are_told_apart_by_the_number_of_beats() -> None:
    assert len({len(pattern) for pattern in PHRASES.values()}) == len(PHRASES)
    assert max(max(pattern[1::2], default=0) for pattern in PHRASES.values()) / 1000 <= CUT < PAUSE


@pytest.mark.parametrize("phrase", Phrase)
def test_a_phrase_sounds_as_written(phrase: Phrase) -> None:
    assert beats(played(), 1) == []
    assert [long for _, long in beats(played((phrase, 0.0)), 2)] == list(PHRASES[phrase][::2])


TOGETHER = {
    "one waits for another": ([(Phrase.RIGHT, 0.0), (Phrase.TURN, 0.0)], [(0, 70), (320, 70), (460, 70), (600, 200)]),
    "an answer waits for an answer": ([(Phrase.WRONG, 0.0), (Phrase.RIGHT, 0.1)], [(0, 160), (250, 160), (660, 70)]),
    "an answer cuts announcements off within 150 milliseconds":
        ([(Phrase.LAST_ORDER, 0.0), (Phrase.TURN, 0.0), (Phrase.WRONG, 0.03)], [(130, 160), (380, 160)]),
}  # fmt: skip


@pytest.mark.parametrize("case", TOGETHER)
def test_phrases_come_one_after_another(case: str) -> None:
    phrases, expected = TOGETHER[case]
    assert beats(played(*phrases), 3) == expected
    assert set(ANSWERS) == {Phrase.RIGHT, Phrase.WRONG}
    assert CUT <= 0.15


def test_an_announcement_waits_for_another() -> None:
    tune = played((Phrase.LAST_ORDER, 0.0), (Phrase.TURN, 0.1))
    assert [long for _, long in beats(tune, 3)] == [60, 60, 60, 60, 400, 70, 70, 200]


def test_a_flood_is_forgotten_and_over_then() -> None:
    tune = played(*((Phrase.RIGHT, at / 1000) for at in range(100)))
    assert len(beats(tune, 20)) == 3
    tune.play(Phrase.RIGHT, 20.0)  # After the end of another it starts at once.
    assert beats(tune, 1, start=20.0) == [(0, 70)]


def test_a_tune_is_over_when_nothing_sounds_or_waits() -> None:
    assert played().is_over(0.0)
    tune = played((Phrase.RIGHT, 0.0), (Phrase.TURN, 0.0))
    assert not any(tune.is_over(at / 1000) for at in range(800))  # The pause between them, too.
    assert tune.is_over(0.81)


# The light


@pytest.mark.parametrize(("light", "colour", "count"), [(Light.READ, WHITE, 1), (Light.REFUSED, RED, 2)])
def test_a_flash_has_its_own_colour_and_gives_the_light_back(light: Light, colour: tuple[int, ...], count: int) -> None:
    glow = Glow()
    glow.show(Light.READY, AMBER, 0.0)
    assert not glow.is_flashing(0.0)
    glow.show(light, (1, 2, 3), 10.0)
    glow.show(Light.ASKED, AMBER, 10.05)  # Shines after it.
    seen = [glow.colour(10 + at / 1000) for at in range(1000)]
    assert sum(one != colour and other == colour for one, other in pairwise([None, *seen])) == count
    assert seen[-1] == AMBER
    assert set(seen) == {colour, AMBER} | ({BLACK} if count == 2 else set())
    last = max(at for at, one in enumerate(seen) if one == colour)
    assert [glow.is_flashing(10 + at / 1000) for at in (last, last + 10)] == [True, False]


def test_the_breath_is_slow_and_never_jumps_or_blinds() -> None:
    levels = [breath(at / 100) for at in range(round(BREATH * 100))]
    assert 0 < levels[0] == min(levels) < 0.1
    assert max(levels) == pytest.approx(0.6)
    assert max(abs(one - other) for one, other in pairwise(levels)) < 0.06
    assert breath(1.0) == breath(1.0 + BREATH)


def test_ready_breathes_and_is_not_begun_anew_by_the_same_light() -> None:
    glow = Glow()
    assert glow.colour(0.0) == BLACK
    glow.show(Light.READY, AMBER, 0.0)
    first = glow.colour(BREATH / 2)
    glow.show(Light.READY, AMBER, BREATH / 2)
    assert glow.colour(BREATH / 2) == first == (153, 96, 0)
    assert glow.colour(0.0) == (10, 6, 0)
