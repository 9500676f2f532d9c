"""Serves the page: on the loopback interface and nowhere else, until it is interrupted."""

from __future__ import annotations

import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from .._core import InputError
from ..studies import read_study

HOST = "127.0.0.1"
_HELD = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def serve_study(path: Path, *, port: int = 0, ready: Callable[[str], None], say: Callable[[str], None]) -> None:
    """Until SIGINT, SIGTERM or SIGHUP. A release that is under way then is finished and stored first.

    - `port`: 0 for any that is free.
    - `ready`: told the address, with the token, once it is answered there.
    - `say`: told what is waited for, if a signal comes while something is.
    """
    from .actions import Actions
    from .app import make_app

    read_study(path)  # what is no study is refused here, not in the page
    actions = Actions(path.absolute())
    with _bound(port) as listening:
        number = listening.getsockname()[1]
        token = secrets.token_urlsafe(32)
        server = _server(make_app(actions, port=number, token=token), lambda: ready(f"http://{HOST}:{number}/#token={token}"))

        def stop(signal_number: int, frame: FrameType | None) -> None:
            if actions.releasing.is_under_way:
                say("a release is under way; it is finished and stored first")
            server.should_exit = True

        with _handled(stop):
            server.run(sockets=[listening])
            actions.releasing.wait()


@contextmanager
def _bound(port: int) -> Iterator[socket.socket]:
    """A socket that only this machine reaches."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise InputError(f"port {port} cannot be had: {error.strerror}; give another one, or leave it out") from None
        yield listening
    finally:
        listening.close()


@contextmanager
def _handled(stop: Any) -> Iterator[None]:
    """Signals end the page, not what it is doing."""
    before = {number: signal.getsignal(number) for number in _HELD}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _server(app: Any, ready: Callable[[], None]) -> Any:
    import uvicorn

    class Server(uvicorn.Server):
        """Its signals are ours, and it says when it listens."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            ready()

    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        limit_concurrency=64,
    )
    return Server(config)
