"""Say texts by espeak-ng, which Debian has: one process for each text, so that a failed one costs that text alone."""

from __future__ import annotations

import subprocess
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from firmware.devices import DeviceError

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM: Final = "espeak-ng"
WORDS_A_MINUTE: Final = 150  # It speaks 175 by itself, which is too fast in a full room.
LONGEST: Final = 60.0  # Seconds. The longest sentences take ten.
NO_SOUND: Final = "error:"  # Begins what it writes if it finds no loudspeaker; it ends with 0 nevertheless.

INSTALL: Final = "install espeak-ng (sudo apt install espeak-ng), or play with --no-voice"
CONNECT: Final = "connect a loudspeaker, and let this user use it (group audio), or play with --no-voice"
RESTART: Final = "it stopped in the middle of a sentence: check the loudspeaker's connection and the Pi's supply"


class Espeak:
    """A voice (devices.Voice) in *language*. *program* and its first arguments can be others than espeak-ng's."""

    def __init__(self, language: str, program: Sequence[str] = (PROGRAM,)) -> None:
        self._words = (*program, "-v", language, "-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin")
        self._lock = threading.Lock()  # Guards `_speaking` and `_closed`, and isn't held while the program speaks.
        self._speaking: subprocess.Popen[str] | None = None
        self._closed = False

    def say(self, text: str) -> None:
        """Say *text*, and return when it has been said; raise DeviceError with what is missing."""
        if (process := self._started()) is None:
            return
        try:
            # By the standard input: a text that begins with a dash would be an option otherwise.
            _, trouble = process.communicate(text + "\n", timeout=LONGEST)
        except subprocess.TimeoutExpired as hung:
            raise DeviceError("voice", RESTART) from hung
        finally:
            process.kill()
            process.wait()
        if any(line.startswith(NO_SOUND) for line in trouble.splitlines()):
            raise DeviceError("voice", CONNECT)
        if process.returncode and not self._closed:
            raise DeviceError("voice", RESTART)

    def close(self) -> None:
        """Fall silent, in the middle of a word if need be."""
        with self._lock:
            self._closed = True
            if self._speaking is not None:
                with suppress(ProcessLookupError):
                    self._speaking.kill()

    def _started(self) -> subprocess.Popen[str] | None:
        with self._lock:
            if self._closed:
                return None
            try:
                self._speaking = subprocess.Popen(
                    self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    encoding="utf-8",
                    errors="replace",
                )
            except OSError as missing:
                raise DeviceError("voice", INSTALL) from missing
            return self._speaking
