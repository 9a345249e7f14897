"""What the doctor found, and how it is told."""

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
    """How a part is. WARN: the game goes on, but look at it. SKIPPED: nobody knows."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"
    SKIPPED = "skipped"


# In front of each line, padded to the widest in any language.
LABELS: Final = {
    Verdict.OK: say("doctor.verdict.ok"),
    Verdict.WARN: say("doctor.verdict.warn"),
    Verdict.FAIL: say("doctor.verdict.fail"),
    Verdict.SKIPPED: say("doctor.verdict.skipped"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one *part* is ("reader 1", "key ok", "disk"): *said* tells it, *remedy* what to do about it."""

    part: str
    verdict: Verdict
    said: Said
    remedy: Said = NOTHING


def ok(part: str, said: Said) -> Finding:
    """Return that *part* works."""
    return Finding(part, Verdict.OK, said)


def warn(part: str, said: Said, remedy: Said) -> Finding:
    """Return that *part* works, but not as it should."""
    return Finding(part, Verdict.WARN, said, remedy)


def fail(part: str, said: Said, remedy: Said) -> Finding:
    """Return that *part* doesn't work."""
    return Finding(part, Verdict.FAIL, said, remedy)


def skipped(part: str, said: Said, remedy: Said) -> Finding:
    """Return that *part* was not examined, and what to do to have it examined."""
    return Finding(part, Verdict.SKIPPED, said, remedy)


def tell(findings: Iterable[Finding], words: Words, write: Callable[[str], None]) -> int:
    """Write each finding as it comes, then what they come to; return the exit code: 0 when nothing failed, else 1.

    What to do stands on a line of its own below each finding that needs something done.
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
