"""The finished games as files for other programs. They hold what the page of the evenings shows, and nothing else.

BG Stats takes one play from a link, https://app.bgstatsapp.com/createPlay.html?data=, with JSON: `sourceName`, `sourcePlayId`,
`playDate` (UTC, YYYY-MM-DD HH:MM:SS), `game` with `name` and `sourceGameId`, and `players`, each with `name`,
`sourcePlayerId`, and both `winner` and `startPlayer`, without which its Android app refuses the play; `durationMin`, `rank`
and `score` as far as they are known (www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites: the play's
date is that of its end). A `.bgsplay` file is JSON, too, in the form of its backups: `games`, `players`,
`locations` and `plays`, whose `playerScores` refer to the others by number (`gameRefId`, `playerRefId`).

The CSV's columns are called like the attributes of plays in BoardGameGeek's XML API 2 (`/xmlapi2/plays`), with a line for each
player of each play; `item` is the game's name there.
"""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from companion.agreeing.evening import dates
from companion.journal import codec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.agreeing.evening.history import Finished, Part
    from companion.journal.codec import Json

    Called = Callable[[str], str]  # Returns what a game is called, by its NAME.

FORMAT: Final = "barkeep evenings"
VERSION: Final = 1
LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Barkeep"
NOBODY: Final = "?"  # who was forgotten: other programs want a name
COLUMNS: Final = (
    "playid", "date", "quantity", "length", "incomplete", "nowinstats", "item", "name", "startposition", "score", "rating",
    "new", "win",
)  # fmt: skip
# A spreadsheet calculates what begins with one of these, and in half of Europe a semicolon begins a cell.
FORMULA: Final = re.compile(r"(^|;\s*)(?=[=+\-@\t\r\n＝＋－＠])")


def link(game: Finished, called: Called) -> str:
    """Return the link that adds *game* to BG Stats, "" if nobody knows when it was played."""
    when = dates.in_utc(game.ended)
    return (
        LINK + quote(json.dumps(_play(game, when, called), ensure_ascii=False, separators=(",", ":")), safe="") if when else ""
    )


def bgsplay(history: Sequence[Finished], called: Called) -> str:
    """Return the file for BG Stats with all games of *history* that have a date."""
    dated = [game for game in history if game.ended]
    games, people = ({name: n for n, name in enumerate(dict.fromkeys(names), 1)} for names in _named(dated))
    plays = [_kept_play(game, games[game.game], people) for game in dated]
    boxes = [{**_numbered("game", name, n), "name": called(name), **_points(dated, name)} for name, n in games.items()]
    players = [{**_numbered("player", name, n), "name": name, "isAnonymous": name == NOBODY} for name, n in people.items()]
    file = {"about": SOURCE, "games": boxes, "players": players, "locations": [], "plays": plays}
    return json.dumps(file, ensure_ascii=False, indent=1)


def table(history: Sequence[Finished], called: Called) -> str:
    """Return *history* as CSV (RFC 4180) that no spreadsheet takes for formulas."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(COLUMNS)
    lines.writerows([safe(cell) for cell in line] for game in history for line in _lines(game, called(game.game)))
    return written.getvalue()


def everything(history: Sequence[Finished]) -> str:
    """Return all that is known of *history*, as JSON."""
    games = [_bare(codec.plain(game)) for game in history]
    return json.dumps({"format": FORMAT, "version": VERSION, "games": games}, ensure_ascii=False, indent=1)


def _play(game: Finished, when: str, called: Called) -> Json:
    known = {"durationMin": game.minutes} if game.minutes else {}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id("play", f"{game.number} {game.ended}"),
        "playDate": when,
        "game": {"name": called(game.game), "sourceGameId": game.game, **_points([game], game.game)},
        "players": [_player(part) for part in game.parts],
        **known,
    }


def _player(part: Part) -> Json:
    name = part.name or NOBODY
    return {"name": name, "sourcePlayerId": name, "winner": part.won, "startPlayer": False, **_rank(part, int)}


def _rank(part: Part, number: Callable[[int], object]) -> Json:
    rank = {"rank": part.place} if part.place else {}
    return {**rank, **({} if part.sum is None else {"score": number(part.sum)})}


def _points(games: Sequence[Finished], name: str) -> Json:
    counted = any(part.sum is not None for game in games if game.game == name for part in game.parts)
    return {"highestWins": True, "noPoints": not counted}


def _kept_play(game: Finished, number: int, people: dict[str, int]) -> Json:
    of_all = {"startPlayer": False, "newPlayer": False}
    scores = [
        {"playerRefId": people[part.name or NOBODY], "winner": part.won, **of_all, **_rank(part, str)} for part in game.parts
    ]
    day, time = game.ended[:10], game.ended[11:19]
    return {
        "uuid": _id("play", f"{game.number} {game.ended}"),
        "gameRefId": number,
        "playDate": f"{day} {time}",
        "playDateYmd": int(day.replace("-", "")),
        "durationMin": game.minutes,
        "ignored": False,
        "playerScores": scores,
    }


def _named(games: Sequence[Finished]) -> tuple[list[str], list[str]]:
    return [game.game for game in games], [part.name or NOBODY for game in games for part in game.parts]


def _numbered(kind: str, name: str, n: int) -> Json:
    return {"id": n, "uuid": _id(kind, name)}


def _id(kind: str, name: str) -> str:
    """Return a UUID that is the same in each file, so that nothing is imported twice."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"barkeep:{kind}:{name}"))


def _lines(game: Finished, name: str) -> Iterator[tuple[object, ...]]:
    length = game.minutes or ""
    for position, part in enumerate(game.parts, 1):
        score = "" if part.sum is None else part.sum
        of_game = (game.number, dates.night(game.ended), 1, length, 0, 0, name)
        yield (*of_game, part.name or NOBODY, position, score, "", "", int(part.won))


def safe(cell: object) -> object:
    """Return *cell* so that no spreadsheet takes it for a formula."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


def _bare(data: Any) -> Any:
    """Return plain *data* without the names of our classes."""
    if isinstance(data, list):
        return [_bare(one) for one in data]
    return {name: _bare(value) for name, value in data.items() if name != "is"} if isinstance(data, dict) else data


KINDS: Final[dict[str, str]] = {"csv": "text/csv", "bgsplay": "application/json", "json": "application/json"}


def written(kind: str, history: Sequence[Finished], called: Called) -> str:
    """Return *history* in the form *kind*, one of KINDS."""
    match kind:
        case "csv":
            return table(history, called)
        case "bgsplay":
            return bgsplay(history, called)
    return everything(history)
