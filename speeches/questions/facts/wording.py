"""The sentence of each kind of fact, and the sentences for facts that the record lacks."""

from speeches.models import Entry, SourceType
from speeches.questions.facts.fact import Fact

SENTENCES = {
    "en": {
        "sponsor": "{subject} was sponsored by {value}.",
        "introduced": "{subject} was introduced on {value}.",
        "status": "Status of {subject}: {value}.",
        "title": "{subject}: {value}.",
        "start": "{subject} began on {value}.",
        "end": "{subject} ended on {value}.",
        "terms": "{subject} sat for {value}.",
        "offices": "{subject}: {value}.",
        "holder": "{subject}: {value}.",
        "last holder": "The lists end before then. Last on record, {subject}: {value}.",
        "member": "On record as sitting for {subject}: {value}.",
        "winner": "{value} won {subject}.",
        "mover": "{subject} was moved by {value}.",
        "chair": "In the chair of {subject}: {value}.",
        "successor": "After {subject}: {value}.",
        "predecessor": "Before {subject}: {value}.",
        "lacking": "No table of the record tells the {what} of {subject}.",
        "nobody": "The record’s tables show nobody for “{subject}” then, at least not by this name.",
        "listed": "The record’s tables show nobody as “{subject}” then, at least not by this title. Before: {value}.",
        "sat": "Nobody is on record as sitting for {subject} then. Last on record: {value}.",
        "then": "The record does not show for whom {subject} sat then. Last on record: {value}.",
        "more": "The latest {most} of {count} who held it.",
    },
    "fr": {
        "sponsor": "{subject} est parrainé par {value}.",
        "introduced": "{subject} a été déposé le {value}.",
        "status": "État, {subject} : {value}.",
        "title": "{subject} : {value}.",
        "start": "{subject} a commencé le {value}.",
        "end": "{subject} a pris fin le {value}.",
        "terms": "{subject} a siégé pour {value}.",
        "offices": "{subject} : {value}.",
        "holder": "{subject} : {value}.",
        "last holder": "Les listes finissent avant cette date. Dernier connu, {subject} : {value}.",
        "member": "Au compte rendu pour {subject} : {value}.",
        "winner": "{value} a remporté {subject}.",
        "mover": "{subject} a été proposé par {value}.",
        "chair": "À la présidence, {subject} : {value}.",
        "successor": "Après {subject} : {value}.",
        "predecessor": "Avant {subject} : {value}.",
        "lacking": "Aucune table du compte rendu ne donne : {what} ({subject}).",
        "nobody": "Les tables du compte rendu ne montrent alors personne sous ce nom (« {subject} »).",
        "listed": "Les tables ne montrent alors personne sous ce titre (« {subject} »). Avant : {value}.",
        "sat": "Personne ne figure alors au compte rendu pour {subject}. Dernier connu : {value}.",
        "then": "Le compte rendu ne montre pas pour qui {subject} siégeait alors. Dernier mandat connu : {value}.",
        "more": "Les {most} derniers sur {count}.",
    },
}
FIELDS = {
    "en": {"status": "status", "title": "title"},
    "fr": {"status": "état", "title": "titre"},
}


def fact_from(
    kind: str, language: str, subject: str, value: str, source: SourceType, record: int, people: tuple[int, ...] = ()
) -> list[Fact]:
    """The fact, if there is a value and the record has an entry; else []. `people` are the members it is about."""
    if not value:
        return []
    entries = list(Entry.objects.filter(source_type=source, record=str(record)).order_by("language"))
    # Prefer the entry in the question's language.
    return [
        Fact(SENTENCES[language][kind].format(subject=subject, value=value.removesuffix(".")), entry, value, people)
        for entry in sorted(entries, key=lambda one: one.language != language)[:1]
    ]
