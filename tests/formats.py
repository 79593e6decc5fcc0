"""Small sound files of every format, written by hand in the layout that the format has."""

import json
from collections.abc import Mapping
from typing import Final

SAMPLES: Final[Mapping[str, str]] = {
    "jsonl": (
        '{"id": "a", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "ho"}]}\n'
        "\n"
        '{"utterances": [{"role": "bot", "text": "ho", "options": ["x", "y"]}, {"role": "tool", "text": "{}"}]}\n'
    ),
    "csv": (
        'dialog,role,text,note\nid1,user,hi,\nid1,bot,"ho, ho",x\nid2,user,"two\nlines",\nid2,system,boot,\nid2,bot,,\n'
    ),
    "babi": "1 hi\tho\n2 <SILENCE>\tapi_call x\n3 x R_phone y\n4 <SILENCE>\there\n\n1 a\tb\n",
    "messages": (
        '{"messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "hi"},'
        ' {"role": "assistant", "content": "ho"}]}\n'
        '{"id": "m2", "messages": [{"role": "user", "content": [{"type": "text", "text": "look"},'
        ' {"type": "image_url", "image_url": {"url": "http://x.example/i.png"}}, {"type": "text", "text": "here"}]},'
        ' {"role": "assistant", "content": null, "tool_calls": [{"id": "c"}]},'
        ' {"role": "tool", "content": "{}"}, {"role": "assistant", "refusal": "I will not."}]}\n'
    ),
    "sharegpt": (
        '{"id": "s1", "conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "ho"}]}\n'
        '{"system": "Be kind.", "conversations": [{"from": "system", "value": "x"}, {"from": "gpt", "value": "ho"}]}\n'
    ),
    "ubuntu-dialogs": (
        "folder,dialogueID,date,from,to,text\n3,1.tsv,2008-04-23T14:55:00.000Z,ann,,hi there\n"
        '3,1.tsv,2008-04-23T14:56:00.000Z,bob,ann,"ho, ann"\n3,2.tsv,2008-04-23T14:57:00.000Z,eve,,x\n'
    ),
    "irc-log": (
        "[03:10] <ann> hi there\n[03:11] <bob> ann: ho\n[03:12] <ann> bob, fine\n"
        "[05:10] <eve> hello\n[05:11] <dee> eve, x\n[05:12] <eve> dee: y\n"
    ),
    "sgd": (
        '{"dialogue_id": "1_00000", "services": ["A"], "turns": [{"frames": [], "speaker": "USER", "utterance": "hi"},'
        ' {"frames": [], "speaker": "SYSTEM", "utterance": "ho"}]}\n'
        '{"dialogue_id": "1_00001", "turns": [{"speaker": "USER", "utterance": "a"}]}\n'
    ),
}
"""Formats of one file."""


def utterance(name: str, talk: str, who: str, text: str, answers: str | None = None, **more: object) -> str:
    """Write an utterance as ConvoKit does."""
    row: dict[str, object] = {"id": name, "conversation_id": talk, "text": text, "speaker": who}
    return json.dumps(row | {"meta": {}, "reply-to": answers, "timestamp": None, "vectors": []} | more) + "\n"


FOLDERS: Final[Mapping[str, Mapping[str, str]]] = {
    "convokit": {
        "utterances.jsonl": (
            utterance("u2", "u1", "Rob", "ho", "u1")
            + utterance("v1", "v1", "ann", "a")
            + utterance("u1", "u1", "lev", "hi")
            + utterance("v2", "v1", "Rob", "b", "v1")
        ),
        "speakers.json": '{"Rob": {"meta": {"role": "assistant"}, "vectors": []}, "lev": {"meta": {}}}\n',
        "conversations.json": '{"u1": {"meta": {}, "vectors": []}, "v1": {"meta": {}, "vectors": []}}\n',
        "corpus.json": "{}\n",
        "index.json": "{}\n",
        "info.p": "cos\nsystem\n(S'false'\ntR.",
        "vectors.bel-bin.p": "cos\nsystem\n(S'false'\ntR.",
    },
    "insuranceqa": {
        "vocabulary": "idx_1\tIs\nidx_2\tfire\nidx_3\tcovered?\nidx_4\tYes.\nidx_5\tNo.\n",
        "InsuranceQA.label2answer.raw.encoded": "1\tidx_4\n2\tidx_5 idx_5\n",
        "InsuranceQA.question.anslabel.raw.100.pool.solr.test.encoded": (
            "home\tidx_1 idx_2 idx_3\t1 2\t1 2 3\nauto\tidx_2 idx_3\t2\t1 2 3\n"
        ),
        "InsuranceQA.question.anslabel.raw.500.pool.solr.test.encoded": "home\tidx_1\t1\t1 2 3 4\n",
    },
    "ubuntu-irc": {
        "may.ascii.txt": (
            "=== lev [x]  has joined #ubuntu\n[03:10] <lev> how do I open a rar?\n[03:10] <kay> morning all\n"
            "=== lev is now known as lev2\n[03:11] <bob> lev: unrar\n[03:11] <lev2> thanks\n[03:12] <cy> lev: or 7z\n"
            "[03:13]  * dan waves\n[03:14] <eve> dan: hi\n=== dan [x]  has left #ubuntu []\n"
        ),
        "may.annotation.txt": "0 0 -\n1 4 -\n4 5 -\n1 6 -\n2 2 -\n7 8 -\n8 9 -\n",
    },
}
"""Formats of several files: the files by name."""
