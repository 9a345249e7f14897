"""A table as its owner opens it, with a command of the documents, and closes it again."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

PATIENCE: Final = 300.0  # seconds


def open_and_close(words: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None) -> tuple[str, int]:
    """Run *words*, see that each page answers whose address is printed, end it; return what it printed and its exit code."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(words, cwd=cwd, env=env, text=True, start_new_session=True, **pipes) as running:
        try:
            said = ""
            for line in running.stdout:
                said += line
                if "/bench" in line:  # The last of the addresses.
                    break
            pages = re.findall(r"http://localhost:\d+/\w*", said)
            assert {page.rpartition("/")[2] for page in pages} >= {"", "table", "bench"}, said
            assert all(answers(page) for page in pages)
        finally:
            os.killpg(running.pid, signal.SIGTERM)
        return said + running.stdout.read(), running.wait(PATIENCE)


def answers(address: str) -> bool:
    """Return whether a page comes from *address*, whatever name this machine has there; it may need a moment to be served."""
    there, limit = urlsplit(address), time.monotonic() + PATIENCE
    while True:
        with closing(HTTPConnection("127.0.0.1", there.port, timeout=PATIENCE)) as connection:
            try:
                connection.request("GET", there.path, headers={"Host": there.netloc})
                page = connection.getresponse()
            except OSError:
                if time.monotonic() > limit:
                    raise
                time.sleep(0.1)
                continue
            elsewhere = page.headers["Location"]
            return answers(elsewhere) if elsewhere else page.status == 200 and b"<html" in page.read()
