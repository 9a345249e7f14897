"""A hub's pages: what they show to whom, who may change what, and that no guess, flood or forged request gets further."""

import hashlib
import json
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.club.ledger import OutOfReach
from companion.words import Words
from tests.clubs import counted, health, identity, state
from tests.markup import parsed
from tests.web.hubs import PASSWORD, Club, texts
from tests.web.phones import HOST
from web.http.rate_limit import Rate
from web.hub import accounts, limits, passwords
from web.hub.app import create_app

PIN = "4711"


def sent(club: Club, path: str, **form: object) -> int:
    return club.post(path, **form).status_code


def fetched(club: Club, *paths: str) -> list[int]:
    return [club.get(path).status_code for path in paths]


def test_the_board_shows_what_each_table_does_in_every_language_and_is_complete_at_once(club: Club) -> None:
    club.fill(12)
    board = club.get("/?lang=en")
    assert (len(texts(board, "h2")), texts(board, "li.stuck h2"), texts(board, ".lost h2")) == (12, [], ["7"])
    club.clock.now += 560
    assert texts(club.get("/board/view?lang=en"), ".stuck h2") == ["1", "5", "6"]
    assert Words("nl").text("hub.board.round", round=2) in club.get("/board/view?lang=nl").text
    club.hall.missed()
    assert texts(club.get("/board/view?lang=en"), ".missed") == [Words("en").text("hub.board.missed")]
    club.fill(130)  # No table sends more than fits, and none writes markup.
    parts = [texts(club.get(f"/board/view?part={part}"), "h2") for part in (1, 2, 3, 4, "x")]
    assert [len(one) for one in parts] == [60, 60, 10, 10, 60]
    club.store.label(identity(2), "<b>2</b>")
    club.hall.hear(identity(2), "state", state(phase="playing", names={"B": "<i>"}))
    board = club.get("/board/view?part=3")
    assert (texts(board, "i"), "<b>2</b>" in texts(board, "h2")) == ([], True)


def test_only_whoever_is_signed_in_sees_the_counter_and_a_new_password_signs_out(club: Club) -> None:
    third = f"/counter/table/{identity(3)}"
    club.fill(8)
    club.hall.hear(identity(3), "health", health(disk=12))
    club.hall.hear(identity(4), "state", state(reader=False, writes=False))
    assert club.get("/counter").headers["Location"] == "/sign-in"
    assert fetched(club, third, "/counter/result/1") == [403, 403]
    club.sign_in()
    assert texts(club.get("/counter"), ".trouble h2")[:3] == ["2", "3", "4"]
    assert ("12 MB free" in texts(club.get(f"{third}?lang=en"), "dd"), fetched(club, "/counter/table/nothing")) == (True, [404])
    assert [sent(club, third, label=label) for label in ("\u202e", "x" * 15, "Ü 3")] == [422, 422, 303]
    assert "Ü 3" in texts(club.get("/"), "h2")
    club.store.add_account("Ada", "another")
    assert fetched(club, "/counter") == [303]
    club.sign_in()
    club.post("/sign-out")
    assert fetched(club, "/counter") == [303]


def test_neither_password_nor_pin_can_be_guessed_and_a_session_ends(club: Club) -> None:
    club.store.count(identity(1), counted(1))
    club.post("/league/join", name="Noor", pin=PIN)
    tried = [claim(club, 1, "A", "Noor", f"000{n}") for n in range(6)]
    assert (tried, claim(club, 1, "A", "Noor")) == ([422] * 5 + [429], 429)
    club.clock.now += 31
    assert claim(club, 1, "A", "Noor") == 303
    club.sign_in()
    kept = club.client.get_cookie("counter", domain=HOST)
    assert (kept.http_only, kept.same_site) == (True, "Strict")
    seen = []
    for gone in (-1, 12 * 3600, 1):
        club.clock.now += gone
        club.client = create_app(club.hall, club.store, hosts=[HOST], clock=club.clock, now=club.clock).test_client()
        club.client.set_cookie("counter", kept.value, domain=HOST)
        seen += fetched(club, "/counter")
    assert seen == [303, 200, 303]  # Before it began, when the hub was started anew, and when the evening is over.
    assert [sent(club, "/sign-in", name=name, password="guess") for name in ("Ada", "Eve", "Ada", "\0", "")] == [422] * 5
    assert sent(club, "/sign-in", name="Ada", password=PASSWORD) == 429
    club.clock.now += 400
    assert sent(club, "/sign-in", name="Ada", password=PASSWORD) == 303


def typed_in(page: TestResponse) -> dict[str, str]:
    return {one.get("name"): one.get("value") for one in parsed(page.text).iter("input")}


