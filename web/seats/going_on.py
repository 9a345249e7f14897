"""The wish to go on from a finished game, as pages show it: who wants what, and the command by which another agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.kit.options import OneOfEach, Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.agreeing.motions import Motion
    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Wish:
    """*seat* wants to go on to *game*, and can drop *motion* again. Another agrees by *command*, as plain data.

    *rules* as for `house_rules`: nobody agrees to what they aren't shown.
    """

    motion: Motion
    seat: Seat
    game: str
    command: Mapping[str, object]
    rules: Sequence[tuple[str, str]] = ()


def wishes(now: Snapshot) -> list[Wish]:
    """Return the open wishes, that for a new game first. All of this is public."""
    found = [(motion, seat) for motion, voters in now.room.votes.items() for seat in voters if motion.kind == "next_game"]
    return [_wish(now, motion, seat) for motion, seat in sorted(found, key=lambda one: one[0].number)]


def _wish(now: Snapshot, motion: Motion, seat: Seat) -> Wish:
    agreed = now.evening
    if motion.number:
        return Wish(motion, seat, agreed.saved[motion.number].started.game, {"is": "TakeUp", "number": motion.number})
    options = agreed.options.get(agreed.next, {})
    return Wish(motion, seat, agreed.next, {"is": "StartGame", "game": agreed.next, "options": options}, house_rules(now))


def house_rules(now: Snapshot) -> list[tuple[str, str]]:
    """Return the rules of the game that the table has chosen which aren't left at their first choice; none without a game.

    Each is the word code of an option, and that of the choice.
    """
    game = now.games.get(now.evening.next)
    given, code = now.evening.options.get(now.evening.next, {}), f"{now.evening.next}.option"
    unlike = [(name, given[name], option.choices) for name, option in (_choices(game) if game else ()) if name in given]
    chosen = [(name, choice if choice in choices else choices[1], choices[0]) for name, choice, choices in unlike]
    return [(f"{code}.{name}", f"{code}.{name}.{one}") for name, one, first in chosen if one != first]


def _choices(game: AnyGame) -> list[tuple[str, Option | OneOfEach]]:
    return [(name, option) for name, option in game.OPTIONS.items() if isinstance(option, Option | OneOfEach)]
