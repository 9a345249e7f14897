"""Duplicates: chance does the same at every table, also after a power cut, and whoever has the seed can check that it did."""

import json
import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import installed
from companion.house.alone import alone
from companion.kit import LayPile, Purse
from companion.kit.viewers import CHANCE
from companion.match import duplicates
from companion.match.duplicates import Duplicate
from companion.table.chance import by_chance
from companion.table.table import Table
from firmware.broker.duplicates import KeptDuplicates
from tests.companion.settings import sit_and_start, table_in, to_the_end

SEED: Final = "5e" * 32


def given(game: str = "shark", seed: str = SEED) -> Duplicate:
    played = installed()[game]
    return Duplicate(game, tuple(played.SEATS[: played.FEWEST]), {}, seed)


def opened(folder: Path, kept: KeptDuplicates | None) -> Table:
    folder.mkdir(exist_ok=True)
    return table_in(folder, chance=partial(by_chance, generator=random.Random(folder.name)), duplicates=kept)


@pytest.mark.parametrize("game", installed())
def test_tables_draw_alike_whatever_their_people_do_and_a_power_cut_changes_no_draw(tmp_path: Path, game: str) -> None:
    duplicate, courses = replace(given(game), options=alone(installed()[game])), []
    for at in (1, 2):
        kept = KeptDuplicates(tmp_path)
        assert kept.keep(duplicate.written) is (at == 1)
        table = opened(folder := tmp_path / f"{game} {at}", kept)
        assert table.now.duplicate == duplicate.offer
        sit_and_start(table, "".join(duplicate.seats), game, **duplicate.options)
        for _ in range(5):
            to_the_end(table, random.Random(at), most=12)  # So two tables take different courses.
            table = opened(folder, kept)
        assert (list(duplicates.otherwise(table.now.match, duplicate)), table.now.duplicate) == ([], None)
        courses.append([entry.command for entry in table.now.match.log if entry.seat == CHANCE])
    shared = min(len(one) for one in courses)
    assert shared
    if game == "shark":  # Dice are the same whatever lies on the board; what is left in bag and deck isn't.
        assert courses[0][:shared] == courses[1][:shared]
    first = next(entry.row for entry in table.now.match.log if entry.seat == CHANCE)
    assert next(duplicates.otherwise(table.now.match, given(game, "66" * 32))) == first
    with pytest.raises(TypeError, match="chance can answer only"):
        duplicate.answer(LayPile("bid", (), Purse(1)), 0)


def test_a_duplicate_is_played_once_as_given_and_a_lost_seed_costs_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = KeptDuplicates(tmp_path)
    kept.keep((duplicate := given()).written)
    sit_and_start(table := opened(tmp_path / "t", kept), "ABC", "shark")
    assert table.now.evening.started(1).duplicate == ""
    for folder, known in (("u", kept), ("v", None)):
        sit_and_start(table := opened(tmp_path / folder, kept), "".join(duplicate.seats), "shark")
        assert table.now.announced[1].code == "table.told.duplicate"
        assert SEED not in repr(table.now)
        table = opened(tmp_path / folder, known)
        to_the_end(table, random.Random(1))
        assert bool([*duplicates.otherwise(table.now.match, duplicate)]) == (known is None)
        assert [one.duplicate for one in table.now.evening.history] == [duplicate.offer.commitment]
        assert table.now.duplicate is None
    assert "seed of this duplicate is lost" in caplog.text


RIGHT = {"game": "shark", "seats": ["A", "B"], "options": {}, "seed": SEED}
WRONG: list[dict[str, Any]] = [
    {"game": 1}, {"game": "<b>"}, *({"seats": seats} for seats in (["A", "\ud800"], ["A", "A"], "AB")), {"options": []},
    *({"options": {"x": value}} for value in (json.loads("[" * 21 + "]" * 21), "\ud800", 1e999)), {"seed": "0"},
]  # fmt: skip


@pytest.mark.parametrize("text", ["", "null", "[" * 5000, '{"game": "shark"}', *(json.dumps(RIGHT | wrong) for wrong in WRONG)])
def test_what_is_no_duplicate_is_not_kept(tmp_path: Path, text: str) -> None:
    assert not (kept := KeptDuplicates(tmp_path)).keep(text)
    assert (kept.newest(), list(tmp_path.iterdir())) == (None, [])


def test_the_newest_are_kept_for_the_next_start_and_one_that_is_played_and_nobody_else_reads_them(tmp_path: Path) -> None:
    numbered = [given(seed=f"{number:064x}") for number in range(50)]
    (folder := tmp_path / "duplicates").mkdir()
    for stray in ("notes.txt", "000001.new", "000000"):
        (folder / stray).touch(mode=0o600)
    kept, played = KeptDuplicates(tmp_path), given()
    for one in numbered[:25]:
        kept.keep(one.written)
    again = KeptDuplicates(tmp_path)
    assert (again.newest(), again.find(numbered[4].offer.commitment)) == (numbered[24], None)
    assert (len(list(folder.glob("[0-9]*[0-9]"))), {file.stat().st_mode & 0o077 for file in folder.iterdir()}) == (20 + 1, {0})
    kept.keep(json.dumps(RIGHT))
    sit_and_start(table := opened(tmp_path / "t", kept), "".join(played.seats), "shark")
    for one in numbered[25:]:
        kept.keep(one.written, table.now.evening.duplicates)
    for known in (kept, KeptDuplicates(tmp_path)):
        assert known.find(played.offer.commitment) == played
