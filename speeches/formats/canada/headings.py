"""The headings of the day: an order of business, the subjects under it, and a subject's qualifier."""

import re
from dataclasses import replace

from lxml import etree

from speeches.formats.canada.words import bill_number, words_of
from speeches.formats.records import Debate

_STAGE = re.compile(r"\b(?:[Bb]ill|[Pp]rojet de loi)\s+([CS])[-‑](\d+)")


class Headings:
    """The headings met so far, and the current one."""

    def __init__(self) -> None:
        self.debates: list[Debate] = []
        self._order: int | None = None
        self._subject: int | None = None
        self._qualifier: int | None = None

    @property
    def here(self) -> int | None:
        """The index of the innermost heading."""
        return next((index for index in (self._qualifier, self._subject, self._order) if index is not None), None)

    @property
    def debate(self) -> Debate | None:
        return None if self.here is None else self.debates[self.here]

    @property
    def subject(self) -> Debate | None:
        """The heading that says what is discussed."""
        index = self._order if self._subject is None else self._subject
        return None if index is None else self.debates[index]

    def open_order(self, title: str, position: int) -> None:
        self._order = self._subject = self._qualifier = None
        if title:
            self._order = self._add(title, position, None)

    def open_subject(self, element: etree._Element, position: int) -> bool:
        """Opens a subject. Returns False if it has no title and continues the one before, as after a new time."""
        title = words_of(element.find("SubjectOfBusinessTitle"))
        qualifier = words_of(element.find("SubjectOfBusinessQualifier"))
        if title:
            self._subject = self._add(title, position, self._order)
            self._qualifier = None
        if qualifier:
            self._qualifier = self._add(qualifier, position + 1 if title else position, self._subject)
        return bool(title)

    def note_stage(self, line: str) -> None:
        """Takes the heading's bill from a line such as "Bill C-571. Second reading"."""
        if found := _STAGE.search(line):
            self.is_about(bill_number(found[1], found[2]))

    def is_about(self, number: str) -> None:
        """Sets the bill of the subject and of its qualifier, unless they have one."""
        for index in {self._subject, self._qualifier} - {None}:
            if index is not None and not self.debates[index].bill:
                self.debates[index] = replace(self.debates[index], bill=number)

    def _add(self, title: str, position: int, parent: int | None) -> int:
        title = title.replace("\n", " ")
        title = title.capitalize() if title.isupper() else title
        type_ = self.debates[parent].type if parent is not None else title
        self.debates.append(Debate(title=title, position=position, parent=parent, type=type_))
        return len(self.debates) - 1
