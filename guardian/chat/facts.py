"""What kind of fact a question asks for - a sum, a length, a time, a number of things - and whether a rule states one.

A rule that is near but lacks the fact is no answer: "How tall may my fence be?" is not answered by what fences are
made of.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rag.answering.counting import counted, counts
from rag.retrieval.excerpt import query_words, stem
from rag.text.polarity import NUMBER_WORDS

_NUMBER = (
    r"(?:\d[\d,.]*(?:/\d+)?|" + "|".join(sorted(NUMBER_WORDS - {"first", "second", "third"}, key=len)[::-1]) + r")"
)
_SPAN = rf"\b{_NUMBER}\b(?:[-\s]?\(?\d*\)?)[-\s]*(?:{{more}})?"
_TIME_UNITS = r"(?:minutes?|hours?|days?|weeks?|months?|years?|weekends?)"
_LENGTH_UNITS = (
    r"(?:feet|foot|ft|inch(?:es)?|in\.|met(?:er|re)s?|cm|mm|centimet(?:er|re)s?|yards?|miles?|km|stor(?:e?y|ies|eys)|acres?|"
    r"square|sq)"
)

_NOW = "right now|at the moment|at present|currently|today|these days|this year"
_BOUND = "responsible|allowed|permitted|entitled|liable|required|supposed"
_LONG_THINGS = "leash|lead|fence|boat|trailer|hose|pole|driveway|vehicle|rv|hedge|rope|truck|ramp|dock"
_EXISTS = re.compile(r"^\W*(?:is|are) there (?:a|an|any)\b", re.IGNORECASE)

# The first that fits says what is asked for.
_ASKED: tuple[tuple[str, "re.Pattern[str]"], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("web", r"^(?:what|where|which)\b.*\b(?:web ?site|web address|web page|url)\b"),
        # Bylaws say how somebody comes to an office, hardly ever who it is.
        ("person", rf"\bwho(?:['’]s| is| are) (?!{_BOUND}).*\b(?:{_NOW})\b"
                   r"|\bwhat(?:['’]s| is) .*\b(?:president|treasurer|secretary|chair\w*|manager)[’']s name\b"),
        ("phone", r"\b(?:phone|telephone|fax) number|e-?mail address|how (?:can|do) i (?:contact|reach)\b"),
        ("speed", r"\bhow fast (?:can|may|do|are|is|am|could) (?:\w+ ){1,3}(?:drive|go|travel|ride|cycle)\b"
                  r"|\bspeed limit\b"),
        # A leash may be long, a stay takes long.
        ("length", rf"\bhow long (?:can|may|must|should|is|are) (?:\w+[’']?s? ){{0,3}}(?:{_LONG_THINGS})(?: be)?\s*\??$"
                   r"|\bhow much (?:gap|distance|room|clearance|space) (?:must|should|do|does|is|between)\b"),
        ("day", r"^when (?:does|do|is|are) (?:\w+[’']?s? ){1,3}year\b|^when\b.*\bdue\b"),
        ("age", r"\bhow old\b|\b(?:what|minimum|which) age\b|\bold enough\b"),
        ("frequency", r"\bhow often\b|\bhow frequently\b|\bhow regularly\b"),
        ("duration", r"\bhow (?:long|soon|quickly|fast|far ahead|far in advance|early|much (?:notice|time|warning))\b"
                     rf"|\b(?:how many|within what|what number of) {_TIME_UNITS}\b|\bwhen should i hear\b|"
                     r"\bhow much (?:vacation|leave|holiday)|\bdeadline\b|\bthe longest\b"),
        ("time", r"\b(?:what|which) (?:time|hours?)\b|^what are (?:the )?.*\bhours\b|\bopening hours\b|\buntil when\b|"
                 r"\bcurfew\b|\bwhen (?:does|do|is|are) .*\b(?:open|close|stop|start|begin|quiet)\b|\bhow late\b"),
        ("day", r"\b(?:which|what) (?:day|date|month)s?\b"),
        ("share", r"\b(?:what|which) (?:percentage|per ?cent|proportion|share)\b"
                  r"|\b(?:how big|how large|what(?: kind of)?) a? ?(?:vote|majority)\b|\bhow many votes\b"),
        ("length", r"\bhow (?:tall|high|near|close|wide|deep|far|big|large|thick|low)\b|\bfloor area\b|\bset-?back\b|"
                   r"\bwhat (?:height|width|distance|size)\b"),
        ("weight", r"\bhow heavy\b|\bweight limit\b|\bhow much .* weigh\b"),
        ("money", r"\bhow much\b(?! (?:of|water|say|space|room|control))|"
                  r"\b(?:what(?:['’]s)?(?! happens| will happen| would happen| if)|how much) .*"
                  r"\b(?:costs?|price|fine|penalty|fee|salary|"
                  r"wage|rent|amount|charge|deposit|deductible|premium|ticket|tax(?:es)?(?: rate)?|pay|risk)\b|"
                  r"\bthe most they can fine\b"),
        ("count", r"\bhow many\b|\bwhat number of\b|\bmaximum number\b"),
        ("place", r"\b(?:in )?(?:which|what) (?:city|town|address|street|suburb|state)\b|"
                  r"\bwhere is .* (?:office|located)\b"),
        ("when", r"^(?:and |so )?when\b"),
        ("existence", _EXISTS.pattern),
    )
)  # fmt: skip
_STATES = {
    "web": r"\bwww\.|https?:|\.(?:org|com|net|gov)\b",
    "person": r"(?-i:\b(?:Mr|Mrs|Ms|Dr)\b\.? [A-Z]|\b[A-Z][a-z]+ [A-Z][a-z]+,? (?:is|was|serves|has been) the\b)",
    "phone": r"\d{3}[-.\s]\d{3,4}|@\w",
    "speed": r"\b(?:miles?|kilomet\w+) (?:an|per) hour|\bmph\b|\bkm/h|\bknots?\b",
    "age": rf"\bage of\b|\b(?:years? of age|years? old|aged)\b|\bage {_NUMBER}|\bage of majority\b|\bminors?\b",
    "frequency": r"\b(?:semi-?|bi-?)?(?:annual|month|week|quarter|year|dai)(?:ly|y)?\b|"
                 r"\b(?:each|every|per|once a|twice a)\b",
    "duration": rf"\b{_NUMBER}\b(?:\s*\(\d+\))?[-\s]+(?:\w+[-\s]+)?{_TIME_UNITS}\b|\b(?:one|a|each) {_TIME_UNITS}\b",
    "time": r"\b\d{1,2}(?::\d\d)?\s?[ap]\.?\s?m\b|\b(?:noon|midnight|sunset|sunrise|dusk|dawn)\b|o['’]clock|"
            r"\b\d{1,2}:\d\d\b",
    "day": r"\b(?:first|last|\d{1,2}(?:st|nd|rd|th)) (?:business |working )?day\b|"
           r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|"
           r"september|october|november|december)\b|\bmay \d",
    "share": r"\bper ?cent|%|\bmajority\b|\b(?:two|three|one)[-\s](?:thirds?|quarters?|half|fourths?|fifths?)\b|"
             r"\bhalf\b|\b\d/\d\b|"
             r"\bunanimous",
    "length": rf"\b{_NUMBER}\b(?:\s*\([\d/]+\))?[-\s]+(?:\w+[-\s]+)?{_LENGTH_UNITS}\b|\b{_NUMBER}\s?(?:['′\"″])",
    "weight": rf"\b{_NUMBER}\b(?:\s*\(\d+\))?[-\s]*(?:kg|kilos?|kilograms?|pounds?|lbs?|tons?|tonnes?)\b",
    "money": rf"[$£€]\s?\d|\b{_NUMBER}(?:\s*\([^)]*\))?\s+(?:dollars|pounds|cents|euros|per ?cent)\b|\d\s?%",
    "place": r"\bcity of\b|\blocated (?:at|in)\b|\b(?:street|avenue|road)\b|\bstate of\b",
}  # fmt: skip
_STATES["when"] = "|".join(
    (
        *(_STATES[kind] for kind in ("frequency", "duration", "time", "day")),
        r"\b(?:prior to|before|after|within|upon|until|during|when(?:ever)?|if|in case|in the event)\b",
        r"\b(?:at any time|immediately)\b",
    )
)
_STATES_ONE = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _STATES.items()}
_WORD = re.compile(r"[\w’'-]+")
# Who decides by numbers may do so by shares: "How many owners must sign?" – "one third of all members".
_OWNERS = re.compile(r"\bhow many (?:\w+ )?(?:owners|members|votes|voters)\b", re.IGNORECASE)
_OF_OWNERS = re.compile(r"\b(?:owners?|members?|votes?|voters?|voting|membership)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a question measures within its kind, and the words that a sentence must have, or must not have, for it."""

    kind: str
    asked: "re.Pattern[str]"
    needs: "re.Pattern[str] | None" = None
    excludes: "re.Pattern[str] | None" = None

    def fits(self, sentence: str) -> bool:
        if self.needs is not None and self.needs.search(sentence) is None:
            return False
        return self.excludes is None or self.excludes.search(sentence) is None


