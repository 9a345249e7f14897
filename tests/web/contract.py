"""What the pages of every game hold to: each of its moments has pages, and no request tells what isn't the asker's.

`whole_game` looks at all pages of all phones while random players play; `compare` lets somebody without a conscience ask at
two tables that differ in one secret of another player's, and fails where an answer differs.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion import codec
from companion.asks import Amount, Ask, Choice, GiveUp, LayPile, answers
from companion.chance import by_chance
from companion.game import CHANCE, TABLE, worded
from companion.games import GAMES
from companion.lab.worlds import ForgetfulJournal, Midway
from companion.money import Pile
from companion.pieces import Piece, Pieces
from companion.players import Mood, Player
from companion.probes import Prober
from companion.seating import StartGame
from companion.table import Table
from tests.evenings.house import marks
from tests.web.phones import Phone, new_app, seated, words
from web.identity import stream_path
from web.phones import subject

NAMES: Final = dict(zip("ABCDEF", ("Noor", "Émile", "Jonas", "Sanne", "Luc", "Fien"), strict=True))
PAGES: Final = ("/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/table", "/table/view", "/join/view")
OFTEN: Final = 0.8  # How often somebody does what the table waits for.
MOST: Final = 6000  # answers until a game is given up
TRIED: Final = 12  # commands that nobody may give, and as many that the victim and the cheat each may

Move = tuple[str, Any]


def queries(ask: Ask) -> list[dict[str, Any]]:
    """Return what the panel of *ask* can be fetched with: nothing, each thing to pick, a closed pile, what is given up."""
    match ask:
        case LayPile(lays=lays):
            picks = [{"pick": subject(lay.command)} for lay in lays]
            return [{}, *picks, *({**pick, "notes": 3} for pick in picks)]
        case Amount(muches=muches):
            return [{}, *({"pick": subject(much.command)} for much in muches)]
        case GiveUp(holdings=holdings):
            return [{}, {"given": ".".join("0" for _ in holdings)}, {"given": ".".join(str(held.count) for held in holdings)}]
        case Choice(options=options):
            return [{}, *({"pick": pick} for pick in sorted({subject(one) for one in options} - {""}))]
    return [{}]


def open_asks(table: Table, seat: str) -> dict[str, Any]:
    return {name: one for name, one in table.standing(seat).items() if one.ask.is_open}


# A whole game


def started(game: str, language: str, variant: int) -> tuple[Table, dict[str, Phone]]:
    """Return *game* as it begins, with the choices of its options and the number of players that *variant* gives."""
    rules, generator = GAMES[game], random.Random(f"{game} {variant}")
    table = Table(ForgetfulJournal(), GAMES, Pieces(), lambda ask: by_chance(ask, generator))
    count = rules.FEWEST + (variant + 1) % (rules.MOST - rules.FEWEST + 1)
    phones = seated(new_app(table, language=language), table, dict(list(NAMES.items())[:count]))
    options = {name: option.choices[variant % len(option.choices)] for name, option in worded(rules).items()}
    assert phones["A"].act(StartGame(game, options)).status_code == 200
    return table, phones


def whole_game(table: Table, phones: dict[str, Phone], seed: int) -> set[tuple[Any, ...]]:
    """Play to the end and look everywhere at each new kind of moment; return those kinds."""
    generator, seen = random.Random(seed), set[tuple[Any, ...]]()
    assert table.game is not None
    player = Player(Mood(generator, table.game.REHEARSAL.leaning))
    for _ in range(MOST):
        asked = {seat: open_asks(table, seat) for seat in phones}
        view = table.view(TABLE)
        moment = (frozenset(name for asks in asked.values() for name in asks), view.latest)
        if moment not in seen:
            look_everywhere(table, phones)
            seen.add(moment)
        if not table.playing:
            return seen
        awaited = [seat for seat in table.awaited() if seat not in (TABLE, CHANCE)]
        seat = generator.choice(awaited if awaited and generator.random() < OFTEN else [one for one in asked if asked[one]])
        asks = [one.ask for one in asked[seat].values()]
        table.act(seat, player.answer([ask for ask in asks if ask.awaited and generator.random() < OFTEN] or asks))
    raise AssertionError("the game does not end")


def look_everywhere(table: Table, phones: dict[str, Phone]) -> None:
    """Fetch every page that a phone or the table screen could open now, and let no phone open another's."""
    everywhere = {name for seat in phones for name in table.standing(seat)}
    for seat, phone in phones.items():
        for path in ("/seat/view", "/seat/purse", "/seat/menu", "/table/view"):
            page = phone.get(path)
            assert page.status_code == 200, path
            spoken(page.text)
        asks, page = open_asks(table, seat), phone.get("/seat/view").text
        for name, standing in asks.items():
            panel(phone, name, standing, linked=f'data-panel="{name}"' in page)
        for name in everywhere - set(asks):
            assert phone.get(f"/seat/ask/{name}").status_code == 409


def panel(phone: Phone, name: str, asked: Any, *, linked: bool) -> None:
    """Look at the panels of one ask: each shows it, and where the page leads to it, what its buttons send answers an ask."""
    assert phone.table.game is not None
    for query in queries(asked.ask):
        page = phone.get(f"/seat/ask/{name}", query)
        assert page.status_code == 200, (name, query)
        spoken(page.text)
        assert "given" in query or f'data-number="{asked.number}"' in page.text, (name, query)
        for sent in (json.loads(button["data-act"]) for button in marks(page.text, "act")):
            standing = phone.table.standing(phone.seat)
            assert standing[sent["ask"][0]].number == sent["ask"][1]
            command = codec.read(phone.table.game.COMMANDS, sent["command"])
            assert not linked or any(answers(one.ask, command) for one in standing.values()), sent


