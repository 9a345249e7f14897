"""Parse a playthrough: a header, then steps of commands with the facts that each viewer sees change.

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
    > C: OfferFor lamp 1+0
    ! 3 low least 2              # the refusal's sentence has a field

`> set A: Octopus lessee B, round 2, A money 15` sets the table anew, as A proposed and everybody agreed: each fact is a thing
(none for the table as a whole), a part and a value, where a list is written as `A1+B1`. Facts that only their owner knows are
stated by the owner, under a seal.

A step is a `>` line: one command, or several separated by `;` (a line that ends with `;` continues on the next one). The
command's name is followed by its fields in order, the first of which may have several words; `-` is an empty one. The lines
below a step are the facts that it changed, by viewer: `all`, or some of `table` and the seats. `! rule code` is a refusal, with
the fields of its sentence behind it, if it has any. A fact that isn't written must not have changed, for any viewer. A line may
repeat unchanged facts; a later line overrides an earlier one for its viewers. Facts before the first step, if any, must be the
complete view at the start. `#` begins a comment.

`< A 2: table B` says that A asks to take back the newest two commands, at which price, and that everybody agrees:

    < A 2: seal B seen A B C

Everybody then sees what they saw at the end of the step to which that leads, except for what is written below; if it leads into
the middle of a step, all changes must be written. The price is a rung of `companion.match.pricing`, the others whose own act
goes back, and those who have learned something since. It is `never` if that can't be taken back, and nothing changes. `< A
again: own` puts back what was taken back last. Chance has to answer again as before; it is refused with `! pinned` otherwise.

A fact is a path and a value: `till 105 + 14 fakes`, `A purse 45 + 7 fakes`, `lamp owner B`, `offer -` (there is none), `bids
nobody` (an empty list of anything). `A (place 1, debts 1)` and `A B place 0` are short for two facts each. Paths are the fields
of the game's view. There are two more: `asks` are the viewer's standing asks, first those that can be answered (with `:reason`
if an answer is missing), then `|` and those that can't; `told` is what this viewer, unlike the table, was told in this step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, get_type_hints

from companion.games import installed
from companion.kit.layout import Stated
from companion.kit.money import Pile
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Viewer

SET: Final = "set "  # Stands before the seat that proposed to set the table anew.
GONE: Final = "-"  # Stands for the value of a fact that doesn't exist.


class Unreadable(ValueError):
    """The file isn't a playthrough; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Stands among commands for setting the table anew, to which everybody has agreed."""

    facts: tuple[Stated, ...]


@dataclass(slots=True)
class Line:
    """A line of facts for some viewers; *number* is the line's number in the file."""

    number: int
    viewers: tuple[Viewer, ...]
    facts: list[str]


@dataclass(frozen=True, slots=True)
class Back:
    """A take-back of *asker* by so many commands, or with 0 putting back what was taken back last; *price* as written."""

    asker: Seat
    commands: int
    price: str


@dataclass(slots=True)
class Step:
    """The commands of one step or the take-back, their *refusal* (GONE for none), and the lines of facts below them."""

    line: int
    commands: list[tuple[Seat, object]] = field(default_factory=list)
    back: Back | None = None
    refusal: str = GONE
    lines: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Script:
    """A parsed file. The first of *steps* stands for the start and has no commands."""

    file: str
    game: AnyGame
    seats: tuple[Seat, ...]
    options: dict[str, object]
    steps: list[Step]


def read(text: str, file: str) -> Script:
    """Return the playthrough in *text*; raise Unreadable. *file* is only used in messages."""
    header, _, body = text.partition("\n\n")
    script = _header(header, file)
    for number, line in _lines(body, header.count("\n") + 3):
        try:
            _body(script, number, line)
        except ValueError as error:
            raise Unreadable(f"{file}:{number}: {error}") from error
    return script


def _lines(text: str, first: int = 1) -> Iterator[tuple[int, str]]:
    """Yield the lines that aren't empty, numbered, without comments and repeated blanks.

    Lines that continue each other are joined, under the number of the first.
    """
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
        raise Unreadable(f"{file}:1: the header needs a game that is installed, its seats and its options: {error}") from error
    return Script(file, game, seats, options, [Step(1)])


def _options(entries: dict[str, str]) -> dict[str, object]:
    """Read `options: deal cards, bank once`, and all other entries except the title as options that list things."""
    words = [words.split() for words in entries.pop("options", "").split(",") if words]
    things = {name: [_row(row) for row in rows.split(", ")] for name, rows in entries.items() if name != "title"}
    return {**dict(words), **things}


