"""A question for the words of a person whom the record does not know: misspelt, or not there at all."""

import re
from collections.abc import Mapping

from rapidfuzz.distance import OSA

from speeches.formats.names import fold, name_key
from speeches.search.mentions import spoken_by
from speeches.search.roster import Roster, has_honorific

_WORD = r"[A-Z][\w'’-]+"
# A title makes a person of what follows, whoever that is.
_TITLED = rf"(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Senator|M|Mme)\b\.?\s+{_WORD}(?:\s+{_WORD})?"
_NAME = rf"(?:{_TITLED}|(?:{_WORD}\s+){{1,2}}{_WORD})"
SAY = r"(?:say|said|think|thought|argue|argued|claim|claimed|promise|promised|ask|asked|propose|proposed)"
_ASKED = re.compile(
    rf"\b(?:[Dd]id|[Dd]oes|[Dd]o|[Hh]as|[Hh]ave)\s+(?P<who>{_NAME})\s+{SAY}\b|^[Aa]ccording\s+to\s+(?P<whom>{_NAME})\b"
    rf"|^(?:Que|Qu['’])\s*(?:dit|a\s+dit|pense)\s+(?P<qui>{_NAME})\b"
)
# Words of an office or an organisation, which is no person whatever else it is called by.
_NOBODYS = frozenset(
    "speaker president chair chairman chairperson deputy clerk world police water power bank health group party "
    "service services foundation university council union association institute company limited energy motors "
    "australia canada zealand".split()
)
# So many letters may be wrong, missing, added or swapped; one in a name that is short.
_SLIPS = 2
_LONG = 8


def person_meant(question: str, people: Roster) -> tuple[str, str]:
    """The question with the name of the person whose words it asks for spelt as the record has it; and that name, if
    nobody in the record is called so. An organisation is no person: what is said of it is a topic."""
    found = _ASKED.search(question)
    if found is None or spoken_by(question, people):
        return question, ""
    name = next(filter(None, found.groups()))
    key = name_key(name)
    titled = has_honorific(name.split()[0])
    known = key in people.by_name or (titled and key in people.by_surname)
    if known or not set(fold(name).split()).isdisjoint(_NOBODYS):
        return question, ""
    if " " not in key:
        # Too little of a name to put another in its place.
        return question, name
    near = _misspelt(key, people.by_name)
    if len(near) == 1:
        return question.replace(name, people.names[near.pop()], 1), ""
    given = {fold(known.split()[0]) for known in people.names.values() if " " in known}
    return question, name if near or (titled or fold(name.split()[0]) in given) else ""


def _misspelt(key: str, known: Mapping[str, set[int]]) -> set[int]:
    """Those whose name the fewest slips make of this one, if they are few."""
    slips = _SLIPS if len(key) >= _LONG else 1
    near = [
        (distance, members)
        for name, members in known.items()
        if name[:1] == key[:1] and (distance := OSA.distance(key, name, score_cutoff=slips)) <= slips
    ]
    least = min((distance for distance, _ in near), default=0)
    return {member for distance, members in near if distance == least for member in members}


def nobody_called(name: str, people: Roster, language: str = "en") -> str:
    """That the record knows no such person, and who comes near."""
    near = people.nearest(name)
    if language == "fr":
        hint = f" Vouliez-vous dire {' ou '.join(near)} ?" if near else ""
        return f"Aucun membre qui prend la parole dans le compte rendu ne s’appelle « {name} ».{hint}"
    hint = f" Did you mean {', or '.join(near)}?" if near else ""
    return f"No member who speaks in the record is called “{name}”.{hint}"
