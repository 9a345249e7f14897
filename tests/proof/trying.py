"""`python -m tests.proof.trying TASK RESULT`: try mutants on the tests of a copy of the project, in which it is started.

Every mutant gets a forked process of its own, in which the tests are collected already. There the changed function gets its
new code; what is changed outside of functions has to be imported anew. Tests that call the function run, those that killed
before and the fast ones first, until one fails.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

MEMORY: Final = 4 << 30  # Bytes that a mutant may take.
PATIENCE: Final = 10  # How much longer than before, and so many seconds more, a test may take.
HITS: Final[dict[str, None]] = {}  # The functions that were called, in a process that watches.


@dataclass
class Task:
    """What is to be tried: each of *mutants* is (name, module, function, source)."""

    tests: list[str]  # Files and folders, with the modules' own tests first.
    folder: str  # Playthroughs of this folder alone; "" for none.
    modules: list[str]
    mutants: list[tuple[str, str, str, str]]
    mute: bool = False  # Let no test assert anything.


@dataclass
class Verdict:
    """What became of a mutant: "killed" (by *test*, or because time or memory ran out), "survived", "unreached"."""

    name: str
    verdict: str
    test: str = ""
    seconds: float = 0.0


@dataclass
class Known:
    """What is known of a test: how long it takes, in seconds, and which functions it calls."""

    seconds: float
    functions: list[str]


def main(task: Path, result: Path) -> int:
    """Write a verdict for every mutant; 0, or 1 where the tests fail before anything is changed."""
    given = Task(**json.loads(task.read_text()))
    tests = _watched(given)
    if isinstance(tests, str):
        print(f"these tests fail although nothing was changed: {tests}", file=sys.stderr)
        return 1
    cold = [mutant for mutant in given.mutants if not mutant[2]]
    verdicts = [_cold(given, mutant, tests) for mutant in cold]
    warm = [mutant for mutant in given.mutants if mutant[2]]
    verdicts += _warm(given, warm, tests) if warm else []
    result.write_text(json.dumps([asdict(one) for one in verdicts]))
    return 0


# Processes


def _apart(do: Callable[[], Any]) -> Any:
    """Return what *do* returns in a process of its own, None where that ended otherwise."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            with os.fdopen(writing, "w") as pipe:
                json.dump(do(), pipe)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    try:
        return json.loads(told)
    except json.JSONDecodeError:
        return None


def _pytest(given: Task, plugin: object) -> int:
    """Run pytest in this process, which says nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    # The same examples every time, and no time lost on making a failing one smaller.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("trying", derandomize=True, database=None, deadline=None, phases=phases)
    hypothesis.settings.load_profile("trying")
    plugins = [_Chosen(given), plugin, *([_Mute()] if given.mute else [])]
    return int(pytest.main(["-q", "-x", "-s", "-p", "no:cacheprovider", *given.tests], plugins=plugins))


class _Chosen:
    """Leaves out other games' playthroughs."""

    def __init__(self, given: Task) -> None:
        self._given = given

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_chosen(item)]

    def _is_chosen(self, item: pytest.Item) -> bool:
        if Path(item.location[0]).name != "test_playthroughs.py":
            return True
        file = getattr(item, "callspec", None) and item.callspec.params.get("file")  # type: ignore[attr-defined]
        return file is not None and file.parent.name == self._given.folder


