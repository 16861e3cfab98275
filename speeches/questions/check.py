"""Which questions can be asked."""

from speeches.finding.sources import PRINTED_KINDS
from speeches.models import SourceType
from speeches.questions.answer import LONGEST_QUESTION, PASSAGES, AskRequest
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable


def check_question(request: AskRequest) -> None:
    """Raises SearchError for a question that cannot be asked."""
    question = request.question.strip()
    if len(question) < 3:
        raise SearchError("question", "Ask a question, such as: What did members say about housing?")
    if broken := unstorable(request.question, request.filters):
        raise SearchError("question", f"The question holds {broken}, which no text of the record does. Take it out.")
    if len(question) > LONGEST_QUESTION:
        raise SearchError(
            "question", f"The question has {len(question)} characters; at most {LONGEST_QUESTION} are read. Shorten it."
        )
    if not 1 <= request.top_k <= PASSAGES:
        raise SearchError("top_k", f"top_k is {request.top_k}; choose a number from 1 to {PASSAGES}.")
    kind = request.filters.source_type.lower()
    if kind and kind not in PRINTED_KINDS:
        raise SearchError("source_type", f"Answers quote {', '.join(PRINTED_KINDS)}; “{kind}” has no words to quote.")
    if kind not in ("", SourceType.HANSARD) and (request.filters.speaker or request.filters.party):
        raise SearchError("source_type", f"A {kind} is nobody's words: leave out the speaker and the party, or it.")
