"""Nobody learns secrets of others (S1 to S4): two worlds that differ only in those look alike to any viewer without them."""

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import pytest

from companion.games import installed
from companion.lab.secrecy import divergence, leaking, undoing
from companion.lab.secrecy.history import retold
from companion.lab.secrecy.leaking import Leak, Patch
from companion.lab.secrecy.recipe import Recipe, has_worlds
from companion.lab.secrecy.report import Report
from companion.lab.secrecy.two_worlds import run
from companion.lab.secrecy.worlds import viewers
from tests.proof.promise import Blind, Defence, Leg, Promise, of_each_game, tried
from tests.secrecy.outside import Outside, a_dot_on_the_display
from tests.secrecy.seeded import all_leaks, found, recipe, seals_bulging, seals_opened
from web.lab import leaking as outside
from web.pages import phones

STEPS: Final = 20_000  # a game, through the engine, and as many through pages, stream, display and log
BACK_STEPS: Final = "steps with take-backs"
LEAST_OF: Final = {
    "of them votes": 0.3,
    "of them towards setting the table anew": 0.03,
    "of them towards a swap of seats": 0.005,
}
BACK_LEAKS: Final = (
    undoing.a_rung_by_what_lies_closed, undoing.a_refusal_that_tells_a_purse,
    undoing.who_refused_is_shown_as_not_having_answered, *undoing.SETTING,
)  # fmt: skip
WAYS_OUT: Final = (outside.a_space_more_on_a_page, a_dot_on_the_display)
DIVERGED: Final = 30  # times, every event and role
LED: Final = 300  # divergences a leg
LEAST: Final = 0.1  # of the game's steps must be different and look alike, or it doesn't count as a history
SHAM: Final = 60  # steps in which nothing may be found if there is no leak

UNSEEN: Final = "how long an answer takes; several players who pool what each knows; what happens less often than its steps"


def promises() -> list[Promise]:
    return [one for game in installed() if has_worlds(installed()[game]) for one in _of(game)]


def _of(game: str) -> list[Promise]:
    cells, of = recipe(game).cells, partial(of_each_game, games=[game], needs=game)
    return [
        *of("S1 {game}",
            "two worlds of {game} with other secrets look alike to each viewer: views, asks, refusals, display, taps, news",
            STEPS, "steps", 4_000, walk, partial(control, leaking.LEAKS), brief=60, light=40,
            blind=f"{UNSEEN}; what came before the worlds parted: S4 has it"),
        *of("S1 {game} outside",
            "and to each phone and the table screen: status, headers, bytes of pages, stream, display, log of {game}",
            STEPS, "steps", 600, walk_outside, partial(control, WAYS_OUT), brief=30, light=200,
            blind=f"{UNSEEN}; random tokens and expiry dates, which it leaves out; the journal and records, which no page "
            "gives out"),
        *of("S1 {game} back",
            "and while people of {game} take back, correct, swap and vote: offers, prices, votes, forms, numbers, what comes",
            STEPS, "steps", 4_000, walk_back, partial(control, BACK_LEAKS), brief=60, light=60, judge=judge_back, blind=UNSEEN),
        *of("S2 {game}", "leaks that were put into {game} on purpose are found, every one",
            len(all_leaks(game)), "leaks", 6, walk_leaks, control_leaks,
            blind="a leak that shows less often than once in so many steps, or by the time that something takes"),
        *of("S3 {game}", f"secrets differed in each of the {cells} pairs of an event of {game} and what a viewer can be to it",
            DIVERGED * cells, "times, in turn", LED, walk_divergence, control_divergence, brief=2, light=DIVERGED,
            blind="; ".join(f"{kind}, where {why}" for kind, why in recipe(game).alike.items())),
        *of("S4 {game}", "games of {game} that went otherwise for a tenth at least look alike to who can't know better",
            1_000, "histories", 150, walk_histories, control_histories, brief=6, light=80, judge=judge_histories,
            blind="what comes after the rules tell the viewer something that differs: there a history ends. What they cover on "
            "an average, and how much of it lies in the second half of a game, is judged"),
    ]  # fmt: skip


def a_page_kept_for_everybody(patch: Patch) -> None:
    """Give a phone the page that was rendered for whoever looked first, who is somebody else."""
    right = phones._view
    patch.setattr(phones, "_view", lambda now, seat: right(now, next(one for one in now.names if one != seat)))


def _also(*names: str, why: str) -> dict[str, str]:
    return {name.format(game=game): why for name in names for game in installed()}


def _defences() -> tuple[Defence, ...]:
    first = f"S1 {next(iter(installed()))}"
    seals = "whatever looks through a seal is told by every promise that looks at one"
    both = _also("S3 {game}", why="worlds that can be told apart are led no further")
    both[f"{first} back"] = "take-backs are looked at in the same way"
    pages = _also("S1 {game} outside", why="the pages of all games are made so")
    texts = _also("S1 {game}", why="the seals of all games are written so") | both
    everywhere = _also("S1 {game}", "S1 {game} outside", "S4 {game}", "S5 {game}", why=seals) | both
    everywhere |= _also("C2 {game}", why="the independent program tells for itself who is shown what")
    return (
        Defence("a page for one seat alone", a_page_kept_for_everybody, f"{first} outside", pages),
        Defence("seals that print nothing", leaking.seals_printed_open, first, texts),
        Defence("seals that only their eyes open", seals_opened, first, everywhere),
    )


