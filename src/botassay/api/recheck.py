"""Conversations with a bot now, compared with those behind a certificate."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.api.asynchronous import run_to_end
from botassay.api.bot_target import BotTarget
from botassay.api.checkers import checkers_of
from botassay.api.live import PreparedRun, drawn_plan, hold_new, new_run_folder, prices_of
from botassay.api.outlook import planned
from botassay.api.rating_request import tracking
from botassay.api.run_control import RunControl, RunStopped
from botassay.api.run_folders import was_rated
from botassay.api.run_settings import RunInputs, declared_at_risk, settings_of_run, stored
from botassay.api.subjects import Subject, bot_given
from botassay.bots.naming import name_of, remote_host
from botassay.bots.sharing import check_sessions
from botassay.core import exit_codes
from botassay.core.dialog import Script
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.http.pace import DEFAULT_RATE
from botassay.plugins.protocols import Bot
from botassay.plugins.registry import CONSENTED
from botassay.rating import Settings
from botassay.rating.conversation_counts import RunCounts, count_conversations
from botassay.rating.formats import STORED
from botassay.rating.formats import load as load_stored
from botassay.rating.recheck import Recheck, outcome_of, recheck_tests, visible_changes, without_others
from botassay.runs import Plan, RunPlan
from botassay.runs.journal import FILE, Record
from botassay.runs.plan import sampled
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.option import LARGEST_SEED
from botassay.settings.rating import RateSettings
from botassay.settings.runs import RUNS
from botassay.settings.signing import VerifySettings

LOG = getLogger("botassay")
FRESH: Final = "fresh "
"""Begins the names of scripts, conversations and users of the fresh half."""
_LEFT_OUT: Final = frozenset({"SG", CONSENTED})
"""Issues that are not compared: their value is no share over conversations, or asking takes consent each time."""
Confirm = Callable[[RunPlan], bool]


@dataclass(frozen=True, slots=True)
class CertifiedRun:
    """The run behind a certificate, as far as it is compared."""

    folder: Path
    chosen: RateSettings
    """Its settings, but for those of the bot and of files: a certificate from elsewhere opens nothing here."""
    inputs: RunInputs
    settings: Settings
    measures: Mapping[str, str]
    titles: Mapping[str, str]
    left_out: tuple[str, ...]

    @classmethod
    def of(cls, folder: Path) -> "CertifiedRun":
        """Read a run.

        Raises: InputError where the journal or the rating is not at hand.
        """
        if not (folder / FILE).is_file() or not (folder / STORED).is_file():
            what = "E174 the run behind the certificate is not at hand, so there is nothing to compare with"
            raise InputError(what, str(folder), "ask the signer for the folder of the run")
        begun, inputs = settings_of_run(folder)
        run = RunSettings(depth=begun.run.depth, language=begun.run.language)
        chosen = replace(begun, bot=BotSettings(), run=run, rating=replace(begun.rating, variants=()))
        scores = load_stored(folder).ratings[0].scores
        valued = [each for each in scores if each.value is not None and not each.assumed]
        shares = [each for each in valued if each.issue not in _LEFT_OUT]
        return cls(
            folder,
            chosen,
            inputs,
            Settings.of(chosen.rating, inputs.profiles, kind="bot", at_risk=declared_at_risk(folder)),
            {each.issue: each.measure for each in shares},
            {each.issue: each.title for each in shares},
            tuple(each.issue for each in valued if each.issue in _LEFT_OUT),
        )

    def counts(self, folder: Path, on_progress: OnProgress | None) -> RunCounts:
        """Return what the conversations of a run contribute, whatever people decided about findings."""
        rated = replace(self.settings, issues=tuple(self.measures))
        checkers = checkers_of(replace(self.chosen.checkers, translator=None, via=()), rated)
        track = tracking(on_progress, "dialogs")
        return count_conversations(folder, rated, self.measures, checkers=checkers, track=track)


def hold_again(
    folder: Path,
    subject: Subject,
    settings: VerifySettings,
    *,
    on_progress: OnProgress | None = None,
    confirm: Confirm | None = None,
) -> Recheck:
    """Talk to a bot, half with certified scripts and half with fresh ones, and compare it with its certificate.

    Args:
        folder: of the certified run.
        subject: the bot.
        settings: how many conversations, the seed, and the folder of the new run.
        on_progress: is told how far the work is.
        confirm: is given the plan before the first run with a bot on another machine; False calls it off.

    Raises: InputError without the certified run; RunStopped; UsageError for a subject that is no live bot.
    """
    certified = CertifiedRun.of(folder)
    seed = secrets.randbelow(LARGEST_SEED) if settings.seed is None else settings.seed
    bot, target = _bot(subject)
    same = sampled(_held(folder), settings.sample // 2)
    plan = _both(same, _fresh(certified, same, seed))
    chosen = certified.chosen
    name = name_of(bot, chosen.bot.name)
    run = PreparedRun(bot, target, plan, (), seed, chosen, name, stored(chosen, certified.inputs))
    place = new_run_folder(name, settings.out)
    pace = getattr(bot, "usual_rate", DEFAULT_RATE) if remote_host(bot) else None
    asked = confirm is not None and remote_host(bot) and not was_rated(target.subject, {RUNS, place.parent})
    if confirm is not None and asked and not confirm(planned(run, certified.settings, pace)):
        raise RunStopped("called off; nothing was sent", exit_codes.INTERRUPTED)
    run_to_end(hold_new(run, place, RunControl(), on_progress))
    names = [script.id for script in same]
    before = without_others(certified.counts(folder, on_progress), names)
    now = certified.counts(place, on_progress)
    tests = tuple(recheck_tests(before, now, certified.titles, lambda name: name.startswith(FRESH)))
    visible = tuple(visible_changes(tests))
    outcome, known = outcome_of(tests, visible)
    tested = {test.issue for test in tests}
    return Recheck(
        subject=name,
        run=str(place),
        seed=seed,
        certified=len({script.conversation for script in same}),
        fresh=plan.conversations - len({script.conversation for script in same}),
        outcome=outcome,
        knows_script=known,
        tests=tests,
        visible=visible,
        untested=(*(code for code in certified.measures if code not in tested), *certified.left_out),
    )


def _bot(subject: Subject) -> tuple[Bot, BotTarget]:
    if isinstance(subject, str | Path):
        target = BotTarget.of(str(subject), BotSettings())
        bot = target.bot(BotSettings())
    elif given := bot_given(subject, BotSettings().timeout):
        bot, target = given[0], BotTarget(given[1])
    else:
        raise UsageError("only a live bot can be compared with a certificate", hint="name a bot with --against")
    check_sessions(bot)
    prices_of(bot, None)
    return bot, target


def _held(folder: Path) -> list[Script]:
    """Return the scripts of the conversations that were held to their end."""
    record = Record.of(folder)
    held = {name for name, each in record.progress().items() if each.state == "held"}
    scripts = (script for script in record.scripts() if script.conversation in held or script.id in held)
    return [script for script in scripts if script.tags.get("issue") != CONSENTED]


def _fresh(certified: CertifiedRun, same: Iterable[Script], seed: int) -> Plan:
    """Return the plan of a fresh seed, of the scripts that stand where the certified ones stood in theirs.

    Both halves are then alike in their make-up, and differ in nothing but the seed.
    """
    issues = {script.tags.get("issue", "") for script in same}
    plan = drawn_plan(certified.chosen, certified.settings, seed, certified.chosen.run.language)
    names = {script.id for script in same}
    alike = tuple(script for script in plan.scripts if script.id in names)
    if len(alike) == len(names):
        return replace(plan, scripts=alike)
    if "" not in issues:
        LOG.warning("the certified scripts are of another version; the fresh ones may differ in more than the seed")
    others = tuple(script for script in plan.scripts if script.tags.get("issue", "") in issues)
    return replace(plan, scripts=sampled(others, len({script.conversation for script in same})))


def _both(same: Iterable[Script], fresh: Plan) -> Plan:
    """Return one plan of both halves, taking turns: what changes while it is held changes both."""
    turns = zip_longest(same, map(_renamed, fresh.scripts))
    return Plan(tuple(_given(turns)), fresh.probers)


def _given(turns: Iterable[tuple[Script | None, Script | None]]) -> Iterator[Script]:
    for pair in turns:
        yield from (script for script in pair if script is not None)


def _renamed(script: Script) -> Script:
    return replace(
        script,
        id=f"{FRESH}{script.id}",
        user=f"{FRESH}{script.user}",
        conversation=f"{FRESH}{script.conversation}",
        after=tuple(f"{FRESH}{earlier}" for earlier in script.after),
    )
