"""The person whom the doctor asks to lay tags, press keys, look and listen: somebody at the terminal, or nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from companion.kit.messages import Said, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.Image import Image

    from companion.words import Words
    from firmware.devices import Button
    from firmware.panel.rhythm import Colour

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
KEYS: Final = {"ok": "OK", "back": "BACK", "last_order": "LAST ORDER"}  # As printed beside the keys.

_SHINES: Final = {RED: say("doctor.ask.red"), GREEN: say("doctor.ask.green"), BLUE: say("doctor.ask.blue")}


class Person(Protocol):
    """Somebody beside the table. Answers are True for yes, False for no, None if nobody answers."""

    def lays_tag(self, reader: int, /) -> bool:
        """Lay one tag on the reader with this number, counted from 1; return False if nobody does."""

    def presses(self, button: Button, /) -> bool:
        """Press *button* within the next few seconds; return False if it is certain that nobody will."""

    def sees_picture(self, picture: Image, /) -> bool | None:
        """Return whether the display shows *picture*, the test picture."""

    def sees_colour(self, colour: Colour, /) -> bool | None:
        """Return whether the LED shines in *colour*: RED, GREEN or BLUE."""

    def hears(self, play: Callable[[], None], question: Said, /) -> bool | None:
        """Return the answer to *question* about what was heard when *play* was called, once or more often."""


class Nobody:
    """Nobody is there, so every examination that needs a person is skipped."""

    def lays_tag(self, _reader: int) -> bool:
        """Return False."""
        return False

    def presses(self, _button: Button) -> bool:
        """Return False."""
        return False

    def sees_picture(self, picture: Image) -> None:
        """See nothing."""

    def sees_colour(self, colour: Colour) -> None:
        """See nothing."""

    def hears(self, play: Callable[[], None], question: Said) -> None:
        """Hear nothing."""


class AtTheTerminal:
    """A person who reads what *write* shows and answers with a line, returned by *read*.

    Enter means yes or done, "s" skips, "n" means no; EOFError from *read* counts as skipping.
    """

    def __init__(self, words: Words, write: Callable[[str], None], read: Callable[[], str]) -> None:
        self._words, self._write, self._read = words, write, read

    def lays_tag(self, reader: int) -> bool:
        """Ask for a tag, and wait until it is laid on the reader."""
        return self._answer(say("doctor.ask.tag", number=reader)) is True

    def presses(self, button: Button) -> bool:
        """Ask for a press; the panel itself detects it."""
        self._write(self._words.text("doctor.ask.key", key=KEYS[button.value]))
        return True

    def sees_picture(self, _picture: Image) -> bool | None:
        """Ask what the display shows."""
        return self._answer(say("doctor.ask.picture"))

    def sees_colour(self, colour: Colour) -> bool | None:
        """Ask whether the LED shines in *colour*."""
        return self._answer(_SHINES[colour])

    def hears(self, play: Callable[[], None], question: Said) -> bool | None:
        """Play, then ask; the answer "a" plays again."""
        while True:
            play()
            said = self._line(question)
            if said != "a":
                return _meant(said)

    def _answer(self, question: Said) -> bool | None:
        return _meant(self._line(question))

    def _line(self, question: Said) -> str:
        self._write(self._words.say(question, {}))
        try:
            return self._read().strip().lower()[:1]
        except EOFError:
            return "s"


def _meant(letter: str) -> bool | None:
    return {"s": None, "n": False}.get(letter, True)
