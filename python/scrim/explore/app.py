"""What the page asks for, and what it is answered. All but the empty page, its style and its script needs the token."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .actions import Actions
from .guard import App, Guard, TooMuch
from .posted import Posted, read_posted
from .problems import Refused, told
from .render import script, shell, style

_PUBLIC = {
    "/": (shell, "text/html"),
    "/style.css": (style, "text/css"),
    "/script.js": (script, "text/javascript"),
}


def make_app(actions: Actions, *, port: int, token: str) -> App:
    """The application, behind its guard."""
    routes = [Route(path, partial(_give, *what), methods=["GET"]) for path, what in _PUBLIC.items()]
    answered = {
        "/page": actions.page,
        "/edit": actions.edit,
        "/plan": actions.plan,
        "/save": actions.save,
        "/code": actions.code,
        "/release": actions.release,
    }
    routes += [Route(path, partial(_act, act), methods=["POST"]) for path, act in answered.items()]
    return Guard(Starlette(routes=routes), port=port, token=token, public=frozenset(_PUBLIC))


async def _give(text: Callable[[], str], kind: str, request: Request) -> Response:
    return Response(text(), media_type=kind)


async def _act(act: Callable[[Posted], dict[str, Any]], request: Request) -> Response:
    """On a thread of its own, so that a long release keeps nobody waiting."""
    try:
        posted = read_posted(await request.body())
    except (Refused, TooMuch) as error:
        status, said = told(error) if isinstance(error, Refused) else (413, "more was sent than a study has")
        return _problem(status, said)
    try:
        return JSONResponse(await run_in_threadpool(act, posted))
    except Exception as error:
        return _problem(*told(error))


def _problem(status: int, said: str) -> Response:
    return JSONResponse({"said": said, "problem": True}, status_code=status)
