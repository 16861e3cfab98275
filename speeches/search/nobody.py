"""The note on a person whom the record does not know."""

from speeches.search.languages import page_language
from speeches.search.roster import Roster


def nobody_note(name: str, people: Roster, language: str = "") -> str:
    """The note that no member has this name, with the names that come near; without a language, in the page's."""
    near = people.nearest(name)
    if (language or page_language()) == "fr":
        hint = f" Vouliez-vous dire {' ou '.join(near)} ?" if near else ""
        return f"Aucun membre qui prend la parole dans le compte rendu ne s’appelle « {name} ».{hint}"
    hint = f" Did you mean {', or '.join(near)}?" if near else ""
    return f"No member who speaks in the record is called “{name}”.{hint}"
