"""A page that does nothing else: it follows the same stream, and puts in what it fetches from the same server.

What it takes is what this machine, the browser and the server's library cost in this hour; what a phone's page takes more is
the project's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response

if TYPE_CHECKING:
    from flask import Flask

PAGE: Final = '<!doctype html><html lang="en"><title>Bare</title><body id="page"><script src="/bare.js"></script></body></html>'
SCRIPT: Final = """
new EventSource("/stream").addEventListener("version", async () => {
  document.getElementById("page").innerHTML = await (await fetch("/bare/view")).text();
});
"""
VIEW: Final = "<p>Four notes lie in front of you.</p>\n" * 150  # About as long as a phone's view.


def add_to(app: Flask) -> None:
    """Let *app* answer at /bare, too."""
    for path, text, kind in (
        ("/bare", PAGE, "text/html"),
        ("/bare.js", SCRIPT, "text/javascript"),
        ("/bare/view", VIEW, "text/html"),
    ):
        app.add_url_rule(path, path, lambda text=text, kind=kind: Response(text, mimetype=kind))
