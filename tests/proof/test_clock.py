"""Whoever looks at the wall clock is found by `make check`; the program's own is clean there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUFF = [sys.executable, "-m", "ruff", "check", "--no-cache", "--ignore-noqa", "--select", "TID251"]


def looks(source: str, file: str) -> bool:
    """Return whether *source* is told to leave the wall clock alone, as if it were that *file*."""
    told = subprocess.run([*RUFF, "--stdin-filename", file, "-"], cwd=ROOT, input=source, capture_output=True, text=True)
    return "TID251" in told.stdout


def test_nobody_looks() -> None:
    told = subprocess.run([*RUFF, "companion", "firmware", "web"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("folder", ["companion", "firmware", "web"])
@pytest.mark.parametrize(
    "source",
    [
        "import time\nnow = time.time()",
        "from time import time",
        "import time as t\nclock = t.time",
        "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)",
        "import datetime",
        "import datetime as dt\nnow = dt.datetime.now()",
        "from datetime import date",
        "def late():\n    import time as t\n    return t.localtime()",
    ],
)
def test_whoever_looks_is_found(folder: str, source: str) -> None:
    assert looks(source, f"{folder}/late.py")


@pytest.mark.parametrize("source", ["import time\nclock = time.monotonic", "import time as t\nt.sleep(1)"])
def test_whoever_does_not_look_is_left_alone(source: str) -> None:
    assert not looks(source, "companion/timely.py")


def test_the_doctor_alone_may_look() -> None:
    now = "import time\nnow = time.time()"
    assert not looks(now, "firmware/machine.py")
    assert looks(now, "firmware/service.py")
