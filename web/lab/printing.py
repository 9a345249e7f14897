"""Check that the sheet to print says everything that TABLE's view holds.

Each value in a view is changed by itself, and the sheet must change with it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games import folder
from companion.kit.messages import Said
from web.lab.announcing import begun, played
from web.lab.site import ORIGIN, app_of
from web.pages import sheet

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from flask import Flask

    from companion.kit.game import AnyGame, View
    from companion.table.snapshot import Snapshot

PLAIN: Final = {"seats", "round"}  # The fields of any view that the plain sheet says in full.


def unprinted(game: AnyGame, games: int, seed: int, looks: float) -> set[str]:
    """Return the fields of TABLE's views in *games* random games that the sheet doesn't say, such as "BarView.rent".

    A field counts as said once a change of it has changed the sheet. Fields that the game's REHEARSAL leaves out repeat others,
    and so needn't be printed. *looks* (0 to 1) is the share of commands after which a view is taken.
    """
    tried, said, known = set[str](), set[str](), dict[str, list[Any]]()
    for number in range(games):
        generator = random.Random(f"{game.NAME} sheets {seed} {number}")
        table = begun(game, generator)
        app = app_of(table)
        for _ in played(game, table, generator):
            if (generator.random() < looks or not table.now.playing) and (view := table.now.public.view):
                page = _sheet(app, table.now, view)
                assert page is not None, f"{game.NAME}: the sheet can't be printed in round {view.round}"
                for field, changed in _changed(view, _left_out(game, view), known):
                    tried.add(field)
                    if field not in said and _sheet(app, table.now, changed) != page:
                        said.add(field)
    return tried - said


def _sheet(app: Flask, now: Snapshot, view: View) -> str | None:
    """Return the sheet, or None if *view* contradicts itself: then the page has asked for what was changed."""
    with app.test_request_context("/sheet", base_url=ORIGIN):
        app.preprocess_request()
        try:
            return sheet.printed(now, view)
        except Exception:  # Whatever a template raises.
            return None


def _left_out(game: AnyGame, view: View) -> Mapping[str, Collection[str]]:
    """Return the fields by kind of view that needn't be printed; of a game without a sheet of its own, all except PLAIN."""
    if (folder(game) / "pages" / "sheet.html").exists():
        return game.REHEARSAL.left_out
    names = {name for name in dir(view) if name not in PLAIN}
    return {**game.REHEARSAL.left_out, type(view).__name__: names}


def _changed(data: Any, left_out: Mapping[str, Collection[str]], known: dict[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    """Yield copies of *data*, a view or a part of one, each with one field changed, and the name of that field.

    *known* collects the texts that each field has had, because a text can only be replaced by another that is possible there.
    """
    kind = type(data).__name__
    for name in (field.name for field in fields(data) if field.name not in left_out.get(kind, ())):
        for inside, changed in _variants(f"{kind}.{name}", getattr(data, name), left_out, known):
            yield inside, replace(data, **{name: changed})


def _variants(
    path: str, value: Any, left_out: Mapping[str, Collection[str]], known: dict[str, list[Any]]
) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int):
        yield path, value + 1
    elif isinstance(value, str) or value is None:
        seen = known.setdefault(path, [])
        yield from ((path, other) for other in seen if other != value)
        if value is not None and value not in seen:
            seen.append(value)
    elif isinstance(value, Said):
        return
    elif is_dataclass(value):
        yield from _changed(value, left_out, known)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield path, {other: one for other, one in value.items() if other != key}
            yield from ((inside, {**value, key: one}) for inside, one in _variants(path, item, left_out, known))
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            for inside, one in _variants(path, item, left_out, known):
                yield inside, (*value[:at], one, *value[at + 1 :])
