"""Leaks of Morra that somebody might write one day, each as a patch for the tests to find. The first of a dozen."""

from dataclasses import replace
from typing import Any

import barkeep_morra as morra
from barkeep_morra import HandShown
from companion.kit.sealed import Sealed
from companion.lab.secrecy import leaking
from companion.lab.secrecy.leaking import Patch


def fingers_on_the_outside_of_a_hand(patch: Patch) -> None:
    def written_on(state: Any, event: Any) -> Any:
        hand = event.hand.open()
        return replace(event, hand=Sealed(hand, event.hand.eyes, outside=hand.fingers))

    leaking.told(patch, morra, HandShown, written_on)
