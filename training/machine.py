"""Trains the logistic model that separates sentences addressed to a program from those addressed to owners."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from guardian.documents.reader import read_document
from guardian.ingestion.prompt_injection import MODEL, PATH, sentences_in, vectors_of
from rag.sandbox import Limits
from training.linear import describe, entries, fit_model, values, write

# Real bylaws for training and for measuring. None of their sentences addresses a program.
_TEACH = ("hoa_vintage/Bylaws.pdf", "xorg/bylaws.pdf", "towns/brookfield.pdf")
_MEASURE = ("hoa_vintage/CovenantsConditionsAndRestrictions.pdf", "towns/montague.pdf")
_STRENGTH = 30.0
# Sentences with at least this probability are marked. None of the real sentences for measuring reaches it.
_THRESHOLD = 0.7
_PAGES, _LIMITS = 2000, Limits(1500, 300)


def run(bylaws: Path, models: Path) -> None:
    """Trains on the sentences of `data/machine`, writes the model for guardian, and prints how it does on the rest."""
    taught, real = entries("machine", "train"), _sentences(bylaws, _TEACH)
    vectors = np.vstack([vectors_of([one["text"] for one in taught], models), vectors_of(real, models)])
    model = fit_model(vectors, [bool(one["machine"]) for one in taught] + [False] * len(real), _STRENGTH)
    write(PATH, {MODEL: values(model, _THRESHOLD)})
    tests = entries("machine", "test")
    for language in ("en", "fr"):
        own = [one for one in tests if one["language"] == language]
        likely = model.predict_proba(vectors_of([one["text"] for one in own], models))[:, 1]
        print(describe(language, [one["machine"] for one in own], likely, _THRESHOLD))
    marked = model.predict_proba(vectors_of(_sentences(bylaws, _MEASURE), models))[:, 1] >= _THRESHOLD
    print(f"{marked.sum()} of {len(marked)} sentences of other real bylaws marked")


def _sentences(bylaws: Path, names: Sequence[str]) -> list[str]:
    documents = (read_document((bylaws / name).read_bytes(), _PAGES, _LIMITS, lambda *_: None) for name in names)
    found = [span.of(document.text) for document in documents for span in sentences_in(document)]
    return random.Random(1).sample(found, min(3000, len(found)))
