"""Parties, places, parliaments and people that a query names, as the record knows them."""

import re
from collections.abc import Iterator

from speeches.formats.names import fold
from speeches.search.catalogue import Catalogue
from speeches.search.mentions import mentions, spoken_by
from speeches.search.roster import Roster

_LONGEST_PARTY = 5
_LONGEST_PLACE = 6
# What stands before a word without a space in French, and behind it in English.
ELIDED = re.compile(r"^[dlqs]['’]|['’]s$", re.IGNORECASE)
_OF_A_PARTY = frozenset("mps mp members member senators senator party politicians opposition government caucus".split())
_WORD = re.compile(r"[\w’'-]*\w")
_NAME_GOES_ON = re.compile(r" ([A-Z]\w+)")
_MEMBERS_IN_FRENCH = frozenset(("conservateurs", "libéraux", "néo-démocrates", "bloquistes"))
_CODE = 3
# "What did Jagmeet Singh say", "Que dit Jagmeet Singh": somebody is meant, whether or not the record knows them.
_OF_THEIRS = re.compile(r"^(?:['’]s\b|\s+(?:on|about|sur)\b|\s*:\s)")
_SOMEBODY = re.compile(
    r"^(?:[Ww]hat|[Hh]ow|[Ww]hy) (?:did|does|has) (?:[A-ZÉ][\w’'-]+ ){2}|^(?:[Qq]ue |[Qq]u['’])(?:dit|a dit|a déclaré) "
    r"(?:[A-ZÉ][\w’'-]+ ){2}"
)


def party_mentions(text: str, known: Catalogue) -> Iterator[tuple[int, int, str]]:
    """Where a text names parties, "Labor MPs" among them, with the party's name; the longest reading first."""
    words = list(_WORD.finditer(text))
    position = 0
    while position < len(words):
        for count in range(min(_LONGEST_PARTY, len(words) - position), 0, -1):
            first, last = words[position], position + count - 1
            party = party_called(text[first.start() : words[last].end()], known)
            if party and not (count == 1 and _goes_on(text, first.start(), words[last].end())):
                if last + 1 < len(words) and fold(words[last + 1].group()) in _OF_A_PARTY:
                    last += 1
                yield first.start(), words[last].end(), party
                position = last + 1
                break
        else:
            position += 1


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether a word is only the beginning of a longer name: "National Integrity Commission"."""
    following = _NAME_GOES_ON.match(text, end)
    return following is not None and fold(following[1]) not in _OF_A_PARTY and text[start:end][-2:] not in ("'s", "’s")


def party_called(phrase: str, known: Catalogue) -> str:
    """The name of the party that a phrase is; "" for none. A word in small letters is no party ("the labor market"),
    but for members of one in French; nor is a short code unless it is written as one ("the Online Safety Act")."""
    bare = re.sub(r"['’]s$", "", phrase)
    if not bare[:1].isupper() and bare not in _MEMBERS_IN_FRENCH:
        return ""
    if len(bare) <= _CODE and not bare.isupper():
        return ""
    wanted = fold(bare)
    called = known.called.get(wanted) or known.called.get(wanted.removesuffix("s")) or set()
    # A name that several parties share, such as the Coalition's, stays as it is: all of them are meant.
    return known.parties[min(called)].name if len(called) == 1 else bare if called else ""


def parties_named(text: str, known: Catalogue) -> tuple[int, ...]:
    """The keys of the parties that a text names, all of those that share a name."""
    names = {fold(name) for _, _, name in party_mentions(text, known)}
    return tuple(sorted({pk for name in names for pk in known.called.get(name, ())}))


def place_named(text: str, spellings: dict[str, set[str]]) -> tuple[str, ...]:
    """The longest state that a text names, in the record's spellings."""
    words = [word for found in _WORD.finditer(text) for word in fold(ELIDED.sub("", found.group())).split()]
    for count in range(min(_LONGEST_PLACE, len(words)), 0, -1):
        for start in range(len(words) - count + 1):
            found = spellings.get(" ".join(words[start : start + count]))
            if found:
                return tuple(sorted(found))
    return ()


def parliament_named(text: str, known: Catalogue) -> str:
    """The code of the parliament whose country a text names; "" for none."""
    folded = f" {fold(text)} "
    for name, code in known.countries.items():
        if re.search(rf"\W{re.escape(name)}\W", folded):
            return code
    return ""


def names_a_speaker(text: str, people: Roster) -> bool:
    """Whether a query is about what somebody said or did: a member named in full, by title, or as the speaker."""
    if spoken_by(text, people) is not None or _SOMEBODY.match(text):
        return True
    return any(
        not mention.bare or (mention.start == 0 and _OF_THEIRS.match(text[mention.end :]))
        for mention in mentions(text, people)
    )
