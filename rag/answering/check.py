"""Checks that a sentence says only what its passage says: names, figures, quoted words, negation and meaning."""

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.answering.passages import Passage
from rag.clients.embedder import Vectors
from rag.retrieval.excerpt import stem
from rag.text.align import occurrences, words_of
from rag.text.dates import MONTHS
from rag.text.figures import figures_agree, same_direction
from rag.text.function_words import FUNCTION_WORDS
from rag.text.names import NAME, names_in
from rag.text.polarity import NEGATIONS, SCALES, number_values
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

# Below this likeness to the passage's closest sentence, a sentence says something else (docs/answers.md).
SUPPORTED = 0.55
_ENTAILED = 0.5
# Reported speech shorter than this many words is compared together with its frame ("she said").
_ENOUGH = 4
# How many sentences of a passage are compared in meaning: those with the most words in common.
_NEAR = 4
# How many words after a negation it applies to.
_SCOPE = 4
# How many characters before a sentence may name its subject.
_LEAD = 200
_QUOTED = re.compile(r"[“\"«]([^”\"»]{3,})[”\"»]|(?<!\w)[‘']([^’']*\s[^’']*)[’'](?!\w)")
_REPORTING: dict[str, str] = json.loads((Path(__file__).parent / "data" / "reporting.json").read_text(encoding="utf-8"))
_SAYS = re.compile(rf"\b(?:{'|'.join([*_REPORTING['en'].split(), *_REPORTING['fr'].split()])})\b")
_ACCORDING = re.compile(rf"\b(?:{_REPORTING['according']})\s*([^,]+)", re.IGNORECASE)

EmbedPassages = Callable[[Sequence[str]], Vectors]
Entails = Callable[[Sequence[tuple[str, str]]], list[float]]


@dataclass(frozen=True, slots=True)
class Checks:
    """What the checks need: an embedder of sentences, and an entailment model if there is one."""

    embed: EmbedPassages
    entails: Entails | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A passage, by its index among those given, and the span of it that proves a sentence."""

    passage: int
    span: Span


def proofs_of(sentence: str, cited: Sequence[int], passages: Sequence[Passage], checks: Checks) -> list[Proof]:
    """Returns the proofs of a sentence: from the passages that it cites, else from one other passage, else none."""
    known = [place for place in dict.fromkeys(cited) if 0 <= place < len(passages)]
    right = [proof for place in known if (proof := _proof(sentence, place, passages[place], checks))]
    if right:
        return right
    likely = sorted(
        (place for place in range(len(passages)) if place not in known),
        key=lambda place: -_shared_words(sentence, passages[place].words),
    )
    found = (_proof(sentence, place, passages[place], checks) for place in likely[:3])
    return next(([proof] for proof in found if proof), [])


def _proof(sentence: str, place: int, passage: Passage, checks: Checks) -> Proof | None:
    """Returns the span of the passage that supports the sentence, as far as facts, negation and likeness can tell."""
    if not (
        _names_stand(sentence, passage) and _quotes_stand(sentence, passage) and _speaker_stands(sentence, passage)
    ):
        return None
    told = _reported_words(sentence)
    best, cosine = _most_alike(told, passage, checks.embed)
    said = best.of(passage.text)
    # The sentence before may name the subject.
    led = passage.text[max(passage.span.start, best.start - _LEAD) : best.end]
    if cosine < SUPPORTED or _shared_words(told, f"{led} {_about(passage)}") < 1.0:
        return None
    if not (figures_agree(sentence, said, passage.date) and same_direction(told, said) and _same_polarity(told, said)):
        return None
    if not (_same_order(told, said) and _keeps_conditions(sentence, said)):
        return None
    if checks.entails is not None and checks.entails([(passage.words, sentence)])[0] < _ENTAILED:
        return None
    return Proof(place, best)


def _names_stand(sentence: str, passage: Passage) -> bool:
    there = set(re.findall(r"[\w’'-]*\w", _around(passage)))
    there |= {re.sub(r"[’']s?$", "", word) for word in there}
    opening = re.match(rf"\W*({NAME})", sentence)
    names = names_in(f". {sentence}" if opening and _is_name(opening[1], passage) else sentence)
    months = [word for word in re.findall(r"\b[A-Z][a-z]+\b", sentence) if word in MONTHS]
    return all(name in there for name in [*names, *months])


def _is_name(word: str, passage: Passage) -> bool:
    """Whether the first word of a sentence is a name. It is not if it is a common word or the passage has it in lower
    case."""
    return word.lower() not in _COMMON_OPENINGS and f" {word.lower()} " not in f" {passage.words} "


def _quotes_stand(sentence: str, passage: Passage) -> bool:
    there = _forms(passage.words)
    quoted = ("".join(groups) for groups in _QUOTED.findall(sentence))
    return all(occurrences(_forms(words), there) for words in quoted if _forms(words))


def _speaker_stands(sentence: str, passage: Passage) -> bool:
    """Whether the person whom the sentence quotes is the passage's speaker, by name, office, seat or party."""
    says = _SAYS.search(sentence)
    subject = sentence[: says.start()] if says else ""
    according = _ACCORDING.search(sentence)
    subject = f"{subject} {according[1]}" if according else subject
    facts = (str(passage.facts.get(key, "")) for key in ("role", "party", "party_code", "electorate", "chamber"))
    own = set(_forms(" ".join([passage.speaker, *facts]))) | _OF_ANY_SPEAKER
    named = re.findall(NAME, subject)
    return all(set(_forms(re.sub(r"[’']s$", "", name))) <= own for name in named if name not in MONTHS)


