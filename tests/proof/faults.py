"""Change rules on purpose, by replacing some words of their source."""

import inspect
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

import pytest

from tests.proof.promise import Fault

MISRULING: Final = Path(__file__).parent / "misruling"


def wrongly(game: str, table: str) -> dict[str, Fault]:
    """Return the faults in a *table* of misruling/<game>.toml, each by its description; none where there is no such table."""
    file = MISRULING / f"{game}.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {what: reads(*map(tuple, changes)) for what, changes in told.get(table, {}).items()}


def reads(*changes: tuple[str, str, str]) -> Fault:
    """Return a fault in functions: each change is a module of the companion, the right text, found once, and the wrong one."""

    def put_in(patch: pytest.MonkeyPatch) -> None:
        sources: dict[str, str] = {}
        for name, right, wrong in changes:
            source = sources.get(name) or inspect.getsource(import_module(f"companion.{name}"))
            if source.count(right) != 1:
                raise ValueError(f"{right!r} stands {source.count(right)} times in {name}")
            sources[name] = source.replace(right, wrong)
        for name, source in sources.items():
            module = import_module(f"companion.{name}")
            fresh = {code.co_qualname: code for code in codes(compile(source, module.__file__, "exec", dont_inherit=True))}
            for function in functions(module):
                patch.setattr(function, "__code__", fresh[function.__qualname__])

    return put_in


def functions(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions and methods that are defined in the file of *module*, whatever wraps them."""
    for owner in (module, *(one for one in vars(module).values() if inspect.isclass(one))):
        for one in vars(owner).values():
            function = inspect.unwrap(one.fget if isinstance(one, property) else one)
            is_own = inspect.isfunction(function) and function.__code__.co_filename == module.__file__
            if is_own and function.__name__.isidentifier():
                yield function


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)
