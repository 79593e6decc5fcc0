"""`botassay replicate`: the published figures of a paper and botassay's."""

from pathlib import Path
from typing import Final

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import SettingsCommand, options_of
from botassay.cli.sparing import spare_inputs
from botassay.cli.usage import CommandGroup
from botassay.settings import replication
from botassay.settings.replication import ReplicationSettings

_HELP: Final[dict[type, str]] = {
    replication.OptionsReplicationSettings: """Compare Table 1 of paper 003 with botassay's.

    240 cells with their error marks, 36 properties, 24 correlations.""",
    replication.IntentsReplicationSettings: """Compare paper 001's code on public data with botassay.

    The paper's own data are private. The reference figures come from its authors' code, with the same classifier.""",
    replication.RatingReplicationSettings: """Compare the results of paper 000 with botassay's.

    Worked example, Table 3, corpora, Eliza. Its tables are not part of its text: what follows only from its
    prose and its rule is marked as reconstructed. A corpus is rated by the published method if you
    give a copy of it.""",
    replication.IdentityReplicationSettings: """Compare Tables 1 and 2 of paper 004 with botassay's.

    Recognisers are trained again on the published train split, and measured on all three splits if you give a copy;
    FastText if the extra `fasttext` is installed. BERT is not trained: botassay's recogniser `default` is compared with
    it, and botassay's grammar with the authors'. The answers of four systems (in aux, next to the data) are categorised
    again.""",
    replication.SentimentReplicationSettings: """Compare Tables IV and V of paper 002 with botassay's.

    The complete orders from the printed raw scores, the raw scores of systems that are available, the weights behind
    the printed sums, the headline. The questions are
    answered from the printed figures, and with VADER, TextBlob and the two controls.""",
}  # fmt: skip


@click.group("replicate", cls=CommandGroup)
def command() -> None:
    """Compare the figures of a paper with botassay's: exit code 1 if one differs without a known reason, else 0."""


def _add(settings_class: type) -> None:
    name = settings_class.__name__.removesuffix("ReplicationSettings").lower()

    @command.command(name, cls=SettingsCommand, help=_HELP[settings_class])
    @options_of(settings_class)
    @click.option("--complete", is_flag=True, help="Exit with 1 also if a published figure is not measured.")
    @output_option()
    @json_option
    def replicate_paper(
        *, settings: ReplicationSettings, complete: bool, outputs: tuple[Path, ...], as_json: bool
    ) -> int:
        from botassay.api.replicate import replicate

        if isinstance(settings, replication.SentimentReplicationSettings):
            spare_inputs([settings.round_trip.record])
        with Bar() as bar:
            document = replicate(name, settings, on_progress=bar.callback)
        show(document, outputs, as_json=as_json)
        return 0 if document.passed(complete=complete) else 1


for _settings_class in _HELP:
    _add(_settings_class)
