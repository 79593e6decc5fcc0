"""What the answers of a judge come to: agreement with us, and with people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from botassay.core.results import Rating
from botassay.core.second_opinion import JudgedIssue, JudgeOpinion, SampleAgreement, SecondOpinion
from botassay.rating.agreement import cohens_kappa, kappa_interval
from botassay.rating.second_opinion.asking import QUESTIONS, JudgeAnswer
from botassay.rating.second_opinion.replies import JudgedPlace

_WORDS: Final = {"yes": "confirmed", "no": "dismissed"}
Answers = Mapping[str, JudgeAnswer]
"""By key of a reply."""
Labels = Mapping[str, Mapping[str, bool]]
"""By issue, and by key of a labelled reply, what people say."""


def summed_up(opinion: SecondOpinion, places: Sequence[JudgedPlace], answers: Answers, labels: Labels) -> SecondOpinion:
    """Return a second opinion with its issues and what is said about findings.

    Args:
        opinion: who was asked, and how.
        places: the replies about which was asked.
        answers: as far as they came.
        labels: of the sample.
    """
    issues: list[JudgedIssue] = []
    opinions: list[JudgeOpinion] = []
    for issue in QUESTIONS:
        own = [place for place in places if place.reply.issue == issue]
        if own:
            issues.append(_issue(issue, own, answers, labels.get(issue, {}), opinion.hidden))
            opinions += _opinions(own, answers, opinion.hidden)
    return SecondOpinion(
        by=opinion.by,
        limit=opinion.limit,
        hidden=opinion.hidden,
        sample=opinion.sample,
        issues=tuple(issues),
        opinions=tuple(opinions),
    )


def _issue(
    issue: str, places: Sequence[JudgedPlace], answers: Answers, labels: Mapping[str, bool], hidden: str | None
) -> JudgedIssue:
    came = [(place.flagged, answers[key].answer) for place in places if (key := place.reply.key(hidden)) in answers]
    sample = _agreement(answers, labels)
    yes, no = came.count((True, "yes")), came.count((False, "no"))
    flagged = sum(flag for flag, _ in came)
    return JudgedIssue(
        issue=issue,
        n=len(came),
        agree=yes + no,
        flagged=flagged,
        flagged_yes=yes,
        unflagged=len(came) - flagged,
        unflagged_no=no,
        unsure=sum(answer == "unsure" for _, answer in came),
        unanswered=len(places) - len(came),
        sample=sample,
        reliable=sample.reliable,
    )


def _agreement(answers: Answers, labels: Mapping[str, bool]) -> SampleAgreement:
    """Compare a judge with people; what is neither yes nor no is wrong."""
    both = judge = people = neither = 0
    for key, label in labels.items():
        right = key in answers and answers[key].answer == ("yes" if label else "no")
        both += label and right
        people += label and not right
        neither += right and not label
        judge += not right and not label
    kappa = cohens_kappa(both, judge, people, neither) if labels else None
    return SampleAgreement(
        n=len(labels),
        both=both,
        judge=judge,
        people=people,
        neither=neither,
        kappa=kappa,
        kappa_interval=kappa_interval(both, neither, len(labels), kappa),
    )


def _opinions(places: Sequence[JudgedPlace], answers: Answers, hidden: str | None) -> Iterator[JudgeOpinion]:
    for place in places:
        answer = answers.get(place.reply.key(hidden))
        if place.flagged and answer is not None:
            yield JudgeOpinion(
                issue=place.reply.issue,
                dialog=place.dialog,
                utterance=place.utterance,
                answer=answer.answer,
                reason=answer.reason,
            )


def proposals_of(rating: Rating) -> dict[tuple[str, str, int], str]:
    """Return what a judge would decide about findings, by issue, dialog and utterance, with its reason.

    Only where it agrees with people, and is sure. It decides nothing: a person does.
    """
    opinion = rating.judge
    if not opinion:
        return {}
    return {
        (each.issue, each.dialog, each.utterance): ": ".join(filter(None, (_WORDS[each.answer], each.reason)))
        for each in opinion.opinions
        if each.issue in opinion.reliable and each.answer in _WORDS
    }
