"""Files of other tools: what is read, what is ignored, what their verdicts become, and what a broken one says."""

import json
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

from botassay.api.check import check
from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError
from botassay.corpora import CorpusPass, open_corpus
from botassay.io import zip_members

FILES = Path(__file__).parents[1] / "data" / "neighbours"


def read(name: str) -> tuple[list[Dialog], CorpusPass]:
    reading = open_corpus(FILES / name).read()
    return list(reading), reading


def said(dialog: Dialog) -> list[tuple[str, str]]:
    return [(str(utterance.role), utterance.text) for utterance in dialog.utterances]


@pytest.mark.parametrize(("file", "version"), [("garak-0.10.3", "0.10.3"), ("garak-0.17.1", "0.17.1")])
def test_of_garak_each_output_is_a_dialog_with_the_scores_of_detectors(file: str, version: str) -> None:
    dialogs, reading = read(f"{file}.report.jsonl")
    assert [dialog.id.rpartition("#")[2] for dialog in dialogs] == ["0", "1"] * 2
    assert not reading.tally.remarks
    first, *_, last = dialogs
    assert first.utterances[0].text.startswith("Ignore all the instructions")
    assert said(first)[1:] == [("bot", "DAN: Hello, I can do anything now.")]
    verdicts = {verdict.issue: verdict for verdict in first.verdicts}
    assert set(verdicts) == {"garak:dan.DAN", "garak:mitigation.MitigationBypass"}
    assert (verdicts["garak:dan.DAN"].risk, verdicts["garak:dan.DAN"].version) == (1.0, version)
    assert [verdict.issue for verdict in last.verdicts] == ["garak:goodside.PlainJSON"]


def test_sums_of_garak_that_differ_and_unseen_attempts_are_remarked(tmp_path: Path) -> None:
    rows = (FILES / "garak-0.17.1.report.jsonl").read_text().splitlines(keepends=True)
    attempts = [row for row in rows if '"entry_type": "attempt"' in row]
    seen = [row for row in rows if '"status": 1' not in row and '"uuid"' in row]
    changed = [row.replace('"passed": 0', '"passed": 1') for row in rows if '"entry_type": "eval"' in row]
    file = tmp_path / "cut.report.jsonl"
    file.write_text("".join((rows[0], seen[0], changed[0])))
    reading = open_corpus(file).read()
    assert len(list(reading)) == 2
    assert reading.tally.remarks == {"sums of garak that differ from its attempts": 1}
    file.write_text(rows[0] + attempts[0])
    reading = open_corpus(file).read()
    assert len(list(reading)) == 2
    assert reading.tally.remarks == {"attempts that no detector of garak has seen": 1}


@pytest.mark.parametrize("name", ["0.100.0.json", "0.100.0.jsonl", "0.120.0.json", "0.120.0.jsonl"])
def test_of_promptfoo_each_result_is_a_dialog_with_its_assertions(name: str) -> None:
    dialogs, reading = read(f"promptfoo-{name}")
    assert type(reading.reader).__name__ == "Promptfoo"
    assert len({dialog.id for dialog in dialogs}) == 4
    by_question = {dialog.utterances[0].text: dialog for dialog in dialogs}
    rude, kind = by_question["You idiot, answer me"], by_question["Is fire covered?"]
    assert said(rude)[1] == ("bot", "You are the idiot here.")
    assert [(v.issue, v.risk, v.raw, v.utterance) for v in rude.verdicts] == [("promptfoo:polite", 1.0, "0", 1)]
    assert {v.issue: v.risk for v in kind.verdicts} == {"promptfoo:contains": 0.0, "promptfoo:polite": 0.0}


def test_an_attack_of_promptfoo_over_several_turns_is_one_dialog(tmp_path: Path) -> None:
    turns = [{"prompt": "hi", "output": "ho"}, {"prompt": "a", "output": "b"}]
    row = {"prompt": {"raw": "a"}, "response": {"output": "b"}, "promptIdx": 0, "testIdx": 0}
    file = tmp_path / "red.jsonl"
    file.write_text(json.dumps({**row, "metadata": {"redteamHistory": turns}}) + "\n")
    (dialog,) = open_corpus(file)
    assert said(dialog) == [("user", "hi"), ("bot", "ho"), ("user", "a"), ("bot", "b")]


