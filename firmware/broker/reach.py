"""Log in one line each that a broker is lost, with what to do about it, and that it is back."""

from __future__ import annotations

import logging


class Reach:
    """Whether the broker at *host* is within reach, as far as the log has told."""

    def __init__(self, host: str) -> None:
        self._host, self._is_lost = host, False

    def refused(self, answer: object) -> None:
        """The broker doesn't let this machine in; *answer* is its own word for why."""
        self._lose(f"it refuses this machine ({answer}): check user, password and certificate")

    def failed(self) -> None:
        """It can't be reached."""
        self._lose("check its address, and that this machine is in its network")

    def dropped(self) -> None:
        """It was within reach, and isn't any more."""
        self._lose("it is tried again every half minute at least")

    def back(self) -> None:
        """It is within reach."""
        if self._is_lost:
            self._is_lost = False
            logging.getLogger(__name__).warning("the broker at %s is back", self._host)

    def _lose(self, remedy: str) -> None:
        if not self._is_lost:
            self._is_lost = True
            logging.getLogger(__name__).warning("the broker at %s is lost: %s", self._host, remedy)
