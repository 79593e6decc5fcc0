"""Which engines are trained for each split, how they are made, where their predictions are kept, and what they cost."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, Final

from botassay.api.intents.stopped import LOG
from botassay.core.errors import OutputError, UsageError
from botassay.core.text.plural import many
from botassay.http import Description
from botassay.intents.evaluation import TrialPlan
from botassay.intents.phrases import Phrase
from botassay.intents.trainers import is_trained, trainer
from botassay.intents.trial_files import TrialFiles, folder_name
from botassay.plugins.protocols import Classifier
from botassay.settings.intents import EngineSettings

if TYPE_CHECKING:
    from botassay.api.intents.rasa_training import RasaTrainer
    from botassay.api.intents.remote_training import RestTrainer

_RASA: Final = "rasa:"
_PYTHON: Final = "python:"
_COMMAND: Final = "command:"
_LARGEST: Final = 2**24
"""Bytes of a file of an engine that are looked at to find out whether it has changed."""


def is_trained_engine(classifier: Any, engine: EngineSettings) -> bool:
    """Return whether a classifier is an engine that is trained for each split: code, a program, or over HTTP."""
    if not isinstance(classifier, str):
        return False
    if is_trained(classifier):
        return True
    if classifier.startswith(_RASA):
        return engine.rasa_config is not None
    file = _description(classifier, engine)
    return file is not None and file.is_file() and Description.read(file).train is not None


def _description(name: str, engine: EngineSettings) -> Path | None:
    """Return the file that describes an engine; None for one without."""
    if name.endswith(".toml"):
        return Path(name)
    return engine.bot if name.startswith(("http://", "https://")) else None


def trained_engine(name: str, engine: EngineSettings) -> Classifier:
    """Return the engine of a name. Raises UsageError, InputError, ConfigurationError."""
    return trainer(name) if is_trained(name) else _remote(name, engine)


def _remote(name: str, engine: EngineSettings) -> "RestTrainer | RasaTrainer":
    """Return the engine of a name that is trained over HTTP. Raises UsageError, InputError, ConfigurationError."""
    if name.startswith(_RASA) and engine.rasa_config:
        from botassay.api.intents.rasa_training import RasaTrainer  # by way of aiohttp, which others do without

        return RasaTrainer.of(name, engine.rasa_config, rate=engine.rate)
    from botassay.api.intents.remote_training import RestTrainer

    file = _description(name, engine)
    assert file is not None  # noqa: S101 - as is_trained_engine says
    url = None if name.endswith(".toml") else name
    return RestTrainer.of(name, Description.read(file), str(file), url=url, rate=engine.rate)


def shown_name(name: str, engine: EngineSettings) -> str:
    """Return what reports call a trained engine: its name, without passwords of an address."""
    return name if is_trained(name) else _remote(name, engine).name


def content_of(name: str, engine: EngineSettings) -> str:
    """Return the digest of the files that an engine is made of, as far as its name tells them."""
    address = name.partition(":")[2] if name.startswith((_PYTHON, _COMMAND)) else name
    words = shlex.split(address) if name.startswith(_COMMAND) else [address.rpartition(":")[0] or address]
    files = [Path(word) for word in words]
    files += [file for file in (engine.bot, engine.rasa_config) if file]
    files += [Path(f"{words[0].replace('.', '/')}.py")] if name.startswith(_PYTHON) else []
    known = sha256()
    for file in files:
        if file.is_file():
            with file.open("rb") as opened:
                known.update(opened.read(_LARGEST) + b"\0")
    return known.hexdigest()


@dataclass
class KeptTrials:
    """Where the predictions of trained engines are kept: in `--out`, or beside the data until all are there."""

    folder: Path | None
    lasting: bool
    """Whether the folder was given with `--out`, and stays."""
    engine: EngineSettings
    phrases: Sequence[Phrase]
    planned: TrialPlan
    fraction: float
    used: dict[str, TrialFiles] = field(default_factory=dict)

    @classmethod
    def of(
        cls, data: Any, out: Path | None, engine: EngineSettings, phrases: Sequence[Phrase], planned: TrialPlan,
        fraction: float,
    ) -> "KeptTrials":  # fmt: skip
        """Return the place for a file of phrases, beside it without `out`; phrases in memory need `out`."""
        file = Path(data) if isinstance(data, str | Path) else None
        beside = file.with_name(f"{file.name}.trained") if file else None
        return cls(out or beside, out is not None, engine, phrases, planned, fraction)

    def files(self, name: str) -> TrialFiles | None:
        """Return the place of an engine; None where nothing is kept."""
        if self.folder is None:
            return None
        shown = shown_name(name, self.engine)
        content = content_of(name, self.engine)
        place = self.folder / folder_name(shown, content, self.phrases, self.fraction, self.planned.seed)
        return TrialFiles(place, self.phrases, self.engine.fallbacks)

    def begin(self, name: str) -> TrialFiles | None:
        """Return the place of an engine that is going to be trained. Raises OutputError."""
        files = self.files(name)
        if files is None:
            return None
        done = files.finished(self.planned)
        try:
            files.describe(self.planned, self.fraction)
        except OutputError as error:
            raise OutputError(error.what, error.where, "give a folder for the predictions with --out DIR") from error
        if done:
            LOG.info(f"{name}: {done} of {self.planned.total} trainings are in {files.folder}; the others follow")
        self.used[name] = files
        return files

    def end(self) -> None:
        """Remove predictions beside the data, if all are there; others let the same command go on."""
        for files in self.used.values():
            if self.lasting or files.finished(self.planned) < self.planned.total:
                continue
            rmtree(files.folder, ignore_errors=True)
        if not self.lasting and self.folder and self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    @property
    def advice(self) -> str:
        """How to go on after an interruption; empty where nothing is kept."""
        return f"; the same command goes on from {self.folder}" if self.used else ""


@dataclass(frozen=True, slots=True)
class TrainingCost:
    """What a command would train and send, without doing it."""

    classifier: str
    trainings: int
    done: int
    """Trainings whose predictions are on disk."""
    questions: int
    """Phrases that the engine would be asked in the remaining trainings."""
    requests: int
    """HTTP requests of the remaining trainings, polling counted once each; 0 for one that runs here."""
    polled: bool = False

    def line(self) -> str:
        """Return it in words.

        >>> TrainingCost("engine.toml", 30, 10, 240, 320, polled=True).line()
        'engine.toml: 20 trainings (10 of 30 are on disk), 240 questions; at least 320 requests, since status is polled'
        """
        left = self.trainings - self.done
        kept = f" ({self.done} of {self.trainings} are on disk)" if self.done else ""
        n = many(self.requests, "request", "requests")
        sent = f"at least {n}, since status is polled" if self.polled else n
        start = f"{self.classifier}: {many(left, 'training', 'trainings')}{kept}"
        return f"{start}, {many(self.questions, 'question', 'questions')}; {sent}"


def training_cost(name: str, kept: KeptTrials) -> TrainingCost:
    """Return what the remaining trainings of a classifier take. Raises what making the engine raises."""
    trained = is_trained_engine(name, kept.engine)
    files = kept.files(name) if trained else None
    remote = _remote(name, kept.engine) if trained and not is_trained(name) else None
    done = questions = requests = 0
    for setting, divider in kept.planned.dividers.items():
        for repeat in range(kept.planned.repeats):
            split = divider.divide(kept.planned.seed, repeat)
            if files and files.kept(setting, repeat, split) is not None:
                done += 1
                continue
            questions += len(split.test)
            if remote is not None:
                topics = {kept.phrases[at].intent for at in split.train} - {None}
                requests += len(split.test) + remote.requests(len(topics))
    polled = remote is not None and remote.polled
    return TrainingCost(remote.name if remote else name, kept.planned.total, done, questions, requests, polled)


def refuse_unused(classifiers: Mapping[str, Any], engine: EngineSettings, out: Path | None) -> None:
    """Refuse settings of engines without effect on the chosen classifiers; raises UsageError."""
    names = [name for name in classifiers.values() if is_trained_engine(name, engine)]
    remote = [str(name) for name in names if not is_trained(name)]
    rasa = any(name.startswith(_RASA) for name in remote)
    quick = "the built-in classifiers are trained in seconds; leave it out"
    for given, effect, what, hint in (
        (engine.fallbacks, names, "--fallback, --bot and --rate require a live engine", "leave them out"),
        (engine.bot or engine.rate, remote, "--fallback, --bot and --rate require a live engine", "leave them out"),
        (
            engine.rasa_config,
            rasa,
            "--rasa-config requires a Rasa server",
            "add --classifier rasa:http://localhost:5005",
        ),
        (out, names, "--out requires an engine that is trained for each split", quick),
    ):
        if given and not effect:
            raise UsageError(what, hint=hint)
