"""An answer as one text, and the lead of its verbatim sentences."""

from collections.abc import Collection

from rag.answering.passages import Passage
from rag.text.dates import format_date
from rag.text.spans import Span
from speeches.questions.answer import AnswerSentence

_IN_REPLY = {"en": "{}, in reply to {}, “{}”", "fr": "{}, en réponse à {}, « {} »"}
# A question is shown up to so many characters from its end.
_LONGEST = 200


def answer_text(sentences: list[AnswerSentence]) -> str:
    """The answer as one text: verbatim sentences quoted after their speaker, numbers of sources in brackets."""
    lines: list[str] = []
    section = lead = ""
    for sentence in sentences:
        marks = "".join(f"[{number}]" for number in sentence.citations)
        if sentence.section != section:
            lines.append(f"{sentence.section}:")
            section, lead = sentence.section, ""
        if not sentence.verbatim:
            lines.append(f"{sentence.text} {marks}")
        elif sentence.lead == lead:
            lines[-1] += f" “{sentence.text}” {marks}"
        else:
            lines.append(f"{sentence.lead}: “{sentence.text}” {marks}")
            lead = sentence.lead
    return "\n".join(lines)


def lead_of(passage: Passage, span: Span, said: Collection[str]) -> str:
    """The speaker or the source of words in a passage, the day, and the question that they reply to unless the answer
    has `said` it already."""
    asked = passage.question_before(span)
    if asked is None or any(own in one for own in asked.sentences for one in said):
        return _who_and_when(passage)
    language = str(passage.facts.get("language", "en"))
    return _IN_REPLY[language].format(_who_and_when(passage), asked.asker, _shorten(asked.sentences[-1]))


def _shorten(question: str) -> str:
    """The end of a question, from a whole word on."""
    return question if len(question) <= _LONGEST else f"… {question[-_LONGEST:].partition(' ')[2]}"


def _who_and_when(passage: Passage) -> str:
    """The speaker or the source of a passage, and the day."""
    about = passage.facts["role"] or passage.facts["party"]
    # If nobody is named, the chair's name is the office itself.
    who = f"{passage.speaker} ({about})" if about and about != passage.speaker else passage.speaker or "The record"
    return f"{who}, {format_date(passage.date, passage.facts.get('language', 'en'))}" if passage.date else who
