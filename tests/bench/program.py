"""The program as people start it, in a process of its own, to be looked at from outside."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def program(module: str, hardware: str) -> Iterator[tuple[subprocess.Popen[str], Iterator[str]]]:
    """Run *module*, which runs the program with what it is given; yield its process and the lines that it prints."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", module, "run", "--hardware", hardware, "--host", "127.0.0.1"]
        command += ["--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert process.stdout is not None
        try:
            yield process, iter(process.stdout)
        finally:
            process.terminate()
            process.communicate()
