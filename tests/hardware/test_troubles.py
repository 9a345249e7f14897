"""The trouble-shooting guide has all that the doctor can find wrong, and quotes nothing that nobody says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from companion.words import FOLDER
from firmware.simulator.faults import FAULTS
from hardware.troubles import GUIDE, TABLES, with_tables
from tests.sayings import sayings, telling

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = GUIDE.read_text(encoding="utf-8")
CATALOGUE: Final = (FOLDER / "en" / "LC_MESSAGES" / "doctor.po").read_text(encoding="utf-8")
CODES: Final = set(re.findall(r'^msgid "doctor\.([\w.]+)"', CATALOGUE, re.M))
CURES: Final = {code: remedies for table in TABLES.values() for code, (remedies, _) in table.items()}


RIGHT: Final = {  # What is well besides what is "ok".
    "clock.synchronised", "data.new", "display.sent", "groups.let_in", "hardware.simulated", "journal.none", "port.service",
    "reader.chip", "reader.clone", "table.installed",
}  # fmt: skip


def test_the_tables_are_the_doctors() -> None:
    assert with_tables(TEXT) == TEXT, "run python -m hardware.troubles"
    assert with_tables(TEXT.replace("The buzzer stays silent.", "The buzzer sleeps.")) == TEXT
    with pytest.raises(ValueError, match="no place for kept"):
        with_tables(TEXT.replace("<!-- doctor: kept -->", ""))


def test_all_that_can_be_wrong_has_an_entry_and_nothing_else() -> None:
    others = {code for code in CODES if code.split(".")[0] in ("verdict", "sum", "do", "ask") or code.endswith(".ok")}
    assert len(CURES) > 25
    assert set(CURES) == CODES - others - RIGHT


def test_every_advice_is_given_by_some_entry() -> None:
    advice = {code.removeprefix("do.") for code in CODES if code.startswith("do.")} - {"nothing"}
    assert {remedy for remedies in CURES.values() for remedy in remedies} == advice


# What else it quotes


def sentences() -> list[str]:
    """Return all that is said on phones, on the display and in the log, as patterns."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "firmware").glob("*.py")]
    texts = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.Constant)]
    return [*sayings(), *telling(_pattern(text) for text in texts)]


def _pattern(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_pattern(part) if isinstance(part, ast.Constant) else ".+" for part in node.values)
    return re.escape(node.value).replace("%s", ".+") if isinstance(node.value, str) else ""


def quoted() -> list[str]:
    by_hand = re.sub(r"<!-- doctor: .*?<!-- end of doctor -->", "", TEXT, flags=re.S)
    rows = [line for line in by_hand.splitlines() if line.startswith("|")]
    return [found for row in rows for found in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", row)]


def test_what_it_quotes_is_said_somewhere() -> None:
    said = re.compile("|".join(sentences()))
    assert [quote for quote in quoted() if not said.fullmatch(quote)] == []
    assert len(quoted()) > 25
    assert not said.fullmatch("The reader sulks.")


def test_the_faults_it_names_are_the_simulators() -> None:
    named = re.findall(r"--fault (\S+)", TEXT)
    assert named
    assert set(named) <= set(FAULTS)
