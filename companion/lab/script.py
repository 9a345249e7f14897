"""The text form of a playthrough: a header, then steps of commands with the facts that each viewer sees change.

    title: A lamp for three
    game: pawnshop
    seats: A B C
    options: shelf full, till open

    > table: OpenShop; A: ShowThing lamp
    all: shelf lamp, till 20, A has_shown yes
    > B: OfferFor lamp 2+1+0     # two real notes, one fake
    A B: offer pile 2+1+0
    > A: RefuseOffer
    ! 4 too_late

A step is a `>` line: one command, or a run of them with `;` between (and at the end of a line that goes on in the next).
After the command's name stand its fields in their order, the first of which may have several words; `-` is an empty one.
Under it stand the facts that it changed, by viewer: `all`, or some of `table` and the seats. `! rule code` is a refusal.
What is not written has not changed, for nobody. A line may repeat what has not changed; a later line corrects an earlier
one for its viewers. Facts before the first step, if any, are all that there is at the start. `#` begins a comment.

A fact is a path and a value: `till 105 + 14 fakes`, `A purse 45 + 7 fakes`, `lamp owner B`, `offer -` (there is none).
`A (place 1, debts 1)` and `A B place 0` are short for two facts each. Paths are the fields of the game's view; `asks` are
the asks that stand for the viewer: those that can be answered (with `:reason` where an answer is missing), then `|` and those
that can't; `told` is what this viewer was told in this step and the table wasn't.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from companion.games import installed
from companion.kit.money import Pile
from companion.kit.viewers import CHANCE, TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.game import Game
    from companion.kit.viewers import Viewer

GONE: Final = "-"  # The value of a fact that isn't there.


class Unreadable(ValueError):  # noqa: N818  # The state of a file, not of the program.
    """The file isn't a playthrough; the text names file and line."""


@dataclass(slots=True)
class Line:
    """Facts that were written for some viewers."""

    number: int
    viewers: tuple[Viewer, ...]
    facts: list[str]


@dataclass(slots=True)
class Step:
    """What was done at once, its *refusal* (GONE: it wasn't), and the facts under it."""

    line: int
    commands: list[tuple[str, Any]] = field(default_factory=list)
    refusal: str = GONE
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Script:
    """A file as it was read. The first of *steps* is the start: it has no command."""

    file: str
    game: Game
    seats: tuple[str, ...]
    options: dict[str, Any]
    steps: list[Step]


def read(text: str, file: str) -> Script:
    """Return the playthrough in *text*; raise Unreadable. *file* only names it."""
    header, _, body = text.partition("\n\n")
    script = _header(header, file)
    for number, line in _lines(body, header.count("\n") + 3):
        try:
            _body(script, number, line)
        except ValueError as error:
            raise Unreadable(f"{file}:{number}: {error}") from error
    return script


