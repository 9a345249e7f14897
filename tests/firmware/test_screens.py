"""Pictures of the display: the golden ones, and what holds for each; its texts fit, and only long names are cut."""

from dataclasses import fields, replace

import pytest
from PIL import Image

from companion.games import installed
from companion.kit import Said, Term, Thing, Who, say
from companion.seats.tickets import Ticket
from companion.words import LANGUAGES, Words
from firmware.display import drawing, screens
from firmware.display.drawing import HEIGHT, WIDTH, Canvas
from firmware.display.lettering import BIG, ELLIPSIS, MIDDLE, SMALL, printable, width
from tests.catalogues import catalogue as file_of
from tests.companion.words.test_words import catalogue, forms
from tests.firmware.pictures import GOLDEN, LONG, NAMES, pictures, scenes


def test_pictures_are_the_golden_ones(tmp_path):
    english, golden = pictures("en", NAMES), {path.stem: Image.open(path).convert("1") for path in GOLDEN.glob("*.png")}
    assert set(english) == set(golden)
    assert len({picture.tobytes() for picture in english.values()}) > 0.9 * len(english)
    otherwise = [name for name in golden if english[name].tobytes() != golden[name].tobytes()]
    for name in otherwise:
        english[name].save(tmp_path / f"{name}.png")
    assert not otherwise, f"the new pictures are in {tmp_path}"


def test_a_code_is_as_small_as_it_can_be_and_a_long_address_has_none():
    words = Words("en")
    assert screens._shortest("http://table.local/join/aB") == "http://table.local/join/aB"
    host, seat = "barkeep-in-the-living-room-of-somebody.example.org:8000", Ticket("7K3F2M", "A", 60.0)
    for image in (screens.lobby(f"http://{host}/", host, NAMES, words), screens.ticket(f"http://{host}/", seat, NAMES, words)):
        assert image.crop((0, 0, 2, HEIGHT)).convert("L").histogram()[255] < 20
        assert image.crop((0, 32, WIDTH, HEIGHT)).getbbox() is not None


SIZES = (SMALL, MIDDLE, BIG)
# German has the longest words.
SPOKEN = [pytest.param(language, marks=[pytest.mark.broad] * (language != "de")) for language in LANGUAGES]


@pytest.fixture
def cuts(monkeypatch):
    """Every line that is cut, with the pixels that it needs and has."""
    cut, genuine = {}, drawing.fitting

    def fitting(words, size, room):
        kept = genuine(words, size, room)
        if kept.endswith(ELLIPSIS) and not words.endswith(ELLIPSIS):
            cut[words] = f"needs {width(words, size)} pixels, has {room}"
        return kept

    monkeypatch.setattr(drawing, "fitting", fitting)
    return cut


@pytest.mark.parametrize("language", SPOKEN)
def test_only_names_are_cut_and_only_where_they_are_long(language, cuts):
    pictures(language, NAMES)
    assert cuts == {}
    pictures(language, LONG)
    assert (set(cuts) <= {*LONG.values(), "Konstantinopel"}, LONG["A"] in cuts) == (True, True)


WIDEST = {"sum": 250, "round": 99, "rent": 12, "free": 6, "red": 14, "blue": 14, "green": 14, "yellow": 14, "bonus": 15,
          "money": 430, "debt": 105, "coins": 15, "good": Term("negoces2.card.perfume"),
          "company": Term("shark.company.yellow"), "colour": Term("shark.colour.yellow")}  # fmt: skip


def widest(said):
    """Return *said* with the widest value of each of its fields."""
    return say(said.code, **{name: WIDEST.get(name, value) for name, value in said.fields})


@pytest.mark.parametrize("language", SPOKEN)
def test_a_hundred_rounds_and_a_rich_bank_still_fit(language, cuts):
    for screen in scenes().values():
        wide = {one.name: widest(part) for one in fields(screen) if isinstance(part := getattr(screen, one.name), Said)}
        screens.draw(replace(screen, **wide), Words(language, strict=True), {**NAMES, "F": "Inge"})
    assert cuts == {}


FIELDS = {  # Values of the greatest width.
    "who": Who("A"), "bar": Thing("Harbour Bar"), "longest": 14, "least": 12, "most": 12, "places": 2, "cost": 45, "cash": 144,
    "left": 5, "zone": 6, "size": 18, "own": 17, "brought": 188, "needed": 189, "number": 3, "thing": Thing("Harbour Bar"),
    "company": Term("shark.company.yellow"), "good": Term("negoces2.card.contraband"), "piece": Term("shark.token.yellow"),
    "other": Who("A"), "mark": "a6d0b8e4",
}  # fmt: skip
TOLD = {
    "table": ["late", "recount.all_right", "refusal.paused", "refusal.vacant", "refusal.voting", "stand.left"],  # And `told`.
    "enrolment": ["is_thing", "is_known", "is_pawn", "is_bag", "all_known", "missing", "renewed",
                  *(f"refusal.{code}" for code in ("no_uid", "random", "known", "first"))],
}  # fmt: skip


