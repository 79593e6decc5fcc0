"""How files of dialogs are read."""

from dataclasses import dataclass
from typing import Annotated

from botassay.settings.option import Checked, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatSettings(Checked):
    """Files of dialogs."""

    format: Annotated[
        str | None,
        Option(
            help="jsonl, csv, babi, chatgpt, convokit, garak, inspect, insuranceqa, irc-log, langfuse, lmsys, "
            "messages, otlp, promptfoo, sgd, sharegpt, ubuntu-dialogs, ubuntu-irc, wildchat.",
            metavar="NAME",
            default="recognised in each file",
        ),
    ] = None
    columns: Annotated[
        tuple[str, ...],
        Option(
            help="Column names for dialog, role, text, at … Repeatable.",
            flags=("--column",),
            metavar="dialog=NAME",
            default="by the header",
            example='pairs like ["dialog=conversation_id"]',
        ),
    ] = ()
    roles: Annotated[
        tuple[str, ...],
        Option(
            help="Meaning of a role: user, bot, system or tool. Repeatable.",
            flags=("--role",),
            metavar="NAME=bot",
            example='pairs like ["customer=user"]',
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings(FormatSettings):
    """Files of dialogs."""

    skip_bad: Annotated[bool, Option(help="Leave out and count dialogs with an invalid row, instead of stopping.")] = (
        False
    )
