"""Find every sentence code that a source can produce: read its calls of say() and Term(), also through its own helpers."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

CODE = re.compile(r"[a-z]\w*(\.\w+)+")
SPOKEN = re.compile(r"""\bt\(\s*['"]([\w.]+)['"]""")  # The call in a template.
SAYS = re.compile(r"\b(?:say|Term|text)\(")
HOLE = "*"  # A part of a code that is known only at run time.


@dataclass(frozen=True, slots=True)
class Produced:
    """A *code*, possibly with a hole, and the names of its *fields* if the call shows them all."""

    code: str
    fields: frozenset[str] | None
    where: str


@dataclass(frozen=True, slots=True)
class _Short:
    """A function that says *before* + its argument number *at* + *after*."""

    before: str
    at: int
    after: str


_Function: TypeAlias = tuple[ast.FunctionDef, list[ast.Call]]  # With the calls within it.


def produced(paths: Iterable[Path]) -> list[Produced]:
    """Return the codes of all calls in *paths*."""
    found = []
    for source, path in ((path.read_text(encoding="utf-8"), path) for path in paths):
        if not SAYS.search(source):
            continue  # Parsing and walking take most of the time.
        nodes = list(ast.walk(ast.parse(source)))
        calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
        functions = [(node, _within(node, calls)) for node in nodes if isinstance(node, ast.FunctionDef)]
        shorts = _shorts(functions)
        own = {arg for function in functions for arg, _ in _passed(*function, shorts)}
        found += [one for call in calls for one in _said(call, shorts, own, f"{path.name}:{call.lineno}")]
    return found


def spoken(paths: Iterable[Path]) -> set[str]:
    """Return the codes that the templates in *paths* ask for."""
    return {code for path in paths for code in SPOKEN.findall(path.read_text(encoding="utf-8"))}


def _said(call: ast.Call, shorts: dict[str, list[_Short]], own: set[ast.expr], where: str) -> Iterator[Produced]:
    fields = {word.arg for word in call.keywords}
    known = None if None in fields else frozenset(name for name in fields if name)
    for short in shorts.get(_name(call.func), []):
        if short.at < len(call.args) and call.args[short.at] not in own:
            for text in _texts(call.args[short.at]):
                code = short.before + text + short.after
                if CODE.fullmatch(code.replace(HOLE, "x")) and not code.startswith(HOLE):
                    yield Produced(code, known if not short.after else None, where)


def _within(function: ast.FunctionDef, calls: list[ast.Call]) -> list[ast.Call]:
    lines = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    return [call for call in calls if call.lineno in lines]


def _shorts(functions: list[_Function]) -> dict[str, list[_Short]]:
    """Return the functions that say something: say(), Term() and Words.text(), and those that pass an argument on to them."""
    shorts: dict[str, list[_Short]] = defaultdict(list, {name: [_Short("", 0, "")] for name in ("say", "Term", "text")})
    for _ in range(2):
        for function, calls in functions:
            for _, short in _passed(function, calls, shorts):
                if short not in shorts[function.name]:
                    shorts[function.name].append(short)
    return shorts


def _passed(function: ast.FunctionDef, calls: list[ast.Call], shorts: dict[str, list[_Short]]) -> list[tuple[ast.expr, _Short]]:
    """Return those of *function*'s *calls* that say one of its own arguments, and the text around that argument."""
    own, found = [arg.arg for arg in function.args.args if arg.arg != "self"], []
    for call in calls if own else ():
        for short in shorts.get(_name(call.func), []):
            if short.at < len(call.args) and (shape := _around(call.args[short.at], own)):
                before, at, after = shape
                found.append((call.args[short.at], _Short(short.before + before, at, after + short.after)))
    return found


def _around(node: ast.expr, own: list[str]) -> tuple[str, int, str] | None:
    """Return the text before and after one of the function's arguments in a name or f-string, and which argument it is."""
    if isinstance(node, ast.Name) and node.id in own:
        return "", own.index(node.id), ""
    if not isinstance(node, ast.JoinedStr):
        return None
    parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    at = [n for n, part in enumerate(parts) if isinstance(part, ast.Name) and part.id in own]
    if len(at) != 1 or sum(not isinstance(part, ast.Constant) for part in parts) != 1:
        return None
    before, after = (
        "".join(str(part.value) for part in some if isinstance(part, ast.Constant)) for some in (parts[: at[0]], parts[at[0] :])
    )
    return before, own.index(ast.unparse(parts[at[0]])), after


def _texts(node: ast.expr) -> list[str]:
    """Return every text that *node* can evaluate to."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp():
            return _texts(node.body) + _texts(node.orelse)
        case ast.JoinedStr():
            return ["".join(parts) for parts in product(*(_texts(part) for part in node.values))]
        case ast.FormattedValue():
            return [HOLE]
    return []


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
