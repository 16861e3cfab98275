"""Questions for who held an office: told from the offices of the record, with their days."""

import re
from datetime import date

from rag.text.dates import written
from speeches.models import Entry, Office, SourceType
from speeches.questions.told import Fact, Facts
from speeches.reading.offices import holders
from speeches.understanding.days import days_named
from speeches.understanding.query import Query

_WHO = re.compile(
    r"(?:who|qui) (?:is|was|were|est|était|fut|étaient) (?:the |le |la |l['’])?(?P<office>.+)", re.IGNORECASE
)
_BEFORE_A_DAY = re.compile(r"[ ,]+(?:in|on|at|en|le|au|during)?$")
_MOST = 8
_TOLD = {"en": "{title} ({country}): {who}.", "fr": "{title} ({country}) : {who}."}
_DAYS = {"en": "{name}, {first} to {last}", "fr": "{name}, du {first} au {last}"}
_SINCE = {"en": "{name}, since {first}", "fr": "{name}, depuis le {first}"}


def facts_of_offices(text: str, query: Query, version: int | None) -> Facts:
    """Whom the record shows in the office that a question names, on the day that it names or at all."""
    asked = _WHO.fullmatch(text)
    if asked is None:
        return Facts()
    title, days = asked["office"], None
    if day := days_named(title):
        if title[day[3] :].strip():
            return Facts()
        title, days = _BEFORE_A_DAY.sub("", title[: day[2]]), (day[0], day[1])
    found = holders(title, query.view, days)
    facts = Facts()
    for office in found if len(found) <= _MOST else ():
        if fact := _fact(office, "fr" if query.language == "fr" else "en"):
            facts.told.append(fact)
    return facts


def _fact(office: Office, language: str) -> Fact | None:
    person = office.politician
    entries = Entry.objects.filter(source_type=SourceType.POLITICIAN, record=str(person.pk)).order_by("language")
    entry = next(iter(sorted(entries, key=lambda one: one.language != language)), None)
    if entry is None:
        return None
    who = _who(person.name, office.start, office.end, language)
    text = _TOLD[language].format(title=office.title, country=person.parliament.label, who=who)
    return Fact(text, entry, person.name)


def _who(name: str, first: date, last: date | None, language: str) -> str:
    if last is None:
        return _SINCE[language].format(name=name, first=written(first, language))
    return _DAYS[language].format(name=name, first=written(first, language), last=written(last, language))
