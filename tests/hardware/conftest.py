"""OpenSCAD, where it is installed."""

from __future__ import annotations

import shutil

import pytest


@pytest.fixture(scope="session")
def openscad() -> str:
    """Return the path of the program; skip the test where there is none."""
    path = shutil.which("openscad")
    return path or pytest.skip("NO OPENSCAD: the case was not exported, only its numbers were compared. Install openscad.")
