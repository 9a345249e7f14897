"""Leaks of Morra that somebody might write one day, each as a patch for the tests to find. The first of a dozen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.sealed import Sealed
from tests.example import morra
from tests.example.morra import HandShown
from tests.secrecy import leaking
from tests.secrecy.leaking import Leak, Patch


def fingers_on_the_outside_of_a_hand(patch: Patch) -> None:
    def written_on(state: Any, event: Any) -> Any:
        if not isinstance(event, HandShown):
            return event
        hand = event.hand.open()
        return replace(event, hand=Sealed(hand, event.hand.eyes, outside=hand.fingers))

    leaking.told(patch, morra, written_on)


LEAKS: tuple[Leak, ...] = (fingers_on_the_outside_of_a_hand, *leaking.LEAKS)
