"""How a question will be answered: its reading, the filters that it brings, and what the reader model is asked."""

from dataclasses import dataclass, replace

from speeches.finding.refine import refined
from speeches.models import Politician
from speeches.questions.answer import AskRequest
from speeches.questions.facts.table import facts_for
from speeches.questions.facts.told import Facts
from speeches.search.catalogue import Catalogue, catalogue
from speeches.search.filters import Filters, one_parliament
from speeches.search.roster import Roster, roster
from speeches.search.version import corpus_version
from speeches.understanding.bills import NUMBER, bill_index
from speeches.understanding.chips import chips_of
from speeches.understanding.merge import WHO
from speeches.understanding.read import read_question
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import is_named

# What is asked on a subject is answered by what speaks of it; what is asked for a fact by what states it.
_ON_A_SUBJECT = ("answer/statement", "answer/about", "answer/position", "find/passages")
_HOW_ONE_VOTED = ("vote/member", "vote/parties")
# What is always asked of one person.
_OF_SOMEBODY = ("fact/party", "fact/seat", "fact/offices", "fact/successor", "fact/predecessor", "vote/member")
# What asks, of somebody, for somebody else.
_FOR_ANOTHER = ("fact/successor", "fact/predecessor")
_SIDE_BY_SIDE = ("balance", "compare")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question read against a version of the record."""

    reading: Reading
    known: Catalogue
    people: Roster
    version: int | None


def asked_by(request: AskRequest) -> Asked:
    """A request as read: each question of its conversation after the one before."""
    version, parliament = corpus_version(), one_parliament(request.filters.country)
    before: Reading | None = None
    for question in (*request.before, request.question):
        before = _read_after(before, question, version, parliament)
    reading = before or Reading(request.question)
    return Asked(refined(reading, version), catalogue(version), roster(version), version)


def _read_after(before: Reading | None, question: str, version: int | None, parliament: str) -> Reading:
    """A question as it is read after the one before. Whom it asks about without a name, the tables may have told
    there."""
    alone = read_question(question, version, parliament)
    if before and _names_not_whom(alone) and not _is_about_one(before):
        before = _answered(before, version)
    return read_question(question, version, parliament, before) if before else alone


def _names_not_whom(reading: Reading) -> bool:
    """Whether a question asks about somebody by a pronoun, which may be part of a verb ("siège-t-il")."""
    people = reading.all("speaker", "about")
    return any(not is_named(slot) for slot in people) or (not people and reading.kind in _OF_SOMEBODY)


def _is_about_one(reading: Reading) -> bool:
    """Whether a question names somebody, and asks for nobody else: of "Is Pat Kelly in the chair?" he is whom it is
    about."""
    for_another = reading.is_sure and reading.kind in _FOR_ANOTHER
    return bool(reading.keys("speaker", "about")) and not for_another


def _answered(before: Reading, version: int | None) -> Reading:
    """A question with the one member who is its answer in the place of whom it names."""
    people = {person for fact in facts_for(before, version).told for person in fact.people}
    who = Politician.objects.filter(pk__in=people).first() if len(people) == 1 else None
    if who is None:
        return before
    others = tuple(slot for slot in before.slots if slot.name not in WHO)
    return replace(before, slots=(Slot("about", who.name, -1, -1, keys=(who.pk,)), *others))


def described(asked: Asked) -> str:
    """What a question that leans on another was understood to mean, in brief."""
    chips = chips_of(asked.reading, asked.people, bill_index(asked.version))
    topic = asked.reading.words("topic")
    return " · ".join([*(chip.label for chip in chips), *([topic] if topic else [])])


def is_on_a_subject(reading: Reading) -> bool:
    """Whether a question asks for what is said on a subject, and says nothing else; what a bill itself says is a
    fact."""
    if reading.unread:
        return False
    if reading.all("bill") and not reading.all("topic", "speaker", "party"):
        return reading.task == "find"
    return reading.kind in _ON_A_SUBJECT or reading.task in ("vote", "quote")


def has_a_matter(reading: Reading) -> bool:
    """Whether a question names anything to speak of, beside whom and when."""
    return bool(reading.all("topic", "bill", "division", "committee", "quotation", "about", "office", "place"))


def names_a_number(reading: Reading) -> bool:
    """Whether a question names a bill by its number."""
    return any(NUMBER.search(slot.words) for slot in reading.all("bill"))


def readings_of(reading: Reading) -> tuple[Reading, ...]:
    """A question as it is understood, and as it may be meant otherwise: how somebody voted is told by no words, and all
    votes of some days answer nothing else."""
    others = [kind for kind in reading.otherwise if reading.task != "vote" or kind.startswith("fact/")]
    others = [kind for kind in others if kind != "vote/divisions"]
    return reading, *(replace(reading, kind=kind) for kind in others)


def stand_of(reading: Reading) -> Reading | None:
    """What is asked where the record prints no ballot of the one member or party whose vote is asked for: what they
    said of the matter. None where nobody or nothing is named."""
    who = reading.keys("about", "speaker", "party")
    asks = reading.kind in _HOW_ONE_VOTED and not reading.side and len(who) == 1
    return replace(reading, kind="answer/position") if asks and reading.all("topic", "bill", "division") else None


def for_the_tables(reading: Reading) -> Reading:
    """The reading to look up a fact by: whether a bill passed its status tells, where it was never divided on."""
    of_a_bill = reading.kind == "vote/result" and reading.keys("bill") and not reading.all("division", "stage")
    return replace(reading, kind="fact/stage") if of_a_bill else reading


def for_the_lists(reading: Reading, facts: Facts) -> Reading:
    """The reading to list by: where no table tells whether a bill passed, the votes on it do."""
    untold = reading.kind == "fact/stage" and reading.all("bill") and (facts.missing or not facts.told)
    return replace(reading, kind="vote/result") if untold else reading


def to_read(reading: Reading) -> str:
    """What the reader model is asked beside each passage: the subject alone where that is what is asked for, since who
    speaks is the search's to see to; else the question in full."""
    taken = " ".join(slot.words for slot in reading.slots if slot.is_inherited and slot.name != "stage")
    if is_on_a_subject(reading):
        subject = reading.words("topic", "bill", "division", "quotation", "committee")
        return subject or reading.left("speaker", "party", "date").strip(" ?") or reading.text
    return f"{reading.text} ({taken})" if taken else reading.text


