"""Which kinds of record a reading is searched in, and whose printed words may answer it: data."""

from speeches.models import SourceType
from speeches.understanding.reading import Reading

_VOTES = ("vote_question", "vote_party", "vote_member")
# By kind of question or, if that has no line of its own, by task.
_BY_KIND: dict[str, tuple[str, ...]] = {
    "vote": (*_VOTES, "bill", "hansard"),
    "fact": ("politician", "hansard"),
    "fact/sponsor": ("bill", "hansard"),
    "fact/stage": ("bill", "hansard"),
    "fact/title": ("bill", "hansard"),
    "fact/chair": ("committee", "committee_meeting", "committee_report", "hansard"),
    "fact/seat": ("riding", "politician", "hansard"),
    "fact/member": ("riding", "election", "candidacy", "politician", "hansard"),
    "fact/sitting": ("session", "hansard"),
    "list/bills": ("bill", "hansard"),
    "list/committees": ("committee", "hansard"),
    "list/members": ("party", "riding", "politician", "hansard"),
    "list/reports": ("committee_report", "committee_meeting", "hansard"),
}
# What a question names is also searched among the records of that kind.
_BY_SLOT = {
    "bill": ("bill", "hansard", "committee_report"),
    "committee": ("committee", "committee_meeting", "committee_report", "hansard"),
    "party": ("hansard", "party"),
    "place": ("hansard", "riding", "election", "candidacy"),
    "about": ("hansard", "politician", "vote_member"),
    "speaker": ("hansard", "politician"),
    "division": ("hansard", "vote_question"),
}
# Questions about what was said, whoever said it.
_SPOKEN = ("answer/statement", "answer/position", "answer/about", "answer/person")
# The kinds of record whose own words may be stored.
PRINTED_KINDS = (SourceType.HANSARD, SourceType.BILL, SourceType.COMMITTEE_REPORT)


def sources_of(reading: Reading) -> tuple[str, ...]:
    """The kinds of record that may hold what a reading asks for, likeliest first."""
    by_kind = _BY_KIND.get(reading.kind) or _BY_KIND.get(reading.task, ())
    by_slot = (kind for name, kinds in _BY_SLOT.items() if reading.all(name) for kind in kinds)
    kinds = tuple(dict.fromkeys([*by_kind, *by_slot, "hansard"]))
    left_out = set() if reading.keys("speaker", "about") else {"vote_member"}
    left_out |= set() if reading.keys("party") else {"vote_party"}
    return tuple(kind for kind in kinds if kind not in left_out)


def quotable(reading: Reading) -> tuple[str, ...]:
    """The kinds of record whose printed words may answer; speeches alone if somebody's own words are wanted."""
    if reading.keys("speaker", "party"):
        return (SourceType.HANSARD,)
    if reading.all("bill"):
        return (SourceType.BILL, SourceType.HANSARD, SourceType.COMMITTEE_REPORT)
    if reading.all("committee"):
        return (SourceType.COMMITTEE_REPORT, SourceType.HANSARD)
    if reading.all("speaker", "party", "office"):
        return (SourceType.HANSARD,)
    # What somebody said may stand in a committee's report; a bill says nothing.
    return (SourceType.HANSARD, SourceType.COMMITTEE_REPORT) if reading.kind in _SPOKEN else PRINTED_KINDS
