"""What is said to people: sentences by their codes, with fields that the words of each language fill; and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Who:
    """A player in a sentence; the words put the player's name there."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Thing:
    """The proper name of a thing on the table, such as a bar; the same in every language."""

    name: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word that stands in sentences and that each language has its own for, such as a colour; by its *code*."""

    code: str


Field: TypeAlias = "int | str | Who | Thing | Term"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence by its *code* and the *fields* that fill it; `companion.words` has the sentence itself."""

    code: str
    fields: tuple[tuple[str, Field], ...] = ()


def say(code: str, **fields: Field) -> Said:
    """Return the sentence *code* with its *fields*; a field named `count` chooses the plural form."""
    return Said(code, tuple(fields.items()))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command can't be done now. Uses only what the refused seat may know. *rule* as numbered in the RULEBOOK."""

    said: Said
    rule: str


class Illegal(Exception):  # noqa: N818  # The table says "that is illegal", not "an illegal error".
    """A player asked for what the rules don't allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.said.code} ({refusal.rule})")
        self.refusal = refusal
