"""Questions for who held an office: told from the offices of the record, with their days."""

import re
from datetime import date

from speeches.models import Entry, Office, SourceType
from speeches.questions.told import Fact, Facts
from speeches.reading.offices import describe_office, holders
from speeches.understanding.days import days_named
from speeches.understanding.query import Query

_WHO = re.compile(
    r"(?:who|qui) (?:(?P<now>is|est)|was|were|était|fut|étaient) (?:the |le |la |l['’])?(?P<office>.+)", re.IGNORECASE
)
_BEFORE_A_DAY = re.compile(r"[ ,]+(?:in|on|at|en|le|au|during)?$")
_MOST = 8
_SENTENCE = {"en": "{name} ({country}): {held}.", "fr": "{name} ({country}) : {held}."}
_NOBODY = {
    "en": "The record shows nobody as {title} then.",
    "fr": "Le compte rendu ne montre alors personne comme {title}.",
}
_LATEST = {"en": "The latest {most} of {count} who held it.", "fr": "Les {most} derniers sur {count}."}


def facts_of_offices(text: str, query: Query, version: int | None) -> Facts:
    """Whom the record shows in the office that a question names, on the day that it names or at all."""
    asked = _WHO.fullmatch(text)
    if asked is None:
        return Facts()
    title, days = asked["office"], None
    if day := days_named(title):
        if title[day[3] :].strip():
            return Facts()
        title, days = _BEFORE_A_DAY.sub("", title[: day[2]].rstrip()), (day[0], day[1])
    language = "fr" if query.language == "fr" else "en"
    found = holders(title, query.view, days)
    if asked["now"] and not days:
        found = _latest(found)
    facts = Facts([fact for office in found[-_MOST:] if (fact := _fact(office, language))])
    if days and not found and holders(title, query.view):
        facts.missing.append(_NOBODY[language].format(title=title))
    elif len(found) > _MOST:
        facts.missing.append(_LATEST[language].format(most=_MOST, count=len(found)))
    return facts


def _latest(offices: list[Office]) -> list[Office]:
    """Of each parliament whoever the record shows last."""
    last: dict[str, date] = {}
    for office in offices:
        code = office.politician.parliament_id
        last[code] = max(last.get(code, office.end), office.end)
    return [one for one in offices if one.end == last[one.politician.parliament_id]]


def _fact(office: Office, language: str) -> Fact | None:
    person = office.politician
    entries = Entry.objects.filter(source_type=SourceType.POLITICIAN, record=str(person.pk)).order_by("language")
    entry = next(iter(sorted(entries, key=lambda one: one.language != office.language)), None)
    if entry is None:
        return None
    sentence = _SENTENCE[language].format(
        name=person.name, country=person.parliament.label, held=describe_office(office, language)
    )
    return Fact(sentence, entry, describe_office(office, office.language))
