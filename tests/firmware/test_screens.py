"""Pictures of the display: the golden ones, and what holds for each; its texts fit, and only long names are cut."""

import random
from dataclasses import fields, replace

import pytest
from PIL import Image

from companion.games import installed
from companion.kit import Mark, Push, Row, Said, Screen, Term, Thing, Who, say
from companion.seats.tickets import Ticket
from companion.words import LANGUAGES, Words
from firmware.display import drawing, screens
from firmware.display.drawing import COUNTER_TOP, HEIGHT, WIDTH, Canvas
from firmware.display.lettering import BIG, ELLIPSIS, MIDDLE, SMALL, fitting, font, printable, width
from tests.catalogues import catalogue as file_of
from tests.companion.words.test_words import catalogue, forms
from tests.firmware.pictures import GOLDEN, LONG, NAMES, STRAP, pictures, scenes


def test_pictures_are_the_golden_ones(tmp_path):
    english = pictures("en", NAMES)
    golden = {path.stem: Image.open(path).convert("1") for path in GOLDEN.glob("*.png")}
    assert set(english) == set(golden)
    assert len({picture.tobytes() for picture in english.values()}) > 0.9 * len(english)
    otherwise = [name for name in golden if english[name].tobytes() != golden[name].tobytes()]
    for name in otherwise:
        english[name].save(tmp_path / f"{name}.png")
    assert not otherwise, f"the new pictures are in {tmp_path}"


def drawn(picture):
    return screens.draw(Screen(say("barracuda.screen.number", number=7), picture=picture), Words("en"), NAMES)


def test_a_pile_never_touches_the_pawns_and_up_to_ten_notes_can_be_told_apart():
    piles = {notes: drawn(Push("A", notes, "D")) for notes in (*range(12), 60)}
    for notes, image in piles.items():
        for left, right in ((30, 34), (81, 83)):
            assert image.crop((left, 12, right, COUNTER_TOP)).getbbox() is None
        assert (image.crop((35, 12, 81, COUNTER_TOP)).getbbox() is None) == (notes == 0)
    assert len({image.tobytes() for image in piles.values()}) == 11


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("text", "dots"), [("3", 3), ("?", None), ("12", None)])
def test_marks_never_touch_each_other(count, text, dots):
    """Each mark is drawn alone, in its place among the others; no two share a column."""
    whole = drawn(Row(tuple(Mark(seat, text, dots) for seat in "ABCDE"[:count]))).crop((0, 16, WIDTH, COUNTER_TOP))
    empty = [x for x in range(WIDTH) if whole.crop((x, 0, x + 1, whole.height)).getbbox() is None]
    steps = sum(b - a > 1 for a, b in zip([-1, *empty], [*empty, WIDTH], strict=True))
    assert 0 in empty or count == 5
    assert steps >= count


def test_the_lobby_shows_who_sits_and_a_code_as_small_as_it_can_be_or_a_long_address_without_one():
    words = Words("en")
    lobbies = [screens.lobby(STRAP, "10.42.0.1", dict(list(NAMES.items())[:count]), words) for count in range(6)]
    assert len({lobby.tobytes() for lobby in lobbies}) == 6
    assert len({lobby.crop((0, 0, 64, HEIGHT)).tobytes() for lobby in lobbies}) == 1
    assert all(lobby.crop((64, 0, 66, HEIGHT)).getbbox() is None for lobby in lobbies)
    assert screens._shortest("http://192.168.1.254:8000/") == "HTTP://192.168.1.254:8000"
    assert screens._shortest("http://table.local/join/aB") == "http://table.local/join/aB"
    host, seat = "barkeep-in-the-living-room-of-somebody.example.org:8000", Ticket("7K3F2M", "A", 60.0)
    for image in (screens.lobby(f"http://{host}/", host, NAMES, words), screens.ticket(f"http://{host}/", seat, NAMES, words)):
        assert image.crop((0, 0, 2, HEIGHT)).convert("L").histogram()[255] < 20
        assert image.crop((0, 32, WIDTH, HEIGHT)).getbbox() is not None


