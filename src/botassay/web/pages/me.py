"""What matters to you: the order of importance, and the verdict for it, by arithmetic on what is stored."""

from dataclasses import dataclass, replace
from typing import Final, get_args
from urllib.parse import quote, urlencode

from botassay.core.errors import UsageError
from botassay.core.results import IssueResult, Profile, Rating, Report, TieBreak
from botassay.profiles.elicitation import Answer, PreferenceQuestion, meaning, most_questions, next_step
from botassay.profiles.published import EXTENDED, file_name, save_profile
from botassay.rating import Settings, rate_again, wording
from botassay.rating.view import view
from botassay.settings.rating import RatingSettings
from botassay.web.drawing import draw
from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.orders import Groups, OrderSteps, read_order, spelled, steps
from botassay.web.problems import WebProblem
from botassay.web.routing import Route
from botassay.web.run_store import report_of
from botassay.web.workspace import Workspace

_MINE: Final = "your order"


@dataclass(frozen=True, slots=True)
class RankedIssue:
    """An issue at its place in the order."""

    result: IssueResult
    meaning: str
    weight: str
    """How much it counts."""
    tied: bool
    """Whether it is as important as the one above."""
    steps: OrderSteps


async def _page(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    report = await report_of(workspace, run)
    stored = report.ratings[0]
    groups = chosen_order(request.query.get("order", ""), stored)
    rating = rated_for_order(report, groups)
    return draw(
        "me.html",
        request.visitor,
        title=f"What matters to you, and {stored.subject.name}",
        here="runs",
        run=run,
        rating=rating,
        page=view(Report((rating,))),
        why=wording.why(rating),
        bottom=wording.bottom_line(rating),
        change=wording.capital(wording.what_would_change(rating)),
        ranked=ranked(rating, groups),
        order=spelled(groups),
        published=[(name, spelled(each.over(codes_of(stored)))) for name, each in EXTENDED.items()],
        saved=request.query.get("saved", ""),
    )


def codes_of(rating: Rating) -> list[str]:
    """Return the issues that were rated."""
    return [result.issue for result in rating.scores]


def chosen_order(text: str, stored: Rating) -> Groups:
    """Return the order that is asked for; that of the stored rating where none is.

    Raises: UsageError for another spelling.
    """
    codes = codes_of(stored)
    return read_order(text, codes) if text else stored.profile.over(codes)


def rated_for_order(report: Report, groups: Groups) -> Rating:
    """Return the rating for an order of importance, by the rule that the stored one was made by."""
    rule = report.ratings[0].rule
    chosen = RatingSettings(order=spelled(groups), rule=rule.name, ties=TieBreak(rule.ties).value, veto=rule.veto)
    settings = replace(Settings.of(chosen, kind="bot"), profiles=(Profile(_MINE, groups),))
    return rate_again(Report(tuple(report.by_subject[0])), settings).ratings[0]


def ranked(rating: Rating, groups: Groups) -> list[RankedIssue]:
    """Return the issues in an order, with what a step at each leads to."""
    results = {result.issue: result for result in rating.scores}
    return [
        RankedIssue(
            results[code], meaning(code), f"{rating.rule.weights.get(code, 0):g}", bool(number), steps(groups, code)
        )
        for group in groups
        for number, code in enumerate(group)
    ]


async def _ask(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    report = await report_of(workspace, run)
    codes = codes_of(report.ratings[0])
    answers = tuple(request.query.get("answers", ""))
    if not set(answers) <= set(get_args(Answer)) or len(answers) > most_questions(len(codes)):
        raise UsageError("these are no answers", hint="answer 1, 2 or =")
    step = next_step(codes, answers)  # type: ignore[arg-type]  # looked at just now
    if not isinstance(step, PreferenceQuestion):
        return WebAnswer.see(f"/runs/{quote(run.id, safe='')}/me?{urlencode({'order': spelled(step)})}")
    titles = {result.issue: result.title for result in report.ratings[0].scores}
    return draw(
        "ask.html",
        request.visitor,
        title="What matters more to you?",
        here="runs",
        run=run,
        answers="".join(answers),
        sides=[(answer, titles[code], meaning(code)) for answer, code in (("1", step.first), ("2", step.second))],
        number=len(answers) + 1,
        most=most_questions(len(codes)),
    )


async def _save(request: WebRequest, workspace: Workspace) -> WebAnswer:
    run = workspace.run(request.params["run"])
    fields = request.form()
    name, order = " ".join(fields.get("name", "").split())[:60], fields.get("order", "")
    if not name or name in EXTENDED:
        raise WebProblem(422, "The profile needs a name that no published profile has.", "Such as: our customers.")
    report = await report_of(workspace, run)
    groups = read_order(order, codes_of(report.ratings[0]))
    file = workspace.folder / "profiles" / file_name(name)
    save_profile({file: Profile(name, groups)})
    place = f"/runs/{quote(run.id, safe='')}/me"
    return WebAnswer.see(f"{place}?{urlencode({'order': spelled(groups), 'saved': f'profiles/{file.name}'})}")


ROUTES: Final = (
    Route(method="GET", path="/runs/{run}/me", handler=_page),
    Route(method="GET", path="/runs/{run}/me/ask", handler=_ask),
    Route(method="POST", path="/runs/{run}/me", handler=_save, role=WebRole.REVIEWER),
)
