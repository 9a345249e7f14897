"""One HTML file to keep of a finished game: it opens from a stick, without a network, and prints on A4.

Nothing in it is rendered anew: it has the moments and charts of the books, with the style sheets and drawings that they need.
The moments are packed, since one is much like the next; a browser unpacks them (`DecompressionStream`), and without scripts
shows the last one. Its own policy lets nothing in from outside, and allows only the styles and the script that it came with.

There are two of them. The *whole* file has every pair of eyes that the books have, and the record, from which Barkeep can read
the game again. It exists only where the books are unsealed. The *public* one holds only what everybody saw, for showing around.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from difflib import SequenceMatcher
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, abort, render_template, request
from markupsafe import Markup

from companion import games
from companion.carrying import kept
from web.books import eyes, pages
from web.books.bare import Bare, symbols
from web.books.making import Files
from web.http import static_files
from web.pages import i18n

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from companion.carrying.gamefile import GameFile
    from companion.kit.game import AnyGame
    from companion.match.books import Books
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.books.making import Told
    from web.http.rate_limit import LimitRate

STYLES: Final = ("shared/tokens.css", "house/turns.css", "house/books.css", "house/kept.css")
PHONES: Final = ("phone/phone.css", "festoon.css", "phone.css", "offer.css")  # The last three are the game's, if it has them.
SCRIPT: Final = "house/kept.js"
LIGHT: Final = "@media (prefers-color-scheme: light) {"  # Paper is light, whatever the screen was.

PUBLIC: Final = "public"
WORK: Final = 5  # as many changes as a file counts for, since all moments have to be rendered
USED: Final = re.compile(r"\[(data-[\w-]+)")
DEED: Final = "data-act"
PIECE: Final = re.compile(r"(?=<(?:div|li|p|section|tr)\b)")  # Moments that share no whole line share most of these.
AGAIN: Final = "1"  # seconds until a browser asks again for a file that isn't written yet


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the files to *app*, for anybody who can open the books; *limit_rate* aborts a request that exceeds the rate limit."""
    files = Files()

    @app.get("/books/file")
    def kept_game() -> Response | tuple[str, int, dict[str, str]]:
        now, wanted = table.now, request.args.get("as", "")
        opened = now.books or abort(404)
        if wanted not in ("", PUBLIC) or not (opened.unsealed or wanted):
            abort(404)
        number, turning = opened.match.number, now.turning_of(opened)
        turned = turning if turning and turning.done == 100 else None  # A file says nothing of a search that goes on.
        key = (number, (*now.players.items(),), len(opened.match.log), wanted, i18n.spoken().language, turned)
        page = files.take(key)
        if page is None:
            if files.writing is None:
                limit_rate(WORK)
                files.begin(key, _writer(now, opened, None if wanted else _rows(table, number)))
            return render_template("house/keeping.html", done=files.writing or 0), 202, {"Refresh": AGAIN}
        name = f"barkeep-{opened.match.game.NAME}-{number}{'-' + wanted if wanted else ''}.html"
        return Response(page, mimetype="text/html", headers={"Content-Disposition": f"attachment; filename={name}"})


def _writer(now: Snapshot, opened: Books, rows: GameFile | None) -> Callable[[Told], str]:
    return partial(whole, now, opened, rows) if rows else partial(public, now, opened)


def _rows(table: Table, number: int) -> GameFile:
    return table.travelling.file(number)


def whole(now: Snapshot, opened: Books, file: GameFile, told: Told = lambda _: None) -> str:
    """Return the file of the unsealed books, with the record of *file*, the game's rows; *told* hears how far it is."""
    assert opened.unsealed
    return _page(now, opened, (eyes.EVERYBODY, *opened.match.state.seats, eyes.UNSEALED), Markup(kept.record(file)), told)


def public(now: Snapshot, opened: Books, told: Told = lambda _: None) -> str:
    """Return the file of what everybody saw; *told* hears how far it is."""
    return _page(now, opened.sealed(), (eyes.EVERYBODY,), Markup(), told)


