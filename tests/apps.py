"""What all apps of a run share, because most of what an app costs is compiling the same routes, templates and catalogues."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

import pytest
from werkzeug.routing import Rule

from web import app as apps
from web.lab.site import COMPILED


@contextmanager
def compiled_once() -> Iterator[None]:
    """Compile each template, and how each route would build an address, once."""
    build, kept = Rule._compile_builder, dict[Any, Callable[..., Any]]()

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
        key = rule.rule, str(rule.defaults), append_unknown
        if key not in kept:
            kept[key] = build(rule, append_unknown)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        templates = apps._Templates
        patch.setattr(templates, "__init__", partialmethod(templates.__init__, bytecode_cache=COMPILED))
        patch.setattr(Rule, "_compile_builder", compiled)
        yield