DEFENCES: Final = _defences()


def walk(game: str, number: int, seed: int) -> Leg:
    return _leg(run(recipe(game), number, seed))


def walk_back(game: str, number: int, seed: int) -> Leg:
    report = run(recipe(game), number, seed, back=0.4)
    told = dict(zip(LEAST_OF, (report.votes, report.corrections, report.swaps), strict=True))
    return _leg(report, **told, **{BACK_STEPS: report.steps})


def judge_back(counts: Mapping[str, int]) -> tuple[str, ...]:
    steps = counts.get(BACK_STEPS, 0)
    few = [what for what, share in LEAST_OF.items() if counts.get(what, 0) < share * steps]
    return tuple(f"{steps} steps, only {counts.get(what, 0)} {what}" for what in few)


def walk_outside(game: str, number: int, seed: int) -> Leg:
    observed = Outside()
    return _leg(run(recipe(game), number, seed, observe=observed), requests=observed.requests)


def _leg(report: Report, **more: int) -> Leg:
    counts = {"pairs of worlds": report.pairs, "steps after which secrets differed": report.apart, **more}
    return Leg(report.steps, tuple(str(one)[:600] for one in report.differences), counts)


def control(leaks: Sequence[Leak], game: str) -> str:
    return tried({leak.__name__: (lambda patch: None, partial(found, game, leak.__name__)) for leak in leaks})


def walk_leaks(game: str, number: int, seed: int) -> Leg:
    names = all_leaks(game)
    tried = [names[n % len(names)] for n in range(seed * 6, seed * 6 + number)]
    return Leg(len(tried), tuple(f"{name} in {game} went unseen" for name in tried if not found(game, name)))


def control_leaks(game: str) -> str:
    """A harmless change must not count as a leak, and a harness whose worlds don't differ must find none."""
    with pytest.MonkeyPatch.context() as patch:
        leaking.viewed(patch, lambda state, viewer, view: view)
        if run(recipe(game), SHAM, 1).differences:
            raise Blind("a harmless change was taken for a leak")
    with pytest.MonkeyPatch.context() as patch:
        leaking.a_view_of_the_unseen_state(patch)
        if run(one_world(recipe(game)), SHAM, 1).differences:
            raise Blind("a leak was found where the worlds are the same")
    return "a harmless change is no leak, and the same world twice finds none"


def one_world(told: Recipe) -> Recipe:
    return replace(told, redeal=lambda state, *_: state, other=lambda command, *_: command)


def walk_divergence(game: str, number: int, seed: int) -> Leg:
    cells = divergence.cells(recipe(game))
    if len(cells) != recipe(game).cells:
        return Leg(0, (f"{game} has {len(cells)} pairs of an event and a role, and its recipe tells of {recipe(game).cells}",))
    wanted = [cells[n % len(cells)] for n in range(seed * LED, seed * LED + number)]
    report, missed = divergence.diverge(recipe(game), divergence.places(recipe(game)), wanted, seed)
    found = [f"no secrets differed in {kind} for who is {role}" for kind, role in missed]
    return Leg(number - len(missed), (*_leg(report).broken, *found), {"steps": report.steps, "pairs of worlds": report.pairs})


def control_divergence(game: str) -> str:
    wanted = divergence.cells(recipe(game))[:8]
    _, missed = divergence.diverge(one_world(recipe(game)), divergence.places(recipe(game)), wanted, 0, fruitless=3)
    if missed != wanted:
        raise Blind("the same world twice was taken for two")
    return f"{len(missed)} of {len(wanted)}: the same world twice diverges in none"


def walk_histories(game: str, number: int, seed: int) -> Leg:
    """Find *number* other histories, each with at least *LEAST* of its game's steps different."""
    generator, games, counts, tried = random.Random(f"{game} {seed}"), recipe(game).played(), Counter[str](), 0
    while counts["histories"] < number:
        history = generator.choice(games)
        viewer = generator.choice(viewers(history[0].before))
        begin = generator.randrange(math.ceil(0.75 * len(history))) if generator.random() < 0.5 else 0
        told = retold(recipe(game), history, viewer, generator, begin)
        tried += 1
        if told.unlike or tried > 20 * (number + 1):
            return Leg(counts["histories"], (f"{game}: {told.unlike or 'no other history is found'}"[:600],))
        if len(told.apart) >= LEAST * len(history):
            counts += Counter({
                "histories": 1, "alike": len(told.apart), "steps of their games": len(history),
                "alike in the second half": sum(number >= len(history) / 2 for number in told.apart),
                "that left the game in its middle": begin > 0, "to the end of the game": told.whole,
            })  # fmt: skip
    return Leg(counts["histories"], (), {**counts, "too short to count": tried - counts["histories"]})


def judge_histories(counts: Mapping[str, int]) -> tuple[str, ...]:
    alike, steps, late = (counts.get(what, 0) for what in ("alike", "steps of their games", "alike in the second half"))
    broken = [f"histories cover {alike} of {steps} steps of their games"] if alike < 0.2 * steps else []
    return *broken, *([f"{late} of {alike} steps lie in the second half of a game"] if late < 0.25 * alike else [])


def control_histories(game: str) -> str:
    recipe(game).played()
    spoilt = lambda: bool(walk_histories(game, 40, 1).broken)
    return tried({"a seal that shows": (seals_opened, spoilt), "a seal that bulges": (seals_bulging, spoilt)})
