"""Finds the recorded votes that a question may mean, by bill, day, stage, number, chamber, mover and words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from rag.language.tokens import without_accents
from speeches.enumerations.outcomes import find_outcome
from speeches.enumerations.spoken import score_matters
from speeches.enumerations.vote_index import VoteIndex, vote_index
from speeches.enumerations.vote_judge import (
    Description,
    features_of,
    fit_of,
    holds_particulars,
    is_matched,
    is_near,
    is_on_the_matter,
    is_ruled_out,
    names_an_amendment,
    vote_judge,
)
from speeches.models import Ballot, Division, Entry, Party, SourceType, Vote
from speeches.reading.agreement import sides_of
from speeches.reading.lists import outcome_condition
from speeches.reading.votes import headings_over, recorded_votes
from speeches.search.engine import SearchRequest, rank_passages
from speeches.search.filters import Filters
from speeches.understanding.bills import NUMBER
from speeches.understanding.lexicon import STAGES
from speeches.understanding.reading import Reading, Slot
from speeches.understanding.resolve import is_of_any_matter, names_printed_side
from speeches.understanding.stems import stems_of

# A vote at least this likely to be the one meant is told. Else those are its rivals that are this share as likely.
_SURE, _RIVALS = 0.65, 0.05
# Offered are the rivals that are this share as likely as the best, but two at least. This halves the votes offered, and
# cost the one meant once in 262 questions of the sets.
_OFFERED, _FEWEST_OFFERED = 0.2, 2
# A vote fits a question by its words and the search together if by this much.
_FITS = 0.3
# These say which sort of vote is meant, so that few remain; a day alone does not.
_SORTS_OF_VOTE = ("bill", "stage", "number", "chamber")
# These tell votes of the same days apart.
_TELLING_APART = ("bill", "stage", "number", "mover", "committee", "office")
# At most so many votes are offered to choose from.
MOST_CHOICES = 8
# These ask how somebody voted, so the person they are about is the voter, not the mover.
_OF_A_MEMBER = ("vote/member", "vote/divisions")
# These do not ask whether something was adopted: if they say so, they know.
_OF_A_KNOWN_OUTCOME = ("vote/count", "vote/names", "vote/parties", "vote/tellers")
_DEPTH = 50


@dataclass(frozen=True, slots=True)
class VoteMatches:
    """The votes that a question may mean, best first: one is the answer, from several the reader chooses.

    `off_the_bill`: the bill itself was meant, but the record holds only votes on matters related to it. `unsure`: none
    of them fits the words.
    """

    divisions: tuple[Division, ...] = ()
    off_the_bill: bool = False
    unsure: bool = False


class Candidates(NamedTuple):
    """The votes that a question may mean, what it says of them, and the words of every vote."""

    rows: Sequence[Division]
    described: Description
    words: VoteIndex


def match_divisions(reading: Reading, version: int | None) -> VoteMatches:
    """The votes that a question may mean, or the nearest ones if none fits all of it. There may be none."""
    if reading.kind == "vote/divisions" and any(not slot.keys for slot in reading.all("about", "speaker", "party")):
        return VoteMatches()
    found = candidates(reading, version)
    if not found.rows:
        return VoteMatches()
    if reading.keys("division") and len(found.rows) == 1 and not found.described.elsewhere:
        return VoteMatches(tuple(found.rows))
    found = _of_the_party(reading, found)
    likely = _likelihoods(reading, found)
    offered = _votes_to_offer(reading, found, likely)
    possible = [row for row in found.rows if not is_ruled_out(row, *found[1:], reading)]
    if any(not slot.keys for slot in reading.all("mover")):
        return VoteMatches(offered[:MOST_CHOICES], unsure=True)
    if reading.kind == "vote/divisions":
        fitting = [row for row in possible if _fits(row, found) and not found.described.elsewhere]
        return VoteMatches(tuple(fitting)) if fitting else VoteMatches(offered[:MOST_CHOICES], unsure=True)
    best = max(likely, key=lambda row: likely[row])
    # The only vote that a party moved is meant, if nothing else is said of it.
    alone = len(found.rows) == 1 and bool(reading.keys("mover")) and not found.described.particulars
    only = len(found.described.voters or found.rows) == 1
    sure = (likely[best] >= _SURE and (only or _tells_apart(reading, found))) or alone
    if sure and best in possible and _is_tellable(best, found, reading):
        return _on_the_bill(reading, [best])
    rivals = [row for row in offered if likely[row] >= _RIVALS * likely[best] or _fits(row, found)]
    rivals = [row for row in rivals if row in possible]
    on_the_matter = [row for row in rivals if is_on_the_matter(row, *found[1:])]
    rivals = on_the_matter if len(on_the_matter) > 1 else rivals
    if len(rivals) > 1 and _fits(rivals[0], found) and not found.described.elsewhere:
        return _on_the_bill(reading, _likeliest_rivals(rivals, likely, found))
    return VoteMatches(offered[:MOST_CHOICES], unsure=True)


def _likeliest_rivals(
    rivals: Sequence[Division], likely: Mapping[Division, float], found: Candidates
) -> Sequence[Division]:
    """Of the votes that may be meant, best first, those worth offering."""
    least = _OFFERED * max(likely.values())
    kept = [row for row in rivals if likely[row] >= least or _fits(row, found)]
    return kept if len(kept) >= _FEWEST_OFFERED else rivals[:_FEWEST_OFFERED]


def match_or_without_voter(reading: Reading, version: int | None) -> VoteMatches:
    """The votes that a question may mean. If no single one fits that the member named took part in, the one that fits
    the rest of the question is meant; if none fits, all that fit the rest."""
    meant = match_divisions(reading, version)
    is_told = len(meant.divisions) == 1 and not meant.unsure
    if is_told or reading.kind != "vote/member" or not reading.keys("about"):
        return meant
    voters = {slot for slot in reading.all("about") if slot.keys}
    slots = tuple(slot for slot in reading.slots if slot not in voters)
    rest = match_divisions(replace(reading, slots=slots, kind="vote/result"), version)
    is_one = len(rest.divisions) == 1
    return meant if rest.unsure or rest.off_the_bill or not (is_one or meant.unsure) else rest


def _of_the_party(reading: Reading, found: Candidates) -> Candidates:
    """The votes moved by the party that a question names, if the likeliest of all is one of them, or if nothing else
    says which is meant. Else all of them: the question may be mistaken about the party."""
    parties = reading.keys("mover")
    own = [row for row in found.rows if found.words.parties.get(row.pk) in parties]
    if not own:
        return found
    likely = _likelihoods(reading, found)
    meant = not found.described.particulars or max(likely, key=lambda row: likely[row]) in own
    return found._replace(rows=own) if meant else found


def _is_tellable(row: Division, found: Candidates, reading: Reading) -> bool:
    """Whether a vote may be told as the one meant.

    It must be of the days named and connected with the words, which must fit no other vote as well, and have ended as
    the question takes it to have. If the question names the moving party, the vote must contain some of its words: the
    party may have moved no such motion.
    """
    if found.described.elsewhere or is_matched(row, *found) or not is_near(row, *found[1:]):
        return False
    if reading.kind in _OF_A_KNOWN_OUTCOME and find_outcome(reading) not in ("", row.outcome) and not row.turned:
        return False
    return not reading.keys("mover") or holds_particulars(row, *found[1:])


def _tells_apart(reading: Reading, found: Candidates) -> bool:
    """Whether a question says anything of the vote that it means. Of several of which it says nothing, none is likelier
    to be meant than another."""
    return bool(found.described.wanted or reading.all(*_TELLING_APART))


def _likelihoods(reading: Reading, found: Candidates) -> dict[Division, float]:
    """How likely each vote is the one meant."""
    return dict(zip(found.rows, vote_judge().probabilities(*features_of(*found, reading)), strict=True))


def _votes_to_offer(reading: Reading, found: Candidates, likely: Mapping[Division, float]) -> tuple[Division, ...]:
    """The votes that have anything to do with the question, the likeliest first.

    Offers all if a bill, stage, number or chamber leaves few. If a member named voted in some, offers those, and the
    best other vote if it may be meant.
    """
    few = len(likely) <= MOST_CHOICES and bool(reading.all(*_SORTS_OF_VOTE))
    ranked = sorted(likely, key=lambda row: -likely[row])
    offered = [row for row in ranked if few or is_near(row, *found[1:])]
    if theirs := [row for row in offered if row.pk in found.described.voters]:
        best = offered[:1] if _tells_apart(reading, found) else []
        offered = [*theirs, *(row for row in best if row not in theirs)]
    return tuple(offered)


def candidates(reading: Reading, version: int | None) -> Candidates:
    """The votes within the filters of a question.

    If the question only describes a vote and none is of its days, takes those of all days: what looks like a day may be
    part of the matter ("the risk advice about 26 January").
    """
    by_bill = bool(reading.keys("bill")) and recorded_votes().filter(about__in=reading.keys("bill")).exists()
    named, index = _words_of_slots(reading, by_bill=by_bill), vote_index(version)
    words = named or _words_outside_slots(reading, by_bill=by_bill)
    rows, elsewhere = _rows_at_stage(reading, by_bill=by_bill), False
    # A motion on climate change is not a vote on the bill of that name, but somebody may call it a bill.
    if reading.all("bill") and not by_bill:
        of_bills = [row for row in rows if _is_of_a_bill(row) or _names_a_bill(row, reading)]
        # "The bill" may be any motion of a day without a vote on one.
        rows = of_bills if of_bills or not all(map(is_of_any_matter, reading.all("bill"))) else rows
    if reading.days and not named and not _is_held(words, rows, index):
        # Then the words outside all slots belong to the asking.
        words = ""
    if not rows and words and not by_bill:
        reading, elsewhere = reading.without({"date"}), True
        rows = _rows_at_stage(reading, by_bill=False)
    searched = bool(rows and words)
    matter = ("division",) if reading.keys("bill") else ("division", "topic", "bill")
    described = Description(
        wanted=index.stems_as_printed(words, reading.language),
        matter=index.stems_as_printed(reading.words(*matter), reading.language),
        near=_nearness(words, reading, version) if searched else {},
        spoken=score_matters(words, reading, version) if searched else {},
        voters=_with_ballots_of(rows, reading) if reading.kind == "vote/member" else frozenset(),
        elsewhere=elsewhere,
    )
    return Candidates(rows, described, index)


def _fits(row: Division, found: Candidates) -> bool:
    """Whether a vote fits the words of a question. Without a description, every one does."""
    return not found.described.wanted or fit_of(row, *found[1:]) >= _FITS


def _with_ballots_of(rows: Sequence[Division], reading: Reading) -> frozenset[int]:
    """The keys of the votes in which the members asked about have a ballot. Who speaks beside them is the mover."""
    voters = reading.keys("about") or reading.keys("speaker")
    cast = Ballot.objects.filter(division__in=rows, politician__in=voters)
    return frozenset(cast.values_list("division", flat=True))


def _is_held(words: str, rows: Sequence[Division], index: VoteIndex) -> bool:
    """Whether one of some votes holds any of the words."""
    stems = stems_of(words)
    return any(stems & index.stems.get(row.pk, frozenset()) for row in rows)


def _words_of_slots(reading: Reading, *, by_bill: bool) -> str:
    """The words of the slots that describe the vote and are no filter: those that name the motion, a bill without a
    row, a committee or an office that the vote is about, and its mover."""
    unknown = [slot.words for slot in reading.all("bill") if not (by_bill and slot.keys)]
    matter = ("committee",) if reading.kind in _OF_A_MEMBER else ("committee", "office")
    movers: tuple[str, ...] = ("speaker", "about")
    if reading.kind in _OF_A_MEMBER:
        movers = ("speaker",) if reading.all("about", "party") else ()
    about = reading.all("about")
    if reading.kind in _OF_A_MEMBER and any(slot.keys for slot in about):
        # Nobody votes under a name that nobody in the record bears, so it belongs to the matter.
        unknown += [slot.words for slot in about if not slot.keys]
    parts = [reading.words("division", "quotation"), *unknown, reading.words("topic", *matter), reading.words(*movers)]
    return " ".join(filter(None, parts))


def _words_outside_slots(reading: Reading, *, by_bill: bool) -> str:
    """The words that belong to no slot; "" if filters say which votes are meant."""
    filtered = by_bill or reading.kind == "vote/divisions" or reading.all("stage", "number")
    return "" if filtered else " ".join(reading.unread_matter)


def _within(reading: Reading, *, by_bill: bool) -> QuerySet[Division]:
    """The votes of the parliaments, days, chamber, number and bill named; none if the days or chamber are unknown."""
    rows = recorded_votes().filter(sitting__chamber__parliament__in=reading.view)
    if reading.is_of_unknown_days or (reading.all("chamber") and not reading.keys("chamber", "committee")):
        return rows.none()
    if named := reading.keys("division"):
        rows = rows.filter(pk__in=named)
    days = {"sitting__date__gte": reading.first, "sitting__date__lte": reading.last}
    rows = rows.filter(**{name: day for name, day in days.items() if day})
    if chambers := reading.keys("chamber"):
        rows = rows.filter(sitting__chamber__in=chambers)
    if numbers := [slot.words for slot in reading.all("number")]:
        digits = ["".join(filter(str.isdigit, words)) for words in numbers]
        numbered = rows.filter(number__in=filter(None, digits))
        # The number may be that of an amendment or a motion, and so part of its words.
        rows = numbered if numbered.exists() or not reading.all("division") else rows
    if reading.session:
        number, _, part = reading.session.partition("-")
        rows = rows.filter(sitting__session__number=number, **({"sitting__session__part": part} if part else {}))
    # A bill in the record, or one named by its number: the record may hold no vote on it.
    if by_bill or reading.keys("bill") or any(NUMBER.search(slot.words) for slot in reading.all("bill")):
        rows = rows.filter(about__in=reading.keys("bill"))
    if reading.kind == "vote/divisions" and (outcome := find_outcome(reading)):
        rows = rows.filter(outcome_condition(outcome))
    if reading.kind == "vote/divisions" and (movers := reading.keys("speaker")):
        rows = rows.filter(mover__in=movers)
    if reading.kind == "vote/divisions" and (voters := reading.keys("about")):
        own = Ballot.objects.filter(division=OuterRef("pk"), politician__in=voters)
        if reading.side:
            as_put = Q(vote=_side_put(reading, turned=True), division__turned=True)
            own = own.filter(Q(vote=reading.side, division__turned=False) | as_put)
        rows = rows.filter(Exists(own))
    if reading.kind == "vote/divisions" and reading.keys("party"):
        rows = rows.filter(pk__in=_taken_by_parties(rows, reading))
    related = ("sitting__chamber__parliament", "sitting__session", "debate__parent", "about__session")
    return rows.select_related(*related).defer("about__text", "about__text_fr")


def party_sides(reading: Reading) -> dict[Party, dict[int, str]]:
    """The side that most of each party named took in each vote, on the question as put."""
    parties = Party.objects.filter(pk__in=reading.keys("party"), parliament__in=reading.view)
    return {party: sides_of(party) for party in parties.order_by("name")}


def _side_put(reading: Reading, *, turned: bool) -> str:
    """The side that a question names, on the question as put: whoever was for what was moved voted no, if the contrary
    was put."""
    return Vote(reading.side).contrary if turned and not names_printed_side(reading) else reading.side


def _taken_by_parties(rows: QuerySet[Division], reading: Reading) -> list[int]:
    """The votes in which a party of each slot took a side: the one named, if one is."""
    sides = {party.pk: own for party, own in party_sides(reading).items()}

    def took(slot: Slot, key: int, turned: bool) -> bool:
        own = {sides.get(party, {}).get(key, "") for party in slot.keys} - {""}
        return _side_put(reading, turned=turned) in own if reading.side else bool(own)

    every = rows.values_list("pk", "turned")
    slots = [slot for slot in reading.all("party") if slot.keys]
    return [key for key, turned in every if all(took(slot, key, turned) for slot in slots)]


def _rows_at_stage(reading: Reading, *, by_bill: bool) -> list[Division]:
    """The votes within the filters of a question, at the stage that it names. If none is, and no bill is known, those
    that have no stage: what is called one may be part of the matter of a motion."""
    rows = _once(_within(reading, by_bill=by_bill))
    if not (wanted := stems_of(stage_named(reading))):
        return rows
    at_it = [row for row in rows if row.stage and wanted <= stems_of(row.stage)]
    return at_it or [row for row in rows if not row.stage and not by_bill]


def _once(rows: Iterable[Division]) -> list[Division]:
    """The votes, without those that two pages of a day print: bills take a stage once."""
    kept: dict[object, Division] = {}
    for row in rows:
        at_stage = row.kind == Division.Kind.BILL and row.stage
        kept.setdefault((row.sitting_id, row.motion, row.ayes, row.noes) if at_stage else row.pk, row)
    return list(kept.values())


def _names_a_bill(row: Division, reading: Reading) -> bool:
    """Whether a motion itself names a bill of the question: to take it up at another time, or to refer it."""
    motion = stems_of(row.motion)
    return any(stems_of(slot.words) <= motion for slot in reading.all("bill"))


def _is_of_a_bill(row: Division) -> bool:
    """Whether a vote belongs to a bill. A bill without a row is known by the title of its heading."""
    if row.about_id or row.stage or row.kind == Division.Kind.BILL:
        return True
    return any("Bill" in heading.split() for heading in headings_over(row))


def without_unknown_stage(reading: Reading, version: int | None) -> Reading:
    """The reading, with the name of a stage that means none, and that no vote bears, among its unread words."""
    named = stage_named(reading)
    wanted = stems_of(named)
    if not named or named in STAGES.values() or any(wanted <= own for own in vote_index(version).stages):
        return reading
    unread = (*reading.unread, *(slot.words for slot in reading.all("stage")))
    return replace(reading.without({"stage"}), unread=unread)


def stage_named(reading: Reading) -> str:
    """The stage of a bill that a question names, in the record's words; "" if it names none."""
    named = [without_accents(slot.words).strip() for slot in reading.all("stage")]
    whole = " ".join(named)
    return next((STAGES[words] for words in (whole, *named) if words in STAGES), whole)


