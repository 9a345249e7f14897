"""What phones do: sit down, and answer what they are asked. A seat comes from the cookie, and from nowhere else."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, jsonify, redirect, render_template, request

from companion import codec, evening, names
from companion.game import Illegal
from companion.seating import SitDown, StandUp, StartGame
from companion.table import KeyReused, Stale, Unknown
from web import door, guard, identity
from web.speech import spoken
from web.turnstile import Turnstile

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.game import Refusal, Seat
    from companion.table import Table

TABLE_COMMANDS: Final = (StandUp, StartGame, *evening.COMMANDS)  # Tokens and PINs are the server's to make.
KEY: Final = re.compile(r"[0-9A-Za-z_-]{8,64}")
LONGEST_ASK: Final = 40  # characters


def register(app: Flask, table: Table, clock: Callable[[], float]) -> None:
    """Add the routes that change something to *app*; *clock* times who sits down again and again."""
    turnstile = Turnstile(clock)

    @app.post("/join")
    def join() -> ResponseReturnValue:
        seat, name = request.form.get("pawn", ""), request.form.get("name", "")
        mine = identity.seat_of_request(table)
        again = mine == seat and names.same(name, table.names.get(seat, ""))
        if mine and (again or not request.form.get("also")):
            return redirect("/", 303)
        return _sit_down(table, turnstile, seat, name)

    @app.post("/act")
    def act() -> ResponseReturnValue:
        seat = identity.insist_on_seat(table)
        body = guard.json_body()
        if body.get("seat", seat) != seat:
            abort(409)  # The page was another's, before the phone was handed on.
        return _act(table, seat, _command(table, body), _ask(body.get("ask")), _key(body.get("key")))


def _sit_down(table: Table, turnstile: Turnstile, seat: Seat, name: str) -> ResponseReturnValue:
    """Seat the phone with the token that its door gave it: two quick presses are one, also where an answer got lost."""
    token = identity.expected() or identity.new_token()
    if table.seating.seat_of(identity.hashed(token)) is None and (refused := _enter(table, turnstile, seat, name, token)):
        return refused
    response = redirect("/", 303)
    identity.hold(response, table, token)
    return response


def _enter(table: Table, turnstile: Turnstile, seat: Seat, name: str, token: str) -> tuple[str, int] | None:
    """Let *token* have *seat*; return the door with a sentence, and its status, where it has got none."""
    address = request.remote_addr or ""
    if pause := turnstile.enter(address):
        return _at_the_door(table, seat, name, spoken().text("web.join.pause", count=math.ceil(pause))), 429
    try:
        table.act(seat, SitDown(name, identity.hashed(token)))
    except Illegal as illegal:
        turnstile.leave(address)
        if table.seating.seat_of(identity.hashed(token)):
            return None  # The other of two quick presses was heard between.
        return _at_the_door(table, seat, name, spoken().say(illegal.refusal.said, table.names)), 422
    except Unknown:
        return _at_the_door(table, seat, name, spoken().text("web.unknown")), 503
    return None


def _at_the_door(table: Table, seat: Seat, name: str, sentence: str) -> str:
    page = door.page(table, name=name, seat=seat, sentence=sentence)
    return render_template("join.html", **page, also="also" in request.form)


def _act(table: Table, seat: Seat, command: Any, ask: tuple[str, int] | None, key: str) -> ResponseReturnValue:
    """Answer with the row, or say which of the four things that can stand against it did."""
    if (ask is None) != isinstance(command, TABLE_COMMANDS):
        abort(400)
    try:
        return jsonify(table.act(seat, command, ask=ask, key=key))
    except Stale:
        return jsonify(code="stale"), 409
    except KeyReused:
        return jsonify(code="key_reused"), 422
    except Illegal as illegal:
        return _illegal(table, illegal.refusal), 422
    except Unknown:
        return jsonify(code="unknown"), 503


def _illegal(table: Table, refusal: Refusal) -> Response:
    sentence = spoken().say(refusal.said, table.names)
    return jsonify(code="illegal", refusal=refusal.said.code, sentence=sentence, rule=refusal.rule)


def _command(table: Table, body: dict[str, Any]) -> Any:
    on = table.game
    games = [on] if on else table.games.values()
    kinds = (*TABLE_COMMANDS, *(kind for game in games for kind in game.COMMANDS))
    try:
        return codec.read(kinds, body.get("command"))
    except codec.Malformed:
        abort(400)


def _ask(data: Any) -> tuple[str, int] | None:
    """Return the name and number of the ask that is answered; abort with 400 for anything else but None."""
    if data is None:
        return None
    if not isinstance(data, list) or [type(item) for item in data] != [str, int] or len(data[0]) > LONGEST_ASK:
        abort(400)
    return data[0], data[1]


def _key(data: Any) -> str:
    if not isinstance(data, str) or not KEY.fullmatch(data):
        abort(400)
    return data
