"""What the installed service's filter of system calls forbids, for the processes that a test starts."""

import os
from pathlib import Path

import pytest

FORBIDDEN = """
import os

def nice(steps):
    raise PermissionError(1, "Operation not permitted")

os.nice = nice
"""


def forbid_giving_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `os.nice` fail in every process that is started from now on; *folder* keeps what Python runs first in each."""
    (folder / "sitecustomize.py").write_text(FORBIDDEN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