def _page(now: Snapshot, opened: Books, through: Sequence[str], record: Markup, told: Told) -> str:
    game, moments = opened.match.game, opened.moments
    styles = {"all": _styles(game, STYLES).replace(LIGHT, f"{LIGHT[:-1]}, print {{"), "phone": _styles(game, PHONES)}
    script = _text(game, SCRIPT)
    bare, turns = Bare(_used(*styles.values(), script)), range(1, len(moments) + 1)
    shown: dict[str, list[list[str]]] = {one: [] for one in through}
    for turn in turns:  # By moment, since all eyes share much of it.
        for one in through:
            shown[one].append(bare.lines(pages.rendered(now, opened, turn, one)))
        told(100 * turn // len(moments))
    page = render_template(
        "house/kept.html",
        policy=_policy([*styles.values()], script),
        styles={name: Markup(text) for name, text in styles.items()},
        script=Markup(script),
        through=through,
        packed=_packed(shown),
        record=record,
        **{**pages.chapters(now, opened), **pages.moment(now, opened, len(moments), eyes.EVERYBODY)},
    )
    page = bare.text(page)
    drawings = f'<svg class="vh" aria-hidden="true">{"".join(_symbols(game, bare.drawn))}</svg>'
    return page.replace("<!--drawings-->", drawings, 1)


def _used(*texts: str) -> set[str]:
    """Return the data that *texts*, styles and scripts, ask for; what `DEED` says only looks another way in a pause."""
    return {name for text in texts for name in USED.findall(text)} - {DEED}


def _packed(shown: dict[str, list[list[str]]]) -> str:
    """Return each piece of markup once, and each moment as the changes, for all eyes, to the numbers of the one before.

    The pieces are sorted, so that each lies beside those that are most like it, and what changed at one moment stands together,
    since it is much alike for all eyes: compression, which looks back only 32 kB, then halves both.
    """
    cut = {line: PIECE.split(f"{line}\n") for several in shown.values() for its in several for line in its}
    pieces = sorted({piece for its in cut.values() for piece in its})
    number = {piece: n for n, piece in enumerate(pieces)}
    numbered = [[[number[piece] for line in its for piece in cut[line]] for its in several] for several in shown.values()]
    changes = [[[*_changes(*two)] for two in pairwise([[], *several])] for several in numbered]
    packed = {"pieces": pieces, "eyes": [*shown], "moments": [*zip(*changes, strict=True)]}
    data = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(data.encode(), 9)).decode()


def _changes(before: list[int], after: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield where *after* differs from *before*: after how many equal numbers, instead of how many, which others.

    Each is told by how much it is greater than the one that it replaces, else than the other before it, else than 0:
    pieces that are alike have numbers that are near.
    """
    last = 0
    for same, at, end, since, until in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if same != "equal":
            others = after[since:until]
            nearest = [*before[at:end], *others[end - at - 1 :]] if end > at else [0, *others]
            yield at - last, end - at, [one - other for one, other in zip(others, nearest, strict=False)]
            last = end


def _symbols(game: AnyGame, drawn: Collection[tuple[str, str]]) -> Iterator[str]:
    for sprite in sorted({sprite for sprite, _ in drawn}):
        yield from symbols(sprite, _text(game, f"{sprite}.svg"), sorted(name for its, name in drawn if its == sprite))


def _styles(game: AnyGame, names: Iterable[str]) -> str:
    return "".join(_text(game, name) for name in names)


def _text(game: AnyGame, name: str) -> str:
    """Return our own static file *name* without comments, or the game's if it is bare or in its room; "" if there is none."""
    room, _, rest = name.rpartition("/")
    path: Path = games.folder(game) / "static" / rest if room in ("", game.NAME) else static_files.OWN / name
    return static_files.COMMENT.sub(b"", path.read_bytes()).decode() if path.exists() else ""


def _policy(styles: Iterable[str], script: str) -> str:
    """Return a policy that lets in nothing but these."""
    allowed = " ".join(_hash(style) for style in styles)
    return f"default-src 'none'; style-src {allowed}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
