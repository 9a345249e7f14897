from __future__ import annotations

import random
from itertools import combinations
from operator import ne
from pathlib import Path
from unittest.mock import Mock

import pytest
import segno
from PIL import Image, ImageChops

from firmware.drawing import BIG, HEIGHT, MIDDLE, SMALL, SMALL_BASE, TINY, WIDTH, Canvas
from firmware.lettering import depth, fitting, font, height, printable, width
from tests.firmware.look_book import SCREENS

GOLDEN = Path(__file__).parent / "golden"
SEATS = "ABCDEF"
NAMES = [
    "Noor", "Émile", "Françoise", "W" * 14, "i" * 200, "Éç" * 9, "Ångström Øre", "Ștefăniță", "李雷", "🎉🎉",
    "\u202eevil\u202c", "a\nb\x00c",
    "ﬁ Ａ １", "é" * 30, "Ḿ̂̃̄̅̆", "", " ", "\u200b\u200d", "Жора", "<b>&amp;", "-1", "𝕹𝖔𝖔𝖗", "x" * 100_000,
]  # fmt: skip


def lit(image):
    return image.convert("L").histogram()[255]


def pixels(words, size):
    """Count the pixels that *words* have when nothing is cut off."""
    return sum(1 for dot in bytes(font(size).getmask(words, mode="1")) if dot)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_the_strokes_draw_the_look_books_pictures(screen):
    canvas = Canvas()
    screen(canvas)
    golden = Image.open(GOLDEN / f"{screen.__name__.replace('_', '-')}.png").convert("1")
    assert ImageChops.logical_xor(canvas.image, golden).getbbox() is None


@pytest.mark.parametrize("align", ["l", "m", "r"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, BIG])
def test_no_words_leave_the_picture(size, align):
    chance = random.Random(7)
    for words in NAMES * 4:
        x, base = chance.randrange(2, WIDTH - 2), chance.randrange(-5, HEIGHT + 5)
        canvas = Canvas()
        canvas.text(x, base, words, size, align=align)
        room = {"l": WIDTH - x, "m": 2 * min(x, WIDTH - x), "r": x}[align]
        kept = fitting(words, size, room)
        assert lit(canvas.image) == pixels(kept, size), (words[:20], x, base)


def test_a_cut_off_letter_would_be_seen():
    canvas = Canvas()
    canvas._pen.text((120, 30), "WW", font=font(SMALL), fill=1, anchor="ls")
    assert lit(canvas.image) < pixels("WW", SMALL)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, BIG])
def test_fourteen_wide_letters_are_cut_and_say_so(size):
    kept = fitting("W" * 14, size, 124)
    assert kept.endswith("W…")
    assert width(kept, size) <= 124 < width("W" + kept, size)
    assert fitting("Noor", size, 124) == "Noor"
    assert fitting("Wim", BIG, 8) == fitting("Wim", BIG, -3) == ""


def test_the_big_line_falls_in_size_by_width():
    def feet(words, room):
        canvas = Canvas()
        canvas.big(2, words, room)
        return canvas.image.getbbox()

    assert [feet("Wi", room)[3] for room in (40, 25, 16)] == [39, 37, 35]
    assert [feet("Wi", room)[3] - feet("Wi", room)[1] for room in (40, 25, 16)] == [21, 15, 10]


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


def test_room_beyond_the_edge_is_no_room():
    canvas = Canvas()
    canvas.text(100, 30, "Wim Kok", SMALL, room=124)
    assert lit(canvas.image) == pixels(fitting("Wim Kok", SMALL, 28), SMALL)


@pytest.mark.parametrize("name", NAMES)
def test_the_counter_never_writes_outside_its_strip(name):
    canvas = Canvas()
    canvas.counter(name, name)
    assert canvas.image.crop((0, 0, 128, 48)).getbbox() is None
    assert lit(canvas.image.crop((0, 48, 1, 64))) == 16


def test_an_accent_on_a_capital_pushes_its_line_down():
    canvas, plain = Canvas(), Canvas()
    canvas.line("Émile", "4")
    plain.line("Emile", "4")
    assert height("É", SMALL) == 14 > SMALL_BASE
    assert lit(canvas.image) == pixels("Émile", SMALL) + pixels("4", SMALL)
    assert canvas.image.crop((100, 0, 128, 20)).getbbox()[3] == plain.image.crop((100, 0, 128, 20)).getbbox()[3] + 3


