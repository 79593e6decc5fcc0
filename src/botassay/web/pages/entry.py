"""The way in: the token, the first page, and the files that pages load."""

from typing import Final

import msgspec

from botassay.core.error_codes import CODES
from botassay.web.drawing import asset, draw
from botassay.web.guard import cookie_header
from botassay.web.messages import FORM, WebAnswer, WebRequest, WebRole
from botassay.web.problems import missing
from botassay.web.routing import Route
from botassay.web.tokens import SESSION, WebSessions
from botassay.web.workspace import Workspace

_KINDS: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}


class TokenEntered(msgspec.Struct):
    """A token that was entered."""

    token: str


async def _first(request: WebRequest, workspace: Workspace) -> WebAnswer:
    """Lead to the runs; without a token, to the form for one: this is the address that is printed, and no failure."""
    del workspace
    if request.visitor.role is WebRole.NOBODY:
        return draw("login.html", request.visitor, title="Enter the token", here="", refused="")
    return WebAnswer.see("/runs")


async def _begin(request: WebRequest, workspace: Workspace) -> WebAnswer:
    by_form = request.kind == FORM
    token = request.form().get("token", "").strip() if by_form else request.read(TokenEntered).token
    sessions: WebSessions = workspace.parts[WebSessions]
    cookie = cookie_header(
        sessions.cookie(token), SESSION, secure=request.headers.get("origin", "").startswith("https:")
    )
    if by_form:
        return WebAnswer(status=303, headers={"Location": "/runs", "Set-Cookie": cookie})
    return WebAnswer(status=204, headers={"Set-Cookie": cookie})


async def _file(request: WebRequest, workspace: Workspace) -> WebAnswer:
    del workspace
    name = request.params["name"]
    content = asset(name)
    if content is None:
        raise missing("file")
    lasting = {"Cache-Control": "public, max-age=86400"} if "v" in request.query else {}
    return WebAnswer(body=content, kind=_KINDS[name.rpartition(".")[2]], headers=lasting)


async def _problem(request: WebRequest, workspace: Workspace) -> WebAnswer:
    del workspace
    code = request.params["code"]
    if code not in CODES:
        raise missing("code")
    return draw("code.html", request.visitor, title=code, here="", code=code, meaning=CODES[code])


ROUTES: Final = (
    Route(method="GET", path="/", handler=_first, role=WebRole.NOBODY),
    Route(method="POST", path="/session", handler=_begin, role=WebRole.NOBODY),
    Route(method="GET", path="/static/{name}", handler=_file, role=WebRole.NOBODY),
    Route(method="GET", path="/problems/{code}", handler=_problem, role=WebRole.NOBODY),
)
