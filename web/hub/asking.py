"""Ask before something goes that nobody can bring back: a page with what goes, a button that does it, and a link back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import render_template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.messages import Field


def asked(kind: str, action: str, back: str, fields: Mapping[str, object], **told: Field) -> str:
    """Return the page for one *kind* of change. Its button posts *fields* to *action*; its words have the fields *told*."""
    return render_template("hub/ask.html", kind=kind, action=action, back=back, fields=fields, told=told)
