from __future__ import annotations

import random
from itertools import product
from operator import ne

import pytest
from PIL import Image

from firmware.drawing import BIG, HEIGHT, MIDDLE, SMALL, SMALL_BASE, TINY, WIDTH, Canvas
from firmware.lettering import depth, fitting, font, height, printable, width

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


def test_tiny_pawns_are_apart_from_every_chair():
    """Turned by any quarter, two silhouettes differ in at least twenty of their 121 dots: none is another's rotation."""
    dots = {seat: Image.frombytes("L", (11, 11), TINY[seat].replace("|", "").encode()) for seat in "ABCDEF"}
    turned = {seat: [one.rotate(90 * quarter).tobytes() for quarter in range(4)] for seat, one in dots.items()}
    apart = {pair: min(sum(map(ne, turned[pair[0]][0], other)) for other in turned[pair[1]]) for pair in product(dots, dots)}
    assert {pair for pair, dots in apart.items() if dots < 20} == {(seat, seat) for seat in dots}


def test_too_much_for_a_qr_code_is_refused():
    with pytest.raises(ValueError, match="60 characters"):
        Canvas().qr("X" * 60)
