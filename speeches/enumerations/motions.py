"""Who moved and who seconded a motion, told in the words of the debate in which it was moved."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from speeches.enumerations.divisions import match_divisions, stage_named
from speeches.enumerations.headings import heading_nearest, headings_within, match_headings, wanted_stems
from speeches.enumerations.listing import Entry, Listing, entry_under, speech_source
from speeches.enumerations.phrases import NOTES, unread_note
from speeches.enumerations.selection import describe_heading
from speeches.enumerations.spoken import relevance_of, score_matters
from speeches.enumerations.vote_judge import BEGINNING, names_an_amendment
from speeches.formats.motions import Form, Line, SecondedMove, moves_in, procedure_of, seconded_moves
from speeches.formats.records import UNSPOKEN
from speeches.models import Debate, Division, Speech
from speeches.search.roster import Roster, roster
from speeches.understanding.reading import Reading
from speeches.understanding.resolve import is_named
from speeches.understanding.stems import stems_of

# A debate may be the one meant if a passage in it is at least this likely to be on the matter; so many are read.
_LIKELY, _MOST_DEBATES = 0.1, 8
# The motion told holds at least this share of the question's words, by weight.
_LEAST = 0.5
# And is ahead of the next one by this much, with or without headings.
_APART = 0.1
# The slots that say what was moved. A motion names members by their seats, too.
_DESCRIBING = ("topic", "division", "bill", "about", "speaker", "office", "place", "quotation", "party")
# How much of a motion is shown.
_LONGEST = 240


@dataclass(frozen=True, slots=True)
class MotionInDebate:
    """A motion that was moved in a debate, its mover's speech, and its stems: of its words and of those whom they mean,
    of these and its mover, and of its headings."""

    debate: Debate
    speech: Speech
    motion: SecondedMove
    words: frozenset[str]
    own: frozenset[str]
    over: frozenset[str]

    @property
    def language(self) -> str:
        return "fr" if self.debate.sitting.language == "fr" else "en"


def list_motion(reading: Reading, version: int | None) -> Listing | None:
    """Who moved and who seconded the motion that a question means; None if none or several may be meant."""
    described = reading.words(*_DESCRIBING)
    if not described:
        return None
    people, wanted = roster(version), wanted_stems(described, reading.language)
    meant = _find_motion_of_vote(wanted, reading, people, version)
    if meant is None:
        rows = headings_within(reading.without({"bill"}) if not reading.keys("bill") else reading)
        debates = debates_of_motion(described, rows, reading, version)
        moved = [one for debate in debates for one in find_motions(debate, people)]
        meant = _nearest(wanted, _without_amendments(moved, wanted, reading, people))
    return _listing(meant, reading, people) if meant and meant.motion.move.mover else None


def _find_motion_of_vote(
    wanted: Mapping[str, frozenset[str]], reading: Reading, people: Roster, version: int | None
) -> MotionInDebate | None:
    """The motion of the recorded vote meant, where it was moved. None if several votes or none may be meant, if the
    motion was moved elsewhere, or if it is not what the question names."""
    meant = match_divisions(reading, version)
    if len(meant.divisions) != 1 or meant.unsure or meant.off_the_bill or not meant.divisions[0].debate:
        return None
    (division,) = meant.divisions
    moved = find_motions(meant.divisions[0].debate, people)
    same = (one for one in moved if one.motion.move.words.split() == division.motion.split())
    return next((one for one in same if _fits_reading(one, wanted, reading, people)), None)


def _without_amendments(
    moved: Sequence[MotionInDebate], wanted: Mapping[str, frozenset[str]], reading: Reading, people: Roster
) -> list[MotionInDebate]:
    """The motions that may be meant; amendments only if the question names one, or nothing else was moved."""
    likely = [one for one in moved if _fits_reading(one, wanted, reading, people)]
    amends = names_an_amendment(stems_of(reading.words("division")))
    return [one for one in likely if one.motion.move.amends == amends] or likely


def debates_of_motion(described: str, rows: Sequence[Debate], reading: Reading, version: int | None) -> list[Debate]:
    """Those of some debates in which the motion described may have been moved: whose heading holds the matter, or in
    which it was spoken of."""
    matter = reading.words("topic", "division", "bill", "office", "committee")
    matching = match_headings(matter, rows, reading.language) if matter else []
    nearest = heading_nearest(matter, rows, reading.language)
    named = {row.pk for row in (*matching, *([nearest] if nearest else []))}
    spoken = score_matters(described, reading, version)
    worth = {row.pk: relevance_of(row, spoken) + (row.pk in named) for row in rows}
    likely = sorted((row for row in rows if worth[row.pk] >= _LIKELY), key=lambda row: -worth[row.pk])
    return likely[:_MOST_DEBATES]


def find_motions(debate: Debate, people: Roster) -> Iterator[MotionInDebate]:
    """The motions moved in a debate, in order."""
    parliament = debate.sitting.chamber.parliament_id
    titles = " ".join(filter(None, [debate.parent.title if debate.parent else "", debate.title]))
    for speech, one in moves_under(debate):
        named = people.named_by_title(one.move.words, parliament, debate.sitting.date)
        words = stems_of(" ".join([one.move.words, *named]))
        yield MotionInDebate(debate, speech, one, words, words | stems_of(one.move.mover), stems_of(titles))


def moved_by(speech: Speech) -> list[str]:
    """The words of the motions moved in a speech."""
    return [one.words for one in moves_in(list(_lines_of(speech)), procedure_of(speech.parliament_id)) if one.words]


def moves_under(debate: Debate) -> Iterator[tuple[Speech, SecondedMove]]:
    """The motions moved under a heading, in order, each with the speech in which it is moved."""
    speeches = {
        one.position: one for one in Speech.objects.filter(debate=debate).select_related("party", "riding", "chamber")
    }
    lines = [line for position in sorted(speeches) for line in _lines_of(speeches[position])]
    for one in seconded_moves(lines, procedure_of(debate.sitting.chamber.parliament_id)):
        yield speeches[one.move.position], one


def _fits_reading(one: MotionInDebate, wanted: Mapping[str, frozenset[str]], reading: Reading, people: Roster) -> bool:
    """Whether a motion is at the stage and of the number named, and holds the names of the people named. The business
    of a debate, such as its adjournment, is not its matter."""
    move = one.motion.move
    form = procedure_of(one.debate.sitting.chamber.parliament_id).form_of(move.words)
    if form and form.kind == Division.Kind.PROCEDURAL and not stems_of(move.words) & wanted[one.language]:
        return False
    if (stage := stage_named(reading)) and not (form and stems_of(stage) <= stems_of(form.stage)):
        return False
    if numbers := stems_of(reading.words("number")):
        return bool(numbers & stems_of(move.words[:BEGINNING]))
    if (office := stems_of(reading.words("office"))) and reading.all("about"):
        return _nominates(one, office, form, reading, people)
    surnames = _surnames(reading, people)
    unknown = [stems_of(slot.words) for slot in reading.all("about", "speaker") if not slot.keys and is_named(slot)]
    return (not surnames or any(name <= one.own for name in surnames)) and all(name <= one.words for name in unknown)


def _nominates(
    one: MotionInDebate, office: frozenset[str], form: Form | None, reading: Reading, people: Roster
) -> bool:
    """Whether a motion puts up the people named for an office: the motion itself names both."""
    appoints = form is not None and form.kind == Division.Kind.APPOINTMENT
    return appoints and office <= one.words | one.over and any(name <= one.words for name in _surnames(reading, people))


def _surnames(reading: Reading, people: Roster) -> list[frozenset[str]]:
    return [stems_of(people.names[key].rsplit(" ", 1)[-1]) for key in reading.keys("about", "speaker")]


def _lines_of(speech: Speech) -> Iterator[Line]:
    for part in speech.parts:
        spoken = part["kind"] not in UNSPOKEN
        for paragraph in speech.text[part["words_start"] : part["end"]].split("\n\n"):
            yield Line(speech.position, None, part["speaker"] if spoken else "", None, "", paragraph)


def _nearest(wanted: Mapping[str, frozenset[str]], moved: Sequence[MotionInDebate]) -> MotionInDebate | None:
    """The motion that contains most of the description, by weight, counting its headings.

    Of several in one debate that contain as much, takes the one whose own words contain more. None if there are several
    in different debates, or if it contains less than half.
    """
    among = Counter(stem for one in moved for stem in one.own | one.over)
    weight = {stem: math.log(1 + len(moved) / max(1, among[stem])) for own in wanted.values() for stem in own}

    def fit(one: MotionInDebate) -> tuple[float, float]:
        stems = wanted[one.language]
        total = math.fsum(weight[stem] for stem in stems) or math.inf
        whole, own = (math.fsum(weight[stem] for stem in stems & held) for held in (one.own | one.over, one.own))
        return round(whole / total, 6), round(own / total, 6)

    ranked = sorted(moved, key=fit, reverse=True)
    if not ranked or fit(ranked[0])[0] < _LEAST:
        return None
    rivals = [one for one in ranked[1:] if fit(ranked[0])[0] - fit(one)[0] < _APART]
    apart = all(one.debate == ranked[0].debate and fit(ranked[0])[1] - fit(one)[1] >= _APART for one in rivals)
    return ranked[0] if apart else None


def _listing(meant: MotionInDebate, reading: Reading, people: Roster) -> Listing:
    """The motion with its mover and its seconder, each with the words that say so."""
    language, move = reading.language, meant.motion.move
    notes = NOTES[language]
    entries = [entry_under(move.mover, meant.speech, notes["moved"], notes["moved by"])]
    if second := meant.motion.second:
        said = Speech.objects.filter(debate=meant.debate, position=second.position).select_related("party").first()
        entries += [entry_under(second.speaker, said, notes["seconded"], notes["seconded by"])] if said else []
    elif printed := meant.motion.named:
        names = people.named_by_title(printed, meant.speech.parliament_id, meant.speech.date)
        named = f"{printed} ({names[0]})" if names else printed
        entries.append(Entry(named, "".join(names[:1]), side=notes["seconded by"], note=notes["seconded"]))
    title = notes["motion"].format(
        shorten_motion(move.words), describe_heading(Speech.objects.filter(pk=meant.speech.pk), language)
    )
    source = speech_source(meant.speech, title)
    told = () if len(entries) > 1 else (notes["no seconder"],)
    loose = unread_note(reading)
    return Listing("turns", title, tuple(entries), source, loose=loose, notes=told, language=language)


def shorten_motion(words: str) -> str:
    """The words of a motion, as many as are shown of it."""
    plain = " ".join(words.split())
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST].rpartition(' ')[0]} …"
