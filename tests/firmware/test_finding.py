"""How findings are told."""

from __future__ import annotations

import pytest

from companion.game import say
from companion.words import LANGUAGES, Words
from firmware.finding import Finding, fail, ok, skipped, tell, warn

WELL = ok("led", say("doctor.led.ok"))
ODD = warn("tag 1", say("doctor.tag.several", number=1), say("doctor.do.one_tag"))
BROKEN = fail("display", say("doctor.display.lost"), say("doctor.do.check_display"))
UNSEEN = skipped("picture", say("doctor.picture.unseen"), say("doctor.do.look"))


def told(*findings: Finding, language: str = "en") -> tuple[int, list[str]]:
    lines: list[str] = []
    code = tell(findings, Words(language, strict=True), lines.append)
    return code, lines


def test_each_finding_is_a_line_and_what_to_do_another() -> None:
    code, lines = told(WELL, BROKEN)
    assert code == 1
    assert lines == [
        "ok       The LED shines red, green and blue.",
        "FAILS    The display does not answer.",
        "         → Check its four wires, and that i2cdetect -y 1 shows 3c.",
        "",
        "One thing fails. See what to do.",
    ]


@pytest.mark.parametrize(("findings", "code", "last"), [
    ([WELL], 0, "Everything works. Nothing to do."),
    ([WELL, UNSEEN], 0, "Nothing fails. One thing was not examined."),
    ([UNSEEN, ODD, ODD], 0, "Nothing fails. Look at two things."),
    ([WELL, BROKEN, ODD, UNSEEN], 1, "One thing fails. See what to do."),
    ([BROKEN, BROKEN], 1, "Failing: two things. See what to do."),
])  # fmt: skip
def test_the_exit_code_is_0_when_nothing_failed(findings: list[Finding], code: int, last: str) -> None:
    found, lines = told(*findings)
    assert (found, lines[-1]) == (code, last)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_stand_below_each_other_in_every_language(language: str) -> None:
    _, lines = told(WELL, ODD, BROKEN, UNSEEN, language=language)
    (start,) = {line.index("→") for line in lines if "→" in line}
    assert all(line[start - 2 : start] == "  " and line[start] != " " for line in lines[:-2])


def test_findings_are_told_as_they_come() -> None:
    lines: list[str] = []
    tell((WELL for expected in (0, 1) if len(lines) == expected), Words("en"), lines.append)
    assert lines.count(lines[0]) == 2
