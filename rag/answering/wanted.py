"""What a question asks for - a number, a sum, a share, a date, a name, a place - and whether a sentence has one."""

import re
from collections.abc import Callable

from rag.answering.counting import DATING, counted, counts
from rag.text.dates import ANY_MONTH
from rag.text.polarity import NUMBER_WORDS

_MONEY_WORDS = (
    r"money|costs?|pay|paid|spen[dt]|fund\w*|commit\w*|grants?|contribut\w*|sav\w+|rents?|fines?|compensation|revenue|"
    r"worth|receiv\w*|prices?|budget\w*|earn\w*|announced|allocat\w*|invest\w*|dollars?|insur\w*|ma[dk]e|donat\w*|raise\w*"
)

# What somebody gave or got, where a question asks "what" it was: a sum.
_PAID = (
    r"pay (?:for|towards?|out|in)|chip in|spend on|spent on|cost|contribute(?: to| towards)|donate|"
    r"to earn|earn (?:from|in|an?)|sell for|raise for"
)
_SPENDING = (
    r"(?:spen(?:t|ding)|pa(?:id|ying)|contribut(?:ed|ing)|invest(?:ed|ing)|charg(?:ed|ing)|donat(?:ed|ing)) "
    r"(?:for|on|in|to|towards)"
)
_SUM = (
    r"costs?|price|fine|penalty|rent|salary|wage|income limit|fee|amount|sum|worth|annual (?:value|turnover)|"
    r"budget for|(?:contribution|donation|commitment) (?:to|towards|for)|cheque|grant for"
)
_DID = r"what (?:exactly )?(?:did|does|do|will|has|have|is|was|were)"
_RATES = r"vacancy|jobless|unemployment|interest|inflation|vaccination|dose|participation|turnout|tax"
# What has a name of its own.
_NAMED = (
    r"company|person|firm|organisation|charity|horse|council|builder|developer|club|team|school|college|hospital|"
    r"university|bank|newspaper|film|movie|book|song|court|agency|airline|union|ship|vessel|river|band|player|member|"
    r"mp|senator|minister|premier|mayor|artist|author|singer|actor|athlete"
)

# What was said of a rate need not say how high it is.
_ON_A_TOPIC = re.compile(r"^what\b.*\b(?:say|said|think|thought) (?:about|on|of|regarding)\b", re.IGNORECASE)

# The first that fits says what is asked for.
_ASKED: tuple[tuple[str, "re.Pattern[str]"], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("reason", r"^(?:and |but |so )?(?:why\b|how come\b|what (?:was|is|were|are) the reasons?\b|pourquoi\b)"),
        ("money", r"^how big (?:is|was|were)\b.*\b(?:cheque|grant|fine|loan)\b"),
        ("number", r"\bhow (?:many|often|old|far|long|thick|tall|high|big|wide|large|deep|fast|heavy|few)\b"),
        ("number", r"\bfinal score\b"),
        ("share", r"\b(?:percentage|per ?cent|proportion|what share)\b"),
        ("share", rf"\b(?:{_RATES}) rate\b"),
        ("money", rf"\bhow much\b.*\b(?:{_MONEY_WORDS})\b"),
        ("number", r"\bhow much\b"),
        ("money", rf"\bwhat\b.*\b(?:{_SUM})\b"),
        ("money", rf"\bwhat would\b.*\b(?:save|pay)\b|^{_DID}\b.*\b(?:{_PAID})\b|^{_DID}\b.*\b(?:{_SPENDING})\b"),
        ("date", r"^(?:when|since when)\b|\b(?:what|which) (?:date|day|year|month)\b"),
        ("name", rf"^(?:who|whose|whom)\b|\bname of\b|\b(?:which|what) (?:\w+ )?(?:{_NAMED})\b"),
        ("name", r"^what (?:did|do|does)\b.{1,60}\bcall (?!for\b|on\b)"),
        ("name", r"^what (?:is|was|are|were)\b.*\b(?:called|named)\s*\??$"),
        ("place", r"^where\b|\b(?:which|what) (?:town|city|suburb|state|street|place|location|country)\b"),
        # The same in French.
        ("share", r"\bquel(?:le)? (?:pourcentage|proportion|part)\b|\bpour cent\b"),
        ("money", r"\bcombien\b.*\b(?:coût\w*|pay\w*|vers\w*|dépens\w*|dollars?|argent|invest\w*|fonds)\b"
                  r"|\bquelle? (?:somme|montant|prix|coût)\b"),
        ("number", r"\bcombien\b|\bquel âge\b|\bquel nombre\b"),
        ("date", r"^(?:depuis )?quand\b|\b(?:à|en) quelle (?:date|année)\b|\bquel (?:jour|mois)\b"),
        ("name", r"^(?:qui|à qui|de qui)\b|\bquel est le nom\b"),
        ("name", r"\bquel(?:le)? (?:députée?|ministre|film|société|entreprise|organisme)\b"),
        ("place", r"^où\b|\bdans quel(?:le)? (?:ville|pays|province|endroit)\b"),
    )
)  # fmt: skip
_IN_FRENCH = (
    "deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante "
    "soixante cent mille millier milliard douzaine centaine moitié tiers"
).split()
_HOLDS = {
    "money": re.compile(
        r"[$£€]\s?\d|\b\d[\d,.]*\s*(?:(?:million|billion|trillion)\s+)?(?:dollars|pounds|cents|euros)\b"
        r"|\b\d[\d,.\s]*(?:(?:million|milliard)s?\s+)?(?:[$€]|de dollars|d['’]euros)",
        re.IGNORECASE,
    ),
    "number": re.compile(
        r"\d[\d,.]*|\b(?:" + "|".join(sorted({*NUMBER_WORDS, *_IN_FRENCH} - {"one", "first", "second"})) + r")s?\b",
        re.I,
    ),
    "share": re.compile(
        r"\d[\d.,]*\s*(?:%|per ?cent|percentage)|\b(?:half|third|quarter|majority)\b|"
        r"\b\w+ (?:in|out of) (?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b",
        re.IGNORECASE,
    ),
    "date": re.compile(
        rf"\b(?:{ANY_MONTH})\b|\b(?:19|20)\d\d\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|"
        r"\b(?:today|tomorrow|yesterday|tonight|spring|summer|autumn|winter)\b|"
        r"\b(?:last|next|this) (?:week|month|year)\b|\b(?:aujourd['’]hui|demain|hier)\b"
    ),
}
_REASON = re.compile(
    r"\b(?:because|since|due to|reasons?|so that|in order|owing|thanks to|caus\w+|led to|following|result\w*|after|as|"
    r"why|therefore|unless|so|parce qu\w*|afin|en raison|puisqu\w*|à cause|grâce à|pour que)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w’'-]+")
