"""Corrections in two worlds: what somebody proposes that looks the same in both, and what its owners state there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.agreeing.motions import Vote
from companion.kit.layout import Shift, Stated
from companion.lab.setting import otherwise, payment
from companion.setting.layouts import laid
from companion.setting.proposal import Board, Propose

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from companion.kit.viewers import Seat
    from companion.lab.secrecy.worlds import World

Kind: TypeAlias = Literal["facts", "payment", "own", "begun"]

KINDS: Final[tuple[Kind, ...]] = ("facts", "facts", "payment", "payment", "own", "begun")
TRIES: Final = 6  # How many random facts are tried before one is proposed that is refused.
FROM_THE_BANK: Final = 0.3  # How often it was the bank that paid.


def proposals(in_a: World, in_b: World, asker: Seat, generator: random.Random) -> tuple[Propose, Propose]:
    """Return *asker*'s proposal in each world: the same public facts and payments, and its own sums as they are there."""
    kind = generator.choice(KINDS)
    facts = _facts(in_a, generator) if kind == "facts" else ()
    shifts = _paid(in_a, in_b, generator) if kind == "payment" else ()
    mine = payment(in_a.game, in_a.state, in_b.state, generator, [asker]) if kind == "own" else shifts
    states_own = kind in ("own", "begun") or any(one.thing == asker for one in shifts)
    own_a, own_b = (sums(world, asker, mine) if states_own else () for world in (in_a, in_b))
    return Propose(facts, shifts, own_a, kind == "begun"), Propose(facts, shifts, own_b, kind == "begun")


def _paid(in_a: World, in_b: World, generator: random.Random) -> tuple[Shift, ...]:
    """Return a payment to the bank, or sometimes from the bank, if there is room for it in both worlds."""
    paid = payment(in_a.game, in_a.state, in_b.state, generator)
    back = tuple(Shift(one.thing, one.part, -one.by) for one in paid)
    fits = all(_fits(world, one) for world in (in_a, in_b) for one in back)
    return back if fits and generator.random() < FROM_THE_BANK else paid


def _fits(world: World, shift: Shift) -> bool:
    """Return whether *shift* leaves a sum that its owner can state."""
    now, after = ({one.part: one.value for one in sums(world, shift.thing, moved)} for moved in ((), (shift,)))
    return after[shift.part] == int(now[shift.part]) + shift.by


def _facts(world: World, generator: random.Random) -> tuple[Stated, ...]:
    """Return a public fact that isn't so, if possible one that could be; everybody knows which ones could."""
    known = [fact for fact in laid(world.game, world.state) if not fact.rest]
    tried: tuple[Stated, ...] = ()
    for _ in range(TRIES):
        fact = generator.choice(known)
        tried = (Stated(*fact.place, otherwise(fact, generator)),)
        if tried[0].value != fact.value and Board(world.game, world.state).refusal(tried, ()) is None:
            break
    return tried


def sums(world: World, seat: Seat, shifts: Sequence[Shift]) -> tuple[Stated, ...]:
    """Return the sums that *seat* states of its own in *world* after *shifts*, as its phone suggests."""
    return tuple(Stated(seat, part, value) for part, value in Board(world.game, world.state).shifted(seat, shifts).items())


def vote(world: World, voter: Seat, *, yes: bool) -> Vote:
    """Return the vote of *voter* on the open proposal in *world*, with its own sums if the proposal needs them."""
    motion, proposal = world.table.now.vote, world.table.now.proposal
    assert motion is not None
    assert proposal is not None
    needed = yes and voter in proposal.proposed.owners
    return Vote(motion, yes, sums(world, voter, proposal.proposed.shifts) if needed else ())
