"""Rows of the record as plain values, shared by the JSON API and the MCP tools."""

from typing import Any

from speeches.models import Debate, Division, Enrichment, Speech
from speeches.reading.people import profile
from speeches.reading.votes import parties_on

_CONTEXT_SPEECHES = 2


def speech_values(speech: Speech) -> dict[str, Any]:
    """Everything stored about a speech; its text is verbatim."""
    return {
        "speech_id": speech.pk,
        "title": speech.title,
        "speaker": speech.speaker,
        "role": speech.role,
        "party": speech.party.name if speech.party else "",
        "party_code": speech.party.code if speech.party else "",
        "chamber": speech.chamber.name,
        **speech.parliament.named_values(),
        "state": speech.state,
        "electorate": speech.riding.name if speech.riding else "",
        "date": speech.date,
        "time": speech.time.isoformat("minutes") if speech.time else None,
        "kind": speech.kind,
        "debate_type": speech.debate_type,
        "language": speech.language,
        "page": speech.page,
        "hansard_reference": speech.reference,
        "topic_tags": speech.topics,
        "transcript_quality": speech.transcript_quality,
        "word_count": speech.word_count,
        "source_url": speech.source_url,
        "url": speech.get_absolute_url(),
        "full_text": speech.text,
        "parts": speech.parts,
        "paragraphs": [
            {"id": key, "start": start, "end": end, "floor_language": floor}
            for key, start, end, floor in speech.paragraphs
        ],
        "bills": [bill.key for bill in speech.bills.select_related("session")],
        "translation": other.pk if (other := speech.translation()) else "",
        "metadata": speech.metadata,
        "enrichment": enrichment_values(speech),
    }


def enrichment_values(speech: Speech) -> dict[str, Any] | None:
    """A chat model's metadata for the speech's current text; None if no model has read it."""
    read = Enrichment.objects.filter(speech=speech, source_hash=speech.source_hash).first()
    if read is None:
        return None
    return {"made_by_model": read.model, "made_at": read.made_at.isoformat(), "values": read.values}


def speech_item(speech: Speech) -> dict[str, Any]:
    """A speech as a list item, without its text."""
    debate = speech.debate
    if debate:
        debate.sitting = speech.sitting
        debate.sitting.chamber = speech.chamber
    return {
        "speech_id": speech.pk,
        "title": speech.title,
        "speaker": speech.speaker,
        "politician": speech.politician.slug if speech.politician else "",
        "role": speech.role,
        "party": speech.party.name if speech.party else "",
        "party_code": speech.party.code if speech.party else "",
        "chamber": speech.chamber.name,
        **speech.chamber.parliament.named_values(),
        "state": speech.state,
        "date": speech.date,
        "time": speech.time.isoformat("minutes") if speech.time else None,
        "kind": speech.kind,
        "debate": debate.key if debate else "",
        "debate_type": speech.debate_type,
        "language": speech.language,
        "page": speech.page,
        "word_count": speech.word_count,
        "hansard_reference": speech.reference,
        "topic_tags": speech.topics,
        "source_url": speech.source_url,
        "url": speech.get_absolute_url(),
    }


def neighbours(speech: Speech, *, before: bool) -> list[dict[str, Any]]:
    """The speeches just before or after this one on the same day, in order."""
    day = Speech.objects.filter(sitting_id=speech.sitting_id)
    near = (
        day.filter(position__lt=speech.position).order_by("-position")
        if before
        else day.filter(position__gt=speech.position).order_by("position")
    )[:_CONTEXT_SPEECHES]
    found = [
        {"speech_id": other.pk, "speaker": other.speaker, "title": other.title, "full_text": other.text}
        for other in near
    ]
    return found[::-1] if before else found


