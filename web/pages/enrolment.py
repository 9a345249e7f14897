"""The page for teaching tags, usable from any seat; the panel's keys also advance the walk.

No page reveals which tag a card has: UIDs of known tags leave the server only in the exported file, which is refused
during a game. Only the tag that is on the reader now can be taught, so that nobody can use a phone to look up a UID read
off the back of a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from flask import Flask, Response, abort, jsonify, render_template, request

from companion.kit.messages import Illegal, Said
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE
from companion.table.table import Stale
from companion.tags import tagfile, walk
from companion.tags.enrolment import ForgetAllTags, ForgetTags, ImportTags, LearnTag, named
from companion.tags.tagfile import NotATagFile
from web.http.guard import exact_body
from web.pages.i18n import spoken
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate

    Answered: TypeAlias = Callable[[Callable[[], object]], ResponseReturnValue]

BODIES: Final[dict[str, dict[str, type]]] = {  # The body of each route: exactly these fields, of these types.
    "enrolment_teach": {"uid": str, "piece": Piece, "renew": bool},
    "enrolment_aside": {"uid": str},
    "enrolment_forget": {"piece": Piece},
    "enrolment_forget_all": {},
    "enrolment_import": {"text": str, "replace": bool},
    "enrolment_walk": {"renew": bool},
    "enrolment_step": {"step": str, "at": int},
}
MANY: Final = 20  # Rate limit cost of a row with every tag; a row with a single tag costs 1.
LONGEST_IMPORT: Final = 4 * tagfile.LONGEST  # bytes of the request: JSON may be longer than the text in it


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the routes of enrolment to *app*; *limit_rate* aborts a request that exceeds the rate limit."""

    def answered(work: Callable[[], object]) -> ResponseReturnValue:
        limit_rate(1)
        return _answered(table, work)

    app.jinja_env.globals["piece_named"] = lambda piece: named(piece, table.now.games)
    _register_pages(app, table)
    _register_lessons(app, table, answered)
    _register_all_at_once(app, table, answered, limit_rate)
    _register_walk(app, table, answered)


def _register_pages(app: Flask, table: Table) -> None:
    @app.get("/enrolment")
    def enrolment_page() -> str:
        return render_template("house/enrolment.html", **_page(table.now))

    @app.get("/enrolment/view")
    def enrolment_view() -> str:
        return render_template("house/enrolment_view.html", **_page(table.now))

    @app.get("/enrolment/tags.json")
    def enrolment_export() -> Response:
        now = table.now
        if not _may_teach(now):
            abort(403)
        if now.playing:
            abort(409)
        answer = Response(tagfile.write(now.pieces, now.contents), mimetype="application/json")
        answer.headers["Content-Disposition"] = "attachment; filename=barkeep-tags.json"
        return answer


def _register_lessons(app: Flask, table: Table, answered: Answered) -> None:
    """Add the routes that teach or forget a tag. Each answers 204, or with a sentence that says why not."""

    @app.post("/enrolment/teach")
    def enrolment_teach() -> ResponseReturnValue:
        body = _body(table)
        return answered(lambda: _teach(table, body["uid"], _piece(body["piece"]), renew=body["renew"]))

    @app.post("/enrolment/aside")
    def enrolment_aside() -> ResponseReturnValue:
        uid = _hex(_body(table)["uid"])
        return answered(lambda: table.teaching.put_aside(uid))

    @app.post("/enrolment/forget")
    def enrolment_forget() -> ResponseReturnValue:
        piece = _piece(_body(table)["piece"])
        return answered(lambda: table.act(TABLE, ForgetTags((piece,))))


