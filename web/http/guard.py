"""What every request must satisfy before a page sees it, and what every answer says to the browser.

No cookie is trusted with more than a seat, no address with anything: who may call is decided by the host's name, the
origin of what changes something, and the size and depth of its body.
"""

from __future__ import annotations

import json
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from web.http.addresses import Whereabouts

LONGEST_BODY: Final = 4096  # bytes, where a route doesn't allow more
LONGEST_REQUEST: Final = 64 * 1024  # bytes that any route may allow
DEEPEST: Final = 12  # brackets within brackets; a start with the box's own cards has five
SAFE: Final = ("GET", "HEAD", "OPTIONS")
LOCAL: Final = ("localhost", "127.0.0.1")
ALONE: Final = "default-src 'none'"  # A file loads nothing where it is looked at by itself.


def register(app: Flask, where: Whereabouts, *, framed: bool) -> None:
    """Guard *app*: only its hosts and local names are answered. *framed* lets local pages (the bench) frame phones."""
    policy = _policy(framed=framed)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LONGEST_BODY
    app.config["MAX_FORM_PARTS"] = 20

    @app.before_request
    def insist() -> None:
        if not _is_ours(request.host, {*map(_name, where.once), *LOCAL}):
            abort(421)
        if not (request.path.isascii() and request.path.isprintable()):
            abort(404)  # None of ours; and where something stumbles the log quotes the address as it is.
        if request.method not in SAFE and request.headers.get("Origin") != f"{request.scheme}://{request.host}":
            abort(403)

    @app.after_request
    def tell_browser(response: Response) -> Response:
        headers = response.headers
        headers.setdefault("Content-Security-Policy", ALONE if _is_file(response) else policy)
        headers["Referrer-Policy"] = "same-origin"  # no-referrer would make the origin of forms null
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.endpoint != "static":
            headers["Cache-Control"] = "no-store"
        return response


def _is_file(response: Response) -> bool:
    """Whether *response* is a static file, and not a page that says why there is none."""
    return request.endpoint == "static" and response.mimetype != "text/html"


def is_this_machine(address: str | None) -> bool:
    """Whether a caller at the IP *address* sits at this machine itself, also where IPv4 is written as IPv6.

    The peer of the connection says so, and nothing that it sends: a host's name is whatever the caller writes.
    """
    try:
        peer = ip_address(address or "")
    except ValueError:
        return False
    mapped = peer.ipv4_mapped if isinstance(peer, IPv6Address) else None
    return (mapped or peer).is_loopback


def json_body() -> dict[str, Any]:
    """Return the request's body, an object in UTF-8; abort with 400 for anything else, however deep, long or odd."""
    raw = request.get_data(cache=False)
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype != "application/json" or charset != "utf-8" or _too_deep(raw):
        abort(400)
    try:
        body = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_refuse_number, parse_float=_refuse_number)
        json.dumps(body, ensure_ascii=False).encode()  # Half a character (a lone surrogate) is no text that can be kept.
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(body, dict):
        abort(400)
    return body


def exact_body(kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the request's body with just the fields *kinds*, each exactly of its kind (a dataclass: an object); else 400."""
    body = json_body()
    plain = {name: kind if kind in _SCALARS else dict for name, kind in kinds.items()}
    if set(body) != set(plain) or any(type(body[name]) is not kind for name, kind in plain.items()):
        abort(400)
    return body


_SCALARS: Final = (str, int, bool)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that says a field twice: who reads the first and who the last would be told two things."""
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a field comes twice")
    return dict(pairs)


def _refuse_number(number: str) -> None:
    raise ValueError(f"{number} is not a whole number")


def _too_deep(raw: bytes) -> bool:
    """Whether brackets nest deeper than any honest body; those inside texts count too, which only makes it stricter."""
    depth = deepest = 0
    for byte in raw:
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    return deepest > DEEPEST


def _is_ours(host: str, names: Container[str]) -> bool:
    name = _name(host)
    return name in names or name.endswith(".localhost")


@lru_cache(maxsize=64)
def _name(host: str) -> str:
    """Return the host's name without its port; empty for what is no host. Every request says one of the same few."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _policy(*, framed: bool) -> str:
    framers = "http://localhost:* http://*.localhost:* http://127.0.0.1:*" if framed else "'none'"
    return "; ".join((
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", f"frame-ancestors {framers}",
    ))  # fmt: skip
