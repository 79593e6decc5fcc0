"""Profiles of the workspace in the API: what matters to kinds of users, each changed only by who saw it last."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from botassay.core.errors import BotassayError
from botassay.core.results import Profile
from botassay.profiles.published import EXTENDED, file_of, read_profile, save_profile
from botassay.web.bot_shelf import etag
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.orders import spelled
from botassay.web.problems import WebProblem, missing
from botassay.web.routing import API, Route
from botassay.web.workspace import Workspace

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,59}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileWanted:
    """What matters to a kind of user."""

    order: str
    """Issues, the most important first, such as `IL,AL,B=CC`."""
    name: str = ""
    """For people; the name of the file where it is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRow:
    """A profile of the workspace, `botassay/web-profile/1`."""

    schema: Literal["botassay/web-profile/1"] = "botassay/web-profile/1"
    id: str
    name: str
    order: str
    problem: str
    """Why its file cannot be used; empty where it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRows:
    """The profiles of the workspace, `botassay/web-profiles/1`."""

    schema: Literal["botassay/web-profiles/1"] = "botassay/web-profiles/1"
    total: int
    items: tuple[ProfileRow, ...]


def _files(workspace: Workspace) -> dict[str, Path]:
    """Return the files of profiles by their ids; what a link leads to outside is none of them."""
    whole = workspace.folder.resolve()
    files = sorted(workspace.folder.glob("profiles/*.toml"))
    return {file.stem: file for file in files if file.is_file() and file.resolve().is_relative_to(whole)}


def _row(file: Path) -> ProfileRow:
    try:
        profile = read_profile(file)
    except BotassayError as error:
        return ProfileRow(id=file.stem, name=file.stem, order="", problem=str(error))
    return ProfileRow(id=file.stem, name=profile.name, order=spelled(profile.order), problem="")


async def _list(request: WebRequest, workspace: Workspace) -> ProfileRows:
    del request
    items = await asyncio.to_thread(lambda: tuple(map(_row, _files(workspace).values())))
    return ProfileRows(total=len(items), items=items)


async def _show(request: WebRequest, workspace: Workspace) -> WebAnswer:
    file = _files(workspace).get(request.params["profile"])
    if file is None:
        raise missing("profile")
    return WebAnswer.document(_row(file), headers={"ETag": etag(file.read_bytes())})


async def _save(request: WebRequest, workspace: Workspace) -> WebAnswer:
    name = request.params["profile"]
    wanted = request.read(ProfileWanted)
    if not _NAME.fullmatch(name) or name in EXTENDED:
        raise WebProblem(422, "The name must be letters, digits, - and _, 60 at most, and no published profile's.")
    profile = Profile.parse(wanted.order, wanted.name or name)
    file = _files(workspace).get(name)
    if file is None and "if-match" in request.headers:
        raise WebProblem(412, "There is no such profile.", "Leave If-Match out to save a new one.")
    if file is not None:
        _check_unchanged(request, file)
    place = workspace.folder / "profiles" / f"{name}.toml"
    save_profile({place: profile}, force=file is not None)
    status = 200 if file is not None else 201
    return WebAnswer.document(_row(place), status, {"ETag": etag(place.read_bytes())})


def _check_unchanged(request: WebRequest, file: Path) -> None:
    """Refuse to write over a profile that whoever asks did not see, or that was written by hand.

    Raises: WebProblem 409, 412, 428.
    """
    content = file.read_bytes()
    expected = request.headers.get("if-match")
    if expected is None:
        raise WebProblem(428, "There is such a profile already.", "Send its ETag as If-Match to replace it.")
    if expected != etag(content):
        there = _row(file)
        what = f"The profile was changed meanwhile; its order is {there.order or 'unreadable'}."
        raise WebProblem(412, what, "Get it again, and decide.", headers={"ETag": etag(content)})
    if _row(file).problem or content != file_of(read_profile(file)).encode():
        raise WebProblem(409, "The file was written by hand and may hold more than its order.", "Change it by hand.")


_PROFILE: Final = f"{API}/profiles"
ROUTES: Final = (
    Route(method="GET", path=_PROFILE, handler=_list, summary="List profiles", gives=ProfileRows),
    Route(method="GET", path=f"{_PROFILE}/{{profile}}", handler=_show, summary="Show a profile", gives=ProfileRow),
    Route(
        method="PUT", path=f"{_PROFILE}/{{profile}}", handler=_save, role=WebRole.REVIEWER, takes=ProfileWanted,
        summary="Save a profile; to replace one, send its ETag as If-Match", gives=ProfileRow, also={201: ProfileRow},
    ),
)  # fmt: skip
