"""Turns the spellings of a person's name in the sources into one name.

"KENNEDY, Simon MP", "Kennedy, Simon, MP" and "Mr Simon Kennedy" are one person.
"""

import hashlib
import re
import unicodedata
from functools import lru_cache

HONORIFICS = frozenset(
    "mr mrs ms miss dr hon honourable the senator sen prof professor rev sir dame madam mx m mme right rt".split()
)
POSTNOMINALS = frozenset("mp mhr mla mlc mps am ao ac oam om psm csc qc kc sc phd".split())

_IN_BRACKETS = re.compile(r"\s*\(([^)]*)\)")
# A longer text is no name, and is not cached.
_NAME = 60
_WORD = re.compile(r"[^\s,]+")
_PARTICLES = ("Mc", "Mac", "O'", "O’", "D'", "D’")


def display_name(spelling: str) -> str:
    """ "FirstName LastName" from any spelling, without titles, offices and letters after the name.

    >>> display_name("Albanese, Anthony, MP"), display_name("HODGINS-MAY, Sen Steph"), display_name("Mr KATTER")
    ('Anthony Albanese', 'Steph Hodgins-May', 'Katter')
    >>> display_name("Smith, Tony MP (The SPEAKER)"), display_name("McBRIDE, Emma")
    ('Tony Smith', 'Emma McBride')
    """
    bare = _IN_BRACKETS.sub("", spelling.replace("\u00a0", " ")).strip()
    head, comma, tail = bare.partition(",")
    given = _name_words(tail)
    words = given + _name_words(head) if comma and given else _name_words(bare)
    return " ".join(_normalise_case(word) for word in words)


# Words that begin a surname of several words.
_BEGIN_SURNAMES = frozenset(
    "van von der den de del della di da du des la le los ter ten te st bin al el ni mac".split()
)


def short_name(name: str) -> str:
    """The name without middle names, as members are commonly known.

    >>> short_name("Mark Christopher Butler"), short_name("Anne Webster"), short_name("Andrew John Van der Berg")
    ('Mark Butler', 'Anne Webster', 'Andrew Van der Berg')
    """
    words = name.split()
    if len(words) < 3:
        return name
    surname = len(words) - 1
    while surname > 1 and words[surname - 1].lower() in _BEGIN_SURNAMES:
        surname -= 1
    return " ".join([words[0], *words[surname:]])


def person_name(spelling: str) -> str:
    """The short display name for a "Surname, Given Names" spelling. A surname of two words stays whole.

    >>> person_name("Nampijinpa Price, Sen Jacinta"), person_name("Clare, Jason Dean MP")
    ('Jacinta Nampijinpa Price', 'Jason Clare')
    """
    head, comma, tail = _IN_BRACKETS.sub("", spelling).partition(",")
    given = _name_words(tail)
    if comma and given:
        return " ".join([_normalise_case(given[0]), *(_normalise_case(word) for word in _name_words(head))])
    return short_name(display_name(spelling))


def office(spelling: str) -> str:
    """The office in brackets after a name, or "".

    >>> office("Smith, Tony MP (The SPEAKER)")
    'The SPEAKER'
    """
    found = _IN_BRACKETS.search(spelling)
    return found.group(1).strip() if found else ""


def name_key(name: str) -> str:
    """A key that is the same for every spelling of a name: folded words without titles, given name first.

    >>> name_key("O’CONNOR, Brendan MP") == name_key("Mr Brendan O'Connor")
    True
    """
    return " ".join(fold(display_name(name)).split())


def slug(name: str) -> str:
    """A name as part of an id, at most 100 characters.

    >>> slug("Tony O'Brien")
    'tony-obrien'
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:100] or "unnamed"


def fold(text: str) -> str:
    """Lower case, without accents, apostrophes and dots, with spaces for hyphens."""
    return _name_folded(text) if len(text) <= _NAME else _fold_text(text)


def _fold_text(text: str) -> str:
    plain = text.lower()
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub(r"[-‐‑]", " ", re.sub(r"['’.]", "", plain)).strip()


# A day's file and the catalogue repeat the same few thousand names of people and places.
_name_folded = lru_cache(maxsize=20_000)(_fold_text)


def _name_words(text: str) -> list[str]:
    return [
        word
        for word in _WORD.findall(text)
        if word.strip(".").lower() not in HONORIFICS and word.strip(".").lower() not in POSTNOMINALS
    ]


def _normalise_case(word: str) -> str:
    """A surname in capitals in its common spelling; anything else unchanged."""
    letters = word.replace("Mc", "").replace("Mac", "")
    if len(letters) < 2 or not letters.isupper():
        return word
    for particle in _PARTICLES:
        if word.upper().startswith(particle.upper()) and word.startswith(particle):
            return particle + word[len(particle) :].title()
    return "-".join(piece[:1] + piece[1:].lower() for piece in word.split("-"))


def slug_or_hash(name: str) -> str:
    """A name for an address: its slug, or a hash if it has no Latin letters or digits.

    >>> slug_or_hash("Supply Bill"), slug_or_hash("預算") == slug_or_hash("選"), slug_or_hash("預算").isascii()
    ('supply-bill', False, True)
    """
    latin = re.search(r"[a-z0-9]", fold(name))
    return slug(name) if latin else hashlib.sha256(name.encode()).hexdigest()[:10]


def own_office(role: str) -> str:
    """The office in a printed role, without the person for whom somebody spoke.

    >>> own_office("Minister of Education, on behalf of the Prime Minister")
    'Minister of Education'
    """
    return role.partition("on behalf of ")[0].strip(" ,")
