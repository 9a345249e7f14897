"""The words for people: every code has a sentence in every language, whole, consistent, and in the barkeep's voice."""

import re
import tomllib
from functools import cache
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from companion.games import installed
from companion.games.negoces2 import model as negoces2
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.model import COLOURS
from companion.lab.contract import chosen, sayings_of
from companion.lab.sources import HOLE, produced, spoken
from companion.words import FOLDER, LANGUAGES, LARGEST_SPELLED
from tests.catalogues import CATALOGUES, PLACES, ROOT, TEMPLATES
from tests.catalogues import catalogue as file_of

SOURCES = [path for top in ("companion", "firmware", "hardware", "web") for path in sorted((ROOT / top).rglob("*.py"))]
DOMAINS = ("table", *installed(), "doctor", "enrolment")  # The pages' own catalogues are tested with the pages.
EVERY = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
CAUSES = ("price", "stock", "last", "ranking")  # of the end of Shark

# The values of the holes.
HOLES = {
    "barracuda.screen.cause_*": ("five", "rent", "no_action", "ranking"), "shark.screen.cause_*": CAUSES,
    "shark.told.ended_*": CAUSES, "shark.token.*": COMPANIES, "shark.company.*": COMPANIES,
    "negoces2.screen.cause_*": ("goods", "coins", "limit", "ranking"),
    "table.seat.*": tuple(seat for game in installed().values() for seat in game.SEATS),
}  # fmt: skip
# Looked up by number or name, in tables.
TABLES = {
    *(f"table.number.{number}" for number in range(LARGEST_SPELLED + 1)),
    *(f"shark.company.{company}" for company in COMPANIES), *(f"shark.colour.{colour}" for colour in COLOURS),
    *(f"negoces2.card.{card}" for card in negoces2.CARDS), *(f"{name}.name" for name in installed()),
    *(f"{name}.refusal.{code}" for name, game in installed().items() for code in game.REHEARSAL.refusals),
    *(f"{name}.option.{one}" for name, game in installed().items() for one in game.OPTIONS),
    *(f"{name}.option.{code}" for name, game in installed().items() for code in chosen(game)),
}  # fmt: skip


@cache
def catalogue(path):
    """Return the messages of a .po file: plural forms as a tuple."""
    with path.open("rb") as file:
        return {_id(entry.id): entry.string for entry in read_po(file, path.parts[-3]) if entry.id}


def _id(entry):
    return entry if isinstance(entry, str) else entry[0]


def words_of(language, domains=None):
    """Return the messages of *domains* in *language*."""
    return {code: sentence for domain in domains or DOMAINS for code, sentence in catalogue(file_of(language, domain)).items()}


def forms(sentence):
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def all_forms(path):
    return [form for sentence in catalogue(path).values() for form in forms(sentence)]


def fields(sentence):
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


@cache
def all_produced():
    return [one for one in produced(SOURCES) if one.code.split(".")[0] in DOMAINS]


@cache
def codes():
    facts = {said.code for game in installed().values() for said in sayings_of(game)}
    plain = {one.code for one in all_produced() if HOLE not in one.code}
    filled = {pattern.replace(HOLE, word) for pattern, some in HOLES.items() for word in some}
    return facts | plain | filled | TABLES | {code for code in on_pages() if not code.endswith(".")}


def on_pages():
    """Return the codes in the templates that are in DOMAINS; composed ones end in a dot."""
    return {code for code in spoken(TEMPLATES) if code.split(".")[0] in DOMAINS}


# The catalogues


def test_every_code_has_words_in_every_language():
    for language in LANGUAGES:
        there = set(words_of(language))
        assert codes() - there == set()
        assert {code for code in there - codes() if not addressing(code, there)} == set(), "no source says this"


def addressing(code, there):
    """Return whether *code* says another sentence to a player whom that one names in a field."""
    told, _, field = code.rpartition(".to.")
    return told in there and any(f"{{{field}}}" in form for form in forms(words_of("en", (code.split(".")[0],))[told]))


def test_every_hole_in_a_code_is_filled_here():
    assert {one.code for one in all_produced() if HOLE in one.code} == set(HOLES)
    found = codes()
    assert [code for code in on_pages() if code.endswith(".") and not any(one.startswith(code) for one in found)] == []


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
    assert differing(("{who} has a note", "{who} has {count}"), ("{who} a un billet", "{who} a {count}")) == set()
    assert differing(("{who} has {count}", "{who} has {count}"), ("{who} a un billet", "{who} a {count:word}")) == set()
    assert differing(("{who}", "{who} has {count}"), ("{who}", "{who} en a")) == {"count"}
    assert differing(("{who} has {count}",), ("{who} en a",)) == {"count"}
    assert differing(("{who} opens {bar}",), ("{who} ouvre {bars}",)) == {"bar", "bars"}
    assert differing(("{count} note", "{count} notes"), ("{count} billets",)) == {"plural"}


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
    english, checked = words_of("en"), 0
    for one in all_produced():
        if one.fields is None or HOLE in one.code:
            continue
        assert all(fields(form) <= one.fields for form in forms(english[one.code])), (one.code, one.where)
        assert isinstance(english[one.code], tuple) == ("count" in one.fields), (one.code, one.where)
        checked += 1
    assert checked > 100


@EVERY
def test_what_is_compiled_is_what_is_written(path):
    with path.with_suffix(".mo").open("rb") as file:
        compiled = {_id(entry.id): entry.string for entry in read_mo(file) if entry.id}
    written = {code: forms(said) for code, said in catalogue(path).items()}
    assert {code: forms(said) for code, said in compiled.items()} == written, "run `make words`"


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
    assert never_said(path).search("Oops!")


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "She pays."), ("nl", "Oeps."), ("fr", "{who} est tiré"), ("fr", "Alors il paie."), ("de", "Sie zahlt."),
    ("de", "Der Pächter zahlt."),
])  # fmt: skip
def test_what_the_barkeep_never_says_is_found(language, sentence):
    assert never_said(file_of(language, "web")).search(sentence)


# Terms


def term(written):
    """Return the pattern of a word in terms.toml, which `*` lets go on."""
    return re.compile(r"(?<!\w)" + r"\w*".join(map(re.escape, written.split("*"))) + r"(?!\w)", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", [file for place in PLACES for file in place.glob("terms.toml")], ids=lambda one: one.parts[-3])
def test_one_thing_has_one_word(file, language):
    """In the catalogues beside a glossary, or in all of them if it is the house's own."""
    heard = [path for path in CATALOGUES if path.parts[-3] == language and file.parent in (FOLDER, *path.parents)]
    said = sorted({(code, form) for path in heard for code, sentence in catalogue(path).items() for form in forms(sentence)})
    for name, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        assert any(term(entry["word"][language]).search(form) for _, form in said), f"nothing says {entry['word'][language]!r}"
        never = [term(word) for word in entry.get("never", {}).get(language, ())]
        assert [one for one in said if any(word.search(one[1]) for word in never)] == [], f"{name}: {entry['word'][language]}"


def test_a_word_that_is_not_the_term_is_found():
    assert term("Tag").search("Ein Tag, den niemand kennt")
    assert term("Telefon*").search("Zwei Telefone")
    assert not term("Tag").search("Sonntag, Tage")


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
