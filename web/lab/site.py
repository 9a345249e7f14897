"""Record everything that the server sends to a viewer, to compare two worlds by: pages, status, headers, stream and log.

A tool for developers, like companion/lab; nothing that serves pages imports it.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from jinja2 import BytecodeCache

from companion.agreeing.evening import exports
from companion.journal import codec
from companion.kit.asks import Amount, Choice, GiveUp, LayPile
from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.lab.secrecy.observing import verdict, voted, votes
from companion.lab.secrecy.worlds import ForgetfulJournal
from companion.match.books import Books
from companion.seats.seating import MoveSeat, SitDown
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from web.app import create_app
from web.books import keeping
from web.books.eyes import UNSEALED
from web.pages.phones import subject
from web.seats.session import hashed, stream_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flask import Flask
    from flask.testing import FlaskClient
    from jinja2.bccache import Bucket
    from werkzeug.test import TestResponse

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame
    from companion.lab.secrecy.worlds import World
    from companion.match.match import Standing
    from companion.table.snapshot import Snapshot

HOST: Final = "barkeep.test"
ORIGIN: Final = f"http://{HOST}"
FEW: Final = 5  # Pages and panels fetched at each step, besides those that every page follows.
ALWAYS: Final = ("/seat/view", "/table/view", "/sheet")
BACK: Final = "/seat/back"
BOOKS: Final = "/books"
FILE: Final = "/books/file"  # It says how far it is, so no two answers need be alike. `_kept` compares what it becomes.
EVENINGS: Final = ("/evenings", *(f"/evenings/file/{kind}" for kind in exports.KINDS))
KEPT: Final = 0.1  # The share of steps at which the file of a game is made, which takes longer than a page.
EYES: Final = 2  # Pages of the books that are fetched once they are open, each at one of so many first TURNS.
TURNS: Final = 60
STREAMS: Final = ("/stream", "/seat/stream")
CHANCY: Final = re.compile(r"expected=[^;]*|Expires=[^;]*")  # Tokens for phones without a seat, and the time.


class Outside:
    """Observe two worlds like `companion.lab.secrecy.observing.observe`, one layer further out: by their pages' answers.

    *spoil* puts a leak into each Site. *requests* counts the requests to the pages.
    """

    def __init__(self, spoil: Callable[[Any], None] = lambda site: None) -> None:
        self._spoil = spoil
        self._sites: WeakKeyDictionary[World, Any] = WeakKeyDictionary()
        self.requests = 0

    def site(self, world: World) -> Any:
        """Return the Site around *world*."""
        return Site(world)

    def __call__(
        self, world: World, viewer: Viewer, events: Sequence[object], probes: Sequence[object], seed: float
    ) -> Mapping[str, bytes]:
        """Return everything that *viewer* is sent now, by channel."""
        if world not in self._sites:
            self._sites[world] = self.site(world)
            self._spoil(self._sites[world])
        site = self._sites[world]
        received = dict(site.received(viewer, probes, random.Random(seed)))
        self.requests += site.requests
        site.requests = 0
        return received


class TemplateCache(BytecodeCache):
    """Compiled templates, shared by the many apps of a run."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode compiled for another app, if there is any."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled bytecode."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


COMPILED: Final = TemplateCache()  # For all apps of a process: most of what an app costs is compiling.


def app_of(table: Table) -> Flask:
    """Return an app for *table* that raises failures instead of turning them into error pages.

    Its clock counts how often it is read, so no rate limit is ever reached.
    """
    app = create_app(table, hosts=[HOST], clock=partial(next, count()))
    app.jinja_env.bytecode_cache = COMPILED
    app.testing = True
    return app


def seated(game: AnyGame, seats: Iterable[Seat], generator: random.Random) -> Table:
    """Return a table at which *seats* sit, each with its phone, to play *game*. Nothing is kept of it."""
    journal: Any = ForgetfulJournal()
    table = Table(journal, {game.NAME: game}, Pieces(), partial(by_chance, generator=generator))
    for seat in seats:
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
        table.act(seat, MoveSeat(hashed(token(seat))))
    return table


