"""What `make pi-check` and `make virtual-pi` say if they can't run, and what they cache."""

import os
import runpy
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest


@pytest.mark.parametrize(("program", "says"), [("tests.pi", "NOT RUN"), ("tests.virtual", "NOT STARTED")])
@pytest.mark.parametrize(("options", "code"), [([], 1), (["--if-possible"], 0)])
def test_without_a_userland_it_says_so_loudly(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    says: str,
    options: list[str],
    code: int,
) -> None:
    monkeypatch.setenv("PI_CHECK_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [program, "--cached", *options])
    monkeypatch.setattr(os, "execvpe", Mock(side_effect=AssertionError("it begins")))
    with pytest.raises(SystemExit) as end:
        runpy.run_module(program, run_name="__main__")
    said = capsys.readouterr().out
    assert (end.value.code, said.startswith("####"), says in said) == (code, True, True)
    assert list(tmp_path.iterdir()) == []
