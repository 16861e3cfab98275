"""How to answer a question: its reading, its filters, and what to ask the reader model."""

import datetime
from dataclasses import dataclass, replace

from rag.language.days import days_in
from rag.language.tokens import words_of
from speeches.finding.refine import refine_reading
from speeches.models import Division, Politician, Speech
from speeches.questions.answer import AskRequest
from speeches.questions.facts.table import facts_for
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.filters import Filters, one_parliament
from speeches.search.roster import Roster, roster
from speeches.search.version import corpus_version
from speeches.understanding.bills import NUMBER, bill_index
from speeches.understanding.chips import chips_of
from speeches.understanding.lexicon import MATTER_PRONOUNS
from speeches.understanding.merge import WHO
from speeches.understanding.read import WHICH_VOTE, read_question
from speeches.understanding.reading import MATTER_SLOTS, Reading, Slot
from speeches.understanding.resolve import is_named

# A question about a subject is answered by passages that discuss it; a question of fact by passages that state it.
_ON_A_SUBJECT = ("answer/statement", "answer/about", "answer/position", "find/passages")
_HOW_ONE_VOTED = ("vote/member", "vote/parties")
# These always ask about one person.
_OF_SOMEBODY = ("fact/party", "fact/seat", "fact/offices", "fact/successor", "fact/predecessor", "vote/member")
# These name one person and ask for another.
_FOR_ANOTHER = ("fact/successor", "fact/predecessor")
_SIDE_BY_SIDE = ("balance", "compare")


@dataclass(frozen=True, slots=True)
class Question:
    """A question read against a version of the record, and the question before it, if it goes on from one."""

    reading: Reading
    known: Catalogue
    people: Roster
    version: int | None
    before: Reading | None = None


def vote_before(request: AskRequest, reading: Reading) -> str:
    """The key of the vote that the last answer was about, if the question goes on about it and names none itself; else
    ""."""
    named = any(not slot.is_inherited for slot in reading.all(*WHICH_VOTE, "committee", "country"))
    goes_on = reading.task == "vote" and reading.follows and not named and reading.kind != "vote/divisions"
    return request.vote_before if goes_on else ""


def read_request(request: AskRequest) -> Question:
    """Read a request: each question of its conversation is read after the one before."""
    version, parliament = corpus_version(), one_parliament(request.filters.country)
    first, *others = (*request.before, request.question)
    reading, before = read_question(first, version, parliament), None
    for number, question in enumerate(others, 1):
        if number == len(others):
            reading = replace(reading, parliament=reading.parliament or _parliament_before(request))
        reading, before = _read_after(reading, question, version, parliament), reading
    before = before if reading.follows else None
    return Question(refine_reading(reading, version), catalogue(version), roster(version), version, before)


def _parliament_before(request: AskRequest) -> str:
    """The parliament whose record the last answer quotes, or a vote of which it tells; "" if none or several."""
    turns = Speech.objects.filter(pk__in=request.quoted_before).order_by()
    found = set(turns.values_list("parliament", flat=True).distinct())
    vote = Division.objects.find_by_key(request.vote_before)
    found |= {vote.sitting.chamber.parliament_id} if vote else set()
    return found.pop() if len(found) == 1 else ""


def _read_after(before: Reading, question: str, version: int | None, parliament: str) -> Reading:
    """Read a question after the one before.

    If the question has only a pronoun, the previous answer's facts may name the person.
    """
    alone = read_question(question, version, parliament)
    if _has_only_a_pronoun(alone) and not _is_about_one(before):
        before = _substitute_answer(before, version)
    return read_question(question, version, parliament, before)


def _has_only_a_pronoun(reading: Reading) -> bool:
    """Whether a question refers to a person only by a pronoun, which may be part of a verb ("siège-t-il")."""
    people = reading.all("speaker", "about")
    return any(not is_named(slot) for slot in people) or (not people and reading.kind in _OF_SOMEBODY)


def _is_about_one(reading: Reading) -> bool:
    """Whether a question names a person and does not ask for another: "Is Pat Kelly in the chair?" is about him."""
    for_another = reading.is_sure and reading.kind in _FOR_ANOTHER
    return bool(reading.keys("speaker", "about")) and not for_another


def _substitute_answer(before: Reading, version: int | None) -> Reading:
    """The question with its answer, if that is one member, in place of the people it names; else unchanged."""
    people = {person for fact in facts_for(before, version).told for person in fact.people}
    who = Politician.objects.filter(pk__in=people).first() if len(people) == 1 else None
    if who is None:
        return before
    others = tuple(slot for slot in before.slots if slot.name not in WHO)
    return replace(before, slots=(Slot("about", who.name, -1, -1, keys=(who.pk,)), *others))


def describe_reading(asked: Question) -> str:
    """A short description of what a follow-up question was understood to mean."""
    chips = chips_of(asked.reading, asked.people, bill_index(asked.version))
    topic = asked.reading.words("topic")
    return " · ".join([*(chip.label for chip in chips), *([topic] if topic else [])])


def is_on_a_subject(reading: Reading) -> bool:
    """Whether a question asks only what is said about a subject. What a bill itself says is a fact."""
    if reading.unread:
        return False
    if reading.all("bill") and not reading.all("topic", "speaker", "party"):
        return reading.task == "find"
    return reading.kind in _ON_A_SUBJECT or reading.task in ("vote", "quote")


