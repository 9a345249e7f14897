"""A club as docs/club.md begins one: a broker, a hub and two tables by its commands."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.evenings.house import PATIENCE, fetch, until
from tests.firmware.hubs import broker, free, real
from tests.test_documents import BIN, DOCUMENTS, ROOT, blocks


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


@pytest.mark.broad
@real
def test_two_tables_are_on_the_board_of_a_hub_by_the_three_commands_of_the_document(tmp_path: Path) -> None:
    """What tables tell of their games, and what a hub makes of it, is in tests/firmware/test_broker.py and test_hub.py."""
    installing, hub, tables = blocks(DOCUMENTS["docs/club.md"])[0]
    assert installing.endswith(" install mosquitto")
    told, here = f"BROKER=127.0.0.1:{(port := free())}", "--port 0 --host 127.0.0.1"
    with (
        broker(port, tmp_path), made(hub, told, f"ARGS={here} --data {tmp_path}/hub") as [club],
        made(tables, told, f"BUILD={tmp_path}", f"ARGS={here}") as both,
    ):  # fmt: skip
        joinable = lambda: fetch(club, "localhost", "/board/view").count(b'class="qr"')
        until(lambda: joinable() == len(both) == 2, "both tables", look=0.5)
