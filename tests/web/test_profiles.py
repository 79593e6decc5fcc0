"""Profiles through the API: saved once, replaced only by who saw the last version."""

from pathlib import Path

import pytest

from tests.web.serving import Client

MINE = "/api/v1/profiles/mine"


def put(client: Client, order: str, path: str = MINE, **headers: str) -> tuple[int, str]:
    answer = client.ask("PUT", path, f'{{"order": "{order}"}}', **{"Content-Type": "application/json", **headers})
    return answer.status, answer.headers.get("etag", "")


def test_a_profile_is_saved_shown_and_replaced_by_who_saw_it(own: Client, workspace: Path) -> None:
    status, first = put(own, "IL,AL,B=CC")
    shown = own.get(MINE)
    assert (status, shown.headers["etag"], shown.json()["order"]) == (201, first, "IL,AL,B=CC")
    assert put(own, "AL,IL")[0] == 428
    status, second = put(own, "AL,IL", **{"If-Match": first})
    assert (status, second != first) == (200, True)
    assert put(own, "B,AL", **{"If-Match": first}) == (412, second)
    assert own.get("/api/v1/profiles").json()["items"][0]["order"] == "AL,IL"
    file = workspace / "profiles" / "mine.toml"
    assert 'order = "AL > IL"' in file.read_text()
    file.write_text("# for the board\n" + file.read_text())
    assert put(own, "B,AL", **{"If-Match": own.get(MINE).headers["etag"]})[0] == 409
    assert "for the board" in file.read_text()


@pytest.mark.parametrize(
    ("path", "order", "status"),
    [
        ("/api/v1/profiles/..%2Fmine", "IL,AL", 422),
        ("/api/v1/profiles/privacy", "IL,AL", 422),
        (MINE, "IL,IL", 422),
        (MINE, "", 422),
    ],
)
def test_what_is_no_profile_is_refused(own: Client, workspace: Path, path: str, order: str, status: int) -> None:
    assert put(own, order, path)[0] == status
    assert put(own, "IL,AL", MINE, **{"If-Match": '"x"'})[0] == 412
    assert not [*workspace.rglob("*mine*")]
    assert own.get("/api/v1/profiles/..%2Fmine").status == 404


def test_a_file_outside_is_no_profile(own: Client, workspace: Path) -> None:
    (workspace.parent / "outside.toml").write_text('order = "IL > AL"\n')
    (workspace / "profiles").mkdir()
    (workspace / "profiles" / "linked.toml").symlink_to(workspace.parent / "outside.toml")
    (workspace / "profiles" / "odd.toml").write_text("nonsense = 1\n")
    assert own.get("/api/v1/profiles/linked").status == 404
    rows = own.get("/api/v1/profiles").json()["items"]
    assert [(row["id"], bool(row["problem"])) for row in rows] == [("odd", True)]
