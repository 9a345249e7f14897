"""`python -m tests.proof.trying TASK RESULT`: try mutants on the tests that should notice them.

The tests are collected once, and run once under coverage, which tells who runs which function. Every mutant of a function then
gets a forked process, in which the function is given its new code and those tests run until one fails. A table is exchanged
wherever it is known by its name. Where nobody notices that, and where something else is made while modules are imported,
everything is imported and collected again with the mutant in its place.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.machinery import SourceFileLoader
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.proof.trying_pytest import Ordered, run_pytest

FORK: Final = get_context("fork")
MEMORY: Final = 4 << 30  # Bytes that a mutant may take.
PATIENCE: Final = 10  # How many times the processor's seconds of before a test may take,
GRACE: Final = 3  # and so many more.
IMPORT: Final = ""  # The test that runs what is run while modules are imported.


@dataclass(frozen=True)
class Mutant:
    """A *module*'s *source* with one thing changed: in the function called *place*, or outside of any ("")."""

    name: str
    module: str
    place: str
    source: str


@dataclass(frozen=True)
class Task:
    """What is to be tried on which *tests*, other games' playthroughs left out; where they are *mute*, none fails."""

    game: str
    tests: list[str]
    modules: list[str]
    mutants: list[Mutant]
    mute: bool = False


@dataclass
class Known:
    """How many seconds each test takes, and which tests run which (module, function)."""

    seconds: dict[str, float]
    runs: dict[tuple[str, str], set[str]]


def main(told: Path, result: Path) -> None:
    """Write down which test noticed each mutant: "" for nobody."""
    plain = json.loads(told.read_text())
    task = Task(**{**plain, "mutants": [Mutant(**one) for one in plain["mutants"]]})
    known, noticed = _apart(lambda: _in_functions(task))
    for mutant in task.mutants:
        if mutant.name not in noticed:
            noticed[mutant.name] = _apart(lambda one=mutant: _imported_anew(task, one, known))
    result.write_text(json.dumps({one.name: noticed[one.name] for one in task.mutants}, ensure_ascii=False))


def _apart(do: Callable[[], Any]) -> Any:
    """Return what *do* returns in a forked process, or which signal ended that: it took too much time or memory."""
    receiving, sending = FORK.Pipe(duplex=False)

    def work() -> None:
        sending.send(do())
        os._exit(0)  # No thread is waited for.

    process = FORK.Process(target=work)
    process.start()
    sending.close()
    try:
        return receiving.recv()
    except EOFError:
        process.join()
        if process.exitcode >= 0:
            raise RuntimeError("the tests can't be tried") from None
        return signal.Signals(-process.exitcode).name
    finally:
        process.join()


