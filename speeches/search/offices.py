"""Who held an office, and when, by any name of the office."""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Exists, OuterRef, Q, QuerySet

from rag.language.glossary import in_english
from speeches.formats.frame import frame_of
from speeches.formats.names import fold
from speeches.models import Office, Term

# Sources from most to least trusted: lists know the exact days, the record itself shows only some.
_BELIEVED = (Office.Source.PEOPLE, Office.Source.PRINTED, Office.Source.LABEL)
# An assistant to an office holder does not hold the office: "Parliamentary Secretary to the Minister of Finance".
_UNDER = re.compile(r"\b(?:secretary|assistant|adviser) to\b|^secretaire parlementaire\b|\badjointe? (?:de|du|au)\b")
_OPPOSED = re.compile(r"^(?:shadow|opposition)\b")
_SHADOW = "shadow "
# Separators between the offices in one title, and before its department: "Minister for Women and Minister for Sport
# (Health)".
_PARTED = r"(?:^|, | and | et )(?:the |le |la )?{}(?:$|, | and | et | \()"
_PARTS = re.compile(r", | and | et ")
_DEPARTMENT = re.compile(r" *\(.*$")
_ARTICLE = re.compile(r"^(?:the|le|la) ")
_OF = re.compile(r"\bof\b")
# Whoever holds an office at the end of a list is taken to hold it for so long, if nobody else is known to.
LIST_LASTS = datetime.timedelta(days=365)
_MINISTERS = ("minister", "ministre")
_JOINING = frozenset("the of for and to le la les de du des et a au aux l d".split())


@dataclass(frozen=True, slots=True)
class _Title:
    """A title that somebody in a parliament held, in the forms by which it is asked for.

    `keys` are the title and, for a party's own post, the title without the words that mark it: "Opposition Chief Whip"
    is a Chief Whip. `parts` are the significant words of each office that it joins, in order.
    """

    parliament: str
    words: str
    keys: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]


def holders(
    name: str,
    parliaments: Iterable[str],
    days: tuple[datetime.date, datetime.date] | None = None,
    parties: Sequence[int] = (),
) -> list[Office]:
    """Who held the office of this name in the parliaments, at any time or within `days`, in order of time; only members
    of the `parties`, if any are given.

    The name may be one of several in a longer title, or its first words: "Minister for Health" matches "Minister for
    Health and Sport". A plain name matches the titles that its parliament lists under it. A French name that no record
    has is read in English. For each holder, only the most trusted source counts. If nobody held it then, those who
    still did when a list ended shortly before.
    """
    name = _without_dangling(name)
    found = _holders(name, parliaments, days, parties)
    return found or (_last_holders(_holders(name, parliaments, None, parties), days[0]) if days else [])


def _last_holders(ever: Sequence[Office], day: datetime.date) -> list[Office]:
    """Those of some offices that a list leaves open when it ends not long before a day, each the last of its title."""
    ordered = sorted(ever, key=lambda one: (one.end, one.start))
    last = {(one.politician.parliament_id, one.title): one for one in ordered}
    return [one for one in last.values() if one.open and one.end < day and day - one.end <= LIST_LASTS]


def _without_dangling(name: str) -> str:
    """A name without joining words at its end: "President of"."""
    words = name.split()
    while len(words) > 1 and fold(words[-1]) in _JOINING:
        words.pop()
    return " ".join(words)


