"""Options for a game whose pieces nobody has: the companion shuffles, draws and throws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.kit.game import AnyGame

BY_COMPANION: Final = ("deal", "draw", "dice")


def alone(game: AnyGame) -> dict[str, str]:
    """Return the options of *game* by which the companion deals, draws and throws, where it has such a choice."""
    return {name: "companion" for name in BY_COMPANION if "companion" in getattr(game.OPTIONS.get(name), "choices", ())}
