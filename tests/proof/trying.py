"""`python -m tests.proof.trying TASK RESULT`: try mutants on the tests that should notice them.

The tests run once under coverage, which shows which test runs which function. Then, for every mutant of a function, a forked
process gives the function its new code and runs those until one fails. A table is replaced wherever its name refers to it. If
nobody notices that, or if other code is changed that runs at imports, everything is reimported with the mutant in place.
"""

import gc
import inspect
import os
import pickle
import resource
import signal
import sys
import time
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from itertools import accumulate
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, NamedTuple

import coverage
import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.proof.faults import codes, functions

FORK: Final = get_context("fork")
MEMORY: Final = 4 << 30  # Bytes that a mutant may take.
PATIENCE: Final = 10  # How many times its former processor time a test may take, and some seconds.
BRIEF: Final = 2.0  # Seconds of tests that try an exchanged table, which may have been used already.


class Mutant(NamedTuple):
    """A *module*'s *source* with one change at *place*: a function, a table, or "" if everything must be reimported."""

    name: str
    module: str
    place: str
    source: str

    def compiled(self) -> CodeType:
        return compile(self.source, _file(self.module), "exec", dont_inherit=True)


class Task(NamedTuple):
    """The mutants to try on *tests*, without other games' playthroughs; if *mute*, no test fails."""

    game: str
    tests: Sequence[str]
    modules: Sequence[str]
    mutants: Sequence[Mutant]
    mute: bool = False

    def run(self, *plugins: object) -> int:
        """Run pytest in this process, silently, with the same examples every time."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # Saves the time for shrinking a failing one.
        hypothesis.settings.register_profile("trying", derandomize=True, database=None, deadline=None, phases=phases)
        hypothesis.settings.load_profile("trying")
        arguments = ["-q", "-x", "-s", "-m", "", "-p", "no:cacheprovider", *self.tests]
        return int(pytest.main(arguments, plugins=plugins))


class _Own:
    """Leaves out what is of other games, begins with the quickest tests, and keeps the name of the one that *failed*."""

    def __init__(self, game: str, seconds: Mapping[str, float]) -> None:
        self._game, self._seconds, self.failed = game, seconds, ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if _game_of(item) in ("", self._game)]
        items.sort(key=lambda item: self._seconds.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = report.nodeid if report.failed else self.failed


def _game_of(item: pytest.Item) -> str:
    """Return the name of the game whose playthrough or contract *item* is, or ""."""
    given = getattr(item, "callspec", None) and item.callspec.params
    file, game = (given or {}).get("file"), (given or {}).get("game")
    return file.parent.name if isinstance(file, Path) else getattr(game, "NAME", "")


def main(told: Path, result: Path) -> None:
    task: Task = pickle.loads(told.read_bytes())
    seconds, noticed = _apart(lambda: _Trying(task).go())
    for mutant in task.mutants:
        if mutant.name not in noticed:
            noticed[mutant.name] = _apart(lambda one=mutant: _imported_anew(task, one, seconds))
    result.write_bytes(pickle.dumps({one.name: noticed[one.name] for one in task.mutants}))


def _apart(do: Callable[[], Any]) -> Any:
    """Return the result of *do* in a forked process, or the signal that ended it: it took too much time or memory."""
    receiving, sending = FORK.Pipe(duplex=False)

    def work() -> None:
        sending.send(do())
        os._exit(0)  # Don't wait for threads.

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


def _class_of(test: str) -> str:
    """Return the name of the class of *test*, or "". What one test of a class plays, the others use."""
    return test.rpartition("::")[0] if test.count("::") > 1 else ""


def _together(seconds: Mapping[str, float]) -> dict[str, float]:
    """Return for each test the seconds of all of its class, because a mutant's first test of a class plays their games."""
    its = Counter[str]()
    for test, took in seconds.items():
        its[_class_of(test)] += took
    return {test: its[_class_of(test)] if _class_of(test) else took for test, took in seconds.items()}


