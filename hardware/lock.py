"""Write lock.txt: every file that an installation fetches from a package index, by version and checksum. Run by `make lock`.

pip's own resolver chooses the newest versions within the ranges of pyproject.toml, and a wheel for each target; nothing
is compiled on a Pi. The reader's driver is taken without its declared dependencies. 32-bit ARM isn't a target: PyPI has
no wheel of Pillow for it, and piwheels may rebuild its own at any time, so their checksums can't be relied on.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Collection

ROOT: Final = Path(__file__).parents[1]
LOCK: Final = ROOT / "hardware" / "lock.txt"
GLIBC: Final = {"3.11": 36, "3.13": 41}  # Minor versions in Debian 12 and 13, keyed by their Python.
MACHINES: Final = ("aarch64", "x86_64")
TARGETS: Final = [(python, machine) for python in GLIBC for machine in MACHINES]

HEAD: Final = f"""\
# The exact files that an installation fetches. Made by `make lock` from pyproject.toml; tests/hardware/test_lock.py reads it.
# For CPython {" and ".join(GLIBC)}, on {" and ".join(MACHINES)}. Files are in the order of their checksums.
"""


@dataclass
class Locked:
    """One package: its *files*, each with its SHA-256, and the packages that it *needs* and that are fetched for it."""

    version: str
    needs: set[str]
    files: dict[str, str] = field(default_factory=dict)


def platforms(python: str, machine: str) -> list[str]:
    """Return pip's names of the platforms whose wheels run on *machine* with Debian's *python*."""
    return [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC[python], 16, -1)] + [f"manylinux2014_{machine}"]


def wanted(settings: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the requirements in *settings*, a pyproject.toml, and those to install without their dependencies."""
    needed = [*settings["project"]["dependencies"], *settings["build-system"]["requires"]]
    return needed, list(settings["tool"]["barkeep"]["no_deps"])


def main() -> None:
    """Write the lock, or exit with pip's error."""
    needed, alone = wanted(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8")))
    found: dict[str, Locked] = {}
    for python, machine in TARGETS:
        # The first target decides the versions; the others use the same.
        pins = [f"{name}=={one.version}" for name, one in found.items()]
        for words, follows in ((needed, True), (["--no-deps", *alone], False)):
            for item in _resolved(python, machine, words, pins):
                _add(found, item, follows)
    _insist(found)
    roots = {canonicalize_name(Requirement(line).name) for line in (*needed, *alone)}
    LOCK.write_text(HEAD + "".join(_lines(name, found, roots) for name in sorted(found)), encoding="utf-8")


def _resolved(python: str, machine: str, words: list[str], pins: list[str]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        report, constraints = Path(folder, "report"), Path(folder, "constraints")
        constraints.write_text("\n".join(pins), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed", "--only-binary=:all:"]
        target = [f"--python-version={python}", *(f"--platform={one}" for one in platforms(python, machine))]
        files = [f"--target={folder}/none", f"--report={report}", f"--constraint={constraints}"]
        subprocess.run([*pip, *target, *files, *words], check=True)
        return list(json.loads(report.read_text(encoding="utf-8"))["install"])


def _add(found: dict[str, Locked], item: dict[str, Any], follows: bool) -> None:
    data, source = item["metadata"], item["download_info"]
    needs = _needs(data.get("requires_dist", [])) if follows else set()
    one = found.setdefault(canonicalize_name(data["name"]), Locked(data["version"], needs))
    one.files[source["url"].rpartition("/")[2]] = source["archive_info"]["hashes"]["sha256"]


def _needs(lines: list[str]) -> set[str]:
    """Return the names of those that apply on any target; pip alone would evaluate markers for its own Python."""
    places = [{"python_version": python, "platform_machine": machine, "extra": ""} for python, machine in TARGETS]
    asked = [Requirement(line) for line in lines]
    return {canonicalize_name(one.name) for one in asked if one.marker is None or any(one.marker.evaluate(at) for at in places)}


def _insist(found: dict[str, Locked]) -> None:
    missing = {need for one in found.values() for need in one.needs} - set(found)
    if missing:
        sys.exit(f"some target needs what this one doesn't: {', '.join(sorted(missing))}. Run it with another Python")


def _lines(name: str, found: dict[str, Locked], roots: Collection[str]) -> str:
    by = [*(["pyproject.toml"] if name in roots else []), *(other for other in sorted(found) if name in found[other].needs)]
    files = sorted(found[name].files.items())
    told = "".join(f"#   {file}\n" for file, _ in files)
    sums = " \\\n".join(f"    --hash=sha256:{total}" for _, total in files)
    return f"\n# needed by {', '.join(by)}\n{told}{name}=={found[name].version} \\\n{sums}\n"


if __name__ == "__main__":
    main()