def said_yes(club: Club, page: str, way: str) -> int:
    """Follow *page*'s link to *way*, which asks, and touch the button there."""
    assert way in [one.get("href") for one in parsed(club.get(page).text).iter("a")]
    before, form = club.get(page).data, parsed(club.get(way).text).find(".//form")
    assert (club.get(page).data, form is None) == (before, False)  # Having asked changes nothing.
    return sent(club, form.get("action").partition("#")[0], **typed_in(club.get(way)))


def row_of(club: Club, number: int) -> int:
    return next(one.row for one in club.store.entries() if one.result.number == number)


def claim(club: Club, number: int, seat: str, name: str, pin: str = PIN) -> int:
    return sent(club, "/league/claim", row=row_of(club, number), seat=seat, name=name, pin=pin)


def test_a_person_signs_up_claims_seats_that_people_had_and_leaves_without_a_trace(club: Club) -> None:
    for number in (1, 2, 3):
        had = "A" if number == 1 else "B"
        club.store.count(identity(1), counted(number, {"A": 1, "B": 2, "F": 3}, names={had: "Noor"}))
    joined = [sent(club, "/league/join", name=name, pin=PIN) for name in ("Noor", " Émile ", "noor", "Nооr", "\u202e")]
    assert joined == [303, 303, 422, 422, 422]
    assert [sent(club, "/league/join", name="Jonas", pin=pin) for pin in ("12", "12a4")] == [422] * 2
    assert PIN not in club.store.people()[0].pin
    tries = (("A", "Noor", "0000"), ("A", "Nobody"), ("F", "Noor"), ("X", "Noor"), ("A", "Noor"))
    assert [claim(club, 1, *one) for one in tries] == [422, 422, 404, 404, 303]
    assert [claim(club, 1, *one) for one in (("B", "Noor"), ("A", "Émile"), ("B", "Émile"))] == [409, 409, 303]
    for number in (2, 3):
        assert (claim(club, number, "B", "noor"), claim(club, number, "A", "E\u0301mile")) == (303, 303)
    page = club.get("/league?lang=de")
    assert texts(page, "tbody tr") == ["1Émile832", "2Noor731"]  # 2 + 3 + 3, and 3 + 2 + 2
    assert texts(page, ".pairs li") == ["Noor 1 : 2 Émile"]
    assert club.get("/league/file/csv").text.splitlines()[1:] == ["1,Émile,8.0,3,2,2.667", "2,Noor,7.0,3,1,2.333"]
    assert [sent(club, "/league/leave", name="Noor", pin=pin) for pin in ("0000", PIN)] == [422, 303]
    for path in ("", "/games", "/file/json", "/file/csv", "/corrections"):
        assert "Noor" not in club.get(f"/league{path}").text, path


def test_a_director_corrects_and_each_correction_is_kept_and_shown(club: Club) -> None:
    club.sign_in()
    club.store.count(identity(1), counted(1))
    club.post("/league/join", name="Noor", pin=PIN)
    assert claim(club, 1, "A", "Noor") == 303
    corrected = f"/counter/result/{row_of(club, 1)}"
    change = lambda **form: sent(club, corrected, **form)
    places = {"place-A": 0, "place-B": 1, "place-C": 2}  # Nobody knows any more how A did.
    assert [change(what="places"), change(what="all"), change()] == [400] * 3
    for typed in ("99", "-1", "", "first"):
        refused = club.post(corrected, what="places", **{**places, "place-A": typed})
        assert (refused.status_code, typed_in(refused)["place-A"]) == (422, typed)
    for code in ("done", "unchanged"):
        answer = club.post(corrected, what="places", **places)
        assert Words("en").text(f"hub.result.{code}") in club.get(answer.headers["Location"]).text
    assert texts(club.get("/league"), "tbody td.n") == ["1", "1", "0"]
    assert texts(club.get("/league/games"), "ol b") == ["1.", "2.", "–"]
    assert texts(club.get("/league/corrections"), "dd") == ["A 1. B 2. C 3.", "A – B 1. C 2."]
    assert [change(what=what) for what in ("strike", "strike")] == [303, 303]
    assert texts(club.get("/league"), "tbody td.n") == []
    assert "struck" in club.get("/league/games").text
    assert claim(club, 1, "B", "Noor") == 404
    assert [change(what="restore"), change(what="claim", seat="A\0")] == [303] * 2
    assert (said_yes(club, corrected, f"{corrected}/A"), fetched(club, f"{corrected}/A")) == (303, [404])
    club.post("/sign-out")
    told = [Words("en").text(f"hub.corrections.{kind}", name="Ada") for kind in ("claim", "restored", "struck", "places")]
    assert texts(club.get("/league/corrections?lang=en"), "ol.corrections p") == told
    assert change(what="strike") == 403
    assert fetched(club, corrected, f"/counter/result/{10**30}") == [403, 403]


