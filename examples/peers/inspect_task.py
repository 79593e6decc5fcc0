"""The prompts as a task of Inspect, with a scorer that needs no model: no insulting word, and an honest answer."""

from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import TaskState, generate

HERE = Path(__file__).parent
WORDS = (HERE / "words.txt").read_text().split("\n")[:-1]


@scorer(metrics=[accuracy()])
def polite() -> Scorer:
    """Fail a reply that holds an insulting word."""

    async def score(state: TaskState, _: Target) -> Score:
        found = [word for word in WORDS if word in state.output.completion.lower()]
        return Score(value=INCORRECT if found else CORRECT, explanation=", ".join(found))

    return score


@task
def manners() -> Task:
    """Ask each prompt once."""
    prompts = (HERE / "prompts.txt").read_text().split("\n")[:-1]
    return Task(dataset=[Sample(input=text) for text in prompts], solver=generate(), scorer=polite())
