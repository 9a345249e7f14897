"""A fake Pi for each test."""

from pathlib import Path

import pytest

from tests.hardware.installing.fake_pi import FakePi


@pytest.fixture(autouse=True)
def _as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend to be root: nothing here needs its privileges, because everything happens below a folder."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.fchown", lambda *_: None)


@pytest.fixture
def fake(tmp_path: Path) -> FakePi:
    return FakePi(tmp_path)