class Site:
    """One world with the app around its table."""

    def __init__(self, world: World) -> None:
        self.world, self.requests, self.heard = world, 0, list[str]()
        self.app = app_of(world.table)
        self._streams: dict[str, tuple[TestResponse, Iterator[bytes]]] = {}
        self._pushed: dict[str, int] = {}
        for seat in world.state.seats:
            world.table.act(seat, MoveSeat(hashed(token(seat))))
        world.act = self.listening(world.act)  # type: ignore[method-assign]  # Its log is compared, too.
        world.vote = self.listening(world.vote)  # type: ignore[method-assign]  # Likewise.

    def phone(self, viewer: Viewer) -> FlaskClient:
        """Return the browser of *viewer*: a seat's phone, or one without a seat."""
        client = self.app.test_client()
        if viewer != TABLE:
            client.set_cookie("seat", token(viewer), domain=HOST)
        return client

    def received(self, viewer: Viewer, probes: Sequence[object], chooser: random.Random) -> Iterator[tuple[str, bytes]]:
        """Yield everything that *viewer* is sent, by request. Probes come last, although they change nothing."""
        phone = self.phone(viewer)
        yield "stream", self._pushes(viewer, phone)
        yield "kept", self._kept(chooser)
        yield from self.besides()
        with Listening(self.heard):
            self._another_looks(viewer, chooser)
            for path in self._paths(viewer, chooser):
                yield path, self._answered(phone.get(path, base_url=ORIGIN))
            for channel, body in (*self._tried(viewer, probes), *self._votes(viewer, chooser)):
                answer = phone.post("/act", base_url=ORIGIN, headers={"Origin": ORIGIN}, json=body)
                yield channel, self._answered(answer)
        lines, self.heard[:] = "\n".join(self.heard), []
        yield "log", lines.encode()

    def _kept(self, chooser: random.Random) -> bytes:
        """Return what the file of what everybody saw would be by now, now and then: it must be public before the end, too."""
        now = self.world.table.now
        if now.match is None or not now.match.log or chooser.random() >= KEPT:
            return b""
        with self.app.test_request_context(FILE, base_url=ORIGIN):
            self.app.preprocess_request()
            return self.kept(now, Books(now.match, unsealed=False)).encode()

    def kept(self, now: Snapshot, opened: Books) -> str:
        """Return the file of what everybody saw of the game in *opened*."""
        return keeping.public(now, opened)

    def _another_looks(self, viewer: Viewer, chooser: random.Random) -> None:
        """Let another seat's phone fetch its page first; no part of that may show up in the next answer."""
        others = [seat for seat in self.world.state.seats if seat != viewer]
        self._answered(self.phone(chooser.choice(others)).get("/seat/view", base_url=ORIGIN))

    def listening(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return *act* wrapped so that its log is recorded."""

        def heard(*given: Any) -> Any:
            with Listening(self.heard):
                return act(*given)

        return heard

    def _answered(self, answer: TestResponse) -> bytes:
        self.requests += 1
        assert answer.status_code < 500, f"{answer.request.path}: {answer.status}"
        headers = sorted((name, CHANCY.sub("", value)) for name, value in answer.headers)
        return f"{answer.status} {headers}\n".encode() + bytes(answer.data)

    def _paths(self, viewer: Viewer, chooser: random.Random) -> list[str]:
        """Return the pages that every page follows, and a random choice of others."""
        rules = [rule for rule in self.app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]
        apart = (*ALWAYS, *STREAMS) if self.world.table.now.playing else (*ALWAYS, *STREAMS, FILE)
        pages = sorted(rule.rule for rule in rules if rule.rule not in apart)
        standing = self.world.table.now.standing(viewer) if viewer != TABLE else {}
        asks = [path for name, one in standing.items() for path in panels(name, one.ask)]
        some = chooser.sample(pages, min(2, len(pages))) + chooser.sample(asks, min(FEW, len(asks)))
        back = [BACK] if self._is_about_taking_back() else []
        ended = [] if self.world.table.now.playing else [BOOKS, *self._eyes(chooser), *EVENINGS]
        return [*ALWAYS, *back, *ended, *some, "/seat/ask/nonsense"]

    def _eyes(self, chooser: random.Random) -> list[str]:
        """Return pages of the books through the eyes of some, whoever asks: what isn't offered must be refused alike."""
        some = chooser.sample([*self.world.state.seats, UNSEALED], EYES)
        return [f"{BOOKS}/view?turn={chooser.randint(1, TURNS)}&as={one}" for one in some]

    def _is_about_taking_back(self) -> bool:
        """Return whether something is, or has been, taken back."""
        now = self.world.table.now
        return bool(now.take_back or self.world.gone)

    def _tried(self, viewer: Viewer, probes: Sequence[object]) -> Iterator[tuple[str, object]]:
        """Yield *viewer*'s illegal attempts; legal commands are replaced, because they would change the game."""
        standing = self.world.table.now.standing(viewer)
        for n, command in enumerate(probes):
            body = {"key": f"probe-{n:08}", "ask": _ask_of(standing, n), "command": codec.plain(command)}
            legal = verdict(self.world, viewer, command) == "legal"
            yield f"try {n}", {"key": "legal", "ask": None, "command": None} if legal else body
        others = [seat for seat in self.world.state.seats if seat != viewer]
        yield "try another's seat", {"key": "probe-other", "ask": None, "command": None, "seat": others[0]}

    def _votes(self, viewer: Viewer, chooser: random.Random) -> Iterator[tuple[str, object]]:
        """Yield a vote that *viewer* may not cast."""
        tried = votes(self.world, viewer, chooser) if self._is_about_taking_back() else []
        wrong = [vote for vote in tried if isinstance(voted(self.world, viewer, vote), Illegal)]
        yield from (("vote", {"key": "wrong-vote", "ask": None, "command": codec.plain(vote)}) for vote in wrong[:1])

    def besides(self) -> Iterator[tuple[str, bytes]]:
        """Yield anything else that is sent; overridden where there is more than pages and log."""
        yield from ()

    def _pushes(self, viewer: Viewer, phone: FlaskClient) -> bytes:
        """Return all that the viewer's stream has sent since the last call. Skipped if nothing changed: reading would block."""
        if viewer not in self._streams:
            answer = phone.get("/stream" if viewer == TABLE else stream_path(token(viewer)), base_url=ORIGIN)
            self._streams[viewer] = answer, answer.iter_encoded()
        revision, before = self.world.table.now.revision, self._pushed.get(viewer)
        self._pushed[viewer] = revision
        return b"nothing" if revision == before else bytes(next(self._streams[viewer][1]))


class Listening(logging.Handler):
    """While entered, write log records into *lines*."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        """Write down one record."""
        self._lines.append(f"{record.name} {record.levelname} {record.getMessage()}")

    def __enter__(self) -> None:
        self._level = logging.getLogger().level
        logging.getLogger().setLevel(logging.DEBUG)
        logging.getLogger().addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        logging.getLogger().setLevel(self._level)


def token(seat: Seat) -> str:
    """Return the token of *seat*'s phone."""
    return f"token-of-{seat}"


def _ask_of(standing: Mapping[str, Standing], n: int) -> list[str | int] | None:
    """Return an ask that stands, or now and then one that doesn't."""
    names = sorted(standing)
    return [names[n % len(names)], standing[names[n % len(names)]].number + (n % 3 == 2)] if names else ["nothing", 0]


def panels(name: str, ask: AnyAsk) -> list[str]:
    """Return the addresses of the panels that answer *ask*, including every choice that can be picked there."""
    path = f"/seat/ask/{name}"
    match ask:
        case LayPile(lays=lays):
            picks = [f"{path}?pick={subject(lay.command)}" for lay in lays]
            return [path, *picks, *(f"{pick}&notes=3" for pick in picks)]
        case Amount(muches=muches):
            return [path, *(f"{path}?pick={subject(much.command)}" for much in muches)]
        case GiveUp(holdings=holdings):
            none, all_ = [".".join(str(n) for n in given) for given in ([0] * len(holdings), [h.count for h in holdings])]
            return [path, f"{path}?given={none}", f"{path}?given={all_}"]
        case Choice(options=options):
            return [path, *(f"{path}?pick={pick}" for pick in sorted({subject(one) for one in options}) if pick)]
    return [path]
