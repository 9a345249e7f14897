"""Schemathesis against a running table (W1): whatever fits or doesn't fit the description, no answer is 500 or more.

A few hundred cases here; FUZZING_CASES=700 makes thousands, so many for each route.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.seating import StartGame
from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.tables import NAMES
from web.app import create_app
from web.identity import COOKIE
from web.server import serve

FOLDER = Path(__file__).parent
CASES = int(os.environ.get("FUZZING_CASES", "6"))
FEW = ("--phases", "fuzzing", "--max-examples", "2")
PATIENCE = 3600  # seconds


class Counting:
    """A WSGI application that counts the other's answers by status."""

    def __init__(self, app: Any) -> None:
        self.app, self.statuses, self.acts, self.extensions = app, Counter[int](), Counter[int](), app.extensions

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, *more: Any) -> Any:
            self.statuses[int(status[:3])] += 1
            self.acts[int(status[:3])] += environ["PATH_INFO"] == "/act"
            return start_response(status, *more)

        return self.app(environ, start)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def app(table: Table, monkeypatch: pytest.MonkeyPatch) -> Any:
    app = create_app(table, hosts=["127.0.0.1"], bench=FakeBench(table.pieces))
    monkeypatch.setattr(app.logger, "disabled", True)  # A fault is counted.
    return app


def seats(app: Any) -> list[str]:
    """Seat everybody, start a game, and return the phones' tokens."""
    clients = [app.test_client() for _ in NAMES]
    for client, (seat, name) in zip(clients, NAMES.items(), strict=True):
        joined = client.post("/join", data={"pawn": seat, "name": name}, headers={"Origin": "http://localhost"})
        assert joined.status_code == 303
    return [client.get_cookie(COOKIE).value for client in clients]


def fuzz(app: Any, table: Table, folder: Path, *options: str) -> tuple[int, str, Counting]:
    """Run schemathesis; return its exit code, what it printed, and the answers."""
    tokens = seats(app)
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    counting = Counting(app)
    server = serve(counting, 0, "127.0.0.1")
    url = f"http://127.0.0.1:{server.port}"
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(FOLDER / "schemathesis.toml"), "--no-color",
        "run", f"{url}/openapi.json", "--mode", "all", "--continue-on-failure", "--max-examples", str(CASES), "--seed", "1",
        "--exclude-path-regex", "/stream$", "--suppress-health-check", "all", "--no-shrink",
        "--phases", "examples,coverage,fuzzing",
        "--header", f"Origin: {url}", *options,
    ]  # fmt: skip
    variables = {"SCHEMATHESIS_HOOKS": "fuzzing_hooks", "PYTHONPATH": str(FOLDER), "FUZZING_TOKENS": " ".join(tokens)}
    try:
        done = subprocess.run(
            command, env={**os.environ, **variables}, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    finally:
        server.close()
    return done.returncode, done.stdout + done.stderr, counting


@pytest.mark.parametrize("options", [FEW, pytest.param((), marks=pytest.mark.broad)], ids=["few", "many"])
def test_no_answer_is_500_or_more_and_none_is_undescribed(
    app: Any, table: Table, tmp_path: Path, options: tuple[str, ...]
) -> None:
    code, printed, counted = fuzz(app, table, tmp_path, *options)
    cases = re.findall(r"\d+ generated", printed)
    print(f"schemathesis: {cases}, answers {tally(counted.statuses)}, of /act {tally(counted.acts)}")
    assert [status for status in counted.statuses if status >= 500] == []
    assert code == 0, printed
    assert {200, 400, 422} <= set(counted.statuses)
    if options:
        return
    assert {204, 409} <= set(counted.statuses)
    assert counted.acts[200] >= 5  # It came as far as the rules, and the game went on.
    assert {400, 409, 422} <= set(counted.acts)


def tally(statuses: Counter[int]) -> dict[int, int]:
    return {status: count for status, count in sorted(statuses.items()) if count}


@pytest.mark.broad
def test_a_fault_in_one_route_is_found(app: Any, table: Table, tmp_path: Path) -> None:
    def stumble(**_: Any) -> str:
        raise LookupError("a seeded fault")

    app.view_functions["enrolment_step"] = stumble
    code, printed, counted = fuzz(app, table, tmp_path, "--include-path", "/enrolment/step")
    assert counted.statuses[500]
    assert code == 1
    assert "Server error" in printed