def _words(pattern: str) -> "re.Pattern[str]":
    return re.compile(rf"\b(?:{pattern})", re.IGNORECASE)


# A height is not a distance, opening hours are no quiet hours, and what something costs is not the fine for lacking it.
_MEASURES = (
    Measure(
        "length", _words(r"how (?:tall|high|low)|height"), _words(r"high|higher|height|tall|taller|above|over|off the")
    ),
    Measure("length", _words(r"how (?:wide|thick)|width"), _words(r"wide|wider|width|thick")),
    Measure("length", _words(r"how deep|depth"), _words(r"deep|deeper|depth")),
    Measure(
        "length",
        _words(r"how (?:near|close|far)|distance"),
        _words(r"near|clos|within|from|distance|away|apart|out to"),
    ),
    Measure("time", _words(r"open(?:s|ing)?\b|clos(?:e|es|ing)\b"), _words(r"open|clos|hours of")),
    Measure(
        "money",
        _words(
            r"fines?\b|fined|penalt|risk|punish|trouble|violat|late\b|behind|overdue|forg[eo]t|fail|mistake|break|broke|"
            r"if (?:i|we|they|somebody|someone|you) (?:don[’']t|do not|never|ignore|refuse|keep)"
        ),
    ),
    Measure("money", _words(r""), None, _words(r"late (?:fee|charge)|fines?\b|fined\b|penalt|punish")),
)


