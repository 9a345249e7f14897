"""Games of Shark for the pages to show: played to a known position, or until some condition holds."""

from typing import Final

from companion.games.shark.moves import Build, Buy, EndTurn, NameFirst, TakeShare, ThrowDice
from companion.table.table import Table

SIX: Final = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Fien"}
FOUR: Final = {letter: SIX[letter] for letter in "ABCD"}
BY_HAND: Final = {"first": "chosen", "dice": "real"}  # Nothing is left to chance.


def shares(table: Table, **taken: str) -> None:
    """Let A begin and everybody take a first share: *taken* are companies by seat."""
    table.act("A", NameFirst("A"))
    for letter, company in taken.items():
        table.act(letter, TakeShare(company))


def throw(table: Table, letter: str, zone: int, colour: str) -> None:
    table.act(letter, ThrowDice(zone, colour))


def build(table: Table, letter: str, company: str, cell: str) -> None:
    table.act(letter, ThrowDice(1, company))
    table.act(letter, Build(company, cell))


def two_buildings(table: Table) -> None:
    """A table of four (BY_HAND) after the turns of A and B: Green on C1, Blue on A1, and B without cash."""
    shares(table, A="yellow", B="green", C="green", D="yellow")
    build(table, "A", "green", "C1")
    table.act("A", EndTurn())
    table.act("B", Buy("green"))
    build(table, "B", "blue", "A1")
    table.act("B", Buy("blue"))
    table.act("B", EndTurn())


def owing(table: Table) -> None:
    """Let C remove Green with a chain of Blue: B has 1, owes 2, and can sell a green or a blue share for the missing 1."""
    two_buildings(table)
    build(table, "C", "blue", "B1")


def crash(table: Table) -> None:
    """A table of six (BY_HAND): E's chain of Blue removes three companies from the map, and A, B and C owe three each."""
    shares(table, A="red", B="green", C="yellow", D="blue", E="blue", F="red")
    for letter, company, cell in (("A", "red", "B1"), ("B", "green", "B3"), ("C", "yellow", "C2")):
        build(table, letter, company, cell)
        table.act(letter, Buy(company, 2))
        table.act(letter, EndTurn())
    build(table, "D", "blue", "A2")
    table.act("D", EndTurn())
    build(table, "E", "blue", "B2")
