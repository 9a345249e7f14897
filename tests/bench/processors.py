"""Who works on which processor. Phones are machines of their own: here they needn't take the server's time as well."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager


@contextmanager
def left_by_server(*, apart: bool) -> Iterator[frozenset[int]]:
    """Yield the processors for what stands for phones.

    *apart*: this thread and those that it starts keep to one processor meanwhile, and leave the others. Without it, or where
    there is only one or the system is no Linux, all is shared.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield frozenset()
        return
    every = frozenset(os.sched_getaffinity(0))
    own = {max(every)} if apart and len(every) > 1 else every
    os.sched_setaffinity(0, own)
    try:
        yield every - own or every
    finally:
        os.sched_setaffinity(0, every)


def keep_to(processors: Collection[int]) -> None:
    """Keep the calling process to *processors*; to any where there are none."""
    if processors:
        os.sched_setaffinity(0, processors)
