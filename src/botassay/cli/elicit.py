"""`botassay profiles elicit`: a person says what matters to them, and it becomes a profile."""

import signal
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast, get_args

import click

from botassay.cli.person import Interrupts, answer
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.core.results import Profile
    from botassay.profiles.elicitation import Answer, Order, Question

_KEYS: Final = "type 1, 2 or =; u takes the last answer back, ? says again what the issues mean"


@click.command("elicit")
@click.option(
    "-o", "output", type=click.Path(path_type=Path), help="Where the profile is saved, or -. [default: NAME.toml]"
)
@click.option("--issues", metavar="AL,B,IL,CC", help="Which issues are put in order. [default: AL,B,IL,CC]")
@click.option("--order", metavar="IL,AL,B=CC", help="The order, if you know it already: nothing is asked.")
@click.option("--name", help="What the profile is called. [default: mine, or as FILE]")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def command(output: Path | None, issues: str | None, order: str | None, name: str | None, *, force: bool) -> None:
    """Say what matters to you, two issues at a time, and save it as a profile.

    Then: botassay rate SUBJECT --profile mine.toml
    """
    from botassay.profiles.published import file_name

    called = name if name is not None else (output.stem if output and str(output) != "-" else "mine")
    file = output or Path(file_name(called))
    if not called.strip():
        raise UsageError("a profile needs a name")
    if str(file) != "-" and file.suffix != ".toml":
        raise UsageError(f"{file} does not end in .toml", hint="a profile file does")
    if str(file) != "-" and file.exists() and not force:
        raise OutputError(f"{file} is there already", hint="take another name with -o, or --force")
    kept = (Path(file_name(called)) if str(file) == "-" else file).with_suffix(".answers.toml")
    profile = _typed(order, issues, called) if order is not None else _asked(issues, called, kept)
    _save(profile, file)
    kept.unlink(missing_ok=True)


def _typed(order: str, issues: str | None, name: str) -> "Profile":
    from botassay.core.results import Profile
    from botassay.profiles.elicitation import check_issues

    if issues:
        raise UsageError("--order and --issues exclude each other", hint="name the issues in the order")
    profile = Profile.parse(order, name)
    check_issues(profile.codes)
    return profile


def _asked(issues: str | None, name: str, kept: Path) -> "Profile":
    from botassay.core.results import Profile
    from botassay.grading.settings import DEFAULT_ISSUES
    from botassay.profiles.elicitation import check_issues

    chosen = tuple(dict.fromkeys(_codes(issues) if issues is not None else DEFAULT_ISSUES))
    check_issues(chosen)
    with Interrupts(signal.SIGINT):
        return Profile(name, _Interview(chosen, kept).hold())


def _codes(listed: str) -> tuple[str, ...]:
    codes = tuple(code.strip().upper() for code in listed.split(","))
    if not all(codes):
        raise UsageError(f"--issues {listed!r} has an empty place", hint="write issues like AL,CC")
    return codes


def _save(profile: "Profile", file: Path) -> None:
    from botassay.profiles.published import file_of
    from botassay.report import save
    from botassay.report.inert import visible

    text = file_of(profile, "Use it: botassay rate SUBJECT --profile FILE.toml")
    order = " > ".join(" = ".join(group) for group in profile.order)
    _say(f"\n{visible(profile.name)}: {order}")
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    save(file, text.encode())
    _say(f"wrote {visible(str(file))}\nthen: botassay rate SUBJECT --profile {visible(str(file))}")


