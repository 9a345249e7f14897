"""Pytest as mutants are tried with it: silent, with the same examples every time, on chosen tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest


def run_pytest(tests: Sequence[str], game: str, plugin: object, *, mute: bool) -> int:
    """Run pytest in this process, which says nothing, with the same examples every time."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # No time is lost on making a failing one smaller.
    hypothesis.settings.register_profile("trying", derandomize=True, database=None, deadline=None, phases=phases)
    hypothesis.settings.load_profile("trying")
    plugins = [_Chosen(game), plugin, *([_Mute()] if mute else [])]
    return int(pytest.main(["-q", "-x", "-s", "-m", "", "-p", "no:cacheprovider", *tests], plugins=plugins))


class _Chosen:
    """Leaves out other games' playthroughs."""

    def __init__(self, game: str) -> None:
        self._game = game

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_chosen(item)]

    def _is_chosen(self, item: pytest.Item) -> bool:
        file = getattr(item, "callspec", None) and item.callspec.params.get("file")
        return not isinstance(file, Path) or file.parent.name == self._game


class _Mute:
    """Lets no test fail: a control."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        try:
            return (yield)
        except (Exception, pytest.fail.Exception):
            return None


class Ordered:
    """Runs the tests in an order, and keeps the name of the one that *failed*."""

    def __init__(self, key: Callable[[pytest.Item], Any]) -> None:
        self._key, self.failed = key, ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=self._key)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = report.nodeid if report.failed else self.failed
