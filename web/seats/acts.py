"""The acts of phones: sit down, and answer asks. The seat is always the session's, never a field of the request."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, abort, jsonify, redirect, render_template, request

from companion.agreeing.evening.choosing import ChooseGame, ChooseOptions
from companion.agreeing.evening.evening import GiveHints, WaitForAll
from companion.agreeing.evening.pausing import GoOn, Pause
from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Vote
from companion.journal import codec
from companion.kit.messages import Illegal
from companion.seats import names
from companion.seats.places import ComeBack, TakePlaces
from companion.seats.seating import LetIn, SendAway, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.table.table import KeyReused, Stale, Unknown
from web.http import guard
from web.http.rate_limit import RateLimit, TooSoon
from web.pages import rules
from web.pages.i18n import spoken
from web.seats import joining, leaving, session
from web.seats.taking import taken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from flask.typing import ResponseReturnValue

    from companion.kit.messages import Refusal
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate

# Tokens, PINs, proofs and files are the server's.
TABLE_COMMANDS: Final = (
    StandUp,
    LetIn,
    SendAway,
    StartGame,
    Vote,
    Pause,
    GoOn,
    TakeUp,
    WaitForAll,
    GiveHints,
    ChooseGame,
    ChooseOptions,
)
KEY: Final = re.compile(r"[0-9A-Za-z_-]{8,64}")
LONGEST_ASK: Final = 40  # characters


def register(app: Flask, table: Table, clock: Callable[[], float], limit_rate: LimitRate) -> None:
    """Add the routes that change something to *app*; *clock* times the limit on sitting down again and again.

    *limit_rate* aborts a request that exceeds the rate limit.
    """
    limit = RateLimit(clock)

    @app.post("/join")
    def join() -> ResponseReturnValue:
        seat, name = request.form.get("pawn", ""), request.form.get("name", "")
        now = table.now
        mine = session.seat_of_request(now)
        again = mine == seat and names.same(name, now.names.get(seat, ""))
        if mine and (again or not request.form.get("also")):
            return redirect("/", 303)
        return _sit_down(table, limit, seat, name)

    @app.post("/act")
    def act() -> ResponseReturnValue:
        seat = session.insist_on_seat(table.now)
        body = guard.json_body()
        if body.get("seat", seat) != seat:
            abort(409)  # The page belonged to the previous holder of the phone.
        ask, key = _ask(body.get("ask")), _key(body.get("key"))
        command = _answer(table.now, body) if ask else _read([TABLE_COMMANDS], body)
        limit_rate(0 if ask else 1)
        return _act(table, seat, command, ask, key)

    @app.post("/seat/at")
    def at() -> ResponseReturnValue:
        seat = session.insist_on_seat(table.now)
        table.stand_at(seat, _ask(guard.json_body().get("ask")))
        return "", 204


def _sit_down(table: Table, limit: RateLimit, seat: Seat, name: str) -> ResponseReturnValue:
    take = partial(_enter, table, limit, seat, name)
    return taken(table, take, lambda sentence: _join_page(table, seat, name, sentence))


def _enter(table: Table, limit: RateLimit, seat: Seat, name: str, token: str) -> None:
    """Give *seat* to *token*; raise what `table.act` raises, or TooSoon.

    If a player of the house sits in for whoever had this phone, that person comes back, under their own name.
    """
    address = request.remote_addr or ""
    if pause := limit.count(address):
        raise TooSoon(pause)
    mine = leaving.sat_in_for(table.now)
    try:
        table.act(seat, ComeBack(token, mine.place.person) if mine and mine.seat == seat else SitDown(name, token))
    except Illegal:
        limit.uncount(address)
        raise
    _come_back(table, seat, request.form.get("code", ""))


def _come_back(table: Table, seat: Seat, code: str) -> None:
    """Give the new sitter of *seat* back its places in games that it left, by its phone or by the pawn's *code*."""
    with suppress(Illegal, Unknown):  # They are seated; their page offers other ways to get their places.
        before = {session.hashed(token) for token in session.tokens() if token}
        now = table.now
        for number in now.places.lost(now.seating, seat):  # The phone says who it was, and the pawn only whose hand it is.
            if owner := next((one for one in now.places.owners(number, seat) if one.token in before), None):
                table.act(seat, TakePlaces((number,), owner.person))
        table.pawns.claim_places(code, seat)


def _join_page(table: Table, seat: Seat, name: str, sentence: str) -> str:
    page = joining.page(table.now, name=name, seat=seat, sentence=sentence)
    return render_template("door/join.html", **page, also="also" in request.form, code=request.form.get("code", ""))


def _act(table: Table, seat: Seat, command: object, ask: tuple[str, int] | None, key: str) -> ResponseReturnValue:
    """Answer with the row, or with which of three errors occurred; raise Unknown if the disk doesn't answer."""
    try:
        return jsonify(table.act(seat, command, ask=ask, key=key))
    except Stale:
        return jsonify(code="stale"), 409
    except KeyReused:
        return jsonify(code="key_reused"), 422
    except Illegal as illegal:
        return _illegal(table.now, illegal.refusal, of_game=ask is not None), 422


def _illegal(now: Snapshot, refusal: Refusal, *, of_game: bool) -> Response:
    """Answer with *refusal*; one *of_game* names the players, and others those who sit on the seats."""
    sentence = spoken().say(refusal.said, now.public.names if of_game else now.names)
    why = rules.address(now.game, refusal.rule)
    return jsonify(code="illegal", refusal=refusal.said.code, sentence=sentence, rule=refusal.rule, why=why)


def _answer(now: Snapshot, body: dict[str, object]) -> object:
    """Return the command for the game on the table, whose commands may have the same names as the table's.

    Before the first game any game's command is accepted: the table then refuses it as too late.
    """
    games = [now.game] if now.game else now.games.values()
    return _read([game.COMMANDS for game in games], body)


def _read(among: Iterable[tuple[type, ...]], body: dict[str, object]) -> object:
    for kinds in among:
        with suppress(codec.Malformed):
            return codec.read(kinds, body.get("command"))
    return abort(400)


def _ask(data: object) -> tuple[str, int] | None:
    """Return the name and number of the ask being answered, or None; abort with 400 for anything else."""
    if data is None:
        return None
    if not isinstance(data, list) or [type(item) for item in data] != [str, int] or len(data[0]) > LONGEST_ASK:
        abort(400)
    return data[0], data[1]


def _key(data: object) -> str:
    if not isinstance(data, str) or not KEY.fullmatch(data):
        abort(400)
    return data
