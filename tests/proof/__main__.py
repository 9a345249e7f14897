"""`python -m tests.proof [--deep] [NAME ...]`: test the promises, in part or --deep, and record it in build/prove.jsonl."""

import argparse
import gc
import math
import os
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from tests.proof.ledger import Account, Ledger, digest
from tests.proof.promise import Blind, Leg, Promise
from tests.proof.promises import promises

ROOT = Path(__file__).parents[2]

Task: TypeAlias = tuple[str, int, int]  # The promise's name, how many units (0: its control), and the seed.


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof", description=__doc__)
    parser.add_argument("--deep", action="store_true", help="reach the full numbers; goes on where it was broken off")
    parser.add_argument("--afresh", action="store_true", help="forget what a deep run has reached for those that are named")
    parser.add_argument("names", nargs="*", help="the promises to test, such as D1 or S1; all where none is named")
    given = parser.parse_args(arguments)
    chosen = [one for one in promises() if not given.names or {one.name, one.name.split()[0]} & set(given.names)]
    if not chosen:
        parser.error(f"no such promise; there are {', '.join(one.name for one in promises())}")
    ledger = Ledger(ROOT / "build" / "prove.jsonl", "deep" if given.deep else "light", digest(ROOT))
    for one in chosen:
        ledger.open(one, one.asked if given.deep else math.ceil(one.asked / one.light))
        if given.afresh or not given.deep:
            ledger.note(one.name, {"is": "afresh"})
    unchanged = run(ledger)
    kept = _tell(ledger)
    if not unchanged:
        print("Something was changed while it was tested: what came after that was not noted, and proves nothing.")
    return 0 if kept and unchanged else 1


def run(ledger: Ledger, code: Callable[[], str] = lambda: digest(ROOT)) -> bool:
    """Test what *ledger* lacks, and return True; or False once the code has changed, without recording any more."""
    before = code()
    together, alone = ([one for one in ledger.accounts.values() if one.promise.alone is alone] for alone in (False, True))
    for (name, _, _), told in chain(_done(together, os.cpu_count() or 1), _done(alone, 1)):
        if code() != before:
            return False
        account = ledger.accounts[name]
        was_done = account.is_done
        ledger.note(name, told)
        if account.is_done and not was_done:
            print(line(account), flush=True)
    return True


def _tasks(account: Account) -> list[Task]:
    promise, seed = account.promise, max(account.seeds, default=-1) + 1
    missing = range(account.reached, account.asked, promise.leg)
    legs = [(promise.name, min(promise.leg, account.asked - reached), seed + n) for n, reached in enumerate(missing)]
    return [*([(promise.name, 0, 0)] if account.control is None else []), *legs]


def _done(accounts: list[Account], processes: int) -> Iterator[tuple[Task, dict[str, Any]]]:
    """Yield each task of *accounts* with its result. Each process is a pool of its own, and keeps what it has prepared."""
    # What needs the same is done in a row, by half of the processes from the first task on and by the others from the last.
    # What needs nothing comes behind it, or C3, whose legs take longest, would be begun when nothing else is left.
    order = sorted(accounts, key=lambda one: (not one.promise.needs, one.promise.needs))
    waiting = deque(task for one in order for task in _tasks(one))
    running, free = dict[Future[dict[str, Any]], tuple[Task, int]](), [*range(processes)]
    with ExitStack() as stack:
        pools = [stack.enter_context(ProcessPoolExecutor(1, initializer=collect_seldom)) for _ in free]
        while waiting or running:
            while waiting and free:
                at = free.pop()
                task = waiting.pop() if at % 2 else waiting.popleft()
                running[pools[at].submit(do, *task)] = task, at
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task, at = running.pop(future)
                free.append(at)
                yield task, future.result()


def collect_seldom() -> None:
    """Collect garbage seldom: a record is millions of lasting objects, and scanning them takes a seventh of the time."""
    gc.set_threshold(1_000_000, 10, 100)


def do(name: str, number: int, seed: int) -> dict[str, Any]:
    promise, began = next(one for one in promises() if one.name == name), time.monotonic()
    try:
        told = _leg(promise, number, seed) if number else {"is": "control", "control": promise.control(), "found": True}
    except Exception as fault:
        told = {"is": "control", "control": str(fault) if isinstance(fault, Blind) else _short(fault), "found": False}
    return {**told, "seconds": round(time.monotonic() - began, 1)}


def _leg(promise: Promise, number: int, seed: int) -> dict[str, Any]:
    try:
        leg = promise.walk(number, seed)
    except Blind:
        raise
    except Exception as fault:  # One crashing test must not stop the others.
        leg = Leg(number, (_short(fault),))
    broken = [f"seed {seed}, {number} {promise.unit}: {sentence}" for sentence in leg.broken]
    return {"is": "leg", "seed": seed, "reached": leg.reached, "broken": broken, "counts": dict(leg.counts)}


def _short(fault: Exception) -> str:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__}: {fault} ({Path(last.filename).name}:{last.lineno})"


def line(account: Account) -> str:
    reached = f"{account.reached:,} of {account.asked:,} {account.promise.unit}"
    control = "found" if account.control_found else f"NOT FOUND ({account.control or 'not tried'})"
    before = account.failures - (account.control is not None and not account.control_found)
    again = f", NOT FOUND {before} times before" if before else ""
    return f"{account.verdict:<6} {account.promise.name:<22} {account.promise.what}: {reached}, control {control}{again}"


def _tell(ledger: Ledger) -> bool:
    """Print what the promises can't see and, last, which were not kept; return whether all were."""
    accounts = ledger.accounts.values()
    for promise in (one.promise for one in accounts if one.promise.blind):
        print(f"  {promise.name} can't see {promise.blind}")
    for account in accounts:
        name = account.promise.name
        if account.verdict == "BROKEN":
            told = [*account.broken, *account.promise.judge(account.counts)][:5]
            print(*(f"  {name} was broken: {sentence}" for sentence in told), sep="\n")
        elif account.verdict != "kept":
            print(line(account))
    kept = sum(account.verdict == "kept" for account in accounts)
    print(f"{kept} of {len(accounts)} promises kept, in {ledger.path}")
    return kept == len(accounts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
