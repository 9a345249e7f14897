"""Leaks on the way out that any game could have: in pages, headers, the stream, the display and the log.

Each is put into a `House` (tests/secrecy/outside.py), which knows the secrets of its world.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from flask import Response, request
from jinja2 import ChoiceLoader, DictLoader

from companion.journal import codec
from companion.journal.store import text
from companion.kit.sealed import seen
from tests.secrecy.outside import House

Leak = Callable[["House"], None]


def everything(house: House) -> str:
    """Return the whole true state as text, including secrets."""
    return text(codec.kept(house.world.state))


def oddness(house: House) -> int:
    """Return a bit that depends on every secret."""
    return hashlib.sha256(everything(house).encode()).digest()[0] % 2


def answering(spoil: Callable[[House, Response], None]) -> Leak:
    """Return a leak that applies *spoil* to every answer."""

    @wraps(spoil)
    def leak(house: House) -> None:
        house.app.after_request(lambda response: spoil(house, response) or response)

    return leak


@answering
def an_etag_over_the_whole_state(house: House, response: Response) -> None:
    """Then a phone needn't fetch a page that hasn't changed."""
    response.set_etag(hashlib.sha256(everything(house).encode()).hexdigest())


def a_page_kept_for_everybody(house: House) -> None:
    """Why render a page twice for one revision? The viewer was forgotten; here another seat has looked first."""
    house.app.before_request(lambda: _first_ones(house) if request.path == "/seat/view" else None)


def _first_ones(house: House) -> Response | None:
    others = [seat for seat in house.world.state.seats if f"token-of-{seat}" != request.cookies.get("seat")]
    if "again" in request.args:
        return None
    answer = house.phone(others[0]).get("/seat/view?again=", base_url=request.host_url)
    return Response(answer.data)


@answering
def a_space_more_on_a_page(house: House, response: Response) -> None:
    if request.path.endswith("/view"):
        response.set_data(response.get_data() + b" " * oddness(house))


@answering
def a_page_that_is_missing(house: House, response: Response) -> None:
    """Whether a page exists depends on what somebody holds."""
    if request.path == "/seat/menu" and oddness(house):
        response.status_code = 404


@answering
def a_refusal_that_says_how_near_it_was(house: House, response: Response) -> None:
    if request.path == "/act" and response.status_code in (409, 422):
        response.set_data(response.get_data() + str(len(everything(house))).encode())


def the_state_in_a_comment(house: House) -> None:
    """Somebody debugged the state, and forgot it there."""
    loader = house.app.jinja_loader
    assert loader is not None
    name = f"{house.world.game.NAME}/table.html"
    source = loader.get_source(house.app.jinja_env, name)[0]
    house.app.jinja_env.globals["truth"] = lambda: everything(house)
    house.app.jinja_env.loader = ChoiceLoader([DictLoader({name: f"{source}<!-- {{{{ truth() }}}} -->"}), loader])


def the_view_of_another_seat(house: House) -> None:
    """A page that no other page links to."""
    house.app.add_url_rule("/seat/beside", "beside", lambda: _beside(house))


def _beside(house: House) -> str:
    state = house.world.state
    last = [seat for seat in state.seats if f"token-of-{seat}" != request.cookies.get("seat")][-1]
    return text(codec.plain(seen(state, last)))


def a_push_for_who_has_something(house: House) -> None:
    """What somebody holds changes the count that the streams report."""
    table, right = house.world.table, house.world.table._after

    def after(seat: str) -> None:
        right(seat)
        table._revision += oddness(house)
        table.now = replace(table.now, revision=table._revision)

    table._after = after


def a_push_of_anothers_page(house: House) -> None:
    """Why render a page for each stream? The one rendered first goes to all."""
    right = house.app.view_functions["seat_stream"]
    house.app.view_functions["seat_stream"] = lambda: Response(
        _pushed(house, request.cookies["seat"], request.host_url, right().response)
    )


def _pushed(house: House, mine: str, url: str, events: Iterable[str]) -> Iterator[str]:
    other = next(seat for seat in house.world.state.seats if f"token-of-{seat}" != mine)
    for event in events:
        page = house.phone(other).get("/seat/view", base_url=url).text.replace("\n", "\ndata: ")
        yield f"id: 1\nevent: page\ndata: {page}\n\n" if "event: page" in event else event


def a_dot_on_the_display(house: House) -> None:
    right = house.drawn

    def drawn(table: Any) -> Any:
        picture = right(table)
        picture.putpixel((0, 0), picture.getpixel((0, 0)) ^ oddness(house) and 1)
        return picture

    house.drawn = drawn


def a_line_in_the_log(house: House) -> None:
    right = house.world.act

    def act(chain: Sequence[tuple[str, Any]]) -> Any:
        logging.getLogger("companion.table.table").debug("%s", chain)
        return right(chain)

    house.world.act = house.listening(act)


OUTSIDE: tuple[Leak, ...] = (
    an_etag_over_the_whole_state, a_page_kept_for_everybody, a_space_more_on_a_page, a_page_that_is_missing,
    a_refusal_that_says_how_near_it_was, the_state_in_a_comment, the_view_of_another_seat, a_push_for_who_has_something,
    a_push_of_anothers_page, a_dot_on_the_display, a_line_in_the_log,
)  # fmt: skip
