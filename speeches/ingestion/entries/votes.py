"""Makes entries of recorded votes: the question, how each party voted, and how each member voted."""

from collections.abc import Iterator, Mapping

from django.db import connection
from django.db.models import QuerySet

from rag.text.dates import format_date
from speeches.enumerations.phrases import side_phrase
from speeches.formats.names import slug_or_hash
from speeches.ingestion.entries.drafts import Draft, hash_of, sentences
from speeches.ingestion.entries.wording import WORDING
from speeches.models import Ballot, Division, Parliament, SourceType, Vote
from speeches.reading.naming import bill_label, name_of, title_of
from speeches.reading.votes import PartyTally, Tally, recorded_votes, tally

VOTES = (SourceType.VOTE_QUESTION, SourceType.VOTE_PARTY, SourceType.VOTE_MEMBER)
_LONGEST_TITLE = 300
# Raise it when entries describe votes in another way, so that existing ones are written again.
_FORM = 4


def vote_markers(parliament: Parliament) -> Mapping[str, tuple[int, str]]:
    """The votes of a parliament by key, each with its row's primary key and a digest of what its entries are made
    from."""
    ballots, cast = _digests(_BALLOTS, parliament), _digests(_CAST, parliament)
    parties = hash_of(repr(sorted(parliament.parties.values_list("pk", "name"))))
    return {
        row.key: (row.pk, _marker(row, ballots.get(row.pk, ""), cast.get(row.pk, ""), parties))
        for row in _votes(parliament)
    }


# A digest of each vote's ballots: it changes with any name, side or member.
_OF_THE_PARLIAMENT = """
JOIN speeches_division v ON v.id = c.division_id JOIN speeches_sitting s ON s.id = v.sitting_id
JOIN speeches_chamber h ON h.id = s.chamber_id WHERE h.parliament_id = %s GROUP BY c.division_id
"""
_BALLOTS = f"""
SELECT c.division_id, md5(string_agg(concat_ws('|', c.name, c.vote, c.party_id, p.slug, p.name), ',' ORDER BY c.id))
FROM speeches_ballot c LEFT JOIN speeches_politician p ON p.id = c.politician_id {_OF_THE_PARLIAMENT}
"""
_CAST = f"""
SELECT c.division_id, md5(string_agg(concat_ws('|', c.name, c.vote, c.count, c.party_id), ',' ORDER BY c.id))
FROM speeches_partyvote c {_OF_THE_PARLIAMENT}
"""


def _digests(query: str, parliament: Parliament) -> dict[int, str]:
    with connection.cursor() as cursor:
        cursor.execute(query, [parliament.pk])
        return dict(cursor.fetchall())


def _marker(row: Division, *digests: str) -> str:
    counts = (row.ayes, row.noes, row.paired, row.abstentions)
    facts = (row.pk, row.name, row.meaning, row.motion, row.question, row.result, *counts)
    bill = (row.about.key, row.about.label, row.about.name, row.about.title_fr) if row.about else ()
    heading = [one.title for one in (row.debate.parent, row.debate) if one] if row.debate else []
    return hash_of(repr((_FORM, *facts, bill, heading, *digests, WORDING)))


def _votes(parliament: Parliament) -> QuerySet[Division]:
    rows = recorded_votes().filter(sitting__chamber__parliament=parliament)
    return rows.select_related("sitting__chamber__parliament", "debate__parent", "about__session")


def vote_drafts(parliament: Parliament, rows: set[int], made_of: Mapping[str, tuple[int, str]]) -> Iterator[Draft]:
    """The entries of the votes with these primary keys. `made_of` comes from `vote_markers`."""
    for division in _votes(parliament).filter(pk__in=rows):
        cast = tally(division)
        marker = made_of[division.key][1]
        for language in parliament.languages:
            if language in WORDING:
                yield _question(division, cast, language, marker)
        what = _about(division)
        yield from (
            _party(division, one, side, what, marker)
            for one in cast.parties
            if one.party or one.name
            for side in (Vote.AYE, Vote.NO, Vote.ABSTENTION)
            if one.votes(side)
        )
        yield from (
            _member(division, ballot, one, what, marker)
            for one in cast.parties
            for ballots in one.ballots.values()
            for ballot in ballots
        )


def _about(division: Division) -> str:
    bill = division.about
    titled_bill = bill is not None and bill.number and bill.name != bill.label
    return f"{division.name} ({bill.name})" if bill and titled_bill else division.name


def _sitting_phrase(division: Division, language: str) -> str:
    where = name_of(division.sitting.chamber, language)
    return WORDING[language]["on"].format(day=format_date(division.sitting.date, language), chamber=where)


def _question(division: Division, cast: Tally, language: str, marker: str) -> Draft:
    say = WORDING[language]
    bill = division.about
    label = bill_label(bill, language) if bill else ""
    title = title_of(bill, language) if bill else ""
    heading = division.debate
    above = [one.title for one in (heading.parent, heading) if one] if heading else []
    parties = ", ".join(
        f"{one.party.name if one.party else one.name}: {one.ayes}–{one.noes}"
        for one in cast.parties
        if one.party or one.name
    )
    text = sentences(
        ", ".join(filter(None, [say["vote"], label, _sitting_phrase(division, language)])),
        title,
        *above,
        division.words,
        division.meaning,
        say["counts"].format(ayes=division.ayes, noes=division.noes),
        say["paired"].format(paired=division.paired) if division.paired else "",
        division.result,
        parties,
    )
    return Draft(
        source_type=SourceType.VOTE_QUESTION,
        key=division.key,
        record=division.pk,
        language=language,
        title=_shorten(division.title),
        text=text,
        date=division.sitting.date,
        chamber_id=division.sitting.chamber_id,
        bill_id=division.about_id,
        url=division.get_absolute_url(),
        source_url=division.sitting.source_url,
        marker=f"{marker} {language}",
    )


def _party(division: Division, one: PartyTally, side: Vote, what: str, marker: str) -> Draft:
    say = WORDING["en"]
    name = one.party.name if one.party else one.name
    told = say["of_party"].format(party=name, side=side_phrase(side, True, "en"), count=one.votes(side))
    return Draft(
        source_type=SourceType.VOTE_PARTY,
        key=f"{division.key}/{slug_or_hash(name)}-{side}",
        record=division.pk,
        title=_shorten(f"{told}: {what}"),
        text=sentences(f"{told}: {what}", _sitting_phrase(division, "en")),
        date=division.sitting.date,
        chamber_id=division.sitting.chamber_id,
        party_id=one.party.pk if one.party else None,
        bill_id=division.about_id,
        url=division.get_absolute_url(),
        marker=marker,
    )


def _member(division: Division, ballot: Ballot, one: PartyTally, what: str, marker: str) -> Draft:
    say = WORDING["en"]
    name = ballot.politician.name if ballot.politician else ballot.name
    told = say["of_member"].format(name=name, side=side_phrase(Vote(ballot.vote), True, "en"))
    return Draft(
        source_type=SourceType.VOTE_MEMBER,
        key=f"{division.key}/{slug_or_hash(name)}",
        record=division.pk,
        title=_shorten(f"{told}: {what}"),
        text=sentences(f"{told}: {what}", one.party.name if one.party else one.name, _sitting_phrase(division, "en")),
        date=division.sitting.date,
        chamber_id=division.sitting.chamber_id,
        politician_id=ballot.politician_id,
        party_id=one.party.pk if one.party else None,
        bill_id=division.about_id,
        url=division.get_absolute_url(),
        marker=marker,
    )


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_TITLE else f"{text[: _LONGEST_TITLE - 1]}…"
