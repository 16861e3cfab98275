"""Finds exchanges: a member's turn, and the reply to it.

"What did the minister answer?" holds no word of the answer, so no search finds it. Its place in the record does: it
stands after a turn that the question describes, or that the last answer quotes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from speeches.enumerations.selection import office_holders, select_headings, subject_of
from speeches.enumerations.turns import answers_to
from speeches.models import SourceType, Speech
from speeches.questions.plan import Question
from speeches.questions.replies import replies_after
from speeches.search.candidates import Speakers
from speeches.search.engine import SHORTEST_QUERY, TOP_K_LIMIT, SearchRequest, rank_passages
from speeches.search.filters import Filters
from speeches.search.offices import title_words
from speeches.understanding.otherwise import people_named
from speeches.understanding.reading import MATTER_SLOTS, Reading
from speeches.understanding.resolve import is_named

# What a question names besides the matter.
_NOT_THE_MATTER = ("speaker", "about", "office", "party", "date", "country", "chamber")
# A turn less relevant to the matter is on another.
_LEAST = 0.04
# The score of a debate whose heading holds all words of the matter.
_OF_A_HEADING = 0.5
# The share of its debate's score that a turn gets that says little itself.
_SAYS_LITTLE = 0.8
# So many turns at most are looked at.
_MOST_TURNS = 200


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn, the reply to it, and the search's score of the turn for the matter."""

    turn: Speech
    reply: Speech
    score: float


@dataclass(frozen=True, slots=True)
class _Side:
    """Who may speak: members by their keys, whoever speaks in an office with these words in its title, and members of
    parties. Anybody, if all are empty."""

    members: frozenset[int] = frozenset()
    offices: tuple[frozenset[str], ...] = ()
    parties: frozenset[int] = frozenset()

    def holds(self, turn: Speech) -> bool:
        """Whether a turn is by this side."""
        if self.parties and turn.party_id not in self.parties:
            return False
        in_office = any(words <= title_words(turn.role) for words in self.offices)
        return in_office or turn.politician_id in self.members or not (self.members or self.offices)


def find_exchanges(asked: Question, filters: Filters, quoted: Sequence[str] = ()) -> list[Exchange]:
    """The exchanges that a question may mean, the likeliest first. `quoted` are the keys of the turns that the last
    answer quotes.

    A question that goes on from the last answer means the replies to what that quotes, else to others of the debate.
    None if nothing says which exchange is meant (no matter, no day and no answer before), or if a filter says who
    speaks.
    """
    reading, sides = asked.reading, _sides_of(asked)
    if _names_a_stranger(reading) or filters.narrows_speakers():
        return []
    filters = replace(filters, country=filters.country or reading.parliament)
    if reading.days and not (filters.date_from or filters.date_to):
        filters = replace(filters, date_from=reading.first, date_to=reading.last)
    if asked.before and quoted and (debates := debates_of(quoted)):
        turns = _turns_on_the_matter(asked, filters, sides[0].members, debates, least=0.0)
        if found := list(_pairs(turns, sides)):
            return [one for one in found if one.turn.pk in quoted] or found
    if not (_names_a_matter(reading) or reading.days):
        return []
    return list(_pairs(_turns_on_the_matter(asked, filters, sides[0].members), sides))


def _names_a_matter(reading: Reading) -> bool:
    return bool(reading.all(*MATTER_SLOTS) or reading.unread_matter)


def debates_of(turns: Sequence[str]) -> tuple[int, ...]:
    """The debates of some turns."""
    debates = Speech.objects.filter(pk__in=turns).exclude(debate=None).order_by().values_list("debate", flat=True)
    return tuple(debates.distinct())


def _names_a_stranger(reading: Reading) -> bool:
    """Whether a question names a person or a party that the record does not know."""
    return any(is_named(slot) and not slot.keys for slot in reading.all("speaker", "about", "party"))


def _sides_of(asked: Question) -> tuple[_Side, _Side]:
    """Who may have been replied to, and who may have replied. An office that nobody is known to hold is anybody's.

    Of several people in one role, each may have replied to another. A party beside somebody's name was replied to.
    """
    reading, before = asked.reading, asked.before
    speakers, others = frozenset(reading.keys("speaker")), frozenset(reading.keys("about"))
    held = frozenset(office_holders(reading))
    offices = tuple(title_words(one.words) for one in reading.all("office")) if held else ()
    party = _Side(parties=frozenset(reading.keys("party")))
    in_office = _Side(held, offices)
    ahead = _Side(frozenset(before.keys("speaker", "about") if before else ()) - speakers - others - held)
    if len(people_named(reading, "speaker")) > 1 or len(people_named(reading, "about")) > 1:
        every = replace(in_office, members=speakers | others | held)
        return every, every
    if speakers and others:
        return _Side(others), _Side(speakers)
    if speakers and reading.all("office"):
        # "Mr Baker asked about Tasers. How did the Minister reply?"
        return _Side(speakers), in_office
    if others:
        return _Side(others), in_office if reading.all("office") else ahead if ahead.members else party
    replying = _Side(speakers) if speakers else in_office
    if ahead.members:
        return ahead, replying
    return (party, replying) if speakers or reading.all("office") else (_Side(), party)


