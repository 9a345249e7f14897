"""Who looks at the wall clock: nobody but the doctor, who only tells what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof import clock


def test_nobody_else_looks_at_the_wall_clock() -> None:
    assert {line.partition(":")[0] for line in clock.wall_clocks()} == set(clock.MAY_LOOK)


@pytest.mark.parametrize(
    "line",
    [
        "import time\nnow = time.time()",
        "import datetime\nnow = datetime.datetime.now()",
        "from time import time",
        "import time as t\nnow = t.time()",
        "import datetime as dt\nnow = dt.datetime.now()",
        "import datetime as dt\nday = dt.date\nnow = day.today()",
        "import time\nt = time\nnow = t.time()",
        "import time\nnow = getattr(time, 'time')()",
        "import time\nnow = time.clock_gettime(time.CLOCK_REALTIME)",
        "def late():\n    import time as t\n    return t.time()",
    ],
)
def test_whoever_looks_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "late.py").write_text(line)
    monkeypatch.setattr(clock, "CODE", tmp_path)
    assert {one.partition(":")[0] for one in clock.wall_clocks()} == {"companion/late.py"}


@pytest.mark.parametrize(
    "line",
    [
        "import time\nnow = time.monotonic()",
        "import time as t\nt.sleep(1)",
        "import time\nclock = time.monotonic",
        "def clock(time):\n    return time",
    ],
)
def test_whoever_does_not_look_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "timely.py").write_text(line)
    monkeypatch.setattr(clock, "CODE", tmp_path)
    assert list(clock.wall_clocks()) == []