# Whatever the display says fits, in every language, and stays in its place

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
    assert set(cuts) <= {*LONG.values(), "Konstantinopel"}
    assert LONG["A"] in cuts


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


def needs(sentence):
    form, room = screens.SENTENCES[-1], screens.RIGHT - screens.LEFT
    widths = [width(line, form.size) for line in screens._wrapped(screens._parts(sentence), " ", room, form.size)]
    return f"needs {len(widths)} lines of {max(widths)} pixels, has {form.most} of {room}"


@pytest.mark.parametrize("name", [*installed(), *TOLD])
@pytest.mark.parametrize("language", SPOKEN)
def test_every_sentence_of_a_notice_fits(name, language, cuts):
    words, names = Words(language, strict=True), {"A": "Maximiliaantje"}
    for said in sentences(language, name):
        screens.notice(said, words, names)
        sentence = words.say(said, names)
        assert fits(sentence), f"{said.code} {needs(sentence)}: {sentence}"
    assert cuts == {}
    assert not fits("much too long a sentence " * 6)


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
    assert "".join(lines).count(":") == 39
    assert [line for line in lines if line.startswith((":", "?", ";"))] == []


# Drawings stay in their place

HOSTILE = [
    "Noor", "Émile", "Françoise", "W" * 14, "i" * 200, "Éç" * 9, "Ångström Øre", "Ștefăniță", "李雷", "🎉🎉",
    "\u202eevil\u202c", "a\nb\x00c", "ﬁ Ａ １", "é" * 30, "Ḿ̂̃̄̅̆", "", " ", "\u200b\u200d", "Жора", "<b>&amp;", "-1", "𝕹𝖔𝖔𝖗",
    "x" * 100_000,
]  # fmt: skip


def lit(image):
    return image.convert("L").histogram()[255]


@pytest.mark.parametrize("align", ["l", "m", "r"])
@pytest.mark.parametrize("size", SIZES)
def test_no_words_leave_the_picture(size, align):
    chance = random.Random(7)
    for words in HOSTILE * 4:
        x, base = chance.randrange(2, WIDTH - 2), chance.randrange(-5, HEIGHT + 5)
        canvas = Canvas()
        canvas.text(x, base, words, size, align=align)
        room = {"l": WIDTH - x, "m": 2 * min(x, WIDTH - x), "r": x}[align]
        dots = bytes(font(size).getmask(fitting(words, size, room), mode="1"))
        assert lit(canvas.image) == len(dots) - dots.count(0), (words[:20], x, base)


@pytest.mark.parametrize("right", ["4", "next turn", "W" * 9])
def test_the_counter_keeps_its_right_and_cuts_its_left_so_that_they_never_touch(right):
    start = 125 - width(fitting(right, SMALL, 122), SMALL)
    alone = Canvas()
    alone.counter("", right)
    for count in range(1, 40):
        both = Canvas()
        both.counter("il"[count % 2] * count + "W" * (count % 3), right)
        assert both.image.crop((start, 48, 128, 64)).tobytes() == alone.image.crop((start, 48, 128, 64)).tobytes()
        assert lit(both.image.crop((max(0, start - 4), 48, start, 64))) == 16 * min(4, start)  # A gap without ink.


@pytest.mark.parametrize(("words", "kept"), [
    ("a\nb\tc", "a b c"), ("x\x00y", "xy"), ("\u202eabc", "abc"), ("e\u0301", "é"), ("ﬁ", "fi"), ("Ａ", "A"),
    ("李雷", "??"), ("🎉", "?"), ("  a   b ", "a b"), ("Ș", "S"), ("a\u20dd", "a"),
])  # fmt: skip
def test_what_the_font_lacks_is_replaced(words, kept):
    assert printable(words, SMALL) == kept
    assert len(printable(words * 100_000, SMALL)) <= 64  # Very long words cost no more than a line.
