"""`python -m tests.proof.trying TASK RESULT`: try mutants on the tests of a copy of the project, in which it is started.

Every mutant gets a forked process of its own, in which the tests are collected already. There the changed function gets its
new code, or a changed table takes the place of the old one; only a table that nobody missed, what others are made of while
they are imported, and what is changed elsewhere is imported anew. Tests that call the function run, those that killed before
and the fast ones first, until one fails.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from itertools import accumulate
from operator import attrgetter
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

MEMORY: Final = 4 << 30  # Bytes that a mutant may take.
PATIENCE: Final = 10  # How many times longer than before a test may take,
GRACE: Final = 3  # and so many seconds of a processor more.
ENOUGH: Final = 10.0  # Seconds of tests, the fast ones first, that have to be enough for a mutant.
HITS: Final[dict[str, None]] = {}  # The functions that were called, in a process that watches.


@dataclass
class Task:
    """What is to be tried: each of *mutants* is (name, module, place, source)."""

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
    """Write a verdict for every mutant, a line each; 0, or 1 where the tests fail before anything is changed."""
    given = Task(**json.loads(task.read_text()))
    tests = _watched(given)
    if isinstance(tests, str):
        print(f"these tests fail although nothing was changed: {tests}", file=sys.stderr)
        return 1
    early = {"", *(name for module in given.modules for name in _used_in_importing(ast.parse(_file(module).read_text())))}
    warm = [mutant for mutant in given.mutants if mutant[2] not in early]
    missed = _warm(given, warm, tests, result, early)
    for mutant in given.mutants:
        if mutant[2] in early or mutant[0] in missed:
            _tell(result, _cold(given, mutant, tests))
    return 0


def _used_in_importing(scope: ast.Module | ast.ClassDef) -> set[str]:
    """Return the names that something is made of before anybody calls a function: tables, and what is called for them."""
    parts: list[ast.AST | None] = []
    names: set[str] = set()
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            names |= _used_in_importing(node)
            parts += node.decorator_list
        elif isinstance(node, ast.FunctionDef):
            parts += [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            parts.append(node.value)
    loaded = [one for part in parts if part for one in ast.walk(part)]
    return names | {one.id for one in loaded if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}


def _tell(result: Path, verdict: Verdict) -> None:
    with result.open("a") as file:
        file.write(json.dumps(asdict(verdict), ensure_ascii=False) + "\n")


# Processes


def _apart(do: Callable[[], Any]) -> Any:
    """Return what *do* returns in a process of its own, None where a signal ended that."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            try:
                json.dump({"done": do()}, pipe)
            except BaseException:
                json.dump({"trouble": traceback.format_exc()}, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    answer = json.loads(told)
    if "trouble" in answer:
        raise RuntimeError(answer["trouble"])
    return answer["done"]


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
        file = getattr(item, "callspec", None) and item.callspec.params.get("file")
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
    """Try one that everything has to be imported anew for: on the tests that are called like its module, then on all."""
    name, module, _, source = mutant
    began = time.monotonic()
    near = [test for test in given.tests if Path(test).stem == f"test_{module.rpartition('.')[2]}"]

    def run(chosen: list[str]) -> str:
        _limit(sum(one.seconds for one in tests.values()))
        sys.meta_path.insert(0, _Anew({module: source}))
        watching = _Watching()
        code = _pytest(replace(given, tests=chosen), watching)
        return "" if code in (0, 5) else watching.failed or "its import"

    killer = _apart(lambda: run(near)) if near else ""
    return _verdict(name, killer if killer != "" else _apart(lambda: run(given.tests)), began)


def _warm(
    given: Task, mutants: Sequence[tuple[str, str, str, str]], tests: Mapping[str, Known], result: Path, early: set[str]
) -> list[str]:
    """Try those that are one function's or one table's, in a process that has collected the tests.

    Return the names of changes that nobody missed in tables, and in classes that are *early* used: someone may hold what was
    made of the old one.
    """

    def run() -> list[str]:
        swapping = _Swapping(mutants, tests, result, early)
        _pytest(given, swapping)
        return swapping.missed

    missed: list[str] = _apart(run) if mutants else []
    return missed


class _Swapping:
    """Instead of running the tests, runs them for each mutant."""

    def __init__(
        self, mutants: Sequence[tuple[str, str, str, str]], tests: Mapping[str, Known], result: Path, early: set[str]
    ) -> None:
        self._mutants, self._tests, self._result, self._early = mutants, tests, result, early
        self._kills: Counter[tuple[str, str]] = Counter()
        self.missed: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.freeze()  # What is there already stays shared with every forked process.
        for mutant in self._mutants:
            verdict = self._try(mutant, session.items)
            if verdict.verdict != "killed" and self._may_be_held(*mutant[1:3]):
                self.missed.append(verdict.name)
            else:
                _tell(self._result, verdict)
        return True

    def _may_be_held(self, module: str, place: str) -> bool:
        return _function(module, place) is None or place.split(".")[0] in self._early

    def _try(self, mutant: tuple[str, str, str, str], items: Sequence[pytest.Item]) -> Verdict:
        name, module, place, source = mutant
        began, key = time.monotonic(), f"{module}:{place}"
        good = [item for item in items if item.nodeid in self._tests]
        if _function(module, place):
            good = [item for item in good if key in self._tests[item.nodeid].functions]
        if not good:
            return Verdict(name, "unreached")
        good.sort(key=lambda item: (-self._kills[key, item.nodeid], self._tests[item.nodeid].seconds))
        taken = accumulate(self._tests[item.nodeid].seconds for item in good)
        good = [item for item, seconds in zip(good, taken, strict=True) if seconds < ENOUGH]
        verdict = _verdict(name, _apart(lambda: self._killer(good, module, place, source)), began)
        self._kills[key, verdict.test] += 1
        return verdict

    def _killer(self, items: Sequence[pytest.Item], module: str, place: str, source: str) -> str:
        """Return the name of the first test that fails, "" where none does."""
        _limit(1.0)
        try:
            (_swap if _function(module, place) else _replace)(module, place, source)
        except _Unimportable:
            return "its import"
        for item in items:
            _limit(self._tests[item.nodeid].seconds)
            if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
                return item.nodeid
        return ""


def _function(module: str, place: str) -> FunctionType | None:
    """Return the function of that name; None for a table."""
    found = attrgetter(place)(import_module(module))
    found = found.fget if isinstance(found, property) else found
    return found if isinstance(found, FunctionType) else None


def _swap(module: str, place: str, source: str) -> None:
    """Give a function the code that it has in *source*."""
    function, code = _function(module, place), compile(source, module, "exec", dont_inherit=True)
    assert function is not None
    for name in place.split("."):
        (code,) = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name]
    function.__code__ = code


class _Unimportable(Exception):  # noqa: N818  # As it should be.
    """A module that was changed can't be imported any more."""


def _replace(module: str, place: str, source: str) -> None:
    """Put the table that is in *source* everywhere where the old one is known."""
    old, fresh = getattr(sys.modules[module], place), ModuleType(module)
    code = compile(source, module, "exec", dont_inherit=True)
    try:
        exec(code, fresh.__dict__)
    except Exception as error:
        raise _Unimportable from error
    for one in list(sys.modules.values()):
        if getattr(one, "__dict__", {}).get(place) is old:
            one.__dict__[place] = fresh.__dict__[place]


def _limit(seconds: float) -> None:
    """Let this process end where it takes far more time than it should, or much memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, PATIENCE * seconds + GRACE)


def _verdict(name: str, killer: str | None, began: float) -> Verdict:
    seconds = time.monotonic() - began
    if killer is None:
        return Verdict(name, "killed", "time or memory", seconds)
    return Verdict(name, "killed" if killer else "survived", killer, seconds)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
