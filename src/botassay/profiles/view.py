"""The page of a vote: the order that came out, how the rule counted, and how many agree with a published profile."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from botassay import __version__
from botassay.core.facts import Fact
from botassay.core.text.plural import many
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting.election import Vote, Votes
from botassay.view import (
    Block,
    Facts,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Page,
    Paragraph,
    Section,
    Table,
)

_AGREE = "The share of the voters whose order is that of the published profile."


def view(document: Vote | Votes) -> Page:
    """Return the page of a vote, or of a vote in each of several groups."""
    groups = {"": document} if isinstance(document, Vote) else document.groups
    if isinstance(document, Vote):
        headline = f"Most important first: {' > '.join(document.order)}."
    else:
        headline = "; ".join(f"{name}: {' > '.join(vote.order)}" for name, vote in groups.items())
    return Page(
        kicker="What matters most to",
        title=many(document.voters, "voter", "voters"),
        headline=Headline(headline),
        lead="",
        facts=(
            Fact("voting rule", document.rule),
            *((Fact("groups", f"{len(groups):,}"),) if isinstance(document, Votes) else ()),
        ),
        sections=(
            Section("agreement", "Agreement with the published profiles", "", (agreement(document),)),
            *_grouping(document),
            *(section for at, (name, vote) in enumerate(groups.items(), 1) for section in _count(name, vote, at)),
        ),
        version=__version__,
    )


def agreement(document: Vote | Votes) -> Intervals:
    """Return how many agree; groups that are named like profiles were each asked about theirs, as in paper 000."""
    if isinstance(document, Vote):
        return Intervals("Voters who agree with a published profile", (_panel("", document, PUBLISHED),), _AGREE)
    if set(document.groups) <= set(PUBLISHED):
        asked = tuple(_bar(name, vote) for name, vote in document.groups.items())
        title = "Voters who agree with the profile that they were asked about"
        return Intervals(title, (IntervalPanel("", asked),), _AGREE)
    panels = tuple(_panel(f"group {name}", vote, PUBLISHED) for name, vote in document.groups.items())
    return Intervals("Voters who agree with a published profile, by group", panels, _AGREE)


def _panel(title: str, vote: Vote, names: Mapping[str, object]) -> IntervalPanel:
    return IntervalPanel(title, tuple(_bar(name, vote) for name in names))


def _bar(name: str, vote: Vote) -> Interval:
    share = vote.agreement[name]
    text = f"{100 * share:.0f} % ({round(share * vote.voters):,} of {vote.voters:,})"
    return Interval(f"{name} ({' > '.join(PUBLISHED[name].codes)})", (0.0, share), (), text)


def _grouping(document: Vote | Votes) -> Iterator[Section]:
    if isinstance(document, Vote) or document.found is None:
        return
    found = document.found
    facts = [Fact("number of groups", str(found.k), "as asked" if found.chosen == "asked" else "chosen by silhouette")]
    facts += [Fact(f"mean silhouette of {k} groups", f"{width:.3f}") for k, width in found.silhouettes.items()]
    if found.chance is not None:
        facts.append(Fact("greatest mean silhouette of shuffled ballots", f"{found.chance:.3f}"))
    facts += [Fact(f"order in the middle of group {name}", order) for name, order in found.typical.items()]
    yield Section("groups", "How the groups were found", found.reason, (Facts(tuple(facts)),))


def _count(name: str, vote: Vote, number: int) -> Iterator[Section]:
    """Return how the rule counted the votes of a group."""
    blocks: list[Block] = [Paragraph(f"Most important first: {' > '.join(vote.order)}.")]
    if vote.ties:
        ties = "; ".join(" and ".join(tie) for tie in vote.ties)
        blocks.append(Paragraph(f"The ballots do not decide between {ties}: ties are broken {vote.ties_broken}."))
    if vote.scores is not UNSET:
        rows = tuple((code, f"{score:g}") for code, score in vote.scores.items())
        blocks.append(Table("Scores", ("issue", "score"), rows))
    for title, matrix in (
        ("Voters who put the issue of a row before that of a column", vote.pairwise),
        ("Strength of the strongest path from the issue of a row to that of a column", vote.paths),
    ):
        if matrix is not UNSET:
            blocks.append(_matrix(title, matrix))
    if vote.kept is not UNSET:
        blocks.append(Facts((Fact("preferences of voters that the order keeps", f"{vote.kept:,}"),)))
    if vote.rounds is not UNSET:
        rounds = tuple(
            (str(at), ", ".join(f"{code} {votes:g}" for code, votes in played.votes.items()), played.out)
            for at, played in enumerate(vote.rounds, 1)
        )
        blocks.append(Table("Rounds", ("round", "votes", "eliminated"), rounds))
    title = f"Group {name}: {many(vote.voters, 'voter', 'voters')}" if name else "How it was counted"
    yield Section(f"count-{number}", title, "", tuple(blocks))


def _matrix(title: str, matrix: Mapping[str, Mapping[str, int]]) -> Table:
    codes = tuple(matrix)
    rows = tuple((code, *(str(matrix[code].get(other, "–")) for other in codes)) for code in codes)
    return Table(title, ("issue", *codes), rows)
