"""Whether a sentence says only what its passage says: names, figures, quoted words, negation, and the sense."""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rag.answering.passages import Passage
from rag.answering.wanted import names_in
from rag.clients.embedder import Vectors
from rag.retrieval.excerpt import STOP_WORDS, stem
from rag.text.align import words_of
from rag.text.polarity import NEGATIONS, number_values
from rag.text.sentences import sentence_spans
from rag.text.spans import Span

# A sentence whose best sentence in the passage is less alike than this says something else (docs/answers.md).
SUPPORTED = 0.55
# The share of its own longer words that must stand in the passage: a paraphrase keeps most of what it speaks of.
_SHARED = 0.5
_ENTAILED = 0.5
# A report of so few words is read with its frame.
_ENOUGH = 4
# Sentences of a passage that are compared in meaning, those with the most words in common first.
_NEAR = 4
# Words after a negation that it bears on.
_SCOPE = 4
_QUOTED = re.compile(r"[“\"«]([^”\"»]{3,})[”\"»]")
_SAYS = re.compile(
    r"\b(?:said|says|stated|argued|claimed|told|announced|asked|noted|explained|warned|promised|added|criticised)\b"
)
_MONTHS = frozenset("january february march april may june july august september october november december".split())

EmbedPassages = Callable[[Sequence[str]], Vectors]
Entails = Callable[[Sequence[tuple[str, str]]], list[float]]


@dataclass(frozen=True, slots=True)
class Checks:
    """What the checks need: sentences' vectors, and a judge of entailment where there is one."""

    embed: EmbedPassages
    entails: Entails | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A passage, by its place among those given, and the words of it that say what a sentence says."""

    passage: int
    span: Span


def proofs_of(sentence: str, cited: Sequence[int], passages: Sequence[Passage], checks: Checks) -> list[Proof]:
    """What proves a sentence: the passages that it cites if they do, else another that does, else nothing."""
    known = [place for place in dict.fromkeys(cited) if 0 <= place < len(passages)]
    right = [proof for place in known if (proof := _proof(sentence, place, passages[place], checks))]
    if right:
        return right
    likely = sorted(
        (place for place in range(len(passages)) if place not in known),
        key=lambda place: -_shared(sentence, passages[place]),
    )
    found = (_proof(sentence, place, passages[place], checks) for place in likely[:3])
    return next(([proof] for proof in found if proof), [])


def _proof(sentence: str, place: int, passage: Passage, checks: Checks) -> Proof | None:
    """The words of the passage that support the sentence, as far as facts, negation and likeness can tell."""
    if not _facts_stand(sentence, passage) or _shared(sentence, passage) < _SHARED:
        return None
    best, cosine = _most_alike(_told(sentence), passage, checks.embed)
    if cosine < SUPPORTED or not _same_polarity(sentence, best.of(passage.text)):
        return None
    if checks.entails is not None and checks.entails([(passage.words, sentence)])[0] < _ENTAILED:
        return None
    return Proof(place, best)


def _facts_stand(sentence: str, passage: Passage) -> bool:
    return (
        _names_stand(sentence, passage)
        and _numbers_stand(sentence, passage)
        and _quotes_stand(sentence, passage)
        and _speaker_stands(sentence, passage)
    )


def _names_stand(sentence: str, passage: Passage) -> bool:
    there = set(_forms(_around(passage)))
    opening = re.match(r"\W*([A-Z][\w’'-]+)", sentence)
    names = names_in(f". {sentence}" if opening and _is_name(opening[1], passage) else sentence)
    return all(form in there for name in names for form in _forms(name))


def _is_name(word: str, passage: Passage) -> bool:
    """A first word is a capital for its place; it counts as a name unless the passage has it in small letters or
    it is a common word."""
    return word.lower() not in _COMMON_OPENINGS and f" {word.lower()} " not in f" {passage.words} "


def _numbers_stand(sentence: str, passage: Passage) -> bool:
    there = set(number_values(_forms(_around(passage))))
    return all(value in there for value in number_values(_forms(sentence)))


def _quotes_stand(sentence: str, passage: Passage) -> bool:
    forms = " ".join(_forms(passage.words))
    return all(" ".join(_forms(quoted)) in forms for quoted in _QUOTED.findall(sentence))


def _speaker_stands(sentence: str, passage: Passage) -> bool:
    """Whoever is said to have said it must be who speaks in the passage, or be reported in it as saying."""
    says = _SAYS.search(sentence)
    if says is None:
        return True
    names = [name for name in names_in(f". {sentence[: says.start()]}") if name.lower() not in _MONTHS]
    own = set(_forms(passage.header)) | set(_forms(passage.speaker))
    spoken_of = [name for name in names if not set(_forms(name)) <= own]
    return all(
        re.search(rf"\b{re.escape(name)}\b[^.]{{0,60}}{_SAYS.pattern}", passage.words) is not None
        for name in spoken_of
        if name.lower() not in _COMMON_OPENINGS
    )


def _shared(sentence: str, passage: Passage) -> float:
    longer = {stem(form) for form in _forms(sentence) if len(form) > 3}
    there = {stem(form) for form in _forms(_around(passage))}
    return len(longer & there) / len(longer) if longer else 0.0


def _told(sentence: str) -> str:
    """What a sentence says was said, without who said it and when: that is checked by itself."""
    says = _SAYS.search(sentence)
    told = re.sub(r"^[\s,:]*(?:that\b)?[\s,:]*", "", sentence[says.end() :]) if says else ""
    return told if len(told.split()) >= _ENOUGH else sentence


def _most_alike(sentence: str, passage: Passage, embed: EmbedPassages) -> tuple[Span, float]:
    """The sentence of the passage, or two in a row, that says most nearly the same, and how alike the two are.

    A sentence may tell one clause of a longer one, so the likeness of its clauses counts for it.
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
    """Whether what either text denies, the other denies too, as far as it speaks of it."""
    ours, theirs = _denied(sentence), _denied(said)
    spoken_of = {stem(form) for form in _forms(sentence)}
    return all(any(scope & other for other in theirs) for scope in ours) and all(
        any(scope & own for own in ours) for scope in theirs if scope & spoken_of
    )


def _denied(text: str) -> list[set[str]]:
    """For each negation the words that it bears on: those that follow it in its clause."""
    scopes = []
    for clause in re.split(r"[.;:!?,—–]\s", text):
        forms = _forms(clause)
        for place, form in enumerate(forms):
            if form in NEGATIONS:
                following = [one for one in forms[place + 1 :] if len(one) > 2 and one not in STOP_WORDS]
                scopes.append({stem(one) for one in following[:_SCOPE]})
    return [scope for scope in scopes if scope]


def _around(passage: Passage) -> str:
    date = f"{passage.date.day} {passage.date:%B %Y}" if passage.date else ""
    facts: Iterable[str] = (
        str(passage.facts.get(key, "")) for key in ("party", "chamber", "role", "electorate", "title")
    )
    return " ".join([passage.header, passage.speaker, date, *facts, passage.words])


def _forms(text: str) -> list[str]:
    return [word.form for word in words_of(text)]


_COMMON_OPENINGS = frozenset(
    "the a an in on at of to for from with by as and but or so if when while since after before during according "
    "this that these those there it he she they we you i his her their its our my your one both some many most all "
    "no not however also additionally furthermore moreover finally first second members member minister senator "
    "labor coalition government opposition parliament speaker speakers mr mrs ms dr".split()
)