def _nearness(described: str, reading: Reading, version: int | None) -> Mapping[int, float]:
    """How near the search finds each vote to a description, by words and by meaning, in [0, 1]."""
    filters = Filters(country=reading.parliament, date_from=reading.first, date_to=reading.last)
    request = SearchRequest(
        described, filters, top_k=_DEPTH, source_types=(SourceType.VOTE_QUESTION,), language=reading.language
    )
    found = rank_passages(request, version)
    scores = {row["speech_id"]: score for row, score in found.rows}
    records = Entry.objects.filter(pk__in=scores).values_list("pk", "record")
    near: dict[int, float] = {}
    for key, record in records:
        near[int(record)] = max(near.get(int(record), 0.0), found.curve.relevance(scores[key]))
    return near


def _on_the_bill(reading: Reading, meant: Sequence[Division]) -> VoteMatches:
    """The votes on the bill itself, if there are any and the question is about the bill and nothing else. A vote that
    it calls by its number may be any on the bill."""
    bills = reading.all("bill")
    described = _words_of_slots(reading.without({"bill"}), by_bill=True)
    beside = described or reading.all("mover") or names_an_amendment(stems_of(reading.text_without("bill")))
    if not bills or beside or reading.all("number") or len({bool(slot.keys) for slot in bills}) > 1:
        return VoteMatches(tuple(meant))
    own = [row for row in meant if row.kind == Division.Kind.BILL]
    return VoteMatches(tuple(own or meant), off_the_bill=not own)
