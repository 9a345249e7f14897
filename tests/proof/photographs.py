"""F1: a photograph puts pieces where they are, none where it isn't, and repairs nothing before everybody has said yes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

import cv2
import numpy as np

from companion.agreeing.electorate import Electorate
from companion.agreeing.motions import Vote
from companion.seats.starting import StartGame
from companion.setting.layouts import laid
from companion.sighting.standing import Picture, Sighting
from companion.table.table import Table
from firmware.photo.finding import glyphs_in
from tests.markup import found
from tests.photo import measuring
from tests.proof.promise import Leg, Promise, instead, of_each_game, tried
from tests.web import negoces2_tables, shark_tables
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import FIRST, NAMES, SECOND, new_table, open_all

SEEN: Final = measuring.standing.seen


def promises() -> list[Promise]:
    what = "a rendered photograph of {game} puts no piece in a wrong place, and repairs nothing without everybody's yes"
    blind = "a real camera's lens, and glare that isn't round"
    return of_each_game("F1 {game}", what, 200, "photographs", 20, walk, control, brief=0, blind=blind, judge=judge)


def walk(name: str, number: int, seed: int) -> Leg:
    """Look at *number* photographs, and propose what each says at a table where it may not be so."""
    counts, pictures = looked_at(name, range(seed * number, (seed + 1) * number))
    proposed, moved = (sum(column) for column in zip(*repairs(name, pictures), strict=True))
    totals = {key: sum(getattr(one, key) for one in counts) for key in ("visible", "right", "wrong")} | {"proposed": proposed}
    broken = [f"{name} {one.seed}: {one.wrong} pieces placed wrong" for one in counts if one.wrong]
    return Leg(number, tuple(broken + [f"{moved} repairs without a yes"] * (moved > 0)), totals)


def judge(counts: Mapping[str, int]) -> tuple[str, ...]:
    right, visible = counts["right"], counts["visible"]
    return () if right >= 0.99 * visible else (f"only {right} of {visible} pieces that can be seen were placed",)


def control(name: str) -> str:
    """Exchange the numbers of glyphs, and let a proposal pass with one yes."""
    exchanged = instead(measuring.standing, "seen", lambda scene, picture: SEEN(scene, _exchanged(scene, picture)))
    faults = {"exchanged patterns": (exchanged, lambda: sum(one.wrong > 0 for one in looked_at(name, range(1))[0]))}
    if name != "negoces2":  # Nothing of its table can be set anew.
        _, pictures = looked_at(name, range(1))
        hasty = instead(Electorate, "carry", lambda *_: True)
        faults["a repair with one yes"] = (hasty, lambda: sum(changed for _, changed in repairs(name, pictures)))
    return tried(faults)


def looked_at(name: str, seeds: range) -> tuple[list[measuring.Count], list[Picture]]:
    """Return what is right of photographs with these *seeds*, and what the product finds in each, here and in no process."""
    pictures = []

    def find(jpeg: bytes) -> Picture:
        grey = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
        sightings = (Sighting(number, (a, b, c, d)) for number, (a, b, c, d) in glyphs_in(grey))
        pictures.append(Picture(grey.shape[1], grey.shape[0], tuple(sightings)))
        return pictures[-1]

    return list(measuring.counts(name, seeds, find)), pictures


def _exchanged(scene: Any, picture: Picture) -> Picture:
    numbers = [one.glyph for one in scene.figures]
    next_of = dict(zip(numbers, numbers[1:] + numbers[:1], strict=True))
    sightings = [replace(one, number=next_of.get(one.number, one.number)) for one in picture.sightings]
    return replace(picture, sightings=tuple(sightings))


# Repairs


def repairs(name: str, pictures: Sequence[Picture]) -> Iterator[tuple[bool, bool]]:
    """Yield of each picture whether something of it can be proposed, and whether a table changes though one hasn't said yes."""
    names, sent = NAMES if name == "barracuda" else shark_tables.FOUR, iter(pictures)
    finder = SimpleNamespace(installed=True, find=lambda _: next(sent))  # It finds these, whatever it is sent.
    for first in range(0, len(pictures), len(names)):  # Whoever was refused may not propose at once again.
        with TemporaryDirectory() as folder:
            table = new_table(Path(folder))
            phones = seated(new_app(table, finder=finder), table, names)
            begun(table, name)
            for phone in list(phones.values())[: len(pictures) - first]:
                before, proposed = _layout(table), _propose(phone)
                voters = [seat for seat in names if seat != phone.seat]
                _vote(table, voters[:-1], yes=True)
                yield proposed, _layout(table) != before
                _vote(table, voters[-1:], yes=False)


def _propose(phone: Phone) -> bool:
    """Propose what the picture says, or what of it is within the rules; return whether there is a proposal."""
    answer = phone.post("/photo", data=b"\xff\xd8\xff", content_type="image/jpeg")
    fields = {one.get("name", ""): one.get("value") for one in found(answer.text, "input")}
    several = (fields, *({name: fields[name]} for name in fields)) if fields else ()
    return any(phone.post("/set", data={**some, "ask": "1"}).status_code == 303 for some in several)


def begun(table: Table, name: str) -> None:
    """Play a game of *name* to where cards and pieces lie on the table."""
    options = {"barracuda": {"draw": "bag"}, "shark": shark_tables.BY_HAND, "negoces2": negoces2_tables.BY_HAND}
    table.act("A", StartGame(name, options[name]))
    if name == "barracuda":
        open_all(table, FIRST)
        open_all(table, SECOND)
    else:
        {"shark": shark_tables.two_buildings, "negoces2": negoces2_tables.to_market}[name](table)


def _vote(table: Table, seats: Iterable[str], *, yes: bool) -> None:
    for seat in seats:
        if table.now.vote is not None:
            table.act(seat, Vote(table.now.vote, yes))


def _layout(table: Table) -> Any:
    """Return what everybody sees lie there; of a game whose table can't be set anew, the state."""
    match = table.now.match
    assert match is not None
    return [(fact.place, fact.value) for fact in laid(match.game, match.state)] or match.state
