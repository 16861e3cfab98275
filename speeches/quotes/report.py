"""A verdict in words, ready for a fact-check."""

from rag.text.dates import format_date
from speeches.quotes.matching import Change
from speeches.quotes.verify import Finding, QuoteVerdict

HEADINGS = {
    "verbatim": "Verbatim: these words were said.",
    "altered": "Altered: something else was said.",
    "misattributed": "Misattributed: the words were said, but not by whom or when it is claimed.",
    "not_found": "Not found in the record here.",
}


def report_text(verdict: QuoteVerdict) -> str:
    """The verdict as sentences to paste: what was said, by whom, when and where, and how the claim differs."""
    best = verdict.best
    if best is None or verdict.verdict == "not_found":
        return f"The quotation “{verdict.quote.strip()}” was not found in the record that was searched."
    lines = [f"{HEADINGS[verdict.verdict]} {attribution(best)}: “{best.own_words}”"]
    lines += [f"The claim differs: {describe_change(change)}." for change in verdict.diff]
    lines += verdict.notes
    source = ", ".join(filter(None, [best.reference, best.source_url]))
    return "\n".join([*lines, f"Source: {source}."]) if source else "\n".join(lines)


def attribution(finding: Finding) -> str:
    """Speaker, date and chamber: "On 2 August 2022 Jim Chalmers (Treasurer) said in the House of Representatives"."""
    about = finding.role or finding.party
    who = f"{finding.speaker} ({about})" if about else finding.speaker or "the record"
    return f"On {format_date(finding.date)} {who} said in the {finding.chamber}"


def describe_change(change: Change) -> str:
    """A change in words.

    >>> describe_change(Change("insert", "", "not", "negation"))
    '“not” was not said (a negation)'
    """
    if change.elsewhere:
        rest = f"; “{change.said}” was said here" if change.said else ""
        return f"“{change.claimed}” was said elsewhere in the speech, not here{rest}"
    kind = {"negation": " (a negation)", "number": " (a number)", "name": " (a name)"}.get(change.kind, "")
    if not change.said:
        return f"“{change.claimed}” was not said{kind}"
    if not change.claimed:
        return f"“{change.said}” was said and is left out{kind}"
    return f"“{change.said}” was said, not “{change.claimed}”{kind}"
