"""What kind of record a query asks for, as data: the cues of each intent and what it searches and may cite."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Intent:
    """An intent: in which types of source to look, the citations that it allows of them, and how it is recognised.

    `slots` are the passages of an answer, of twelve, that a type may take while others wait; one without may take all.
    Cues are patterns on the query in lower case. Of several intents whose cues occur, the first in the table wins.
    """

    name: str
    label: str
    source_types: tuple[str, ...]
    cites: tuple[str, ...]
    cues: tuple[str, ...] = ()
    # Cues that count only beside the name of a party.
    of_a_party: tuple[str, ...] = ()
    slots: Mapping[str, int] = field(default_factory=lambda: {"bill": 3, "committee_report": 3})


_SIDE = r"(?:for|against|to|on|in favou?r|with)"
_TOOK = "voted|supported|opposed|backed|abstained|rejected|endorsed|favou?red"

INTENTS = (
    Intent(
        name="vote_focused",
        label="votes",
        source_types=("vote_question", "vote_party", "vote_member", "bill", "hansard"),
        cites=("vote_question", "vote_party", "vote_member", "hansard"),
        cues=(
            rf"\b(?:voted?|votes|voting)\s+{_SIDE}\b",
            r"\bhow (?:did|has|have|do|does)\b.{1,60}\bvoted?\b",
            rf"\bwho (?:all )?(?:{_TOOK}|was paired|were paired)\b",
            r"\b(?:which|what|list|name|show)\b.{0,60}\b(?:members?|mps?|senators?|parties|independents?)\b.{0,20}"
            rf"\b(?:{_TOOK}|supporting|opposing|against|in favou?r|abstaining)\b",
            r"\bwho were the\b.{1,60}\b(?:supported|opposed|abstained)\b",
            r"\b(?:result|outcome|tally|count) of the (?:vote|division)\b",
            r"\b(?:vote|division) (?:count|tally|result|outcome)\b|\bhow many (?:votes|ayes|noes|yeas|nays)\b",
            r"\b(?:qui|(?:quels?|quelles?) (?:députée?s|sénateurs|sénatrices|partis)\b.{0,30}?) "
            r"(?:a|ont|avait|avaient) (?:vot[ée]|appuy[ée]|rejet[ée])",
            r"\b(?:s(?:'|’)(?:est|était)|se sont|s(?:'|’)étaient) (?:opposée?s?|prononcée?s? (?:pour|contre))\b",
            r"\b(?:vot[ée]e?s?|votent|voter|voix) (?:pour|contre|en faveur)\b",
            r"\bpar combien de voix\b",
            r"\bcomment\b.{1,60}\bvot[ée]",
            r"\bs(?:'|’)(?:est|sont|étaient) abstenus?\b",
            r"\b(?:résultat du vote|vote par appel nominal)\b",
        ),
    ),
    Intent(
        name="election_focused",
        label="elections",
        source_types=("election", "candidacy", "politician", "hansard"),
        cites=("election", "candidacy", "hansard"),
        cues=(
            r"\bturnout\b",
            r"\b(?:was|were|got|been) elected\b",
            r"\b(?:élus?|élues?) (?:à|dans|en|aux?)\b",
            r"\b(?:who|which \w+) (?:won|ran|stood|lost)\b.{0,60}\b(?:election|by-election|riding|seat)\b",
            r"\b(?:general|federal|by-?)\s*elections?\b.{0,40}\b(?:results?|candidates?|turnout|winners?)\b",
            r"\b(?:results?|candidates?|turnout|winners?)\b.{0,40}\b(?:general|federal|by-?)?\s*elections?\b",
            r"\b(?:candidats?|résultats?|taux de participation)\b.{0,40}\bélections?\b",
            r"\bmode de scrutin\b",
        ),
    ),
    Intent(
        name="bill_focused",
        label="bills",
        source_types=("bill", "hansard", "committee_report"),
        cites=("bill", "hansard", "committee_report"),
        slots={"bill": 6, "committee_report": 2},
        cues=(
            r"\b(?:the|this|which|what|first|second|third)\b.{0,30}\bbills?\b",
            r"\bbills? (?:about|on|to|that|for|introduced)\b",
            r"\b(?:projets?|propositions?) de loi\b",
            r"\b(?:second|third|first) reading\b",
            r"\b(?:deuxième|troisième|première) lecture\b",
        ),
    ),
    Intent(
        name="committee_focused",
        label="committees",
        source_types=("committee", "committee_meeting", "committee_report", "hansard"),
        cites=("committee", "committee_meeting", "committee_report", "hansard"),
        slots={"committee_report": 6},
        cues=(
            r"\b(?:sub)?committees?\b",
            r"\bboard of internal economy\b",
            r"\bwitness(?:es)?\b",
            r"\bcomités?\b",
            r"\btémoins?\b",
            r"\bbureau de régie interne\b",
        ),
    ),
    Intent(
        name="party_focused",
        label="parties",
        source_types=("party", "politician", "hansard"),
        cites=("party", "politician", "hansard"),
        of_a_party=(
            r"\b(?:list|name|which|how many|all|every)\b.{0,40}\b(?:mps?|members?|senators?)\b",
            r"\b(?:liste|quels|tous les)\b.{0,40}\bdéputés\b",
            r"^(?:which|what|list|name)\b(?: [\w'’-]+){1,4} (?:held|hold|sat|sit|represent(?:ed|s)?)\b",
        ),
        cues=(
            r"\bcaucus\b",
            r"\b(?:which|what|list) (?:the )?(?:political )?parties\b",
        ),
    ),
    Intent(
        name="riding_focused",
        label="ridings",
        source_types=("riding", "politician", "hansard"),
        cites=("riding", "politician", "hansard"),
        cues=(
            r"\b(?:members?|mps?|senators?) (?:for|from|of) (?:the )?(?!parliament)[\w'’—-]+",
            r"\b(?:ridings?|electorates?|constituenc(?:y|ies))\b",
            r"\bwho represent(?:s|ed)?\b",
            r"\b(?:members?|mps?|senators?) (?:who )?represent(?:s|ed|ing)?\b",
            r"\b(?:circonscriptions?|députée? d[eu'’])",
            r"\b(?:qui|députée?s?|sénateurs?|sénatrices?) représent",
        ),
    ),
    Intent(
        name="session_focused",
        label="sessions",
        source_types=("session", "hansard"),
        cites=("session", "hansard"),
        cues=(
            r"\bwhen (?:does|did|will|do) (?:the )?(?:house|senate|parliament|session)\b.{0,40}"
            r"\b(?:return|resume|adjourn|sit|rise|open|end|begin)\b",
            r"\b(?:which|what|how many|list)\b.{0,20}\bsessions?\b",
            r"\b(?:parliamentary|sitting) calendar\b",
            r"\bquand la chambre\b",
            r"\bcalendrier parlementaire\b",
        ),
    ),
    Intent(
        name="politician_focused",
        label="people",
        source_types=("hansard", "politician", "vote_member"),
        cites=("hansard", "politician", "vote_member"),
    ),
    Intent(
        name="hansard_focused",
        label="debates",
        source_types=("hansard",),
        cites=("hansard", "bill", "committee_report"),
    ),
)
BY_NAME = {intent.name: intent for intent in INTENTS}
_NEVER = re.compile(r"(?!)")
_CUES = [
    (
        intent,
        re.compile("|".join(intent.cues)),
        re.compile("|".join(intent.of_a_party)) if intent.of_a_party else _NEVER,
    )
    for intent in INTENTS
    if intent.cues
]


def choose_intent(
    text: str, *, bills: Collection[object] = (), parties: Collection[object] = (), speaker: bool = False
) -> Intent:
    """The intent of a query. A vote outranks the bill that it was on; a bill by its number, everything else.

    >>> choose_intent("Who voted against C-11?", bills=["C-11"]).name, choose_intent("C-11 streaming", bills=["x"]).name
    ('vote_focused', 'bill_focused')
    """
    lowered = text.lower()
    for intent, cues, of_a_party in _CUES:
        if intent.name == "bill_focused" and bills:
            return intent
        if cues.search(lowered) or (parties and of_a_party.search(lowered)):
            return intent
    return BY_NAME["politician_focused" if speaker else "hansard_focused"]
