"""No guess, flood or forged request gets further at a hub than at a table."""

from pathlib import Path

import pytest

from tests.clubs import PASSWORD, Club, counted, identity, texts
from tests.web.phones import HOST
from web.http.rate_limit import Rate
from web.hub import accounts, limits, passwords


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