def _turns_on_the_matter(
    asked: Question, filters: Filters, members: frozenset[int], debates: tuple[int, ...] = (), least: float = _LEAST
) -> list[tuple[Speech, float]]:
    """The turns of some members, or of anybody, nearest to the matter, each with its score. Drops those below `least`.

    If `debates` are given, looks only there. In a debate on the matter, or under a heading that names it, a member's
    turn that says little ("When?") is on the matter, too.
    """
    own = _scores(asked, filters, members, debates, least)
    turns = Speech.objects.exclude(debate=None).in_bulk(list(own))
    found = {key: (turns[key], score) for key, score in own.items() if key in turns}
    if members and _names_a_matter(asked.reading):
        anybodys = _scores(asked, filters, frozenset(), debates, least)
        # A question about a bill stands under no heading of the bill.
        matter = asked.reading.without({"bill"})
        named = select_headings(matter) if subject_of(matter) else []
        by_debate = {heading.pk: _OF_A_HEADING for heading in named}
        for key, debate in Speech.objects.filter(pk__in=anybodys).exclude(debate=None).values_list("pk", "debate"):
            by_debate[debate] = max(by_debate.get(debate, 0.0), anybodys[key])
        for turn in _turns_of(members, by_debate, filters):
            found.setdefault(turn.pk, (turn, _SAYS_LITTLE * by_debate[turn.debate_id or 0]))
    return sorted(found.values(), key=lambda pair: -pair[1])[:_MOST_TURNS]


def _turns_of(members: frozenset[int], debates: Iterable[int], filters: Filters) -> QuerySet[Speech]:
    """The turns of some members in some debates, on the days of the filters; none if these say more."""
    turns = Speech.objects.filter(politician__in=members, debate__in=debates)
    if replace(filters, date_from=None, date_to=None).narrows():
        return turns.none()
    days = {"date__gte": filters.date_from, "date__lte": filters.date_to}
    return turns.filter(**{name: day for name, day in days.items() if day})[:_MOST_TURNS]


def _scores(
    asked: Question, filters: Filters, members: frozenset[int], debates: tuple[int, ...], least: float
) -> dict[str, float]:
    """The search's scores of turns for the matter, by their keys, best first."""
    reading = asked.reading
    words = reading.text_without(*_NOT_THE_MATTER)
    if asked.before:
        taken = " ".join(slot.words for slot in reading.all(*MATTER_SLOTS) if slot.is_inherited)
        words = taken or f"{asked.before.text_without(*_NOT_THE_MATTER)} {words}"
    request = SearchRequest(
        words if len(words.strip(" ?.,!")) >= SHORTEST_QUERY else reading.text,
        filters,
        top_k=TOP_K_LIMIT,
        source_types=(SourceType.HANSARD,),
        debates=debates,
        whose=Speakers(tuple(members)) if members else None,
        language=reading.language,
    )
    ranking = rank_passages(request, asked.version)
    scores: dict[str, float] = {}
    for row, score in ranking.rows:
        if not _names_a_matter(reading):
            scores[row["speech_id"]] = ranking.rows[0][1]
        elif ranking.curve.relevance(score) >= least:
            scores.setdefault(row["speech_id"], score)
    return scores


def _pairs(turns: Sequence[tuple[Speech, float]], sides: tuple[_Side, _Side]) -> Iterator[Exchange]:
    """The exchanges that begin with some turns, by the sides named: as the record marks the replies, else by order."""
    own = [turn for turn, _ in turns]
    marked = answers_to(Speech.objects.filter(pk__in=[one.pk for one in own], kind="question"))
    replies = {key: answers for key, answers in marked.items() if answers}
    replies |= {key: [reply.pk] for key, reply in replies_after(own).items() if key not in replies}
    known = Speech.objects.in_bulk([key for keys in replies.values() for key in keys])
    for turn, score in turns:
        if not sides[0].holds(turn):
            continue
        answers = (known[key] for key in replies.get(turn.pk, ()))
        if reply := next((one for one in answers if sides[1].holds(one)), None):
            yield Exchange(turn, reply, score)