@pytest.mark.parametrize(("left", "right"), [("4", "É"), ("Émile", "Françoise")])
def test_tails_and_accents_stay_in_the_counter(left, right):
    assert depth("ç", SMALL) == 4
    canvas = Canvas()
    canvas.counter(left, right)
    assert 128 * 16 - lit(canvas.image) == pixels(left, SMALL) + pixels(right, SMALL)
    assert canvas.image.crop((0, 0, 128, 48)).getbbox() is None


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("a\nb\tc", "a b c"), ("x\x00y", "xy"), ("\u202eabc", "abc"), ("e\u0301", "é"), ("ﬁ", "fi"), ("Ａ", "A"),
        ("李雷", "??"), ("🎉", "?"), ("  a   b ", "a b"), ("Ș", "S"), ("a\u20dd", "a"),
    ],
)  # fmt: skip
def test_what_the_font_lacks_is_replaced(words, kept):
    assert printable(words, SMALL) == kept
    assert len(printable(words * 100_000, SMALL)) <= 64  # Very long words cost no more than a line.


@pytest.mark.parametrize("size", [24, 30, 42])
def test_pawns_differ_and_stay_in_their_place(size):
    pictures = set()
    for seat in SEATS:
        canvas = Canvas()
        canvas.pawn(seat, 40, 10, size)
        left, top, right, bottom = canvas.image.getbbox()
        assert (left, top) >= (40, 10)
        assert right <= 40 + size
        assert bottom <= 10 + size
        pictures.add(canvas.image.tobytes())
    assert len(pictures) == len(SEATS)


def test_tiny_pawns_are_apart_from_every_chair():
    """Turned by any quarter, two silhouettes differ in at least twenty of their 121 dots: none is another's rotation."""
    apart = [
        min(sum(map(ne, some, turned)) for turned in quarters(TINY[other].replace("|", "")))
        for one, other in combinations(SEATS, 2)
        for some in [TINY[one].replace("|", "")]
    ]
    assert min(apart) >= 20
    assert min(sum(map(ne, TINY["F"].replace("|", ""), turned)) for turned in quarters(TINY["F"].replace("|", ""))) == 0


def quarters(dots: str) -> list[str]:
    """Return *dots*, 11 rows of 11, turned by no, one, two and three quarters."""
    turned = [dots]
    for _ in range(3):
        dots = "".join(dots[11 * (10 - across) + down] for down in range(11) for across in range(11))
        turned.append(dots)
    return turned


def test_tiny_pawns_fill_eleven_pixels_and_can_be_dark():
    canvas = Canvas()
    canvas.counter("")
    canvas.tiny("B", 60, 50, ink=0)
    alone = Canvas()
    alone.tiny("B", 60, 30)
    assert alone.image.getbbox() == (60, 30, 71, 41)
    assert 128 * 16 - lit(canvas.image) == lit(alone.image)


@pytest.mark.parametrize(("text", "version"), [("HTTP://10.42.0.1/7K3F", 1), ("HTTP://192.168.1.254:8080/7K3FQXYZ", 2)])
def test_the_qr_panel_has_every_module(text, version):
    canvas = Canvas()
    canvas.qr(text, 64, 0)
    code = segno.make_qr(text, error="l")
    assert code.version == version
    side = len(code.matrix)
    start = (64 - 2 * side) // 2
    assert start >= 7  # The quiet zone: 3.5 modules of light.
    panel = canvas.image.crop((64, 0, 128, 64))
    read = [[not panel.getpixel((start + 2 * x, start + 2 * y)) for x in range(side)] for y in range(side)]
    assert read == [[bool(dark) for dark in line] for line in code.matrix]
    assert 64 * 64 - lit(panel) == 4 * sum(map(sum, code.matrix))
    assert canvas.image.crop((0, 0, 64, 64)).getbbox() is None


def test_too_much_for_a_qr_code_is_refused():
    with pytest.raises(ValueError, match="60 characters"):
        Canvas().qr("X" * 60)


def test_the_same_qr_code_is_worked_out_once(monkeypatch):
    make_qr = Mock(side_effect=segno.make_qr)
    monkeypatch.setattr(segno, "make_qr", make_qr)
    once, twice = "HTTP://10.42.0.1/ONCE", "HTTP://10.42.0.1/TWICE"
    for text in (once, once, twice):
        Canvas().qr(text)
    assert [call.args[0] for call in make_qr.call_args_list] == [once, twice]
