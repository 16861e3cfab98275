"""What a question says beyond what a list can answer. A list is only given where that is nothing."""

import re
from collections.abc import Iterable
from itertools import chain

from speeches.formats.names import fold
from speeches.search.catalogue import Catalogue
from speeches.understanding.days import days_named
from speeches.understanding.names import ELIDED, party_mentions
from speeches.understanding.query import Query

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|e|re)")
# Words count by so many of their first letters: "appointments" as "appoint", "recommendation" as "recommend".
STEM = 6
# What every question that asks for a list says, in either language.
ASKING = frozenset(
    "list name show me give tell all every each of in from for who whom whose which what are were was is the a an and "
    "or by on at to with their its there that mp mps member members senator senators parliament house commons sitting "
    "sat sit sits served serve serves riding ridings electorate electorates seat seats party parties named one full "
    "complete please everybody everyone those people person how many end start beginning during day "
    "liste listez lister nommez quels quelles quel quelle qui sont etaient est le la les de des du un une et ou au aux "
    "en pour dans par sur avec leur leurs depute deputes deputee deputees senateur senateurs circonscription "
    "circonscriptions fin debut chambre tous toutes combien siegent siegeaient siege siegeait parti partis l d "
    "qu".split()
)


def words_left(query: Query, known: Catalogue, more: Iterable[str] = ()) -> list[str]:
    """Words of a query that are no names, no day and no words of asking; `more` are such words too."""
    text = without_names(query, known)
    allowed = ASKING | set(more)
    words = (fold(found) for found in _WORD.findall(text))
    return [word for word in words if word not in allowed and not (query.session and _ORDINAL.fullmatch(word))]


def without_names(query: Query, known: Catalogue) -> str:
    """The query without the parties, places, countries, bills, sessions and days that were understood."""
    text = query.text
    spans = [(start, end) for start, end, _ in party_mentions(text, known)]
    spans += [(bill.start, bill.end) for bill in query.bills]
    if query.first and (found := days_named(text)):
        spans.append(found[2:])
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    countries = [name for name, code in known.countries.items() if code == query.parliament]
    states = [name for name, meant in known.spellings.get("state", {}).items() if meant & set(query.states)]
    for name in sorted(filter(None, (*states, query.session, *countries)), key=len, reverse=True):
        text = _cut(text, name)
    return text


def _cut(text: str, name: str) -> str:
    """The text without a name, with or without its accents."""
    words = text.split()
    # "néo-zélandais" is two words of a name, "l'Ontario" one.
    parts = [fold(ELIDED.sub("", word.strip('()«»".,?!;:'))).split() for word in words]
    wanted = fold(name).split()
    kept: list[str] = []
    place = 0
    while place < len(words):
        ends = range(place + 1, min(place + len(wanted), len(words)) + 1)
        end = next((end for end in ends if [*chain.from_iterable(parts[place:end])] == wanted), None)
        if end is None:
            kept.append(words[place])
        place = end or place + 1
    return " ".join(kept)


def stems_of(text: str, common: frozenset[str] = frozenset()) -> frozenset[str]:
    """The words of a text that say what it is about, each by its beginning.

    >>> sorted(stems_of("the bill on horses for human food", frozenset({"the", "bill", "on", "for"})))
    ['food', 'horse', 'human']
    """
    words = (fold(word) for word in _WORD.findall(text))
    words = (ELIDED.sub("", word) for word in words if word not in common)
    return frozenset(
        _singular(word)[:STEM] for word in words if word not in common and (len(word) > 2 or word.isdigit())
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
