"""Parses what somebody typed into the box: words, "phrases", -exclusions and filters such as party:labor."""

import re
from dataclasses import dataclass, field

OPERATORS = {
    "speaker": "speaker",
    "member": "speaker",
    "party": "party",
    "chamber": "chamber",
    "state": "state",
    "electorate": "electorate",
    "topic": "topics",
    "bill": "bill",
    "type": "debate_type",
    "country": "country",
    "language": "language",
    "date": "date",
}
_OPERATOR = re.compile(rf"(?<!\S)({'|'.join(OPERATORS)}):(?:\"([^\"]*)\"|(\S+))", re.I)
_PHRASE = re.compile(r'"([^"]*\w[^"]*)"|“([^”]*\w[^”]*)”')
_EXCLUDED_PHRASE = re.compile(r'(?<!\S)-(?:"([^"]*\w[^"]*)"|“([^”]*\w[^”]*)”)')
_EXCLUDED = re.compile(r"(?<!\S)-(\w[\w'’-]*)")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class BoxQuery:
    """The parts of a typed query. `text` includes the words of the phrases, because they count for the ranking."""

    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    filters: dict[str, str] = field(default_factory=dict)


def parse_box(typed: str) -> BoxQuery:
    """Split a typed query into its parts.

    >>> parse_box('"aged care" funding -budget party:labor date:2021-10..2021-12')
    BoxQuery(text='aged care funding', phrases=('aged care',), excluded=('budget',), \
filters={'party': 'labor', 'date': '2021-10..2021-12'})
    """
    filters = {OPERATORS[key.lower()]: quoted or bare for key, quoted, bare in _OPERATOR.findall(typed)}
    rest = _OPERATOR.sub(" ", typed)
    unwanted = tuple(straight or curly for straight, curly in _EXCLUDED_PHRASE.findall(rest))
    rest = _EXCLUDED_PHRASE.sub(" ", rest)
    phrases = tuple(straight or curly for straight, curly in _PHRASE.findall(rest))
    rest = _PHRASE.sub(lambda found: f" {found[1] or found[2]} ", rest)
    excluded = (*unwanted, *_EXCLUDED.findall(rest))
    rest = _EXCLUDED.sub(" ", rest)
    return BoxQuery(_SPACES.sub(" ", rest).strip(), phrases, excluded, filters)
