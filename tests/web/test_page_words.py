"""The pages' own catalogues: complete in every language, the same fields in each, and nothing left over."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.words import FOLDER, LANGUAGES

WEB = FOLDER.parent.parent / "web"
DOMAINS = ("web", "plain_pages", "barracuda_pages", "shark_pages", "negoces2_pages")
LITERAL = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)+)['"](?!\s*~)""")
BEGUN = re.compile(rf"""['"]((?:{"|".join(DOMAINS)})(?:\.\w+)*\.)['"]\s*~""")  # 'barracuda_pages.act.' ~ name


def catalogue(language: str, domain: str) -> dict[str, tuple[str, ...]]:
    """Return each code with its sentence, or with both of its plural forms."""
    with (FOLDER / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        entries = [entry for entry in read_po(file, language) if entry.id]
    return {_code(entry.id): (entry.string,) if isinstance(entry.string, str) else tuple(entry.string) for entry in entries}


def _code(id_: str | tuple[str, ...]) -> str:
    return id_ if isinstance(id_, str) else id_[0]


def fields(sentences: tuple[str, ...]) -> set[str]:
    return {field for sentence in sentences for _, field, _, _ in Formatter().parse(sentence) if field}


def sources() -> str:
    paths: list[Path] = [*(WEB / "templates").rglob("*.html"), *WEB.glob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_language_says_the_same_codes_with_the_same_fields(domain: str) -> None:
    first, *others = [catalogue(language, domain) for language in LANGUAGES]
    assert first
    for other in others:
        assert other.keys() == first.keys()
        assert {code: fields(some) | {"count"} for code, some in other.items()} == {
            code: fields(some) | {"count"} for code, some in first.items()
        }
        assert all(all(some) for some in other.values())


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_text(language: str, domain: str) -> None:
    with (FOLDER / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        compiled = {_code(entry.id): entry.string for entry in read_mo(file) if entry.id}
    texts = catalogue(language, domain)
    assert {code: (said,) if isinstance(said, str) else tuple(said) for code, said in compiled.items()} == {
        code: tuple(said) for code, said in texts.items()
    }


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_code_is_said_somewhere_and_every_said_code_has_words(domain: str) -> None:
    text = sources()
    said = {code for code in LITERAL.findall(text) if code.startswith(f"{domain}.")}
    begun = {code for code in BEGUN.findall(text) if code.startswith(f"{domain}.")}
    codes = set(catalogue("en", domain))
    assert said - codes == set()
    assert {code for code in codes if code not in said and not any(code.startswith(start) for start in begun)} == set()


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_has_the_houses_manners(language: str, domain: str) -> None:
    for code, sentences in catalogue(language, domain).items():
        for sentence in sentences:
            assert "!" not in sentence, code
            assert "'" not in sentence, f"{code}: the apostrophe is ’"
            assert not re.search(r"\b(error|invalid|please|oops|submit|ongeldig|alstublieft)\b", sentence.lower()), code