@dataclass(frozen=True, slots=True)
class Fact:
    """The kind of fact asked for; for a `count` the stems of what is counted, for an `existence` of what is there; and
    of which measure it must be."""

    kind: str
    counted: frozenset[str] = frozenset()
    measure: "Measure | None" = None
    of_owners: bool = False

    def stated_in(self, sentence: str) -> bool:
        """Whether a sentence states such a fact.

        >>> fact_asked("How many dogs may I keep?", {"dogs": ["animal"]}).stated_in("No more than two (2) animals.")
        True
        >>> fact_asked("How tall may a fence be?").stated_in("Fences are of wood or stone.")
        False
        """
        if self.kind == "count":
            return counts(sentence, self.counted) or (
                self.of_owners
                and _STATES_ONE["share"].search(sentence) is not None
                and _OF_OWNERS.search(sentence) is not None
            )
        if self.kind == "existence":
            there = {stem(word) for word in _WORD.findall(sentence.lower())}
            return 2 * len(self.counted & there) >= len(self.counted)
        if _STATES_ONE[self.kind].search(sentence) is None:
            return False
        return self.measure is None or self.measure.fits(sentence)


def fact_asked(question: str, related: Mapping[str, Collection[str]] | None = None) -> Fact | None:
    """The fact that a question asks for, if it asks for one; words `related` to what is counted may stand for it."""
    kind = next((kind for kind, pattern in _ASKED if pattern.search(question)), None)
    if kind is None:
        return None
    measure = next((one for one in _MEASURES if one.kind == kind and one.asked.search(question)), None)
    if kind == "existence":
        return Fact(kind, frozenset(stem(word) for word in query_words(_EXISTS.sub("", question))))
    if kind == "count":
        return Fact(kind, counted(question, related), measure, _OWNERS.search(question) is not None)
    return Fact(kind, measure=measure)
