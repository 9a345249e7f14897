"""Leaks on the way out that a game could have: in pages, headers, the stream and the log.

Each is put into a `Site` on purpose, and knows the secrets of that site's world. They are controls, like those of
`companion.lab.secrecy.leaking`: two worlds that don't find every one of them from outside prove nothing. A tool for developers.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final, TypeAlias

from flask import Response, abort, request
from jinja2 import ChoiceLoader, DictLoader

from companion.journal import codec
from companion.journal.store import text
from companion.kit.sealed import seen
from companion.lab.secrecy.undoing import inside, odd, went
from companion.match.books import Books
from companion.table.snapshot import Snapshot
from web.books import pages as books
from web.lab.site import Site
from web.pages import sheet

Leak: TypeAlias = Callable[[Site], None]


def everything(site: Site) -> str:
    """Return the whole true state as text, including secrets."""
    return text(codec.kept(site.world.state))


def oddness(site: Site) -> int:
    """Return a bit that depends on every secret."""
    return hashlib.sha256(everything(site).encode()).digest()[0] % 2


def answering(spoil: Callable[[Site, Response], None]) -> Leak:
    """Return a leak that applies *spoil* to every answer."""

    @wraps(spoil)
    def leak(site: Site) -> None:
        @site.app.after_request
        def _(response: Response) -> Response:
            spoil(site, response)
            return response

    return leak


@answering
def an_etag_over_the_whole_state(site: Site, response: Response) -> None:
    """Then a phone needn't fetch a page that hasn't changed."""
    response.set_etag(hashlib.sha256(everything(site).encode()).hexdigest())


def a_page_kept_for_everybody(site: Site) -> None:
    """Why render a page twice for one revision? The viewer was forgotten; here another seat has looked first."""
    site.app.before_request(lambda: _first_ones(site) if request.path == "/seat/view" else None)


def _first_ones(site: Site) -> Response | None:
    others = [seat for seat in site.world.state.seats if f"token-of-{seat}" != request.cookies.get("seat")]
    if "again" in request.args:
        return None
    return Response(site.phone(others[0]).get("/seat/view?again=", base_url=request.host_url).data)


@answering
def a_space_more_on_a_page(site: Site, response: Response) -> None:
    """The length of a page depends on what somebody holds."""
    if request.path.endswith("/view"):
        response.set_data(response.get_data() + b" " * oddness(site))


@answering
def a_page_that_is_missing(site: Site, response: Response) -> None:
    """Let a page exist or not, by what somebody holds."""
    if request.path == "/seat/menu" and oddness(site):
        response.status_code = 404


@answering
def a_refusal_that_says_how_near_it_was(site: Site, response: Response) -> None:
    """The refusal ends with a number that depends on what somebody holds."""
    if request.path == "/act" and response.status_code in (409, 422):
        response.set_data(response.get_data() + str(len(everything(site))).encode())


@answering
def the_lines_to_put_back_with_what_was_hidden(site: Site, response: Response) -> None:
    """The page that puts a row back says what is in its seals."""
    match = site.world.table.now.match
    if match and request.path == "/seat/back" and match.again():
        response.set_data(response.get_data() + inside(match.again()).encode())


@answering
def what_goes_back_in_the_order_of_its_worth(site: Site, response: Response) -> None:
    """The page of a take-back lists its lines in an order that depends on what is in them."""
    if request.path == "/seat/back" and odd(went(site.world.table.now.match)):
        response.set_data(b"<p>".join(reversed(response.get_data().split(b"<p>"))))


@answering
def who_has_seen_what(site: Site, response: Response) -> None:
    """The line that says who has seen a pile names the sum, to the table screen too."""
    match = site.world.table.now.match
    if match and request.path == "/table/view" and match.exposed():
        response.set_data(response.get_data() + went(match).encode())


def the_state_in_a_comment(site: Site) -> None:
    """Somebody debugged the state, and forgot it there."""
    loader: Any = site.app.jinja_loader
    name = f"{site.world.game.NAME}/table.html"
    source = loader.get_source(site.app.jinja_env, name)[0]
    site.app.jinja_env.globals["truth"] = lambda: everything(site)
    site.app.jinja_env.loader = ChoiceLoader([DictLoader({name: f"{source}<!-- {{{{ truth() }}}} -->"}), loader])


def a_sheet_that_is_complete(site: Site) -> None:
    """It is to be complete, so why not print what the first player sees?"""

    def printed() -> str:
        now = site.world.table.now
        return sheet.printed(now, now.match.view(now.match.state.seats[0]) if now.match else None)

    site.app.view_functions["sheet"] = printed


def the_books_before_the_end(site: Site) -> None:
    """No link leads there during a game, so why shut them?"""

    def opened() -> str:
        now = site.world.table.now
        return books.shown(now, Books(now.match, unsealed=True)) if now.match and now.match.log else ""

    site.app.view_functions["opened_books"] = opened


def the_past_through_anybodys_eyes(site: Site) -> None:
    """The game is over, so why not let everybody look back through any player's eyes, whatever was agreed?"""

    def view() -> str:
        now = site.world.table.now
        past = Books(now.match, unsealed=True) if now.match and now.books else abort(404)
        return books.shown_moment(now, past)

    site.app.view_functions["opened_books_view"] = view


