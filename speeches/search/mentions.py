"""Who is meant to have spoken, when a question says so: "What did the member for Dawson say about …?".

A member who is only spoken of ("criticism of Mr Katter") is no filter. So a name counts only within a
frame that makes it the speaker.
"""

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.text.dates import MONTHS
from speeches.formats.names import fold
from speeches.search.roster import Held, Roster, has_honorific, within

_SPEAKING = (
    r"(?:say|said|says|saying|ask|asked|asks|argue|argued|claim|claimed|tell|told|think|talk|talked|speak|spoke|mention|"
    r"mentioned|describe|described|announce|announced|promise|promised|raise|raised|give|gave|call|called|respond|"
    r"responded|answer|answered|suggest|suggested|warn|warned|propose|proposed|explain|explained|criticise|criticised|"
    r"quote|quoted|state|stated|cite|cited|report|reported|put|commit|praise|praised|accuse|accused|thank|thanked|"
    r"mean|declare|declared|express|expressed|pay|paid)"
)
_WHEN = rf"(?:\s+(?:in|during)\s+(?:(?P<month>{'|'.join(MONTHS)})\s+)?(?P<year>(?:19|20)\d\d))"
_ABOUT = r"(?:\s+(?:the\s+[\w\s-]{1,60}?\s+)?(?:about|on|regarding|concerning|of|for))?"

_BEFORE_ASKED = re.compile(
    r"(?P<lead>(?:^|\b)(?:what\s+|how\s+|why\s+|when\s+|where\s+)?(?:did|does|do|has|have|had))\s+(?:the\s+)?$", re.I
)
_AFTER_ASKED = re.compile(rf"^\s+(?:also\s+|ever\s+|really\s+|actually\s+)?{_SPEAKING}\b{_WHEN}?{_ABOUT}", re.I)
_AFTER_TOPIC = re.compile(
    r"^(?:['’]s?\s+(?:views?|position|stance|remarks|comments|speech|speeches)\s+)?\s*(?:on|about|regarding)\s+", re.I
)
_AFTER_SAID = re.compile(rf"^\s+{_SPEAKING}\b{_WHEN}?{_ABOUT}", re.I)
_BEFORE_BY = re.compile(
    r",?\s*\b(?:according\s+to|said\s+by|quoted\s+by|speech(?:es)?\s+by|remarks\s+by|comments\s+by)\s+(?:the\s+)?$",
    re.I,
)
_FRENCH_SAYING = (
    r"(?:dit|disait|pense|affirme|propose|demande|répond|a(?:vait)?\s+(?:dit|déclaré|affirmé|proposé|demandé|répondu|"
    r"promis|annoncé|expliqué|soutenu)|déclare|explique|soutient)"
)
# "Que dit Mme McPhail du secret …", "Qu'a déclaré la cheffe de l'opposition Rona Ambrose sur …"
_BEFORE_FRENCH = re.compile(
    rf"(?:^|\b)(?:que|qu['’]|comment|pourquoi)\s*(?:est-ce que\s+)?{_FRENCH_SAYING}(?:\s+[\w'’-]+){{0,6}}\s*$", re.I
)
_AFTER_FRENCH = re.compile(
    r"^\s*(?:(?:au sujet|à propos)\s+(?:de\s+|d['’]\s*|du\s+|des\s+)|sur\s+|concernant\s+|de\s+|du\s+|des\s+|d['’])",
    re.I,
)
_BEFORE_SELON = re.compile(r",?\s*\b(?:selon|d['’]après)\s+(?:le\s+|la\s+|l['’])?$", re.I)
_AFTER_COLON = re.compile(r"^\s*:\s+")
_WORD = re.compile(r"[\w’'.‑-]*\w")
# "minister for immigration citizenship migrant services and multicultural affairs" has ten words.
_LONGEST_OFFICE = 14
_DAY = rf"(?:(?:(?P<day>\d{{1,2}})\s+)?(?P<month>{'|'.join(MONTHS)})\s+)?(?P<year>(?:19|20)\d\d)"
_LATE_WHEN = re.compile(rf"\s+(?P<how>in|during|on|since)\s+{_DAY}\s*[?.]?\s*$", re.I)
_ANY_DAY = rf"(?:(?:\d{{1,2}}\s+)?(?:{'|'.join(MONTHS)})\s+)?(?:19|20)\d\d"
_BETWEEN = re.compile(
    rf"\s+(?:between|from)\s+(?P<one>{_ANY_DAY})\s+(?:and|to|until)\s+(?P<other>{_ANY_DAY})\s*[?.]?\s*$", re.I
)
_ONE_DAY = re.compile(_DAY, re.I)


@dataclass(frozen=True, slots=True)
class Mention:
    """Members called something in `[start, end)` of a query."""

    start: int
    end: int
    members: tuple[int, ...]
    held: tuple[Held, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True)
class SpokenBy:
    """Whose words a query asks for, when, and what is left to search for."""

    members: tuple[int, ...]
    label: str
    rest: str
    first: datetime.date | None = None
    last: datetime.date | None = None
    held: tuple[Held, ...] = ()


