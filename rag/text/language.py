"""Which language a text is written in: English or French, the two of the parliaments served."""

import re

_WORD = re.compile(r"[a-zà-ÿœ']+")
_FRENCH = frozenset(
    "le la les de des du et en un une que qui est dans pour sur pas par au aux avec ce cette ces son sa ses nous "
    "vous ils elle il ne se sont ont été être avoir plus mais où dont quel quelle quels quelles comment "
    "pourquoi".split()
)
_ENGLISH = frozenset(
    "the of and to in is that it for on with as are this was be have by not at from they we you he she his her "
    "which who what when where how why did does do has had will would about".split()
)


def detect_language(text: str) -> str:
    """`"fr"` when French function words outnumber English ones, else `"en"`.

    >>> detect_language("Que dit la ministre sur le logement ?"), detect_language("housing affordability")
    ('fr', 'en')
    """
    words = [word.removeprefix("l'").removeprefix("d'") for word in _WORD.findall(text.lower()[:4000])]
    french = sum(word in _FRENCH for word in words)
    english = sum(word in _ENGLISH for word in words)
    return "fr" if french > english else "en"