def _row(row: str) -> object:
    """Read one thing of an option: a name, or a name and numbers."""
    found = re.fullmatch(r"(\D+?)((?: \d+)*)", row)
    if not found:
        raise ValueError(row)
    numbers = [int(number) for number in found[2].split()]
    return [found[1], *numbers] if numbers else found[1]


def _body(script: Script, number: int, line: str) -> None:
    if line.startswith(">"):
        script.steps.append(Step(number, [_spoken(script, text.strip()) for text in line[1:].split(";")]))
    elif line.startswith("<"):
        script.steps.append(Step(number, back=_back(script, line[1:].strip())))
    elif line.startswith("!"):
        script.steps[-1].refusal = line[1:].strip()
    else:
        viewers, colon, written = line.partition(": ")
        if not colon:
            raise ValueError("a line must be a command (>), a take-back (<), a refusal (!) or facts (with a colon)")
        script.steps[-1].lines.append(Line(number, _viewers(script, viewers), list(_facts(script, written))))


def _back(script: Script, text: str) -> Back:
    asked, _, price = text.partition(": ")
    asker, _, commands = asked.partition(" ")
    if asker not in script.seats:
        raise ValueError(f"{asker} must be one of the seats")
    return Back(asker, 0 if commands == "again" else int(commands), price)


def _spoken(script: Script, text: str) -> tuple[Seat, object]:
    who, _, words = text.partition(": ")
    if who.removeprefix(SET) in script.seats and who.startswith(SET):
        return who.removeprefix(SET), Setting(tuple(_stated(fact.split()) for fact in words.split(", ")))
    if who not in (TABLE, CHANCE, *script.seats):
        raise ValueError(f"{who} must be {TABLE}, {CHANCE} or one of the seats")
    return who, command(script.game, words.split())


def _stated(words: list[str]) -> Stated:
    if len(words) < 2:
        raise ValueError(f"{' '.join(words)} needs a part and a value")
    *thing, part, value = words
    return Stated(" ".join(thing), part, int(value) if value.isdigit() else _word(value).replace("+", " "))


def command(game: AnyGame, words: list[str]) -> object:
    """Return the command of *game* that *words* say; raise ValueError."""
    kind = {kind.__name__: kind for kind in game.COMMANDS}.get(words[0] if words else "")
    if kind is None:
        raise ValueError(f"{game.NAME} has no such command")
    values: dict[str, object] = {}
    rest, hints = words[1:], list(get_type_hints(kind).items())
    # Read from the right, because each field is one word except the first, which takes all words that are left.
    for at, (name, hint) in reversed(list(enumerate(hints))):
        if at and hint in _ONE_WORD:
            values[name] = _ONE_WORD[hint](rest.pop() if rest else "")
        else:
            values[name] = _words(hint, rest)
            rest = []
    if rest:
        raise ValueError(f"{words[0]} doesn't take {' '.join(rest)}")
    return kind(**values)


def _words(hint: object, words: list[str]) -> object:
    """Read a field from all remaining *words*."""
    text = " ".join(words)
    return _ONE_WORD[hint](text) if hint in _ONE_WORD else tuple(text.split(", "))


def _word(text: str) -> str:
    """Read a name; `-` is an empty one."""
    return "" if text == GONE else text


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"{text} must be yes or no")
    return text == "yes"


def _pile(text: str) -> Pile:
    notes = [int(note) for note in text.split("+")] if text != "nothing" else []
    if not {10, 5, 2, 1, 0}.issuperset(notes):
        raise ValueError(f"{text} isn't a pile of notes: write it as 10+5+0, or as nothing")
    return Pile(*(notes.count(note) for note in (10, 5, 2, 1, 0)))


_ONE_WORD: Final[Mapping[object, Callable[[str], object]]] = {Pile: _pile, int: int, bool: _yes, str: _word}


def _viewers(script: Script, text: str) -> tuple[Viewer, ...]:
    everybody = (TABLE, *script.seats)
    viewers = everybody if text == "all" else tuple(text.split())
    if not set(viewers) <= set(everybody):
        raise ValueError(f"{text} must be all, or some of {TABLE} and the seats")
    return viewers


def _facts(script: Script, text: str) -> Iterator[str]:
    """Yield the facts of a line one by one: `A (place 1, standing 1)` and `A B place 0` are two each."""
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
