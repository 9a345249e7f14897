"""All promises, in the order in which they are printed, and all defences. A game's are included once it is in `GAMES`."""

from typing import Final

from tests.proof import (  # isort: skip
    agreement, announcements, clock, comeback, conservation, crashes, damage, disclosure, failing, floods, house, kills,
    mutants, once, refusing, secrecy,
)  # fmt: skip
from tests.proof.promise import Defence, Promise

TOPICS: Final = (
    crashes, failing, damage, kills, clock, comeback, conservation, agreement, refusing, mutants, announcements, once, floods,
    secrecy, disclosure, house,
)  # fmt: skip


def promises() -> tuple[Promise, ...]:
    return tuple(one for topic in TOPICS for one in topic.promises())


def defences() -> tuple[Defence, ...]:
    return tuple(one for topic in TOPICS for one in getattr(topic, "DEFENCES", ()))
