"""Who held an office, and when."""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from rag.text.dates import format_date
from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.models import Office, Term

# Sources from most to least trusted: lists know the exact days, the record itself shows only some.
_BELIEVED = (Office.Source.PEOPLE, Office.Source.PRINTED, Office.Source.LABEL)
# An assistant to an office holder does not hold the office: "Parliamentary Secretary to the Minister of Finance".
_UNDER = re.compile(r"\b(?:secretary|assistant|adviser) to\b|^secretaire parlementaire\b|\badjointe? (?:de|du|au)\b")
# Separators between the offices in one title, and before its department: "Minister for Women and Minister for Sport
# (Health)".
_PARTED = r"(?:^|, | and | et )(?:the |le |la )?{}(?:$|, | and | et | \()"

_PARTS = re.compile(r", | and | et ")
_DEPARTMENT = re.compile(r" *\(.*$")

# Offices, each with the title to look at.
_Titled = Sequence[tuple[Office, str]]

_ARTICLE = re.compile(r"^(?:the|le|la) ")
_OF = re.compile(r"\bof\b")
_JOINING = frozenset("the of for and to le la les de du des et a au aux l d".split())

_HELD = dict.fromkeys(("en", "fr"), "{title}, {days}")
_NAMED = {"en": "named in the record as {title}, {days}", "fr": "désigné au compte rendu comme {title}, {days}"}
_DAY = {"en": "{first}", "fr": "le {first}"}
_DAYS = {"en": "{first} to {last}", "fr": "du {first} au {last}"}
SINCE = {
    "en": "since {first}, on record up to {last}",
    "fr": "depuis le {first}, au compte rendu jusqu’au {last}",
}


def holders(
    title: str,
    parliaments: Iterable[str],
    days: tuple[datetime.date, datetime.date] | None = None,
    parties: Sequence[int] = (),
) -> list[Office]:
    """Who held the office with this title in the parliaments, at any time or within `days`, in order of time; only
    members of the `parties`, if any are given.

    The title may be one of several in a longer title, or its first words: "Minister for Health" matches "Minister for
    Health and Sport". A plain name matches the titles that its parliament lists under it. A party's own post has the
    bare title: "Opposition Chief Whip" is a Chief Whip. For each holder, only the most trusted source counts.
    """
    parliaments = list(parliaments)
    rows = Office.objects.filter(politician__parliament__in=parliaments).select_related("politician__parliament")
    every = [(one, own) for one in _in_parties(rows, parties) for own in dict.fromkeys((one.title, _bare_title(one)))]
    # A list says nothing about days after its last one, even if it gives no end of the office.
    then = [(one, own) for one, own in every if not days or (one.start <= days[1] and one.end >= days[0])]
    found = _with_title(then, title, parliaments) or _with_words(then, title)
    if not found and not (_with_title(every, title, parliaments) or _with_words(every, title)):
        found = _with_first_words(then, title)
    by_holder: dict[int, list[Office]] = defaultdict(list)
    for office in found:
        if office not in by_holder[office.politician_id]:
            by_holder[office.politician_id].append(office)
    return sorted((one for offices in by_holder.values() for one in _most_credible(offices)), key=lambda one: one.start)


def _in_parties(rows: QuerySet[Office], parties: Sequence[int]) -> QuerySet[Office]:
    """The offices whose holder sat for one of the parties meanwhile, or still by an earlier list; all of them for no
    parties."""
    if not parties:
        return rows
    terms = Term.objects.filter(politician=OuterRef("politician"), party__in=parties, start__lte=OuterRef("end"))
    return rows.filter(Exists(terms.filter(Q(open=True) | Q(end__gte=OuterRef("start")))))


def _bare_title(office: Office) -> str:
    """The title of an office without the words that mark a party's own post."""
    posts = frame_of(office.politician.parliament_id).party_posts.values()
    before = next((f"{words} " for words in posts if office.title.startswith(f"{words} ")), "")
    return office.title.removeprefix(before)


