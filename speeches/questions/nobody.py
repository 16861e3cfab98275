"""A question for the words of a person whom the record does not know: misspelt, or not there at all."""

import re

from rapidfuzz.distance import OSA

from speeches.formats.names import fold, name_key
from speeches.search.mentions import spoken_by
from speeches.search.roster import Roster

_NAME = r"(?:[A-Z][\w'’-]+\s+){1,2}[A-Z][\w'’-]+"
SAY = r"(?:say|said|think|thought|argue|argued|claim|claimed|promise|promised|ask|asked|propose|proposed)"
_ASKED = re.compile(
    rf"\b(?:[Dd]id|[Dd]oes|[Dd]o|[Hh]as|[Hh]ave)\s+(?P<who>{_NAME})\s+{SAY}\b|^[Aa]ccording\s+to\s+(?P<whom>{_NAME})\b"
    rf"|^(?:Que|Qu['’])\s*(?:dit|a\s+dit|pense)\s+(?P<qui>{_NAME})\b"
)
# So many letters may be wrong, missing, added or swapped.
_SLIPS = 2


def person_meant(question: str, people: Roster) -> tuple[str, str]:
    """The question with the name of the person whose words it asks for spelt as the record has it; and that name, if
    nobody in the record is called so. An organisation is no person: what is said of it is a topic."""
    found = _ASKED.search(question)
    if found is None or spoken_by(question, people):
        return question, ""
    name = next(filter(None, found.groups()))
    key = name_key(name)
    if key in people.by_name:
        return question, ""
    near = {
        member
        for known, members in people.by_name.items()
        if known[:1] == key[:1] and OSA.distance(key, known, score_cutoff=_SLIPS) <= _SLIPS
        for member in members
    }
    if len(near) == 1:
        return question.replace(name, people.names[near.pop()], 1), ""
    given = {fold(known.split()[0]) for known in people.names.values() if " " in known}
    return question, name if not near and fold(name.split()[0]) in given else ""
