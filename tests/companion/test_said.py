"""How a sentence is put together in each language; and whole games, said aloud."""

from __future__ import annotations

import pytest

from companion import words
from companion.game import TABLE, Said, Term, Thing, Who, say
from companion.words import FOLDER, WordMissing, Words, _parts

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Inge"}


def test_a_sentence_is_filled_with_names_things_and_numbers():
    said = say("barracuda.told.partnership_offered", who=Who("A"), lessee=Who("D"), count=4, bar=Thing("Octopus"))
    assert Words("en").say(said, NAMES) == "Noor offers Sanne four notes for the place in Octopus."
    assert Words("nl").say(said, NAMES) == "Noor biedt Sanne vier biljetten voor de partnerplaats in Octopus."


def test_count_chooses_the_plural_and_small_numbers_are_spelled_where_a_word_is_asked_for():
    for count, notes in ((1, "one note"), (2, "two notes"), (12, "twelve notes"), (13, "13 notes")):
        said = say("barracuda.told.bid", who=Who("B"), count=count)
        assert Words("en").say(said, NAMES) == f"Émile lays a bid of {notes}."
    assert Words("en").text("barracuda.screen.notes", count=1) == "1 note"
    assert Words("nl").text("barracuda.screen.notes", count=4) == "4 biljetten"


def test_a_word_of_each_languages_own_stands_in_a_sentence():
    said = say("shark.told.bought", who=Who("B"), count=3, company=Term("shark.company.green"), price=4, sum=12)
    assert Words("en").say(said, NAMES) == "Émile buys three shares of Green at 4: 12."
    assert Words("nl").say(said, NAMES) == "Émile koopt drie aandelen Groen à 4: 12."
    with pytest.raises(WordMissing, match="purple"):
        Words("nl").word(Term("shark.company.purple"), NAMES)


def test_a_template_keeps_its_fields_open_for_pages():
    said = say("barracuda.told.takeover_offered", who=Who("A"), lessee=Who("B"), count=2, bar=Thing("Albatros"))
    assert Words("en").template(said) == "{who} offers {lessee} two notes to take over {bar}."


def test_names_are_never_read_as_templates():
    said = say("barracuda.told.opened", who=Who("A"), bar=Thing("{0.__class__}"), rent=3)
    assert Words("en").say(said, {"A": "{bar}{who:word}"}).startswith("{bar}{who:word} opens {0.__class__}. Rent 3")


def test_braces_of_a_catalogue_survive():
    sentence = "{{}} {who} {{{count:word}}}"
    for count in (2, 3):  # The parts are kept, and what stands in them is not.
        template = "".join(Words("en")._open(*part, {"who": Who("A"), "count": count}) for part in _parts(sentence))
        assert template.format(who="Noor") == f"{{}} Noor {{{Words('en').text(f'table.number.{count}')}}}"


def test_the_table_and_nameless_seats_can_be_said():
    assert Words("nl").word(Who(TABLE), NAMES) == "de tafel"
    assert Words("en").word(Who("E"), {}) == "the black star"
    assert Words("en").word(Who(TABLE), {TABLE: "everybody"}) == "everybody"


def test_a_missing_word_is_said_in_english_unless_strict(monkeypatch, tmp_path):
    for language, kept in (("en", True), ("nl", False)):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        if kept:
            (folder / "table.mo").write_bytes((FOLDER / language / "LC_MESSAGES" / "table.mo").read_bytes())
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert Words("nl").text("table.one_at_a_time") == "One at a time."
    with pytest.raises(WordMissing, match=r"table\.one_at_a_time"):
        Words("nl", strict=True).text("table.one_at_a_time")


@pytest.mark.parametrize("code", ["table.no_such_word", "nowhere.at_all", "", "table.refusal"])
def test_a_code_that_nobody_knows_is_missing_and_an_unknown_language_refused(code):
    with pytest.raises(WordMissing):
        Words("nl").say(Said(code, (("count", 2),)), {})
    with pytest.raises(ValueError, match="'tlh'"):
        Words("tlh")


# Whole games, said aloud
