"""Names of rows in a language; if the record lacks that language, in the one it has."""

from django.utils.translation import override

from speeches.models import Bill, Chamber, Committee, CommitteeReport, Division, Party, Riding
from speeches.search.catalogue import catalogue
from speeches.search.version import corpus_version

_STAGES = {
    "first reading": "première lecture",
    "second reading": "deuxième lecture",
    "third reading": "troisième lecture",
    "report stage": "étape du rapport",
    "committee": "étude en comité",
    "consideration in detail": "étude détaillée",
    "remaining stages": "étapes restantes",
}


def name_of(row: Chamber | Committee | Party | Riding, language: str) -> str:
    """The name of a row."""
    return row.name_fr or row.name if language == "fr" else row.name


def name_in(name: str, parliament: str, language: str) -> str:
    """The name of a chamber or a party, given the English name and the parliament's code ("" for any parliament)."""
    version = corpus_version() if language == "fr" and name else None
    if version is None:
        return name
    known = catalogue(version)
    rows: list[Chamber | Party] = [*known.chambers.values(), *known.parties.values()]
    own = (row for row in rows if row.name == name and parliament in ("", row.parliament_id))
    return next((name_of(row, language) for row in own), name)


def title_of(row: Bill | CommitteeReport, language: str) -> str:
    """The title of a row."""
    return (row.title_fr if language == "fr" else "") or row.title or row.title_fr


def bill_label(bill: Bill, language: str) -> str:
    """A bill's number, such as "Projet de loi C-4"; its title if it has no number."""
    return f"Projet de loi {bill.number}" if bill.number and language == "fr" else bill.label


def stage_name(stage: str, language: str) -> str:
    """The name of a bill's stage."""
    return _STAGES.get(stage, stage) if language == "fr" else stage


def vote_name(division: Division, language: str) -> str:
    """The name of a vote: in French, its bill's number and its stage are French; a motion keeps its own words."""
    name = division.name
    if language != "fr":
        return name
    bill = division.about if name.startswith("Bill ") else None
    if bill is not None and name.startswith(bill.label):
        name = bill_label(bill, language) + name[len(bill.label) :]
    if division.stage:
        name = name.replace(f", {division.stage}", f", {stage_name(division.stage, language)}", 1)
    return name


def vote_title(division: Division, language: str) -> str:
    """The title of a vote: its name and its outcome."""
    with override(language):
        return vote_name(division, language) + division.title.removeprefix(division.name)


def outcome_of(division: Division, language: str) -> str:
    """How a vote ended: "agreed to 89–55"."""
    for_it, against = division.for_and_against
    return f"{outcome_name(division.outcome, language)} {for_it}–{against}"


def outcome_name(outcome: str, language: str) -> str:
    """An outcome in the record's word for it: "negatived"."""
    with override(language):
        return str(Division.Outcome(outcome).label)