def may_ask_for_a_vote(reading: Reading) -> bool:
    """Whether a question that is answered in words may as well ask for a recorded vote."""
    return any(kind.startswith("vote/") for kind in reading.otherwise)


def refers_to_nothing(reading: Reading) -> bool:
    """Whether a question that follows none has a pronoun for a person and names nothing: "And what did she answer?".

    If it asks how one person voted, other names do not say whom the pronoun means: "Did he vote for the budget?".
    """
    pronoun = any(not is_named(slot) for slot in reading.all("speaker", "about"))
    told = reading.all(*WHO) if reading.kind in _HOW_ONE_VOTED else reading.slots
    return not reading.follows and pronoun and not any(map(is_named, told))


def names_a_number(reading: Reading) -> bool:
    """Whether a question names a bill by its number."""
    return any(NUMBER.search(slot.words) for slot in reading.all("bill"))


def statement_reading(reading: Reading) -> Reading | None:
    """The question that replaces one about the vote of a member or party if the record prints no ballot of theirs.

    It asks what they said of the matter. None unless exactly one member or party, and a matter, are named.
    """
    who = reading.keys("about", "speaker", "party")
    asks = reading.kind in _HOW_ONE_VOTED and not reading.side and len(who) == 1
    return replace(reading, kind="answer/position") if asks and reading.all("topic", "bill", "division") else None


def reading_for_tables(reading: Reading) -> Reading:
    """The reading for looking up a fact. A bill's status tells whether it passed, even without a recorded vote."""
    of_a_bill = reading.kind == "vote/result" and reading.keys("bill") and not reading.all("division", "mover", "stage")
    return replace(reading, kind="fact/stage") if of_a_bill else reading


def text_for_reader(reading: Reading) -> str:
    """The text for the reader model: the subject alone, if the question is about one, because the search selects who
    speaks.

    Else it is the whole question, with the words it takes from the one before: in place of a pronoun at its end, or
    after it.
    """
    if is_on_a_subject(reading):
        subject = reading.words("topic", "bill", "division", "quotation", "committee")
        return subject or reading.text_without("speaker", "party", "date").strip(" ?") or reading.text
    taken = [slot for slot in reading.slots if slot.is_inherited and slot.name != "stage"]
    matter = [slot for slot in taken if slot.name in MATTER_SLOTS]
    text = reading.text
    last = next((word for word in reversed(words_of(text)) if word.text[0].isalnum()), None)
    if last and len(matter) == 1 and last.folded in MATTER_PRONOUNS:
        text = f"{text[: last.start]}{matter[0].words}{text[last.end :]}"
        taken.remove(matter[0])
    return f"{text} ({' '.join(slot.words for slot in taken)})" if taken else text


def narrow_filters(filters: Filters, asked: Question) -> Filters:
    """The filters of the request, with the one bill, the parliament and the session that the question names.

    For what is said on a subject, also the one party and the days. A fact about a day or a party may be stated on any
    day and by anybody.
    """
    reading = asked.reading
    bills = reading.keys("bill")
    if len(bills) == 1 and not filters.bill:
        filters = replace(filters, bill=bill_index(asked.version).keys[bills[0]])
    if reading.parliament and not filters.country:
        filters = replace(filters, country=reading.parliament)
    if reading.is_of_a_session:
        filters = _days_filter(filters, reading)
    if is_on_a_subject(reading) or reading.task in _SIDE_BY_SIDE or not reading.has_a_matter:
        filters = _statement_filters(filters, asked)
    elif reading.asks_for_words:
        filters = _party_filter(filters, asked)
    return filters


def _statement_filters(filters: Filters, asked: Question) -> Filters:
    """The filters with the party and the days that the question names."""
    reading = asked.reading
    return _days_filter(_party_filter(filters, asked), reading)


def _days_filter(filters: Filters, reading: Reading) -> Filters:
    """The filters with the days that the question names, unless the request has days of its own."""
    if filters.date_from or filters.date_to:
        return filters
    first, last = _all_days_named(reading) if reading.task in _SIDE_BY_SIDE else (reading.first, reading.last)
    return replace(filters, date_from=first, date_to=last)


def _all_days_named(reading: Reading) -> tuple[datetime.date | None, datetime.date | None]:
    """The first and the last of all days that a question names: "on 27 July and 3 August 2022"."""
    spans = (one for slot in reading.all("date") for one in days_in(slot.words))
    named = [day for one in spans for day in (one.first, one.last) if day]
    if not reading.days or not named:
        return reading.first, reading.last
    return min(reading.days[0], *named), max(reading.days[1], *named)


def names_single_days(reading: Reading) -> bool:
    """Whether all that a question names of time is single days, which are no periods to compare."""
    spans = [one for slot in reading.all("date") for one in days_in(slot.words)]
    return bool(spans) and all(one.first == one.last for one in spans)


def _party_filter(filters: Filters, asked: Question) -> Filters:
    """The filters with the one party that the question names, unless it asks for somebody's own words."""
    reading = asked.reading
    parties = [slot for slot in reading.all("party") if slot.keys]
    of_a_member = reading.keys("speaker") or reading.kind == "answer/about"
    if reading.task not in _SIDE_BY_SIDE and len(parties) == 1 and not filters.party and not of_a_member:
        # Parties of two parliaments may share a name, and the filter goes by name.
        keys = parties[0].keys
        name = asked.known.parties[keys[0]].name if len(keys) == 1 else parties[0].words
        filters = replace(filters, party=name)
    return filters
