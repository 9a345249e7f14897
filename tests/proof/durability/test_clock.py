"""`make check` finds code that reads the wall clock; the program's own is clean."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RUFF = [sys.executable, "-m", "ruff", "check", "--no-cache", "--ignore-noqa", "--select", "TID251"]
NOW = "import time\nnow = time.time()"
LOOKS = (
    NOW, "from time import time", "import time as t\nclock = t.time", "import datetime", "from datetime import date",
    "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)", "import datetime as dt\nnow = dt.datetime.now()",
    "def late():\n    import time as t\n    return t.localtime()",
)  # fmt: skip


def test_no_code_reads_the_wall_clock() -> None:
    told = subprocess.run([*RUFF, "companion", "firmware", "web"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize(("file", "source", "is_found"), [
    *((f"{folder}/late.py", source, True) for folder in ("companion", "firmware", "web") for source in LOOKS),
    ("companion/timely.py", "import time\nclock = time.monotonic", False),
    ("companion/timely.py", "import time as t\nt.sleep(1)", False),
    ("firmware/doctor/machine.py", NOW, False),  # Only the doctor may read it.
])  # fmt: skip
def test_code_that_reads_the_wall_clock_is_found_and_no_other(file: str, source: str, is_found: bool) -> None:
    told = subprocess.run([*RUFF, "--stdin-filename", file, "-"], cwd=ROOT, input=source, capture_output=True, text=True)
    assert ("TID251" in told.stdout) == is_found