def title(text: str) -> str:
    """Return the title in the header of *text*, "" where it has none."""
    found = re.search(r"^title: *(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _lines(text: str, first: int = 1) -> Iterator[tuple[int, str]]:
    """Give the lines that say something, without comments and doubled blanks; a run's lines as one, numbered by its first."""
    begun, run = 0, ""
    for number, line in enumerate(text.splitlines(), first):
        bare = " ".join(re.sub(r"(^|\s)#.*", "", line).split())
        if bare.startswith(">") and bare.endswith(";"):
            begun, run = begun or number, f"{run or '>'} {bare[1:]}"
        elif bare:
            yield (begun, f"{run} {bare.lstrip('> ')}") if begun else (number, bare)
            begun, run = 0, ""


def _header(text: str, file: str) -> Script:
    entries = dict(line.partition(": ")[::2] for _, line in _lines(text))
    try:
        game, seats = installed()[entries.pop("game")], tuple(entries.pop("seats").split())
        options = _options(entries)
    except (KeyError, ValueError) as error:
        raise Unreadable(f"{file}:1: the header lacks or can't have {error}") from error
    return Script(file, game, seats, options, [Step(1)])


def _options(entries: dict[str, str]) -> dict[str, Any]:
    """Read `options: deal cards, bank once`, and every other entry but the title as an option with several things."""
    words = [words.split() for words in entries.pop("options", "").split(",") if words]
    things = {name: [_row(row) for row in rows.split(", ")] for name, rows in entries.items() if name != "title"}
    return {**dict(words), **things}


def _row(row: str) -> Any:
    """Read one of an option's things: a name alone, or a name and its numbers."""
    found = re.fullmatch(r"(\D+?)((?: \d+)*)", row)
    if not found:
        raise ValueError(row)
    numbers = [int(number) for number in found[2].split()]
    return [found[1], *numbers] if numbers else found[1]


def _body(script: Script, number: int, line: str) -> None:
    if line.startswith(">"):
        script.steps.append(Step(number, [_spoken(script, text.strip()) for text in line[1:].split(";")]))
    elif line.startswith("!"):
        script.steps[-1].refusal = line[1:].strip()
    else:
        viewers, colon, written = line.partition(": ")
        if not colon:
            raise ValueError("neither a command, a refusal nor facts")
        script.steps[-1].lines.append(Line(number, _viewers(script, viewers), list(_facts(script, written))))


def _spoken(script: Script, text: str) -> tuple[str, Any]:
    who, _, words = text.partition(": ")
    if who not in (TABLE, CHANCE, *script.seats):
        raise ValueError(f"{who} is nobody at this table")
    return who, _command(script.game, words.split())


def _command(game: Game, words: list[str]) -> Any:
    kind = {kind.__name__: kind for kind in game.COMMANDS}.get(words[0] if words else "")
    if kind is None:
        raise ValueError("no such command")
    values: dict[str, Any] = {}
    rest, hints = words[1:], list(get_type_hints(kind).items())
    # From the right: a pile, a number or a yes is one word, and so is a name, but that the first field may be several.
    for at, (name, hint) in reversed(list(enumerate(hints))):
        if at and hint in _ONE_WORD:
            values[name] = _ONE_WORD[hint](rest.pop() if rest else "")
        else:
            values[name] = _words(hint, rest)
            rest = []
    if rest:
        raise ValueError(f"{words[0]} takes no {' '.join(rest)}")
    return kind(**values)


def _words(hint: Any, words: list[str]) -> Any:
    """Read a field from all the *words* that are left."""
    text = " ".join(words)
    return _ONE_WORD[hint](text) if hint in _ONE_WORD else tuple(text.split(", "))


def _word(text: str) -> str:
    """Read a name; `-` is one that isn't there."""
    return "" if text == GONE else text


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"{text} is neither yes nor no")
    return text == "yes"


def _pile(text: str) -> Pile:
    notes = [int(note) for note in text.split("+")] if text != "nothing" else []
    if not {10, 5, 2, 1, 0}.issuperset(notes):
        raise ValueError(f"{text} is no pile of notes")
    return Pile(*(notes.count(note) for note in (10, 5, 2, 1, 0)))


_ONE_WORD: Final[Mapping[Any, Callable[[str], Any]]] = {Pile: _pile, int: int, bool: _yes, str: _word}


def _viewers(script: Script, text: str) -> tuple[Viewer, ...]:
    everybody = (TABLE, *script.seats)
    viewers = everybody if text == "all" else tuple(text.split())
    if not set(viewers) <= set(everybody):
        raise ValueError(f"{text} is nobody at this table")
    return viewers


def _facts(script: Script, text: str) -> Iterator[str]:
    """Give the facts of a line one by one: `A (place 1, standing 1)` and `A B place 0` are two each."""
    for part in re.findall(r"(?:[^,(]|\([^)]*\))+", text):
        subject, bracket, inner = part.strip().partition(" (")
        for fact in inner.rstrip(")").split(",") if bracket else [""]:
            yield from _for_each(script, f"{subject} {fact.strip()}".strip())


def _for_each(script: Script, fact: str) -> Iterator[str]:
    words = fact.split(" ")
    seats = next((at for at, word in enumerate(words) if word not in script.seats), len(words))
    if seats < 2 or seats == len(words):
        yield fact
    else:
        yield from (" ".join([seat, *words[seats:]]) for seat in words[:seats])
