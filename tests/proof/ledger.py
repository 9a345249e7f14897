"""The results so far: a file with a line for everything that was tried, so that a deep run can be resumed."""

import hashlib
import json
import sqlite3
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from tests.proof.promise import Promise


@dataclass
class Account:
    """The progress of one promise. *control* is None before it was tried; *failures* counts those that weren't found, ever."""

    promise: Promise
    asked: int
    reached: int = 0
    seeds: list[int] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    control: str | None = None
    control_found: bool = False
    failures: int = 0

    @property
    def is_done(self) -> bool:
        return self.reached >= self.asked and self.control is not None

    @property
    def verdict(self) -> str:
        if self.broken or (self.is_done and self.promise.judge(self.counts)):
            return "BROKEN"
        if self.control is not None and not self.control_found:
            return "BLIND"
        return "kept" if self.is_done else "SHORT"

    def add(self, told: dict[str, Any]) -> None:
        match told["is"]:
            case "afresh":
                self.__init__(self.promise, self.asked, failures=self.failures)  # type: ignore[misc]  # All else begins anew.
            case "control":
                self.control, self.control_found = told["control"], told["found"]
                self.failures += not told["found"]
            case "leg":
                self.seeds.append(told["seed"])
                self.reached += told["reached"]
                self.broken += told["broken"]
                self.counts += Counter(told["counts"])


class Ledger:
    """The accounts of one *kind* of run ("light" or "deep") of one state of the *code*; other code proves nothing about it."""

    def __init__(self, path: Path, kind: str, code: str) -> None:
        self.path, self._kind, self._code = path, kind, code
        self.accounts: dict[str, Account] = {}

    def open(self, promise: Promise, asked: int) -> Account:
        account = self.accounts[promise.name] = Account(promise, asked)
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            told = json.loads(line)
            if (told["kind"], told["code"], told["promise"]) == (self._kind, self._code, promise.name):
                account.add(told)
        return account

    def note(self, name: str, told: dict[str, Any]) -> None:
        line = {"kind": self._kind, "code": self._code, "promise": name, **told}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.accounts[name].add(told)


def digest(root: Path) -> str:
    hashed = hashlib.sha256("\n".join(libraries()).encode())
    for source in ("companion", "firmware", "web", "tests", "pyproject.toml"):
        for file in sorted([root / source, *(root / source).rglob("*")]):
            if file.suffix != ".md" and file.name[0] != "." and "__pycache__" not in file.parts and file.is_file():
                hashed.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


@cache
def libraries() -> list[str]:
    installed = sorted({f"{one.name} {one.version}" for one in distributions()})
    return [f"Python {sys.version}", f"SQLite {sqlite3.sqlite_version}", *installed]