def _holders(
    name: str,
    parliaments: Iterable[str],
    days: tuple[datetime.date, datetime.date] | None,
    parties: Sequence[int],
) -> list[Office]:
    """Who is on record as a holder of the office, at any time or within `days`."""
    rows = Office.objects.filter(politician__parliament__in=list(parliaments))
    rows = _in_parties(rows, parties)
    then = rows.filter(start__lte=days[1], end__gte=days[0]) if days else rows
    meant = _find_titles(name, then, rows)
    if not meant and (english := in_english(name, whole=True)).casefold() != key_of(name):
        meant = _find_titles(english, then, rows)
    if not meant:
        return []
    offices = then.filter(title__in={title.words for title in meant}).select_related("politician__parliament")
    own = {(title.parliament, title.words) for title in meant}
    by_holder: dict[int, list[Office]] = defaultdict(list)
    for office in offices:
        if (office.politician.parliament_id, office.title) in own:
            by_holder[office.politician_id].append(office)
    return sorted((one for held in by_holder.values() for one in _most_credible(held)), key=lambda one: one.start)


def is_of_another(role: str, name: str) -> bool:
    """Whether a role belongs to an assistant or an opponent of the holder of an office, and not to its holder:
    "Parliamentary Secretary to the Prime Minister", "Shadow Minister for Health"."""
    opposed = _OPPOSED.search(key_of(role)) is not None and _OPPOSED.search(key_of(name)) is None
    return opposed or _UNDER.search(key_of(role)) is not None


def title_words(title: str) -> frozenset[str]:
    """The significant words of an office's title."""
    return frozenset(_significant_words(title))


def key_of(title: str) -> str:
    """A title normalised for comparison: parliaments differ between "minister of" and "minister for"."""
    return _OF.sub("for", _ARTICLE.sub("", fold(title)))


def _in_parties(rows: QuerySet[Office], parties: Sequence[int]) -> QuerySet[Office]:
    """The offices whose holder sat for one of the parties meanwhile, or still by an earlier list; all of them for no
    parties."""
    if not parties:
        return rows
    terms = Term.objects.filter(politician=OuterRef("politician"), party__in=parties, start__lte=OuterRef("end"))
    return rows.filter(Exists(terms.filter(Q(open=True) | Q(end__gte=OuterRef("start")))))


def _find_titles(name: str, then: QuerySet[Office], ever: QuerySet[Office]) -> set[_Title]:
    """The titles held then that a name means. Only if no title ever held has the name, those that begin with it, or
    those of the portfolio that it names."""
    held = _titles_of(then)
    if found := _with_name(name, held) or _with_words(name, held):
        return found
    every = held if then is ever else _titles_of(ever)
    if _with_name(name, every) or _with_words(name, every):
        return set()
    return _with_first_words(name, held) or _with_portfolio(name, held)


def _titles_of(rows: QuerySet[Office]) -> list[_Title]:
    """The titles of some offices, each once."""
    named = rows.order_by().values_list("politician__parliament", "title").distinct()
    return [_title(parliament, words) for parliament, words in named]


@lru_cache(maxsize=20_000)
def _title(parliament: str, words: str) -> _Title:
    posts = frame_of(parliament).party_posts.values()
    before = next((f"{post} " for post in posts if words.startswith(f"{post} ")), "")
    forms = tuple(dict.fromkeys((words, words.removeprefix(before))))
    parts = (tuple(_significant_words(part)) for form in forms for part in _offices_in(form))
    return _Title(parliament, words, tuple(map(key_of, forms)), tuple(dict.fromkeys(parts)))


def _with_name(name: str, titles: Iterable[_Title]) -> set[_Title]:
    """The titles with a name, or with one that their parliament lists under it, as a part of theirs."""
    key = key_of(name)
    asked = _part_pattern({key})
    listed: dict[str, re.Pattern[str]] = {}
    found = set()
    for title in titles:
        code = title.parliament
        listed[code] = listed.get(code) or _part_pattern({key, *_listed_titles(code, key)})
        # What is listed under a plain name is an office of state, and no party's own post, unless it is a shadow's.
        plain = listed[code] if key.startswith(_SHADOW) else asked
        for wanted, own in zip((listed[code], plain), title.keys, strict=False):
            part = wanted.search(own)
            if part and not _UNDER.search(own[: part.start()]):
                found.add(title)
    return found


