"""Politicians and parties in the form that their pages show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Count, Exists, F, Func, Max, Min, OuterRef, Prefetch, Q, QuerySet, Sum, Value
from django.db.models.functions import ExtractYear

from speeches.formats.names import fold
from speeches.models import Ballot, Division, Merge, Office, Party, Politician, Sitting, Speech, Term
from speeches.models.people import LIST_HOLDS
from speeches.reading.offices import offices_of
from speeches.reading.votes import recorded_votes

_SURNAME = Func(F("name"), Value("^.* "), Value(""), function="regexp_replace", output_field=CharField())
_SUBJECTS = 12
_BALLOTS = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """A column of a chart."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that a politician's page shows from the record."""

    terms: list[Term]
    roles: list[str]
    first_day: Any
    last_day: Any
    speech_count: int
    word_count: int
    over_time: list[Bar]
    subjects: list[dict[str, Any]]
    offices: Sequence[Office]
    ballots: list[Ballot]
    attendance: "Attendance"


@dataclass(frozen=True, slots=True)
class Attendance:
    """The number of votes by name held during somebody's terms, and in how many of them they are recorded."""

    voted: int
    held: int


def politicians_called(name: str, party: str) -> QuerySet[Politician]:
    """Politicians whose name holds all words of `name`, in any spelling, and who stood for `party`; "" matches any.

    A party is named by its code, which parliaments may share, or by that of its parliament as well: "au/CA".

    Annotated with `speech_count` and `surname` (for ordering), with `terms` prefetched, latest first.
    """
    people = Politician.objects.annotate(speech_count=Count("speeches", distinct=True), surname=_SURNAME)
    for word in fold(name).split():
        # Other signs would match the array's own punctuation.
        letters = "".join(letter for letter in word if letter.isalnum())
        people = people.filter(keys__icontains=letters) if letters else people.none()
    if party := party.replace("\x00", "").strip():
        country, _, code = party.partition("/")
        called = Q(party__code__iexact=party) | Q(party__code__iexact=code, party__parliament=country)
        people = people.filter(Exists(Term.objects.filter(called, politician=OuterRef("pk"))))
    terms = Term.objects.select_related("party", "riding", "chamber").order_by("-end")
    return people.select_related("parliament").prefetch_related(Prefetch("terms", terms)).order_by("surname", "name")


def current_slug(slug: str) -> str:
    """A politician's current slug: after a merge, that of the politician who was kept."""
    done = Merge.objects.filter(absorbed__slug=slug, undone_at=None).select_related("kept").first()
    return done.kept.slug if done else slug


def topic_counts(parliaments: Sequence[str], most: int = 500) -> list[tuple[str, int]]:
    """The topic tags of the parliaments with their number of speeches, most frequent first."""
    tagged = (
        Speech.objects.filter(parliament__in=parliaments)
        .exclude(topics=[])
        .order_by()
        .annotate(topic=Func("topics", function="unnest"))
    )
    counted = tagged.values("topic").annotate(count=Count("pk")).order_by("-count", "topic")
    return [(row["topic"], row["count"]) for row in counted[:most]]


def profile(politician: Politician) -> Profile:
    """A politician's terms, subjects, activity over time, offices and latest votes."""
    speeches = Speech.objects.filter(politician=politician)
    facts = speeches.aggregate(count=Count("pk"), words=Sum("word_count"), first=Min("date"), last=Max("date"))
    roles = speeches.exclude(role="").order_by("-date").values_list("role", flat=True)
    votes = politician.ballots.filter(division__in=recorded_votes()).select_related(
        "division__sitting__chamber", "division__debate__parent"
    )
    terms = list(politician.terms.select_related("chamber", "party", "riding").order_by("-end"))
    return Profile(
        terms=terms,
        roles=list(dict.fromkeys(roles[:200]))[:4],
        first_day=facts["first"],
        last_day=facts["last"],
        speech_count=facts["count"],
        word_count=facts["words"] or 0,
        over_time=over_time(speeches, politician.parliament_id),
        subjects=subjects(speeches),
        offices=offices_of(list(politician.offices.all())),
        ballots=list(votes.order_by("-division__sitting__date", "-division__position")[:_BALLOTS]),
        attendance=_attendance(politician, votes, terms),
    )


def _attendance(politician: Politician, votes: QuerySet[Ballot], terms: Sequence[Term]) -> Attendance:
    """Leaves out votes cast by whips: they name nobody, so they say nothing about attendance.

    A list that names no end of a term ends before the record may. Whoever the record shows at its end or later still
    had the seat, for a year at most.
    """
    during = Q(sitting__in=votes.values("division__sitting"))
    spoke = politician.speeches.order_by().values_list("sitting__chamber").annotate(Max("date"))
    voted = votes.order_by().values_list("division__sitting__chamber").annotate(Max("division__sitting__date"))
    seen = [*spoke, *voted]
    for term in terms:
        kept = term.open and any(chamber == term.chamber_id and day >= term.end for chamber, day in seen)
        last = term.end + LIST_HOLDS if kept else term.end
        during |= Q(sitting__chamber=term.chamber, sitting__date__range=(term.start, last))
    by_name = recorded_votes().filter(during).exclude(method=Division.Method.PARTY)
    return Attendance(votes.exclude(division__method=Division.Method.PARTY).count(), by_name.count())


def over_time(speeches: QuerySet[Speech], parliament: str) -> list[Bar]:
    """Speeches per year, from the first to the last, for each year of which the record has sittings of a parliament."""
    rows = speeches.order_by().annotate(year=ExtractYear("date")).values_list("year").annotate(count=Count("pk"))
    counts = dict(rows)
    if not counts:
        return []
    sat = Sitting.objects.filter(chamber__parliament=parliament, date__year__range=(min(counts), max(counts)))
    years = sat.order_by("date__year").values_list("date__year", flat=True).distinct()
    return [Bar(str(year), counts.get(year, 0)) for year in years]


def subjects(speeches: QuerySet[Speech]) -> list[dict[str, Any]]:
    """The debate titles with the most of these speeches."""
    titled = speeches.exclude(title="").order_by().values("title").annotate(count=Count("pk"))
    return [dict(row) for row in titled.order_by("-count", "title")[:_SUBJECTS]]


def latest(speeches: QuerySet[Speech]) -> QuerySet[Speech]:
    """Speeches with the columns that a list shows, latest first."""
    shown = speeches.select_related("chamber", "party").only(
        "id", "speaker", "date", "title", "reference", "text", "parts", "word_count", "chamber__name", "party__code",
        "party__name", "party__colour",
    )  # fmt: skip
    return shown.order_by("-date", "-position")


def speech_counts(parties: Iterable[Party]) -> dict[int, int]:
    """The number of speeches of each party, by the party's primary key."""
    spoken = Speech.objects.filter(party__in=list(parties)).order_by().values_list("party").annotate(count=Count("pk"))
    return dict(spoken)


def members_of(party: Party) -> list[dict[str, Any]]:
    """The politicians who spoke for a party, with their number of speeches, by name."""
    spoken = Speech.objects.filter(party=party).exclude(politician=None)
    named = spoken.order_by().values(slug=F("politician__slug"), name=F("politician__name"))
    return [dict(row) for row in named.annotate(speeches=Count("pk")).order_by("name")]
