"""Example questions in English, the language whose words choose them, by the topics of a scheme's bylaws."""

from collections.abc import Iterable

from guardian.models import Bylaw

_BY_TOPIC = (
    (("pet", "animal", "dog"), "Can I keep a dog?"),
    (("parking", "vehicle", "park "), "Where may I park?"),
    (("noise", "nuisance", "quiet"), "What about noise at night?"),
    (("lease", "leasing", "rental", "renting", "tenant"), "May I rent out my home?"),
    (("quorum",), "What is the quorum for a meeting?"),
    (("alter", "renovat", "exterior"), "Do I need approval to change the outside of my home?"),
    (("fence", "fencing"), "What are the rules for fences?"),
    (("assessment", "levy", "contribution", "fees"), "What happens if I pay late?"),
    (("proxy",), "Can somebody else vote for me?"),
    (("amend",), "How can these bylaws be changed?"),
)
_MOST = 4


def example_questions(bylaws: Iterable[Bylaw]) -> list[str]:
    """Up to four questions on topics that the documents in force mention."""
    text = "\n".join(bylaw.text.lower() for bylaw in bylaws)
    return [question for words, question in _BY_TOPIC if any(word in text for word in words)][:_MOST]