def evenings_with_everybodys_money(site: Site) -> None:
    """The game is over, so its file may say who had how much, whatever was agreed."""
    right: Callable[[str], Response] = site.app.view_functions["evenings_file"]  # type: ignore[assignment]  # Ours answers so.

    def file(kind: str) -> Response:
        answer = right(kind)
        answer.set_data(answer.get_data() + everything(site).encode())
        return answer

    site.app.view_functions["evenings_file"] = file


def a_file_for_showing_around_with_everything(site: Site) -> None:
    """One file is enough for everybody: whoever shows it around needn't say that the record is in it."""
    right, table = site.kept, site.world.table

    def kept(now: Snapshot, opened: Books) -> str:
        return right(now, opened) + inside(table.now.match.log if table.now.match else ())

    site.kept = kept  # type: ignore[method-assign]  # A leak replaces what is kept.


def the_view_of_another_seat(site: Site) -> None:
    """A page that no other page links to."""
    site.app.add_url_rule("/seat/beside", "beside", lambda: _beside(site))


def _beside(site: Site) -> str:
    state = site.world.state
    last = [seat for seat in state.seats if f"token-of-{seat}" != request.cookies.get("seat")][-1]
    return text(codec.plain(seen(state, last)))


def a_push_for_who_has_something(site: Site) -> None:
    """Let somebody's holdings change the count that the streams report."""
    table: Any = site.world.table
    right = table._after

    def after(seat: str) -> None:
        right(seat)
        table._revision += oddness(site)
        table.now = replace(table.now, revision=table._revision)

    table._after = after


def a_push_of_anothers_page(site: Site) -> None:
    """Why render a page for each stream? The one rendered first goes to all."""
    right: Callable[[], Any] = site.app.view_functions["seat_stream"]
    site.app.view_functions["seat_stream"] = lambda: Response(
        _pushed(site, request.cookies["seat"], request.host_url, right().response)
    )


def _pushed(site: Site, mine: str, url: str, events: Iterable[str]) -> Iterator[str]:
    other = next(seat for seat in site.world.state.seats if f"token-of-{seat}" != mine)
    for event in events:
        page = site.phone(other).get("/seat/view", base_url=url).text.replace("\n", "\ndata: ")
        yield f"id: 1\nevent: page\ndata: {page}\n\n" if "event: page" in event else event


def a_line_in_the_log(site: Site) -> None:
    """Somebody debugged the commands, and forgot it there."""
    world: Any = site.world
    right = world.act

    def act(chain: Sequence[tuple[str, Any]]) -> Any:
        logging.getLogger("companion.table.commits").debug("%s", chain)
        return right(chain)

    world.act = site.listening(act)


LEAKS: Final[tuple[Leak, ...]] = (
    an_etag_over_the_whole_state, a_page_kept_for_everybody, a_space_more_on_a_page, a_page_that_is_missing,
    a_refusal_that_says_how_near_it_was, the_lines_to_put_back_with_what_was_hidden,
    what_goes_back_in_the_order_of_its_worth, who_has_seen_what, the_state_in_a_comment, a_sheet_that_is_complete,
    the_books_before_the_end, the_past_through_anybodys_eyes, a_file_for_showing_around_with_everything,
    evenings_with_everybodys_money,
    the_view_of_another_seat, a_push_for_who_has_something, a_push_of_anothers_page, a_line_in_the_log,
)  # fmt: skip
# These are found in any game, soon.
QUICKEST: Final = (an_etag_over_the_whole_state, a_space_more_on_a_page, a_refusal_that_says_how_near_it_was)
