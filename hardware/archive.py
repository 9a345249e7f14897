"""Pack what is committed into barkeep.tar.gz, with a checksum of every file in it and of itself. Run by `make archive`.

With an SSH key (`make archive KEY=FILE`) the checksums are signed, for Pis whose /etc/barkeep/signers names that key.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from hardware.installing.sources import SIGNER, SUMS

ROOT: Final = Path(__file__).parents[1]
NAME: Final = "barkeep.tar.gz"


def pack(target: Path, key: str = "", root: Path = ROOT) -> Path:
    """Write the archive and its checksum into the folder *target*, signed with *key* if given; return the archive's path."""
    archive = target / NAME
    with tempfile.TemporaryDirectory() as folder:
        sums = Path(folder, SUMS)
        sums.write_text(_sums(root), encoding="utf-8")
        if key:
            subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", SIGNER, sums], check=True)
        more = [f"--add-file={path}" for path in sorted(Path(folder).iterdir())]
        words = ["git", "archive", "--format=tar.gz", "--prefix=barkeep/", *more, f"--output={archive.resolve()}", "HEAD"]
        subprocess.run(words, cwd=root, check=True)
    total = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{NAME}.sha256").write_text(f"{total}  {NAME}\n", encoding="utf-8")
    return archive


def _sums(root: Path) -> str:
    packed = subprocess.run(["git", "archive", "--format=tar", "HEAD"], cwd=root, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as files:
        found = [(member.name, file.read()) for member in files if (file := files.extractfile(member))]
    return "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in found)


if __name__ == "__main__":
    print(pack(Path(), key=sys.argv[1] if sys.argv[1:] else ""))
