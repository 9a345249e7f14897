"""Compare the case's numbers with the parts on sale, for every choice of parts, in millimetres, and with OpenSCAD's results."""

import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from hardware.case.measures import CHOICES, SOURCE, Case, case

LIT: Final = {"0.96": (21.74, 10.86), "1.3": (29.42, 14.7), "2.42": (55.01, 27.49)}  # The area that each display lights.
PI_BOARDS: Final = {"B": ([85, 56], [58, 49]), "Zero": ([65, 30], [58, 23])}  # Board and holes, from the Pi's drawings.
NUT: Final = 17  # The width of a key's nut.
PLUG: Final = 15  # The height above a hole with a jumper wire in it.
BED: Final = 210  # The bed of most printers.
METAL_FREE: Final = 20  # The distance kept around the reader.
Area: TypeAlias = tuple[float, float, float, float]  # Left, front, right, back.

every_choice = pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: "-".join(map(str, choice.values())))


def board(at: list[float], size: list[float], around: float = 0) -> Area:
    return at[0] - around, at[1] - around, at[0] + size[0] + around, at[1] + size[1] + around


def disc(at: list[float], across: float) -> Area:
    return board(at, [0, 0], across / 2)


def posts(one: Case) -> dict[str, Area]:
    (width, depth), post = one["inside"], one["post"]
    return {f"post {x} {y}": board([x, y], [post, post]) for x in (0, width - post) for y in (0, depth - post)}


def keys(one: Case) -> dict[str, Area]:
    x, y = one["key_at"]
    return {f"key {at}": disc([x + at * one["key_pitch"], y], NUT) for at in range(one["keys"])}


def under_the_lid(one: Case) -> dict[str, Area]:
    rail = one["rail"]
    things = {"reader": board(one["reader_at"], one["reader"], rail + one["reader_play"] / 2), **posts(one), **keys(one)}
    if one["display"] != "none":
        things["display"] = board(one["module_at"], one["module_size"], rail + one["module_play"] / 2)
    if one["keys"]:
        things |= {"led": disc(one["led_at"], one["led_hole"]), "buzzer": disc(one["buzzer_at"], one["buzzer_across"])}
    return things


def on_the_floor(one: Case) -> dict[str, Area]:
    """Return the areas in use on the floor, including the access to the memory card."""
    (x, y), (width, depth) = one["pi_at"], one["pi_board"]
    card = board([x + width + 2, y + depth / 2 - 9], [14, 18])
    things = {"pi": board([x, y], [width, depth]), "way to the card": card, **posts(one)}
    if one["keys"]:
        things["breadboard"] = board(one["breadboard_at"], one["breadboard"], one["rail"] + one["breadboard_play"] / 2)
    return things


def apart(a: Area, b: Area) -> float:
    """Return how far apart two areas are along the better axis; negative if they overlap."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


@every_choice
@pytest.mark.parametrize("level", [under_the_lid, on_the_floor])
def test_things_touch_neither_one_another_nor_the_walls(level: Callable[[Case], dict[str, Area]], choice: Case) -> None:
    one = case(**choice)
    things, (width, depth) = level(one), one["inside"]
    assert [(a, b) for a, b in combinations(things, 2) if apart(things[a], things[b]) < 0] == []
    assert all(min(x, y) >= 0 and right <= width and back <= depth for x, y, right, back in things.values())
    assert max(one["outside"]) <= BED


@every_choice
def test_the_reader_is_near_the_tags_and_far_from_metal(choice: Case) -> None:
    one = case(**choice)
    metal = [board(one["pi_at"], one["pi_board"])]
    metal += [board(one["module_at"], one["module_size"])] if one["display"] != "none" else []
    metal += [board(one["breadboard_at"], one["breadboard"])] if one["keys"] else []
    assert one["reader"] == [40, 60]
    assert min(apart(board(one["reader_at"], one["reader"]), part) for part in metal) >= METAL_FREE
    assert 1.5 <= one["tap_skin"] <= 2 < one["lid_thick"]
    if one["keys"]:  # The plugs in the breadboard reach up to the display, 5 mm thick with its pins, and to the keys.
        assert one["breadboard_high"] + PLUG + 5 <= one["height"] - one["lid_thick"]
        assert min(apart(metal[-1], key) for key in keys(one).values()) >= 0


@every_choice
def test_the_pi_fits_its_holes_and_the_box_and_the_plug_reaches_it_through_the_back_wall(choice: Case) -> None:
    one = case(**choice)
    assert (one["pi_board"], one["hole_apart"], one["hole_first"]) == (*PI_BOARDS[one["pi"]], 3.5)
    x, y, right, back = board(one["pi_at"], one["pi_board"])
    assert one["post"] <= x < right <= one["inside"][0]  # Its sockets stick out by 3 mm.
    assert y > 0
    assert one["inside"][1] - back == pytest.approx(one["margin"])  # It stands at the back wall.
    assert one["margin"] >= 1.5
    assert 2 <= one["standoff_hole"] < 2.5 < one["standoff_across"]
    assert one["height"] >= one["standoff"] + 1.6 + 8.5 + 15  # Board, pins, and the plugs on them.
    middle = one["pi_at"][0] + one["pi_board"][0] - one["power_at"]
    half = one["power_hole"][0] / 2
    assert one["post"] <= middle - half < middle + half <= one["inside"][0] - one["post"]
    bottom, socket = one["standoff"] - 3, one["standoff"] + 1.6 + 1.6
    assert bottom + 4 <= socket <= bottom + one["power_hole"][1] - 4


@pytest.mark.parametrize("display", LIT)
def test_all_that_is_lit_shows_in_the_window(display: str) -> None:
    one = case(display=display)
    (wide, high), (lit_wide, lit_high), module = one["window_size"], LIT[display], one["module_size"]
    assert lit_wide + 1 <= wide <= module[0] - 2
    assert lit_high + 1 <= high <= module[1] - 2 * one["window_up"] - 2


@pytest.mark.skipif(shutil.which("openscad") is None, reason="NO OPENSCAD: the case was not exported. Install openscad.")
def test_the_parts_have_their_size_and_the_lid_is_turned_over_and_not_mirrored(tmp_path: Path) -> None:
    """Turned over towards the front, y becomes -y and depth becomes height: the reader's pocket must be on the right.

    That a part's skin is closed OpenSCAD checks itself: else it warns.
    """
    numbers, corners = case(display="0.96", pi="Zero", keys=0), {}
    for part, high in (("box", numbers["outside"][2]), ("lid", numbers["lid_thick"] + numbers["rail_high"])):
        file, given = tmp_path / f"{part}.stl", ('display="0.96"', 'pi="Zero"', "keys=0", f'part="{part}"')
        words = ["openscad", "-o", file, *(f"-D{one}" for one in given), SOURCE]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
        assert "WARNING" not in done.stderr, done.stderr
        found = re.findall(r"vertex (\S+) (\S+) (\S+)", file.read_text(encoding="ascii"))
        corners[part] = [tuple(map(float, point)) for point in found]
        sizes = [max(axis) - min(axis) for axis in zip(*corners[part], strict=True)]
        assert sizes == pytest.approx([*numbers["outside"][:2], high], abs=0.01)
    floor = [point[:2] for point in corners["lid"] if point[2] == pytest.approx(numbers["tap_skin"])]
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*floor, strict=True)]
    assert middle == pytest.approx([numbers["reader_at"][0] + 20, -numbers["reader_at"][1] - 30], abs=0.01)
