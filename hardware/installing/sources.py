"""Verify the sources before they are installed: their checksums, and who signed them.

An archive of `make archive` contains SHA256SUMS, which `sha256sum --check` can read, too. With a key in
/etc/barkeep/signers, only sources signed by that key's owner are accepted.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from typing import TYPE_CHECKING, Final

from .pi import Change, Failed, LeftOut

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

FOLDERS: Final = ("companion", "firmware", "web")
FILES: Final = ("pyproject.toml", "README.md", "LICENSE")
UNIT: Final = "barkeep.service"
LOCK: Final = "hardware/lock.txt"
MACHINES: Final = ("amd64", "arm64")  # Debian's names of the machines that the lock has wheels for.

CURRENT: Final = "/opt/barkeep/current"  # The version in use.

SUMS: Final = "SHA256SUMS"
SIGNATURE: Final = f"{SUMS}.sig"
SIGNERS: Final = "/etc/barkeep/signers"
SIGNER: Final = "barkeep"  # The name required in the signers' file, and the signature's namespace.
VERIFY: Final = f'exec ssh-keygen -Y verify -f "$1" -I {SIGNER} -n {SIGNER} -s "$2" <"$3"'
NO_SUMS: Final = f"take an archive of `make archive`, which has {SUMS}, or say --no-sums if you trust this folder"
ANEW: Final = "remove this folder, and unpack the archive again in its place"


def sources(pi: Pi, choices: Choices) -> Steps:
    """Raise Failed if the sources don't match their checksums or signature, or can't be installed on this machine."""
    machine = pi.ask("dpkg", "--print-architecture").text
    if machine not in MACHINES:
        raise Failed(f"{LOCK} has no packages for {machine or 'this machine'}: put a 64-bit system on its card")
    if pi.at(SIGNERS).exists():
        _insist_on_signature(pi, choices.source)
    if not (choices.source / SUMS).is_file():
        if not choices.no_sums and _is_update(pi, choices.source):
            raise Failed(f"there are no checksums to compare these sources with: {NO_SUMS}")
        yield LeftOut(
            f"the sources were not compared with checksums: there is no {SUMS} here, which `make archive` adds to an archive"
        )
    elif wrong := differing(choices.source):
        more = f", nor do {len(wrong) - 1} more files" if wrong[1:] else ""
        raise Failed(f"{wrong[0]} doesn't match {SUMS}{more}: {ANEW}")


def _is_update(pi: Pi, source: Path) -> bool:
    """Return whether another version is in use. Only then are there games that wrong sources could spoil."""
    current = pi.linked(CURRENT)
    return current is not None and current.rpartition("/")[2] != version_of(source)


def _insist_on_signature(pi: Pi, source: Path) -> None:
    words = (str(pi.at(SIGNERS)), str(source / SIGNATURE), str(source / SUMS))
    if pi.ask("sh", "-c", VERIFY, "sh", *words).code:
        raise Failed(f"no key in {SIGNERS} has signed these sources ({SIGNATURE}): take a signed archive, or remove that file")


def differing(source: Path) -> list[str]:
    """Return the paths in *source* that differ from SHA256SUMS, are missing, or are installed but not listed there.

    A link always counts as differing, because its target has no checksum.
    """
    text = (source / SUMS).read_text(encoding="utf-8", errors="replace")
    recorded = {path: total for total, path in re.findall(r"^([0-9a-f]{64})  (.+)$", text, re.M)}
    links = [path for folder in FOLDERS for path in (source / folder).rglob("*") if path.is_symlink()]
    paths = {*recorded, *(path.relative_to(source).as_posix() for path in (*installed(source), *links))}
    return sorted(path for path in paths if (source / path).is_symlink() or _sum(source / path) != recorded.get(path))


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def installed(source: Path) -> list[Path]:
    """Return, in order, every file of the checkout at *source* that is installed or decides what is."""
    files = [source / name for name in (*FILES, LOCK, f"hardware/{UNIT}")]
    for folder in FOLDERS:
        files += [path for path in (source / folder).rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return sorted(files)


def version_of(source: Path) -> str:
    """Return the name of the version at *source*: its number, a checksum of its own files, and one of the locked packages."""
    number = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    total = hashlib.sha256()
    for path in installed(source):
        if path != source / LOCK:
            total.update(f"{path.relative_to(source)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return f"{number}-{total.hexdigest()[:8]}-{_sum(source / LOCK)[:8]}"
