"""Who is let in, and what those who are not get."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from botassay.cli.serve import command
from botassay.core.errors import ConfigurationError, OutputError, UsageError
from botassay.settings.serve import ServeSettings
from botassay.web.guard import HEADERS
from botassay.web.messages import WebRole
from botassay.web.routes import ROUTES
from botassay.web.tokens import new_token
from tests.conftest import Run
from tests.web.serving import Client, served_workspace

RUNS = "/api/v1/runs"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1", ""])
def test_another_host_is_misdirected_wherever_it_asks(web: Client, host: str) -> None:
    for path in ("/", "/runs", RUNS, "/nothing", "/static/app.css"):
        answer = web.get(path, Host=host) if host else Client(web.url, web.token, {"Host": ""}).get(path)
        assert answer.status in ((421,) if host else (421, 400)), path


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_names_of_this_machine_are_ours(web: Client, name: str) -> None:
    port = web.url.rstrip("/").rpartition(":")[2]
    assert web.get(RUNS, Host=f"{name}:{port}").status == 200


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.role > WebRole.NOBODY], ids=lambda r: f"{r.method} {r.path}"
)
def test_without_a_token_nothing_is_told(web: Client, route: object) -> None:
    path = route.path.replace("{", "").replace("}", "")  # type: ignore[attr-defined]
    stranger = Client(web.url, None)
    method = route.method  # type: ignore[attr-defined]
    assert stranger.ask(method, path, Origin=web.origin).status == 401


def test_a_wrong_token_is_refused_and_too_many_are_not_looked_at(own: Client) -> None:
    answers = [Client(own.url, "wrong").get(RUNS).status for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2


def test_the_address_hands_the_token_to_the_browser_alone(own: Client) -> None:
    inside = own.entered()
    assert inside.get(RUNS).status == 200
    cookie = own.ask(
        "POST", "/session", f'{{"token": "{own.token}"}}', Origin=own.origin, Content_Type="application/json"
    ).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert str(own.token) not in cookie


def test_a_forged_cookie_is_none(web: Client) -> None:
    value = web.entered().headers["Cookie"]
    for forged in (
        f"{value}x",
        value.replace(".", "x."),
        "botassay=",
        "botassay=e30=.x",
        "botassay=\udcff".encode("utf-8", "replace").decode(),
    ):
        assert Client(web.url, None, {"Cookie": forged}).get(RUNS).status == 401


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "{own}", "Sec-Fetch-Site": "same-site"},
        {"Origin": "{own}", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "{own}", "Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_a_page_from_elsewhere_changes_nothing(web: Client, headers: dict[str, str]) -> None:
    sent = {name: value.replace("{own}", web.origin) for name, value in headers.items()}
    inside = web.entered()
    for path in ("/api/v1/decisions", "/runs/rude/triage", "/runs/rude/me", "/live", "/bots", "/session"):
        assert inside.post(path, {"token": str(web.token)}, **sent).status == 403, path


def test_a_bearer_needs_no_origin_and_no_cookie_but_no_foreign_one(web: Client) -> None:
    asked: dict[str, list[str]] = {"answers": []}
    assert web.post("/api/v1/elicitations", asked).status == 200
    assert web.post("/api/v1/elicitations", asked, Origin=web.origin).status == 200
    assert web.post("/api/v1/elicitations", asked, Origin="http://evil.example").status == 403


def test_every_answer_has_the_headers_that_keep_others_out(web: Client) -> None:
    for path in ("/runs", RUNS, "/nothing", "/static/app.css", "/runs/rude", "/problems/E174"):
        answer = web.get(path)
        assert {name: answer.headers[name.lower()] for name in HEADERS} == dict(HEADERS), path
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/runs/..", "/runs/../../etc",  "/runs/%2e%2e%2f%2e%2e%2fetc", "/runs/..%2f..%2fetc%2fpasswd", "/runs/%00",
        "/static/..%2frouting.py", "/static/../routing.py", "/runs/rude/report.py", "/api/v1/runs/rude/report.../x",
        "/api/v1/runs/rude/%2e%2e/run.sqlite", "/runs/link", "/bots/..%2f..%2fetc", "/runs/rude/conversations/..%2fx",
        "/problems/<script>", "/live/..", "/api/v1/bots/..%2fx", "/runs/runs%2frude", "/runs/" + "x" * 4000,
    ],
)  # fmt: skip
def test_no_path_leads_out(own: Client, workspace: Path, path: str) -> None:
    outside = workspace.parent / "outside"
    if not outside.exists():
        (workspace / "runs" / "rude").rename(outside)
        (workspace / "runs" / "link").symlink_to(outside)
    assert own.get(path).status in (404, 422, 400)


def test_bodies_have_a_limit_and_a_kind(web: Client) -> None:
    decisions = "/api/v1/decisions"
    assert web.ask("POST", decisions, b"x" * (2**20 + 1), Content_Type="application/json").status == 413
    for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        assert web.ask("POST", decisions, b"{}", Content_Type=kind).status == 415
    assert web.ask("POST", decisions, b"{", Content_Type="application/json").status == 400
    flawed = web.post(decisions, {"issue": 3, "text": "x"})
    assert (flawed.status, flawed.json()["errors"][0]["pointer"]) == (422, "/issue")
    assert flawed.headers["content-type"] == "application/problem+json"


def test_roles_may_do_what_they_may(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    tokens = {role: new_token(f"Ann:{role}", file) for role in ("viewer", "reviewer", "owner")}
    assert all(token not in file.read_text() for token in tokens.values())
    assert file.stat().st_mode & 0o077 == 0
    tried = {"viewer": 403, "reviewer": 201, "owner": 201}
    decision = {"issue": "AL", "text": "Roast duck, Sir?", "reason": "on the menu"}
    with served_workspace(workspace, ServeSettings(port=0, token_file=file), tokens["viewer"]) as viewer:
        clients = {role: Client(viewer.url, token) for role, token in tokens.items()}
        assert {role: client.post("/api/v1/decisions", decision).status for role, client in clients.items()} == tried
        owned = {role: client.post("/api/v1/chats", {"bot": "nobody"}).status for role, client in clients.items()}
        assert owned == {"viewer": 403, "reviewer": 403, "owner": 404}
        assert "Dismiss" not in clients["viewer"].page("/runs/rude/triage")
    with served_workspace(workspace, ServeSettings(port=0, token_file=file, read_only=True), tokens["owner"]) as owner:
        assert owner.post("/api/v1/decisions", decision).status == 403


def test_a_session_lasts_over_a_start_and_ends_with_its_token(workspace: Path, tmp_path: Path) -> None:
    with served_workspace(workspace) as first:
        cookie = first.entered().headers
    with served_workspace(workspace) as second:
        assert second.token == first.token
        assert Client(second.url, None, cookie).get(RUNS).status == 200
    file = tmp_path / "tokens"
    with served_workspace(workspace, ServeSettings(port=0, token_file=file), new_token("Bo:owner", file)) as third:
        assert Client(third.url, None, cookie).get(RUNS).status == 401


def test_a_second_server_and_a_taken_port_are_refused(workspace: Path, tmp_path: Path) -> None:
    with served_workspace(workspace) as first:
        with pytest.raises(OutputError, match="another botassay serve"), served_workspace(workspace):
            pass
        port = int(first.origin.rpartition(":")[2])
        with pytest.raises(OutputError, match="not available"), served_workspace(tmp_path, ServeSettings(port=port)):
            pass


PUBLIC = "https://assay.example"


@pytest.mark.parametrize("host", [None, "127.0.0.1", "0.0.0.0"])  # noqa: S104 - refused
@pytest.mark.parametrize("public", [None, "http://assay.example", PUBLIC])
@pytest.mark.parametrize("tokens", [False, True])
def test_other_machines_are_let_in_by_tokens_behind_tls_alone(
    tmp_path: Path, host: str | None, public: str | None, *, tokens: bool
) -> None:
    file = tmp_path / "t" if tokens else None
    if public is None and host != "0.0.0.0":  # noqa: S104 - compared
        assert ServeSettings(host=host, token_file=file).alone
    elif tokens and public == PUBLIC:
        assert not ServeSettings(host=host, token_file=file, public_url=public).alone
    else:
        with pytest.raises(ConfigurationError) as refused:
            ServeSettings(host=host, token_file=file, public_url=public)
        assert refused.value.exit_code == 78


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://Assay.Example/", PUBLIC),
        ("https://assay.example:443", PUBLIC),
        ("https://assay.example:8443", f"{PUBLIC}:8443"),
        ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
        ("https://", None),
        ("assay.example", None),
        ("https://assay.example/path", None),
        ("https://assay.example?x", None),
        ("https://ann@assay.example", None),
        ("https://assay.example:port", None),
        ("https://ässay.example", None),
    ],
)
def test_a_public_address_is_an_origin(tmp_path: Path, address: str, origin: str | None) -> None:
    if origin is None:
        with pytest.raises(UsageError, match="is not https:// and a name"):
            ServeSettings(public_url=address, token_file=tmp_path / "t")
    else:
        assert ServeSettings(public_url=address, token_file=tmp_path / "t").public_origin == origin


def test_behind_a_server_with_tls_only_the_public_name_is_answered(workspace: Path, tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    token = new_token("Ann:owner", file)
    settings = ServeSettings(port=0, public_url=PUBLIC, token_file=file)
    with listening_on_its_port(workspace, settings, token) as client:
        assert client.get(RUNS).status == 421
        named = {"Host": "assay.example"}
        assert client.get(RUNS, **named, X_Forwarded_Host="evil.example").status == 200
        entered = client.ask(
            "POST", "/session", json.dumps({"token": token}), **named, Origin=PUBLIC, Authorization="",
            Content_Type="application/json",
        )  # fmt: skip
        assert (entered.status, "; Secure" in entered.headers["set-cookie"]) == (204, True)
        inside = {"name": "inside", "text": 'url = "http://127.0.0.1:9/chat"\nbody = "{{message}}"\n'}
        assert client.post("/api/v1/bots", inside, **named).status in (201, 422)
        refused = client.post("/api/v1/bots/inside/try", {"say": "Hello"}, **named)
        assert "address inside" in refused.text


@contextmanager
def listening_on_its_port(folder: Path, settings: ServeSettings, token: str) -> Iterator[Client]:
    """Serve under a public address, and ask the port that it listens on, as the server before it does."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with served_workspace(folder, replace(settings, port=port), token) as client:
        yield Client(f"http://127.0.0.1:{port}/", client.token)