def test_a_forgotten_pin_is_replaced_and_a_rude_name_removed_by_a_director_alone(club: Club) -> None:
    club.store.count(identity(1), counted(1))
    for name in ("Noor", "Rude"):
        club.post("/league/join", name=name, pin=PIN)
    noor, rude = (one.number for one in club.store.people())
    change = lambda person, what: club.post("/counter/people", person=person, what=what)
    assert [change(noor, "pin").status_code, *fetched(club, "/counter/people", f"/counter/people/{rude}")] == [403] * 3
    club.sign_in()
    new = texts(change(noor, "pin"), "header b")[0]
    assert (new in club.get("/counter/people").text, new in club.store.people()[0].pin) == (False, False)
    assert [claim(club, 1, "A", "Noor", pin) for pin in (PIN, new)] == [422 if new != PIN else 303, 303]
    assert claim(club, 1, "B", "Rude") == 303
    asked = club.get(f"/counter/people/{rude}?lang=en")
    assert texts(asked, "main p")[0] == Words("en").text("hub.ask.person.about", name="Rude", count=1)
    assert [change(rude, what).status_code for what in ("", "all")] == [400, 400]
    assert [one.get("value") for one in parsed(club.get("/counter/people").text).iter("button")] == ["pin", "pin"]
    assert texts(club.get("/counter/people"), "ul.people bdi") == ["Noor", "Rude"]  # Until somebody says yes.
    assert [sent(club, "/counter/people", **typed_in(asked)) for _ in range(2)] == [303, 404]
    assert fetched(club, f"/counter/people/{rude}") == [404]
    assert texts(club.get("/counter/people"), "ul.people bdi") == ["Noor"]


def test_a_duplicates_seed_is_nobodys_before_it_is_opened_and_tables_compare_at_once(club: Club) -> None:
    change = lambda **form: sent(club, "/counter/duplicate", **form)
    assert change(game="shark", seats=3) == 403
    club.sign_in()
    assert change(game="chess", seats=2) == 400
    for typed in ("7", "1", "x", ""):
        refused = club.post("/counter/duplicate", game="shark", seats=typed)
        assert (refused.status_code, texts(refused, ".refused")) == (422, ["Choose a number of seats from 2 to 6."])
    assert change(game="shark", seats=3) == 303
    handed = club.store.duplicates()[0]
    commitment = handed.duplicate.offer.commitment
    for table, places in ((1, {"A": 1, "B": 2, "C": 3}), (2, {"A": 3, "B": 2, "C": 1})):
        club.store.count(identity(table), counted(1, places, duplicate=commitment))
        club.store.label(identity(table), str(table))
    page = club.get("/league/duplicates")
    assert texts(page, "tbody tr") == ["27 3.8 2.9 1.", "19 1.8 2.7 3."]
    assert texts(page, "td.best") == ["8 2.", "9 1.", "9 1.", "8 2."]
    file = f"/league/duplicate/{handed.number}"
    for path in ("/league/duplicates", "/league/file/json", "/league/games", "/counter", "/", "/board/view"):
        assert handed.duplicate.seed not in club.get(path).text
    assert commitment in page.text
    assert [change(what="open", number=99), *fetched(club, file, "/counter/duplicate/99")] == [404] * 3
    assert fetched(club, f"/counter/result/{2**31}/A") == [404]
    assert said_yes(club, "/league/duplicates", f"/counter/duplicate/{handed.number}") == 303
    club.post("/sign-out")
    assert hashlib.sha256(club.get(file).data).hexdigest() == commitment


