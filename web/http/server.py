"""Serve the app with waitress in one process, set up so that one bad client can't starve the others."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher

from web.http.connections import MOST, Listener
from web.http.guard import LONGEST_PICTURE, LONGEST_REQUEST
from web.http.streams import MOST_PUBLIC, MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

THREADS: Final = MOST_SEATS + MOST_PUBLIC + 16  # A stream holds a thread; the rest answer everything else.
SILENT_LINE: Final = 20_000  # milliseconds after which a phone that left the Wi-Fi silently counts as gone
MOST_UNSENT: Final = 16_384  # bytes that the kernel buffers unsent; a phone's page has about half as many
CLOSING: Final = 10.0  # seconds to wait for the loop, and again for the threads
NEVER: Final = 10**12  # seconds


class Server:
    """A running server. It answers from construction until `close`."""

    def __init__(self, server: Any, streams: Any) -> None:
        self._server, self._streams = server, streams
        self.port = int(server.effective_port)
        self._thread = threading.Thread(target=server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Return whether the server's loop still runs."""
        return self._thread.is_alive()

    def ask(self, answer: Callable[[], None]) -> None:
        """Have the loop pass *answer* to the next free thread, like a request, which shows that both still work.

        Needs no connection, so that it works even if clients hold all of them. Don't call it after `close`.
        """
        self._server.trigger.pull_trigger(lambda: self._server.task_dispatcher.add_task(_Asked(answer)))

    def close(self) -> None:
        """Close every connection and wait until the loop has ended. Can be called more than once."""
        if not self._thread.is_alive():
            return
        self._streams.close()
        trigger = self._server.trigger
        with trigger.lock:  # Else a running loop could close the trigger before it is pulled here.
            trigger.thunks.append(self._hang_up)
            trigger.pull_trigger()
        self._thread.join(CLOSING)
        self._server.task_dispatcher.shutdown(timeout=CLOSING)

    def _hang_up(self) -> None:
        """Close everything that the loop listens to, so that it ends. Runs in the loop's thread."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()


class _Asked:
    """A call in the threads' queue, with the methods of a waitress task."""

    def __init__(self, answer: Callable[[], None]) -> None:
        self.service = answer

    def cancel(self) -> None:
        """Do nothing: the server is closing, and the answer isn't needed any more."""


def serve(app: Flask, port: int, host: str = "0.0.0.0", *, clock: Callable[[], float] = time.monotonic) -> Server:
    """Serve *app* on *port* of *host*; raise OSError if that can't be. With 0 any free port is taken; see `Server.port`.

    *clock* times slow and idle connections; it returns seconds and never jumps.
    """
    adj = _limits(host, port)
    adj.socket_options = _socket_options()  # Not accepted as an argument.
    threads = ThreadedTaskDispatcher()
    server = Listener(app, dispatcher=threads, adj=adj, clock=clock)
    threads.set_thread_count(THREADS)  # Only now, so that a port in use leaves no threads behind.
    return Server(server, app.extensions["streams"])


def _limits(host: str, port: int) -> Adjustments:
    """Return how waitress is to serve on *port* of *host*; raise OSError if no name or address is written like that."""
    try:
        return Adjustments(
            host=host,
            port=port,
            threads=THREADS,
            ident=None,
            channel_request_lookahead=1,  # Lets a stream ask whether its browser is gone.
            channel_timeout=NEVER,  # It uses the wall clock, which jumps; Listener has timeouts of its own.
            connection_limit=2 * MOST,  # Here waitress stops accepting; Listener makes room long before.
            max_request_body_size=LONGEST_REQUEST + 1,  # Waitress refuses a body of this size.
            inbuf_overflow=LONGEST_PICTURE + 1,  # Else waitress writes long bodies to a file, and a picture stays in memory.
            max_request_header_size=8192,
            clear_untrusted_proxy_headers=True,  # There is no proxy, so such headers are forged.
        )
    except ValueError as wrong:  # Waitress has looked *host* up.
        raise socket.gaierror(socket.EAI_NONAME, host) from wrong


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only.
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_LINE))
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        options.append((socket.SOL_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT))
    return options
