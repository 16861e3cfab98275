"""Where a question names members and parties of the record."""

from collections.abc import Iterable, Mapping, Sequence

from rag.language.tokens import Word
from speeches.formats.names import fold
from speeches.search.catalogue import catalogue
from speeches.search.roster import roster
from speeches.understanding.gazetteer import NamedWords, gazetteer
from speeches.understanding.owners import outermost, possessors, without_possessive

# The spans of names of the record, by the kind of thing that they name.
Spans = Mapping[str, Sequence[tuple[int, int]]]


def people_in(text: str, words: list[Word], known: Spans, version: int | None) -> list[tuple[int, int]]:
    """The spans of names that members of the record bear."""
    owners = (span for span in possessors(text, words) if roster(version).find_members(text[span[0] : span[1]]))
    return [*known.get("person", ()), *owners]


def parties_in(text: str, words: list[Word], known: Spans, version: int | None) -> list[tuple[int, int]]:
    """The spans of names that parties of the record bear, none within another; long ones however they are written. If a
    member is called so, the member is meant: "Katter"."""
    called, names_known = catalogue(version).called, gazetteer(version)
    found = [*known.get("party", ())]
    found += [span for span in possessors(text, words) if fold(text[span[0] : span[1]]) in called]
    found += [(word.start, word.end) for word in words if names_known.names_a_party(word.text)]
    people = {without_possessive(text, *span) for span in known.get("person", ())}
    return [one for one in outermost([without_possessive(text, *span) for span in found]) if one not in people]


def spans_by_kind(words: Sequence[Word], named: Iterable[NamedWords]) -> Spans:
    """The spans of names of the record, by the kind of thing that they name."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for one in named:
        spans.setdefault(one.kind, []).append((words[one.first].start, words[one.last - 1].end))
    return spans
