"""`python -m firmware.playing_out NUMBER`: find a game's turning points, in a process that gives way to all others.

It takes the finished game NUMBER as a game file from standard input, and writes a line of JSON each time that it is further on:
`done` in percent, and at 100 the `points`. `firmware/turning.py` starts it, and ends it when it isn't wanted any more.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import astuple
from functools import partial
from typing import Final

from companion.carrying import gamefile
from companion.carrying.reading import carried
from companion.games import installed
from companion.match.books import Books
from companion.table.chance import by_chance
from companion.turning.playing_out import play_out
from companion.turning.points import turning_points
from firmware.giving_way import give_way

SECONDS: Final = 110.0  # By the clock. A slower or busier machine plays fewer games and finds less, but no phone waits longer.
NICEST: Final = 19


def main(number: int) -> None:
    """Search game *number*, whose file is on standard input."""
    give_way(NICEST)
    began = time.monotonic()
    file = gamefile.parsed(sys.stdin.buffer.read())
    game = installed()[file.game]
    opened = Books(carried(file, game, number, 0), unsealed=True)
    done = -1
    play = partial(play_out, game, chance=by_chance)
    for turning in turning_points(opened, play, lambda _: (time.monotonic() - began) / SECONDS):
        if turning.done != done:
            done = turning.done
            print(json.dumps({"done": done, "points": [astuple(one) for one in turning.points]}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
