"""Times answers and verdicts against a bare search, in a record of 200,000 chunks."""

import yaml

from benchmarks import corpus
from benchmarks.table import median, p95, print_table, times
from speeches.questions.answer import AskRequest
from speeches.questions.ask import answer
from speeches.quotes.attribution import QuoteRequest
from speeches.quotes.verify import verify_quote
from speeches.search.engine import SearchRequest, search

SIZE = 200_000


def run() -> None:
    """Prints the times of searches, of answers without a chat model, and of verdicts, and their ratios."""
    corpus.build(SIZE)
    asked = corpus.questions()
    quotations = yaml.safe_load((corpus.SHARED / "gold/quotes_dev.yaml").read_text())
    claims = [QuoteRequest(entry["quote"], entry.get("claimed_speaker") or "") for entry in quotations]
    actions = {
        "search": (lambda n: search(SearchRequest(asked[n])), len(asked)),
        "answer": (lambda n: answer(AskRequest(asked[n])), len(asked)),
        "verdict": (lambda n: verify_quote(claims[n]), len(claims)),
    }
    for action, count in actions.values():
        times(action, count)
    taken = {name: times(action, count) for name, (action, count) in actions.items()}
    rows = [(name, median(values), p95(values)) for name, values in taken.items()]
    print_table(f"{SIZE:,} chunks, milliseconds", ("what", "median", "p95"), rows)
    print(f"\nanswer p95 / search p95 = {p95(taken['answer']) / p95(taken['search']):.2f}")