@pytest.mark.parametrize("name", ["0.3.100.eval", "0.3.100.json", "0.3.285.eval", "0.3.285.json"])
def test_of_inspect_each_sample_is_a_dialog_and_grades_are_risks(name: str) -> None:
    if name == "0.3.285.eval":  # which is compressed with Zstandard
        pytest.importorskip("backports.zstd")
    dialogs, reading = read(f"inspect-{name}")
    version = name.rpartition(".")[0]
    assert sorted(dialog.id for dialog in dialogs) == [
        f"inspect-{version}:{sample}_epoch_{epoch}" for sample in ("3", "fire", "flood") for epoch in (1, 2)
    ]
    assert reading.tally.ignored == 6, "system messages"
    fire = next(dialog for dialog in dialogs if dialog.id.endswith("fire_epoch_1"))
    assert fire.utterances[0].text == "Is fire covered?"
    risks = {verdict.name: (verdict.risk, verdict.raw, verdict.version) for verdict in fire.verdicts}
    assert risks["partial"] == (0.5, "P", version)
    assert risks["politeness"] == (None, "0.25", version), "nobody knows which way it points"
    assert {verdict.risk for dialog in dialogs for verdict in dialog.verdicts if verdict.name == "includes"} <= {0, 1}


def test_a_log_without_its_package_for_zstandard_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "backports", None)
    with pytest.raises(InputError) as caught:
        read("inspect-0.3.285.eval")
    assert caught.value.code == "E170"
    assert 'pip install "botassay[zstd]"' in (caught.value.hint or "")


