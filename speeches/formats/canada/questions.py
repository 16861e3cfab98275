"""Decides who asks and who answers in question period, because the file's marks are unreliable: it marks many questions
"Debate" and many answers "Question"."""

from dataclasses import dataclass, field

from lxml import etree

_RUBRIC = "OralQuestionPeriod"
_INTERJECTION, _ADDED = "interjection", "answersupplemental"
_KINDS = {"question": "question", "answer": "answer", _ADDED: "answer"}


@dataclass(slots=True)
class Exchange:
    """The turns under one subject. Members ask and are answered in turn; the chair does neither. Whoever has asked or
    answered under the subject keeps that part, so that an extra turn does not swap the parts."""

    subject: etree._Element | None = None
    kinds: dict[str, str] = field(default_factory=dict)
    last: str = ""

    def kind_of(self, element: etree._Element, speaker: str, *, presides: bool) -> str:
        """ "question", "answer" or "speech", for the next intervention of the file."""
        marked = (element.get("Type") or "").lower()
        subject = _subject_of(element)
        if subject is None:
            return _KINDS.get(marked, "speech")
        if subject is not self.subject:
            self.subject, self.kinds, self.last = subject, {}, ""
        if presides or marked == _INTERJECTION:
            return "speech"
        in_turn = "answer" if self.last == "question" or marked == _ADDED else "question"
        self.last = self.kinds.setdefault(speaker, in_turn)
        return self.last


def _subject_of(element: etree._Element) -> etree._Element | None:
    """The subject of question period that an intervention belongs to. None elsewhere, and for points of order and other
    business after the questions, which have a line of their own."""
    subject = next(element.iterancestors("SubjectOfBusiness"), None)
    order = next(element.iterancestors("OrderOfBusiness"), None)
    if (
        subject is None
        or order is None
        or order.get("Rubric") != _RUBRIC
        or next(subject.iter("CatchLine"), None) is not None
    ):
        return None
    return subject
