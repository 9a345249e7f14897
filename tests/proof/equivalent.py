"""Mutants that no test can kill, because they change nothing that anybody could notice; each with the reason."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {}
