"""Lists by the very words that members said."""

from rag.text.align import occurrences, words_of
from speeches.enumerations.listing import Listing
from speeches.enumerations.selection import listing_of, speakers_of, speeches_within
from speeches.models import Chunk, Speech, TermCount
from speeches.reading.voice_words import voices_of
from speeches.search.catalogue import catalogue
from speeches.search.phrases import must_hold
from speeches.understanding.reading import Reading

# A subject of more words is a description, which nobody says as it stands. At most so many speeches may hold it.
_MOST_WORDS, _MOST_SPEECHES = 3, 300


def list_by_words(reading: Reading, version: int | None) -> Listing | None:
    """The members who said the subject of a question as it stands, on the days and in the chamber named; None if it is
    a description, nobody said it, or too many did."""
    subject = reading.words("topic")
    if not 0 < len(subject.split()) <= _MOST_WORDS or reading.all("division", "bill", "committee"):
        return None
    within, keys = speeches_within(reading), set[str]()
    for model in catalogue(version).models:
        holding = must_hold([subject], TermCount._meta.db_table, model.pk, reading.language, Chunk)
        chunks = Chunk.objects.filter(holding, model=model.pk, parliament__in=reading.view, speech__in=within)
        keys |= set(chunks.values_list("speech_id", flat=True).distinct()[: _MOST_SPEECHES + 1])
    if len(keys) > _MOST_SPEECHES:
        return None
    held = within.filter(pk__in=keys)
    said = Speech.objects.filter(pk__in=[one.pk for one in held if _says(one, subject)])
    return listing_of("speakers", speakers_of(said), reading, subject, "the words")


def _says(speech: Speech, words: str) -> bool:
    """Whether the member who gives a speech says the words in it, and not somebody who interrupts."""
    forms = [word.form for word in words_of(words)]
    own = (one for one in voices_of(speech.text, speech.parts) if one.politician == speech.politician_id)
    return any(occurrences(forms, one.forms) for one in own)
