"""`python -m tests.proof [--deep] [NAME ...]`: put the promises to the test, a line each, and write build/prove.json.

A light run reaches a twentieth of every number, a deep one all of it; a deep run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from tests.proof.ledger import Account, Ledger, digest
from tests.proof.promise import Blind, Leg, Promise
from tests.proof.promises import promises

ROOT = Path(__file__).parents[2]
LIGHT = 20  # A light run asks for so small a part of each number.


def main(arguments: list[str]) -> int:
    """Return 0 where every promise was kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof", description=__doc__)
    parser.add_argument("--deep", action="store_true", help="reach the full numbers; goes on where it was broken off")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin nothing new after so long")
    parser.add_argument("--afresh", action="store_true", help="forget what a deep run has reached for those that are named")
    parser.add_argument("--file", type=Path, default=ROOT / "build" / "prove.json", help="where it is written")
    parser.add_argument("names", nargs="*", help="the promises to test, such as D1 or S1; all where none is named")
    given = parser.parse_args(arguments)
    chosen = [one for one in promises() if not given.names or one.name in given.names or one.name.split()[0] in given.names]
    if not chosen:
        parser.error(f"no such promise; there are {', '.join(one.name for one in promises())}")
    ledger = Ledger(given.file, "deep" if given.deep else "light", digest(ROOT))
    if given.afresh or not given.deep:
        ledger.begin_afresh(one.name for one in chosen)
    run = Run(chosen, ledger, 1 if given.deep else LIGHT, time.monotonic() + 60 * given.minutes)
    run.go()
    return _verdict(chosen, ledger) or _changed(run)


class Run:
    """Tests promises on all processors, leg by leg.

    Once the *code* isn't the ledger's any more, it *has_changed*: nothing is written then, and a deep run ends.
    """

    def __init__(
        self, chosen: list[Promise], ledger: Ledger, part: int, end: float, code: Callable[[], str] = lambda: digest(ROOT)
    ) -> None:
        self._ledger, self._end, self._code = ledger, end, code
        self._is_deep, self.has_changed = part == 1, False
        self._open = {one.name: one for one in chosen}
        for one in chosen:
            ledger.account(one, math.ceil(one.asked / part))
        self._printed: set[str] = set()

    def go(self) -> None:
        """Test until every number is reached, or the time is over."""
        together = [one for one in self._open.values() if not one.alone]
        self._all(together, os.cpu_count() or 1)
        for one in self._open.values():
            if one.alone:
                self._all([one], 1)

    def _all(self, chosen: list[Promise], processes: int) -> None:
        tasks = [task for one in chosen for task in self._tasks(one)]
        with ProcessPoolExecutor(processes, initializer=collect_seldom) as pool:
            running: dict[Future[tuple[Leg | str, bool, float]], tuple[str, int, int]] = {}
            while tasks or running:
                while tasks and len(running) < processes and self._goes_on():
                    task = tasks.pop(0)
                    running[pool.submit(do, *task)] = task
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    self._enter(running.pop(future), future)

    def _goes_on(self) -> bool:
        return time.monotonic() < self._end and not (self._is_deep and self.has_changed)

    def _tasks(self, promise: Promise) -> list[tuple[str, int, int]]:
        """Return what is still to be done: (promise, how many, seed); how many is 0 for the control, which is tried once."""
        account = self._ledger.accounts[promise.name]
        missing, seed = account.asked - account.reached, max(account.seeds, default=-1) + 1
        tasks = [] if account.control is not None else [(promise.name, 0, 0)]
        while missing > 0:
            tasks.append((promise.name, min(missing, promise.leg), seed))
            missing, seed = missing - promise.leg, seed + 1
        return tasks

    def _enter(self, task: tuple[str, int, int], future: Future[tuple[Leg | str, bool, float]]) -> None:
        name, _, seed = task
        account = self._ledger.accounts[name]
        result, found, seconds = future.result()
        if isinstance(result, Leg):
            account.add(seed, result, seconds)
            if account.reached >= account.asked:
                account.broken += self._open[name].judge(account.counts)
        else:
            account.try_control(result, seconds, found=found)
        self.has_changed = self.has_changed or self._code() != self._ledger.code
        if not self.has_changed:
            self._ledger.write()
        if account.control is not None and account.reached >= account.asked and name not in self._printed:
            self._printed.add(name)
            print(line(name, account), flush=True)


def collect_seldom() -> None:
    """Let the garbage wait: a record is millions of objects that stay, and to look through them is a seventh of the time."""
    gc.set_threshold(1_000_000, 10, 100)


def do(name: str, number: int, seed: int) -> tuple[Leg | str, bool, float]:
    """Do one task in a process of its own; return what it came to, whether a control was found, and the seconds it took."""
    promise, began = next(one for one in promises() if one.name == name), time.monotonic()
    result: Leg | str
    try:
        result, found = (promise.walk(number, seed), True) if number else (promise.control(), True)
    except Blind as blind:
        result, found = str(blind), False
    except Exception as fault:  # One test that falls over doesn't take the others with it.
        told = f"seed {seed}: {type(fault).__name__}: {fault} ({_place(fault)})"
        result, found = Leg(number, (told,)) if number else told, False
    return result, found, time.monotonic() - began


def _place(fault: Exception) -> str:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def line(name: str, account: Account) -> str:
    """Return what is printed of a promise: what, number reached, number asked, control found or not; the file has the rest."""
    is_blind = account.control is not None and not account.control_found
    word = "kept" if account.kept else "BROKEN" if account.broken else "BLIND" if is_blind else "SHORT"
    reached = f"{account.reached:,} of {account.asked:,} {account.unit}"
    control = "found" if account.control_found else f"NOT FOUND ({account.control or 'not tried'})"
    before = len(account.failures) - is_blind
    again = f", NOT FOUND {before} times before" if before else ""
    return f"{word:<6} {name:<22} {account.what}: {reached}, control {control}{again}"


def _verdict(chosen: list[Promise], ledger: Ledger) -> int:
    accounts = {one.name: ledger.accounts[one.name] for one in chosen}
    for one in chosen:
        if one.blind:
            print(f"  {one.name} can't see {one.blind}")
    for name, account in accounts.items():  # Last, for of a long output often only the end is kept.
        for sentence in account.broken[:5]:
            print(f"  {name} was broken: {sentence}")
        if not account.kept and not account.broken:
            print(line(name, account))
            _tell_missing(name, account)
    kept = sum(account.kept for account in accounts.values())
    print(f"{kept} of {len(accounts)} promises kept, in {ledger.path}")
    return 0 if kept == len(accounts) else 1


def _tell_missing(name: str, account: Account) -> None:
    for what, number in account.counts.items():
        if what.startswith("not measured"):
            print(f"  {name}: {number:,} {what}")
    if account.failures:
        print(f"  {name}: its control is tried again, and all of it, with --afresh {name.split()[0]}")


def _changed(run: Run) -> int:
    """Say that what was tested isn't what lies there now, where that is so."""
    if run.has_changed:
        print("Something was changed while it was tested: what came after that is not in the file, and proves nothing.")
    return int(run.has_changed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
