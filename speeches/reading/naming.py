"""What a row is called in a language, where the record knows that; else in the one that it knows."""

from speeches.models import Bill, Chamber, Committee, CommitteeReport, Party, Riding


def named(row: Chamber | Committee | Party | Riding, language: str) -> str:
    """Its name."""
    return row.name_fr or row.name if language == "fr" else row.name


def titled(row: Bill | CommitteeReport, language: str) -> str:
    """Its title."""
    return (row.title_fr if language == "fr" else "") or row.title or row.title_fr


def bill_label(bill: Bill, language: str) -> str:
    """A bill by its number, such as "Projet de loi C-4", or by its title where it has none."""
    return f"Projet de loi {bill.number}" if bill.number and language == "fr" else bill.label
