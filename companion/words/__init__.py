"""Sentences in each language: gettext catalogues whose message ids are the codes that the program uses.

The first part of a code names its catalogue: `table.no_game` is in table.mo, in this folder. A game's catalogues are in the
folder `words` of its package: <NAME>.mo and, for its pages, <NAME>_pages.mo. A sentence is a template for `str.format`, in
which `{count:word}` spells out a small number ("four") and `{odds:grouped}` groups a large one's figures ("35,000"). The field
`count` selects singular or plural. `x.told.paid.to.who` is `x.told.paid` as it is said to the player in the field `who`: "You
pay 4."
"""

from __future__ import annotations

import gettext
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final

from companion.games import folder, installed
from companion.kit.messages import Field, Said, Term, Thing, Who, say
from companion.kit.viewers import TABLE, Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame

CALLED: Final = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}  # Each in its own language.
LANGUAGES: Final = tuple(CALLED)
FALLBACK: Final = "en"
FILLED: Final = (":word}", ":grouped}")  # End a field whose number is spelled out, or grouped.
GROUPS: Final = {"en": ",", "nl": ".", "fr": "\u00a0", "de": "."}  # Between the groups of a large number.
LARGEST_SPELLED: Final = 12  # Larger numbers are written in digits.
FOLDER: Final = Path(__file__).parent
OF_PAGES: Final = "_pages"


class WordMissing(KeyError):
    """No catalogue has this code."""


class Words:
    """The sentences of one language. Missing ones are given in English, unless *strict*. Thread-safe.

    *games* are the games whose catalogues can be used, by name; by default all installed ones. Raises ValueError for a language
    that isn't in LANGUAGES.
    """

    def __init__(self, language: str, *, strict: bool = False, games: Mapping[str, AnyGame] | None = None) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no words in {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.language = language
        self._order = (language,) if strict or language == FALLBACK else (language, FALLBACK)
        self._games = installed() if games is None else games
        self._read: dict[tuple[str, str], gettext.NullTranslations] = {}

    def template(self, said: Said) -> str:
        """Return the sentence with its {fields} still open, but plural selected and numbers spelled. Raises WordMissing."""
        fields = dict(said.fields)
        found = self._find(said.code, fields.get("count"))
        if not any(spec in found for spec in FILLED):  # As in nearly all sentences: there is nothing to fill in yet.
            return found
        return "".join([self._open(*part, fields) for part in _parts(found)])

    def addressed(self, said: Said, viewer: Viewer) -> Said:
        """Return *said* as it is said to *viewer*, if it names this viewer and the language has a sentence for that."""
        for name, value in said.fields:
            mine = Said(f"{said.code}.to.{name}", said.fields)
            if value == Who(viewer) and self._own(mine.code, dict(said.fields).get("count")) is not None:
                return mine
        return said

    def say(self, said: Said, names: Mapping[Seat, str]) -> str:
        """Return the sentence as plain text, with the players' *names* filled in. Raises WordMissing."""
        return self.template(said).format(**{key: self.word(value, names) for key, value in said.fields})

    def text(self, code: str, **fields: Field) -> str:
        """Return a sentence that doesn't name a player. Raises WordMissing."""
        return self.say(say(code, **fields), {})

    def word(self, value: Field, names: Mapping[Seat, str]) -> str:
        """Return the text for the field *value* in a sentence. A seat without a name is called by its pawn."""
        match value:
            case Who(seat):
                return names.get(seat) or self.text("table.the_table" if seat == TABLE else f"table.seat.{seat}")
            case Thing(name):
                return name
            case Term(code):
                return self.text(code)
        return str(value)

    def _open(self, before: str, field: str | None, spec: str | None, fields: Mapping[str, Field]) -> str:
        """Return one part of a template: the text *before* a field, and the field itself, filled in if *spec* says so."""
        if field is None:
            return before
        match spec:
            case "word":
                return before + self._spelled(fields[field])
            case "grouped":
                return before + f"{fields[field]:,}".replace(",", GROUPS[self.language])
        return f"{before}{{{field}}}"

    def _spelled(self, number: Field) -> str:
        if isinstance(number, int) and 0 <= number <= LARGEST_SPELLED:
            return self.text(f"table.number.{number}")
        return str(number)

    def _find(self, code: str, count: Field | None) -> str:
        for language in self._order:
            if (found := self._own(code, count, language)) is not None:
                return found
        raise WordMissing(code)

    def _own(self, code: str, count: Field | None, language: str = "") -> str | None:
        """Return the sentence in *language*, or the words' own one, or None if it has none."""
        catalogue = self._catalogue(language or self.language, code.partition(".")[0])
        return _lookup(catalogue, code, count if isinstance(count, int) else None)

    def _catalogue(self, language: str, domain: str) -> gettext.NullTranslations:
        key = (language, domain)
        if key not in self._read:
            self._read[key] = _load(self._folder(domain) / language / "LC_MESSAGES" / f"{domain}.mo")
        return self._read[key]

    def _folder(self, domain: str) -> Path:
        game = self._games.get(domain.removesuffix(OF_PAGES))
        return folder(game) / FOLDER.name if game else FOLDER


@lru_cache(maxsize=1024)
def _parts(sentence: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Return the parts of a catalogue's *sentence*: a text with its braces doubled, the field after it, and the field's spec.

    The cache holds only texts from catalogues, never a sum or a name.
    """
    parts = Formatter().parse(sentence)
    return tuple([(before.replace("{", "{{").replace("}", "}}"), field, spec) for before, field, spec, _ in parts])


@cache
def _load(path: Path) -> gettext.NullTranslations:
    if not path.is_file():
        return gettext.NullTranslations()
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def _lookup(catalogue: gettext.NullTranslations, code: str, count: int | None) -> str | None:
    """Return the sentence, or None if there is none: gettext returns the id of an unknown message instead."""
    if count is not None and (found := catalogue.ngettext(code, code, count)) != code:
        return found
    found = catalogue.gettext(code)
    return None if found == code else found