def debate_values(debate: Debate) -> dict[str, Any]:
    """A debate's heading."""
    parent = debate.parent
    if parent:
        parent.sitting = debate.sitting
    return {
        "id": debate.key,
        "title": debate.title,
        "type": debate.type,
        "date": debate.sitting.date,
        "chamber": debate.sitting.chamber.name,
        **debate.sitting.chamber.parliament.named_values(),
        "page": debate.page,
        "bill": debate.bill,
        "parent": parent.key if parent else "",
        "url": debate.get_absolute_url(),
    }


def division_values(division: Division) -> dict[str, Any]:
    """A recorded vote, without its ballots."""
    debate = division.debate
    if debate:
        debate.sitting = division.sitting
    return {
        "id": division.key,
        "date": division.sitting.date,
        "chamber": division.sitting.chamber.name,
        **division.sitting.chamber.parliament.named_values(),
        "debate": debate.key if debate else "",
        "title": division.title,
        "kind": division.kind,
        "stage": division.stage,
        "subject": division.subject,
        "motion": division.motion,
        "mover": division.mover.slug if division.mover else "",
        "mover_name": division.mover_name,
        "meaning": division.meaning,
        "outcome": division.outcome,
        "question": division.question,
        "result": division.result,
        "ayes": division.ayes,
        "noes": division.noes,
        "abstentions": division.abstentions,
        "pairs": division.paired,
        "number": division.number,
        "method": division.method,
        "bill": division.about.key if division.about else "",
        "url": division.get_absolute_url(),
    }


def ballots_of(division: Division) -> list[dict[str, Any]]:
    """Every ballot of a division, in the order of the record."""
    ballots = list(division.ballots.select_related("politician", "party").order_by("pk"))
    parties = parties_on(division.sitting, (one.politician_id for one in ballots if one.politician_id))
    return [
        {
            "name": ballot.name,
            "politician": ballot.politician.slug if ballot.politician else "",
            "party": party.code if (party := ballot.party or parties.get(ballot.politician_id or 0)) else "",
            "vote": ballot.vote,
            "teller": ballot.teller,
            "paired": ballot.vote == "paired",
            "proxy": ballot.proxy,
        }
        for ballot in ballots
    ]


def party_votes_of(division: Division) -> list[dict[str, Any]]:
    """The votes that whips cast in a party vote; a split party's members are named."""
    return [
        {
            "name": cast.name,
            "party": cast.party.code if cast.party else "",
            "vote": cast.vote,
            "count": cast.count,
            "members": cast.members,
        }
        for cast in division.party_votes.select_related("party").order_by("pk")
    ]


def politician_values(politician: Any) -> dict[str, Any]:
    """A politician of `politicians_called` as a list item."""
    term = next(iter(politician.terms.all()), None)
    return {
        "id": politician.slug,
        "name": politician.name,
        **politician.parliament.named_values(),
        "party": term.party.code if term and term.party else "",
        "electorate": term.riding.name if term and term.riding else "",
        "speeches": politician.speech_count,
        "url": politician.get_absolute_url(),
    }


def politician_profile(politician: Any) -> dict[str, Any]:
    """The full profile of a politician of `politicians_called`."""
    known = profile(politician)
    return {
        **politician_values(politician),
        "roles": known.roles,
        "words": known.word_count,
        "terms": [
            {
                "chamber": term.chamber.name,
                "party": term.party.code if term.party else "",
                "electorate": term.riding.name if term.riding else "",
                "state": term.state,
                "first_seen": term.start,
                "last_seen": term.end,
            }
            for term in known.terms
        ],
        "offices": [
            {
                "title": one.title,
                "language": one.language,
                "first_day": one.start,
                "last_day": one.end,
                "open": one.open,
                "source": one.source,
            }
            for one in known.offices
        ],
        "subjects": [{"title": one["title"], "speeches": one["count"]} for one in known.subjects],
        "by_year": [{"year": int(bar.label), "speeches": bar.count} for bar in known.over_time],
        "spellings": politician.spellings,
        "attendance": {"voted": known.attendance.voted, "held": known.attendance.held},
    }
