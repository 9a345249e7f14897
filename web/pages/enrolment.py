"""The page on which tags are taught, by whoever has a seat; the panel's keys walk on, too.

Nothing on the page tells which tag a card has: UIDs of known tags
never leave but in the exported file, which waits for the end of the game. Only the tag that lies there now can be taught,
so that no phone can ask what a UID is that it has read off a card's back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from flask import Flask, Response, abort, jsonify, render_template, request

from companion.kit.messages import Illegal, Said
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE
from companion.table.table import Stale, Unknown
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
    from web.http.rate_limit import Paced

    Answered: TypeAlias = Callable[[Callable[[], object]], ResponseReturnValue]

BODIES: Final[dict[str, dict[str, type]]] = {  # What each lesson takes: these fields, each exactly of its kind.
    "enrolment_teach": {"uid": str, "piece": Piece, "renew": bool},
    "enrolment_aside": {"uid": str},
    "enrolment_forget": {"piece": Piece},
    "enrolment_forget_all": {},
    "enrolment_import": {"text": str, "replace": bool},
    "enrolment_walk": {"renew": bool},
    "enrolment_step": {"step": str, "at": int},
}
MANY: Final = 20  # How much a row that tells of every tag weighs: one of a single tag weighs 1.
LONGEST_IMPORT: Final = 4 * tagfile.LONGEST  # bytes of the request: a text in JSON may be longer than the text


def register(app: Flask, table: Table, insist_on_pace: Paced) -> None:
    """Add the routes of enrolment to *app*; *insist_on_pace* aborts a request of whoever changes things too often."""

    def answered(work: Callable[[], object]) -> ResponseReturnValue:
        insist_on_pace(1)
        return _answered(table, work)

    app.jinja_env.globals["piece_named"] = lambda piece: named(piece, table.now.games)
    _register_pages(app, table)
    _register_lessons(app, table, answered)
    _register_all_at_once(app, table, answered, insist_on_pace)
    _register_walk(app, table, answered)


def _register_pages(app: Flask, table: Table) -> None:
    @app.get("/enrolment")
    def enrolment_page() -> str:
        return render_template("enrolment.html", **_page(table.now))

    @app.get("/enrolment/view")
    def enrolment_view() -> str:
        return render_template("enrolment_view.html", **_page(table.now))

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
    """Add what changes which tag is which piece. Each answers 204, or says in a sentence why not."""

    @app.post("/enrolment/teach")
    def enrolment_teach() -> ResponseReturnValue:
        body = _body(table)
        return answered(lambda: _teach(table, body["uid"], _piece(body["piece"]), renew=body["renew"]))

    @app.post("/enrolment/aside")
    def enrolment_aside() -> ResponseReturnValue:
        uid = _hex(_body(table)["uid"])
        return answered(lambda: table.put_aside(uid))

    @app.post("/enrolment/forget")
    def enrolment_forget() -> ResponseReturnValue:
        piece = _piece(_body(table)["piece"])
        return answered(lambda: table.act(TABLE, ForgetTags((piece,))))


def _register_all_at_once(app: Flask, table: Table, answered: Answered, insist_on_pace: Paced) -> None:
    """Add what changes every tag: its rows are long, and so they are few. A file that can't be read costs as a tap does."""

    def act(command: ImportTags | ForgetAllTags) -> None:
        insist_on_pace(MANY)
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
        return answered(lambda: table.start_walk(renew=renew))

    @app.post("/enrolment/step")
    def enrolment_step() -> ResponseReturnValue:
        body = _body(table)
        if body["step"] not in walk.STEPS:
            abort(400)
        return answered(lambda: table.step_walk(body["step"], body["at"]))


def _teach(table: Table, tag: str, piece: Piece, *, renew: bool) -> None:
    waiting = table.now.waiting_tag
    if waiting is None or waiting.hex() != tag:
        raise Stale("tag")
    table.act(TABLE, LearnTag(tag, piece, renew))


def _answered(table: Table, work: Callable[[], object]) -> ResponseReturnValue:
    """Do *work*; answer 204, 409 where the table moved on, 422 with a sentence, or 503 where the disk is silent."""
    try:
        work()
    except Stale:
        return jsonify(code="stale"), 409
    except NotATagFile as wrong:
        return _sentence(table, wrong.said), 422
    except Illegal as illegal:
        return _sentence(table, illegal.refusal.said), 422
    except Unknown:
        return jsonify(code="unknown"), 503
    return "", 204


def _sentence(table: Table, said: Said) -> Response:
    return jsonify(code="illegal", refusal=said.code, sentence=spoken().say(said, table.now.names))


# What comes in


def _body(table: Table) -> dict[str, Any]:
    """Return the fields that BODIES gives this route; abort with 403 for who may not teach, 400 for another body."""
    if not _may_teach(table.now):
        abort(403)
    return exact_body(BODIES[request.endpoint or ""])


def _may_teach(now: Snapshot) -> bool:
    """Whether somebody asks who sits at the table: others could find out what a card is that lies face down."""
    return session.seat_of_request(now) is not None


def _piece(data: dict[str, Any]) -> Piece:
    """Return the piece that a page named; abort with 400 for what is none. Whether the box has it is the table's to say."""
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


# What the page shows


def _page(now: Snapshot) -> dict[str, Any]:
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
        "playing": now.playing,
        "may": _may_teach(now),
        "plain": lambda piece: {"kind": piece.kind, "name": piece.name, "number": piece.number},
    }
