"""Everything that the author of a game imports: immutable values that don't depend on the table.

A game asks (`asks`), seals its secrets (`sealed`), and reports what happened with `messages` and `screen`. `game.Game` lists
the names that a game's package must define. This is a whole game of odd or even, played without a table:

>>> from companion.kit import Choice, Sealed, answers, seen
>>> def asks(state, seat):
...     return (Choice("hide", (0, 1)),) if seat not in state else ()
>>> def hide(state, seat, coins):
...     assert any(answers(ask, coins) for ask in asks(seen(state, seat), seat)), "not asked"
...     return {**state, seat: Sealed(coins, {seat})}
>>> state = hide(hide({}, "A", 1), "B", 0)
>>> seen(state, "A")["A"].open(), seen(state, "A")["B"].is_open
(1, False)
>>> sum(hand.open() for hand in state.values()) % 2  # All hands open: odd.
1
"""

from companion.kit.asks import (
    Amount,
    Ask,
    Choice,
    GiveUp,
    Held,
    Lay,
    LayPile,
    Much,
    Shuffle,
    answers,
    brought_in,
    held_by,
    spare,
    suffices,
)
from companion.kit.box import glyphs
from companion.kit.box.labels import Bag, Cap, Label, Marker, Patch, Sticker, Windows, bagged
from companion.kit.box.paper import (
    BAG_SIZE,
    CARD_SIZE,
    COLLAR_SIZE,
    DISC_SIZE,
    LID_GLYPH,
    LID_SIZE,
    NOTE_SIZE,
    STRIP_SIZE,
    Cutout,
    Filling,
    Lot,
    bags,
    collars,
    lids,
    piece_name,
    shuffled_in,
)
from companion.kit.charts import (
    LUCKY,
    Chart,
    Ending,
    Flow,
    Flows,
    Gain,
    Gains,
    Holding,
    Holdings,
    Ladder,
    Line,
    Lines,
    Pushed,
    Ribbon,
    Ribbons,
    Sayings,
    Stacks,
    luckiest,
)
from companion.kit.disclosure import (
    EVERYBODY,
    NOBODY,
    OWN,
    Audience,
    Disclosure,
    Only,
    Opened,
    drawn,
    everybody,
    opened,
)
from companion.kit.game import Game, InvariantError, Nothing, Play, Point, Tapped, insist
from companion.kit.house import Sight, Temper, Thought, composed, given_up
from companion.kit.layout import Fact, Shift, values
from companion.kit.log import Log
from companion.kit.messages import Field, Illegal, Refusal, Said, Term, Thing, Who, say
from companion.kit.money import NO_NOTES, Pile, Purse, move
from companion.kit.options import AnyOption, Column, Contents, OneOfEach, Option
from companion.kit.photo import Base, Figure, Printed, Reading, Scene, Seen
from companion.kit.pieces import Piece
from companion.kit.rehearsal import Habit, Rehearsal
from companion.kit.results import Result
from companion.kit.screen import Mark, Pawn, Push, Row, Screen, Winner
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import CHANCE, TABLE, Seat, Viewer

__all__ = [
    "BAG_SIZE", "CARD_SIZE", "CHANCE", "COLLAR_SIZE", "DISC_SIZE", "EVERYBODY", "LID_GLYPH", "LID_SIZE", "LUCKY", "NOBODY",
    "NOTE_SIZE", "NO_NOTES", "OWN", "STRIP_SIZE", "TABLE", "Amount", "AnyOption", "Ask", "Audience", "Bag", "Base", "Cap",
    "Chart", "Choice", "Column", "Contents", "Cutout", "Disclosure", "Ending", "Fact", "Field", "Figure", "Filling", "Flow",
    "Flows", "Gain", "Gains", "Game", "GiveUp", "Habit", "Held", "Holding", "Holdings", "Illegal", "InvariantError", "Label",
    "Ladder", "Lay", "LayPile", "Line", "Lines", "Log", "Lot", "Mark", "Marker", "Much", "Nothing", "OneOfEach", "Only",
    "Opened", "Option", "Patch", "Pawn", "Piece", "Pile", "Play", "Point", "Printed", "Purse", "Push", "Pushed", "Reading",
    "Refusal", "Rehearsal", "Result", "Ribbon", "Ribbons", "Row", "Said", "Sayings", "Scene", "Screen", "Sealed", "Seat",
    "Seen", "Shift", "Shuffle", "Sight", "Stacks", "Sticker", "Tapped", "Temper", "Term", "Thing", "Thought", "Viewer", "Who",
    "Windows", "Winner", "answers", "bagged", "bags", "brought_in", "collars", "composed", "drawn", "everybody", "given_up",
    "glyphs", "held_by", "insist", "lids", "luckiest", "move", "opened", "piece_name", "say", "seen", "shuffled_in", "spare",
    "suffices", "values",
]  # fmt: skip
