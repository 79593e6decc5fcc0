"""`botassay resume`: go on with a run that was stopped, or that broke off."""

from pathlib import Path

import click

from botassay.cli.flags import Existing
from botassay.core.errors import UsageError


@click.command("resume")
@click.argument("run", type=Existing(file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output.")
@click.pass_context
def command(ctx: click.Context, run: Path, *, as_json: bool) -> int:
    """Go on with RUN, the folder of a live run, and rate it.

    No finished conversation is held again; an interrupted one starts over, and its old answers are kept, unscored. The
    bot is the one that the run began with, and so are the choices of the rating.
    """
    from botassay.cli.guarded import bot_of
    from botassay.cli.live import Approach, hold_all, try_first
    from botassay.cli.rate import rate_run
    from botassay.cli.subjects import conclude
    from botassay.cli.variants import Variants, hold_variants, prepared
    from botassay.plugins.registry import PROBERS
    from botassay.runs import Plan, left
    from botassay.runs.journal import Journal, Record

    record = Record.of(run)
    if record.facts.get("chat"):
        hint = f"rate what was said: botassay rate {run}; or talk to the bot anew: botassay chat"
        raise UsageError(f"{run} is a chat, and nobody knows how it would go on", hint=hint)
    approach = Approach(**record.facts["bot"])
    approach.check_unchanged()
    scripts, choices, seed = tuple(record.scripts()), record.facts["choices"], int(record.facts["seed"])
    issues = {script.tags.get("issue", "") for script in scripts} & {*PROBERS.names()}
    plan = Plan(scripts, {code: PROBERS.get(code) for code in sorted(issues)})
    varied = prepared(Variants.typed(choices.get("variants", ())), approach, plan, seed, run)
    code = 0
    if left(scripts, record.progress()):
        bot = bot_of(approach.subject, approach.options)
        code = try_first(bot) or hold_all(bot, plan, Journal.reopen(run), approach.manner)
    code = code or hold_variants(varied, run, choices, seed)
    return code or conclude(rate_run(ctx, run, {}, {}), as_json=as_json)
