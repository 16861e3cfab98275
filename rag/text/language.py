"""Detects the language of a text: English or French, the two of the parliaments served."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# An elided word is one of its own: "qu'en" is "qu" and "en".
_WORD = re.compile(r"[a-zà-ÿœ]+")
# The commonest function words of French.
FRENCH = frozenset(
    "le la les de des du et en un une que qui est dans pour sur pas par au aux avec ce cette ces son sa ses nous "
    "vous ils elle il ne se sont ont été être avoir plus mais où dont quel quelle quels quelles comment "
    "pourquoi".split()
)
_ENGLISH = frozenset(
    "the of and to in is that it for on with as are this was be have by not at from they we you he she his her "
    "which who what when where how why did does do has had will would about".split()
)
# A statistical model cannot place names or two or three bare words. Below this confidence its guess is ignored.
_SURE = 0.9


def detect_language(text: str, otherwise: str = "en") -> str:
    """Returns `"fr"` if French function words outnumber English ones. On a tie, py3langid decides if it is sure
    enough; else the language is `otherwise`.

    >>> detect_language("Que dit la ministre sur le logement ?"), detect_language("housing affordability")
    ('fr', 'en')
    >>> detect_language("Qu'en pense Niki Ashton ?")
    'fr'
    >>> detect_language("changements climatiques"), detect_language("Poilievre")
    ('fr', 'en')
    >>> detect_language("logement"), detect_language("logement", otherwise="fr")
    ('en', 'fr')
    """
    words = _WORD.findall(text.lower()[:4000])
    french = sum(word in FRENCH for word in words)
    english = sum(word in _ENGLISH for word in words)
    if french != english:
        return "fr" if french > english else "en"
    if not words:
        return otherwise
    language, confidence = _identifier().classify(text[:4000])
    return str(language) if confidence >= _SURE else otherwise


@lru_cache(maxsize=1)
def _identifier() -> "LanguageIdentifier":
    """Loads the model on first use: it takes more than a second, and most texts do not need it."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["en", "fr"])
    return identifier
