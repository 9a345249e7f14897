"""Answer errors: a code for scripts, and a small page in their language for people.

Neither repeats anything from the request, so an error page can't be used to inject text.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, make_response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import MethodNotAllowed, TooManyRequests

from companion.table.answers import Fault, Unknown
from web.http import static_files
from web.pages.i18n import spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from werkzeug.exceptions import HTTPException

    from web.http.addresses import Addresses

CODES: Final = {
    400: "malformed", 403: "forbidden", 404: "not_found", 405: "method", 409: "stale", 413: "too_large", 415: "malformed",
    421: "not_our_host", 429: "too_often", 503: "too_many",
}  # fmt: skip
STYLE: Final = "door/wrong_host.css"


def register(app: Flask, where: Addresses) -> None:
    """Register *app*'s error handlers: by status, for a fault, and for a disk that doesn't answer.

    Under an unknown host name (421) the page gives the table's addresses.
    """

    def refuse(error: HTTPException) -> Response:
        status = error.code or 400
        if not _is_read_by_people():
            answer = jsonify(code=CODES[status])
        elif status == 421:
            answer = _wrong_host(_addresses(where.address, where.hosts))
        else:
            answer = _page("", lost=status == 404)
        answer.status_code = status
        if isinstance(error, TooManyRequests):
            answer.headers["Retry-After"] = str(error.retry_after)
        if isinstance(error, MethodNotAllowed):
            answer.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return answer

    for status in CODES:
        app.register_error_handler(status, refuse)
    app.register_error_handler(Fault, _fault_page)
    app.register_error_handler(Unknown, _unknown_page)


def _fault_page(fault: Fault) -> tuple[Response, int]:
    """Give the number of a fault of ours. The status isn't 500, because a phone repeats a request until it is accepted."""
    sentence = spoken().text("table.fault", number=fault.number)
    return _page(sentence) if _is_read_by_people() else jsonify(code="fault", sentence=sentence, rule="table"), 422


def _unknown_page(_unknown: Unknown) -> tuple[Response, int]:
    """Say that the disk doesn't answer, so that nobody knows whether anything has been done."""
    return _page(spoken().text("web.unknown")) if _is_read_by_people() else jsonify(code="unknown"), 503


def _page(sentence: str, *, lost: bool = False) -> Response:
    return make_response(render_template("door/error.html", lost=lost, sentence=sentence))


def _is_read_by_people() -> bool:
    """Return whether a browser shows the answer as a page; a script accepts any type."""
    return request.accept_mimetypes.best_match(("application/json", "text/html")) == "text/html"


def _addresses(address: str, hosts: Sequence[str]) -> list[str]:
    """Return the table's URLs: *address*, then the other *hosts* at the same port.

    An *address* that isn't among *hosts* is local to this machine; then the others aren't revealed.
    """
    port = urlsplit(address).port
    others = [f"http://{_named(host, port)}/" for host in hosts]
    return list(dict.fromkeys([address, *others])) if address in others else [address]


def _named(host: str, port: int | None) -> str:
    return host if port is None or ":" in host else f"{host}:{port}"


def _wrong_host(addresses: Sequence[str]) -> Response:
    """Return a self-contained page, since a wrong host name gets no style sheet either. Its policy lets it load nothing."""
    style = _style()
    answer = make_response(render_template("door/wrong_host.html", addresses=addresses, style=style))
    digest = b64encode(sha256(style.encode()).digest()).decode()
    answer.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
    return answer


@cache
def _style() -> Markup:
    return Markup((static_files.OWN / STYLE).read_text(encoding="utf-8"))  # Our own file, so it needs no escaping.
