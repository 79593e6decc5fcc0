"""What each format makes of its files: who is the bot, what is an utterance, what is left out, and where it says so."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from botassay.core.dialog import Dialog, Rejected, Role
from botassay.core.errors import InputError
from botassay.corpora import Corpus, open_corpus
from botassay.corpora.irc import _Threads
from botassay.corpora.irc_sessions import MEASURED, linked
from botassay.plugins.protocols import Reader
from botassay.plugins.registry import READERS
from tests.conftest import Run
from tests.formats import FOLDERS, SAMPLES, utterance

NO_SESSION = "messages of the channel belong to no help session"
OUTSIDE = "messages of the channel lie outside the annotated part"


def put(folder: Path, files: dict[str, str] | None = None, **more: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**(files or {}), **more}.items():
        (folder / name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return folder


def told(dialog: Dialog) -> list[tuple[str, str]]:
    return [(str(said.role), said.text) for said in dialog.utterances]


def counted(corpus: Corpus) -> tuple[int, int]:
    reading = corpus.read()
    return len(list(reading)), reading.tally.bad_dialogs


def array_of(lines: str, indent: int | None = None) -> str:
    return json.dumps([json.loads(line) for line in lines.splitlines() if line.strip()], indent=indent)


JSON = sorted(set(SAMPLES) - {"csv", "babi", "irc-log", "ubuntu-dialogs"})


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_no_format_is_taken_for_another(name: str) -> None:
    first = SAMPLES[name].splitlines(keepends=True)[0]
    readers = {other: READERS.get(other) for other in READERS.names()}
    assert [other for other, one in readers.items() if isinstance(one, Reader) and one.sniff(first)] == [name]


def test_words_inside_a_text_do_not_change_the_format() -> None:
    text = '"utterances": [] "conversations": [] "turns": "dialogue_id"'
    line = json.dumps({"meta": {"utterances": []}, "messages": [{"role": "user", "content": text}]})
    readers = {name: READERS.get(name) for name in READERS.names()}
    assert [name for name, one in readers.items() if isinstance(one, Reader) and one.sniff(line)] == ["messages"]


@pytest.mark.parametrize("name", JSON)
@pytest.mark.parametrize("indent", [None, 2], ids=["on one line", "indented"])
@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_json_array_is_read_like_lines(name: str, indent: int | None, ending: str, tmp_path: Path) -> None:
    lines = put(tmp_path / "lines", {"a.jsonl": SAMPLES[name]})
    items = put(tmp_path / "items", {f"a.json{ending}": "\ufeff\n " + array_of(SAMPLES[name], indent) + "\n\n"})
    read, expected = ([replace(each, id="") for each in open_corpus(folder)] for folder in (items, lines))
    assert read == expected != []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"utterances": []},\n {"utterances": 5},\n {"utterances": []}]', r"a\.json:2 \(item 2\): E136"),
        ('[{"utterances": []},\n\n {"utterances": [}]}\n]', r"a\.json:3 \(item 2\): E120"),
        ('[{"utterances": []}, ,{"utterances": []}]', r"a\.json:1 \(item 2\): E120"),
        ('[{"utterances": []},\n {"utterances": []}', r"a\.json:1: E121 the JSON is not closed"),
        ('[{"utterances": []}]\n[{"utterances": []}]', r"a\.json:.*E121 text follows"),
        ('[{"utterances": [{"role": "bot", "text": "' + "x" * (9 << 20) + '"}]}]', r"a\.json:1: E125"),
        ('[{"utterances": []}, ' + "[" * 200_000, r"a\.json:1: E121"),
    ],
    ids=["kind", "broken", "empty item", "cut off", "two arrays", "huge item", "deep"],
)
@pytest.mark.case("M11")
def test_a_broken_array_says_where(text: str, said: str, tmp_path: Path) -> None:
    file = put(tmp_path, {"a.json": text}) / "a.json"
    with pytest.raises(InputError, match=said) as caught:
        list(open_corpus(file))
    assert caught.value.hint


def test_an_item_that_is_bad_is_skipped_and_counted(tmp_path: Path) -> None:
    text = '[{"utterances": []}, {"utterances": 5}, {"messages": []}, {"utterances": []}]'
    assert counted(open_corpus(put(tmp_path, {"a.json": text}), skip_bad=True)) == (2, 2)


def test_messages_have_parts_refusals_and_tools(tmp_path: Path) -> None:
    first, second = open_corpus(put(tmp_path, {"m.jsonl": SAMPLES["messages"]}))
    assert (told(first), first.ignored, first.id) == ([("user", "hi"), ("bot", "ho")], 1, "m@0")
    assert told(second) == [("user", "look\nhere"), ("bot", "I will not.")]
    assert (second.ignored, second.id) == (2, "m2")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('{"role": "robot", "content": "x"}', "E132"),
        ('{"role": "user", "content": null}', "E136"),
        ('{"role": "user", "content": 5}', "E136"),
        ('{"role": "user", "content": [5]}', "E136"),
        ('{"role": "user", "content": [{"text": 5}]}', "E136"),
        ('{"role": "user", "content": "a\\u0000b"}', "E112"),
        ('{"content": "x"}', "E136"),
    ],
)
def test_a_message_that_is_none_is_rejected(message: str, code: str, tmp_path: Path) -> None:
    file = put(tmp_path, {"m.jsonl": SAMPLES["messages"] + f'{{"messages": [{message}]}}\n'}) / "m.jsonl"
    with pytest.raises(InputError, match=rf"m\.jsonl:3: {code}"):
        list(open_corpus(file))


def test_sharegpt_knows_its_speakers(tmp_path: Path) -> None:
    first, second = open_corpus(put(tmp_path, {"s.json": array_of(SAMPLES["sharegpt"])}))
    assert (first.id, told(first)) == ("s1", [("user", "hi"), ("bot", "ho")])
    assert (second.id, told(second), second.ignored) == ("s:2", [("bot", "ho")], 2)
    bad = '{"conversations": [{"from": "nobody", "value": "x"}]}\n'
    with pytest.raises(InputError, match=r"E132 the role 'nobody'"):
        list(open_corpus(put(tmp_path / "bad", {"s.jsonl": bad})))


def test_the_ids_of_sgd_stand_for_one_file_only(tmp_path: Path) -> None:
    for split in ("dev", "train"):
        put(tmp_path / split, {"dialogues_001.json": array_of(SAMPLES["sgd"], 2)})
    ids = [dialog.id for dialog in open_corpus(tmp_path)]
    assert ids == [f"{split}/dialogues_001:1_0000{n}" for split in ("dev", "train") for n in (0, 1)]
    bad = SAMPLES["sgd"].replace("SYSTEM", "ROBOT")
    with pytest.raises(InputError, match="E132 the speaker 'ROBOT' is unknown"):
        list(open_corpus(put(tmp_path / "bad", {"d.json": array_of(bad)})))


def test_sgd_is_what_its_source_says(data: Path) -> None:
    """Two files of 128 dialogs; the schema between them holds none."""
    reading = open_corpus(data / "sgd-sample").read()
    dialogs = list(reading)
    assert [sum(dialog.id.startswith(f"dev_dialogues_00{n}:") for dialog in dialogs) for n in (1, 9)] == [128, 128]
    assert reading.tally.skipped_files == ["LICENSE.txt", "SOURCE.md", "dev_schema.json"]
    roles = [[said.role for said in dialog.utterances] for dialog in dialogs]
    assert all(said == [Role.USER, Role.BOT] * (len(said) // 2) for said in roles)
    assert told(dialogs[0])[1][1].startswith("What city do you want to dine in?")


# ── ConvoKit ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_convokit_corpus_is_gathered_by_conversation_and_pickles_are_never_opened(tmp_path: Path) -> None:
    folder = put(tmp_path, dict(FOLDERS["convokit"]))
    for name in ("info.p", "vectors.bel-bin.p"):
        (folder / name).chmod(0)  # who opens it fails, unless it is root
    reading = open_corpus(folder).read()
    first, second = reading
    assert (first.id, told(first)) == ("u1", [("user", "hi"), ("bot", "ho")])
    assert (second.id, told(second)) == ("v1", [("user", "a"), ("bot", "b")])
    assert first.speakers == ("lev", "Rob")
    unread = ["conversations.json", "corpus.json", "index.json", "info.p", "vectors.bel-bin.p"]
    assert reading.tally.skipped_files == unread
    assert not reading.tally.remarks


@pytest.mark.case("M40", "P28")
def test_no_byte_of_a_pickle_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = put(tmp_path, dict(FOLDERS["convokit"]))
    opened = set()
    before = Path.open

    def watched(path: Path, *how: Any, **more: Any) -> Any:
        opened.add(path.name)
        return before(path, *how, **more)

    monkeypatch.setattr(Path, "open", watched)
    list(open_corpus(folder))
    assert opened == {"utterances.jsonl", "speakers.json"}


def test_an_older_convokit_corpus_is_an_array_with_other_names(tmp_path: Path) -> None:
    old = {"user": "Rob", "root": "c", "reply_to": None, "text": "hi", "id": 1}
    rows = [old, {**old, "user": "bot", "text": "ho", "id": 2, "reply_to": 1}]
    (dialog,) = open_corpus(put(tmp_path, {"utterances.json": json.dumps(rows), "users.json": '{"Rob": {}}'}))
    assert told(dialog) == [("user", "hi"), ("bot", "ho")]


def test_where_nobody_is_a_bot_whoever_did_not_begin_stands_for_it(tmp_path: Path) -> None:
    rows = [
        utterance("1", "c", "ann", "hi"),
        utterance("2", "c", "bob", "ho", "1"),
        utterance("3", "c", "cy", "x", "1"),
    ]
    reading = open_corpus(put(tmp_path, {"utterances.jsonl.gz": "".join(rows)})).read()
    (dialog,) = reading
    assert told(dialog) == [("user", "hi"), ("bot", "ho"), ("bot", "x")]
    assert dialog.multi_party
    assert dict(reading.tally.remarks) == {
        "dialogs do not say who the bot is: the speaker who did not begin counts as the bot": 1
    }


@pytest.mark.parametrize(
    ("times", "answers", "said"),
    [
        ((3, 1, 2), (None, None, None), "bca"),
        (("3", "1.5", "2"), (None, None, None), "bca"),
        ((None, None, None), (2, 0, None), "cab"),
        ((1, None, 0), (None, None, None), "abc"),
        ((1, "nan", 0), (None, None, None), "abc"),
        ((9, 9, 9), (None, 0, 1), "abc"),
        ((0, 1, 2), (1, None, None), "bac"),
        ((1, 2, 0), (1, 0, None), "cab"),  # in a circle
        ((1, 2, 3), (0, 77, None), "abc"),
    ],
)
@pytest.mark.case("M23")
def test_utterances_come_in_the_order_in_which_they_were_said(
    times: tuple[object, ...], answers: tuple[int | None, ...], said: str, tmp_path: Path
) -> None:
    rows = [
        utterance(str(at), "c", "x", "abc"[at], None if parent is None else str(parent), timestamp=time)
        for at, (time, parent) in enumerate(zip(times, answers, strict=True))
    ]
    (dialog,) = open_corpus(put(tmp_path, {"utterances.jsonl": "".join(rows)}))
    assert "".join(one.text for one in dialog.utterances) == said


@pytest.mark.parametrize(
    ("row", "said", "bad"),
    [
        ("{nonsense}\n", r"utterances\.jsonl:3: E120", 1),
        (utterance("9", "c", "x", "t").replace('"t"', "5"), r"utterances\.jsonl:3: E136", 1),
        (utterance("9", "c", "x", "t").replace('"x"', "null"), r"utterances\.jsonl:3: E136", 1),
        (utterance("9", "", "x", "t"), r"utterances\.jsonl:3: E130", 1),
        (utterance("9", "c", "x", "t\0"), r"utterances\.jsonl:3: E112", 1),
    ],
    ids=["no JSON", "text", "speaker", "conversation", "NUL"],
)
def test_a_bad_utterance_spoils_its_conversation(row: str, said: str, bad: int, tmp_path: Path) -> None:
    good = utterance("1", "c", "x", "a") + utterance("2", "d", "x", "b")
    put(tmp_path, {"utterances.jsonl": good + row + utterance("3", "c", "x", "d")})
    with pytest.raises(InputError, match=said):
        list(open_corpus(tmp_path))
    kept = [dialog.id for dialog in open_corpus(tmp_path, skip_bad=True)]
    assert kept == (["d"] if '"c"' in row else ["c", "d"])
    assert counted(open_corpus(tmp_path, skip_bad=True))[1] == bad


def test_our_own_lines_in_a_file_that_is_called_utterances_stay_our_own(tmp_path: Path) -> None:
    put(tmp_path, {"utterances.jsonl": SAMPLES["jsonl"], "speakers.json": "{}"})
    assert counted(open_corpus(tmp_path)) == (2, 0)


# ── Ubuntu IRC ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_helping_session_has_an_asker_and_those_who_help(tmp_path: Path) -> None:
    reading = open_corpus(put(tmp_path, dict(FOLDERS["ubuntu-irc"]))).read()
    first, second = reading
    assert first.id == "may:1"
    assert [(said.speaker, str(said.role), said.at) for said in first.utterances] == [
        ("lev", "user", "03:10"),
        ("bob", "bot", "03:11"),
        ("lev", "user", "03:11"),
        ("cy", "bot", "03:12"),
    ]
    assert (first.multi_party, second.multi_party) == (True, False)
    assert (told(second), second.ignored) == ([("user", "waves"), ("bot", "dan: hi")], 1)
    assert dict(reading.tally.remarks) == {NO_SESSION: 1}


def test_messages_outside_what_was_annotated_are_counted_apart(tmp_path: Path) -> None:
    files = {**FOLDERS["ubuntu-irc"], "may.annotation.txt": "1 4 -\n2 2 -\n"}
    reading = open_corpus(put(tmp_path, files)).read()
    assert [len(dialog.utterances) for dialog in reading] == [2]
    assert dict(reading.tally.remarks) == {NO_SESSION: 1, OUTSIDE: 4}


def test_the_threads_are_those_that_the_data_set_lists(data: Path) -> None:
    """The 494 clusters of the dev files; the messages before 1000 are context, and the list leaves them out."""
    listed: dict[str, set[tuple[int, ...]]] = {}
    for line in (data / "ubuntu-irc" / "gold.dev.clusters.txt").read_text().splitlines():
        name, _, numbers = line.partition(":")
        listed.setdefault(name, set()).add(tuple(sorted(map(int, numbers.split()))))
    assert sum(map(len, listed.values())) == 494
    for name, clusters in listed.items():
        threads = _Threads()
        with gzip.open(data / "ubuntu-irc" / "dev" / f"{name}.annotation.txt.gz", "rt") as lines:
            assert list(threads.take(lines)) == []
        assert {tuple(number for number in group if number >= 1000) for group in threads.groups()} == clusters


def test_ubuntu_irc_is_read_whole(data: Path) -> None:
    reading = open_corpus(data / "ubuntu-irc").read()
    dialogs = list(reading)
    assert len(reading.corpus.volumes) == 22 + 4
    assert reading.tally.skipped_files == ["LICENSE-data.txt", "README.md", "SOURCE.md", "gold.dev.clusters.txt"]
    assert (len(dialogs), sum(dialog.multi_party for dialog in dialogs)) == (459, 260)
    assert reading.tally.bad_rows == 0
    for dialog in dialogs:
        assert len(dialog.speakers) > 1
        assert {said.speaker for said in dialog.utterances if said.role is Role.USER} == {dialog.speakers[0]}


def test_every_message_of_the_channel_is_accounted_for(data: Path) -> None:
    reading = open_corpus(data / "ubuntu-irc" / "dev").read()
    said = sum(len(dialog.utterances) for dialog in reading)
    outside = reading.tally.remarks[OUTSIDE]
    assert (outside, said + reading.tally.remarks[NO_SESSION] + outside) == (9_284, 11_644)


def test_one_log_is_read_with_the_annotation_beside_it(data: Path) -> None:
    folder = data / "ubuntu-irc" / "dev"
    alone = list(open_corpus(folder / "2004-11-15_03.ascii.txt.gz"))
    whole = [dialog for dialog in open_corpus(folder) if dialog.id.startswith("2004-11-15_03:")]
    assert alone == whole != []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("may.annotation.txt", "1 4 -\n1 -\n", r"may\.annotation\.txt:2: E144"),
        ("may.annotation.txt", "1 4 -\n4 99 -\n", r"may\.annotation\.txt:2: E145 the log has no message 99"),
        ("may.ascii.txt", "=== x\n[03:10] <lev> hi\n\n\nwhat is this\n\n\n\n\n\n", r"may\.ascii\.txt:5: E146"),
        ("may.ascii.txt", "=== x\n[03:10] <lev> hi\n\n\n[03:10] <bob> a\0b\n", r"may\.ascii\.txt:5: E112"),
    ],
    ids=["no link", "no such message", "no message", "NUL"],
)
def test_a_log_that_does_not_fit_says_where(name: str, text: str, said: str, tmp_path: Path) -> None:
    put(tmp_path, {**FOLDERS["ubuntu-irc"], "may.annotation.txt": "1 4 -\n", name: text})
    with pytest.raises(InputError, match=said):
        list(open_corpus(tmp_path))
    assert counted(open_corpus(tmp_path, skip_bad=True))[1] == 1


def test_a_log_without_its_annotation_holds_no_dialogs(tmp_path: Path) -> None:
    file = put(tmp_path, {"may.ascii.txt": FOLDERS["ubuntu-irc"]["may.ascii.txt"]}) / "may.ascii.txt"
    with pytest.raises(InputError, match=r"E100 .*may\.annotation\.txt"):
        list(open_corpus(file, "ubuntu-irc"))


RAW = """=== Topic for #ubuntu
[23:50] <ann> how do I mount a disk?
[23:51] <bob> ann: try mount
[23:52] <cid> is the server down?
[23:52] <ann> bob, which device?
[23:53] <dee> cid no
=== ann is now known as annie
[00:01] <bob> annie, look at fdisk -l
[00:30] <annie> thanks
[00:31] <eve> hello
"""


def test_sessions_of_a_raw_log_follow_who_is_addressed_and_who_speaks_on(tmp_path: Path) -> None:
    """Across midnight and a change of name; a session has two speakers and three messages, and silence ends one."""
    reading = open_corpus(put(tmp_path, {"day.log": RAW})).read()
    (dialog,) = reading
    assert [(str(turn.role), turn.text) for turn in dialog.utterances] == [
        ("user", "how do I mount a disk?"),
        ("bot", "ann: try mount"),
        ("user", "bob, which device?"),
        ("bot", "annie, look at fdisk -l"),
    ]
    assert {turn.speaker for turn in dialog.utterances} == {"ann", "bob"}
    remarks = reading.tally.remarks
    assert remarks["messages of the channel belong to no help session"] == 4
    assert any("help sessions were found by rule; on ten annotated logs" in what for what in remarks)


@pytest.mark.parametrize(("line", "error"), [("no message", "E146"), ("[00:31] <eve> \ud800", "E111")])
def test_a_line_of_a_raw_log_that_is_no_message_is_named(tmp_path: Path, line: str, error: str) -> None:
    (tmp_path / "day.log").write_bytes((RAW + line + "\n").encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError, match=rf"day\.log:11: {error}"):
        list(open_corpus(tmp_path))


def test_the_figures_of_the_session_rule_are_measured(data: Path) -> None:
    """One-to-one overlap and exact matches on the ten annotated logs, as the reader says them."""
    ours, gold = clusters(data / "ubuntu-irc")
    total = sum(map(len, gold))
    shared = np.array([[len(left & right) for right in gold] for left in ours])
    rows, columns = linear_sum_assignment(-shared)
    exact = {frozenset(each) for each in ours if len(each) > 1} & {frozenset(each) for each in gold if len(each) > 1}
    several = sum(len(each) > 1 for each in (*ours, *gold))
    assert f"one-to-one overlap {100 * shared[rows, columns].sum() / total:.1f} %" in MEASURED
    assert f"F {200 * len(exact) / several:.1f}" in MEASURED


def clusters(folder: Path) -> tuple[list[set[tuple[str, int]]], list[set[tuple[str, int]]]]:
    gold: dict[str, list[set[tuple[str, int]]]] = {}
    for line in (folder / "gold.dev.clusters.txt").read_text().splitlines():
        name, _, numbers = line.partition(":")
        gold.setdefault(name, []).append({(name, int(number)) for number in numbers.split()})
    ours: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for name, wanted in gold.items():
        root: dict[int, int] = {}
        with gzip.open(folder / "dev" / f"{name}.ascii.txt.gz", "rt", errors="surrogateescape") as lines:
            for step in linked(lines):
                if not isinstance(step, Rejected):
                    root[step[0].line] = root[step[1].line] if step[1] else step[0].line
        for place in set().union(*wanted):
            ours.setdefault((name, root.get(place[1], -place[1])), set()).add(place)
    return list(ours.values()), [each for named in gold.values() for each in named]


# ── InsuranceQA ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_each_question_with_each_true_answer_is_a_dialog(ending: str, tmp_path: Path) -> None:
    files = {name + ("" if name == "vocabulary" else ending): text for name, text in FOLDERS["insuranceqa"].items()}
    reading = open_corpus(put(tmp_path, files)).read()
    dialogs = list(reading)
    stem = "InsuranceQA.question.anslabel.raw.100.pool.solr.test"
    assert [dialog.id for dialog in dialogs] == [f"{stem}:{n}" for n in ("1:1", "1:2", "2:2")]
    assert told(dialogs[0]) == [("user", "Is fire covered?"), ("bot", "Yes.")]
    assert told(dialogs[1]) == [("user", "Is fire covered?"), ("bot", "No. No.")]
    assert reading.tally.skipped_files == [f"InsuranceQA.question.anslabel.raw.500.pool.solr.test.encoded{ending}"]


def test_the_same_questions_cut_in_two_ways_are_read_once(tmp_path: Path) -> None:
    raw = {name: text for name, text in FOLDERS["insuranceqa"].items() if "500" not in name}
    token = {name.replace(".raw.", ".token."): text.replace("Is", "is") for name, text in raw.items()}
    reading = open_corpus(put(tmp_path, {**token, **raw})).read()
    assert len(list(reading)) == 3
    assert reading.tally.skipped_files == [
        "InsuranceQA.question.anslabel.token.100.pool.solr.test.encoded",
        "InsuranceQA.label2answer.token.encoded",
    ]


QUESTIONS: Final = "question.anslabel.raw.100.pool.solr.test"


@pytest.mark.parametrize(
    ("part", "text", "said", "kept"),
    [
        (
            QUESTIONS,
            "home\tidx_1\t7\nhome\tidx_1\t1\n",
            "encoded:1: E148 '7' is not",
            1,
        ),
        (QUESTIONS, "home\tidx_9\t1\nhome\tidx_1\t1\n", "encoded:1: E148 'idx_9'", 1),
        (QUESTIONS, "a\tidx_1\t1\nhome\tidx_1\n", "encoded:2: E149", 1),
        ("label2answer.raw", "1\tidx_4\n2 idx_5\n", "label2answer.raw.encoded:2: E147", 1),
    ],
    ids=["label", "word", "fields", "answers"],
)
def test_a_bad_row_of_insuranceqa_says_where(part: str, text: str, said: str, kept: int, tmp_path: Path) -> None:
    put(tmp_path, {**FOLDERS["insuranceqa"], f"InsuranceQA.{part}.encoded": text})
    with pytest.raises(InputError, match=said):
        list(open_corpus(tmp_path))
    assert counted(open_corpus(tmp_path, skip_bad=True))[0] == kept


def test_insuranceqa_v2_without_numbers_for_words_needs_no_vocabulary(tmp_path: Path) -> None:
    files = {"InsuranceQA.question.anslabel.raw.100.pool.solr.test": "home\tIs fire covered?\t1 2\n",
             "InsuranceQA.label2answer.raw": "1\tYes.\n2\tNo.\n"}  # fmt: skip
    dialogs = list(open_corpus(put(tmp_path, files)))
    assert [told(dialog) for dialog in dialogs] == [
        [("user", "Is fire covered?"), ("bot", answer)] for answer in ("Yes.", "No.")
    ]


V1: Final = {
    "vocabulary": "idx_1\tfire\nidx_2\tyes\nidx_3\tno\n",
    "answers.label.token_idx": "7\tidx_2\n8\tidx_3\n",
    "question.train.token_idx.label": "idx_1 idx_1\t7 8\n",
    "question.test1.label.token_idx.pool": "8\tidx_1\t7 8 9\n",
}


def test_insuranceqa_v1_is_read(tmp_path: Path) -> None:
    dialogs = {dialog.id: told(dialog) for dialog in open_corpus(put(tmp_path, V1))}
    assert dialogs == {
        "question.test1.label.token_idx:1:8": [("user", "fire"), ("bot", "no")],
        "question.train.token_idx:1:7": [("user", "fire fire"), ("bot", "yes")],
        "question.train.token_idx:1:8": [("user", "fire fire"), ("bot", "no")],
    }


def test_questions_and_answers_on_lines_are_dialogs_of_one_turn(tmp_path: Path) -> None:
    (tmp_path / "qa.jsonl").write_text('{"input": "Is fire covered?", "output": "Yes."}\n')
    (dialog,) = open_corpus(tmp_path / "qa.jsonl")
    assert told(dialog) == [("user", "Is fire covered?"), ("bot", "Yes.")]


def test_insuranceqa_without_its_other_files_names_the_layouts(tmp_path: Path) -> None:
    del (lacking := dict(V1))["answers.label.token_idx"]
    with pytest.raises(InputError, match=r"E100 .* V1 \(question\.train.*as JSON lines with input and output"):
        list(open_corpus(put(tmp_path, {name: lacking[name] for name in list(lacking)[1:]})))


# ── the Ubuntu Dialogue Corpus ──────────────────────────────────────────────────────────────────────────────────────


def test_a_dialog_of_the_ubuntu_corpus_is_a_file(tmp_path: Path) -> None:
    lines = ('2004-11-23T11:49:00.000Z\tann\t\tany "help"?\n', "2004-11-23T11:50:00.000Z\tbob\tann\tsure\n")
    (tmp_path / "1.tsv").write_text("".join(lines))
    (dialog,) = open_corpus(tmp_path)
    assert told(dialog) == [("user", 'any "help"?'), ("bot", "sure")]
    assert [turn.speaker for turn in dialog.utterances] == ["ann", "bob"]
    (tmp_path / "1.tsv").write_text(lines[0] + "2004-11-23T11:50:00.000Z\tbob\n")
    with pytest.raises(InputError, match=r"1\.tsv:2: E149"):
        list(open_corpus(tmp_path))


def test_the_table_and_the_ranking_of_the_ubuntu_corpus_are_read(tmp_path: Path) -> None:
    (tmp_path / "dialogueText.csv").write_text(SAMPLES["ubuntu-dialogs"])
    first, second = open_corpus(tmp_path / "dialogueText.csv")
    assert (first.id, told(first)) == ("3/1.tsv", [("user", "hi there"), ("bot", "ho, ann")])
    assert told(second) == [("user", "x")]
    context = "hi __eou__ help? __eou__ __eot__ sure __eou__ __eot__"
    (tmp_path / "r.csv").write_text(f"Context,Utterance,Label\n{context},thanks __eou__,1\n{context},no,0\n")
    (dialog,) = open_corpus(tmp_path / "r.csv")
    assert told(dialog) == [("user", "hi"), ("user", "help?"), ("bot", "sure"), ("user", "thanks")]


# ── at the command line ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_a_folder_is_rated(name: str, botassay: Run, tmp_path: Path) -> None:
    put(tmp_path / "corpus", dict(FOLDERS[name]))
    ended = botassay("rate", "corpus", "--format", name, "--order", "AL,CC", "--json")
    assert ended.code == 0, ended.err
    document = json.loads(ended.out)
    assert document["counts"]["scored"] == document["counts"]["planned"] == {"insuranceqa": 3}.get(name, 2)
    assert document["subject"]["kind"] == "corpus"


def test_what_is_no_dialog_is_told_in_the_report(botassay: Run, tmp_path: Path) -> None:
    put(tmp_path / "corpus", dict(FOLDERS["ubuntu-irc"]))
    ended = botassay("rate", "corpus", "--order", "AL", "--json")
    told_of = [seen["text"] for seen in json.loads(ended.out)["observations"]]
    assert "messages of the channel belong to no help session: 1" in told_of


def test_the_order_in_which_a_folder_was_written_changes_nothing(botassay: Run, tmp_path: Path) -> None:
    printed = []
    for n in (0, 1):
        for folder in sorted(FOLDERS, reverse=bool(n)):
            files = list(FOLDERS[folder].items())
            put(tmp_path / str(n) / "corpus" / folder, dict(files[:: -1 if n else 1]))
        printed.append(botassay("rate", tmp_path / str(n) / "corpus", "--order", "AL,CC", "--json").out)
    assert printed[0] == printed[1] != ""
