"""A page that does nothing else: it puts in what a stream of the same server brings at every change.

What it takes is what this machine, the browser and the server's library cost in this hour; what a phone's page takes more is
the project's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from companion.table import Table

PAGE: Final = """<!doctype html><html lang="en"><title>Bare</title>
<body><div id="page"></div><script src="/bare.js"></script></body></html>"""
SCRIPT: Final = """
new EventSource("/bare/stream").addEventListener("page", (event) => {
  document.getElementById("page").innerHTML = event.data;
});
"""
VIEW: Final = "data: <p>Four notes lie in front of you.</p>\n" * 150  # About as long as a phone's view.
BEAT: Final = 1.0  # seconds


def add_to(app: Flask, table: Table) -> None:
    """Let *app* answer at /bare, too, and tell it of each change of *table*."""
    for path, text, kind in (("/bare", PAGE, "text/html"), ("/bare.js", SCRIPT, "text/javascript")):
        app.add_url_rule(path, path, lambda text=text, kind=kind: Response(text, mimetype=kind))
    app.add_url_rule("/bare/stream", "bare", lambda: Response(_changes(table), mimetype="text/event-stream"))


def _changes(table: Table) -> Iterator[str]:
    known = -1
    while True:
        now = table.wait(known, BEAT)
        yield "event: hb\ndata: 0\n\n" if now == known else f"event: page\n{VIEW}\n"
        known = now
