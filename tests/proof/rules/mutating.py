"""Mutate a module: every mutant is its source with one small change.

mutmut's operators define the changes: an operator, a number, a word, an argument left out, a case left out, a choice forced.
Its own runner skips tables and properties, where half of our rules are; so we walk the tree ourselves.
"""

from collections import Counter
from itertools import accumulate
from typing import Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

from tests.proof.trying import Mutant

# Code that affects neither rules nor players: types, imports, and the messages of our own faults.
_PASSED_OVER: Final = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom, cst.FormattedString)
_IN_PART: Final[dict[type[cst.CSTNode], m.BaseMatcherNode]] = {
    cst.AnnAssign: m.AnnAssign(annotation=m.Annotation(annotation=m.Name("TypeAlias"))),
    cst.Call: m.Call(func=m.Name("isinstance") | m.Name("assert_never")),
    cst.If: m.If(test=m.Name("TYPE_CHECKING")),
    cst.Raise: m.Raise(exc=m.Call(func=m.Name("ValueError") | m.Name("TypeError"))),
}
_LENGTH: Final = m.Call(func=m.Name("len"))
INDENTS: Final = [4 * depth * " " for depth in range(7)]


def mutants(module: str, source: str) -> list[Mutant]:
    tree = cst.parse_module(source)
    walk = _Walk()
    tree.visit(walk)
    pages = _Pages(tree, source)
    seen: Counter[str] = Counter()
    found = []
    for place, anew, old, new in walk.found:
        whole, difference = pages.replaced(old, new)
        name = f"{module}.{place or '-'}: {difference}"
        seen[name] += 1
        again = f" ({seen[name]})" if seen[name] > 1 else ""  # The same change at two places of a line.
        found.append(Mutant(name + again, module, "" if anew else place, whole))
    return found


class _Pages:
    """A source in which replacing a node takes far less time than generating the code of the whole tree."""

    def __init__(self, tree: cst.Module, source: str) -> None:
        self._tree, self._source = tree, source
        self._starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
        self._places = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(WhitespaceInclusivePositionProvider)

    def replaced(self, old: cst.CSTNode, new: cst.CSTNode) -> tuple[str, str]:
        place = self._places[old]
        start, end = (self._starts[at.line - 1] + at.column for at in (place.start, place.end))
        before, after, there = self._tree.code_for_node(old), self._tree.code_for_node(new), self._source[start:end]
        for indent in INDENTS:  # A node doesn't know how far it is indented, nor whether its first line is, too.
            if _indented(before, indent) in (there, indent + there):
                changed = _indented(after, indent)[len(_indented(before, indent)) - len(there) :]
                first = self._starts[place.start.line - 1]
                last = self._starts[place.end.line] if place.end.column else end
                olds, news = self._source[first:last], self._source[first:start] + changed + self._source[end:last]
                return self._source[:start] + changed + self._source[end:], _difference(olds, news)
        whole = self._tree.deep_replace(old, new).code
        return whole, _difference(self._source, whole)


def _indented(code: str, indent: str) -> str:
    return "".join(indent + line if line.strip() else line for line in code.splitlines(keepends=True))


def _difference(old: str, new: str) -> str:
    olds, news = old.splitlines(), new.splitlines()
    fewer = min(len(olds), len(news))
    top = next((at for at in range(fewer) if olds[at] != news[at]), fewer)
    foot = next((at for at in range(fewer - top) if olds[-1 - at] != news[-1 - at]), fewer - top)
    middles = olds[top : len(olds) - foot], news[top : len(news) - foot]
    return " => ".join(" ".join(line.strip() for line in lines) or "nothing" for lines in middles)


class _Walk(cst.CSTVisitor):
    """Visits every place that can be changed, including tables and properties.

    *found* holds (place, whether everything must be reimported, the old node, the new one).
    """

    def __init__(self) -> None:
        self.found: list[tuple[str, bool, cst.CSTNode, cst.CSTNode]] = []
        self._names: list[str] = []
        self._outermost: cst.CSTNode | None = None
        self._at_definition = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, _PASSED_OVER) or (type(node) in _IN_PART and m.matches(node, _IN_PART[type(node)])):
            return False
        if isinstance(node, cst.Assert):
            node.test.visit(self)
            return False
        if self._outermost is None and (name := _name(node)) and not (self._names and _is_table(node)):
            self._names.append(name)
            self._outermost = None if isinstance(node, cst.ClassDef) else node
        self._at_definition += isinstance(node, cst.Parameters)
        if not m.matches(node, _LENGTH):
            self._change(node)
        return True

    def on_leave(self, node: cst.CSTNode) -> None:
        self._at_definition -= isinstance(node, cst.Parameters)
        if node is self._outermost or (isinstance(node, cst.ClassDef) and self._outermost is None):
            self._names.pop()
            self._outermost = None

    def _change(self, node: cst.CSTNode) -> None:
        place, anew = ".".join(self._names), self._outermost is None or self._at_definition > 0
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                self.found += [(place, anew, node, changed) for changed in operator(node)]


def _name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.ClassDef | cst.FunctionDef):
        return node.name.value
    targets = [one.target for one in node.targets] if isinstance(node, cst.Assign) else []
    targets = [node.target] if isinstance(node, cst.AnnAssign) else targets
    return targets[0].value if len(targets) == 1 and isinstance(targets[0], cst.Name) else ""


def _is_table(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Assign | cst.AnnAssign)
