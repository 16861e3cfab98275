"""The note on a person whom the record does not know."""

from speeches.formats.frame import frame_of
from speeches.formats.names import name_key
from speeches.search.languages import page_language
from speeches.search.roster import Roster

_NOTES = {
    "en": "No member who speaks in the record is called “{name}”.",
    "fr": "Aucun membre qui prend la parole dans le compte rendu ne s’appelle « {name} ».",
}
_HINTS = {"en": " Did you mean {near}?", "fr": " Vouliez-vous dire {near} ?"}
_OR = {"en": ", or ", "fr": " ou "}
_ELSEWHERE = {
    "en": "“{name}” is in the record of {where}, and not in the one that was asked.",
    "fr": "« {name} » figure au compte rendu de ce pays : {where}, et non à celui qui était visé.",
}


def nobody_note(name: str, people: Roster, language: str = "") -> str:
    """The note that no member has this name, with the names that come near, or where else somebody has it; without a
    language, in the page's."""
    language = "fr" if (language or page_language()) == "fr" else "en"
    codes = {people.parliaments[member] for member in people.by_name.get(name_key(name), ())}
    if codes:
        where = ", ".join(sorted(frame_of(code).country for code in codes))
        return _ELSEWHERE[language].format(name=name, where=where)
    near = people.nearest(name)
    hint = _HINTS[language].format(near=_OR[language].join(near)) if near else ""
    return _NOTES[language].format(name=name) + hint
