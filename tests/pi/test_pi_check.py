"""What `make pi-check` and `make virtual-pi` say if they can't run, and what they cache."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def check(cache: Path, program: str, *options: str) -> tuple[int, str]:
    words = [sys.executable, "-m", program, "--cached", *options]
    env = {**os.environ, "PI_CHECK_CACHE": str(cache)}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize(("program", "says"), [("tests.pi", "NOT RUN"), ("tests.virtual", "NOT STARTED")])
@pytest.mark.parametrize(("options", "code"), [((), 1), (("--if-possible",), 0)])
def test_without_a_userland_it_says_so_loudly(
    tmp_path: Path, program: str, says: str, options: tuple[str, ...], code: int
) -> None:
    returned, said = check(tmp_path, program, *options)
    assert (returned, said.startswith("####"), says in said) == (code, True, True)
    assert list(tmp_path.iterdir()) == []