def _register_all_at_once(app: Flask, table: Table, answered: Answered, limit_rate: LimitRate) -> None:
    """Add the routes that change every tag. Their rows are long, so they cost more; an unreadable file costs as a tap does."""

    def act(command: ImportTags | ForgetAllTags) -> None:
        limit_rate(MANY)
        table.act(TABLE, command)

    @app.post("/enrolment/forget-all")
    def enrolment_forget_all() -> ResponseReturnValue:
        _body(table)
        return answered(lambda: act(ForgetAllTags()))

    @app.post("/enrolment/import")
    def enrolment_import() -> ResponseReturnValue:
        request.max_content_length = LONGEST_IMPORT
        body = _body(table)
        return answered(lambda: act(ImportTags(tagfile.read(body["text"]), body["replace"], tagfile.boxes(body["text"]))))


def _register_walk(app: Flask, table: Table, answered: Answered) -> None:
    @app.post("/enrolment/walk")
    def enrolment_walk() -> ResponseReturnValue:
        renew = _body(table)["renew"]
        return answered(lambda: table.teaching.start_walk(renew=renew))

    @app.post("/enrolment/step")
    def enrolment_step() -> ResponseReturnValue:
        body = _body(table)
        if body["step"] not in walk.STEPS:
            abort(400)
        return answered(lambda: table.teaching.step_walk(body["step"], body["at"]))


def _teach(table: Table, tag: str, piece: Piece, *, renew: bool) -> None:
    waiting = table.now.waiting_tag
    if waiting is None or waiting.hex() != tag:
        raise Stale("tag")
    table.act(TABLE, LearnTag(tag, piece, renew))


def _answered(table: Table, work: Callable[[], object]) -> ResponseReturnValue:
    """Do *work*; answer 204, 409 if the table has moved on, or 422 with a sentence."""
    try:
        work()
    except Stale:
        return jsonify(code="stale"), 409
    except NotATagFile as wrong:
        return _sentence(table, wrong.said), 422
    except Illegal as illegal:
        return _sentence(table, illegal.refusal.said), 422
    return "", 204


def _sentence(table: Table, said: Said) -> Response:
    return jsonify(code="illegal", refusal=said.code, sentence=spoken().say(said, table.now.names))


# Requests


def _body(table: Table) -> dict[str, Any]:
    """Return the body, which must have the fields of BODIES; abort with 403 for a phone without a seat, else with 400."""
    if not _may_teach(table.now):
        abort(403)
    return exact_body(BODIES[request.endpoint or ""])


def _may_teach(now: Snapshot) -> bool:
    """Return whether the request is from a sitter; a stranger could find out which card lies face down."""
    return session.seat_of_request(now) is not None


def _piece(data: dict[str, Any]) -> Piece:
    """Return the piece that a page named; abort with 400 if malformed. The table checks whether the box has it."""
    if set(data) != {"kind", "name", "number"} or [type(data[name]) for name in ("kind", "name", "number")] != [str, str, int]:
        abort(400)
    if data["kind"] not in tagfile.KINDS or len(data["name"]) > tagfile.LONGEST_NAME:
        abort(400)
    return Piece(data["kind"], data["name"], data["number"])


def _hex(tag: str) -> bytes:
    try:
        return bytes.fromhex(tag)
    except ValueError:
        abort(400)


# The page's content


def _page(now: Snapshot) -> dict[str, object]:
    box, pieces, walking, waiting = now.box, now.pieces, now.walk, now.waiting_tag
    known = {piece for _, piece in pieces.tags()}
    return {
        "cards": [piece for piece in box if not piece.seat],
        "seats": list(dict.fromkeys(piece.seat for piece in box if piece.seat)),
        "pawns": [piece for piece in box if piece.seat],
        "other": [piece for _, piece in pieces.tags() if piece not in box],
        "known": known,
        "missing": [piece for piece in box if piece not in known],
        "have": [piece for piece in box if piece in known],
        "waiting": waiting.hex() if waiting and _may_teach(now) else "",
        "walk": walking,
        "refused": now.refused,
        "playing": now.playing,
        "may": _may_teach(now),
        "plain": lambda piece: {"kind": piece.kind, "name": piece.name, "number": piece.number},
    }
