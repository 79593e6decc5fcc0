"""The questions of users are sorted into topics on a page, as on the command line, and the topics evaluated."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from botassay import intents
from botassay.intents.reading import read_phrases
from botassay.settings.serve import ServeSettings
from botassay.web.openapi import openapi
from botassay.web.routes import ROUTES
from botassay.web.tokens import new_token
from tests.conftest import Run
from tests.web.intent_set import PHRASES, make_sets, write_set
from tests.web.serving import Client, served_workspace
from tests.web.test_pages import check_inert

SHOP = "/intents/shop"
API = "/api/v1/intents/shop"
HOSTILE = f"/intents/{quote('x&y, <b>')}"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return make_sets(tmp_path)


@pytest.fixture
def web(shop: Path) -> Iterator[Client]:
    with served_workspace(shop.parents[1]) as client:
        yield client


def rows(shop: Path) -> list[dict[str, Any]]:
    file = shop / "answers.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def page(client: Client, kind: str = "") -> str:
    return client.page(f"{SHOP}?wait=1{kind}")


def shown(client: Client, kind: str = "") -> dict[str, str]:
    """Return the ids of the shown questions by their texts."""
    text = page(client, kind)
    group = re.findall(r'name="q-([0-9a-f]+)" value="on" checked>\s*<span[^>]*>([^<]*)', text)
    if group:
        return {words: name for name, words in group}
    one = re.search(r'name="q-([0-9a-f]+)" value="on">.*?<p class="words">([^<]*)', text, re.DOTALL)
    return {one[2]: one[1]} if one else {}


def decide(client: Client, action: str, *names: str, **fields: str) -> int:
    return client.form(SHOP, action=action, **{f"q-{name}": "on" for name in names}, **fields).status


def test_a_group_is_split_and_what_is_left_out_stays_open(web: Client, shop: Path) -> None:
    asked = shown(web)
    assert {"may I bring my dog", "is my dog allowed"} < set(asked)
    assert decide(web, "new", asked["may I bring my dog"], asked["is my dog allowed"], new="Pets") == 303
    assert {row["question"]: (row["decision"], row["topic"], row["answered"]) for row in rows(shop)} == {
        "may I bring my dog": ("correct", "Pets", False), "is my dog allowed": ("correct", "Pets", False),
    }  # fmt: skip
    questions = web.get(f"{API}/questions").json()
    still = {each["text"] for group in questions["proposals"] for each in group["questions"]}
    assert "can I bring my dog along" in still
    assert "may I bring my dog" not in still


def test_an_answer_is_confirmed_or_corrected_and_its_share_is_shown(web: Client, shop: Path) -> None:
    verdicts = {"money back please": ("other", {"other": "RETURN"}), "is it open at night": ("none", {})}
    for _ in range(4):
        ((text, name),) = shown(web, "&kind=answered").items()
        action, fields = verdicts.get(text, ("right", {}))
        assert decide(web, action, name, kind="answered", **fields) == 303
    assert {row["question"]: (row["decision"], row["topic"]) for row in rows(shop)} == {
        "money back please": ("correct", "return"), "is it open at night": ("delete", None),
        "track the parcel please": ("confirm", "parcel"), "can I pay with a card here": ("confirm", "pay"),
    }  # fmt: skip
    assert all(row["answered"] and row["by"] and row["at"] for row in rows(shop))
    figures = web.get(API).json()["figures"]
    assert (figures["confirmed"]["count"], figures["reviewed"]) == (2, 3)
    assert "67 % (21 to 94)" in page(web)
    assert "Nothing of this kind is open" in page(web, "&kind=answered")


def test_undo_takes_back_a_whole_step_and_then_the_one_before(web: Client, shop: Path) -> None:
    first = shown(web)
    decide(web, "right", *first.values())
    decide(web, "none", *shown(web).values())
    assert web.form(SHOP, action="undo").status == 303
    assert web.form(SHOP, action="undo").status == 303
    assert shown(web) == first
    assert web.form(SHOP, action="undo").status == 409
    assert web.get(API).json()["decided"] == 0
    assert [row["decision"] for row in rows(shop)].count("withdraw") == len(rows(shop)) / 2


def test_what_is_put_off_comes_at_the_end(web: Client, shop: Path) -> None:
    first = shown(web)
    item = re.search(r'name="item" value="([0-9a-f]+)"', page(web))
    assert item is not None
    assert web.form(SHOP, action="later", item=item[1]).status == 303
    assert shown(web) != first
    assert rows(shop) == []


def test_accepted_questions_go_into_a_new_dated_file_and_the_original_stays(web: Client, shop: Path) -> None:
    original = (shop / "2026-03-02.csv").read_bytes()
    decide(web, "new", *shown(web).values(), new="dogs")
    answered = web.post(f"{API}/phrases", {})
    file = answered.json()["file"]
    assert (answered.status, answered.json()["accepted"]) == (201, 3)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d\.csv", file)
    assert (shop / "2026-03-02.csv").read_bytes() == original
    phrases = {(phrase.text, phrase.intent) for phrase in read_phrases(shop / file)}
    assert {text for text, topic in phrases if topic == "dogs"} == {
        "may I bring my dog", "can I bring my dog along", "is my dog allowed",
    }  # fmt: skip
    assert len(phrases) == 3 + sum(map(len, PHRASES.values()))
    assert web.form(SHOP, action="write").status == 422
    decide(web, "none", *shown(web).values())
    assert web.form(SHOP, action="write").status == 422  # nothing was accepted since
    decide(web, "right", *shown(web).values())
    assert web.form(SHOP, action="write").status == 303
    assert len(web.get(API).json()["files"]) == 3


def test_what_an_editor_removed_from_a_later_file_does_not_come_back(web: Client, shop: Path) -> None:
    decide(web, "new", *shown(web).values(), new="dogs")
    file = web.post(f"{API}/phrases", {}).json()["file"]
    text = (shop / file).read_text()
    (shop / "2099-01-01.csv").write_text(text.replace(",dogs", ",pets"))
    assert web.get(API).json()["pending"] == 0
    assert web.post(f"{API}/phrases", {}).status == 422


def test_the_command_line_reads_what_the_page_wrote_and_the_other_way_round(
    web: Client, shop: Path, botassay: Run
) -> None:
    decide(web, "new", *shown(web).values(), new="dogs")
    review = ("intents", "review", shop / "log.jsonl", "--data", shop / "2026-03-02.csv", "-o", shop / "2026-03-09.csv")
    ended = botassay(*review, stdin="vouchers\nn\nq\n")
    assert ended.code == 0, ended.err
    assert "3 questions decided in earlier reviews left out" in ended.err
    assert "may I bring my dog" not in ended.err
    topics = {phrase.text: phrase.intent for phrase in read_phrases(shop / "2026-03-09.csv")}
    assert (topics["may I bring my dog"], topics["do you have vouchers"]) == ("dogs", "vouchers")
    state = web.get(API).json()
    assert (state["unsure"], state["decided"], state["pending"]) == (0, 6, 0)
    assert not list(shop.glob("*.review.jsonl"))
    with_page = web.get(f"{API}/answers").json()["items"]
    assert [each["by"] is None for each in with_page] == [False] * 3 + [True] * 3


def test_the_sample_is_that_of_the_command_line_and_stays_for_the_day(web: Client, shop: Path) -> None:
    document = web.get(f"{API}/questions").json()
    on_terminal = intents.review(shop / "log.jsonl", shop / "2026-03-02.csv", intents_settings(document["seed"]))
    assert [each["text"] for each in document["answered"]] == [each.text for each in on_terminal.answered]
    groups = [[each["text"] for each in group["questions"]] for group in document["proposals"]]
    assert groups == [[each.text for each in group.questions] for group in on_terminal.proposals]


def intents_settings(seed: int) -> Any:
    from botassay.settings.intents import ReviewSettings

    return ReviewSettings(seed=seed)


def test_topics_are_evaluated_again_and_what_changed_is_shown(web: Client, shop: Path) -> None:
    assert "were not evaluated yet" in web.page(f"{SHOP}/topics")
    assert evaluated(web)["state"] == "done"
    first = web.page(f"{SHOP}/topics")
    assert "pairs of topics are confused" in first
    assert "Fix these next" in first
    assert "which cards do you take" in first
    text = (shop / "2026-03-02.csv").read_text()
    (shop / "2026-03-09.csv").write_text(text.replace("which cards do you take,pay\n", "").replace("return", "parcel"))
    assert "are newer" in web.page(f"{SHOP}/topics")
    evaluated(web)
    second = web.page(f"{SHOP}/topics")
    assert "Since" in second
    assert "No longer confused" in second
    history = web.get(f"{API}/history").json()
    assert [each["file"] for each in history["items"]] == ["2026-03-02.csv", "2026-03-09.csv"]
    assert history["items"][1]["confused"] < history["items"][0]["confused"]
    report = web.get(f"{SHOP}/files/evaluation.html")
    assert (report.status, "<h1" in report.text) == (200, True)


def test_an_evaluation_is_that_of_the_command_line(web: Client, shop: Path) -> None:
    evaluated(web, setting="0,0", acceptable=1.0)
    document = web.get(f"{API}/evaluation").json()
    from botassay.settings.intents import IntentsSettings, SplitSettings

    settings = IntentsSettings(acceptable=1.0, tests=SplitSettings(splits=("0,0",)))
    expected = json.loads(intents.evaluate(shop / "2026-03-02.csv", None, settings).json())
    for each in (document, expected):
        for setting in each["settings"]:
            setting.pop("seconds")
    assert document == expected
    assert "Done: no two of the" in web.page(f"{SHOP}/topics")


def evaluated(web: Client, **wanted: Any) -> dict[str, Any]:
    """Evaluate the set, and return the job at its end."""
    answered = web.post(f"{API}/evaluations", wanted)
    assert answered.status == 202, answered.text
    while (job := web.get(answered.headers["location"]).json())["state"] in ("queued", "running"):
        time.sleep(0.02)
    return dict(job)


def test_an_evaluation_that_fails_says_why(web: Client, shop: Path) -> None:
    (shop / "2026-04-01.csv").write_text("text,intent\nonly one,topic\n")
    job = evaluated(web)
    assert (job["state"], "only one topic" in job["why"]) == ("failed", True)
    assert "only one topic" in web.page(f"{SHOP}/topics")
    assert str(shop) not in web.page(f"{SHOP}/topics")


def test_phrases_are_downloaded(web: Client, shop: Path) -> None:
    table = web.get(f"{SHOP}/files/phrases.csv")
    assert table.headers["content-disposition"] == 'attachment; filename="shop.csv"'
    assert table.body == (shop / "2026-03-02.csv").read_bytes().replace(b"\r\n", b"\n")
    (shop / "rasa.yml").write_bytes(web.get(f"{SHOP}/files/phrases.yml").body)
    assert len(list(read_phrases(shop / "rasa.yml"))) == sum(map(len, PHRASES.values()))
    for name in ("phrases.exe", "log.jsonl", "..%2F..%2Fx.csv", "evaluation.html"):
        assert web.get(f"{SHOP}/files/{name}").status == 404, name


def test_what_makes_no_sense_is_refused_and_nothing_written(web: Client, shop: Path) -> None:
    name = next(iter(shown(web).values()))
    assert decide(web, "other", name, other="no such topic") == 422
    assert decide(web, "other", name, other=" ") == 422
    assert decide(web, "new", name, new="x" * 201) == 422
    assert decide(web, "typed", name, other="pay", new="pets") == 422
    assert decide(web, "typed", name) == 422
    assert decide(web, "explode", name) == 422
    assert decide(web, "right") == 422
    assert decide(web, "right", "0" * 16) == 404
    answers = f"{API}/answers"
    assert web.post(answers, {"answers": []}).status == 422
    both = [{"question": "may I bring my dog", "topic": "pay"}, {"question": "never asked", "topic": "pay"}]
    assert web.post(answers, {"answers": both}).status == 422
    assert web.post(f"{API}/evaluations", {"setting": "x"}).status == 422
    assert web.post(f"{API}/evaluations", {"acceptable": 7}).status == 422
    assert web.form(f"{SHOP}/topics", action="evaluate", acceptable="lots").status == 422
    assert web.get("/intents/..", Accept="text/html").status == 404
    assert web.get("/intents/..%2Fshop", Accept="text/html").status == 404
    assert rows(shop) == []


def test_a_question_is_decided_once(web: Client, shop: Path) -> None:
    asked = shown(web)
    assert decide(web, "right", *asked.values()) == 303
    assert decide(web, "none", *asked.values()) == 409
    assert len(rows(shop)) == len(asked)


def test_enter_in_a_field_takes_the_topic_that_was_typed(web: Client, shop: Path) -> None:
    decide(web, "typed", next(iter(shown(web).values())), other="Pay", new="")
    assert rows(shop)[-1]["topic"] == "pay"
    decide(web, "typed", next(iter(shown(web).values())), other="", new="Pets ")
    assert rows(shop)[-1]["topic"] == "Pets"


def test_readers_see_no_controls_and_reviewers_do(shop: Path, tmp_path: Path) -> None:
    tokens = tmp_path.parent / f"{tmp_path.name}-tokens.jsonl"
    reader, reviewer = new_token("ann:viewer", tokens), new_token("bob:reviewer", tokens)
    settings = ServeSettings(port=0, token_file=tokens)
    with served_workspace(tmp_path, settings, reviewer) as bob:
        ann = Client(bob.url, reader)
        for path in (f"{SHOP}?wait=1", f"{SHOP}/topics"):
            assert ("<form" in bob.page(path), 'method="post"' in ann.page(path)) == (True, False)
        name = next(iter(shown(bob).values()))
        assert decide(ann, "right", name) == 403
        assert ann.post(f"{API}/phrases", {}).status == ann.post(f"{API}/evaluations", {}).status == 403
        assert decide(bob, "right", name) == 303
        assert rows(shop)[-1]["by"] == "bob"
        assert ann.form(SHOP, action="undo").status == 403
    with served_workspace(tmp_path, ServeSettings(port=0, read_only=True)) as anybody:
        assert 'method="post"' not in page(anybody)


def test_every_state_of_the_pages(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        assert "No set is here yet" in client.page("/intents")
        assert client.get("/api/v1/intents").json()["items"] == []
        folder = write_set(tmp_path / "intents" / "odd", PHRASES, [{"text": "pay my bill", "intent": "pay"}])
        assert "Nothing is open" in client.page("/intents/odd?wait=1")
        (folder / "log.jsonl").write_text("{")
        assert "log.jsonl:1" in client.page("/intents/odd?wait=1")
        assert "Try again" in client.page("/intents/odd?wait=1")
        assert "log.jsonl:1" in client.page("/intents")
        (folder / "log.jsonl").unlink()
        assert "has no log" in client.page("/intents/odd?wait=1")
        (folder / "2026-03-02.csv").unlink()
        assert "2026-03-02.csv" in client.page("/intents/odd?wait=1")
        assert client.get("/api/v1/intents/odd").status == 422
        (tmp_path / "intents" / "away").symlink_to("/")
        assert client.get("/intents/away", Accept="text/html").status == 404


@pytest.mark.parametrize(
    "path", ["/intents", f"{HOSTILE}?wait=1", f"{HOSTILE}?wait=1&kind=answered", f"{HOSTILE}/topics"]
)
def test_hostile_texts_stay_texts(web: Client, path: str) -> None:
    check_inert(web, path)


@pytest.mark.slow
def test_every_hostile_question_can_be_decided(web: Client, tmp_path: Path) -> None:
    evaluated_job = web.post(f"/api/v1{HOSTILE}/evaluations", {"setting": "0,0"})
    assert evaluated_job.status == 202
    folder = tmp_path / "intents" / "x&y, <b>"
    for _ in range(100):
        check_inert(web, f"{HOSTILE}?wait=1")
        names = re.findall(r'name="(q-[0-9a-f]+)"', web.page(f"{HOSTILE}?wait=1"))
        if not names:
            break
        assert web.form(HOSTILE, action="right", **dict.fromkeys(names, "on")).status == 303
    assert "Everything is reviewed" in web.page(f"{HOSTILE}?wait=1")
    assert web.form(HOSTILE, action="write").status == 303
    assert web.get(f"/api/v1{HOSTILE}").json()["pending"] == 0
    assert len(list(folder.glob("20*.csv"))) == 2
    check_inert(web, f"{HOSTILE}/topics")


@pytest.mark.parametrize("place", ["", "/questions", "/answers", "/history", "/evaluation"])
def test_answers_of_the_api_fit_their_schemas(web: Client, place: str) -> None:
    import jsonschema

    decide(web, "right", *shown(web).values())
    job = evaluated(web, setting="0,0")
    described = json.loads(json.dumps(openapi(ROUTES)))
    answers = {f"/intents/{{set}}{place}": web.get(f"{API}{place}").json(), "/jobs/{job}": job}
    for path, answer in answers.items():
        content = described["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]
        whole = {**content["schema"], "components": described["components"]}
        assert [error.message for error in jsonschema.Draft202012Validator(whole).iter_errors(answer)] == []


def test_changed_phrases_and_new_questions_are_brought_by_the_page(web: Client, shop: Path) -> None:
    table = "text;intent\npay my bill;pay\nhow do I pay;pay\nwhere is it;parcel\nmy parcel;parcel\n"
    assert web.form(f"{SHOP}/files", kind="phrases", text=table, name="").status == 303
    state = web.get(API).json()
    assert len(state["files"]) == 2
    assert len(list(read_phrases(shop / state["files"][-1]))) == 4
    rows = [{"id": "n1", "text": "may I pay with shells", "intent": None}, {"id": "d0", "text": "again"}]
    text = "\n".join(map(json.dumps, rows))
    kept = web.post(f"{API}/files", {"kind": "questions", "text": text, "name": "monday.jsonl"})
    assert (kept.status, kept.json()) == (201, {"file": "log.jsonl", "rows": 1})
    asked = [each["text"] for group in web.get(f"{API}/questions").json()["proposals"] for each in group["questions"]]
    assert "may I pay with shells" in asked
    assert "again" not in asked
    plain = web.post(f"{API}/files", {"kind": "questions", "text": "text,answered\nhave you shells,no\n"})
    assert plain.json()["rows"] == 1


def test_invalid_files_are_refused_with_the_line_and_nothing_is_kept(web: Client, shop: Path) -> None:
    before = sorted(file.name for file in shop.iterdir())
    wrong = {
        "text,intent\npay,pay\n,pay\n": "phrases.csv:3: the text is empty",
        "words\nx\n": "phrases.csv",
        "{": "phrases.jsonl:1",
        " ": "There is no text",
        "text,intent\npay,pay\n": "only one topic",
    }
    for text, said in wrong.items():
        answer = web.post(f"{API}/files", {"kind": "phrases", "text": text})
        assert (answer.status, said.lower() in answer.json()["detail"].lower()) == (422, True), answer.text
        assert str(shop.parents[3]) not in answer.text
    assert web.post(f"{API}/files", {"kind": "phrases", "text": "x", "name": "a.exe"}).status == 422
    assert web.post(f"{API}/files", {"kind": "eaten", "text": "x"}).status == 422
    assert web.form(f"{SHOP}/files", kind="eaten", text="x").status == 422
    assert sorted(file.name for file in shop.iterdir()) == before


def test_an_owner_makes_a_set_and_nobody_else_does(web: Client, tmp_path: Path) -> None:
    table = "text,intent\npay my bill,pay\nhow do I pay,pay\nwhere is it,parcel\nmy parcel,parcel\n"
    assert web.form("/intents", set="Our bot", text=table).status == 303
    assert "has no log" in web.page("/intents/Our%20bot?wait=1")
    assert web.form("/intents", set="our  BOT", text=table).status == 409
    for name in ("../x", ".git", "", "a/b", "x" * 61):
        assert web.form("/intents", set=name, text=table).status == 422, name
    assert sorted(each.name for each in (tmp_path / "intents").iterdir()) == ["Our bot", "shop", "x&y, <b>"]


def test_while_questions_are_sorted_the_page_is_there_already(web: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.web.pages.intents._PATIENCE", 0)
    waiting = web.page(f"{SHOP}?kind=answered")
    assert "are being sorted" in waiting
    assert 'data-load="?kind=answered&amp;wait=1"' in waiting
    assert "Was this answer right?" in page(web, "&kind=answered")
