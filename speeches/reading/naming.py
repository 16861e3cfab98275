"""Names of rows in a language; if the record lacks that language, in the one it has."""

from speeches.models import Bill, Chamber, Committee, CommitteeReport, Party, Riding


def name_of(row: Chamber | Committee | Party | Riding, language: str) -> str:
    """The name of a row."""
    return row.name_fr or row.name if language == "fr" else row.name


def title_of(row: Bill | CommitteeReport, language: str) -> str:
    """The title of a row."""
    return (row.title_fr if language == "fr" else "") or row.title or row.title_fr


def bill_label(bill: Bill, language: str) -> str:
    """A bill's number, such as "Projet de loi C-4"; its title if it has no number."""
    return f"Projet de loi {bill.number}" if bill.number and language == "fr" else bill.label
