"""The trouble-shooting guide: all that the doctor can find wrong is in it, and nothing that nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from companion.words import FOLDER
from firmware.simulator.faults import FAULTS
from hardware.troubles import GUIDE, TABLES, with_tables

ROOT = Path(__file__).parents[2]
TEXT = GUIDE.read_text(encoding="utf-8")
EXAMINING = [ROOT / "firmware" / f"{name}.py" for name in ("doctor", "machine", "kept", "installed")]
SAID = re.compile(r'say\(\s*"doctor\.([\w.]+)"')


def in_catalogue() -> set[str]:
    text = (FOLDER / "en" / "LC_MESSAGES" / "doctor.po").read_text(encoding="utf-8")
    return set(re.findall(r'^msgid "doctor\.([\w.]+)"', text, re.M))


def told(kinds: tuple[str, ...]) -> set[str]:
    """Return the messages that the doctor tells by one of *kinds*; what it puts into a name first counts for its function."""
    return {code for file in EXAMINING for code in _told(ast.parse(file.read_text(encoding="utf-8")), kinds)}


def _told(tree: ast.AST, kinds: tuple[str, ...]) -> Iterator[str]:
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        named = {
            target.id: node.value
            for node in ast.walk(function) if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name)
        }  # fmt: skip
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call) and _is_verdict(node.func, kinds)):
            said = call.args[1]
            yield from SAID.findall(
                ast.unparse(named.get(said.id, said) if isinstance(said, ast.Name) else said).replace("'", '"')
            )


def _is_verdict(func: ast.expr, kinds: tuple[str, ...]) -> bool:
    return any(isinstance(name, ast.Name) and name.id in kinds for name in ast.walk(func))


def cures() -> dict[str, tuple[str, ...]]:
    return {code: remedies for table in TABLES.values() for code, (remedies, _) in table.items()}


def test_the_tables_are_the_doctors() -> None:
    assert with_tables(TEXT) == TEXT, "run python -m hardware.troubles"
    assert with_tables(TEXT.replace("The buzzer stays silent.", "The buzzer sleeps.")) == TEXT


def test_all_that_can_be_wrong_has_an_entry_and_nothing_else() -> None:
    wrong = told(("fail", "warn", "skipped"))
    assert len(wrong) > 25
    assert wrong == set(cures())


def test_what_is_told_as_right_or_wrong_is_all_that_the_catalogue_has() -> None:
    others = {code for code in in_catalogue() if code.split(".")[0] in ("verdict", "sum", "do", "ask")}
    right = told(("ok",)) | {"display.ok", "display.sent", "data.ok", "data.new", "reader.chip", "reader.clone"}
    assert right | set(cures()) == in_catalogue() - others


def test_every_advice_is_given_by_some_entry() -> None:
    advice = {code.removeprefix("do.") for code in in_catalogue() if code.startswith("do.")} - {"nothing"}
    assert {remedy for remedies in cures().values() for remedy in remedies} == advice


def test_a_place_that_is_missing_is_missed() -> None:
    with pytest.raises(ValueError, match="no place for kept"):
        with_tables(TEXT.replace("<!-- doctor: kept -->", ""))


# What else it quotes


def sentences() -> list[str]:
    """Return all that is said on phones, on the display and in the log, as patterns."""
    said = [
        line
        for file in (FOLDER / "en" / "LC_MESSAGES").glob("*.po")
        for line in re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', file.read_text(encoding="utf-8"), re.M)
    ]
    patterns = [
        "".join(re.escape(text) + (".+" if field is not None else "") for text, field, _, _ in Formatter().parse(one))
        for one in said
    ]
    for file in (ROOT / "firmware").glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        patterns += [_pattern(node) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr | ast.Constant)]
    return [one for one in patterns if len(one.replace(".+", "")) > 5]


def _pattern(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_pattern(part) if isinstance(part, ast.Constant) else ".+" for part in node.values)
    return re.escape(node.value).replace("%s", ".+") if isinstance(node.value, str) else ""


def quoted() -> list[str]:
    by_hand = re.sub(r"<!-- doctor: .*?<!-- end of doctor -->", "", TEXT, flags=re.S)
    rows = [line for line in by_hand.splitlines() if line.startswith("|")]
    return [found for row in rows for found in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", row)]


def is_said(quote: str, patterns: list[str]) -> bool:
    return any(re.fullmatch(pattern, quote) for pattern in patterns)


def test_what_it_quotes_is_said_somewhere() -> None:
    patterns = sentences()
    assert [quote for quote in quoted() if not is_said(quote, patterns)] == []
    assert len(quoted()) > 25
    assert not is_said("The reader sulks.", patterns)


def test_the_faults_it_names_are_the_simulators() -> None:
    named = re.findall(r"--fault (\S+)", TEXT)
    assert named
    assert set(named) <= set(FAULTS)