class _Interview:
    """A person is asked; at a terminal every answer is on disk before the next question."""

    def __init__(self, issues: tuple[str, ...], kept: Path) -> None:
        self._issues = issues
        self._kept = kept
        self._terminal = sys.stdin.isatty()
        self._answers: list[Answer] = _kept_answers(kept, issues) if self._terminal else []

    def hold(self) -> "Order":
        """Ask until the issues are in order.

        Raises: KeyboardInterrupt when the person stops; InputError when answers that are piped in end too early.
        """
        from botassay.profiles.elicitation import Question, next_step

        self._greet()
        try:
            while isinstance(step := next_step(self._issues, self._answers), Question):
                whole = self._ask(step)
                if whole:
                    return whole
        except (KeyboardInterrupt, click.Abort):
            self._leave()
            raise
        return step

    def _greet(self) -> None:
        from botassay.profiles.elicitation import most_questions

        most = many(most_questions(len(self._issues)), "question", "questions")
        _say(f"What would be worst for you in a chatbot? {most} at most.\n")
        self._explain()
        _say(f"\n{_KEYS[0].upper()}{_KEYS[1:]}.")
        _say("Or type a whole order, most important first: IL > AL > B = CC.")
        if self._terminal:
            _say("Ctrl-C stops, and keeps your answers.")
        if self._answers:
            _say(f"You go on after {_many(self._answers)} kept in {self._kept}.")

    def _explain(self) -> None:
        from botassay.profiles.elicitation import meaning, title

        for code in self._issues:
            _say(f"  {code:3} {title(code)}. {meaning(code)}")

    def _ask(self, question: "Question") -> "Order | None":
        """Ask one question; give the whole order if that was typed instead."""
        from botassay.profiles.elicitation import title
        from botassay.report.inert import shortened

        _say(f"\nWhich matters more to you?\n  1  {title(question.first)}\n  2  {title(question.second)}")
        typed = self._read()
        if typed in ("1", "2", "="):
            self._remember([*self._answers, cast("Answer", typed)])
        elif typed.lower() == "u":
            _say("taken back" if self._answers else "there is no answer to take back")
            self._remember(self._answers[:-1])
        elif typed == "?":
            self._explain()
        elif any(mark in typed for mark in ",>="):
            return self._whole(typed)
        else:
            _say(f"{shortened(typed, 40).text!r} is no answer: {_KEYS}")
        return None

    def _whole(self, text: str) -> "Order | None":
        from botassay.core.results import Profile
        from botassay.report.inert import visible

        try:
            profile = Profile.parse(text)
        except UsageError as error:
            _say(visible(str(error)))
            return None
        wrong = [f"{code} is not asked about" for code in profile.codes if code not in self._issues]
        wrong += [f"{code} is not in it" for code in self._issues if code not in profile.codes]
        if wrong:
            _say(f"that order will not do: {visible(', '.join(wrong))}")
            return None
        return profile.order

    def _read(self) -> str:
        typed = answer()
        if typed is None:
            if self._terminal:
                raise click.Abort
            hint = f"{_many(self._answers)} came; {_KEYS}"
            raise InputError("E100 the answers ended before the issues were in order", "standard input", hint)
        return typed

    def _remember(self, answers: "list[Answer]") -> None:
        from botassay.report import save

        self._answers = answers
        if self._terminal:
            text = f'# Answers so far. The same command goes on from here.\nissues = "{",".join(self._issues)}"\n'
            save(self._kept, f'{text}answers = "{" ".join(answers)}"\n'.encode())

    def _leave(self) -> None:
        """Say what becomes of the answers."""
        if self._answers and self._terminal:
            _say(f"\n{_many(self._answers)} kept in {self._kept}: the same command goes on from there")
        else:
            _say("\nnothing was answered, so nothing is kept" if not self._answers else "\nnothing is kept")


def _kept_answers(file: Path, issues: Sequence[str]) -> "list[Answer]":
    """Read what was answered before an interruption.

    Raises: UsageError for a file that holds answers to something else.
    """
    from botassay.profiles.elicitation import Answer

    if not file.is_file():
        return []
    hint = "remove it to begin anew, or take another name with -o"
    try:
        table = tomllib.loads(file.read_text("utf-8"))
        answers = str(table["answers"]).split()
    except (OSError, UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError, KeyError) as error:
        raise UsageError(f"the answers kept here cannot be read: {error}", str(file), hint) from error
    if table.get("issues") != ",".join(issues) or set(answers) - set(get_args(Answer)):
        raise UsageError("the answers kept here are to other questions", str(file), hint)
    return cast("list[Answer]", answers)


def _many(answers: Sequence[str]) -> str:
    return "1 answer" if len(answers) == 1 else f"{len(answers)} answers"


def _say(text: str) -> None:
    click.echo(text, err=True)
