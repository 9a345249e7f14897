"""Check every request before it reaches a page, and set the security headers of every answer.

A cookie gives access to a seat and nothing more, and an IP address to nothing. A request is accepted by its host name, by
its origin if it changes something, and by the size and depth of its body.
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

    from web.http.addresses import Addresses

LONGEST_BODY: Final = 4096  # bytes, unless a route allows more
LONGEST_REQUEST: Final = 64 * 1024  # bytes that any route may allow, except for PICTURES
PICTURES: Final = "/photo"  # The route that takes a picture.
LONGEST_PICTURE: Final = 4 * 1024 * 1024  # bytes
DEEPEST: Final = 12  # levels of brackets; starting a game with the box's own cards takes five
SAFE: Final = ("GET", "HEAD", "OPTIONS")
LOCAL: Final = ("localhost", "127.0.0.1")
ALONE: Final = "default-src 'none'"  # For a file opened by itself.


def register(app: Flask, where: Addresses, *, framed: bool) -> None:
    """Make *app* answer only under its hosts and local names. *framed* lets local pages (the bench) frame phones."""
    policy = _policy(framed=framed)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LONGEST_BODY
    app.config["MAX_FORM_PARTS"] = 20

    @app.before_request
    def insist() -> None:
        if not _is_ours(request.host, {*map(_name, where.known_hosts), *LOCAL}):
            abort(421)
        if not (request.path.isascii() and request.path.isprintable()):
            abort(404)  # We have no such path, and the log quotes paths unescaped.
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
    """Return whether *response* is a static file, rather than the error page for a missing one."""
    return request.endpoint == "static" and response.mimetype != "text/html"


def is_this_machine(address: str | None) -> bool:
    """Return whether *address*, the connection's peer, is this machine itself; an IPv4 address may be mapped to IPv6.

    Only the peer's address proves that. The host name doesn't, because the caller can send any.
    """
    try:
        peer = ip_address(address or "")
    except ValueError:
        return False
    mapped = peer.ipv4_mapped if isinstance(peer, IPv6Address) else None
    return (mapped or peer).is_loopback


def json_body() -> dict[str, object]:
    """Return the request's body, a JSON object in UTF-8; abort with 400 for anything else."""
    raw = request.get_data(cache=False)
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if request.mimetype != "application/json" or charset != "utf-8" or _too_deep(raw):
        abort(400)
    try:
        body = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_refuse_number, parse_float=_refuse_number)
        json.dumps(body, ensure_ascii=False).encode()  # Refuse a lone surrogate, which can't be stored as text.
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(body, dict):
        abort(400)
    return body


def exact_body(kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the request's body; abort with 400 unless it has exactly the fields and types of *kinds*.

    A dataclass stands for a JSON object, whose contents aren't checked here.
    """
    body = json_body()
    plain = {name: kind if kind in _SCALARS else dict for name, kind in kinds.items()}
    if set(body) != set(plain) or any(type(body[name]) is not kind for name, kind in plain.items()):
        abort(400)
    return body


_SCALARS: Final = (str, int, bool)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return *pairs* as a dict; raise ValueError for a repeated field, which programs would read differently."""
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a field is repeated")
    return dict(pairs)


def _refuse_number(number: str) -> None:
    raise ValueError(f"{number} is not a whole number")


def _too_deep(raw: bytes) -> bool:
    """Return whether brackets are nested deeper than DEEPEST. Those inside strings count, too, which is only stricter."""
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
    """Return *host* without its port, or "" if malformed. Cached, because every request sends one of the same few."""
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
