"""Which questions can be asked."""

from django.utils.translation import gettext

from speeches.finding.sources import PRINTED_KINDS
from speeches.models import SourceType
from speeches.questions.answer import LONGEST_QUESTION, PASSAGES, AskRequest
from speeches.search.errors import SearchError
from speeches.search.filters import unstorable


def check_question(request: AskRequest) -> None:
    """Raises SearchError for a question that cannot be asked."""
    question = request.question.strip()
    if len(question) < 3:
        raise SearchError("question", gettext("Ask a question, such as: What did members say about housing?"))
    if broken := unstorable(request.question, request.filters):
        text = gettext("The question holds {broken}, which no text of the record does. Take it out.")
        raise SearchError("question", text.format(broken=broken))
    if len(question) > LONGEST_QUESTION:
        text = gettext("The question has {count} characters; at most {most} are read. Shorten it.")
        raise SearchError("question", text.format(count=len(question), most=LONGEST_QUESTION))
    if not 1 <= request.top_k <= PASSAGES:
        raise SearchError("top_k", f"top_k is {request.top_k}; choose a number from 1 to {PASSAGES}.")
    kind = request.filters.source_type.lower()
    if kind and kind not in PRINTED_KINDS:
        text = gettext("Answers quote {kinds}; “{kind}” has no words to quote.")
        raise SearchError("source_type", text.format(kinds=", ".join(PRINTED_KINDS), kind=kind))
    if kind not in ("", SourceType.HANSARD) and (request.filters.speaker or request.filters.party):
        text = gettext("A {kind} is nobody's words: leave out the speaker and the party, or it.")
        raise SearchError("source_type", text.format(kind=kind))
