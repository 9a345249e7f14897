"""Pictures of the display: the golden ones, and what holds for each of their parts."""

import pytest
from PIL import Image, ImageChops

from companion.game import Mark, Push, Row, Screen, say
from companion.tickets import Ticket
from companion.words import Words
from firmware import screens
from firmware.drawing import COUNTER_TOP, HEIGHT, WIDTH
from tests.firmware.pictures import GOLDEN, STRAP, pictures
from tests.firmware.scenes import NAMES


def same(one, other):
    return ImageChops.logical_xor(one, other).getbbox() is None


@pytest.fixture(scope="module")
def english():
    return pictures("en", NAMES)


def test_pictures_are_the_golden_ones(english, tmp_path):
    golden = {path.stem: Image.open(path).convert("1") for path in GOLDEN.glob("*.png")}
    assert set(english) == set(golden)
    assert len({picture.tobytes() for picture in english.values()}) == len(english)
    otherwise = [name for name in golden if not same(english[name], golden[name])]
    for name in otherwise:
        english[name].save(tmp_path / f"{name}.png")
    assert not otherwise, f"see what is drawn now in {tmp_path}"


def blank(picture=None, **lines):
    return Screen(say("barracuda.screen.number", number=7), picture=picture, **lines)


def drawn(screen, names=NAMES):
    return screens.draw(screen, Words("en"), names)


def test_a_pile_never_touches_the_pawns_and_up_to_ten_notes_can_be_told_apart():
    piles = {notes: drawn(blank(Push("A", notes, "D"))) for notes in (*range(12), 60)}
    for notes, image in piles.items():
        for left, right in ((30, 34), (81, 83)):
            assert image.crop((left, 12, right, COUNTER_TOP)).getbbox() is None
        assert (image.crop((35, 12, 81, COUNTER_TOP)).getbbox() is None) == (notes == 0)
    assert len({image.tobytes() for image in piles.values()}) == 11


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("text", "dots"), [("3", 3), ("?", None), ("12", None)])
def test_marks_never_touch_each_other(count, text, dots):
    """Drawing each mark alone, where it stands among the others, no two share a column."""
    marks = tuple(Mark(seat, text, dots) for seat in "ABCDE"[:count])
    whole = drawn(blank(Row(marks))).crop((0, 16, WIDTH, COUNTER_TOP))
    empty = [x for x in range(WIDTH) if whole.crop((x, 0, x + 1, whole.height)).getbbox() is None]
    steps = sum(b - a > 1 for a, b in zip([-1, *empty], [*empty, WIDTH], strict=True))
    assert 0 in empty or count == 5
    assert steps >= count


def test_the_lobby_shows_who_sits_and_a_code_as_small_as_it_can_be():
    words = Words("en")
    lobbies = [screens.lobby(STRAP, "10.42.0.1", dict(list(NAMES.items())[:count]), words) for count in range(6)]
    assert len({lobby.tobytes() for lobby in lobbies}) == 6
    assert len({lobby.crop((0, 0, 64, HEIGHT)).tobytes() for lobby in lobbies}) == 1
    assert all(lobby.crop((64, 0, 66, HEIGHT)).getbbox() is None for lobby in lobbies)
    assert screens._shortest("http://192.168.1.254:8000/") == "HTTP://192.168.1.254:8000"
    assert screens._shortest("http://table.local/join/aB") == "http://table.local/join/aB"


def test_a_long_address_is_shown_without_a_code():
    host, words = "barkeep-in-the-living-room-of-somebody.example.org:8000", Words("en")
    seat = Ticket("7K3F2M", "A", 60.0)
    for image in (screens.lobby(f"http://{host}/", host, NAMES, words), screens.ticket(f"http://{host}/", seat, NAMES, words)):
        assert image.crop((0, 0, 2, HEIGHT)).convert("L").histogram()[255] < 20
        assert image.crop((0, 32, WIDTH, HEIGHT)).getbbox() is not None
