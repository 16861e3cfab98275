"""Works out what each vote of a day was on, from what was moved and what was put."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rag.text.sentences import sentence_spans
from speeches.formats.motions.moves import ENDS_DEBATE, Move, lines_of, moves_in
from speeches.formats.motions.naming import meaning_of, name_of
from speeches.formats.motions.procedure import Form, Procedure, procedure_of
from speeches.formats.names import fold
from speeches.formats.records import Division, DivisionKind, Motion, Person, Sitting

_BILL = re.compile(r"\bbills?\b|\bprojets? de loi\b", re.IGNORECASE)
# The mover named in a question: "moved by the honourable member for Warringah", "of Senator Cash".
_OF = re.compile(
    r"(?:moved by|standing in the name of|in the name of)\s+(?:the )*(?:honou?rable )?(?:the )?"
    r"(?P<who>[^,.;]+?)(?:,|;|\.$| (?:be|as|and moved|part)\b)",
    re.IGNORECASE,
)
# Two motions are the same if this many of their first letters agree.
_ALIKE = 100
_PLACE = re.compile(r"^(?:honou?rable )?members? for (?P<place>.+)$", re.IGNORECASE)
_TITLES = frozenset("senator senators mr mrs ms miss dr sir the hon honourable".split())


def identify_motions(sitting: Sitting) -> Sitting:
    """The sitting with the motion of each of its divisions worked out."""
    if not sitting.divisions:
        return sitting
    motions = _Day(sitting, procedure_of(sitting.parliament)).motions()
    return replace(
        sitting,
        divisions=tuple(replace(one, motion=motion) for one, motion in zip(sitting.divisions, motions, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """The question put: its words ("" if the record has none), their form, and the paragraph that holds them."""

    words: str
    form: Form | None
    paragraph: str = ""

    @property
    def movers(self) -> list[str]:
        """The movers whom the chair names: "Senator Cash", "the member for Barton"."""
        found = _OF.search(self.words) or _OF.search(self.paragraph)
        return re.split(r"\s+and\s+", found["who"]) if found else []


class _Day:
    """A sitting's lines and motions, and which motions are already decided."""

    def __init__(self, sitting: Sitting, procedure: Procedure) -> None:
        self._sitting = sitting
        self._procedure = procedure
        self._lines = lines_of(sitting)
        self._moves = moves_in(self._lines, procedure)
        self._decided: set[int] = set()

    def motions(self) -> list[Motion]:
        """The motion of each division, in order, with a name that no other vote of the day has."""
        found = []
        before = 0
        for division in self._sitting.divisions:
            found.append(self._motion(division, before))
            before = division.position
        return list(_number_namesakes(found, self._wording))

    @property
    def _wording(self) -> Mapping[str, str]:
        return self._procedure.wording.get(self._sitting.language, self._procedure.wording["en"])

    def _motion(self, division: Division, before: int) -> Motion:
        question = self._question(division, before)
        moved = self._find_move(division, question)
        own = self._procedure.form_of(moved.words) if moved else None
        form = question.form if question.form and question.form.kind else own or question.form
        titles = [self._sitting.debates[index].title for index in self._headings(division)]
        kind = self._kind(form, own, titles, moved)
        bill = self._bill(division, titles, kind)
        if kind is DivisionKind.BILL and not bill:
            kind = DivisionKind.OTHER
        stage = (form.stage if form else "") or self._procedure.stage_in(titles) if bill else ""
        turned = bool(question.form and question.form.turned)
        says_all = question.form is not None and not question.form.of and bool(question.words)
        words = self._procedure.matter_of(question.words) if says_all or moved is None else moved.words
        named, mover = self._mover(division, question, moved)
        draft = Motion(
            words=words or division.question,
            kind=kind,
            subject=bill or _subject(titles),
            name="",
            meaning=meaning_of(kind, form, self._wording, turned=turned),
            mover=mover.name if mover else named,
            person=mover,
            stage=stage,
            bill=bill,
            turned=turned,
        )
        return replace(draft, name=name_of(draft, self._wording))

    # What was put

    def _question(self, division: Division, before: int) -> _Question:
        """The question in the source's words, else as the chair last put it before the vote."""
        printed = division.question
        if printed and (put := self._question_in(printed)):
            printed = put
        put, paragraph = self._last_put(division, before)
        if not printed and not put:
            put, paragraph = self._deferred_question(division)
        words = printed or put
        return _Question(words, self._procedure.form_of(words) if words else None, paragraph)

    def _last_put(self, division: Division, before: int) -> tuple[str, str]:
        here = (
            line.text
            for line in reversed(self._lines)
            if before < line.position <= division.position and line.debate == division.debate and line.speaker
        )
        return next(((words, text) for text in here if (words := self._question_in(text))), ("", ""))

    def _deferred_question(self, division: Division) -> tuple[str, str]:
        """The question put earlier in the day under the same headings and not voted on then. A deferred division is
        taken hours later, when nobody repeats what it is on."""
        titles = self._titles(division.debate)
        voted = (one for one in self._sitting.divisions if one.position < division.position)
        since = max((one.position for one in voted if self._titles(one.debate) == titles), default=0)
        earlier = (
            line.text
            for line in reversed(self._lines)
            if since < line.position < division.position and line.speaker and self._titles(line.debate) == titles
        )
        return next(((words, text) for text in earlier if (words := self._question_in(text))), ("", ""))

    def _titles(self, debate: int | None) -> list[str]:
        """The titles of a heading and of those above it."""
        found = []
        while debate is not None:
            found.append(self._sitting.debates[debate].title)
            debate = self._sitting.debates[debate].parent
        return found

    def _question_in(self, text: str) -> str:
        """The last question that a paragraph puts; "" if it puts none."""
        places = [match.end() for pattern in self._procedure.puts for match in pattern.finditer(text)]
        if not places:
            return ""
        tail = text[max(places) :]
        return next((span.of(tail) for span in sentence_spans(tail)), tail).strip()

    # What had been moved

    def _find_move(self, division: Division, question: _Question) -> Move | None:
        """The motion that a question is on. A question that refers to none is matched with a motion of its own form."""
        form = question.form
        open_ = [
            (index, move)
            for index, move in enumerate(self._moves)
            if move.words and move.position < division.position and index not in self._decided
        ]
        if form is None and not question.words:
            return self._take(self._nearest(open_, division), ends=True)
        if form is not None and not form.of:
            return self._take(self._nearest(self._alike(open_, form), division), ends=form.name in ENDS_DEBATE)
        wanted = [
            (index, move)
            for index, move in open_
            if move.amends == (form is not None and form.of == "amendment") and not self._ends(move)
        ]
        return self._take(self._nearest(wanted, division, question.movers), ends=True)

    def _mover(self, division: Division, question: _Question, moved: Move | None) -> tuple[str, Person | None]:
        """The mover, as the motion in the record or the chair names them. Otherwise whoever moved the same words
        elsewhere on the day, or moved something under this heading whose words the record omits."""
        told = [moved.mover] if moved and moved.mover else question.movers
        if told:
            return told[0], (moved.person if moved else None) or self._find_member(told[0])
        others = reversed([one for one in self._moves if one.person and one.position < division.position])
        same = fold(moved.words[:_ALIKE]) if moved else ""
        cut = question.form is None or question.form.kind != "amendment"
        for one in others:
            if (same and fold(one.words[:_ALIKE]) == same) or (cut and not one.words and one.debate == division.debate):
                return one.mover, one.person
        return "", None

    def _find_member(self, who: str) -> Person | None:
        """The member whom the chair calls "the honourable member for Barton" or "Senator Thorpe"."""
        speakers = ((speech.person, speech.role) for speech in self._sitting.speeches) if who else ()
        return next((person for person, role in speakers if _is_called(person, role, who)), None)

    def _ends(self, move: Move) -> bool:
        form = self._procedure.form_of(move.words)
        return form is not None and form.name in ENDS_DEBATE

    def _alike(self, moves: Iterable[tuple[int, Move]], form: Form) -> list[tuple[int, Move]]:
        """The motions that were moved in the same form as the question. The words that an amendment would put in have a
        form, too, but are no motion."""
        return [
            (index, move)
            for index, move in moves
            if (own := self._procedure.form_of(move.words))
            and (own.name, own.stage) == (form.name, form.stage)
            and (not move.amends or form.kind == DivisionKind.AMENDMENT)
        ]

    def _nearest(
        self, moves: Sequence[tuple[int, Move]], division: Division, movers: Sequence[str] = ()
    ) -> tuple[int, Move] | None:
        """The last motion moved under the vote's own heading, else under the nearest heading above that has one.
        Prefers a motion of one of the `movers`."""
        for within in self._circles(division):
            here = [pair for pair in moves if pair[1].debate in within]
            full = [pair for pair in here if not pair[1].summary] or here
            if full:
                mine = [pair for pair in full if any(_is_mover(pair[1], who) for who in movers)]
                index, move = (mine or full)[-1]
                # If an amendment is printed without its mover, the chair's summary names the mover.
                told = next((one for _, one in reversed(here) if one.summary and not move.mover), move)
                return index, replace(move, mover=told.mover, person=told.person, role=told.role)
        return None

    def _take(self, found: tuple[int, Move] | None, *, ends: bool) -> Move | None:
        """The motion found. With `ends`, no later question of the day refers to it."""
        if found is None:
            return None
        if ends:
            self._decided.add(found[0])
        return found[1]

    # Headings

    def _headings(self, division: Division) -> list[int]:
        """The headings over a vote, nearest first."""
        found = []
        index = division.debate
        while index is not None:
            found.append(index)
            index = self._sitting.debates[index].parent
        return found

    def _circles(self, division: Division) -> Iterator[set[int | None]]:
        """The headings to search, from narrow to wide: the vote's own; then each with all those below it, but not the
        day's topmost heading."""
        above = self._headings(division)
        if not above:
            yield {None}
            return
        yield {above[0]}
        for index in above[:-1] if len(above) > 1 else above:
            yield {index, *self._below(index)}

    def _below(self, index: int) -> set[int]:
        found = {index}
        for number, debate in enumerate(self._sitting.debates):
            if debate.parent in found:
                found.add(number)
        return found

    def _kind(self, form: Form | None, own: Form | None, titles: Sequence[str], moved: Move | None) -> DivisionKind:
        if form is not None and form.kind:
            return DivisionKind(form.kind)
        if own is not None and own.kind:
            return DivisionKind(own.kind)
        if moved is not None and moved.amends:
            return DivisionKind.AMENDMENT
        return DivisionKind(self._procedure.kind_under(titles) or "other")

    def _bill(self, division: Division, titles: Sequence[str], kind: DivisionKind) -> str:
        """The bill that the vote is under, as the source or a heading names it."""
        if division.bill:
            return division.bill
        top = titles[-1] if titles else ""
        if kind not in (DivisionKind.BILL, DivisionKind.AMENDMENT) and not _BILL.search(top):
            return ""
        named = (title for title in titles if _BILL.search(title) and not title.isupper())
        return next(named, "")


def _subject(titles: Sequence[str]) -> str:
    """The headings that say what a vote is about. Headings in capitals only group the day's business."""
    telling = [title for title in titles if not title.isupper()][:2]
    return ", ".join(telling[::-1]) or next(iter(titles), "")


def _is_mover(move: Move, who: str) -> bool:
    return _is_called(move.person or Person(name=move.mover), move.role, who)


def _is_called(person: Person, role: str, who: str) -> bool:
    """Whether "the member for Barton", "the Leader of the Opposition" or "Senator Cash" means this person."""
    if place := _PLACE.match(who):
        return fold(person.electorate) == fold(place["place"])
    wanted = fold(who)
    words = [word for word in wanted.split() if word not in _TITLES]
    return bool(words) and (wanted in fold(role) or words[-1] in fold(person.name).split())


def _number_namesakes(motions: Sequence[Motion], wording: Mapping[str, str]) -> Iterator[Motion]:
    """The motions with names that no other vote of the day has."""
    counts: dict[str, int] = {}
    for motion in motions:
        nth = counts[motion.name] = counts.get(motion.name, 0) + 1
        yield motion if nth == 1 else replace(motion, name=wording["again"].format(name=motion.name, nth=nth))