class _Mute:
    """Makes tests assert nothing: a control."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        try:
            return (yield)
        except (AssertionError, pytest.fail.Exception):
            return None


# Tests that are watched


class _Anew(MetaPathFinder, Loader):
    """Imports modules from other sources than those in their files."""

    def __init__(self, sources: Mapping[str, str | ast.Module]) -> None:
        self._sources = sources

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, _file(name), loader=self) if name in self._sources else None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        code: CodeType = compile(self._sources[name], str(_file(name)), "exec", dont_inherit=True)
        exec(code, module.__dict__)


class _Watching:
    """Notes how long each test takes, which functions it calls, and the first that fails."""

    def __init__(self) -> None:
        self.tests: dict[str, Known] = {}
        self.failed = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        HITS.clear()
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.tests[item.nodeid] = Known(time.process_time() - began, sorted(HITS))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = report.nodeid if report.failed else self.failed


def _watched(given: Task) -> dict[str, Known] | str:
    """Return what each test calls, or which fails."""

    def watch() -> Any:
        sys.meta_path.insert(0, _Anew({module: _telling(module) for module in given.modules}))
        watching = _Watching()
        code = _pytest(given, watching)
        good = code in (0, 5)  # 5: there is no test.
        return {name: asdict(one) for name, one in watching.tests.items()} if good else watching.failed or f"code {code}"

    told = _apart(watch)
    return {name: Known(**one) for name, one in told.items()} if isinstance(told, dict) else str(told)


def _file(module: str) -> Path:
    return Path(module.replace(".", "/") + ".py").absolute()


def _telling(module: str) -> ast.Module:
    """Return the module with functions that tell when they are called."""
    tree = ast.parse(_file(module).read_text())
    for owner, function in [("", one) for one in tree.body] + [
        (one.name + ".", inner) for one in tree.body if isinstance(one, ast.ClassDef) for inner in one.body
    ]:
        if isinstance(function, ast.FunctionDef):
            hit = f"__import__('sys').modules['__main__'].HITS[{f'{module}:{owner}{function.name}'!r}] = None"
            function.body.insert(0, ast.parse(hit).body[0])
    return ast.fix_missing_locations(tree)


# Mutants


def _cold(given: Task, mutant: tuple[str, str, str, str], tests: Mapping[str, Known]) -> Verdict:
    """Try one that everything has to be imported anew for."""
    name, module, _, source = mutant
    began = time.monotonic()

    def run() -> str:
        _limit(sum(one.seconds for one in tests.values()))
        sys.meta_path.insert(0, _Anew({module: source}))
        watching = _Watching()
        code = _pytest(given, watching)
        return "" if code in (0, 5) else watching.failed or "its import"

    return _verdict(name, _apart(run), began)


def _warm(given: Task, mutants: Sequence[tuple[str, str, str, str]], tests: Mapping[str, Known]) -> list[Verdict]:
    """Try those that are one function's, in a process that has collected the tests."""

    def run() -> list[dict[str, Any]]:
        swapping = _Swapping(mutants, tests)
        _pytest(given, swapping)
        return [asdict(one) for one in swapping.verdicts]

    verdicts = [Verdict(**one) for one in _apart(run)]
    assert len(verdicts) == len(mutants)
    return verdicts


class _Swapping:
    """Instead of running the tests, runs them for each mutant."""

    def __init__(self, mutants: Sequence[tuple[str, str, str, str]], tests: Mapping[str, Known]) -> None:
        self._mutants, self._tests = mutants, tests
        self._kills: dict[tuple[str, str], int] = {}
        self.verdicts: list[Verdict] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for mutant in self._mutants:
            self.verdicts.append(self._try(mutant, session.items))
        return True

    def _try(self, mutant: tuple[str, str, str, str], items: Sequence[pytest.Item]) -> Verdict:
        name, module, function, source = mutant
        key, began = f"{module}:{function}", time.monotonic()
        calling = [item for item in items if item.nodeid in self._tests and key in self._tests[item.nodeid].functions]
        if not calling:
            return Verdict(name, "unreached")
        calling.sort(key=lambda item: (-self._kills.get((key, item.nodeid), 0), self._tests[item.nodeid].seconds))
        verdict = _verdict(name, _apart(lambda: self._killer(calling, module, function, source)), began)
        self._kills[key, verdict.test] = self._kills.get((key, verdict.test), 0) + 1
        return verdict

    def _killer(self, items: Sequence[pytest.Item], module: str, function: str, source: str) -> str:
        """Return the name of the first test that fails, "" where none does."""
        _swap(module, function, source)
        for item in items:
            _limit(self._tests[item.nodeid].seconds)
            if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                return item.nodeid
        return ""


def _swap(module: str, function: str, source: str) -> None:
    """Give *function* the code that it has in *source*."""
    found = attrgetter(function)(sys.modules[module])
    found = found.fget if isinstance(found, property) else found
    assert isinstance(found, FunctionType)
    code = compile(source, module, "exec", dont_inherit=True)
    for name in function.split("."):
        (code,) = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name]
    found.__code__ = code


def _limit(seconds: float) -> None:
    """Let this process end where it takes far more time than it should, or much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE * seconds + PATIENCE)


def _verdict(name: str, killer: str | None, began: float) -> Verdict:
    seconds = time.monotonic() - began
    if killer is None:
        return Verdict(name, "killed", "time or memory", seconds)
    return Verdict(name, "killed" if killer else "survived", killer, seconds)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
