"""The doctor's findings, and how they are printed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from companion.kit.messages import Said, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.words import Words

NOTHING: Final = say("doctor.do.nothing")


class Verdict(Enum):
    """The state of a part. WARN: the game goes on, but take a look. SKIPPED: it was not examined."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


# Printed before each finding, padded to the longest label in the language.
LABELS: Final = {
    Verdict.OK: say("doctor.verdict.ok"),
    Verdict.WARN: say("doctor.verdict.warn"),
    Verdict.FAIL: say("doctor.verdict.fail"),
    Verdict.SKIPPED: say("doctor.verdict.skipped"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one *part* ("reader 1", "key ok", "disk"): *said* describes it, *remedy* says what to do about it."""

    part: str
    verdict: Verdict
    said: Said
    remedy: Said = NOTHING


def ok(part: str, said: Said) -> Finding:
    """Return the finding that *part* works."""
    return Finding(part, Verdict.OK, said)


def warn(part: str, said: Said, remedy: Said) -> Finding:
    """Return the finding that *part* works, but not as it should."""
    return Finding(part, Verdict.WARN, said, remedy)


def fail(part: str, said: Said, remedy: Said) -> Finding:
    """Return the finding that *part* doesn't work."""
    return Finding(part, Verdict.FAIL, said, remedy)


def skipped(part: str, said: Said, remedy: Said) -> Finding:
    """Return the finding that *part* was not examined, with the way to have it examined."""
    return Finding(part, Verdict.SKIPPED, said, remedy)


def tell(findings: Iterable[Finding], words: Words, write: Callable[[str], None]) -> int:
    """Write each finding as it comes, then a summary; return the exit code, 0 if nothing failed, else 1.

    A finding that needs something done has its remedy on a line of its own below.
    """
    labels = {verdict: words.say(label, {}) for verdict, label in LABELS.items()}
    indent = max(map(len, labels.values())) + 2
    verdicts: Counter[Verdict] = Counter()
    for finding in findings:
        verdicts[finding.verdict] += 1
        write(labels[finding.verdict].ljust(indent) + words.say(finding.said, {}))
        if finding.remedy != NOTHING:
            write(" " * indent + "→ " + words.say(finding.remedy, {}))
    write("")
    write(words.say(_sum(verdicts), {}))
    return 1 if verdicts[Verdict.FAIL] else 0


def _sum(verdicts: Counter[Verdict]) -> Said:
    if verdicts[Verdict.FAIL]:
        return say("doctor.sum.fail", count=verdicts[Verdict.FAIL])
    if verdicts[Verdict.WARN]:
        return say("doctor.sum.warn", count=verdicts[Verdict.WARN])
    if verdicts[Verdict.SKIPPED]:
        return say("doctor.sum.skipped", count=verdicts[Verdict.SKIPPED])
    return say("doctor.sum.ok")
