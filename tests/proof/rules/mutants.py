"""C3: every change of a rule makes some test fail. build/mutants says which; "" stands beside a change that none notices."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import comb
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from companion.games import installed
from tests.proof.promise import Blind, Leg, Promise
from tests.proof.trying import Task

ROOT: Final = Path(__file__).parents[3]
LEG: Final = 10  # Hundredths of all mutants in a leg.
MUTED: Final = 2  # The control tries so many changes, on tests that never fail.

# Files and rooms of a game without rules, and why they are left out.
NO_RULES: Final[dict[str, str]] = {
    "__init__": "which only names the others",
    "moves": "the commands and events: fields, without a rule",
    "disclosure": "the list of who learns what, which S5 holds against the rules",
    "statements": "what followed from the dice, as it is shown",
    "books": "what is drawn of a game that is over",
    "labels": "what is printed for the box",
    "paper": "the same, to print and play",
    "photo": "what a photograph means for the layout, which tests/photo tries on rendered ones",
    "measures": "where a drawing has its windows and patterns, in millimetres",
    "rehearsal": "how random players choose",
    "worlds": "how two worlds are dealt",
    "leaks": "what is broken on purpose",
    "choosing": "how players of the house choose, which `make bench-bots` measures",
    "valuing": "what such a player holds something to be worth",
    "handicap": "what a head start was measured to be worth",
    "forecast": "what such a player expects of the dice",
}
SLOW: Final = "/test_table.py"  # It takes long, and plays what other tests play in less time.
SHARED: Final = (
    "tests/companion/lab/test_playthroughs.py", "tests/firmware/test_screens.py::test_pictures_are_the_golden_ones",
    "tests/test_contract.py::TestEveryGame", "tests/test_contract.py::test_what_a_playthrough_says_and_shows_is_as_recorded",
)  # fmt: skip


class Bench(NamedTuple):
    """The modules to change, and the tests that must notice it."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    share: float  # The share of all killable mutants that must be killed.


def benches() -> dict[str, Bench]:
    money = Bench("money", ("companion.kit.money",), ("tests/companion/kit/test_money.py",), 1.0)
    return {"money": money, **{name: _game(name) for name in installed()}}


def _game(name: str) -> Bench:
    modules = tuple(".".join(parts) for parts in _sources(name) if not NO_RULES.keys() & parts)
    own = [str(file.relative_to(ROOT)) for file in sorted((ROOT / "tests" / "companion" / name).glob("test_*.py"))]
    return Bench(name, modules, (*(file for file in own if not file.endswith(SLOW)), *SHARED), 0.95)


def _sources(name: str) -> list[tuple[str, ...]]:
    """Return the parts of the names of the game's modules, those in its rooms, too."""
    files = sorted((ROOT / "companion" / "games" / name).rglob("*.py"))
    return [file.relative_to(ROOT).with_suffix("").parts for file in files]


@cache
def everything(modules: tuple[str, ...]) -> tuple[Any, ...]:
    """Return all changes of *modules*. Some change nothing observable, but fewer than the share leaves room for."""
    from tests.proof.rules.mutating import changes  # The import takes a second, which most runs can save.

    files = {module: ROOT / f"{module.replace('.', '/')}.py" for module in modules}
    return tuple(one for module, file in files.items() for one in changes(module, file.read_text(encoding="utf-8")))


def promises() -> tuple[Promise, ...]:
    return tuple(_promise(bench) for bench in benches().values())


def _promise(bench: Bench) -> Promise:
    what = f"{bench.share:.0%} of all changes {'of the money' if bench.name == 'money' else 'of its rules'} make a test fail"
    there = {part for parts in _sources(bench.name) for part in parts}  # None of the money: it is the kit's.
    out = [f"{stem} ({why})" for stem, why in NO_RULES.items() if stem in there]
    blind = ", ".join(["two changes at once", "what mutmut doesn't think of", *out])
    walking, judging = partial(walk, bench.name), partial(judge, bench.name)
    more = {"brief": 0, "light": 100, "needs": "C3"}  # Nothing brief: defences aren't turned off in the copies.
    unit = "hundredths of all changes"
    return Promise(f"C3 {bench.name}", what, 100, unit, LEG, walking, control, blind, judge=judging, **more)


def walk(name: str, number: int, seed: int) -> Leg:
    """Try *number* hundredths of all mutants."""
    bench, first = benches()[name], seed * LEG
    noticed = tried(bench, [one for one in everything(bench.modules) if first <= one.hundredth < first + number])
    folder = ROOT / "build" / "mutants"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-{seed}.json").write_text(json.dumps(noticed, indent=1, ensure_ascii=False) + "\n")
    return Leg(number, counts={"changes": len(noticed), "noticed": sum(map(bool, noticed.values()))})


def judge(name: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Hold all changes to the share. A few of them are held to what chance allows if the share holds for all."""
    bench, changes, noticed = benches()[name], counts.get("changes", 0), counts.get("noticed", 0)
    if noticed >= bench.share * changes:
        return ()
    if changes < len(everything(bench.modules)):  # How likely are so few if the share holds for all?
        chances = (comb(changes, n) * bench.share**n * (1 - bench.share) ** (changes - n) for n in range(noticed + 1))
        if sum(chances) > 0.01:
            return ()
    return (f"{changes - noticed} of {changes} changes made no test fail; they stand in build/mutants/{name}-*.json",)


@cache
def control() -> str:
    """Try changes of the money on tests that never fail: once, because all benches are tried by the same code."""
    bench = benches()["money"]
    some = [one for one in everything(bench.modules) if one.place.endswith("covers")][:MUTED]
    noticed = sum(map(bool, tried(bench, some, mute=True).values()))
    if noticed or len(some) < MUTED:
        raise Blind(f"tests that never fail notice {noticed} of {len(some)} changes")
    return f"tests that never fail notice none of {MUTED} changes"


def tried(bench: Bench, chosen: Sequence[Any], *, mute: bool = False) -> dict[str, str]:
    """Return which test noticed each of the *chosen* changes, "" for none; with *mute* no test fails."""
    mutants = [one.mutant() for one in chosen]
    with TemporaryDirectory(prefix="mutants-") as folder:
        task, result = Path(folder, "task"), Path(folder, "result")
        task.write_bytes(pickle.dumps(Task(bench.name, bench.tests, bench.modules, mutants, mute)))
        command = [sys.executable, "-m", "tests.proof.trying", str(task), str(result)]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return pickle.loads(result.read_bytes())
