"""The recount: plain questions about what lies on the table, the least certain first, until the mistake is found.

Each question is about one seat, or whatever else a game's facts are asked under, so that there are only a few of them. What a
player did last is least certain, and what hasn't changed for long is most certain. A recount isn't kept in the journal; the
correction to which it leads is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.kit.layout import phrase, values
from companion.kit.messages import Said, Who, say
from companion.kit.screen import Pawn, Screen
from companion.setting.layouts import by_thing, label, laid
from companion.setting.standing import vouched

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.layout import Fact
    from companion.kit.pieces import Piece
    from companion.setting.standing import Stand

MOST: Final = 5  # questions
LOOKED_BACK: Final = 40  # states in which a change counts as recent


@dataclass(frozen=True, slots=True)
class Question:
    """Are these *facts* right? They are asked under *keys*: seats, other words of the game's, and "" for the table."""

    keys: tuple[str, ...]
    facts: tuple[Fact, ...]

    @property
    def key(self) -> str:
        """The seat or word that the question is about; "" if it is about the table, or about several."""
        return self.keys[0] if len(self.keys) == 1 else ""


@dataclass(frozen=True, slots=True)
class Recount:
    """The *questions* of one recount, how many have been answered (*at*), and the keys of those that are *wrong*."""

    questions: tuple[Question, ...]
    at: int = 0
    wrong: frozenset[str] = frozenset()

    @property
    def asked(self) -> Question | None:
        """The question that waits for an answer, None after the last one."""
        return self.questions[self.at] if self.at < len(self.questions) else None

    def answered(self, *, right: bool) -> Recount:
        """Return the recount after an answer to the question that waits."""
        keys = self.questions[self.at].keys
        return replace(self, at=self.at + 1, wrong=self.wrong if right else self.wrong | set(keys))

    def laid(self, piece: Piece) -> Recount:
        """Return the recount after *piece* was laid because it lies elsewhere: the question that shows it is wrong.

        A piece that no question shows says that the one which waits is wrong.
        """
        waits = self.questions[self.at]
        shown = [one for one in self.questions if piece.seat in one.keys or any(fact.thing == piece.name for fact in one.facts)]
        wrong = next(iter(shown), waits)
        return replace(self, at=self.at + (wrong == waits), wrong=self.wrong | set(wrong.keys))


def begin(
    game: AnyGame, states: Sequence[State], awaited: Collection[str], stands: Mapping[str, Stand] | None = None
) -> Recount:
    """Return the recount of the table in the newest of *states*, oldest first; it begins with those who are *awaited*.

    Nobody is asked about the things at which the readers of *stands* see the pawns that should stand there.
    """
    layouts = [laid(game, state) for state in states[-LOOKED_BACK:]]
    sure = vouched(layouts[-1], stands or {})
    questions = _questions([fact for fact in layouts[-1] if fact.thing not in sure])
    age = {one.key: _age(one, layouts) for one in questions}
    return Recount(_few(sorted(questions, key=lambda one: (one.key == "", one.key not in awaited, age[one.key]))))


def _few(questions: list[Question]) -> tuple[Question, ...]:
    """Return at most MOST questions: those that are least worth asking become one."""
    first, rest = questions[: MOST - 1], questions[MOST - 1 :]
    facts = dict.fromkeys(fact for one in rest for fact in one.facts)
    return (*first, Question(tuple(key for one in rest for key in one.keys), tuple(facts))) if rest else tuple(first)


def _questions(layout: Sequence[Fact]) -> list[Question]:
    keys = dict.fromkeys(key for fact in layout for key in fact.asked)
    public = [fact for fact in layout if not fact.own]
    found = [Question((key,), tuple(fact for fact in public if key in fact.asked)) for key in keys]
    return [*found, Question(("",), tuple(fact for fact in public if not fact.asked and not fact.thing))]


def _age(question: Question, layouts: Sequence[Sequence[Fact]]) -> int:
    """Return how many states ago what *question* shows last changed."""
    now = {fact.place: fact.value for fact in question.facts}
    for age, layout in enumerate(reversed(layouts)):
        before = values(fact for fact in layout if question.key in fact.asked or (not question.key and not fact.asked))
        if before != now and any(before.get(place) != value for place, value in now.items()):
            return age
    return len(layouts)


def screen(recount: Recount, game: AnyGame) -> Screen:
    """Return the screen that the display shows during *recount*: whom or what it asks about; the answers are two keys."""
    question = recount.asked
    if question is None:
        return Screen(say("table.recount.by_phone"), big=say("table.recount.wrong"))
    seat = question.key if question.key in game.SEATS else None
    return Screen(
        small=_things(question) or say("table.recount.right"),
        small_right=say("table.recount.of", at=recount.at + 1, all=len(recount.questions)),
        big=say("table.screen.who", who=Who(seat)) if seat else label(game, question.key) or say("table.recount.table"),
        picture=Pawn(seat) if seat else None,
        counter=say("table.recount.ok"),
        counter_right=say("table.recount.back"),
        seat=seat,
    )


def _things(question: Question) -> Said | None:
    """Return how many things *question* shows, which hands can count; the table screen and the phones name them."""
    count = len([thing for thing in by_thing(question.facts) if thing not in ("", question.key)])
    return say("table.recount.things", count=count) if count else None


def lines(game: AnyGame, question: Question) -> list[tuple[Said | None, tuple[Said, ...]]]:
    """Return the text of *question*, a line for each thing."""
    groups = by_thing(question.facts).items()
    return [
        (None if thing and thing == question.key else label(game, thing), tuple(phrase(game, fact) for fact in facts))
        for thing, facts in groups
    ]
