"""Serve a character device from user space by Linux's CUSE (linux/fuse.h, version 7.31, little-endian, 64 bits)."""

from __future__ import annotations

import errno
import os
import struct
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

IN_HEADER: Final = struct.Struct("<IIQQIIII")  # length, operation, request, node, user, group, process, padding
OUT_HEADER: Final = struct.Struct("<IiQ")  # length, error, request
INIT_OUT: Final = struct.Struct("<IIIIIIII40x")  # major, minor, -, flags, most to read, most to write, device's major and minor
OPEN_OUT: Final = struct.Struct("<QII")
IOCTL_IN: Final = struct.Struct("<QIIQII")  # handle, flags, command, argument, size in, size out
IOCTL_OUT: Final = struct.Struct("<iIII")  # result, flags, vectors in, vectors out
VECTOR: Final = struct.Struct("<QQ")  # address, length

UNRESTRICTED: Final = 1  # An ioctl may then name further memory of its caller, as both buses' do.
RETRY: Final = 4
MOST: Final = 1 << 17  # bytes


class Operation(IntEnum):
    """What the kernel may ask for."""

    OPEN = 14
    RELEASE = 18
    FLUSH = 25
    INTERRUPT = 36
    IOCTL = 39
    INIT = 4096


Memory = tuple[int, int]  # Address and length in the caller's memory.


@dataclass(frozen=True, slots=True)
class Need:
    """An ioctl needs to read these parts of its caller's memory, one after another, and to write those."""

    reads: Sequence[Memory] = ()
    writes: Sequence[Memory] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A device node: its *name* below /dev, its number, and the function that serves its ioctls.

    *ioctl* gets the command, the argument, the bytes that it asked for, and how many it may write. It returns what it needs if
    that isn't there yet, otherwise the bytes to write, and raises OSError for an error.
    """

    name: str
    major: int
    minor: int
    ioctl: Callable[[int, int, bytes, int], Need | bytes]


def serve_forever(node: Node, ready: Callable[[], None]) -> None:
    """Create *node*, call *ready* once the kernel has it, and serve it one request at a time."""
    channel = os.open("/dev/cuse", os.O_RDWR)
    while True:
        request = os.read(channel, MOST + 4096)
        _, operation, number, *_ = IN_HEADER.unpack_from(request)
        try:
            answer, code = _answer(node, operation, request[IN_HEADER.size :]), 0
        except OSError as trouble:
            answer, code = b"", -(trouble.errno or errno.EIO)
        if answer is None:
            continue
        with suppress(FileNotFoundError):  # The caller was interrupted meanwhile.
            os.write(channel, OUT_HEADER.pack(OUT_HEADER.size + len(answer), code, number) + answer)
        if operation == Operation.INIT:
            ready()


def _answer(node: Node, operation: int, body: bytes) -> bytes | None:
    """Return the answer to one request, or None if it gets none."""
    match operation:
        case Operation.INIT:
            named = b"DEVNAME=" + node.name.encode() + b"\0"
            return INIT_OUT.pack(7, 31, 0, UNRESTRICTED, MOST, MOST, node.major, node.minor) + named
        case Operation.OPEN:
            return OPEN_OUT.pack(0, 0, 0)
        case Operation.RELEASE | Operation.FLUSH:
            return b""
        case Operation.INTERRUPT:
            return None
        case Operation.IOCTL:
            return _ioctl(node, body)
    raise OSError(errno.ENOSYS, "not served")


def _ioctl(node: Node, body: bytes) -> bytes:
    _, _, command, argument, _, room = IOCTL_IN.unpack_from(body)
    found = node.ioctl(command, argument, body[IOCTL_IN.size :], room)
    if isinstance(found, bytes):
        return IOCTL_OUT.pack(0, 0, 0, 0) + found
    vectors = b"".join(VECTOR.pack(*part) for part in (*found.reads, *found.writes))
    return IOCTL_OUT.pack(0, RETRY, len(found.reads), len(found.writes)) + vectors