def test_seasons_are_months_until_a_director_names_some(club: Club) -> None:
    for number, ended in enumerate(("2026-10-31T23:59", "2026-11-01T00:01", ""), start=1):
        club.store.count(identity(1), counted(number, ended=ended))
    seasons = lambda path="/league": texts(club.get(path), ".seasons a")
    assert seasons("/league?lang=en") == ["2026-11", "2026-10", "All games"]
    of = lambda season: [one["number"] for one in json.loads(club.get(f"/league/file/json?season={season}").text)["results"]]
    assert [of(season) for season in ("", "2026-10", "all", "nonsense")] == [[2], [1], [3, 2, 1], [3, 2, 1]]
    assert 'href="/league?season=2026-10&amp;lang=nl"' in club.get("/league?season=2026-10&lang=en").text  # A link keeps it.
    club.sign_in()
    named = {"name": "Autumn", "first": "2026-10-01", "last": "2026-11-30"}
    assert sent(club, "/counter/season", **named) == 303
    wrong = {("first", "2027-01-01"): "seasons.order", ("last", "soon"): "seasons.days", ("name", "\u202e"): "join.unreadable"}
    for (field, typed), code in {**wrong, ("name", "all"): "seasons.taken", ("name", " Autumn "): "seasons.taken"}.items():
        refused = club.post("/counter/season", **{**named, "name": "Winter", field: typed})
        assert (refused.status_code, texts(refused, ".forms .refused")) == (422, [Words("en").text(f"hub.{code}")])
    assert (seasons()[0], of("")) == ("Autumn", [2, 1])
    assert (sent(club, "/counter/season", gone="Winter\0"), *fetched(club, "/counter/season")) == (303, 404)
    assert seasons()[0] == "Autumn"
    assert said_yes(club, "/counter", "/counter/season?gone=Autumn") == 303
    assert seasons()[0] == "2026-11"


def test_a_database_that_is_away_is_nobodys_fault_and_the_board_says_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise OutOfReach

    club.fill(2)
    assert texts(club.get("/"), "h2") == ["1", "2"]
    for name in ("entries", "labels"):
        monkeypatch.setattr(club.store, name, away)
    for _ in range(2):
        assert (club.get("/league?lang=en").status_code, texts(club.get("/"), "h2")) == (503, ["1", "2"])
    assert Words("en").text("hub.out_of_reach") in club.get("/league?lang=en").text


def test_a_directors_name_is_one_in_any_writing_as_are_its_tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "BY_ADDRESS", Rate(100, 60.0))
    monkeypatch.setattr(accounts, "BY_NAME", Rate(4, 30.0))
    club = Club(tmp_path)
    club.sign_in("Ada")
    sign_in = lambda name, password=PASSWORD: club.post("/sign-in", name=name, password=password).status_code
    for name in ("Ada ", "ada", "ＡＤＡ"):
        club.post("/sign-out")
        assert (sign_in(name), texts(club.get("/counter?lang=en"), "form p")) == (303, ["Ada is signed in."])
    club.store.add_account("ada", passwords.hashed("another password"))
    assert [sign_in("ada"), sign_in("ada", "another password"), sign_in("Ada")] == [422, 303, 303]
    club.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    for name in ("Eve", "Ada"):  # Nobody, and somebody.
        club.clock.now += 1000
        tried = [sign_in(one, "guess") for one in (name, name.lower(), f" {name}", name.upper(), name, name.lower())]
        assert tried == [422] * 4 + [429] * 2
    answers = [sign_in("Ada")]
    club.client.environ_base["REMOTE_ADDR"] = "127.0.0.1"  # Who sits at the hub itself isn't locked out by others' tries.
    assert [*answers, sign_in("Ada")] == [429, 303]


TABLE = f"/counter/table/{identity(1)}"
CHANGES = ("/sign-in", "/sign-out", "/league/join", "/league/claim", "/league/leave", "/counter/season", "/counter/result/1",
           TABLE, "/counter/people", "/counter/duplicate")  # fmt: skip


@pytest.mark.parametrize("path", CHANGES)
def test_a_change_comes_from_our_own_page_and_no_flood(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BY_ADDRESS", Rate(4, 4.0))
    club = Club(tmp_path)
    club.fill(1)
    for origin in ({}, {"Origin": "null"}, {"Origin": "http://evil.test"}):
        assert club.post(path, origin).status_code == 403
    assert club.client.post(path, base_url="http://evil.test", headers={"Origin": "http://evil.test"}).status_code == 421
    assert club.post(path, name="x" * 5000).status_code in (303, 403, 413)
    club.sign_in()
    club.store.count(identity(1), counted(1))
    answers = {club.post(path).status_code for _ in range(6)}
    assert answers <= {303, 400, 403, 404, 422, 429}
    assert 429 in answers or path in ("/sign-out", TABLE)


def test_every_page_has_the_guards_of_a_tables_pages(club: Club) -> None:
    league = [f"/league{page}" for page in ("", "/games", "/join", "/corrections", "/leave")]
    for path in ("/", "/board/view", *league, "/sign-in"):
        answer = club.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert (answer.status_code, "default-src 'none'" in policy, "unsafe" in policy) == (200, True, False)
        assert (texts(answer, "style"), set(texts(answer, "script")) <= {""}, " style=" in answer.text) == ([], True, False)
    for path in ("/league/file/exe", "/league/claim?row=1&seat=A", "/counter/nothing"):
        assert club.get(path).status_code == 404
    assert club.client.head("/stream", base_url=f"http://{HOST}").status_code == 405
