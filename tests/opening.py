"""Open a table as its owner does, with a command of the documents, and close it again."""

import os
import re
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.evenings.house import PATIENCE, until


def open_and_close(words: Sequence[str | Path], cwd: Path, env: Mapping[str, str] | None = None) -> tuple[str, int]:
    """Run *words*, check that each printed address serves its page, and end it; return its output and its exit code."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(words, cwd=cwd, env=env, text=True, start_new_session=True, **pipes) as running:
        try:
            said = ""
            for line in running.stdout:
                said += line
                if line.startswith("Stop with"):  # After the last of the addresses.
                    break
            pages = re.findall(r"http://localhost:\d+/\w*", said)
            bench = set() if "--reader" in " ".join(map(str, words)) else {"bench"}
            assert {page.rpartition("/")[2] for page in pages} >= {"", "table", *bench}, said
            assert all(answers(page) for page in pages)
        finally:
            os.killpg(running.pid, signal.SIGTERM)
        return said + running.stdout.read(), running.wait(PATIENCE)


def answers(address: str) -> bool:
    """Return whether a page comes from *address*, whatever name this machine has there; serving may take a moment to begin."""
    there = urlsplit(address)

    def page() -> tuple[str | None, bool] | None:
        with suppress(OSError), closing(HTTPConnection("127.0.0.1", there.port, timeout=PATIENCE)) as connection:
            connection.request("GET", there.path, headers={"Host": there.netloc})
            answer = connection.getresponse()
            return answer.headers["Location"], answer.status == 200 and b"<html" in answer.read()

    elsewhere, is_page = until(page, address)
    return answers(elsewhere) if elsewhere else is_page