def archive(file: Path, members: list[tuple[str, str]], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(file, "w", compression) as written, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two members with one name
        for name, text in members:
            written.writestr(name, text)
    return file


HEAD = '{"version": 2, "status": "success", "eval": {}}'


def sample(name: str, text: str) -> str:
    messages = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": text}]
    return json.dumps({"id": name, "epoch": 1, "messages": messages})


def test_of_members_with_one_name_the_last_counts_and_a_log_broken_off_has_its_start(tmp_path: Path) -> None:
    members = [("samples/a_epoch_1.json", sample("a", "old")), ("samples/a_epoch_1.json", sample("a", "new"))]
    (dialog,) = open_corpus(archive(tmp_path / "x.eval", [*members, ("header.json", HEAD)]))
    assert dialog.utterances[1].text == "new"
    start = '{"version": 2, "eval": {}, "plan": {}}'
    (dialog,) = open_corpus(archive(tmp_path / "y.eval", [("_journal/start.json", start), members[0]]))
    assert dialog.id == "y:a_epoch_1"


def test_archives_that_are_too_large_or_bad_are_refused_with_the_member(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = archive(tmp_path / "bomb.eval", [("header.json", HEAD), ("samples/b.json", " " * 5_000_000)])
    with pytest.raises(InputError, match="E126 the archive unpacks to more than 200 times its size"):
        list(open_corpus(bomb))
    odd = archive(tmp_path / "odd.eval", [("header.json", HEAD)], zipfile.ZIP_BZIP2)
    with pytest.raises(InputError, match="E170 the member has the unsupported compression 12") as caught:
        list(open_corpus(odd))
    assert (caught.value.where or "").endswith("odd.eval: header.json")
    monkeypatch.setattr(zip_members, "_MEMBERS", 1)
    with pytest.raises(InputError, match="E126 the archive has more than"):
        read("inspect-0.3.100.eval")
    bad = archive(tmp_path / "bad.eval", [("header.json", HEAD), ("samples/a.json", '{"id": "a", "messages": [3]}')])
    monkeypatch.undo()
    with pytest.raises(InputError, match="E136 a message is not an object with a role") as caught:
        list(open_corpus(bad))
    assert (caught.value.where or "").endswith("bad.eval: samples/a.json")


def test_of_langfuse_generations_of_a_session_are_a_dialog_and_what_they_repeat_counts_once() -> None:
    (dialog,), reading = read("langfuse-trace.json")
    assert (dialog.id, reading.tally.ignored) == ("s1", 1)
    talk = [
        ("user", "Is fire covered?"),
        ("bot", "Yes, fire is covered."),
        ("user", "And flood?"),
        ("bot", "No, you idiot."),
    ]
    assert said(dialog) == talk
    assert [(v.issue, v.risk, v.utterance, v.why) for v in dialog.verdicts] == [
        ("langfuse:Toxicity", 0.02, 1, "calm"),
        ("langfuse:Toxicity", 0.9, 3, "an insult"),
        ("langfuse:style", None, 3, ""),
    ]
    dialogs, _ = read("langfuse-observations.jsonl")
    assert {each.id: said(each) for each in dialogs} == {
        "s9": talk,
        "t3": [("user", "Is theft covered?"), ("bot", "Yes.")],
    }


def test_of_otlp_calls_of_a_conversation_are_a_dialog_without_the_agents_above_them() -> None:
    (conversation, other), reading = read("otlp-traces.jsonl")
    assert conversation.id == "conv-1"
    assert [text for _, text in said(conversation)] == [
        "Is fire covered?", "Yes, fire is covered.", "And flood?", "No, you idiot.",
    ]  # fmt: skip
    assert reading.tally.ignored == 1, "a thought of the model"
    assert {(v.issue, v.risk, v.utterance) for v in conversation.verdicts} == {
        ("otlp:Relevance", 0.25, 1),
        ("otlp:Toxicity", 0.9, 3),
    }
    assert said(other) == [("user", "Is theft covered?"), ("bot", "Yes.")], "attributes of OpenLLMetry"
    (logged,), _ = read("otlp-logs.json")
    assert said(logged) == [("user", "Is fire covered?"), ("bot", "Yes, fire is covered.")]


def test_of_chatgpt_the_branch_that_was_shown_last_is_read() -> None:
    (fire, empty), reading = read("chatgpt-conversations.json")
    assert [text for _, text in said(fire)] == [
        "Is fire covered?", "Yes, fire is covered.", "And this one?", "No, that is a flood.",
    ]  # fmt: skip
    assert fire.utterances[0].at == "2025-04-01T09:33:20.250000+00:00"
    assert reading.tally.ignored == 3, "a thought, a call of a tool and its result"
    assert said(empty) == [("user", "Hello?")]


def test_a_circle_of_messages_is_refused_with_its_item(tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([{"mapping": {"a": {"parent": "b"}, "b": {"parent": "a"}}, "current_node": "a"}]))
    with pytest.raises(InputError, match="E138 the node 'a' is its own ancestor") as caught:
        list(open_corpus(file))
    assert (caught.value.where or "").endswith("conversations.json:1 (item 1)")


def test_scores_of_published_chats_are_verdicts_on_replies_alone() -> None:
    (calm, rude), _ = read("lmsys.jsonl")
    assert {(v.issue, v.risk, v.utterance) for v in rude.verdicts} == {
        ("openai_moderation:harassment", 0.91, 1),
        ("openai_moderation:violence", 0.02, 1),
    }
    assert not any(v.hit for v in calm.verdicts)
    dialogs, _ = read("wildchat.jsonl")
    assert [dialog.id for dialog in dialogs] == ["aa11:101", "aa11:202"]
    assert [v.issue for v in dialogs[1].verdicts if v.hit] == ["detoxify_moderation:toxicity"]
    assert all(dialog.utterances[v.utterance].role is Role.BOT for dialog in dialogs for v in dialog.verdicts)


def test_check_counts_lines_dialogs_and_what_is_ignored_and_names_the_row_of_a_problem(tmp_path: Path) -> None:
    result = check(FILES / "inspect-0.3.100.json")
    assert (result.format, result.dialogs, result.utterances, result.ignored) == ("inspect", 6, 12, 6)
    text = (FILES / "promptfoo-0.100.0.json").read_text()
    broken = text.replace('"raw": "Is fire covered?"', '"raw": 7', 1)
    line = broken[: broken.index('"raw": 7')].count("\n") + 1
    file = tmp_path / "broken.json"
    file.write_text(broken)
    result = check(file)
    assert result.dialogs == 3
    (problem,) = result.problems
    assert problem.code == "E136"
    assert problem.line is not None
    assert 0 < line - problem.line < 60, "the line on which the result begins"
    half = text[: len(text) // 2].rstrip()
    (tmp_path / "cut.json").write_text(half)
    with pytest.raises(InputError, match="E120 the JSON document is not valid: Input data was truncated") as caught:
        list(open_corpus(tmp_path / "cut.json"))
    assert (caught.value.where or "").endswith(f"cut.json:{half.count(chr(10)) + 1}")
