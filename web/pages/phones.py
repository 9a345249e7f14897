"""A player's own pages. Everything that a phone is sent is built here, from its seat's view and its seat's asks."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, make_response, redirect, render_template, request

from companion.agreeing.motions import Kind, Motion
from companion.journal import codec
from companion.kit.asks import Amount, Choice, GiveUp, LayPile, brought_in, spare, suffices
from companion.kit.viewers import TABLE
from companion.match.hints import is_about
from companion.match.ledger import ledger
from web.pages import i18n, plain
from web.seats import joining, leaving, session, setting, sharing, taking_back
from web.seats.reasons import reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask.typing import ResponseReturnValue

    from companion.kit.asks import Lay
    from companion.kit.game import View
    from companion.kit.viewers import Seat
    from companion.match.match import Standing
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table

TOLD: Final = 4  # Sentences that a phone's live region can say at once; whoever has missed more reads "just now".
NUMBER: Final = re.compile(r"[0-9]{1,4}")


def register(app: Flask, table: Table, watched: Callable[[], bool]) -> None:
    """Add the phones' pages to *app*; *watched* returns whether a table screen is open."""
    app.jinja_env.globals.update(
        watched=watched, lying=plain.lying, done=plain.done, fact=plain.fact, subject=subject, plainly=codec.plain
    )
    _register_home(app, table)
    _register_seat(app, table)
    _register_panels(app, table)


def _register_home(app: Flask, table: Table) -> None:
    """Add the page that a phone opens: the join page, or its seat's."""

    @app.get("/")
    def home() -> ResponseReturnValue:
        if request.args.get("lang"):
            return redirect("/", 303)  # The language is in the cookie now, so drop it from the address.
        now = table.now
        if token := session.arrived(now):
            response = redirect("/", 303)
            session.hold(response, table, token)
            return response
        seat = session.seat_of_request(now)
        also = bool(request.args.get("also")) and not now.playing
        held = session.others(now)
        if seat is None and held and not session.moved_from(now):
            return sharing.hand_on(table, held[min(held)])  # Whoever had the phone gave up their seat.
        if seat is None or also:
            return _join_page(table, also=also)
        path = session.stream_path(request.cookies[session.COOKIE])
        return render_template("phone/page.html", **_view(now, seat), stream=path)

    @app.get("/join/view")
    def join_view() -> ResponseReturnValue:
        return render_template("door/join_view.html", **joining.page(table.now))


def _register_seat(app: Flask, table: Table) -> None:
    @app.get("/seat/view")
    def seat_view() -> ResponseReturnValue:
        made, page = main_page(table)
        return page, {"Revision": str(made)}

    @app.get("/seat/purse")
    def purse() -> ResponseReturnValue:
        now = table.now
        page = _view(now, session.insist_on_seat(now))
        if not page["view"] or now.match is None:
            abort(404)
        changes = ledger(now.match, page["seat"], now.places.told(now.match.number, page["seat"]))
        return render_template(page["purse_page"], **page, ledger=changes)


def _register_panels(app: Flask, table: Table) -> None:
    """Add the panels that cover a seat's page: the lobby over a finished game, the menu with its pages, and its asks."""

    @app.get("/seat/lobby")
    def lobby() -> ResponseReturnValue:
        now = table.now
        seat = session.insist_on_seat(now)
        return render_template("phone/lobby.html", seat=seat, again=True, **joining.lobby(now, seat))

    @app.get("/seat/menu")
    def menu() -> ResponseReturnValue:
        now = table.now
        seat = session.insist_on_seat(now)
        i18n.name_players(now, seat)
        offered = {"settable": setting.settable(now, seat), "slip": taking_back.slip(now, seat), "explains": _explains(now)}
        played = now.game.NAME if now.game else ""
        return render_template("phone/menu.html", seat=seat, played=played, **offered, **joining.evening(now))

    @app.get("/seat/back")
    def back() -> ResponseReturnValue:
        now = table.now
        seat = session.insist_on_seat(now)
        i18n.name_players(now, seat)
        steps, again = taking_back.steps(now, seat), taking_back.again(now, seat)
        barred = now.match is not None and now.playing and now.match.is_barred(0)
        return render_template("phone/back.html", seat=seat, steps=steps, put_back=again, barred=barred, names=now.players)

    @app.get("/seat/people")
    def people() -> ResponseReturnValue:
        now = table.now
        seat = session.insist_on_seat(now)
        i18n.name_players(now, seat)
        players = sorted(now.places.players(now.seating, now.evening.on) & now.seating.guests) if now.playing else []

        def voted(kind: Kind, about: Seat, other: str) -> bool:
            return seat in now.votes(Motion(kind, about, other=other))

        return render_template("phone/people.html", seat=seat, players=players, voted=voted)

    @app.get("/seat/reasons")
    def house_reasons() -> ResponseReturnValue:
        now = table.now
        i18n.name_players(now, session.insist_on_seat(now))
        return render_template("phone/reasons.html", reasons=reasons(now))

    @app.get("/seat/ask/<name>")
    def ask(name: str) -> ResponseReturnValue:
        return _ask(table, name)


