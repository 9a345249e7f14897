"""Set random tables anew, and find what is lost, made or told by it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.kit.game import InvariantError
from companion.kit.layout import Shift, Stated, TableSet, listed, phrase, stated, values
from companion.kit.messages import Illegal, Said, Who, say
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.lab import photographing, simulate
from companion.lab.playthroughs.script import Setting
from companion.match import guard
from companion.setting import recount
from companion.setting.layouts import has_layout, laid, owned
from companion.setting.proposal import Board

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.layout import Fact, Place, Value
    from companion.lab.secrecy.recipe import Recipe
    from companion.lab.simulate import Step
    from companion.setting.recount import Question


PHOTOGRAPHED: Final = 0.5  # Of the tables: to work out where the camera was takes long.


def games(game: AnyGame, count: int, generator: random.Random) -> Iterator[Sequence[Step]]:
    """Yield *count* random games of various sizes and with various options."""
    for _ in range(count):
        seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
        yield simulate.play(game, seats, simulate.varied_options(game, generator), generator).steps


def whole(game: AnyGame, state: State) -> tuple[Fact, ...]:
    """Return all facts of the true *state*, everybody's own among them."""
    return (*laid(game, state), *(fact for seat in state.seats for fact in owned(game, state, seat)))


def statable(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return those of *facts* that somebody can state."""
    return tuple(fact for fact in facts if not fact.rest)


def event(facts: Sequence[Fact]) -> TableSet:
    """Return the event that states *facts*, everybody's own under seals."""
    own: dict[Seat, tuple[Stated, ...]] = {}
    for fact in facts:
        if fact.own:
            own[fact.thing] = (*own.get(fact.thing, ()), Stated(*fact.place, fact.value))
    public = tuple(Stated(*fact.place, fact.value) for fact in facts if not fact.own)
    return TableSet(1, 1, facts[0].thing, public, (), {seat: Sealed(said, {seat}) for seat, said in own.items()})


def _some(fact: Fact) -> tuple[Value, ...]:
    if fact.kind == "number":
        return (1,) if fact.least else (0, 1)
    return ("", fact.choices[0]) if fact.kind == "list" else fact.choices or (fact.value,)


def sayings(game: AnyGame, facts: Sequence[Fact]) -> set[Said]:
    """Return a sentence of each kind that may be said of *facts*, in some state of *game*."""
    found: set[Said] = set()
    for fact in facts:
        code = f"{game.NAME}.layout.{fact.part}"
        found |= {phrase(game, replace(fact, value=value)) for value in _some(fact)}
        found |= set() if fact.rest else {say(f"{code}.label")}
        if fact.own and not fact.choices:
            found |= {say(f"{code}.{way}", who=Who(fact.thing), by=1) for way in ("less", "more")}
    return found


def decided(game: AnyGame, state: State, seat: Seat, command: object) -> Sequence[object]:
    """Return the events of *seat*'s *command*, or of setting the table anew as *seat* proposed; raise Illegal."""
    if not isinstance(command, Setting):
        return guard.decide(game, state, seat, command)
    given = stated(command.facts)
    facts = [replace(fact, value=given[fact.place]) for fact in whole(game, state) if fact.place in given]
    said = replace(event(facts), asker=seat)
    if refusal := Board(game, state).refusal(said.facts, ()):
        raise Illegal(refusal)
    Board(game, state).after(said)
    return (said,)


def evolved(game: AnyGame, state: State, one: object) -> State:
    """Return the state after the event *one*, checked."""
    if isinstance(one, TableSet):
        return Board(game, state).after(one)
    after: State = game.evolve(state, one)
    game.check(after)
    return after


def changed_by_its_own_layout(game: AnyGame, state: State) -> str:
    """Return the fault that appears if *state* is set to what it is already, "" if none does."""
    assert has_layout(game)
    after = game.set_table(state, values(statable(whole(game, state))))
    return "" if codec.kept(after) == codec.kept(state) else f"{type(state).__name__} is changed by its own layout"


def unlike(game: AnyGame, state: State, other: State) -> str:
    """Return the fault that appears if *state* is set to the layout of *other*; "" if none does, or if that is refused."""
    board, wanted = Board(game, state), event(statable(whole(game, other)))
    there = [{(fact.place, fact.own) for fact in whole(game, one)} for one in (state, other)]
    if there[0] != there[1] or board.refusal(wanted.facts, ()) or Board(game, other).refusal((), ()):
        return ""  # It can't be set, or something else lies on the other table, such as a pile.
    try:
        after = board.after(wanted)
    except Illegal:
        return ""
    wrong = [viewer for viewer in (TABLE, *state.seats) if set(laid(game, after, viewer)) != set(laid(game, other, viewer))]
    return f"{wrong} don't see the layout that was set" if wrong else ""


def mistaken(game: AnyGame, state: State, generator: random.Random) -> str:
    """Return the fault that appears if random facts are stated; "" if they are refused, or lead to a state without one."""
    facts = statable(whole(game, state))
    wrong = {fact.place: otherwise(fact, generator) for fact in generator.sample(facts, min(3, len(facts)))}
    said = event([replace(fact, value=wrong.get(fact.place, fact.value)) for fact in facts])
    try:
        board = Board(game, state)
        if not board.refusal(said.facts, ()):
            game.asks(seen(board.after(said), TABLE), TABLE)
    except Illegal:
        return ""
    except InvariantError as fault:
        return f"{wrong} is accepted: {fault}"
    return ""


def otherwise(fact: Fact, generator: random.Random) -> Value:
    """Return a random value that somebody could state of *fact*."""
    if fact.kind == "list":
        return listed(generator.sample(fact.choices, 3), fact.choices)
    return generator.choice(fact.choices) if fact.choices else generator.randint(fact.least, fact.most)


def told(recipe: Recipe, state: State, viewer: Viewer, generator: random.Random) -> str:
    """Return the secret that *viewer* learns when others pay, and state their sums, in two worlds alike to it; "" if none.

    Now and then *viewer* photographs the same table in both worlds, too.
    """
    game, other = recipe.game, recipe.redeal(state, viewer, generator)
    shifts = payment(game, state, other, generator)
    seen_in = [_seen(game, world, viewer, shifts) for world in (state, other)]
    shown = photographing.shown(game, (state, other), generator) if generator.random() < PHOTOGRAPHED else [None, None]
    if shown[0] != shown[1]:
        return f"{viewer} is told something by a photograph"
    return "" if seen_in[0] == seen_in[1] else f"{viewer} is told something by {shifts}"


def payment(
    game: AnyGame, state: State, other: State, generator: random.Random, payers: Sequence[Seat] = ()
) -> tuple[Shift, ...]:
    """Return a random payment that leaves its payer something in both worlds, because everybody sees an empty hand."""
    seats = [seat for seat in payers or state.seats if any(not fact.choices for fact in owned(game, state, seat))]
    if not seats:
        return ()
    payer = generator.choice(seats)
    facts = [fact for fact in owned(game, state, payer) if not fact.choices]
    fact = generator.choice(facts)
    least = min(int(world[fact.place]) for world in (values(whole(game, one)) for one in (state, other)))
    return (Shift(payer, fact.part, -generator.randint(1, least - 1)),) if least > 1 else ()


def _seen(game: AnyGame, state: State, viewer: Viewer, shifts: Sequence[Shift]) -> Any:
    board = Board(game, state)
    if refusal := board.refusal((), shifts):
        return refusal
    payers = {shift.thing for shift in shifts}
    own = {seat: tuple(Stated(seat, part, value) for part, value in board.shifted(seat, shifts).items()) for seat in payers}
    said = TableSet(1, 1, state.seats[0], (), tuple(shifts), {seat: Sealed(facts, {seat}) for seat, facts in own.items()})
    try:
        after = board.after(said)
    except Illegal as illegal:
        return illegal.refusal
    return codec.plain(seen(after, viewer)), codec.plain(seen(said, viewer)), laid(game, after, viewer)


def asked_until_found(game: AnyGame, steps: Sequence[Step], at: int) -> int:
    """Return how many questions a recount asks until it finds the forgotten command *at*.

    It is 0 if the command changed nothing public, or ended the game.
    """
    states = [steps[0].before, *(step.after for step in steps[:at])]
    real = values(laid(game, steps[at].after))
    if real == values(laid(game, states[-1])) or game.outcome(steps[at].after):
        return 0
    awaited = [seat for seat in states[-1].seats if any(ask.awaited for ask in game.asks(seen(states[-1], seat), seat))]
    questions = recount.begin(game, states, awaited).questions
    found = (n for n, one in enumerate(questions, 1) if _is_wrong(one, real))
    return next(found, len(questions) + 1)


def _is_wrong(question: Question, real: dict[Place, Value]) -> bool:
    """Return whether people see that *question* is wrong: something lies otherwise, or more lies there than it says."""
    more = {place for place, value in real.items() if value and value in question.keys} - {
        fact.place for fact in question.facts
    }
    return bool(more) or any(real.get(fact.place) != fact.value for fact in question.facts)
