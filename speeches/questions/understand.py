"""What a question means: whose words, on what, when; and what it takes over from the questions before it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.text.dates import MONTHS
from speeches.formats.names import fold
from speeches.search.catalogue import Catalogue
from speeches.search.mentions import frame, spoken_by
from speeches.search.nobody import SAY, person_meant
from speeches.search.roster import Roster
from speeches.understanding.names import party_called, party_mentions

SINGLE, PARTIES, PERIODS = "single", "parties", "periods"

_MONTHS = "|".join(MONTHS)
_WHEN = re.compile(rf"\s*\b(?:in|during|on|since|of)\s+((?:(?:\d{{1,2}}\s+)?(?:{_MONTHS})\s+)?(?:19|20)\d\d)\b", re.I)
_LEAD = re.compile(r"^(?:(?:and|but|so|ok|okay|then)\b[, ]*)+", re.I)
_ABOUT = re.compile(r"^(?:(?:what|how) about|on|about|regarding)\s+", re.I)
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b", re.I)
_ITSELF = re.compile(r"\b(?:it|this|that|these|those|they|them)\b", re.I)
_IT = re.compile(r"\b(?:about|on|of|against|for)\s+(?:it|this|that|them)\b\s*\??$", re.I)
_SOMEBODY = re.compile(
    rf"^(?:what|how)\s+(?:did|does|do|has|have|was|were)\s+(?:anyone|anybody|people|he|she|they|it)?\s*{SAY}\b"
    r"(?:\s+(?:about|on|regarding))?\s*",
    re.I,
)
_EVERYONE = re.compile(
    r"\bwhat\s+(?:do|did|have|has)\s+(?:the\s+|all\s+)?(?:members|mps|politicians|parliamentarians|senators|parties|"
    rf"each party|both sides|people|everyone|they all)\s+(?:of parliament\s+)?(?:{SAY}|been saying)\s+"
    r"(?:about|on|of)\s+(?P<topic>.+)"
    r"|\b(?:where|how)\s+do\s+the\s+parties\s+(?:stand|differ)\s+on\s+(?P<topic2>.+)"
    r"|\bwhat\s+(?:are|were)\s+the\s+(?:views|positions|arguments)\s+(?:in\s+parliament\s+)?"
    r"(?:about|on|for and against)\s+(?P<topic3>.+)",
    re.I,
)
_COMPARE = re.compile(
    r"^(?:compare|contrast)\s+(?P<who>.+?)\s+(?:on|about|regarding)\s+(?P<topic>.+)"
    r"|\bdifferences?\s+between\s+(?P<who2>.+?)\s+(?:on|about|regarding|over)\s+(?P<topic2>.+)"
    r"|\bhow\s+do(?:es)?\s+(?P<who3>.+?)\s+(?:differ|compare)\s+(?:on|about|over)\s+(?P<topic3>.+)",
    re.I,
)
_CHANGE = re.compile(
    r"\bhow\s+(?:has|have|did)\s+(?P<who>.+?)(?:['’]s?)?\s+(?:position|view|views|stance|rhetoric|policy|language|tone)\s+"
    r"on\s+(?P<topic>.+?)\s+(?:changed?|evolved?|shift(?:ed)?)\b"
    r"|\bhow\s+(?:has|have|did)\s+(?P<who2>.+?)(?:['’]s?)?\s+(?:position|view|views|stance|rhetoric|policy|language|tone)\s+"
    r"(?:changed?|evolved?|shift(?:ed)?)\s+on\s+(?P<topic2>.+)",
    re.I,
)
_COMMON_FRAME = re.compile(r"^what\s+was\s+said\s+(?:about|on)\s+", re.I)
_SIDE = re.compile(rf"^what\s+(?:did|does|do|has|have)\s+(the\s+(?:government|opposition|crossbench))\s+{SAY}\b", re.I)
_EVERYBODY = frozenset(
    ("parties", "members", "mps", "both sides", "all parties", "each party", "major parties", "senators")
)
# A question of so few words that speaks of "it" has no topic of its own.
_SHORT = 7


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it is put to the search. `asked` says it in full; `parties` and `speakers` are those that it
    names, `unknown` those that it names and nobody in the record is called; `when` is a month, a year or a day
    ("July 2022") in which it asks what somebody said; `nobody` is the person whose words it asks for, if the record has
    no such person."""

    asked: str
    search: str
    kind: str = SINGLE
    parties: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    when: str = ""
    rewritten: bool = False
    nobody: str = ""


@dataclass(frozen=True, slots=True)
class _Parts:
    """Whose words (a member or a party, as written), on what, and when; each may be empty."""

    who: str
    topic: str
    when: str
    needs_article: bool = False


def understand(question: str, previous: str, people: Roster, known: Catalogue) -> Understood:
    """The question in full. `previous` is the one before it in a conversation, in full, or ""."""
    text = " ".join(question.split())
    full, nobody = person_meant(_in_full(text, previous, people, known) if previous else text, people)
    rewritten = full != text
    if nobody:
        return Understood(full, full, rewritten=rewritten, nobody=nobody)
    if broad := _broad(full):
        kind, who, topic = broad
        search, when = _when_taken_out(topic)
        parties, speakers, unknown = _named(who, people, known)
        return Understood(full, search, kind, parties, speakers, unknown, when, rewritten)
    search, party = _party_taken_out(full, known)
    if party or _COMMON_FRAME.match(full):
        search, when = _when_taken_out(_COMMON_FRAME.sub("", search))
        return Understood(full, search, SINGLE, (party,) if party else (), when=when, rewritten=rewritten)
    side = _SIDE.match(full)
    return Understood(full, search, unknown=(side[1],) if side else (), rewritten=rewritten)