@pytest.mark.parametrize("more", [[], ["--public-url", PUBLIC, "--token-file", "tokens"]])
@pytest.mark.parametrize("host", ["nosuchhost.invalid", "203.0.113.9"])
def test_a_host_that_is_not_ours_is_one_clear_line(botassay: Run, tmp_path: Path, host: str, more: list[str]) -> None:
    botassay("serve", "--new-token", "Ann:owner", "--token-file", str(tmp_path / "tokens"))
    done = botassay("serve", str(tmp_path), "--host", host, "--port", "0", *more, cwd=tmp_path)
    lines = done.err.strip().splitlines()
    assert (done.code, len(lines), host in lines[0], "Traceback" in done.err) == (78, 1, True, False)


def test_a_new_token_is_printed_once(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    printed = CliRunner().invoke(command, [str(tmp_path), "--new-token", "Ann:viewer", "--token-file", str(file)])
    assert (printed.exit_code, len(printed.output.strip())) == (0, 43)


def test_no_secret_of_the_environment_is_told(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", "hush-hush-4711-secret")
    header = '[headers]\nAuthorization = "Bearer ${BOT_TOKEN}"\n'
    (workspace / "bots" / "secret.toml").write_text('url = "http://127.0.0.1:9/chat"\nbody = "{{message}}"\n' + header)
    with served_workspace(workspace) as client:
        seen = [client.get(path).text for path in ("/bots", "/bots/secret", "/api/v1/bots", "/api/v1/bots/secret")]
        seen.append(client.post("/api/v1/bots/secret/try", {"say": "Hello"}).text)
    kept = [file.read_text("utf-8", "replace") for file in (workspace / ".botassay").rglob("*") if file.is_file()]
    assert not [text for text in (*seen, *kept) if "hush-hush" in text]
