"""Say one text after the other in a thread of its own, so that neither the table nor the display waits for a voice."""

from __future__ import annotations

import logging
import threading
from collections import deque
from typing import TYPE_CHECKING, Final

from firmware.devices import DeviceError

if TYPE_CHECKING:
    from firmware.devices import Voice

WAITING: Final = 2  # Texts that may wait; a newer one takes the place of the oldest, because old news confuse.


class Talker:
    """Let *voice* say what `tell` is given. Its loss and its return are logged in one line each."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._texts: deque[str] = deque(maxlen=WAITING)
        self._changed = threading.Condition()
        self._closed = self._lost = False

    def tell(self, text: str) -> None:
        """Have *text* said soon, by `talk_forever`; return at once."""
        with self._changed:
            self._texts.append(text)
            self._changed.notify()

    def talk_forever(self) -> None:
        """Say the texts as they come, until `close`."""
        while (text := self._next()) is not None:
            self._say(text)

    def close(self) -> None:
        """Fall silent, and end `talk_forever`."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._voice.close()

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._texts or self._closed)
            return None if self._closed else self._texts.popleft()

    def _say(self, text: str) -> None:
        try:
            self._voice.say(text)
        except DeviceError as loss:
            if not self._lost:
                logging.getLogger(__name__).warning("the voice is lost: %s", loss.remedy)
            self._lost = True
            return
        if self._lost:
            logging.getLogger(__name__).warning("the voice is back")
            self._lost = False
