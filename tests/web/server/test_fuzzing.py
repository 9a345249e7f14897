"""Schemathesis against a running table (W1): whether or not a request fits the description, no status is 500 or more.

A few hundred cases here; FUZZING_CASES=700 makes thousands, so many for each route.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask import request

from companion.seats.seating import StartGame
from companion.table.table import Table
from tests.web.fake_bench import FakeBench
from tests.web.phones import HOST, seated
from tests.web.tables import NAMES
from web import openapi
from web.app import create_app
from web.http.server import serve

BOXED = True
FOLDER = Path(__file__).parent
CASES = int(os.environ.get("FUZZING_CASES", "3"))
FEW = ("--phases", "fuzzing", "--max-examples", "2")
PATIENCE = 3600  # seconds


@pytest.fixture
def app(table: Table, bench: FakeBench, monkeypatch: pytest.MonkeyPatch) -> Any:
    app = create_app(table, hosts=[HOST, "127.0.0.1"], bench=bench)
    monkeypatch.setattr(app.logger, "disabled", True)  # Faults are counted anyway.
    return app


def fuzz(app: Any, table: Table, folder: Path, *options: str) -> tuple[int, str, Counter[int], Counter[int]]:
    """Run schemathesis in a game; return its exit code and output, the statuses of all answers, and those of /act."""
    statuses, acts = Counter[int](), Counter[int]()

    @app.after_request
    def count(answer: Any) -> Any:
        statuses[answer.status_code] += 1
        acts[answer.status_code] += request.path == "/act"
        return answer

    file = folder / "openapi.json"
    file.write_text(json.dumps(openapi.describe(app, table.now.games)))
    tokens = [phone.cookie() for phone in seated(app, table, NAMES).values()]
    table.act("A", StartGame("barracuda", {"draw": "bag"}))
    server = serve(app, 0, "127.0.0.1")
    url = f"http://127.0.0.1:{server.port}"
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(FOLDER / "schemathesis.toml"), "--no-color",
        "run", str(file), "--url", url, "--mode", "all", "--continue-on-failure", "--max-examples", str(CASES), "--seed", "1",
        "--exclude-path-regex", "/stream$", "--suppress-health-check", "all", "--no-shrink",
        "--phases", "examples,coverage,fuzzing", "--header", f"Origin: {url}", *options,
    ]  # fmt: skip
    variables = {"SCHEMATHESIS_HOOKS": "fuzzing_hooks", "PYTHONPATH": str(FOLDER), "FUZZING_TOKENS": " ".join(tokens)}
    how: dict[str, Any] = {"env": {**os.environ, **variables}, "cwd": folder, "timeout": PATIENCE, "text": True}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **how)
    server.close()
    return done.returncode, done.stdout, statuses, acts


@pytest.mark.parametrize("options", [FEW, pytest.param((), marks=pytest.mark.broad)], ids=["few", "many"])
def test_no_answer_is_500_or_undescribed(app: Any, table: Table, tmp_path: Path, options: tuple[str, ...]) -> None:
    code, printed, statuses, acts = fuzz(app, table, tmp_path, *options)
    cases = re.findall(r"\d+ generated", printed)
    print(f"schemathesis: {cases}, answers {sorted(statuses.items())}, of /act {sorted(acts.items())}")
    assert [status for status in statuses if status >= 500] == []
    assert code == 0, printed
    assert {200, 400, 422} <= set(statuses)
    if not options:
        assert {204, 409} <= set(statuses)
        assert acts[200] >= 5  # It reached the rules, and the game went on.
        assert {400, 409, 422} <= {status for status, count in acts.items() if count}


@pytest.mark.broad
def test_a_fault_in_one_route_is_found(app: Any, table: Table, tmp_path: Path) -> None:
    def stumble(**_: Any) -> str:
        raise LookupError("a seeded fault")

    app.view_functions["enrolment_step"] = stumble
    code, printed, statuses, _ = fuzz(app, table, tmp_path, "--include-path", "/enrolment/step")
    assert (code, statuses[500] > 0, "Server error" in printed) == (1, True, True)