def spoken(page: str) -> None:
    """Fail where *page* shows the code of a sentence for want of words."""
    assert not (found := re.findall(r"\b(?:web|table|barracuda|shark|negoces2)(?:_pages)?\.[a-z_]+\b", words(page))), found


# Two tables that differ in one secret


@dataclass(frozen=True)
class Pair:
    """Two tables that differ in *victim*'s secret alone: where they start, and what is done there before *cheats* look.

    A start of None is that of a new game, with *options*. *told* are the commands by which the rules would tell a cheat.
    *shown* is whether a page of the victim's own tells it, so that whoever saw that page would be found.
    """

    game: str
    victim: str
    cheats: str
    starts: Sequence[Any]
    moves: Sequence[Sequence[Move]] = ((), ())
    told: tuple[type, ...] = ()
    shown: bool = True
    options: tuple[tuple[str, str], ...] = ()


def opened(pair: Pair, world: int) -> tuple[Table, dict[str, Phone]]:
    """Return one of the two tables and its phones; that of "" has no seat."""
    rules, start = GAMES[pair.game], pair.starts[world]
    tagged = {"tags": "on"} if "tags" in rules.OPTIONS else {}
    box = {n.to_bytes(7, "big"): piece for n, piece in enumerate(rules.pieces(tagged), start=1)}
    games = GAMES if start is None else {**GAMES, pair.game: Midway(rules, start)}
    table = Table(ForgetfulJournal(), games, Pieces(box), lambda ask: None)
    app, count = new_app(table), 5 if start is None else len(start.seats)
    phones = seated(app, table, dict(list(NAMES.items())[:count]))
    assert phones["A"].act(StartGame(pair.game, dict(pair.options))).status_code == 200
    for seat, command in pair.moves[world]:
        if seat == "tap":
            assert table.tap("reader", next(uid for uid, piece in box.items() if piece == Piece("card", command, 1))).right
        else:
            table.act(seat, command)
    return table, {**phones, "": Phone(app, table)}


def compare(pair: Pair, cheat: str) -> int:
    """Return how many requests of *cheat* were answered alike in both worlds; fail where one wasn't."""
    worlds = [opened(pair, world) for world in (0, 1)]
    tables, phones = [table for table, _ in worlds], [phones[cheat] for _, phones in worlds]
    asked = 0
    for method, path, more in requests(pair, cheat, tables):
        asked += 1
        one, other = [_answered(phone, method, path, more) for phone in phones]
        assert one == other, f"{method} {path} {more} is answered otherwise"
    return asked


def _answered(phone: Phone, method: str, path: str, more: dict[str, Any]) -> tuple[Any, ...]:
    """Return status, headers and body but for random cookies and their key; and what everybody sees change meanwhile."""
    answer = phone.get(path, more) if method == "GET" else phone.post(path, json=more)
    headers = sorted((name, value) for name, value in answer.headers if name != "Set-Cookie")
    body = answer.data.replace(stream_path(phone.cookie()).encode(), b"")
    return answer.status_code, headers, body, phone.table.revision, phone.table.awaited(), phone.table.announced


def requests(pair: Pair, cheat: str, tables: Sequence[Table]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield looks, then acts by the victim's asks and the cheat's own, then looks again."""
    yield from looks(pair, cheat, tables)
    for n, command in enumerate(commands(pair, cheat, tables)):
        standing = [*tables[0].standing(pair.victim).items(), *tables[0].standing(cheat).items()]
        asks = [None, *([name, one.number] for name, one in standing)]
        for ask, more in [*((ask, {}) for ask in asks), (asks[-1], {"seat": pair.victim})]:
            yield "POST", "/act", {"key": f"cheating-{n}-{ask and ask[0]}", "ask": ask, "command": codec.plain(command), **more}
    yield from looks(pair, cheat, tables)


def looks(pair: Pair, cheat: str, tables: Sequence[Table]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield all that can be looked at: pages, and panels of the victim's asks and of the cheat's own."""
    yield from (("GET", path, {}) for path in PAGES)
    for seat in (pair.victim, cheat):
        for name, standing in tables[0].standing(seat).items():
            for query in [*queries(standing.ask), {"seat": pair.victim}]:
                yield "GET", f"/seat/ask/{name}", query


def commands(pair: Pair, cheat: str, tables: Sequence[Table]) -> list[Any]:
    """Return what nobody may do, then some of what the victim and the cheat may; nothing that tells by the rules."""
    generator = random.Random(1)
    asked = {seat: [one.ask for table in tables for one in open_asks(table, seat).values()] for seat in (pair.victim, cheat)}
    prober = Prober(GAMES[pair.game], generator)
    prober.learn(asked)
    found = [prober.wrong(asked)[1] for _ in range(TRIED)]
    for asks in asked.values():
        offered = {repr(command): command for ask in asks for command in _ways(ask)}
        found += generator.sample(list(offered.values()), min(TRIED, len(offered)))
    return [command for command in found if not isinstance(command, pair.told)]


def _ways(ask: Ask) -> list[Any]:
    """Return ways to answer *ask*."""
    match ask:
        case Choice(options=options):
            return list(options)
        case LayPile(lays=lays):
            return [replace(lay.command, pile=Pile(ones=max(1, lay.least))) for lay in lays]
        case Amount(muches=muches, field=field):
            return [replace(much.command, **{field: count}) for much in muches for count in (much.least, much.most + 1)]
        case GiveUp(holdings=holdings):
            return [ask.command, replace(ask.command, **{held.field: 40 for held in holdings})]
    return []