def _with_title(offices: _Titled, title: str, parliaments: Iterable[str]) -> list[Office]:
    """The offices with a title, or with one that their parliament lists under it, as a part of theirs."""
    asked = _part_pattern({_key(title)})
    listed = {code: _part_pattern({_key(title), *_listed_titles(code, _key(title))}) for code in parliaments}
    found = []
    for office, own in offices:
        # What is listed under a plain name is an office of state, and no party's own post.
        wanted = listed[office.politician.parliament_id] if own == office.title else asked
        part = wanted.search(_key(own))
        if part and not _UNDER.search(_key(own)[: part.start()]):
            found.append(office)
    return found


def _part_pattern(titles: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of the titles as part of a longer one."""
    names = "|".join(map(re.escape, sorted(titles, key=len, reverse=True)))
    return re.compile(_PARTED.format(f"(?:{names})"))


def _with_words(offices: _Titled, title: str) -> list[Office]:
    """Offices whose title, or a part of it, has the same words in any order: "finance minister" matches Minister of
    Finance, and Deputy Prime Minister and Minister of Finance."""
    wanted = title_words(title)
    return [one for one, own in offices if wanted and wanted in map(title_words, _titles_in(own))]


def _with_first_words(offices: _Titled, title: str) -> list[Office]:
    """Offices whose title, or a part of it, begins with these words in any order, with the fewest others: "foreign
    minister" matches Minister for Foreign Affairs. One word alone, such as "minister", begins too many."""
    wanted = title_words(title)
    more: dict[int, list[Office]] = defaultdict(list)
    for office, own in offices if len(wanted) > 1 else ():
        titles = map(_significant_words, _titles_in(own))
        over = [len(words) - len(wanted) for words in titles if wanted == frozenset(words[: len(wanted)])]
        if over:
            more[min(over)].append(office)
    return more[min(more)] if more else []


def _titles_in(title: str) -> list[str]:
    """A title, and the offices that it joins, without the department in brackets. What an assistant's title goes on
    with is another's office."""
    first, *others = _PARTS.split(_DEPARTMENT.sub("", _key(title)))
    return [title, first, *([] if _UNDER.search(_key(title)) else others)]


def title_words(title: str) -> frozenset[str]:
    """The significant words of an office's title."""
    return frozenset(_significant_words(title))


def _significant_words(title: str) -> list[str]:
    return [word for word in _key(title).replace(",", " ").split() if word not in _JOINING]


def offices_of(offices: Sequence[Office]) -> list[Office]:
    """A person's offices, latest first. Offices seen only in the record are dropped if a list gives their days."""
    listed = {_key(office.title) for office in offices if office.source == Office.Source.PEOPLE}
    kept = [one for one in offices if one.source == Office.Source.PEOPLE or _key(one.title) not in listed]
    return sorted(kept, key=lambda one: (one.start, one.end, one.title), reverse=True)


def describe_office(office: Office, language: str) -> str:
    """An office and its days in words. If no list names the office, says that the record only shows it."""
    form = SINCE if office.open else _DAY if office.end == office.start else _DAYS
    days = form[language].format(first=format_date(office.start, language), last=format_date(office.end, language))
    words = _HELD if office.source == Office.Source.PEOPLE else _NAMED
    return words[language].format(title=office.title, days=days)


def _listed_titles(parliament: str, name: str) -> set[str]:
    """The keys of the titles that a parliament lists under an office's plain name, and its other plain names."""
    plain = {_key(one): {_key(title) for title in titles} for one, titles in frame_of(parliament).offices.items()}
    titles = plain.get(name, set())
    return titles | {other for other, own in plain.items() if own & titles}


def _most_credible(offices: Sequence[Office]) -> list[Office]:
    best = min(_BELIEVED.index(Office.Source(office.source)) for office in offices)
    return [office for office in offices if office.source == _BELIEVED[best]]


def _key(title: str) -> str:
    """A title normalised for comparison: parliaments differ between "minister of" and "minister for"."""
    return _OF.sub("for", _ARTICLE.sub("", fold(title)))