def narrowed(filters: Filters, asked: Asked) -> Filters:
    """The filters of the request with the one bill and the parliament that the question names. What is said on a
    subject is looked for under the one party and on the days named, too; a fact that is of a day, or about a party,
    may be stated on any day and by anybody."""
    reading = asked.reading
    bills = reading.keys("bill")
    if len(bills) == 1 and not filters.bill:
        filters = replace(filters, bill=bill_index(asked.version).keys[bills[0]])
    if reading.parliament and not filters.country:
        filters = replace(filters, country=reading.parliament)
    if is_on_a_subject(reading) or reading.task in _SIDE_BY_SIDE or not has_a_matter(reading):
        filters = _filters_of_what_is_said(filters, asked)
    return filters


def _filters_of_what_is_said(filters: Filters, asked: Asked) -> Filters:
    """The filters with the party and the days on which something was said."""
    reading = asked.reading
    parties = [slot for slot in reading.all("party") if slot.keys]
    if reading.task not in _SIDE_BY_SIDE and len(parties) == 1 and not filters.party and not _speaks(reading):
        # Parties of two parliaments may share a name; the filter knows them by it.
        keys = parties[0].keys
        name = asked.known.parties[keys[0]].name if len(keys) == 1 else parties[0].words
        filters = replace(filters, party=name)
    if (reading.first or reading.last) and not (filters.date_from or filters.date_to):
        filters = replace(filters, date_from=reading.first, date_to=reading.last)
    return filters


def _speaks(reading: Reading) -> bool:
    return bool(reading.keys("speaker")) or reading.kind == "answer/about"
