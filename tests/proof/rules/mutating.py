"""Mutate a module: every mutant is its source with one small change.

mutmut's operators define the changes: an operator, a number, a word, an argument left out, a case left out, a choice forced.
Its own runner skips tables and properties, where half of our rules are; so we walk the tree ourselves.
"""

import hashlib
from collections import Counter
from typing import Final, NamedTuple

import libcst as cst
import libcst.matchers as m
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


class Change(NamedTuple):
    """A *new* node instead of the *old* one in a module's *tree*; *name* stays the same as long as its line and function do."""

    name: str
    module: str
    place: str  # The outermost function, such as "Purse.covers", or the table; "" if everything must be reimported.
    tree: cst.Module
    old: cst.CSTNode
    new: cst.CSTNode

    @property
    def hundredth(self) -> int:
        return int(hashlib.sha256(self.name.encode()).hexdigest(), 16) % 100

    def mutant(self) -> Mutant:
        return Mutant(self.name, self.module, self.place, self.tree.deep_replace(self.old, self.new).code)


def changes(module: str, source: str) -> list[Change]:
    tree = cst.parse_module(source)
    walk = _Walk(module, tree)
    tree.visit(walk)
    return walk.found


class _Walk(cst.CSTVisitor):
    """Visits every place that can be changed, including tables and properties, and keeps the changes *found*."""

    def __init__(self, module: str, tree: cst.Module) -> None:
        self.found: list[Change] = []
        self._module, self._tree = module, tree
        self._seen: Counter[str] = Counter()
        self._names: list[str] = []
        self._line = ""  # What the innermost statement begins with.
        self._outermost: cst.CSTNode | None = None
        self._at_definition = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, _PASSED_OVER) or (type(node) in _IN_PART and m.matches(node, _IN_PART[type(node)])):
            return False
        if isinstance(node, cst.Assert):
            node.test.visit(self)
            return False
        if isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            lines = self._tree.code_for_node(node).splitlines()
            self._line = next(line for line in map(str.strip, lines) if line and line[0] != "#")
        if self._outermost is None and (name := _name(node)) and not (self._names and _is_table(node)):
            self._names.append(name)
            self._outermost = None if isinstance(node, cst.ClassDef) else node
        self._at_definition += isinstance(node, cst.Parameters)
        if not m.matches(node, m.Call(func=m.Name("len"))):
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
            for changed in operator(node) if isinstance(node, kind) else ():
                olds, news = (" ".join(self._tree.code_for_node(one).split()) for one in (node, changed))
                name = f"{self._module}.{place or '-'}, {self._line} {olds} => {news}"
                self._seen[name] += 1
                again = f" ({self._seen[name]})" if self._seen[name] > 1 else ""  # The same change at another place.
                self.found.append(Change(name + again, self._module, "" if anew else place, self._tree, node, changed))


def _name(node: cst.CSTNode) -> str:
    if isinstance(node, cst.ClassDef | cst.FunctionDef):
        return node.name.value
    targets = [one.target for one in node.targets] if isinstance(node, cst.Assign) else []
    targets = [node.target] if isinstance(node, cst.AnnAssign) else targets
    return targets[0].value if len(targets) == 1 and isinstance(targets[0], cst.Name) else ""


def _is_table(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Assign | cst.AnnAssign)
