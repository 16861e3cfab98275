"""Ready-made beginnings for the three journeys: a journalist's, an analyst's, a fact-checker's."""

from fastmcp import FastMCP


def register(server: FastMCP) -> None:
    """Register these prompts with a server."""
    server.prompt(find_soundbites, title="Find soundbites", tags={"record"})
    server.prompt(compare_positions, title="Compare positions", tags={"record"})
    server.prompt(verify_a_quotation, title="Verify a quotation", tags={"record"})


def find_soundbites(topic: str, party: str = "", since: str = "") -> str:
    """Short, quotable sentences on a topic, each with its source."""
    whose = f" by members of {party}" if party else ""
    when = f" since {since}" if since else ""
    return (
        f"Find three to five quotable sentences about {topic}{whose}{when} in the parliamentary record.\n"
        "1. Search with search_speeches (party and date_from as filters).\n"
        "2. Open each promising speech with get_speech, and make sure that the words are the speaker's own and not an "
        "interjection, and that what stands around them does not turn their meaning.\n"
        "3. Quote word for word, without leaving anything out inside a sentence, and give speaker, party, date, "
        "hansard_reference and source_url for each."
    )


def compare_positions(topic: str, parties: str, date_from: str = "", date_to: str = "") -> str:
    """What parties said on a topic, side by side, over time."""
    when = " ".join(filter(None, [f"from {date_from}" if date_from else "", f"to {date_to}" if date_to else ""]))
    return (
        f"Compare what {parties} said in parliament about {topic} {when}".rstrip() + ".\n"
        "For each party: search with search_speeches and its party filter, month by month where the time is long; "
        "find_contributors names who led. Read the speeches you rely on with get_speech. Then set the positions side "
        "by side, with at least two verbatim quotations each, and say where somebody's position changed. Where the "
        "record holds nothing for a party or a time, say so."
    )


def verify_a_quotation(quote: str, speaker: str = "") -> str:
    """Whether somebody said something, word for word."""
    by = f" by {speaker}" if speaker else ""
    return (
        f"Check this quotation{by}: “{quote}”\n"
        "1. Call verify_quote with the quotation and the speaker.\n"
        "2. If it is altered, name each changed word; if it is misattributed, say who said it; if it is not found, "
        "say that the record at hand does not hold it, which does not prove that it was never said.\n"
        "3. Open the speech with get_speech and say whether the context changes what the words mean.\n"
        "Give the verdict first, then the passage with its date, reference and link."
    )