def _part_pattern(titles: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of the titles as part of a longer one."""
    names = "|".join(map(re.escape, sorted(titles, key=len, reverse=True)))
    return re.compile(_PARTED.format(f"(?:{names})"))


def _listed_titles(parliament: str, name: str) -> set[str]:
    """The keys of the titles that a parliament lists under an office's plain name, and its other plain names. The
    opposition's counterpart of an office is named like it: "shadow chancellor"."""
    if name.startswith(_SHADOW):
        return {f"{_SHADOW}{title}" for title in _listed_titles(parliament, name.removeprefix(_SHADOW))}
    plain = {key_of(one): {key_of(title) for title in titles} for one, titles in frame_of(parliament).offices.items()}
    titles = plain.get(name, set())
    return titles | {other for other, own in plain.items() if own & titles}


def _with_words(name: str, titles: Iterable[_Title]) -> set[_Title]:
    """The titles of which a part has the words of a name in any order: "finance minister" matches Minister of Finance,
    and Deputy Prime Minister and Minister of Finance."""
    wanted = title_words(name)
    return {title for title in titles if wanted and any(wanted == frozenset(part) for part in title.parts)}


def _with_first_words(name: str, titles: Iterable[_Title]) -> set[_Title]:
    """The titles with a part that begins with the words of a name, in any order, and with the fewest other words.

    "Foreign minister" matches Minister for Foreign Affairs. One word alone, such as "minister", begins too many.
    """
    wanted = title_words(name)
    parts = ((title, part) for title in titles for part in title.parts)
    return _with_fewest_others(wanted, parts) if len(wanted) > 1 else set()


def _with_portfolio(name: str, titles: Iterable[_Title]) -> set[_Title]:
    """The titles of one office for a portfolio that begins with the words of a name, in any order, and with the fewest
    other words.

    "Veterans" matches Minister of Veterans Affairs, and nobody who assists, shadows or speaks against that minister.
    """
    keys = [(title, title.keys[0]) for title in titles if len(title.keys) == 1]
    plain = [(title, key) for title, key in keys if not _UNDER.search(key) and not _OPPOSED.search(key)]
    held = [(title, *_portfolio_of(office)) for title, key in plain for office in _offices_in(key)]
    wanted = title_words(name)
    if not wanted or not wanted.isdisjoint(office for _, office, _ in held):
        return set()
    return _with_fewest_others(wanted, ((title, portfolio) for title, _, portfolio in held))


def _portfolio_of(office: str) -> tuple[str, tuple[str, ...]]:
    """The word for a minister and the words of the portfolio, in order: ("minister", ("veterans", "affairs")). Both
    empty for any other title, such as an associate's or a spokesperson's."""
    holder, _, portfolio = office.partition(" for ")
    return (holder, tuple(_significant_words(portfolio))) if holder in _MINISTERS else ("", ())


def _with_fewest_others(wanted: frozenset[str], named: Iterable[tuple[_Title, tuple[str, ...]]]) -> set[_Title]:
    """The titles, each with words in order, that begin with the words wanted, in any order, and have fewest others."""
    more: dict[int, set[_Title]] = defaultdict(set)
    for title, words in named:
        if wanted == frozenset(words[: len(wanted)]):
            more[len(words) - len(wanted)].add(title)
    return more[min(more)] if more else set()


def _offices_in(title: str) -> list[str]:
    """A title, and the offices that it joins, without the department in brackets. What an assistant's title goes on
    with is another's office."""
    first, *others = _PARTS.split(_DEPARTMENT.sub("", key_of(title)))
    return [title, first, *([] if _UNDER.search(key_of(title)) else others)]


def _significant_words(title: str) -> list[str]:
    return [word for word in key_of(title).replace(",", " ").split() if word not in _JOINING]


def _most_credible(offices: Sequence[Office]) -> list[Office]:
    best = min(_BELIEVED.index(Office.Source(office.source)) for office in offices)
    return [office for office in offices if office.source == _BELIEVED[best]]
