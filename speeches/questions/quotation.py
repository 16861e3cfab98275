"""Questions about a quotation: whether it was said, by whom and where."""

from typing import Any

from django.utils.translation import override

from rag.text.dates import format_date
from speeches.models import Party
from speeches.questions.answer import AnswerSentence
from speeches.questions.plan import Question
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.claim import FEWEST_WORDS
from speeches.quotes.report import heading_of
from speeches.quotes.verify import Finding, QuoteVerdict, verify_quote


def verdict_for(asked: Question, country: str) -> QuoteVerdict | None:
    """The verdict on the quotation in a question; None if it has too few words."""
    reading = asked.reading
    words = reading.words("quotation")
    if len(words.split()) < FEWEST_WORDS:
        return None
    named = reading.all("speaker") or reading.all("about")
    keys = named[0].keys if named else ()
    claimed = asked.people.names[keys[0]] if len(keys) == 1 else named[0].words if named else ""
    return verify_quote(QuoteRequest(words, claimed, "", reading.first, reading.last, reading.parliament or country))


def verdict_sentence(verdict: QuoteVerdict, language: str) -> str:
    """The verdict in a sentence, in the language of the question."""
    with override(language):
        return heading_of(verdict)


def sentence_found(found: Finding, language: str) -> AnswerSentence:
    """The words in the record, verbatim, with their speaker."""
    about = found.role or found.party
    who = f"{found.speaker} ({about})" if about else found.speaker
    return AnswerSentence(found.text, [1], f"{who}, {format_date(found.date, language)}", verbatim=True)


def source_found(found: Finding) -> dict[str, Any]:
    """The words in the record as a numbered source."""
    party = Party.objects.filter(name=found.party, parliament=found.parliament).first()
    return {
        "n": 1,
        "id": found.speech_id,
        "source_type": "hansard",
        "speaker": found.speaker,
        "role": found.role,
        "party": found.party,
        "party_code": party.code if party else "",
        "party_colour": party.colour if party else "",
        "chamber": found.chamber,
        "parliament": found.parliament,
        "country": found.country,
        "sample": found.sample,
        "electorate": "",
        "date": str(found.date),
        "title": found.title,
        "reference": found.reference,
        "url": found.url,
        "source_url": found.source_url,
        "quote": found.text,
        "start": found.start,
        "end": found.end,
        "highlights": [[found.match_start - found.start, found.match_end - found.start]],
    }
