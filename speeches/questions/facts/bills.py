"""Facts about bills and about motions that were voted on."""

from collections.abc import Callable

from rag.text.dates import format_date
from speeches.enumerations.divisions import match_divisions
from speeches.enumerations.phrases import NOTES, vote_name
from speeches.enumerations.records import match_bills
from speeches.models import Bill, Division, SourceType
from speeches.questions.facts.fact import Facts
from speeches.questions.facts.wording import FIELDS, SENTENCES, fact_from
from speeches.reading.naming import bill_label, title_of
from speeches.understanding.reading import Reading

# If more bills than this fit, none is told.
MOST_BILLS = 3


def facts_of_bills(*names: str) -> Callable[[Reading, int | None], Facts]:
    """A function that tells fields of a bill's row. If the first is a title or a status that is empty, it is told as
    missing."""

    def facts(reading: Reading, version: int | None) -> Facts:
        language, found = reading.language, Facts()
        bills, spoken = match_bills(reading, version)
        if len(bills) > MOST_BILLS:
            return found
        for bill in bills:
            subject, values = _bill_name(bill, language, apart=len(bills) > 1), _values(bill, language)
            if not values[names[0]]:
                if names[0] not in FIELDS[language]:
                    # Members may have said who sponsored a bill; only the tables tell its title and status.
                    continue
                what = FIELDS[language][names[0]]
                found.missing.append(SENTENCES[language]["lacking"].format(what=what, subject=subject))
            people = (bill.sponsor_id,) if bill.sponsor_id else ()
            for name in names:
                found.told.extend(fact_from(name, language, subject, values[name], SourceType.BILL, bill.pk, people))
        if spoken and found.told:
            found.notes.append(NOTES[language]["bill spoken of"])
        return found

    return facts


def _values(bill: Bill, language: str) -> dict[str, str]:
    return {
        "sponsor": bill.sponsor.name if bill.sponsor else "",
        "introduced": format_date(bill.introduced, language) if bill.introduced else "",
        "status": bill.status,
        "title": title_of(bill, language),
    }


def _bill_name(bill: Bill, language: str, *, apart: bool) -> str:
    """A bill with its session, and with its parliament if several bills are told."""
    session = f"session {bill.session.code}" if bill.session and bill.number else ""
    about = ", ".join(filter(None, [bill.parliament.name if apart else "", session]))
    return f"{bill_label(bill, language)} ({about})" if about else bill_label(bill, language)


def movers(reading: Reading, version: int | None) -> Facts:
    """Who moved what was voted on, if one vote is clearly meant."""
    meant, language = match_divisions(reading, version), reading.language
    if len(meant.divisions) != 1 or meant.off_the_bill or meant.unsure:
        return Facts()
    division: Division = meant.divisions[0]
    who = division.mover.name if division.mover else division.mover_name
    told = fact_from("mover", language, vote_name(division, language), who, SourceType.VOTE_QUESTION, division.pk)
    return Facts(told)
