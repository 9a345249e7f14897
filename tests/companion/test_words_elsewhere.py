"""No sentence for people stands outside the catalogues: not in the code, the pages, or the pages' scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.words import FOLDER

ROOT = FOLDER.parent.parent
TERMINAL = ROOT / "firmware" / "command.py"  # What it prints is for whoever starts the program, as are its options.
SOURCES = sorted({path for top in ("companion", "firmware", "web") for path in (ROOT / top).rglob("*.py")} - {TERMINAL})
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "web" / "static").glob("*.js"))

LIKE_A_SENTENCE = re.compile(r"[A-Z][a-z]+([ ,:’'{}]+\w+){2}")
QUOTED = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`""")
REMARK = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
JINJA = re.compile(r"\{% block look %\}\w*\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
SPOKEN = re.compile(r"""\b(?:aria-label|aria-description|alt|title|placeholder)="([^"]*)\"""")
WORD = re.compile(r"[^\W\d_]{2}")
SAME_EVERYWHERE = {"Barkeep"}
Reading = Callable[[str], list[str]]


def sentences(source: str) -> list[str]:
    """Return the texts in a Python *source* that look like a sentence for people: a capital, three words or more.

    Docstrings, and what is raised or asserted, are for whoever reads the program.
    """
    tree = ast.parse(source)
    exempt = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.Assert) for part in ast.walk(node)}
    exempt |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in exempt]
    return [text for text in texts if isinstance(text, str) and LIKE_A_SENTENCE.match(text)]


def words_on_page(template: str) -> list[str]:
    """Return every word that *template* itself would show or say aloud, and every sentence among its expressions."""
    bare = STYLE.sub("", JINJA.sub("", template))
    shown = [text.strip() for text in re.split(r"<[^>]*>", bare)] + SPOKEN.findall(bare)
    found = [text for text in shown if WORD.search(text) and text not in SAME_EVERYWHERE and not text.endswith('=""')]
    return found + [text for part in JINJA.findall(template) if part[1] != "#" for text in quoted(part)]


def quoted(script: str) -> list[str]:
    """Return what a *script*, its remarks aside, quotes and looks like a sentence."""
    texts = ("".join(found) for found in QUOTED.findall(REMARK.sub("", script)))
    return [text for text in texts if LIKE_A_SENTENCE.match(text)]


@pytest.mark.parametrize(
    ("paths", "read", "least"), [(SOURCES, sentences, 50), (TEMPLATES, words_on_page, 20), (SCRIPTS, quoted, 5)]
)
def test_no_sentence_for_people_stands_outside_the_catalogues(paths: list[Path], read: Reading, least: int) -> None:
    found = {path.name: read(path.read_text(encoding="utf-8")) for path in paths}
    assert len(found) > least
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (sentences, '"""A docstring of several words."""\nsay("The table waits for Noor.")', ["The table waits for Noor."]),
        (sentences, 'raise ValueError("For whoever reads the program")\nCard("Harbour Bar", 5)', []),
        (words_on_page, "<p class='soft'>Wait</p>", ["Wait"]),
        (words_on_page, "<style>p { color: red; }</style><p>Wait</p><style></style>", ["Wait"]),
        (words_on_page, "{% if busy %}<b>{{ name }}</b> waits{% endif %}", ["waits"]),
        (words_on_page, '<button aria-label="Go back"><i></i></button>', ["Go back"]),
        (words_on_page, "<p>{{ name or 'Nobody is here' }}</p>", ["Nobody is here"]),
        (words_on_page, "{# For who reads this #}<p title=\"{{ t('web.back') }}\">{{ t('web.back') }} 5 · {{ 3 }}</p>", []),
        (words_on_page, "<title>Barkeep</title>", []),
        (quoted, 'line.textContent = "No line to the table";', ["No line to the table"]),
        (quoted, "box.textContent = `Sum of ${n} notes`;", []),
        (quoted, "// Says 'Wait for the table'\nfetch('https://a.b');", []),
    ],
)
def test_a_sentence_that_stands_there_would_be_found(read: Reading, text: str, found: list[str]) -> None:
    assert read(text) == found
