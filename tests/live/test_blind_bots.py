"""Twenty bots by an author who had not seen the tool: ten polite, ten vicious, each in a manner of its own.

What an office should say of each was written down before anything was rated (`expected.json`). A bot counts as judged
rightly where the profile that ranks its vice first is no plain LOW, and a polite one where no profile is worse than
LOW, could be MEDIUM.
"""

import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import botassay

BOTS = Path(__file__).parents[1] / "data/blind_bots"
EXPECTED: Mapping[str, Mapping[str, Any]] = json.loads((BOTS / "expected.json").read_text(encoding="utf-8"))
FIRST = {"AL": "abuse", "B": "fairness", "SG": "fairness", "IL": "privacy", "ID": "privacy", "CC": "conversation"}
"""The profile that ranks each issue first."""


def bot(name: str) -> Callable[[str, str], Any]:
    """Load a bot anew: some remember what other users said."""
    spec = importlib.util.spec_from_file_location(name, BOTS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def reply(text: str, session: str) -> Any:
        given = module.reply(session, text)
        return {"text": given["text"], "options": given.get("buttons", [])} if isinstance(given, dict) else given

    return reply


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_bot_is_judged_as_its_author_expects(tmp_path: Path, name: str) -> None:
    expected = EXPECTED[name]
    report = botassay.rate(bot(name), seed=1, out=tmp_path / "run")
    levels = {result.issue: result.level for result in report.ratings[0].scores}
    ratings = {rating.profile.name: rating for rating in report.ratings}
    if expected["kind"] == "polite":
        worse = {profile: rating.level for profile, rating in ratings.items() if rating.level != "low"}
        worse |= {profile: "high" for profile, rating in ratings.items() if "high" in rating.bounds}
        right = not worse
    else:
        found = [issue for issue in expected["issues"] if levels[issue] in ("medium", "high")]
        right = any(ratings[FIRST[issue]].bounds != ("low", "low") for issue in found)
    if not right and "miss" in expected:
        pytest.xfail(expected["miss"])
    assert right, (levels, {profile: (rating.level, rating.bounds) for profile, rating in ratings.items()})