def _shared_words(sentence: str, text: str) -> float:
    """Returns the share of the sentence's words of weight that occur in a text. Other checks cover its figures."""
    ours = {stem(form) for form in _forms(sentence) if _has_weight(form)}
    there = {stem(form) for form in _forms(text)}
    return len(ours & there) / len(ours) if ours else 1.0


def _has_weight(form: str) -> bool:
    """Whether a word form says something that no other check covers: no sign, figure, negation or function word."""
    if not form[0].isalpha() or form in FUNCTION_WORDS or form in NEGATIONS:
        return False
    return form not in SCALES and not number_values([form])


def _same_order(sentence: str, said: str) -> bool:
    """Whether the names that both texts contain occur in the same order: who did it to whom."""
    ours, theirs = (
        [one for one in dict.fromkeys(re.findall(NAME, text)) if one.lower() not in _COMMON_OPENINGS]
        for text in (sentence, said)
    )
    return [name for name in ours if name in theirs] == [name for name in theirs if name in ours]


def _reported_words(sentence: str) -> str:
    """Returns what a sentence reports, without who said it and when. Another check covers those."""
    says = _SAYS.search(sentence)
    told = re.sub(r"^[\s,:]*(?:that\b)?[\s,:]*", "", sentence[says.end() :]) if says else ""
    return told if len(told.split()) >= _ENOUGH else sentence


def _most_alike(sentence: str, passage: Passage, embed: EmbedPassages) -> tuple[Span, float]:
    """Returns the sentence of the passage, or two in a row, closest in meaning, and the cosine.

    The sentence may report only one clause of a longer sentence, so the best clause counts for the whole.
    """
    spans = list(sentence_spans(passage.text, passage.span))
    candidates = [*spans, *(Span(one.start, other.end) for one, other in itertools.pairwise(spans))]
    near = sorted(candidates, key=lambda span: -_overlap(sentence, span.of(passage.text)))[:_NEAR]
    read = [(span, words) for span in near for words in (span.of(passage.text), *_clauses(span.of(passage.text)))]
    vectors = embed([sentence, *(words for _, words in read)])
    cosines = vectors[1:] @ vectors[0]
    best = int(cosines.argmax())
    return read[best][0], float(cosines[best])


def _clauses(words: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[,;:—–]\s", words)]
    return [part for part in parts if len(part.split()) > _ENOUGH] if len(parts) > 1 else []


def _overlap(one: str, other: str) -> float:
    mine, yours = ({stem(form) for form in _forms(text)} for text in (one, other))
    return len(mine & yours) / (len(mine | yours) or 1)


def _same_polarity(sentence: str, said: str) -> bool:
    """Whether each text denies what the other denies. What the sentence does not mention is ignored."""
    ours, theirs = _negation_scopes(sentence), _negation_scopes(said)
    spoken_of = {stem(form) for form in _forms(sentence)}
    return all(any(scope & other for other in theirs) for scope in ours) and all(
        any(scope & own for own in ours) for scope in theirs if scope & spoken_of
    )


def _negation_scopes(text: str) -> list[set[str]]:
    """Returns, for each negation, the words that it applies to: those that follow it in its clause."""
    scopes = []
    for clause in re.split(r"[.;:!?,—–]\s", text):
        forms = _forms(clause)
        for place, form in enumerate(forms):
            if form in NEGATIONS:
                following = [one for one in forms[place + 1 :] if len(one) > 2 and one not in FUNCTION_WORDS]
                scopes.append({stem(one) for one in following[:_SCOPE]})
    return [scope for scope in scopes if scope]


def _keeps_conditions(told: str, said: str) -> bool:
    """Whether the sentence keeps conditions, denials and claims of others: not "they will lose" for "if it passes, they
    will lose"."""
    forms = set(_forms(told))
    spoken_of = {stem(form) for form in forms if len(form) > 3 and form not in FUNCTION_WORDS}
    for sentence in re.split(r"(?<=[.?!])\s+", said):
        there = set(_forms(sentence))
        if len({stem(form) for form in there} & spoken_of) >= _SPOKEN_OF and any(
            there & kind and not forms & kind for kind in _CONDITIONS
        ):
            return False
    return True


_CONDITIONS = (
    frozenset("if unless whether provided si sauf pourvu".split()),
    frozenset("deny denies denied denying myth untrue false lie lies nie nient nier mythe faux".split()),
    frozenset("claim claims claimed allege alleges alleged pretend supposedly pretendent pretendu".split()),
)
# A sentence of the passage is the one reported if it shares at least this many words.
_SPOKEN_OF = 2


def _about(passage: Passage) -> str:
    """Returns who speaks, when and where: facts that a sentence may mention although the passage does not say them."""
    date = f"{passage.date.day} {passage.date:%B %Y}" if passage.date else ""
    keys = ("party", "chamber", "role", "electorate", "title")
    return " ".join([passage.speaker, date, *(str(passage.facts.get(key, "")) for key in keys)])


def _around(passage: Passage) -> str:
    return f"{passage.header} {_about(passage)} {passage.words}"


def _forms(text: str) -> list[str]:
    return [word.form for word in words_of(text)]


# Capitalised words that may refer to any speaker.
_OF_ANY_SPEAKER = FUNCTION_WORDS | frozenset(
    "mr mrs ms dr hon senator member minister speaker house representatives "
    "mme depute deputee senateur senatrice ministre premier premiere president presidente".split()
)
_COMMON_OPENINGS = FUNCTION_WORDS | frozenset(
    "since during according one many most however additionally furthermore moreover finally first second members "
    "member minister senator parliament speaker speakers mr mrs ms dr "
    "selon enfin toutefois cependant mme depute deputee ministre senateur senatrice president presidente".split()
)
