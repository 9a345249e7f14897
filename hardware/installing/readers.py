"""Let the table use readers on USB: those that pcscd serves, and those that type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .pi import file, gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .choices import Choices
    from .pi import Change, Pi

PACKAGES_OF_PCSC: Final = ("libccid", "pcscd")
GROUPS_OF_KEYBOARDS: Final = ("input",)

RULE: Final = "/etc/polkit-1/rules.d/60-barkeep.rules"
RULE_TEXT: Final = """\
// Where pcscd asks polkit, it serves only users who sit at the machine, unless a rule says otherwise.
polkit.addRule(function(action, subject) {
    if (action.id.indexOf("org.debian.pcsc-lite.") === 0 && subject.user === "barkeep") {
        return polkit.Result.YES;
    }
});
"""
MODULES: Final = "/etc/modprobe.d/barkeep.conf"
MODULES_TEXT: Final = """\
# The kernel's own driver would take an ACR122U and its like away from pcscd.
blacklist pn533_usb
"""


def kind(choices: Choices) -> str:
    """Return the name of the readers' kind."""
    return str(choices.table.get("reader", "mfrc522"))


def readers(pi: Pi, choices: Choices) -> Iterator[Change]:
    """Yield the changes that let pcscd have the reader and the table use pcscd, or take that away again."""
    if kind(choices) == "pcsc":
        yield from file(pi, RULE, RULE_TEXT, "let the table use pcscd")
        yield from file(pi, MODULES, MODULES_TEXT, "let pcscd have the reader", restart=True)
    else:
        yield from gone(pi, RULE)
        yield from gone(pi, MODULES)