def _explains(now: Snapshot) -> bool | None:
    """Return whether the game that is on explains itself, or None if there is none that could."""
    if now.match is None or not now.playing or not hasattr(now.match.game, "HINTS"):
        return None
    return now.evening.explains(now.match.game.NAME, now.match.number)


def main_page(table: Table) -> tuple[int, str]:
    """Return the revision and the markup of the asking phone's main page; abort with 403 if the phone has no seat."""
    now = table.now
    seen = _view(now, session.insist_on_seat(now))
    return seen["made"], render_template("phone/view.html", **seen)


def _join_page(table: Table, *, also: bool) -> Response:
    """Show the join page, and give the phone the token with which it will take a seat, unless it has one waiting."""
    held = sorted(session.others(table.now))
    page = joining.page(table.now, seat=request.args.get("pawn", ""), lost=session.moved_from(table.now))
    response = make_response(render_template("door/join.html", **page, also=also, code=request.args.get("code", ""), held=held))
    session.expect(response, session.expected() or session.new_token())
    return response


def _view(now: Snapshot, seat: Seat) -> dict[str, Any]:
    """Return the page's values for *seat*, which the asking phone holds."""
    page = _read(now, seat)
    held, called = sorted(session.others(now)), _called(now, seat)
    lines = i18n.aloud_lines(now)[-TOLD:]
    return {"made": now.revision, **page, "held": held, "waits": now.awaited(), "called": called, "spoken_lines": lines}


def _called(now: Snapshot, seat: Seat) -> str:
    """Return a text that names the asks for which the table waits for *seat*, new for each new ask; "" if it doesn't wait."""
    if seat not in now.awaited():
        return ""
    if now.vote:
        return f"{now.vote.kind}{now.vote.number}"
    return str(max(one.number for one in now.standing(seat).values() if one.ask.awaited and one.ask.is_open))


def _read(now: Snapshot, seat: Seat) -> dict[str, Any]:
    """Return the content of *seat*'s main page: its game, or the lobby if the seat isn't part of one."""
    game, view, public = now.game, now.view(seat), now.view(TABLE)
    if waiting := leaving.waiting(now, seat):
        page = leaving.newcomer(now, waiting)
        return {"seat": seat, "fragment": "phone/newcomer.html", "view": None, **page, **joining.evening(now)}
    if view is None or public is None or game is None or seat not in [one.seat for one in view.seats]:
        return {
            "seat": seat,
            "fragment": "phone/lobby.html",
            "view": None,
            "newcomer": _newcomer(now, seat),
            **joining.lobby(now, seat),
        }
    return {
        **joining.evening(now),
        **in_game(now, game.NAME, seat, view, public, now.standing(seat)),
        "point": now.points.get(seat),
        "hint": now.hint(seat),
        "explained": bool(now.match and now.match.explained),
        "opened": now.books is not None,
        "gossip": now.gossip,
    }


def in_game(now: Snapshot, folder: str, seat: Seat, view: View, public: View, asks: Mapping[str, Standing]) -> dict[str, Any]:
    """Return the content of *seat*'s main page in a game, from its own view, TABLE's, and its asks.

    The books show with it what the phone showed then, so nothing in it may come from the table as it is now but names.
    """
    i18n.name_players(now, seat)
    return {
        "seat": seat,
        "view": view,
        "me": view.seat(seat),
        "asks": asks,
        "names": now.players,
        "folder": folder,
        "public": plain.lying(public.seat(seat)),
        "head": plain.pages(folder, "head.html"),
        "fragment": plain.pages(folder, "seat.html"),
        "purse_page": plain.pages(folder, "purse.html"),
    }


