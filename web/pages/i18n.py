"""The language of each page, and sentences as markup in templates."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol
from unicodedata import bidirectional

from flask import Flask, Response, request
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.kit.messages import Said, Term, Thing, Who, say
from companion.kit.viewers import TABLE
from companion.table import speaking
from companion.words import CALLED, LANGUAGES, Words
from companion.words.aloud import aloud
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame
    from companion.kit.messages import Field
    from companion.kit.viewers import Seat, Viewer
    from companion.table.snapshot import Snapshot

COOKIE: Final = "lang"
YEAR: Final = 365 * 24 * 3600  # seconds
SIGNS: Final = "=+−×"
SHARED: Final = ("table_screen", "table_view", "board", "board_view")


class Named(Protocol):
    """Whose words and names pages use: the games installed there, and who has which seat."""

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games, by their NAME."""

    @property
    def names(self) -> Mapping[Seat, str]:
        """The names of those who sit, by seat."""


class Host(Protocol):
    """A table, or a hub, which has no seats."""

    @property
    def now(self) -> Named:
        """What it is at this moment."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How the phone being answered is spoken to: in *words*, with *names*, as the sitter of *viewer*.

    *names* is None where those of the people who sit at the table will do.
    """

    words: PageWords
    names: Mapping[Seat, str] | None = None
    viewer: Viewer = TABLE


# Not in flask.g, where a look-up takes ten calls, because a page makes sixty.
_SPEECH: Final[ContextVar[Speech]] = ContextVar("speech")


def register(app: Flask, table: Host, language: str) -> None:
    """Give every template of *app* `t(code, **fields)`, `told(said)`, `language`, and `languages`, the languages' own names.

    `colon()` is what stands between a thing and what is said of it.

    A browser's language is its last `?lang=`, kept in a cookie, or the best match for its Accept-Language. *language* is
    for browsers that match none of ours, and for the table screen, which belongs to no one person.
    """
    words = {name: PageWords(name, table.now.games) for name in LANGUAGES}

    @app.before_request
    def choose() -> None:
        asked, kept = request.args.get("lang", ""), request.cookies.get(COOKIE, "")
        accepted = "" if request.endpoint in SHARED else _best_of(request.headers.get("Accept-Language", ""))
        use_words(words[next(name for name in (asked, kept, accepted, language) if name in LANGUAGES)])

    @app.after_request
    def keep(response: Response) -> Response:
        if request.args.get("lang") in LANGUAGES and response.status_code != 421:  # No cookie under another host name.
            session.keep(response, COOKIE, request.args["lang"], YEAR)
        return response

    app.jinja_env.globals.update(
        t=lambda code, **fields: markup(say(code, **fields), table) if fields else spoken().phrase(code),
        told=lambda said: markup(said, table),
        colon=lambda: spoken().text("web.pair", what="", value=""),
        languages=CALLED,
        who=Who,
        thing_named=Thing,
        term=Term,
    )

    app.jinja_env.filters["sentence"] = sentence

    @app.context_processor
    def give_language() -> dict[str, str]:
        return {"language": spoken().language}


class PageWords(Words):
    """The words of one language, with sentences that never change cached as markup."""

    def __init__(self, language: str, games: Mapping[str, AnyGame]) -> None:
        super().__init__(language, games=games)
        self._phrases: dict[str, Markup] = {}

    def phrase(self, code: str) -> Markup:
        """Return a sentence without fields. Only those are cached, since they say nothing about any game or player."""
        if code not in self._phrases:
            self._phrases[code] = escape(self.text(code))
        return self._phrases[code]


@lru_cache(maxsize=64)
def _best_of(accepted: str) -> str:
    """Return our best language for an Accept-Language header, or "". Cached, because a phone always sends the same header."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES, "")


def name_players(now: Snapshot, viewer: Viewer = TABLE) -> None:
    """Make the current page name the players of the game on the table, even if others sit on their seats by now.

    It says "you" to *viewer*, the seat whose phone it is for.
    """
    _SPEECH.set(replace(_SPEECH.get(), names={**now.names, **now.players}, viewer=viewer))


def use_words(words: PageWords) -> None:
    """Speak in *words*, to nobody in particular yet: when a request begins, and before what is sent long after it."""
    _SPEECH.set(Speech(words))


def spoken() -> PageWords:
    """Return the words of the phone being answered."""
    return _SPEECH.get().words


def aloud_lines(now: Snapshot) -> list[tuple[int, str]]:
    """Return what a voice says in the language of the phone being answered, each with its row; all of it is public."""
    words = spoken()
    return now.once(f"aloud in {words.language}", lambda: _aloud(now, words))


def _aloud(now: Snapshot, words: PageWords) -> list[tuple[int, str]]:
    names = tuple(now.public.names.items())
    return [(one.row, _line(words, one.said, names)) for one in speaking.spoken(now)]


@lru_cache(maxsize=128)
def _line(words: PageWords, said: Said, names: tuple[tuple[Seat, str], ...]) -> str:
    """Return a sentence for a voice. Cached, since each is told at several moments; none is secret."""
    return aloud(words, said, dict(names))


def markup(said: Said, table: Host) -> Markup:
    """Return *said* with its fields escaped and things in italics."""
    speech = _SPEECH.get()
    if not said.fields:
        return speech.words.phrase(said.code)
    said = speech.words.addressed(said, speech.viewer)
    names = table.now.names if speech.names is None else speech.names
    fields = {key: _field(speech.words, value, names) for key, value in said.fields}
    return Markup(_together(str(escape(speech.words.template(said))).format(**fields)))  # Sentence and fields are escaped.


def _together(text: str) -> str:
    """Return *text* with sums that no line break parts: "5 + 3 =" on one line is wrong."""
    for sign in SIGNS:
        text = text.replace(f" {sign} ", f"\u00a0{sign}\u00a0")
    return text


def sentence(text: Markup) -> Markup:
    """Return *text* with a capital, for sentences that begin with a number in words."""
    return text[:1].upper() + text[1:]


def _field(words: Words, value: Field, names: Mapping[Seat, str]) -> Markup:
    text = escape(words.word(value, names))
    if isinstance(value, Thing):
        return Markup(f'<i class="thing">{text}</i>')
    return Markup(f"<bdi>{text}</bdi>") if isinstance(value, Who) and _turns(text) else text


def _turns(text: str) -> bool:
    """Return whether *text* runs from right to left, so that it would reorder the words beside it."""
    return not text.isascii() and any(bidirectional(letter) in ("R", "AL") for letter in text)
