"""An interview by text; each answer can be saved before the next question."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, cast, get_args

from botassay.core.errors import InputError, UsageError
from botassay.core.results import Profile
from botassay.core.text.plural import many
from botassay.io.files import save
from botassay.plugins.registry import issue_of
from botassay.profiles.elicitation import (
    Answer,
    Order,
    PreferenceQuestion,
    check_issues,
    meaning,
    most_questions,
    next_step,
)
from botassay.view.escape import shortened, visible

_KEYS: Final = "type 1, 2 or =; u takes back the last answer, ? explains the issues again"


class Interview:
    """Asks what matters more until the issues are in order.

    Args:
        issues: what is put in order.
        read: gives a line that was typed; None at the end of the input.
        say: shows a line.
        saved: the file for the answers, at a terminal; None: nothing is saved.

    Raises: UnknownNameError for an unknown issue; UsageError for a file with answers to other questions.
    """

    def __init__(
        self, issues: tuple[str, ...], read: Callable[[], str | None], say: Callable[[str], None], saved: Path | None
    ) -> None:
        check_issues(issues)
        self._issues = issues
        self._read = read
        self._say = say
        self._saved = saved
        self._answers: list[Answer] = _saved_answers(saved, issues) if saved else []

    def hold(self) -> Order:
        """Ask until the issues are in order, and return it.

        Raises: KeyboardInterrupt when the person stops; InputError when answers that are piped in end too early.
        """
        self._greet()
        try:
            while isinstance(step := next_step(self._issues, self._answers), PreferenceQuestion):
                whole = self._ask(step)
                if whole:
                    return whole
        except KeyboardInterrupt:
            self._leave()
            raise
        return step

    def _greet(self) -> None:
        most = many(most_questions(len(self._issues)), "question", "questions")
        self._say(f"What would be worst for you in a chatbot? At most {most}.\n")
        self._explain()
        self._say(f"\n{_KEYS[0].upper()}{_KEYS[1:]}.")
        self._say("Or type a whole order, most important first: IL > AL > B = CC.")
        if self._saved:
            self._say("Ctrl-C stops and saves your answers.")
        if self._answers:
            self._say(f"Continuing after {many(len(self._answers), 'answer', 'answers')} saved in {self._saved}.")

    def _explain(self) -> None:
        for code in self._issues:
            self._say(f"  {code:3} {issue_of(code).title}. {meaning(code)}")

    def _ask(self, question: PreferenceQuestion) -> Order | None:
        """Ask one question; return the whole order if that was typed instead."""
        first, second = (issue_of(code).title for code in (question.first, question.second))
        self._say(f"\nWhich matters more to you?\n  1  {first}\n  2  {second}")
        typed = self._typed()
        if typed in get_args(Answer):
            self._remember([*self._answers, cast("Answer", typed)])
        elif typed.lower() == "u":
            self._say("taken back" if self._answers else "there is no answer to take back")
            self._remember(self._answers[:-1])
        elif typed == "?":
            self._explain()
        elif any(mark in typed for mark in ",>="):
            return self._whole(typed)
        else:
            self._say(f"{shortened(typed, 40).text!r} is not an answer: {_KEYS}")
        return None

    def _whole(self, text: str) -> Order | None:
        try:
            profile = Profile.parse(text)
        except UsageError as error:
            self._say(visible(str(error)))
            return None
        wrong = [f"{code} is not one of the issues" for code in profile.codes if code not in self._issues]
        wrong += [f"{code} is missing" for code in self._issues if code not in profile.codes]
        if wrong:
            self._say(f"invalid order: {visible(', '.join(wrong))}")
            return None
        return profile.order

    def _typed(self) -> str:
        typed = self._read()
        if typed is not None:
            return typed
        if self._saved:
            raise KeyboardInterrupt
        hint = f"{many(len(self._answers), 'answer', 'answers')} came; {_KEYS}"
        raise InputError("E100 the answers ended before the issues were in order", "standard input", hint)

    def _remember(self, answers: list[Answer]) -> None:
        self._answers = answers
        if self._saved:
            text = f'# Answers so far. Run the same command to continue.\nissues = "{",".join(self._issues)}"\n'
            save(self._saved, f'{text}answers = "{" ".join(answers)}"\n'.encode())

    def _leave(self) -> None:
        """Print whether the answers are saved, and how to continue."""
        if self._answers and self._saved:
            answers = many(len(self._answers), "answer", "answers")
            self._say(f"\n{answers} saved in {self._saved}: run the same command to continue")
        else:
            self._say("\nno answer to save" if not self._answers else "\nno answer is saved")


def _saved_answers(file: Path, issues: Sequence[str]) -> list[Answer]:
    """Read what was answered before an interruption.

    Raises: UsageError for a file that holds answers to something else.
    """
    if not file.is_file():
        return []
    hint = "remove the file to start again, or choose another name with -o"
    try:
        table = tomllib.loads(file.read_text("utf-8"))
        answers = str(table["answers"]).split()
    except (OSError, UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError, KeyError) as error:
        raise UsageError(f"the saved answers cannot be read: {error}", str(file), hint) from error
    if table.get("issues") != ",".join(issues) or set(answers) - set(get_args(Answer)):
        raise UsageError("the saved answers belong to other questions", str(file), hint)
    return cast("list[Answer]", answers)