_ANY_NAME = re.compile(r"\b[A-Z][\w’'-]*\w")
_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_TITLE = r"(?:Mr|Mrs|Ms|Dr|Senator|Professor|Sir|Dame|M|Mme)\b"
# A run of names, what puts it somewhere ("in Perth"), what may ("of Perth"), and what makes it an owner ("Perth's").
_RUN = re.compile(
    rf"(?:(?P<where>\b(?:in|at|from|across|near|around|throughout)\s+(?:the\s+)?)|(?P<of>\b(?:of|to|for)\s+(?:the\s+)?(?!{_TITLE})))?"
    rf"(?<!^)(?<![.!?]\s)\b(?P<name>{_CAPITAL}[\w-]+(?:\s+(?:(?:de|van|der|of|the)\s+)?{_CAPITAL}[\w-]+)*)"
    r"(?P<whose>[’']s\b)?"
)
# Words that are capitals only for their place or their kind.
_NO_NAMES = frozenset(
    "The A An I It He She They We You This That These Those There In On At For And But If When While As To Of My Our "
    "Your His Her Its Their With From By What Who How Why Where Which Not No Yes Mr Mrs Ms Dr So Let Since During "
    "After Before Under Over Is Are Was Were Do Does Did Has Have Had Can Could Will Would Should May Might Or Now "
    "Then Here All Some Many Most I'm I've I'd I'll".split()
)


def asked_for(question: str) -> str:
    """`reason`, `number`, `money`, `share`, `date`, `name` or `place`; "" for a question that wants none of them.

    >>> asked_for("How much did the grant come to?"), asked_for("Who opened it?"), asked_for("What of the reef?")
    ('money', 'name', '')
    """
    if _ON_A_TOPIC.search(question):
        return ""
    return next((kind for kind, pattern in _ASKED if pattern.search(question.strip())), "")


def gives(kind: str, sentence: str, question: str) -> bool:
    """Whether a sentence has what is asked for, other than what the question itself says.

    >>> gives("number", "The 30,000 homes are welcome.", "How many of the 30,000 homes are in Perth?")
    False
    """
    return _GIVES[kind](sentence, question) if kind else True


def names_in(text: str) -> list[str]:
    """The proper names of a text, word by word, without its first word and possessive endings.

    >>> names_in("What did Hobart's council say of Tasmania?")
    ['Hobart', 'Tasmania']
    """
    found = (match.group() for match in _ANY_NAME.finditer(text) if match.start() > 0)
    return [re.sub(r"[’']s?$", "", name) for name in found if name not in _NO_NAMES]


def _gives_name(sentence: str, question: str) -> bool:
    asked = set(_ANY_NAME.findall(question))
    return any(name not in _NO_NAMES and name not in asked for name in _NAME.findall(sentence))


def _gives_somebody(sentence: str, question: str) -> bool:
    """Whether a sentence names somebody or something, and not only a place where it was or to which it belongs."""
    asked = set(_ANY_NAME.findall(question))
    for found in _RUN.finditer(sentence):
        names = [name for name in found["name"].split() if name not in _NO_NAMES and name not in asked]
        if found["where"] or not names:
            continue
        if len(names) > 1 or not (found["of"] or found["whose"]):
            return True
    return False


def _gives_reason(sentence: str, question: str) -> bool:
    return _REASON.search(sentence) is not None


def _gives_number(sentence: str, question: str) -> bool:
    if of := counted(question):
        for said in re.findall(r"\d[\d,.]*\d", question):
            sentence = sentence.replace(said, " ")
        return counts(sentence, of)
    return _HOLDS_A_NUMBER(sentence, question)


def _gives_figure(kind: str) -> Callable[[str, str], bool]:
    def holds(sentence: str, question: str) -> bool:
        known = {number.rstrip(".,") for number in re.findall(r"\d[\d,.]*", question)}
        for found in _HOLDS[kind].finditer(sentence):
            if kind == "number" and DATING.match(sentence, found.start()):
                continue
            digits = re.match(r"[$£€]?\s?(\d[\d,.]*)", sentence[found.start() :])
            said_in_question = digits[1].rstrip(".,") in known if digits else found.group().lower() in question.lower()
            if not said_in_question:
                return True
        return False

    return holds


_HOLDS_A_NUMBER = _gives_figure("number")
_GIVES: dict[str, Callable[[str, str], bool]] = {
    "name": _gives_somebody,
    "place": _gives_name,
    **{kind: _gives_figure(kind) for kind in _HOLDS},
    "number": _gives_number,
    "reason": _gives_reason,
}
