"""Messages to people: codes of sentences, with fields for each language's translation to fill in; and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Who:
    """A player in a sentence; the player's name is put there."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Thing:
    """The proper name of a thing on the table, such as a bar, which is the same in every language."""

    name: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word inside a sentence that is translated by its *code*, such as a colour."""

    code: str


Field: TypeAlias = "int | str | Who | Thing | Term"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, given by its *code* and the *fields* to fill in; `companion.words` has the text."""

    code: str
    fields: tuple[tuple[str, Field], ...] = ()


def say(code: str, **fields: Field) -> Said:
    """Return the sentence *code* with its *fields*; a field named `count` selects the plural form."""
    return Said(code, tuple(fields.items()))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command can't be done now, by facts that the refused seat may know. *rule* is its number in the RULEBOOK."""

    said: Said
    rule: str


class Illegal(Exception):
    """A player asked for what the rules don't allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.said.code} ({refusal.rule})")
        self.refusal = refusal
