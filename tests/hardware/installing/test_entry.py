"""`hardware/install` as an owner starts it, on this machine, with --dry-run alone; and its hold on a machine's files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from grimp import build_graph

from hardware.installing import system
from hardware.installing.pi import Done, Failed, Pi, call

ROOT: Final = Path(__file__).parents[3]
INSTALL: Final = ROOT / "hardware" / "install"


def test_it_may_be_started_from_anywhere_and_says_what_it_can_do(tmp_path: Path) -> None:
    assert os.access(INSTALL, os.X_OK)
    words = [sys.executable, INSTALL, "--help"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=True)
    assert all(work in done.stdout for work in ("install", "update", "back", "uninstall", "--dry-run", "--read-only"))


def test_it_needs_nothing_but_python() -> None:
    graph = build_graph("hardware", include_external_packages=True, cache_dir=None)
    own = graph.find_descendants("hardware.installing") | {"hardware.installing"}
    needed = {other for one in own for other in graph.find_modules_directly_imported_by(one)} - own
    assert "argparse" in needed
    assert needed <= sys.stdlib_module_names


@pytest.mark.skipif(system.codename(Pi()) not in system.KNOWN, reason="another system than those it is written for")
def test_a_dry_run_here_tells_and_touches_nothing() -> None:
    done = subprocess.run([sys.executable, INSTALL, "--dry-run"], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.rstrip().endswith("Nothing was touched.")


def test_a_command_says_how_it_ended() -> None:
    assert call(("sh", "-c", "echo here; exit 3"), ask=True) == Done(3, "here")
    assert call(("there-is-no-such-command",), ask=True) == Done(127)
    with pytest.raises(Failed, match="`false` failed"):
        Pi().run("false")


def test_a_file_is_whole_or_not_there_and_bytes_that_are_no_text_survive_an_edit(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.write("/etc/secret", "word\n", 0o600)
    assert (pi.text("/etc/secret"), pi.at("/etc/secret").stat().st_mode & 0o777) == ("word\n", 0o600)
    with pytest.raises(UnicodeEncodeError):
        pi.write("/etc/secret", "\ud800")
    assert (pi.text("/etc/secret"), pi.text("/etc/nothing")) == ("word\n", None)
    pi.at("/config.txt").write_bytes(b"# caf\xe9\n")
    pi.write("/config.txt", (pi.text("/config.txt") or "") + "x=1\n")
    assert pi.at("/config.txt").read_bytes() == b"# caf\xe9\nx=1\n"


def test_a_link_is_replaced_at_once(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    for target in ("/a", "/b"):
        pi.link("/opt/current", target)
    assert (pi.linked("/opt/current"), pi.linked("/opt/nothing")) == ("/b", None)
