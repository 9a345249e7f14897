"""Serve static files, our own and those of each game, compressed: a phone's first page then takes a third of the bytes.

A game's files are in `static` of its folder, and are addressed by its name: `url_for("static", filename="mygame/phone.css")`.

The address of a style sheet, sprite or script contains a hash of its contents, so that a phone fetches each only once.
Scripts import each other by plain names, `../shared/dom.js`, so all are served from one folder with a hash of all of them.

A compressed script or style sheet comes without the comments that begin or end a line: they are a third of its bytes.

Serve only files that are the same for everybody. Pages are never compressed, because their size would then depend on
secrets in them.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request, send_from_directory, url_for

from companion import games

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, MutableMapping

    from companion.kit.game import AnyGame

OWN: Final = Path(__file__).parents[1] / "static"
PATH: Final = "/static"
SMALLEST_COMPRESSED: Final = 200  # bytes; compressing less isn't worth it
TEXT: Final = ("text/", "image/svg")
# A comment that begins a line and ends one, or that ends one and has no quotes, so that it can't be the rest of a string.
# No string of our files contains such a line; a test holds them to that.
COMMENT: Final = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n|[ \t]+//[^\n\"'`]*$", re.MULTILINE)
HASHED: Final = ("*.css", "*.svg")
SCRIPTS: Final = "*.js"
SCRIPTS_FOLDER: Final = "of-"  # The scripts' folder in addresses, before its hash.
HASH_DIGITS: Final = 6  # hexadecimal digits of the contents' hash
FOREVER: Final = "max-age=31536000, immutable"  # Changed contents get another address.
REDUNDANT_HEADERS: Final = ("Accept-Ranges", "Content-Disposition", "Last-Modified")  # The address and the ETag replace them.


def register(app: Flask, played: Iterable[AnyGame]) -> None:
    """Serve our static files and those of the games *played*, with gzip for browsers that accept it, which all do.

    Browsers can cache for good the files whose address contains a hash. *app* must have been made without a static folder.
    """
    theirs = {game.NAME: games.folder(game) / OWN.name for game in played}
    hashes = {
        **_hashes(OWN),
        **{f"{name}/{file}": hashed for name, its in theirs.items() for file, hashed in _hashes(its).items()},
    }
    scripts = f"{SCRIPTS_FOLDER}{_hash_of_scripts((OWN, *theirs.values()))}"
    _register_route(app, theirs)
    _register_addresses(app, hashes, scripts)
    _register_headers(app, {f"{PATH}/{name}?v={hashed}" for name, hashed in hashes.items()}, scripts)


def _register_route(app: Flask, theirs: Mapping[str, Path]) -> None:
    @app.get(f"{PATH}/<path:filename>")
    def static(filename: str) -> Response:
        if filename.startswith(SCRIPTS_FOLDER):  # With any hash: a page from before an update asks by the old one.
            filename = filename.partition("/")[2]
        first, _, rest = filename.partition("/")
        return send_from_directory(theirs[first], rest) if first in theirs and rest else send_from_directory(OWN, filename)


def _register_addresses(app: Flask, hashes: Mapping[str, str], scripts: str) -> None:
    """Make `url_for` add to each file its hash, and to each script the folder *scripts*."""

    @app.url_defaults
    def add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and values["filename"] in hashes:
            values["v"] = hashes[values["filename"]]
        elif endpoint == "static" and Path(values["filename"]).match(SCRIPTS):
            values["filename"] = f"{scripts}/{values['filename']}"

    @cache
    def static_address(filename: str) -> str:
        """Return the address of a static file, with its hash. Cached: pages ask for the same few at every change."""
        return url_for("static", filename=filename)

    def page_url_for(endpoint: str, **values: Any) -> str:
        """Do what Flask's `url_for` does, and keep the addresses of static files, which depend on nothing else."""
        return static_address(**values) if endpoint == "static" and [*values] == ["filename"] else url_for(endpoint, **values)

    app.jinja_env.globals["url_for"] = page_url_for


def _register_headers(app: Flask, lasting: Collection[str], scripts: str) -> None:
    """Compress static files, and let browsers keep for good the *lasting* addresses and those in the folder *scripts*."""
    compressed: dict[str, bytes] = {}  # By the file's ETag. No lock: two threads may do the same work twice.

    @app.after_request
    def compress(response: Response) -> Response:
        if request.endpoint == "static":
            is_script = request.path.startswith(f"{PATH}/{scripts}/") and Path(request.path).match(SCRIPTS)
            lasts = response.status_code in (200, 304) and (is_script or request.full_path in lasting)
            response.headers["Vary"] = "Accept-Encoding"
            for name in REDUNDANT_HEADERS:
                response.headers.pop(name, None)
            response.direct_passthrough = False
            response.make_sequence()  # Else each answer keeps its file open until the phone has read it.
            if _is_compressible(response):
                _compress(response, compressed)
            if lasts:
                response.headers["Cache-Control"] = FOREVER
                response.headers.pop("ETag", None)  # Never revalidated.
        return response


def address(name: str) -> str:
    """Return the address of our own file *name* with its hash."""
    return f"{PATH}/{name}?v={_hashes(OWN)[name]}"


def addresses(name: str, played: Iterable[AnyGame]) -> dict[str, str]:
    """Return the addresses of the file *name* with their hash, by game, of those games *played* that have one."""
    found = {game.NAME: _hashes(games.folder(game) / OWN.name).get(name) for game in played}
    return {game: f"{PATH}/{game}/{name}?v={hashed}" for game, hashed in found.items() if hashed}


@cache
def _hashes(folder: Path) -> dict[str, str]:
    """Return the hash of each file in *folder* and its rooms, by its path from there."""
    files = [file for pattern in HASHED for file in folder.rglob(pattern)]
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_DIGITS] for file in files}


def _hash_of_scripts(folders: Iterable[Path]) -> str:
    files = sorted(file for folder in folders for file in folder.rglob(SCRIPTS))
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:HASH_DIGITS]


def _is_compressible(response: Response) -> bool:
    asked = request.method == "GET" and "Range" not in request.headers and request.accept_encodings.quality("gzip") > 0
    return asked and response.status_code == 200 and (response.content_type or "").startswith(TEXT)


def _compress(response: Response, compressed: MutableMapping[str, bytes]) -> None:
    tag, plain = response.get_etag()[0], response.get_data()
    if tag is None or len(plain) < SMALLEST_COMPRESSED:
        return
    if tag not in compressed:
        compressed[tag] = gzip.compress(COMMENT.sub(b"", plain), mtime=0)
    response.set_data(compressed[tag])
    response.set_etag(tag, weak=True)  # The same file, in other bytes.
    response.headers["Content-Encoding"] = "gzip"
