"""Names a vote and says what a yes in it meant."""

import re
from collections.abc import Mapping

from speeches.formats.motions.procedure import Form
from speeches.formats.records import DivisionKind, Motion

_BRIEF, _SUBJECT = 90, 140
# An amendment's new words come after the words that it takes out.
_OMITTED = re.compile(r"^.{0,80}\bsubstituting the following words:\s*", re.IGNORECASE)
_THAT = re.compile(r"^(?:that|que)\b[\s,:—–-]*", re.IGNORECASE)


def name_of(motion: Motion, wording: Mapping[str, str]) -> str:
    """The name of a vote: its bill or heading, its stage, and what was moved by whom."""
    where = ", ".join(
        dict.fromkeys(filter(None, [cut(_bill_label(motion.bill) or motion.subject, _SUBJECT), motion.stage]))
    )
    by = wording["by"].format(mover=motion.mover) if motion.mover else ""
    if motion.kind is DivisionKind.BILL:
        return where
    it = brief(motion.words)
    if motion.kind is DivisionKind.AMENDMENT:
        named = it.lower().startswith(wording["amendments"])
        it = it if named else wording["amendment"].format(it=it) if it else wording["amendments"]
    return ": ".join(filter(None, [where, f"{it}{by}".strip()]))


def meaning_of(kind: DivisionKind, form: Form | None, wording: Mapping[str, str], *, turned: bool) -> str:
    """What a yes meant, in a sentence."""
    if turned:
        if form is not None and form.name == "stand":
            return wording["stand"]
        return wording["against_amendment" if kind is DivisionKind.AMENDMENT else "turned"]
    if kind is DivisionKind.AMENDMENT:
        return wording["amended"]
    return wording.get(form.name if form else "other", wording["other"])


def brief(words: str) -> str:
    """The first words of a motion, cut between words.

    >>> brief("That the debate be adjourned.")
    'the debate be adjourned'
    """
    first, *more = words.split("\n\n")
    for paragraph in more:
        if len(first) < _BRIEF and first.rstrip().endswith((":", "—", "-", "that")):
            first = f"{first} {paragraph}"
    return cut(_THAT.sub("", _OMITTED.sub("", first.strip())).strip(" .:;—–-“”\"‘’'"), _BRIEF)


def cut(text: str, most: int) -> str:
    """The text, cut to at most `most` letters and an ellipsis."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


def _bill_label(bill: str) -> str:
    """ "Bill C-13" for a number; a title unchanged."""
    return f"Bill {bill}" if re.fullmatch(r"[A-Z]{1,3}-?\d{1,4}[A-Z]?", bill) else bill
