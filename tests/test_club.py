"""A club as docs/club.md begins one: a broker, a hub and two tables by its commands, and games at both in one league."""

import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests.evenings.house import PATIENCE, Phone, fetch, until
from tests.firmware.hubs import broker, free, real
from tests.test_documents import BIN, DOCUMENTS, ROOT, blocks

COMMANDS: Final = blocks(DOCUMENTS["docs/club.md"])[0]


@contextmanager
def made(line: str, *more: str) -> Iterator[list[int]]:
    """Run a command of make, with *more*; yield the ports of all that it has opened."""
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    words = [*shlex.split(line), "-s", "-o", ".venv/run", "-o", ".venv/hub", f"BIN={BIN}", *more]
    with subprocess.Popen(words, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True) as running:
        try:
            said, programs = "", 2 if line == "make tables" else 1
            while said.count("Stop with") < programs:
                said += (heard := running.stdout.readline())
                assert heard, said
            yield sorted({int(port) for port in re.findall(r"http://localhost:(\d+)/", said)})
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.communicate(timeout=PATIENCE)


def play(port: int) -> None:
    """Let two people begin a game of Shark; then one of them leaves, and the other ends it."""
    phones = [Phone(SimpleNamespace(port=port), seat) for seat in "AB"]
    for phone in phones:
        phone.sit()
    act(phones[0], {"is": "StartGame", "game": "shark", "options": {}})
    for at, kind, seat in ((0, "leave", "B"), (1, "leave", "B"), (0, "end_game", "")):
        motion = {"kind": kind, "seat": seat, "number": 0, "other": "", "name": "", "new": ""}
        act(phones[at], {"is": "Vote", "motion": motion, "yes": True})


def act(phone: Phone, command: dict[str, Any]) -> None:
    assert phone.act({"ask": None, "command": command})[0] == 200


@pytest.mark.broad
@real
def test_two_tables_play_in_one_league_by_the_three_commands_of_the_document(tmp_path: Path) -> None:
    installing, hub, tables = COMMANDS
    assert installing.endswith(" install mosquitto")
    told, here = f"BROKER=127.0.0.1:{(port := free())}", "--port 0 --host 127.0.0.1"
    with (
        broker(port, tmp_path), made(hub, told, f"ARGS={here} --data {tmp_path}/hub") as [club],
        made(tables, told, f"BUILD={tmp_path}", f"ARGS={here}") as both,
    ):  # fmt: skip
        for at in both:
            play(at)
        counted = lambda: json.loads(fetch(club, "localhost", "/league/file/json?season=all"))["results"]
        found = until(lambda: len(results := counted()) == 2 and results, "both results", look=0.5)
    assert len({one["table"] for one in found}) == 2