def _limit(seconds: float) -> None:
    """Let this process end if it uses far more processor time than these *seconds*, or much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE * seconds + 3)


class _Trying:
    """Runs the tests for each mutant of a function, instead of once."""

    def __init__(self, task: Task) -> None:
        self._task, self.noticed = task, dict[str, str]()
        self.seconds, self._patience = dict[str, float](), dict[str, float]()
        self._kills: Counter[tuple[str, str]] = Counter()
        self._coverage = coverage.Coverage(data_file=None, config_file=False, include=[_file(one) for one in task.modules])
        self._coverage.start()

    def go(self) -> tuple[dict[str, float], dict[str, str]]:
        """Return how long each test takes, and who noticed the mutants of functions that run only in tests."""
        self._task.run(_Own(self._task.game, {}), self)
        assert self.seconds, "nothing was collected"
        return self.seconds, self.noticed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.seconds, runs = _apart(lambda: self._watched(session.items))
        self._patience = _together(self.seconds)
        self._coverage.stop()
        loaded = [sys.modules[name] for name in self._task.modules if name in sys.modules]
        there = {(one.__module__, one.__qualname__): one for module in loaded for one in functions(module)}
        quick = sorted(session.items, key=lambda item: self.seconds[item.nodeid])
        quick = quick[: bisect(list(accumulate(self.seconds[item.nodeid] for item in quick)), BRIEF)]
        gc.freeze()  # Existing objects stay shared with every forked process.
        for mutant in self._task.mutants:
            function, tests = there.get(mutant[1:3]), runs.get(mutant[1:3], set())
            if function and "" not in tests:  # As code that runs while modules are imported.
                items = [item for item in session.items if item.nodeid in tests]
                code = next(one for one in codes(mutant.compiled()) if one.co_qualname == mutant.place)
                self.noticed[mutant.name] = self._try(mutant, items, lambda f=function, c=code: setattr(f, "__code__", c))
            elif not function and hasattr(sys.modules[mutant.module], mutant.place):
                noticed = self._try(mutant, list(quick), lambda one=mutant: _exchange(one))
                self.noticed |= {mutant.name: noticed} if noticed else {}  # Otherwise something may be made of it already.
        return True

    def _watched(self, items: list[pytest.Item]) -> tuple[dict[str, float], dict[tuple[str, str], set[str]]]:
        """Return how long each test takes, and which tests run which (module, function)."""
        seconds, runs = {}, defaultdict(set[str])
        for item in items:
            self._coverage.switch_context(item.nodeid)
            began = time.process_time()
            if self._fails(item):
                raise RuntimeError(f"{item.nodeid} fails although nothing was changed")
            seconds[item.nodeid] = time.process_time() - began
        self._coverage.stop()
        for module in self._task.modules:
            tests = self._coverage.get_data().contexts_by_lineno(_file(module))
            for place, lines in _lines(module).items():
                ran = {test for line in lines for test in tests.get(line, ())}
                classes = {*map(_class_of, ran)} - {""}
                runs[module, place] = ran | {test for test in seconds if _class_of(test) in classes}
        return seconds, dict(runs)

    def _try(self, mutant: Mutant, items: list[pytest.Item], change: Callable[[], None]) -> str:
        """Return the first of *items* that fails after *change*, trying the ones first that have often failed here."""
        items.sort(key=lambda item: (-self._kills[mutant.place, item.nodeid], self._patience[item.nodeid]))
        noticed = _apart(lambda: self._first(items, change)) if items else ""
        self._kills[mutant.place, noticed] += 1
        return noticed

    def _fails(self, item: pytest.Item) -> bool:
        reports = runtestprotocol(item, nextitem=None, log=False)
        return not self._task.mute and any(report.failed for report in reports)

    def _first(self, items: list[pytest.Item], change: Callable[[], None]) -> str:
        _limit(1.0)
        try:
            change()
        except Exception:
            return "its import"
        for item in items:
            _limit(self._patience[item.nodeid])
            if self._fails(item):
                return item.nodeid
        return ""


def _exchange(mutant: Mutant) -> None:
    """Put the mutant's table everywhere where the old one is known by its name."""
    old, fresh = getattr(sys.modules[mutant.module], mutant.place), ModuleType(mutant.module)
    exec(mutant.compiled(), fresh.__dict__)
    for one in list(sys.modules.values()):
        if getattr(one, "__dict__", {}).get(mutant.place) is old:
            setattr(one, mutant.place, getattr(fresh, mutant.place))


def _lines(module: str) -> dict[str, set[int]]:
    every = list(codes(compile(Path(_file(module)).read_text(), module, "exec", dont_inherit=True)))
    own = {code: {line for _, _, line in code.co_lines() if line} for code in every}
    outside = {line for code in every if not code.co_flags & inspect.CO_OPTIMIZED for line in own[code]}
    return {code.co_qualname: {line for one in codes(code) for line in own[one]} - outside for code in every}


def _file(module: str) -> str:
    return str(Path(module.replace(".", "/") + ".py").absolute())


def _imported_anew(task: Task, mutant: Mutant, seconds: dict[str, float]) -> str:
    """Return the first test that fails when the module is imported as the mutant."""
    _limit(sum(seconds.values()))
    right, own = SourceFileLoader.get_code, _Own(task.game, seconds)
    SourceFileLoader.get_code = lambda self, name: mutant.compiled() if name == mutant.module else right(self, name)
    status = task.run(own)
    return own.failed or ("" if status in (0, 5) else "its import")  # 5: there is no test.


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
