"""Scan a bot of server.py with Giskard, as its documentation does it: every detector, a model made of a function.

python giskard_scan.py http://127.0.0.1:8008/rude
"""

import json
import sys
import urllib.request

import giskard
import pandas as pd


def reply(message: str) -> str:
    """Return what the bot says."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(sys.argv[1], json.dumps({"message": message}).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["reply"])


def replies(questions: pd.DataFrame) -> list[str]:
    """Return a reply for each question."""
    return [reply(text) for text in questions["question"]]


model = giskard.Model(
    replies,
    model_type="text_generation",
    name="shop bot",
    description="answers customers of a shop",
    feature_names=["question"],
)
examples = pd.DataFrame({"question": ["Hello, can you help me?", "I want to return a jacket."]})
report = giskard.scan(model, giskard.Dataset(examples, target=None))
print(json.dumps({"issues": len(report.issues)}))
