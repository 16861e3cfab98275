"""A verdict in words, ready for a fact-check."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from rag.text.dates import format_date
from speeches.quotes.matching import Change
from speeches.quotes.verify import Finding, QuoteVerdict
from speeches.reading.naming import name_in
from speeches.search.languages import page_language

_HEADINGS = {
    "verbatim": _("Verbatim: these words were said."),
    "altered": _("Altered: something else was said."),
    "misattributed": _("Misattributed: the words were said, but not by whom or when it is claimed."),
    "not_found": _("Not found in the record searched here, which is no proof that it was not said."),
}
_CAUTIOUS = {
    ("verbatim", "quoted"): _("Verbatim, but as a quotation: whoever said these words there quotes them."),
    ("verbatim", "cut"): _("Verbatim, but not whole: read the sentence, which may say something else."),
    ("verbatim", "bracketed"): _("Verbatim but for the words in brackets: read whether they turn the sense."),
    ("verbatim", "unspoken"): _("Printed, but not as anybody’s words: the record says of nobody that they said this."),
    ("verbatim", "set_apart"): _("Verbatim, but set apart: a motion, a quotation or a document, not plain speech."),
    ("verbatim", "written"): _("Verbatim, but in writing: nobody said these words in the chamber."),
    ("misattributed", "written"): _("Misattributed: the words were written, but not by whom or when it is claimed."),
    ("verbatim", "translated"): _("Verbatim in translation: the words spoken were in the other language."),
    ("misattributed", "set_apart"): _(
        "Only set apart: somebody else moves, reads or quotes these words in the record."
    ),
    ("misattributed", "quoted"): _("Only quoted: somebody else repeats these words in the record."),
    ("misattributed", "unspoken"): _("Only printed: the record says of nobody that they said this."),
    ("misattributed", "unnamed"): _("Said, but the record does not name the speaker."),
    ("misattributed", "day"): _("Another day: the words were said by whom it is claimed, but not when."),
    ("altered", "others"): _("Altered, and somebody else’s words, as far as the record shows."),
    ("altered", "day"): _("Altered, and of another day: whoever is claimed said something like it then."),
    ("altered", "apart"): _("Joined: these words were said, but not together."),
}
_KINDS = {"negation": _("a negation"), "number": _("a number"), "name": _("a name")}


def heading_of(verdict: QuoteVerdict) -> str:
    """The verdict as a heading, with what it alone would hide."""
    return gettext(_CAUTIOUS.get((verdict.verdict, verdict.caution), _HEADINGS[verdict.verdict]))


def report_text(verdict: QuoteVerdict) -> str:
    """The verdict as sentences to paste: what was said, by whom, when and where, and how the claim differs."""
    best = verdict.best
    claimed = gettext("Claimed: “{quote}”").format(quote=verdict.quote.strip())
    if best is None or verdict.verdict == "not_found":
        return "\n".join([heading_of(verdict), claimed, *verdict.notes])
    text = gettext("{heading} {attribution}: “{words}”")
    told = text.format(heading=heading_of(verdict), attribution=attribution(best), words=best.own_words)
    lines = [told, claimed]
    differs = gettext("The claim differs: {change}.")
    lines += [differs.format(change=describe_change(change)) for change in verdict.diff]
    lines += verdict.notes
    source = ", ".join(filter(None, [best.reference, best.source_url]))
    return "\n".join([*lines, gettext("Source: {source}.").format(source=source)] if source else lines)


def attribution(finding: Finding) -> str:
    """Speaker, date and chamber: "On 2 August 2022 Jim Chalmers (Treasurer) said in the House of Representatives"."""
    language = page_language()
    about = finding.role or name_in(finding.party, finding.parliament, language)
    chamber, day = name_in(finding.chamber, finding.parliament, language), format_date(finding.date, language)
    if not finding.speaker:
        return gettext("The record of {day}, {chamber}, prints").format(day=day, chamber=chamber)
    who = f"{finding.speaker} ({about})" if about else finding.speaker
    told = gettext("On {day} {who} wrote to the {chamber}") if finding.written else ""
    return (told or gettext("On {day} {who} said in the {chamber}")).format(day=day, who=who, chamber=chamber)


def describe_change(change: Change) -> str:
    """A change in words.

    >>> describe_change(Change("insert", "", "not", "negation"))
    '“not” was not said here (a negation)'
    """
    if change.elsewhere:
        text = gettext("“{claimed}” was said elsewhere in the speech, not here").format(claimed=change.claimed)
        return text + (gettext("; “{said}” was said here").format(said=change.said) if change.said else "")
    if not change.said:
        text = gettext("“{claimed}” was not said here").format(claimed=change.claimed)
    elif not change.claimed:
        text = gettext("“{said}” was said and is left out").format(said=change.said)
    else:
        text = gettext("“{said}” was said, not “{claimed}”").format(said=change.said, claimed=change.claimed)
    return f"{text} ({gettext(_KINDS[change.kind])})" if change.kind in _KINDS else text
