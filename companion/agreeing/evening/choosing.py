"""The table's choice of its next game, and for each game the options that it was given last.

Everybody at the table may choose, everybody sees it at once, and a game that has begun leaves its options for the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from companion.kit.messages import say
from companion.kit.options import OneOfEach, Option
from companion.seats.refusing import insist
from companion.tags.contents import groups

if TYPE_CHECKING:
    from companion.kit.game import AnyGame
    from companion.tags.contents import Rows


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Agree, between games, that *game* is played next."""

    game: str


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Agree, between games, that *game* is played next, with *options*; those that are left out stand at their first choice."""

    game: str
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class GameChosen:
    """*game* is to be played next, if nobody starts another one."""

    game: str


@dataclass(frozen=True, slots=True)
class OptionsChosen:
    """*game* is to be played next, with *options*."""

    game: str
    options: Mapping[str, object]


Command: TypeAlias = ChooseGame | ChooseOptions
Event: TypeAlias = GameChosen | OptionsChosen


def insist_on_choices(command: Command, games: Mapping[str, AnyGame], own: Mapping[str, Rows]) -> None:
    """Raise Illegal unless the game is one of *games*, and takes the options. *own* are the table's own boxes, by game."""
    insist(command.game in games, say("table.refusal.no_game"))
    if isinstance(command, ChooseOptions):
        game = games[command.game]
        taken = all(_takes(game, name, given, own) for name, given in command.options.items())
        insist(taken, say("table.refusal.options"))


def _takes(game: AnyGame, name: str, given: object, own: Mapping[str, Rows]) -> bool:
    """Return whether *given* is a choice of *game*'s option *name*: a word, or a thing of each group."""
    option = game.OPTIONS.get(name)
    match option, given:
        case (Option(choices), str()) | (OneOfEach(choices=choices), str()):
            return given in choices
        case OneOfEach(), list() | tuple():
            named = groups(game, name, own)
            return len(given) == len(named) and all(one in things for one, things in zip(given, named.values(), strict=True))
    return False