def _newcomer(now: Snapshot, seat: Seat) -> bool:
    """Return whether *seat* has no PIN yet, in which case its phone asks for one by itself."""
    sitter = now.seating.sitters.get(seat)
    return sitter is not None and not sitter.pin


def _ask(table: Table, name: str) -> ResponseReturnValue:
    """Show one ask, and what is new about it; abort with 409 if it doesn't stand."""
    now = table.now
    page = _view(now, session.insist_on_seat(now))
    standing: Standing | None = page.get("asks", {}).get(name)
    if standing is None or not standing.ask.is_open:
        abort(409)
    page |= {"name": name, "standing": standing, "pick": request.args.get("pick", "")}
    panel = _panel(page, standing, page["folder"])
    is_part = {"given", "notes"} & request.args.keys()  # Of a panel that is there already.
    about = page["hint"] is not None and is_about(page["hint"], name) and not is_part
    return panel + render_template("phone/hint.html", **page) if about else panel


def _panel(page: dict[str, Any], standing: Standing, folder: str) -> str:
    """Return an ask's choices, its pile or (with `notes`) its closed pile, its amounts, or its holdings to give up."""
    match standing.ask:
        case Choice(options=options):
            return render_template(
                plain.pages(folder, "ask_choice.html"), **page, options=[codec.plain(one) for one in options]
            )
        case LayPile():
            return _pile(folder, page, standing.ask)
        case Amount(muches=muches):
            much = next((one for one in muches if page["pick"] in ("", subject(one.command))), None) or abort(409)
            return render_template(plain.pages(folder, "ask_amount.html"), **page, much=much, command=codec.plain(much.command))
        case GiveUp():
            return _give_up(folder, page, standing.ask)
    return abort(409)


def _give_up(folder: str, page: dict[str, Any], ask: GiveUp[Any]) -> str:
    """Show the holdings to give up, or the value of `given`, numbers in the order of the holdings."""
    given = request.args.get("given")
    if given is None:
        return render_template(plain.pages(folder, "ask_give_up.html"), **page, command=codec.plain(ask.command))
    command = replace(ask.command, **_given(ask, given))
    verdict = {"brought": brought_in(ask, command), "suffices": suffices(ask, command), "spare": spare(ask, command)}
    return render_template(plain.pages(folder, "given_up.html"), **page, **verdict)


def _given(ask: GiveUp[Any], given: str) -> dict[str, int]:
    """Return the fields that *given* sets; abort with 409 for a wrong count of numbers or more than is held."""
    numbers = [int(number) if NUMBER.fullmatch(number) else -1 for number in given.split(".")]
    if len(numbers) != len(ask.holdings):
        abort(409)
    if not all(0 <= number <= held.count for number, held in zip(numbers, ask.holdings, strict=True)):
        abort(409)
    return {held.field: number for number, held in zip(numbers, ask.holdings, strict=True)}


def _pile(folder: str, page: dict[str, Any], ask: LayPile[Any]) -> str:
    lays = {subject(lay.command): lay for lay in ask.lays}
    lay = lays.get(page["pick"]) if page["pick"] else _only(ask)
    if lay is None:
        return render_template(plain.pages(folder, "ask_lays.html"), **page, lays=[_lay(one, ask) for one in ask.lays])
    notes = request.args.get("notes", type=int)
    page |= {"lay": _lay(lay, ask), "alone": len(ask.lays) == 1, "purse": ask.purse}
    if notes is None:
        return render_template(plain.pages(folder, "ask_pile.html"), **page)
    return render_template(plain.pages(folder, "ask_closed.html"), **page, notes=min(max(notes, 1), ask.supply.notes))


def _only(ask: LayPile[Any]) -> Lay[Any] | None:
    return ask.lays[0] if len(ask.lays) == 1 else None


def _lay(lay: Lay[Any], ask: LayPile[Any]) -> dict[str, object]:
    return {
        "command": codec.plain(lay.command),
        "subject": subject(lay.command),
        "least": lay.least,
        "most": lay.most,
        "notes": lay.notes,
        "fakes": lay.fakes,
        "box": ask.supply.counts,
    }


def subject(command: Any) -> str:
    """Return the subject of *command*, as in a tap's Point: the value of its first field other than the pile."""
    names = [field.name for field in fields(command) if field.name != "pile"]
    return str(getattr(command, names[0])) if names else ""
