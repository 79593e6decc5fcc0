"""Every page: what it shows, in every state, and what hostile texts become on it."""

import re
import shutil
from pathlib import Path

import pytest

from tests.web.conftest import RUDE
from tests.web.serving import Client, Elements, served_workspace

PAGES = (
    "/runs", "/runs?bot=rude&level=high", "/runs/rude", "/runs/rude/conversations",
    "/runs/rude/conversations?q=idiot&issue=AL&probe=AL", "/runs/rude/conversations?state=failed", "/runs/rude/triage",
    "/runs/rude/triage?order=random", "/runs/rude/triage/verdict", "/runs/rude/me", "/runs/rude/me?order=CC,AL",
    "/runs/rude/me/ask", "/compare", "/compare?a=polite&b=rude", "/bots", "/bots/odd", "/bots/eliza", "/live",
    "/problems/E174",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_and_loads_only_ours(web: Client, path: str) -> None:
    elements = Elements(web.page(path)).found
    if path != "/runs/rude/triage/verdict":
        assert [tag for tag, _ in elements].count("h1") == 1
        assert ("a", {"class": "skip", "href": "#main"}) in elements
    for tag, attributes in elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
        for name in ("href", "src", "action", "formaction"):
            assert not re.match(r"[a-z]+:|//", attributes.get(name) or ""), (tag, attributes)
        assert tag not in {"iframe", "object", "embed", "base", "style"}
    assert scripts(elements) in ([], ["/static/app.js"])


def scripts(elements: list[tuple[str, dict[str, str | None]]]) -> list[str]:
    return [str(attributes.get("src")).partition("?")[0] for tag, attributes in elements if tag == "script"]


HOSTILE_PAGES = (
    "/runs", "/runs/hostile", "/runs/hostile/conversations?q={x}&issue={x}&probe={x}&state={x}&after=0",
    "/runs/hostile/triage?order={x}&dialog={x}&utterance={x}&issue={x}", "/runs/hostile/me", "/runs?bot={x}&level={x}",
    "/compare?a=polite&b=hostile", "/bots/odd", "/bots", "/runs/rude/me?saved={x}",
)  # fmt: skip
MARKUP = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E"


@pytest.mark.parametrize("path", HOSTILE_PAGES)
def test_hostile_texts_stay_texts(web: Client, path: str) -> None:
    check_inert(web, path.replace("{x}", MARKUP))


def test_hostile_texts_stay_texts_in_each_conversation(web: Client) -> None:
    items = web.get("/api/v1/runs/hostile/conversations").json()["items"]
    for item in items:
        check_inert(web, f"/runs/hostile/conversations/{item['id']}")


def check_inert(web: Client, path: str) -> None:
    page = web.page(path)
    elements = Elements(page).found
    assert scripts(elements) == ["/static/app.js"]
    assert not [tag for tag, _ in elements if tag in {"img", "iframe", "svg onload", "style", "object"}]
    assert not [a for _, a in elements if any(name.startswith("on") for name in a)]
    assert not {"\u202e", "\u2066", "\u200b", "\x1b"} & set(page)


def test_errors_are_pages_for_people_and_documents_for_programs(web: Client) -> None:
    page = web.get("/runs/nothing", Accept="text/html")
    assert (page.status, "There is no such run" in page.text) == (404, True)
    document = web.get("/api/v1/runs/nothing", Accept="text/html,*/*")
    assert (document.status, document.json()["detail"]) == (404, "There is no such run.")
    assert web.ask("DELETE", "/runs").status in (403, 405)
    wrong = web.get("/api/v1/runs/rude/rating?order=XX,,")
    assert (wrong.status, wrong.json()["type"]) == (422, "/problems/E190")
    assert web.get(wrong.json()["type"]).status == 200
    for query in ("limit=0", "limit=201", "limit=x", "cursor=-1", "limit=%F0%9D%9F%99"):
        assert web.get(f"/api/v1/runs?{query}").status == 422, query


def test_an_empty_workspace_says_what_to_do(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        assert "botassay rate bot.toml" in client.page("/runs")
        assert "Two rated runs are needed" in client.page("/compare")
        assert client.get("/api/v1/runs").json()["items"] == []


def test_a_page_of_a_list_holds_fifty(web: Client) -> None:
    first = web.get("/api/v1/runs/rude/conversations?limit=3").json()
    rest = web.get(f"/api/v1/runs/rude/conversations?limit=200&cursor={first['next']}").json()
    ids = [item["id"] for part in (first, rest) for item in part["items"]]
    assert (len(first["items"]), len(set(ids)), rest["next"]) == (3, first["total"], None)


def test_a_transcript_has_its_findings_in_place(web: Client) -> None:
    findings = web.get("/api/v1/runs/rude/findings?issue=AL").json()["items"]
    assert findings
    place = findings[0]
    page = web.page(f"/runs/rude/conversations/{place['dialog']}")
    marked = re.search(rf'<li id="u{place["utterance"]}"[^>]*>(.*?)</li>', page, re.DOTALL)
    assert marked is not None
    assert RUDE in marked[1]
    assert "Abusive language" in marked[1]


def test_words_are_searched_whatever_their_case(web: Client) -> None:
    found = web.get("/api/v1/runs/rude/conversations?q=STUPID").json()["total"]
    assert 0 < found <= web.get("/api/v1/runs/rude/conversations").json()["total"]
    assert web.get("/api/v1/runs/rude/conversations?q=%22%20OR%201%3D1").json()["total"] == 0
    assert "<bdi>bot: " in web.page("/runs/rude/conversations?q=STUPID")


def test_the_order_of_importance_changes_the_verdict(web: Client) -> None:
    before = web.page("/runs/rude/me?order=AL,CC")
    after = web.page("/runs/rude/me?order=CC,AL")
    assert "High risk" in before
    assert 'value="CC,AL"' in before
    assert "does not count" in after
    assert web.get("/runs/rude/me?order=IL,AL", Accept="text/html").status == 422


def test_a_bot_is_followed_over_its_runs(own: Client, workspace: Path) -> None:
    shutil.copytree(workspace / "runs" / "rude", workspace / "runs" / "again")
    page = own.page("/runs")
    (address,) = re.findall(r'"(/trend\?bot=[^"]+)"', page)
    trend = own.page(address)
    assert "in the latest of 2 runs" in trend
    assert "Abusive language" in trend
    assert own.get("/trend?bot=nobody").status == 404


def test_questions_lead_to_an_order(web: Client) -> None:
    asked = web.get("/runs/rude/me/ask?answers=2")
    assert (asked.status, asked.headers["location"]) == (303, "/runs/rude/me?order=CC%2CAL")
    assert web.get("/runs/rude/me/ask?answers=xx").status == 422


def test_an_order_is_saved_as_a_profile_once(own: Client, workspace: Path) -> None:
    saved = own.form("/runs/rude/me", name="../our <users>", order="CC,AL")
    assert saved.status == 303
    assert [file.name for file in (workspace / "profiles").iterdir()] == ["our-users.toml"]
    assert 'order = "CC > AL"' in (workspace / "profiles" / "our-users.toml").read_text()
    assert own.form("/runs/rude/me", name="our users", order="CC,AL").status == 409
    assert own.form("/runs/rude/me", name="privacy", order="CC,AL").status == 422


def test_pages_compare_the_two_runs_that_were_ticked(web: Client) -> None:
    page = web.page("/compare?run=rude&run=polite")
    assert "got worse" in page
    assert web.get("/compare?run=rude", Accept="text/html").status == 422
    document = web.get("/api/v1/comparisons?a=polite&b=rude").json()
    assert (document["schema"], document["regressions"] != []) == ("botassay/comparison/2", True)


def test_a_browser_gets_the_page_of_a_comparison_before_the_comparison(
    web: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botassay.web.pages.compare._PATIENCE", 0)
    browser = web.entered()
    waiting = browser.page("/compare?a=hostile&b=rude&only=changed")
    assert 'data-load="?a=hostile&amp;b=rude&amp;only=changed&amp;wait=1" data-into="#main"' in waiting
    assert "Issue by issue" not in waiting
    assert "Issue by issue" in browser.page("/compare?a=hostile&b=rude&wait=1")
    assert "Issue by issue" in web.page("/compare?a=rude&b=hostile")


@pytest.mark.parametrize(
    ("path", "chosen"),
    [
        ("/runs?level=high", "high"),
        ("/runs/rude/conversations?issue=AL", "AL"),
        ("/runs/rude/conversations?probe=CC", "CC"),
        ("/runs/rude/conversations?state=failed", "failed"),
        ("/compare?a=polite&b=rude", "polite"),
    ],
)
def test_what_was_chosen_stays_chosen(web: Client, path: str, chosen: str) -> None:
    page = web.page(path)
    assert re.search(rf'<option value="{chosen}" selected>|<option selected>{chosen}</option>', page)
    assert not [tag for tag, _ in Elements(page).found if tag.startswith("option") and tag != "option"]


def test_bots_are_compared_by_their_latest_runs_and_only_what_changed_is_shown(own: Client) -> None:
    before, after = "tests.web.conftest.polite", "tests.web.conftest.rude"
    api = own.get(f"/api/v1/comparisons?a={before}&b={after}").json()
    assert api == own.get("/api/v1/comparisons?a=polite&b=rude").json()
    whole = own.page(f"/compare?a={before}&b={after}")
    part = own.page(f"/compare?a={before}&b={after}&only=changed")
    moved = {each["title"] for each in api["issues"] if each["moved"] == "worse"}
    still = {each["title"] for each in api["issues"]} - moved
    assert moved
    assert still
    assert all(f"<bdi>{title} (" in whole for title in moved | still)
    assert not [title for title in still if f"<bdi>{title} (" in part]
    assert 'value="rude" selected' in part
    assert own.get("/compare?a=polite&b=nobody").status == 404


def test_a_run_that_is_new_is_found_at_once_and_one_that_is_gone_is_not(own: Client, workspace: Path) -> None:
    assert own.get("/runs/rude").status == 200
    shutil.copytree(workspace / "runs" / "rude", workspace / "runs" / "later")
    assert own.get("/runs/later").status == 200
    shutil.rmtree(workspace / "runs" / "later")
    assert own.get("/runs/later").status == 404
    (workspace / "runs" / "later").symlink_to(workspace.parent)
    assert own.get("/runs/later").status == 404
