"""The section on a model that was trained on the dialogs: how much of the secrets it gave away after each epoch."""

from collections.abc import Sequence

from botassay.core.results import IssueResult
from botassay.view import Lines, LineSeries, Section, Tick


def view(result: IssueResult) -> Sequence[Section]:
    """Return the section; none where no model was trained."""
    shares = result.details.get("curve")
    if not shares:
        return ()
    most = max(result.details["epochs_at_most"], len(shares))
    threshold = result.details["threshold"]
    points = tuple((epoch / most, share) for epoch, share in enumerate(shares, 1))
    epochs = sorted({1, *(cut for cut in result.details["epoch_cuts"] if cut < most), len(shares), most})
    curve = Lines(
        "Share of the secrets revealed",
        f"epochs of the training, {most:,} at most",
        (
            LineSeries("secrets revealed by the model", points, f"{100 * shares[-1]:.0f} %"),
            LineSeries("threshold", tuple((epoch / most, threshold) for epoch in epochs), f"{100 * threshold:.0f} %"),
        ),
        tuple(Tick(epoch / most, str(epoch)) for epoch in epochs),
        caption="An epoch is one pass of the model over all dialogs. The secrets count as revealed above the "
        "threshold.",
    )
    return (Section("training", "A model trained on these dialogs", "", (curve,)),)