def _limit(seconds: float) -> None:
    """Let this process end where it takes far more of a processor than these *seconds*, or much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE * seconds + GRACE)


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def _in_functions(task: Task) -> tuple[Known, dict[str, str]]:
    """Return what is known of the tests, and who noticed the mutants of functions that run in tests alone."""
    trying = _Trying(task)
    run_pytest(task.tests, task.game, trying, mute=task.mute)
    if trying.known is None:
        raise RuntimeError("nothing was collected")
    return trying.known, trying.noticed


class _Trying:
    """Instead of running the tests once, runs them for each mutant of a function."""

    def __init__(self, task: Task) -> None:
        self._task, self.noticed = task, dict[str, str]()
        self.known: Known | None = None
        self._kills: Counter[tuple[str, str]] = Counter()
        self._coverage = coverage.Coverage(data_file=None, config_file=False, include=[_file(one) for one in task.modules])
        self._coverage.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        known = self.known = _apart(lambda: self._watched(session.items))
        self._coverage.stop()
        functions = _functions(self._task.modules)
        gc.freeze()  # What is there already stays shared with every forked process.
        for mutant in self._task.mutants:
            function = functions.get((mutant.module, mutant.place))
            runs = known.runs.get((mutant.module, mutant.place), set())
            if function and IMPORT not in runs:
                self._try(
                    mutant, [item for item in session.items if item.nodeid in runs], partial(_give_code, function, mutant)
                )
            elif hasattr(sys.modules[mutant.module], mutant.place) and not function:
                self._try(mutant, list(session.items), partial(_exchange, mutant))
        return True

    def _watched(self, items: list[pytest.Item]) -> Known:
        seconds = {}
        for item in items:
            self._coverage.switch_context(item.nodeid)
            began = time.process_time()
            if _fails(item):
                raise RuntimeError(f"{item.nodeid} fails although nothing was changed")
            seconds[item.nodeid] = time.process_time() - began
        self._coverage.stop()
        found = self._coverage.get_data()
        runs = defaultdict(set[str])
        for module in self._task.modules:
            tests = found.contexts_by_lineno(_file(module))
            for place, lines in _lines(module).items():
                runs[module, place] = {test for line in lines for test in tests.get(line, ())}
        return Known(seconds, dict(runs))

    def _try(self, mutant: Mutant, items: list[pytest.Item], change: Callable[[], None]) -> None:
        """Note the first of the tests *items* that fails after the *change*, those first that often failed for such mutants.

        What nobody noticed is noted of functions alone: of a table something may be made already.
        """
        seconds = self.known.seconds
        items.sort(key=lambda item: (-self._kills[mutant.place, item.nodeid], seconds[item.nodeid]))
        noticed = _apart(lambda: self._first(items, change)) if items else ""
        self._kills[mutant.place, noticed] += 1
        if noticed or change.func is _give_code:
            self.noticed[mutant.name] = noticed

    def _first(self, items: list[pytest.Item], change: Callable[[], None]) -> str:
        _limit(1.0)
        try:
            change()
        except Exception:
            return "its import"
        for item in items:
            _limit(self.known.seconds[item.nodeid])
            if _fails(item):
                return item.nodeid
        return ""


def _give_code(function: FunctionType, mutant: Mutant) -> None:
    function.__code__ = next(one for one in _codes(_compiled(mutant)) if one.co_qualname == mutant.place)


def _exchange(mutant: Mutant) -> None:
    """Put the mutant's table everywhere where the old one is known by its name."""
    old, fresh = getattr(sys.modules[mutant.module], mutant.place), ModuleType(mutant.module)
    exec(_compiled(mutant), fresh.__dict__)
    for one in list(sys.modules.values()):
        if getattr(one, "__dict__", {}).get(mutant.place) is old:
            setattr(one, mutant.place, getattr(fresh, mutant.place))


def _functions(modules: list[str]) -> dict[tuple[str, str], FunctionType]:
    there = [one for one in gc.get_objects() if isinstance(one, FunctionType) and one.__module__ in modules]
    return {(one.__module__, one.__qualname__): one for one in there if not hasattr(one, "__wrapped__")}


def _lines(module: str) -> dict[str, set[int]]:
    """Return the lines of each function's body by its name."""
    every = list(_codes(compile(Path(_file(module)).read_text(), module, "exec", dont_inherit=True)))
    outside = {line for code in every if not code.co_flags & inspect.CO_OPTIMIZED for line in _of(code)}
    return {code.co_qualname: {line for one in _codes(code) for line in _of(one)} - outside for code in every}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _of(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}


def _compiled(mutant: Mutant) -> CodeType:
    return compile(mutant.source, _file(mutant.module), "exec", dont_inherit=True)


def _file(module: str) -> str:
    return str(Path(module.replace(".", "/") + ".py").absolute())


def _imported_anew(task: Task, mutant: Mutant, known: Known) -> str:
    """Return the first test that fails where the module is imported as the mutant: those of the module's own name first."""
    _limit(sum(known.seconds.values()))
    right = SourceFileLoader.get_code
    SourceFileLoader.get_code = lambda self, name: _compiled(mutant) if name == mutant.module else right(self, name)
    own = f"test_{mutant.module.rpartition('.')[2]}.py"
    ordered = Ordered(lambda item: (item.path.name != own, known.seconds.get(item.nodeid, 0.0)))
    code = run_pytest(task.tests, task.game, ordered, mute=task.mute)
    return ordered.failed or ("" if code in (0, 5) else "its import")  # 5: there is no test.


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
