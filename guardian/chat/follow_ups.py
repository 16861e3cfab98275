"""Questions that lean on the one before in a conversation: "and for the board?"."""

from rag.retrieval.excerpt import query_words
from rag.text.align import words_of

# The closed classes of words by which a question goes on from the one before: conjunctions at its beginning, and
# pronouns in a short one.
_CONJUNCTIONS = frozenset("and or but so et ou mais donc".split())
_PRONOUNS = frozenset("it they them one ones il elle ils elles ça cela eux celui celle ceux celles".split())
# A question with more content words names its own subject.
_FEW = 2


def leans(question: str) -> bool:
    """Whether a question takes its matter from the one before.

    >>> leans("and for the board?"), leans("How many of them?"), leans("Can I keep a dog if it is small?")
    (True, True, False)
    """
    words = [word.form for word in words_of(question)]
    few = len(query_words(question)) <= _FEW
    return bool(words) and few and (words[0] in _CONJUNCTIONS or not _PRONOUNS.isdisjoint(words))


def question_in_full(question: str, before: str) -> str:
    """A question with the words that it takes from the one before, in brackets; itself if it takes none.

    >>> question_in_full("and for the board?", "What is the quorum for a members' meeting?")
    "and for the board? (quorum, members', meeting)"
    """
    if not before or not leans(question):
        return question
    own = set(query_words(question))
    taken = [word for word in dict.fromkeys(query_words(before)) if word not in own]
    return f"{question} ({', '.join(taken)})" if taken else question
