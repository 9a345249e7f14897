"""The pages' own catalogues, complete in every language; and what is kept of their words: nothing of anybody."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.game import Who, say
from companion.seating import SitDown, StandUp
from companion.words import FOLDER, LANGUAGES, Words
from tests.web.phones import Phone, new_app
from tests.web.tables import new_table
from web.speech import Tongue, markup, spoken

WEB = FOLDER.parent.parent / "web"
DOMAINS = ("web", "plain_pages", "barracuda_pages", "shark_pages", "negoces2_pages")
LITERAL = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)+)['"](?!\s*~)""")
BEGUN = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)*\.)['"]\s*~""")  # 'barracuda_pages.act.' ~ name
RUDE = re.compile(r"\b(error|invalid|please|oops|submit|ongeldig|alstublieft)\b", re.IGNORECASE)


def catalogue(language: str, domain: str) -> dict[str, tuple[str, ...]]:
    """Return each code with its sentence, or with both of its plural forms."""
    with (FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return _said(read_po(file, language))


def _said(entries: Catalog) -> dict[str, tuple[str, ...]]:
    one = lambda words: words if isinstance(words, str) else words[0]
    every = lambda words: (words,) if isinstance(words, str) else tuple(words)
    return {one(entry.id): every(entry.string) for entry in entries if entry.id}


def fields(sentences: tuple[str, ...]) -> set[str]:
    return {field for sentence in sentences for _, field, _, _ in Formatter().parse(sentence) if field}


def sources() -> str:
    paths: list[Path] = [*(WEB / "templates").rglob("*.html"), *WEB.glob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_says_the_same_codes_with_the_same_fields(domain: str) -> None:
    said = {language: catalogue(language, domain) for language in LANGUAGES}
    named = lambda words: {code: fields(some) | {"count"} for code, some in words.items()}
    assert said["en"]
    for words in said.values():
        assert named(words) == named(said["en"])
        assert all(all(some) for some in words.values())


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_compiled_and_have_the_houses_manners(language: str, domain: str) -> None:
    texts = catalogue(language, domain)
    with (FOLDER / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        assert _said(read_mo(file)) == texts
    for code, sentence in ((code, sentence) for code, some in texts.items() for sentence in some):
        assert "!" not in sentence, code
        assert "'" not in sentence, f"{code}: the apostrophe is ’"
        assert not RUDE.search(sentence), code


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_code_is_said_somewhere_and_every_said_code_has_words(domain: str) -> None:
    text = sources()
    said = {code for code in LITERAL.findall(text) if code.startswith(f"{domain}.")}
    begun = tuple(BEGUN.findall(text))
    codes = set(catalogue("en", domain))
    assert said - codes == set()
    assert {code for code in codes - said if not code.startswith(begun)} == set()


def test_a_phrase_is_escaped_and_open_only_without_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue = Tongue("en")
    monkeypatch.setattr(tongue, "text", lambda code: f"<{code}>")
    assert tongue.phrase("web.x") == "&lt;web.x&gt;"


def test_each_phone_reads_its_own_language_and_a_sentence_that_names_somebody_is_made_anew(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    app = new_app(table)
    for language in (*LANGUAGES, *LANGUAGES):
        assert Words(language).text("web.join.heading") in Phone(app, table).get("/", **{"Accept-Language": language}).text
    for name in ("Noor", "Emma"):
        table.act("A", SitDown(name, "a" * 64))
        with app.test_request_context():
            app.preprocess_request()
            assert markup(say("web.house.paused", who=Who("A")), table.names).startswith(name)
            assert all(name not in phrase for phrase in spoken()._phrases.values())
        table.act("A", StandUp())
