"""Somebody at the terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from companion.words import LANGUAGES, Words
from firmware.devices import Button
from firmware.person import BLUE, GREEN, RED, AtTheTerminal, Nobody

PICTURE = Image.new("1", (128, 64), 0)


class Terminal:
    """What was written, and the lines that will be typed."""

    def __init__(self, *typed: str, language: str = "en") -> None:
        self.written: list[str] = []
        self._typed = list(typed)
        self.person = AtTheTerminal(Words(language, strict=True), self.written.append, self._read)

    def _read(self) -> str:
        if not self._typed:
            raise EOFError
        return self._typed.pop(0)


ASKED: list[Callable[[AtTheTerminal], bool | None]] = [
    lambda person: person.sees_picture(PICTURE),
    lambda person: person.sees_colour(RED),
    lambda person: person.sees_colour(GREEN),
    lambda person: person.sees_colour(BLUE),
    lambda person: person.hears(lambda: None),
]


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_typed_is_understood_and_without_a_terminal_all_is_skipped(
    asked: Callable[[AtTheTerminal], bool | None],
) -> None:
    meant = {"": True, "y": True, "Yes": True, "n": False, " No ": False, "s": None, "Skip": None}
    terminal = Terminal(*meant)
    assert {typed: asked(terminal.person) for typed in meant} == meant
    assert len(terminal.written) == len(meant)
    assert asked(terminal.person) is None


def test_a_tag_lies_there_unless_it_is_skipped() -> None:
    terminal = Terminal("", "s", "n")
    assert [terminal.person.lays_tag(2) for _ in range(3)] == [True, False, False]
    assert terminal.written == ["Lay one tag flat on reader 2, then press Enter (s skips)."] * 3


def test_a_key_is_asked_for_without_a_line_to_type() -> None:
    terminal = Terminal()
    assert terminal.person.presses(Button.LAST_ORDER)
    assert terminal.written == ["Press the key LAST ORDER on the panel within 15 seconds."]


def test_the_buzzer_sounds_as_often_as_wanted() -> None:
    terminal, played = Terminal("a", "A", "n"), []
    assert terminal.person.hears(lambda: played.append(1)) is False
    assert len(played) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_words(language: str) -> None:
    terminal = Terminal(language=language)
    for asked in (*ASKED, lambda person: person.lays_tag(1)):
        asked(terminal.person)
    for button in Button:
        terminal.person.presses(button)
    assert len(set(terminal.written)) == len(ASKED) + 1 + len(Button)


def test_nobody_does_nothing_and_sees_nothing() -> None:
    person, played = Nobody(), []
    assert (person.lays_tag(1), person.presses(Button.OK)) == (False, False)
    assert {person.sees_picture(PICTURE), person.sees_colour(RED), person.hears(lambda: played.append(1))} == {None}
    assert not played
