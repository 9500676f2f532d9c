"""Who may talk to the page: this machine's browser, on the page's own origin, with the token. Everyone else is refused
before anything is looked at."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 4 << 20
"""Of what a browser sends; the form of a study with a thousand columns has some hundred thousand."""

_PORT_OF_HTTP = 80
"""Which browsers leave out, in hosts and in origins."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class Guard:
    """In front of everything. What is served without the token tells nothing: it is the same for every study."""

    def __init__(self, app: App, *, port: int, token: str, public: frozenset[str]) -> None:
        self._app = app
        self._origins = _origins_by_host(port)
        self._token = token.encode()
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no sockets of other kinds
        refused = self._refusal(scope)
        if refused is not None:
            await _answer(send, *refused)
            return
        await self._app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why this request is not answered. Of several headers of one name none is believed."""
        host = _header(scope, b"host")
        if host not in self._origins:
            return 421, "this page answers to its own address alone; open the one that scrim explore printed"
        method, path = scope["method"], scope["path"]
        if method == "GET" and path in self._public:
            return None
        if method not in ("GET", "POST"):
            return 405, "there is nothing to be had this way"
        if method == "POST" and _header(scope, b"origin") != self._origins[host]:
            return 403, "this was sent by another page, and is refused"
        if _header(scope, b"sec-fetch-site") not in (None, "same-origin"):
            return 403, "this was sent by another page, and is refused"
        if not self._has_token(scope):
            return 401, "the token is missing or wrong; open the address that scrim explore printed"
        length = _header(scope, b"content-length")
        if length is not None and (not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES):
            return 413, f"more than {MOST_BYTES} bytes were sent; such a study is edited in an editor"
        return None

    def _has_token(self, scope: Scope) -> bool:
        given = _header(scope, b"authorization") or ""
        scheme, _, token = given.partition(" ")
        # In constant time, so that nobody finds it letter by letter.
        return scheme == "Bearer" and hmac.compare_digest(token.encode("utf-8", "replace"), self._token)


def _origins_by_host(port: int) -> dict[str | None, str]:
    """The origin of this page under each of its hosts, as browsers write both."""
    names = ("127.0.0.1", "localhost")
    if port != _PORT_OF_HTTP:
        return {f"{name}:{port}": f"http://{name}:{port}" for name in names}
    return {host: f"http://{name}" for name in names for host in (name, f"{name}:{port}")}


class TooMuch(Exception):
    """More was sent than was announced, or than is taken."""


def _header(scope: Scope, name: bytes) -> str | None:
    found = [value for key, value in scope["headers"] if key.lower() == name]
    if len(found) > 1:
        return ""
    return found[0].decode("latin-1") if found else None


def _limited(receive: Receive) -> Receive:
    """What is sent in pieces has no length that could be looked at first."""
    received = 0

    async def count() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BYTES:
            raise TooMuch
        return message

    return count


def _with_headers(send: Send) -> Send:
    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return add


async def _answer(send: Send, status: int, said: str) -> None:
    body = json.dumps({"said": said, "problem": True}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
