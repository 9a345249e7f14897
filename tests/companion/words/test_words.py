"""The words for people: every code has a sentence in every language, whole, consistent, and in the barkeep's voice."""

import re
import tomllib
from functools import cache
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.games import installed
from companion.lab.sources import HOLE, produced, spoken
from companion.words import FOLDER, LANGUAGES, LARGEST_SPELLED
from tests.catalogues import CATALOGUES, PLACES, ROOT, TEMPLATES
from tests.catalogues import catalogue as file_of

SOURCES = [path for top in ("companion", "firmware", "hardware", "web") for path in sorted((ROOT / top).rglob("*.py"))]
DOMAINS = ("table", "doctor", "enrolment")  # The contract tests the games' own; the pages' are tested with the pages.
EVERY = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
# Looked up by number, seat or name.
COMPOSED = {
    *(f"table.number.{number}" for number in range(LARGEST_SPELLED + 1)),
    *(f"table.seat.{seat}" for game in installed().values() for seat in game.SEATS),
}


def messages(catalogue):
    """Return the sentences of a *catalogue* by their codes: plural forms as a tuple."""
    return {entry.id if isinstance(entry.id, str) else entry.id[0]: entry.string for entry in catalogue if entry.id}


@cache
def catalogue(path):
    with path.open("rb") as file:
        return messages(read_po(file, path.parts[-3]))


def english():
    return {code: sentence for domain in DOMAINS for code, sentence in catalogue(file_of("en", domain)).items()}


def forms(sentence):
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def all_forms(path):
    return [form for sentence in catalogue(path).values() for form in forms(sentence)]


def fields(sentence):
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


@cache
def all_produced():
    return [one for one in produced(SOURCES) if one.code.split(".")[0] in DOMAINS]


# The catalogues


def test_every_code_has_words_and_all_are_said_somewhere():
    on_pages = {code for code in spoken(TEMPLATES) if code.split(".")[0] in DOMAINS}
    said = {one.code for one in all_produced()} | on_pages | COMPOSED
    composed = {code for code in said if code.endswith((HOLE, "."))}
    assert composed <= {"table.seat.*", "table.seat."}, "what it may be stands in COMPOSED"
    assert set(english()) ^ (said - composed) == set()


@pytest.mark.parametrize("name", sorted({path.stem for path in CATALOGUES}))
def test_languages_have_the_same_codes_with_the_same_fields(name):
    english, *others = [catalogue(file_of(language, name)) for language in LANGUAGES]
    for other in others:
        assert set(other) == set(english)
        for code, sentence in english.items():
            assert differing(forms(sentence), forms(other[code])) == set(), code


def differing(english, other):
    """Return the fields that one of two sentences lacks. "Un seul billet": a singular may do without the number's field."""
    if len(english) != len(other):
        return {"plural"}
    pairs = zip(map(fields, english), map(fields, other), strict=True)
    return {field for at, (one, two) in enumerate(pairs) for field in one ^ two if (at, len(other), field) != (0, 2, "count")}


def test_a_field_that_a_language_lacks_is_found():
    assert differing(("{who} has a note", "{who} has {count}"), ("{who} a un billet", "{who} a {count:word}")) == set()
    assert differing(("{who}", "{who} has {count}"), ("{who}", "{who} en a")) == {"count"}
    assert differing(("{who} opens {bar}",), ("{who} ouvre {bars}",)) == {"bar", "bars"}


@EVERY
def test_a_catalogue_has_the_plural_of_its_language_and_no_sentence_that_is_empty_or_doubtful(path):
    with path.open("rb") as file:
        written = read_po(file, path.parts[-3])
    assert (str(written.locale), written.num_plurals) == (path.parts[-3], 2), f"Language and Plural-Forms at the head of {path}"
    assert written.plural_expr == ("(n > 1)" if path.parts[-3] == "fr" else "(n != 1)"), f"Plural-Forms at the head of {path}"
    assert not any(entry.fuzzy for entry in written if entry.id)
    assert all(form.strip() == form != "" for form in all_forms(path))


def test_german_counts_one_person_or_share_as_eine():
    """The number 1 is "ein", which is right before a noun that isn't feminine, and nowhere else."""
    said = [said for path in CATALOGUES if path.parts[-3] == "de" for said in catalogue(path).values()]
    wrong = re.compile(r"{count:word}( (von|gewinnt|Person|Aktie)\b|[,.])")
    assert [one for one in said if isinstance(one, tuple) and wrong.search(one[0])] == []


