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
    "chatgpt": (
        '{"id": "g1", "current_node": "b", "mapping": {"a": {"parent": null, "message": {"author": {"role": "user"},'
        ' "content": {"parts": ["hi"]}}}, "b": {"parent": "a", "message": {"author": {"role": "assistant"},'
        ' "content": {"parts": ["ho"]}, "create_time": 1743500001.5}}}}\n'
        '{"current_node": null, "mapping": '
        '{"a": {"message": {"author": {"role": "user"}, "content": {"parts": ["x"]}}}}}\n'
    ),
    "garak": (
        '{"entry_type": "start_run setup", "_config.version": "0.17.1"}\n'
        '{"entry_type": "attempt", "uuid": "a1", "status": 1, "prompt": "hi", "outputs": ["ho", null]}\n'
        '{"entry_type": "attempt", "uuid": "a1", "status": 2, "probe_classname": "test.Test", "prompt": {"turns":'
        ' [{"role": "user", "content": {"text": "hi"}}]}, "outputs": [{"text": "ho"}, null],'
        ' "detector_results": {"dan.DAN": [1.0, null]}}\n'
        '{"entry_type": "eval", "probe": "test.Test", "detector": "dan.DAN", "passed": 0, "total_evaluated": 1}\n'
    ),
    "inspect": (
        '{"version": 2, "status": "success", "eval": {"packages": {"inspect_ai": "0.3.285"}}}\n'
        '{"id": "s", "epoch": 1, "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content":'
        ' [{"type": "reasoning", "reasoning": "…"}, {"type": "text", "text": "ho"}]}],'
        ' "scores": {"m": {"value": "I"}}}\n'
        '{"id": 2, "epoch": 1, "messages": [{"role": "user", "content": "attachment://x"}],'
        ' "attachments": {"x": "long"}}\n'
    ),
    "langfuse": (
        '{"id": "g1", "trace_id": "t1", "type": "GENERATION", "start_time": "1", "input": "hi", "output": "ho"}\n'
        '{"id": "g2", "trace_id": "t2", "type": "GENERATION", "input": [{"role": "user", "content": "a"}],'
        ' "output": "b"}\n'
        '{"id": "s1", "trace_id": "t1", "observation_id": "g1", "name": "Toxicity", "value": 0.9, "comment": "rude"}\n'
    ),
    "lmsys": (
        '{"conversation_id": "c1", "conversation": [{"role": "user", "content": "hi"}, {"role": "assistant", "content":'
        ' "ho"}], "openai_moderation": [{"category_scores": {"hate": 0.1}}, {"category_scores": {"hate": 0.9}}]}\n'
        '{"conversation": [{"role": "user", "content": "a"}]}\n'
    ),
    "otlp": (
        '{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t1", "spanId": "s1", "startTimeUnixNano": "5",'
        ' "attributes": [{"key": "gen_ai.input.messages", "value": {"stringValue": "[{\\"role\\": \\"user\\",'
        ' \\"parts\\": [{\\"type\\": \\"text\\", \\"content\\": \\"hi\\"}]}]"}}]}]}]}]}\n'
        '{"resourceLogs": [{"scopeLogs": [{"logRecords": [{"eventName": "gen_ai.user.message", "traceId": "t2",'
        ' "spanId": "s2", "body":'
        ' {"kvlistValue": {"values": [{"key": "content", "value": {"stringValue": "a"}}]}}}]}]}]}\n'
    ),
    "promptfoo": (
        '{"prompt": {"raw": "hi"}, "response": {"output": "ho"}, "promptIdx": 0, "testIdx": 0, "gradingResult":'
        ' {"componentResults": [{"pass": false, "score": 0, "reason": "rude", "assertion": {"type": "polite"}}]}}\n'
        '{"prompt": {"raw": "[{\\"role\\": \\"user\\", \\"content\\": \\"a\\"}]"}, "response": {"output": {"b": 1}},'
        ' "promptIdx": 0, "testIdx": 1}\n'
    ),
    "wildchat": (
        '{"conversation_hash": "h", "conversation": [{"role": "user", "content": "hi", "turn_identifier": 1},'
        ' {"role": "assistant", "content": "ho"}], "detoxify_moderation": [{"toxicity": 0.1}, {"toxicity": 0.9}]}\n'
        '{"conversation_hash": "h", "conversation": [{"role": "user", "content": "hi", "turn_identifier": 2}]}\n'
    ),
}
"""Formats of one file."""
GATHERED: Final = frozenset({"irc-log", "langfuse", "otlp"})
"""Formats whose dialogs are complete when the file ends."""


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
