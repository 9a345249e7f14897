"""How long the table takes to notice each fault, how long a phone's move takes meanwhile, and how long until all is well."""

from __future__ import annotations

import tempfile
from pathlib import Path

from firmware.simulator import faults
from tests.evenings.troubled import Measured, open_evening, suffer, suffer_tags


def report() -> None:
    """Print the whole matrix, a line for each fault."""
    print("faults at a running table: told in the log, a phone's move meanwhile, well again")
    for name in faults.FAULTS:
        _line(name, measure(name))


def measure(name: str) -> Measured:
    """Let the fault *name* come and go in an evening of its own."""
    with tempfile.TemporaryDirectory() as folder, open_evening(Path(folder)) as evening:
        return (suffer_tags if name in faults.TAGS else suffer)(evening, name)


def _line(name: str, measured: Measured) -> None:
    told = f"{measured.told:.2f} s" if measured.told is not None else "-"
    print(f"  {name:20} {told:>8} {measured.phone:8.2f} s {measured.back:8.2f} s")


if __name__ == "__main__":
    report()
