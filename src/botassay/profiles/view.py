"""The pages of votes."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from botassay import __version__
from botassay.core.text.plural import many
from botassay.plugins.registry import issue_of
from botassay.profiles.published import PUBLISHED
from botassay.view import (
    Block,
    Fact,
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

if TYPE_CHECKING:
    from botassay.profiles.documents import Vote, Votes

_SHARE: Final = "share of the voters"
_TIE: Final = "Tied: {}. The ballots do not decide; the order is alphabetical."


def vote_page(vote: "Vote") -> Page:
    """Lay out one vote."""
    return Page(
        kicker="Vote on",
        title="what matters most",
        headline=Headline(_order(vote)),
        lead=f"{many(vote.voters, 'voter', 'voters')}, by {vote.rule}; most important first.",
        facts=tuple(_facts(vote)),
        sections=(
            Section("order", "How the order came about", "", tuple(_blocks(vote))),
            Section("agreement", "Agreement with the published profiles", "", (vote_agreement(vote),)),
        ),
        version=__version__,
    )


def votes_page(votes: "Votes") -> Page:
    """Lay out a vote for each group."""
    rows = tuple((name, f"{vote.voters:,}", _order(vote), *_beside(votes, name)) for name, vote in votes.groups.items())
    asked = votes.found is None and set(votes.groups) <= set(PUBLISHED)
    columns = ("group", "voters", "order", *(("typical order",) if votes.found else ()))
    columns = (*columns, "proposed order") if asked else columns
    groups = tuple(
        Section(f"group-{at}", f"Group {name}", "", (Facts(tuple(_facts(vote))), *_blocks(vote)))
        for at, (name, vote) in enumerate(votes.groups.items(), 1)
    )
    clusters = votes.found
    how = f"by the column {votes.by}" if clusters is None else clusters.reason
    headline = how if clusters and clusters.chosen == "auto" else f"{many(len(votes.groups), 'group', 'groups')}: {how}"
    widths = ", ".join(f"{k}: {width:.2f}" for k, width in clusters.silhouettes.items()) if clusters else ""
    return Page(
        kicker="Vote on",
        title="what matters most, by group",
        headline=Headline(f"{headline[0].upper()}{headline[1:]}"),
        lead=f"{many(votes.voters, 'voter', 'voters')}, by {votes.rule}; most important first.",
        facts=(
            Fact("Voters", f"{votes.voters:,}"),
            Fact("Rule", votes.rule),
            *([Fact("Mean silhouette", widths, "by number of groups")] if widths else []),
        ),
        sections=(
            Section("groups", "Order of each group", "", (Table("", columns, rows),)),
            Section("agreement", "Agreement with the published profiles", "", (votes_agreement(votes),)),
            *groups,
        ),
        version=__version__,
    )


def _beside(votes: "Votes", name: str) -> Iterator[str]:
    """Return the order to compare a group's with: a typical one, or the one that its voters were asked about."""
    if votes.found:
        yield _titles(votes.found.typical[name])
    elif set(votes.groups) <= set(PUBLISHED):
        same = votes.groups[name].profile == PUBLISHED[name].order
        yield f"{_titles(' > '.join(PUBLISHED[name].codes))}: {'the same' if same else 'another order'}"


def _order(vote: "Vote") -> str:
    return " > ".join(map(_title, vote.order))


def _title(code: str) -> str:
    """Return the name of an issue; where it has none its code."""
    return issue_of(code).title or code


def _titles(order: str) -> str:
    """Return an order of codes (`AL > B=CC`) in names."""
    return " > ".join(" = ".join(map(_title, group.split("="))) for group in order.split(" > "))


def _facts(vote: "Vote") -> Iterator[Fact]:
    others = ", ".join(_title(code) for code in vote.winners if code != vote.winner)
    yield Fact("Most important", _title(vote.winner), f"tied with {others}" if others else "")
    yield Fact("Voters", f"{vote.voters:,}")
    yield Fact("Rule", vote.rule)
    if vote.kept is not UNSET:
        yield Fact("Kept", f"{vote.kept:,}", "pairwise preferences of voters respected; the maximum of all orders")


def _blocks(vote: "Vote") -> Iterator[Block]:
    for tie in vote.ties:
        yield Paragraph(_TIE.format(", ".join(map(_title, tie))), tone="middle")
    if vote.scores is not UNSET:
        scores = vote.scores
        yield Table("Scores", ("issue", "score"), tuple((_named(code), f"{scores[code]:.10g}") for code in vote.order))
    if vote.rounds is not UNSET:
        rounds = enumerate(vote.rounds, 1)
        rows = tuple((str(at), _votes(each.votes), _title(each.out)) for at, each in rounds)
        yield Table("Rounds", ("round", "votes", "dropped"), rows)
    if vote.pairwise is not UNSET:
        yield _matrix("Voters who rank the row above the column", vote.order, vote.pairwise)
    if vote.paths is not UNSET:
        yield _matrix("Strongest path from the row to the column", vote.order, vote.paths)


def _votes(votes: Mapping[str, int | float]) -> str:
    return ", ".join(f"{_title(code)} {count:.10g}" for code, count in votes.items())


def _named(code: str) -> str:
    """Return the name of an issue with its code, by which the columns of a table know it."""
    title = _title(code)
    return title if title == code else f"{title} ({code})"


def _matrix(title: str, order: tuple[str, ...], table: Mapping[str, Mapping[str, int]]) -> Table:
    rows = ((_named(row), *("·" if row == column else f"{table[row][column]:,}" for column in order)) for row in order)
    return Table(title, ("", *order), tuple(rows))


def vote_agreement(vote: "Vote") -> Intervals:
    """Return how many voters agree with each published profile."""
    return Intervals("Voters who agree with a published profile", (_panel(_SHARE, vote),))


def votes_agreement(votes: "Votes") -> Intervals:
    """Return how many agree; groups that are named like profiles were each asked about theirs, as in paper 000."""
    if set(votes.groups) <= set(PUBLISHED):
        asked = tuple(_bar(name, vote) for name, vote in votes.groups.items())
        title = "Voters who agree with the profile they were asked about"
        return Intervals(title, (IntervalPanel(_SHARE, asked),))
    panels = tuple(_panel(f"group {name}", vote) for name, vote in votes.groups.items())
    return Intervals("Voters who agree with a published profile, by group", panels)


def _panel(title: str, vote: "Vote") -> IntervalPanel:
    return IntervalPanel(title, tuple(_bar(name, vote) for name in PUBLISHED))


def _bar(name: str, vote: "Vote") -> Interval:
    share = vote.agreement[name]
    note = f"{100 * share:.0f} % ({round(share * vote.voters):,} of {vote.voters:,})"
    return Interval(name, (0.0, share) if share else None, (), note)