def test_sentences_use_only_the_fields_that_they_are_given():
    words, checked = english(), 0
    for one in all_produced():
        if one.fields is None or HOLE in one.code:
            continue
        assert all(fields(form) <= one.fields for form in forms(words[one.code])), (one.code, one.where)
        assert isinstance(words[one.code], tuple) == ("count" in one.fields), (one.code, one.where)
        checked += 1
    assert checked > 100


@EVERY
def test_what_is_compiled_is_what_is_written(path):
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {code: forms(said) for code, said in messages(read_mo(file)).items()}
    assert compiled == {code: forms(said) for code, said in catalogue(path).items()}, "run `make words`"


NEVER = {
    "en": r"!|\b(error|invalid|please|oops|submit|he|she|his|her|him)\b",
    "nl": r"!|\b(error|ongeldig|alsjeblieft|alstublieft|oeps|helaas|hij|zij|hem)\b",
    "fr": r"!|\b(erreur|invalide|veuillez|plaît|oups|hélas|désolée?|votre|\w+-vous)\b|\{(who|lessee|buyer|evicted)\} est\b",
    "de": r"!|\b(fehler|ungültig|bitte|ups|hoppla|leider|pächter|verkäufer|spieler)\b",
}
# In languages where every thing is a he or a she, these words are for things, and only if no player is spoken of.
GENDERED = {"fr": r"\b(elles?|ils|il(?! faut| en faut| y a| n’y a| reste))\b", "de": r"\b(er|sie|ihn|ihm|ihnen|ihre[nmrs]?)\b"}
OF_THINGS = {"doctor", "enrolment"}


def never_said(path):
    """Return the words in the catalogue *path* that no sentence may use."""
    language, gendered = path.parts[-3], GENDERED.get(path.parts[-3])
    aside = f"|{gendered}" if gendered and path.stem not in OF_THINGS else ""
    return re.compile(NEVER[language] + aside, re.IGNORECASE)


@EVERY
def test_the_barkeep_blames_nobody(path):
    assert [form for form in all_forms(path) if never_said(path).search(form)] == []
    assert never_said(path).search("Oh!")


# Terms


def term(written):
    """Return the pattern of a word in terms.toml, which `*` lets go on."""
    return re.compile(r"(?<!\w)" + r"\w*".join(map(re.escape, written.split("*"))) + r"(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", [file for place in PLACES for file in place.glob("terms.toml")], ids=lambda one: one.parts[-3])
def test_one_thing_has_one_word(file, language):
    """In the catalogues beside a glossary, or in all of them if it is the house's own."""
    assert term("Telefon*").search("Zwei Telefone")
    assert not term("Tag").search("Sonntag, Tage")
    heard = [path for path in CATALOGUES if path.parts[-3] == language and file.parent in (FOLDER, *path.parents)]
    said = sorted({(code, form) for path in heard for code, sentence in catalogue(path).items() for form in forms(sentence)})
    for name, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        assert any(term(entry["word"][language]).search(form) for _, form in said), f"nothing says {entry['word'][language]!r}"
        never = [term(word) for word in entry.get("never", {}).get(language, ())]
        assert [one for one in said if any(word.search(one[1]) for word in never)] == [], f"{name}: {entry['word'][language]}"


NAMED = r"\{(?:who|seat|lessee|buyer|bidder|owner|other|evicted|thing|bar|good|card)"
ELIDED = rf"\b(?:de|que|le|la|ne|se|je|jusque|puisque|du|au)\s{NAMED}"


def faults(form):
    """Return the places with an ordinary space before a mark, a word that a name would shorten, or a straight apostrophe."""
    return re.findall(f" [:;?%]|{ELIDED}|'", form, re.IGNORECASE)


@pytest.mark.parametrize("path", [path for path in CATALOGUES if path.parts[-3] == "fr"], ids=lambda path: path.stem)
def test_french_keeps_its_marks_and_its_vowels(path):
    """A punctuation mark never begins a line, and no name follows a word that it would shorten: never "de Émile"."""
    assert [f"{found!r} in {form!r}" for form in all_forms(path) for found in faults(form)] == []
    assert faults("Quoi ?") == [" ?"]  # In print, a no-break space and an ordinary one look the same.
    assert faults("Le pion de {who}. C'est tout.") == ["de {who", "'"]
    assert faults("Quoi\N{NO-BREAK SPACE}?") == []
