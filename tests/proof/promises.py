"""All promises, in the order in which they are printed, and all defences. A game's are included once it is in `GAMES`."""

from typing import Final

from tests.proof import disclosure, house, photographs, secrecy
from tests.proof.durability import clock, comeback, crashes, damage, failing, kills
from tests.proof.promise import Defence, Promise
from tests.proof.rules import agreement, announcements, conservation, mutants
from tests.proof.serving import floods, once

TOPICS: Final = (
    crashes, failing, damage, kills, clock, comeback, conservation, agreement, mutants, announcements, once, floods,
    secrecy, disclosure, house, photographs,
)  # fmt: skip


def promises() -> tuple[Promise, ...]:
    return tuple(one for topic in TOPICS for one in topic.promises())


def defences() -> tuple[Defence, ...]:
    return tuple(one for topic in TOPICS for one in getattr(topic, "DEFENCES", ()))
