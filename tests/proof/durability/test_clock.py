"""`make check` finds code that reads the wall clock; the program's own is clean."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
PARTS = ("companion", "firmware", "web")
NOW = "import time\nnow = time.time()"
LATE = (
    NOW, "from time import time", "import time as t\nclock = t.time", "import datetime", "from datetime import date",
    "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)", "import datetime as dt\nnow = dt.datetime.now()",
    "def late():\n    import time as t\n    return t.localtime()",
)  # fmt: skip
TIMELY = {
    "companion/monotonic.py": "import time\nclock = time.monotonic", "companion/sleep.py": "import time as t\nt.sleep(1)",
    "firmware/doctor/machine.py": NOW,  # Only the doctor may read it.
}  # fmt: skip


def reading(folder: Path) -> set[str]:
    words = ["check", "--no-cache", "--ignore-noqa", "--select", "TID251", "--config", str(ROOT / "pyproject.toml")]
    words = [sys.executable, "-m", "ruff", *words, "--output-format", "concise", *PARTS]
    told = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert told.returncode in (0, 1), told.stderr
    return {line.partition(":")[0] for line in told.stdout.splitlines() if "TID251" in line}


def test_no_code_reads_the_wall_clock() -> None:
    assert reading(ROOT) == set()


def test_code_that_reads_the_wall_clock_is_found_and_no_other(tmp_path: Path) -> None:
    late = {f"{part}/late_{number}.py": source for part in PARTS for number, source in enumerate(LATE)}
    for name, source in (late | TIMELY).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    assert reading(tmp_path) == set(late)
