"""How often the players of the house win, by `make bench-bots`: each line with its goal, interval and command."""

import sys
from typing import Final

from companion.games import installed
from companion.lab import arena

GAMES: Final = 1000  # a line
SEED: Final = 1
ALONE: Final = (  # game, players, and the least share of wins of the first of them
    ("barracuda", 3, 0.65), ("barracuda", 4, 0.55), ("barracuda", 5, 0.45), ("shark", 2, 0.99), ("shark", 4, 0.96),
    ("negoces2", 4, 0.85),
)  # fmt: skip
AMONG: Final = (  # game, players, and the greatest share of wins of a random player among the house's
    ("barracuda", 3, 0.10), ("barracuda", 4, 0.08), ("barracuda", 5, 0.06), ("shark", 4, 0.02), ("negoces2", 4, 0.05),
)  # fmt: skip
GREEDY: Final = (("shark", 4), ("negoces2", 4))  # 1.5 times a fair share is the goal. Barracuda knows no immediate gains.
RIVALS: Final = (
    ("barracuda", "careful,bold,careful,bold"), ("shark", "careful,bold"), ("shark", "careful,bold,careful,bold"),
    ("negoces2", "careful,bold,careful,bold"),
)  # fmt: skip
MIRRORS: Final = (("barracuda", 4), ("shark", 4), ("negoces2", 4))  # The first seat's own share, which must be a fair one.


def report(games: int = GAMES) -> None:
    for temper in ("careful", "bold"):
        for name, seats, goal in ALONE:
            _line(name, [temper] + ["random"] * (seats - 1), games, f"at least {goal:.0%}")
        for name, seats, goal in AMONG:
            _line(name, ["random"] + [temper] * (seats - 1), games, f"at most {goal:.0%}")
        for name, seats in GREEDY:
            _line(name, [temper] + ["greedy"] * (seats - 1), games, f"at least {1.5 / seats:.1%}")
    for name, players in RIVALS:
        _line(name, players.split(","), games, "within 1.2 times")
    for name, seats in MIRRORS:
        for habit in installed()[name].REHEARSAL.habits:
            _line(name, [habit] + ["careful"] * (seats - 1), games, f"at most {1.3 / seats:.1%}")
        _line(name, ["careful"] * seats, games, f"{1 / seats:.0%} inside", first=True)


def _line(name: str, players: list[str], games: int, goal: str, *, first: bool = False) -> None:
    result, mark = arena.compete(installed()[name], players, games, SEED), f"{name} {len(players)}"
    score = result.first if first else result.scores[players[0]]
    low, high = score.interval
    print(
        f"{mark:<12}{players[0]:<8} wins {score.share:6.1%} [{low:.1%} to {high:.1%}], {goal:<17}"
        f"{1000 * result.slowest:4.0f} ms  barkeep simulate {name} --players {','.join(players)} --games {games} --seed {SEED}",
        flush=True,
    )


if __name__ == "__main__":
    report(*map(int, sys.argv[1:]))
