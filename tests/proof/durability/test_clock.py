"""`make check` finds code that reads the wall clock (D7)."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
LATE = (
    "import time\nnow = time.time()", "from time import time", "import time as t\nclock = t.time", "import datetime",
    "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)", "def late():\n    import time as t\n    return t.localtime()",
)  # fmt: skip


def test_code_that_reads_the_wall_clock_is_found_and_a_monotonic_one_is_not(tmp_path: Path) -> None:
    late = {f"{part}/{number}.py": source for part in ("companion", "firmware", "web") for number, source in enumerate(LATE)}
    for name, source in {**late, "companion/monotonic.py": "import time as t\nclock = t.monotonic"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    words = [sys.executable, "-m", "ruff", "check", "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    words += ["--select", "TID251", "--output-format", "concise"]
    told = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True).stdout.splitlines()
    assert {line.partition(":")[0] for line in told if "TID251" in line} == set(late)