def spoken_by(query: str, people: Roster) -> SpokenBy | None:
    """The speaker whom a query names, or None."""
    for mention in mentions(query, people):
        before, after = query[: mention.start], query[mention.end :]
        found = frame(before, after)
        if found is None:
            continue
        rest, when, asked = found
        # A surname alone is often a word, and an office before "on" often the start of a set phrase.
        if (mention.bare and not asked) or (mention.held and not asked and len(rest.split()) < 2):
            continue
        first, last = _dates(when) if when and when["year"] else late_dates(rest)
        members = within(mention.held, first, last) if mention.held else list(mention.members)
        label = query[mention.start : mention.end]
        # Without a date whoever held the office or seat spoke as such only while they did.
        held = () if first or last else mention.held
        return SpokenBy(tuple(members), label, _tidy(rest) or query, first, last, held)
    return None


def mentions(query: str, people: Roster) -> Iterator[Mention]:
    """Every place where a query calls members by name, riding or office, the longest reading first at each."""
    words = [_word(found) for found in _WORD.finditer(query)]
    position = 0
    while position < len(words):
        found = _mention_at(words[position : position + _LONGEST_OFFICE], people)
        if found is None:
            position += 1
            continue
        yield found
        while position < len(words) and words[position].start < found.end:
            position += 1


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the query, folded and without a possessive 's, and where it stands."""

    folded: str
    start: int
    end: int
    titled: bool


def _word(found: "re.Match[str]") -> _Word:
    text = found.group()
    owner = text[:-2] if text.endswith(("'s", "’s")) else text
    return _Word(fold(owner), found.start(), found.start() + len(owner), has_honorific(text))


def _mention_at(words: list[_Word], people: Roster) -> Mention | None:
    """The longest way to read the first words as a member, if there is one."""
    folded = [word.folded for word in words]
    start = words[0].start
    if folded[:2] == ["member", "for"]:
        for count in range(min(4, len(words) - 2), 0, -1):
            if held := people.ridings.get(" ".join(folded[2 : 2 + count])):
                return Mention(start, words[1 + count].end, (), tuple(held))
    for count in range(len(words), 0, -1):
        if office := people.roles.get(" ".join(folded[:count])):
            return Mention(start, words[count - 1].end, (), tuple(office))
    skip = 1 if words[0].titled and len(words) > 1 else 0
    for count in range(min(4, len(words) - skip), 0, -1):
        key = " ".join(folded[skip : skip + count])
        if members := people.by_name.get(key) or (people.by_surname.get(key) if skip else None):
            return Mention(start, words[count - 1 + skip].end, tuple(sorted(members)))
    namesakes = people.by_surname.get(folded[0], set())
    return Mention(start, words[0].end, tuple(namesakes), bare=True) if len(namesakes) == 1 else None


def frame(before: str, after: str) -> tuple[str, "re.Match[str] | None", bool] | None:
    """What is left of the query without the frame, the frame's own date, and whether it asks; None without a frame."""
    asked_before, asked_after = _BEFORE_ASKED.search(before), _AFTER_ASKED.match(after)
    if asked_before and asked_after:
        return f"{before[: asked_before.start()]} {after[asked_after.end() :]}", asked_after, True
    french, said_of = _BEFORE_FRENCH.search(before), _AFTER_FRENCH.match(after)
    if french and said_of:
        return f"{before[: french.start()]} {after[said_of.end() :]}", None, True
    if by := _BEFORE_BY.search(before) or _BEFORE_SELON.search(before):
        return f"{before[: by.start()]} {after.lstrip(' ,')}", None, True
    if not before.strip() or before.strip().lower() == "the":
        if topic := _AFTER_TOPIC.match(after) or _AFTER_COLON.match(after):
            return after[topic.end() :], None, False
        if said := _AFTER_SAID.match(after):
            return after[said.end() :], said, False
    return None


def _dates(found: "re.Match[str]") -> tuple[datetime.date | None, datetime.date | None]:
    if not found["year"]:
        return None, None
    year = int(found["year"])
    if not found["month"]:
        return datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    month = MONTHS.index(found["month"].title()) + 1
    if day := found.groupdict().get("day"):
        try:
            return (only := datetime.date(year, month, int(day))), only
        except ValueError:
            return None, None
    following = datetime.date(year + month // 12, month % 12 + 1, 1)
    return datetime.date(year, month, 1), following - datetime.timedelta(days=1)


def late_dates(rest: str) -> tuple[datetime.date | None, datetime.date | None]:
    """A date at the very end ("… about inflation in July 2022?", "… on 3 August 2022") says when they spoke."""
    if found := _BETWEEN.search(rest):
        one, other = (_ONE_DAY.fullmatch(found[name]) for name in ("one", "other"))
        return (_dates(one)[0] if one else None), (_dates(other)[1] if other else None)
    found = _LATE_WHEN.search(rest)
    if found is None:
        return None, None
    first, last = _dates(found)
    return first, None if found["how"].lower() == "since" else last


def _tidy(rest: str) -> str:
    return " ".join(rest.split()).strip(" ,?")
