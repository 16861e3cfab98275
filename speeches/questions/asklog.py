"""The log line of each question."""

import json
import logging

from speeches.questions.answer import Finished

# Kept apart from the log of errors.
_ASKS = logging.getLogger("speeches.ask")


def log(finished: Finished) -> None:
    """Log one line of JSON for a question."""
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
