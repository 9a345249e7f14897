"""What is kept of the words: the catalogue's own, and nothing of anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import Who, say
from companion.seating import SitDown, StandUp
from companion.words import LANGUAGES, Words
from tests.web.phones import Phone, new_app
from tests.web.tables import new_table
from web.speech import Tongue, markup, spoken


def test_a_phrase_is_escaped_and_open_only_without_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue = Tongue("en")
    monkeypatch.setattr(tongue, "text", lambda code: f"<{code}>")
    assert tongue.phrase("web.x") == "&lt;web.x&gt;"


def test_each_phone_reads_its_own_language_and_a_sentence_that_names_somebody_is_made_anew(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    app = new_app(table)
    for language in (*LANGUAGES, *LANGUAGES):
        assert Words(language).text("web.join.heading") in Phone(app, table).get("/", **{"Accept-Language": language}).text
    for name in ("Noor", "Emma"):
        table.act("A", SitDown(name, "a" * 64))
        with app.test_request_context():
            app.preprocess_request()
            assert markup(say("web.house.paused", who=Who("A")), table.names).startswith(name)
            assert all(name not in phrase for phrase in spoken()._phrases.values())
        table.act("A", StandUp())
