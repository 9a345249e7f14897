"""The front page of a table on simulated hardware: one click, and one person plays against the house, on one screen.

Only for this machine, like the bench. The phone is a frame of the same host, so the browser keeps its cookie as any phone's.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, make_response, redirect, render_template, request

from companion.house.alone import alone
from companion.kit.house import TEMPERS
from companion.kit.messages import Illegal, Refusal, say
from companion.seats.seating import LetIn, SendAway, SitDown
from companion.seats.starting import StartGame
from web.pages.bench import insist_local
from web.pages.i18n import spoken
from web.pages.table_screen import qr
from web.seats import session

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.addresses import Addresses
    from web.http.rate_limit import LimitRate

PLAY: Final = "/try/play"
FRAMES: Final = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
    "frame-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
))  # fmt: skip


def register(app: Flask, table: Table, where: Addresses, limit_rate: LimitRate) -> None:
    """Add the front page to *app*; *limit_rate* aborts a request that exceeds the rate limit."""

    @app.get("/try")
    def try_page() -> Response:
        insist_local()
        response = make_response(_front(table, where))
        session.expect(response, session.expected() or session.new_token())  # So that two quick clicks take one seat.
        return response

    @app.post("/try")
    def try_it() -> ResponseReturnValue:
        insist_local()
        limit_rate(1)
        game = table.now.games.get(request.form.get("game", "")) or abort(400)
        return _begun(table, where, game, request.form.get("name", ""))

    @app.get(PLAY)
    def try_play() -> Response:
        insist_local()
        answer = Response(render_template("alone/play.html", **_read(table.now)))
        answer.headers["Content-Security-Policy"] = FRAMES
        return answer


def _front(table: Table, where: Addresses, name: str = "", sentence: str = "") -> str:
    page = _read(table.now)
    more = {"name": name or spoken().text("web.try.guest"), "sentence": sentence, "address": where.address}
    return render_template("alone/page.html", **page, **more, qr=qr(where.address))


def _read(now: Snapshot) -> dict[str, Any]:
    seat = session.seat_of_request(now)
    others = {one: name for one, name in now.names.items() if one in now.seating.guests and one != seat}
    mine = seat is not None and now.playing and now.plays(seat)
    games = [(game, _wanted(game) - 1) for game in now.games.values()]
    return {
        "offers": games,
        "game": now.game,
        "playing": now.playing,
        "mine": mine,
        "others": others,
        "me": now.names.get(seat or ""),
    }


def _wanted(game: AnyGame) -> int:
    """Return how many play: one more than the fewest, where the box allows it."""
    return min(game.MOST, game.FEWEST + 1)


def _begun(table: Table, where: Addresses, game: AnyGame, name: str) -> ResponseReturnValue:
    """Begin *game* for whoever asks, against the house and all other people who sit here; or say why it can't begin."""
    token = session.expected() or session.new_token()
    if _read(table.now)["mine"] or session.arrived(table.now):
        return _held(table, token, redirect(PLAY, 303))
    try:
        if table.now.playing:
            raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
        seat = session.seat_of_request(table.now) or _sit_down(table, game, name, token)
        _gather(table, game, seat)
        table.act(seat, StartGame(game.NAME, alone(game)))
    except Illegal as illegal:
        sentence = spoken().say(illegal.refusal.said, table.now.names)
        return _held(table, token, Response(_front(table, where, name, sentence), 422))
    return _held(table, token, redirect(PLAY, 303))


def _held(table: Table, token: str, response: Any) -> ResponseReturnValue:
    """Return *response* with the cookie of the seat that *token* has got, if it has."""
    if table.now.seating.seat_of(session.hashed(token)):
        session.hold(response, table, token)
    answer: ResponseReturnValue = response
    return answer


def _sit_down(table: Table, game: AnyGame, name: str, token: str) -> Seat:
    """Take the first free seat of *game* for the phone with *token*; raise Illegal if there is none."""
    now = table.now
    if arrived := now.seating.seat_of(session.hashed(token)):
        return arrived
    house = [seat for seat in game.SEATS if seat in now.names and seat not in now.seating.guests]
    free = next((seat for seat in game.SEATS if seat not in now.names), None)
    if free is None and not (house and now.seating.guests):
        raise Illegal(Refusal(say("table.refusal.seat_taken"), "table"))
    if free is None:
        free = house[0]
        table.act(min(now.seating.guests), SendAway(free))
    table.act(free, SitDown(name, session.hashed(token)))
    return free


def _gather(table: Table, game: AnyGame, seat: Seat) -> None:
    """Let the house fill the seats of *game* until enough play, and send away whom the game has no seat for."""
    for other, sitter in table.now.seating.sitters.items():
        crowded = len(table.now.names) > game.MOST
        if sitter.temper and (other not in game.SEATS or crowded):
            table.act(seat, SendAway(other))
    free = [one for one in game.SEATS if one not in table.now.names]
    missing = max(0, _wanted(game) - len(table.now.names))
    for one, temper in zip(free[:missing], cycle(TEMPERS), strict=False):
        table.act(seat, LetIn(one, temper))
