"""What is logged of each question."""

import json
import logging

from speeches.questions.answer import Finished

# Apart from what is said of errors.
_ASKS = logging.getLogger("speeches.ask")


def log(finished: Finished) -> None:
    """One line of JSON for each question."""
    line = {
        "event": "ask",
        "question": finished.question,
        "filters": finished.filters,
        "found": finished.found,
        "sources": [source["id"] for source in finished.sources],
        "dropped": finished.dropped_sentences,
        "model": finished.model,
        "tokens": finished.tokens,
        "took_ms": finished.took_ms,
        "steps_ms": finished.timings,
    }
    _ASKS.info(json.dumps(line, ensure_ascii=False))