def _broad(text: str) -> tuple[str, str, str] | None:
    """The kind of a question that wants several voices or times, whom it names, and its topic."""
    for pattern, kind in ((_COMPARE, PARTIES), (_CHANGE, PERIODS), (_EVERYONE, PARTIES)):
        if found := pattern.search(text):
            topic = _named_group(found, "topic")
            return (kind, _named_group(found, "who"), topic) if topic else None
    return None


def _named(who: str, people: Roster, known: Catalogue) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The parties and the members that a list names, and what in it is neither."""
    parties: list[str] = []
    speakers: list[str] = []
    unknown: list[str] = []
    for name in re.split(r"\s*(?:,|\band\b|\bwith\b|\bto\b|\bversus\b|\bvs\b)\s*", who):
        bare = re.sub(r"^the\s+", "", name, flags=re.I).strip()
        found = list(_parties_in(name, known))
        if found:
            parties += found
        elif bare and fold(bare) not in _EVERYBODY:
            (speakers if _is_member(bare, people) else unknown).append(name)
    return tuple(dict.fromkeys(parties)), tuple(speakers), tuple(unknown)


def _is_member(name: str, people: Roster) -> bool:
    key = fold(name)
    return key in people.roles or bool(name[:1].isupper() and people.called(name))


def _when_taken_out(text: str) -> tuple[str, str]:
    found = _WHEN.search(text)
    return ((text[: found.start()] + text[found.end() :]).strip(" ?,"), found[1]) if found else (text, "")


def _named_group(found: "re.Match[str]", name: str) -> str:
    values = (found.group(key) for key in found.re.groupindex if key.rstrip("23") == name)
    return next((value.strip(" ?.,") for value in values if value), "")


def _in_full(text: str, previous: str, people: Roster, known: Catalogue) -> str:
    """A question that leans on the one before it, with what it takes over; any other as it is."""
    bare = _LEAD.sub("", text).strip(" ?")
    short = _ABOUT.sub("", bare)
    new, old = _parts(short, people, known), _parts(previous.strip(" ?"), people, known)
    leans = bare != text.strip(" ?") or short != bare or not new.topic or bool(_IT.search(bare))
    he = _PRONOUN.search(short) if not new.who else None
    bare_it = _ITSELF.search(short) and not new.who and len(short.split()) <= _SHORT
    if not (leans or he or bare_it):
        return text
    topic = "" if _IT.search(bare) else new.topic
    if (he or bare_it) and not _SOMEBODY.match(short):
        # "And how much will it cost?" asks for something of its own, of what was spoken about.
        return f"{bare} ({old.topic})?" if old.topic else text
    who = new if new.who else old
    when = new.when or old.when
    if re.fullmatch(_MONTHS, when, re.I) and (year := re.search(r"\d{4}", old.when)):
        when = f"{when} {year[0]}"
    if not who.who and _broad(previous) and topic:
        # "And on wages?" after a comparison compares once more.
        return re.sub(re.escape(old.topic), topic, previous, count=1)
    return _asked(_Parts(who.who, topic or old.topic, when, who.needs_article))


def _asked(parts: _Parts) -> str:
    when = f" in {parts.when}" if parts.when else ""
    about = f" about {parts.topic}" if parts.topic else ""
    if parts.who:
        article = "the " if parts.needs_article else ""
        return f"What did {article}{parts.who} say{about}{when}?"
    return f"What was said{about}{when}?"


def _parts(text: str, people: Roster, known: Catalogue) -> _Parts:
    """Whose words a question asks for, on what, and when."""
    if broad := _broad(text):
        kind, who, topic = broad
        topic, when = _when_taken_out(topic)
        return _Parts(who if kind == PERIODS else "", topic, when)
    found = _WHEN.search(text)
    when = found[1] if found else ""
    rest = (text[: found.start()] + text[found.end() :]).strip(" ?,") if found else text
    if _is_when(rest):
        return _Parts("", "", re.sub(r"^(?:in|on|during)\s+", "", rest, flags=re.I))
    if said := spoken_by(rest, people):
        office = fold(said.label) in people.roles or said.label.lower().startswith("member for")
        return _Parts(said.label, "" if said.rest == rest else said.rest, when, office)
    topic, party = _party_taken_out(rest, known)
    if party:
        return _Parts(party, "" if topic == rest else topic, when, not party.startswith("The "))
    if _is_called(rest, people, known):
        return _Parts(rest, "", when)
    return _Parts("", _SOMEBODY.sub("", _COMMON_FRAME.sub("", rest)).strip(" ?,"), when)


def _is_when(text: str) -> bool:
    return re.fullmatch(
        rf"(?:in\s+)?(?:(?:\d{{1,2}}\s+)?(?:{_MONTHS})\s*)?(?:(?:19|20)\d\d)?", text, re.I
    ) is not None and bool(text)


def _is_called(text: str, people: Roster, known: Catalogue) -> bool:
    """Whether all of a text names a member or a party."""
    bare = re.sub(r"^the\s+", "", text, flags=re.I)
    key = fold(bare)
    named = key in people.by_name or key in people.by_surname or fold(text).removeprefix("the ") in people.roles
    return (
        named
        or bool(party_called(bare, known))
        or bool(len(bare.split()) > 1 and people.called(bare) and bare[:1].isupper())
    )


def _party_taken_out(text: str, known: Catalogue) -> tuple[str, str]:
    """A question without the frame that names a party as the speaker, and that party's name."""
    for start, end, party in party_mentions(text, known):
        before = text[:start]
        if framed := frame(before, text[end:]):
            return framed[0].strip(" ?,") or text, party
    return text, ""


def _parties_in(text: str, known: Catalogue) -> Iterator[str]:
    for _, _, party in party_mentions(text, known):
        yield party