def sentences(language, catalogue_name):
    """Return every sentence of a catalogue that a notice may show: of a game, its refusals and its answers to taps."""
    said = catalogue(file_of(language, catalogue_name))
    codes = [f"{catalogue_name}.{code}" for code in TOLD.get(catalogue_name, ())]
    codes += [code for code in said if code.startswith("table.told.")]
    if catalogue_name in installed():
        codes = [code for code in said if code.startswith((f"{catalogue_name}.refusal.", f"{catalogue_name}.tap."))]
        assert {f"{catalogue_name}.refusal.{code}" for code in installed()[catalogue_name].REHEARSAL.refusals} <= set(codes)
    many = 39 if catalogue_name == "enrolment" else 8
    return [say(code, **FIELDS, **({"count": many} if len(forms(said[code])) > 1 else {})) for code in codes]


def fits(sentence):
    return any(screens._fits(sentence, form.size, form.most) for form in screens.SENTENCES)


@pytest.mark.parametrize("name", [*installed(), *TOLD])
@pytest.mark.parametrize("language", SPOKEN)
def test_every_sentence_of_a_notice_fits(name, language, cuts):
    words, names = Words(language, strict=True), {"A": "Maximiliaantje"}
    for said in sentences(language, name):
        screens.notice(said, words, names)
        assert fits(sentence := words.say(said, names)), f"{said.code}: {sentence}"
    assert (cuts, not fits("much too long a sentence " * 6)) == ({}, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_welcome_fits_beside_its_code(language):
    for code, most in (("stool", 2), ("join", 1), ("disk", 2)):  # Pawns are drawn below the second.
        said = Words(language, strict=True).text(f"table.screen.{code}")
        lines = screens._wrapped(said.split(), " ", screens.QR_ROOM, SMALL)
        widest = max(width(line, SMALL) for line in lines)
        assert (len(lines) <= most, widest <= screens.QR_ROOM) == (True, True), f"{len(lines)} lines of {widest} pixels: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_have_every_letter_of_what_the_display_says(language):
    files = [file_of(language, name) for name in ("table", "barracuda", "enrolment")]
    said = [(code, sentence) for file in files for code, sentence in catalogue(file).items() if ".option." not in code]
    letters = {letter for _, sentence in said for form in forms(sentence) for letter in form} - {" ", "\N{NO-BREAK SPACE}"}
    assert [letter for letter in letters for size in SIZES if printable(letter, size) != letter] == []
    assert printable("\N{SNOWMAN}", SMALL) == "?"


def test_no_line_begins_with_a_mark(monkeypatch):
    lines = []
    monkeypatch.setattr(Canvas, "text", lambda self, x, y, words, *_, **more: lines.append(words))
    for number in range(1, 40):  # For some of these numbers the mark falls at a line's end.
        screens.notice(say("enrolment.is_pawn", number=number, who=Who("A")), Words("fr"), {"A": "Noor"})
    assert ("".join(lines).count(":"), [line for line in lines if line.startswith((":", "?", ";"))]) == (39, [])


def test_the_counter_cuts_its_left_where_its_right_begins():
    alone, both, begins = Canvas(), Canvas(), 125 - width("next turn", SMALL)
    alone.counter("", "next turn")
    both.counter("W" * 40, "next turn")
    right = [one.image.crop((begins - 4, 48, 128, 64)).tobytes() for one in (alone, both)]
    assert right[0] == right[1], "4 pixels between them have no ink"


@pytest.mark.parametrize(("words", "kept"), [
    ("a\nb\tc", "a b c"), ("x\x00y", "xy"), ("\u202eabc", "abc"), ("e\u0301", "é"), ("ﬁ", "fi"), ("Ａ", "A"),
    ("李雷", "??"), ("🎉", "?"), ("  a   b ", "a b"), ("Ș", "S"), ("a\u20dd", "a"),
])  # fmt: skip
def test_what_the_font_lacks_is_replaced(words, kept):
    assert printable(words, SMALL) == kept
    assert len(printable(words * 100_000, SMALL)) <= 64  # Very long words cost no more than a line.
