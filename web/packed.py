"""Static files travel packed: a phone's first look at the door is a third of its size. Made once, in memory.

Only files that are the same for everybody. A page is never packed: its size would depend on what stands in it.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, request

if TYPE_CHECKING:
    from collections.abc import MutableMapping

SMALLEST: Final = 200  # bytes; less isn't worth the packing
TEXT: Final = ("text/", "image/svg")


def register(app: Flask) -> None:
    """Pack *app*'s static files for browsers that unpack gzip, which all do."""
    packed: dict[str, bytes] = {}  # by the file's ETag; two threads may make the same one twice

    @app.after_request
    def pack(response: Response) -> Response:
        if request.endpoint == "static":
            response.headers["Vary"] = "Accept-Encoding"
            if _worth_it(response):
                _pack(response, packed)
        return response


def _worth_it(response: Response) -> bool:
    asked = request.method == "GET" and "Range" not in request.headers and "gzip" in request.accept_encodings
    return asked and response.status_code == 200 and (response.content_type or "").startswith(TEXT)


def _pack(response: Response, packed: MutableMapping[str, bytes]) -> None:
    response.direct_passthrough = False
    tag, plain = response.get_etag()[0], response.get_data()
    if tag is None or len(plain) < SMALLEST:
        return
    if tag not in packed:
        packed[tag] = gzip.compress(plain, mtime=0)
    response.set_data(packed[tag])
    response.set_etag(tag, weak=True)  # The same file, in other bytes.
    response.headers["Content-Encoding"] = "gzip"
