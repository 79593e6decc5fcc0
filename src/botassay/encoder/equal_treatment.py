"""Statements of equal treatment, of how a staff is made up and of services, not to be taken for prejudice.

"Half of our drivers are women; age is no obstacle." names two groups and says "no": the encoder, which knows insults
of that build, is nearly sure of one. "We treat all patients alike, whoever they are." and "Children under five can't
fly alone." are taken for it beside a prejudiced line. Such statements have few forms, and these are left out before a
text is judged. Everything else is judged as it stands: "Half of our drivers are women, which is why nothing works." has
another form.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_END: Final = re.compile(r"(?<=[.!;])\s+")
"""Where a statement ends: after a full stop or a semicolon."""
_HINT: Final = re.compile(
    r"\b(?:no|not|never|don't|doesn't|won't|than|is|are|was|were|alike|equally|same|all|every|each|any|anyone|anybody|everyone"
    r"|everybody|under|below|from|between|there's|have|us)\b",
    re.IGNORECASE,
)
"""What stands in each of them."""
_TAKEN_UP: Final = re.compile(
    r"(?:so|that|this|which|no wonder|hence|therefore|because|and|but|now|alas|sadly|unfortunately|god|they|those)\b",
    re.IGNORECASE,
)
"""What begins a sentence that takes up the one before: "Half of our drivers are women. No wonder that …"."""
_QUANTITY: Final = (
    r"(?:(?:about|nearly|almost|over|around|roughly|some|exactly|just|more than|less than|at least)\s+)*"
    r"(?:\d[\d.,]*(?:\s*%|\s+per\s?cent|\s+in\s+\w+|\s+out\s+of\s+\w+)?|half|one half|most|many|several|both"
    r"|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?:\s+(?:third|quarter|fifth|tenth|half|dozen)s?|\s+(?:in|out of)\s+\w+)?)"
)
_JOINED: Final = r"(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+)"
_AGE: Final = (
    r"(?:1[0-8]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen|eighteen)(?:\s+(?:years?|months?|weeks?)(?:\s+(?:of age|old))?)?"
)
"""The age of a child."""
_SEX: Final = r"(?:women|men|female|male)"


@cache
def _lists() -> Mapping[str, str]:
    """Return each list of words as alternatives."""
    listed: dict[str, str] = tomllib.loads(files(__package__).joinpath("equal_treatment.toml").read_text("utf-8"))
    return {
        name: "|".join(re.escape(" ".join(entry.split())) for entry in entries.split(","))
        for name, entries in listed.items()
    }


def _attributes() -> str:
    whose = r"(?:(?:your|an?|the|their|somebody's|someone's|anybody's|anyone's|one's|being)\s+)?"
    attribute = rf"{whose}(?:{_lists()['attributes']})"
    return rf"{attribute}(?:{_JOINED}{attribute})*"


@cache
def _forms() -> re.Pattern[str]:
    forms = (*_staff_forms(), *_customer_forms(), *_service_forms(), *_age_forms())
    return re.compile("|".join(rf"(?:{form})" for form in forms), re.IGNORECASE)


def _customer_forms() -> tuple[str, ...]:
    """Return forms of "we treat all patients alike, whoever they are"."""
    person = rf"(?:{_lists()['customers']})"
    everybody = (
        rf"(?:(?:all|every|each|any)(?:\s+(?:of\s+)?(?:our|the|these))?\s+(?:{person}s?|families|people)"
        r"|everyone|everybody|anyone|anybody)"
    )
    alike = (
        r"(?:alike|equally|fairly|(?:exactly\s+)?the same(?:\s+way)?|in the same way"
        r"|with the same (?:care|respect|attention)|(?:on|under) (?:the same|equal) terms"
        r"|with (?:equal )?(?:respect|care))"
    )
    whoever = (
        r"(?:,?\s+(?:(?:whoever|whatever) (?:they|you) (?:are|may be)|wherever (?:they|you) (?:may )?(?:come|are) from"
        rf"|(?:no matter|regardless of|whatever)\s+(?:who (?:they|you) are|{_attributes()})"
        r"|(?:whether )?(?:young or old|old or young|rich or poor|men or women|women or men)|without exception))"
    )
    same = (
        r"the same (?:prices?|rights?|duties|rules?|terms|services?|fees?|rents?|conditions?|wages?|pay|chances?"
        r"|offers?|care|treatment|discounts?|documents?)"
    )
    here = r"(?:\s+(?:here|with us|at ours|in (?:this|our) (?:house|company|school|shop|clinic)))?"
    groups = rf"(?:{everybody}|(?:{_lists()['groups']})\s+and\s+(?:for\s+)?(?:{_lists()['groups']}))"
    who = rf"(?:here\s+)?(?:we|our (?:{_lists()['staff']}))"
    return (
        rf"{who}\s+(?:always\s+)?(?:{_lists()['serves']})\s+{everybody}(?:\s+{alike}{here}{whoever}?|{here}{whoever})",
        (
            rf"{everybody}\s+(?:is|are|will be)\s+(?:treated|served|welcome|seen|helped|paid|looked after)"
            rf"(?:\s+{alike})?{here}{whoever}?"
        ),
        rf"{everybody}\s+(?:pays?|has|have|gets?|receives?)\s+{same}(?:\s+and\s+(?:duties|pay|terms|service))?{here}{whoever}?",
        rf"{same}\s+(?:apply|applies|holds?|goes?)\s+(?:to|for)\s+{groups}",
        rf"our\s+\w+\s+(?:is|are)\s+the same\s+for\s+{groups}",
        (
            r"(?:nobody|no one)\s+(?:is|will be)\s+(?:turned away|refused|sent away|treated (?:worse|differently))"
            rf"{here}(?:\s+because of\s+{_attributes()})?"
        ),
    )


def _service_forms() -> tuple[str, ...]:
    """Return forms of "there's a lift for disabled visitors", and of "tell us if you'd like to see a woman"."""
    staff, served = _lists()["staff"], _lists()["served"]
    thing = rf"(?:an?\s+|the\s+)?(?:{_lists()['facilities']})"
    whom = rf"(?:for\s+)?(?:{served})(?:\s+(?:{_lists()['customers']}|people)s?)?"
    where = (
        r"(?:right\s+)?(?:at|on|in|behind|beside|by|near|in front of|next to|opposite)\s+(?:the|our|each|every)\s+"
        r"(?:first\s+|second\s+|third\s+|ground\s+|main\s+|side\s+|back\s+|front\s+|left\s+|right\s+)?"
        r"(?:entrance|door|floor|side|building|station|house|hall|car park|yard|street)"
    )
    one = rf"{_SEX}(?:\s+(?:{staff}))?"
    either = (
        r"(?:one or the other|an?\s+(?:woman|man|female|male)(?:\s+doctor|\s+nurse)?(?:\s+or\s+a\s+(?:man|woman))?)"
    )
    return (
        (
            rf"(?:there(?:'s| is| are)|we have)\s+{thing}(?:{_JOINED}{thing})*\s+for\s+{whom}(?:{_JOINED}{whom})*"
            rf"(?:\s+{where})?"
        ),
        rf"(?:disabled parking|(?:the\s+)?{thing}\s+for\s+{whom})\s+(?:is|are)\s+{where}",
        (
            rf"we have\s+(?:both\s+)?(?:{_QUANTITY}\s+)?{one}\s+and\s+(?:{_QUANTITY}\s+)?{one}"
            rf"(?:\s+(?:among|in|on)\s+(?:our|the)\s+(?:{staff}|practice|clinic|house))?(?:,?\s+and you can choose)?"
        ),
        (
            r"(?:please\s+|just\s+|so\s+)*(?:tell us|let us know|say so)\s+(?:if|whether)\s+you(?:'d| would)?"
            rf"\s+(?:rather\s+)?(?:like|prefer|want|see)\s+(?:to see\s+|to be seen by\s+)?{either}"
        ),
    )


def _age_forms() -> tuple[str, ...]:
    """Return forms of "children under five can't fly alone": what the young may or must do."""
    young = (
        r"(?:(?:children|kids|babies|infants|toddlers|teenagers|minors|pupils|passengers|guests|travell?ers|visitors"
        r"|swimmers|nobody|no one|anyone|those)\s+(?:aged\s+)?"
        rf"(?:(?:(?:under|below)(?:\s+the age of)?|younger than|up to)\s+{_AGE}"
        rf"|(?:from|between)\s+{_AGE}\s+(?:to|and)\s+{_AGE}))"
    )
    modal = r"(?:can't|cannot|can|may|must|should|have to|need to)(?:\s+(?:not|only|also))?"
    rest = r"(?:\s+(?!(?:because|since|as|but|so|who|which|like|and|or|than)\b)[\w'-]+){0,7}"
    return (
        rf"{young}\s+{modal}\s+(?:{_lists()['actions']}){rest}",
        (
            rf"{young}\s+(?:travel|fly|enter|ride|swim|eat|stay|pay)\s+"
            r"(?:for free|free|half|nothing|less|(?:at )?half price)"
        ),
        (
            rf"from\s+{_AGE}(?:\s+(?:to|until)\s+{_AGE})?(?:\s+on)?,?\s+(?:we|our (?:{_lists()['staff']}))\s+"
            r"(?:look after|accompany|help|take care of)\s+them"
        ),
    )


def _staff_forms() -> tuple[str, ...]:
    """Return forms of "age is no obstacle" and of "half of our drivers are women"."""
    staff, group, obstacle = (_lists()[name] for name in ("staff", "groups", "obstacles"))
    attributes = _attributes()
    place = "house|company|firm|office|school|jobs?|team|work|hiring|decision|shop"
    for_us = (
        r"(?:\s+(?:here|at all|anywhere|at ours|to (?:join|apply|work here|working here)|in (?:hiring|applications)"
        r"|(?:for|to|with|among) (?:us|me|you|anyone|anybody|our (?:team|customers))"
        rf"|(?:in|for|at) (?:this|our|the|a|any) (?:{place})"
        r"|when (?:we|you) (?:hire|apply|choose|decide|employ people|take people on)))*"
    )
    whom = (
        rf"(?:of\s+)?(?:(?:the|our|all|these|its|my|your)\s+)*(?:[\w-]+\s+)?(?:{staff})"
        r"(?:\s+(?:of|in|on|at|with)\s+(?:the\s+|our\s+)?[\w-]+)?"
    )
    where = r"(?:\s+(?:here|today|now|too|already|(?:in|on|at|among|for|with)(?:\s+[\w-]+){1,3}))*"
    verb, never = "is|are|was|were", r"no|never an?|not an?"
    sexes = "women|men|girls|boys|mothers|fathers"
    return (
        rf"{attributes}\s+(?:{verb}|will be|makes?|plays?|has|have)\s+(?:{never})\s+(?:{obstacle}){for_us}",
        rf"{attributes}\s+(?:does not|do not|doesn't|don't|never|will not|won't)\s+(?:matter|count|decide){for_us}",
        rf"(?:as many|more|fewer)\s+(?:{sexes})\s+(?:as|than)\s+(?:{sexes})\s+(?:work|apply|teach|lead|are){where}",
        rf"{_QUANTITY}\s+{whom}\s+(?:{verb})\s+(?:{group})(?:\s+(?:here|today|now|too|already))?",
    )


def without_equal_treatment(text: str) -> str:
    """Return a text without the statements that only say who works somewhere, or that all are treated alike.

    >>> without_equal_treatment("Hello. Half of our drivers are women; age is no obstacle.")
    'Hello.'
    >>> without_equal_treatment("Half of our drivers are women, which is why nothing works.")
    'Half of our drivers are women, which is why nothing works.'
    """
    if not _HINT.search(text):
        return text
    parts = _END.split(text)
    kept = [
        part
        for part, following in zip(parts, [*parts[1:], ""], strict=True)
        if _TAKEN_UP.match(following) or not _forms().fullmatch(part.rstrip(" .!;"))
    ]
    return text if len(kept) == len(parts) else " ".join(kept)
