"""The owner's choices on the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Setting: TypeAlias = str | int | bool | list[str]
HERE: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Choices:
    """*source* is the checkout to install. *table* are the settings of `barkeep run`, earlier ones included.

    *readers* counts those that are wired. An empty *hostname* keeps the Pi's name. *country* is the Wi-Fi's, in two letters.
    *data_partition* is the first column in fstab, such as LABEL=barkeep. *no_sums* accepts an update that has no list of
    checksums.
    """

    source: Path = HERE
    table: Mapping[str, Setting] = field(default_factory=dict)
    hardware: str = "pi"
    readers: int = 1
    hostname: str = ""
    watchdog: bool = True
    access_point: bool = False
    country: str = ""
    data_partition: str = ""
    read_only: bool = False
    delete_games: bool = False
    no_sums: bool = False
