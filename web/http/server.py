"""Serves the app: waitress in one process, with the settings that keep one bad client from starving the others."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher

from web.http.connections import MOST, Listener
from web.http.guard import LONGEST_REQUEST
from web.http.streams import MOST_PUBLIC, MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

THREADS: Final = MOST_SEATS + MOST_PUBLIC + 16  # A stream holds a thread; the rest answer everything else.
SILENT_LINE: Final = 20_000  # milliseconds before a phone that dropped off the Wi-Fi without a word counts as gone
MOST_UNSENT: Final = 16_384  # bytes that the system takes before they can leave; a phone's page has about half as many
CLOSING: Final = 10.0  # seconds
NEVER: Final = 10**12  # seconds


class Server:
    """A running server; it answers from the moment it exists until `close`."""

    def __init__(self, server: Any, streams: Any) -> None:
        self._server, self._streams = server, streams
        self.port = int(server.effective_port)
        self._thread = threading.Thread(target=server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the server's loop still runs."""
        return self._thread.is_alive()

    def ask(self, answer: Callable[[], None]) -> None:
        """Have *answer* called by the loop's next free thread, as a request would be: it shows that both get on.

        Not for a closed server. Takes no connection, so that nobody who holds all of them can keep the answer back.
        """
        self._server.trigger.pull_trigger(lambda: self._server.task_dispatcher.add_task(_Asked(answer)))

    def close(self) -> None:
        """Hang up on everybody and wait until the loop has ended. May be called any number of times."""
        if not self._thread.is_alive():
            return
        self._streams.close()
        trigger = self._server.trigger
        with trigger.lock:  # A loop awake already would hang up, and close the trigger, before it is pulled here.
            trigger.thunks.append(self._hang_up)
            trigger.pull_trigger()
        self._thread.join(CLOSING)
        self._server.task_dispatcher.shutdown(timeout=CLOSING)

    def _hang_up(self) -> None:
        """Runs in the server's loop, which ends when nothing is left to listen to."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()


class _Asked:
    """A question in the queue of the threads, in the shape of a waitress task."""

    def __init__(self, answer: Callable[[], None]) -> None:
        self.service = answer

    def cancel(self) -> None:
        """The server closes: nobody wants to know any more."""


def serve(app: Flask, port: int, host: str = "0.0.0.0", *, clock: Callable[[], float] = time.monotonic) -> Server:
    """Serve *app* on *port* (0: any free one, told by `Server.port`) of *host*; raise OSError where it is taken.

    *clock* tells who takes too long: seconds that never jump.
    """
    adj = Adjustments(
        host=host,
        port=port,
        threads=THREADS,
        ident=None,
        channel_request_lookahead=1,  # Lets a stream ask whether its browser is gone.
        channel_timeout=NEVER,  # By the wall clock, which jumps; who dawdles is told by ours.
        connection_limit=2 * MOST,  # At this one waitress takes no caller at all; the listener makes room before.
        max_request_body_size=LONGEST_REQUEST + 1,  # Waitress refuses what reaches it.
        max_request_header_size=8192,
        clear_untrusted_proxy_headers=True,  # There is no proxy, so nobody may speak as one.
    )
    adj.socket_options = _socket_options()  # Waitress takes them for its own, but not as an argument.
    threads = ThreadedTaskDispatcher()
    server = Listener(app, dispatcher=threads, adj=adj, clock=clock)
    threads.set_thread_count(THREADS)  # Only now: a port that is taken must leave no threads behind.
    return Server(server, app.extensions["streams"])


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux only.
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_LINE))
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        options.append((socket.SOL_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT))
    return options
