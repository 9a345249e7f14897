"""What has been proved so far, kept in a file: a deep run that was broken off goes on where it was."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from importlib.metadata import distributions
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.proof.promise import Leg, Promise

SOURCES = ("companion", "firmware", "web", "tests", "pyproject.toml")


@dataclass
class Account:
    """How far one promise has come. *control* is what its seeded faults came to, None before they were tried.

    *failures* are what the control came to whenever they weren't found by this code. They are never forgotten.
    """

    what: str
    unit: str
    asked: int
    reached: int = 0
    seeds: list[int] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    control: str | None = None
    control_found: bool = False
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def kept(self) -> bool:
        """Whether the number was reached, nothing broken, and the control found."""
        return self.reached >= self.asked and not self.broken and self.control_found

    def add(self, seed: int, leg: Leg, seconds: float) -> None:
        """Add what the leg with that *seed* came to."""
        self.seeds.append(seed)
        self.reached += leg.reached
        self.broken += leg.broken
        self.counts = dict(Counter(self.counts) + Counter(leg.counts))
        self.seconds += seconds

    def try_control(self, told: str, seconds: float, *, found: bool) -> None:
        """Note what the seeded faults came to; that is said once, and not tried until it comes out well."""
        self.control, self.control_found = told, found
        self.failures += [] if found else [told]
        self.seconds += seconds


class Ledger:
    """The accounts of one kind of run ("light" or "deep") in a file that holds both."""

    def __init__(self, path: Path, kind: str, code: str) -> None:
        """Take up the accounts of the same *code*; those of other code prove nothing about this."""
        self.path, self.kind, self.code = path, kind, code
        known = self._all().get(kind, {})
        good = known.get("code") == code
        self.accounts = {name: _account(one) for name, one in known["promises"].items()} if good else {}

    def begin_afresh(self, names: Iterable[str]) -> None:
        """Forget what the promises of those *names* have reached, but not the failures of their controls."""
        for name in self.accounts.keys() & set(names):
            old = self.accounts[name]
            self.accounts[name] = Account(old.what, old.unit, old.asked, failures=old.failures)

    def account(self, promise: Promise, asked: int) -> Account:
        """Return the account of *promise*, opened where there was none."""
        return self.accounts.setdefault(promise.name, Account(promise.what, promise.unit, asked))

    def write(self) -> None:
        """Write the file, whole or not at all."""
        promises = {name: {**asdict(one), "kept": one.kept} for name, one in self.accounts.items()}
        everything = {**self._all(), self.kind: {"code": self.code, "promises": promises}}
        self.path.parent.mkdir(exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(everything, indent=1, ensure_ascii=False) + "\n")
        fresh.replace(self.path)

    def _all(self) -> dict[str, Any]:
        everything: dict[str, Any] = json.loads(self.path.read_text()) if self.path.exists() else {}
        return everything


def _account(written: dict[str, Any]) -> Account:
    return Account(**{name: value for name, value in written.items() if name != "kept"})


def digest(root: Path) -> str:
    """Return what tells this code from any other: a hash over all that the proof runs, and over what it runs on.

    Documents and hidden files are left out.
    """
    hashed = hashlib.sha256("\n".join(libraries()).encode())
    for source in SOURCES:
        for file in sorted([root / source, *(root / source).rglob("*")]):
            if file.is_file() and _is_run(file):
                hashed.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


def _is_run(file: Path) -> bool:
    return file.suffix != ".md" and file.name[0] != "." and "__pycache__" not in file.parts


def libraries() -> list[str]:
    """Return Python, SQLite and all that is installed beside them, with their versions."""
    installed = sorted({f"{one.name} {one.version}" for one in distributions()})
    return [f"Python {sys.version}", f"SQLite {sqlite3.sqlite_version}", *installed]
