"""The words around the facts of a record, in the languages in which parliaments print their records."""

from typing import TypedDict


class Wording(TypedDict):
    """The phrases of one language. Their placeholders are filled with facts from the tables."""

    session: str
    sponsor: str
    introduced: str
    status: str
    member: str
    party_of: str
    code: str
    chair: str
    members: str
    meeting: str
    report: str
    presented: str
    sat_for: str
    vote: str
    counts: str
    paired: str
    of_party: str
    of_member: str
    on: str
    candidate: str
    elected: str
    votes: str
    election: str
    by_election: str
    number: str
    committee: str
    seats: str
    province: str


ENGLISH: Wording = {
    "session": "Session {code}",
    "sponsor": "Sponsor: {name}",
    "introduced": "Introduced {day}",
    "status": "Status: {status}",
    "member": "Member for {riding}",
    "party_of": "Political party in the {parliament}",
    "code": "Also called {names}",
    "chair": "Chair: {name}",
    "members": "Members on {day}: {names}",
    "meeting": "Meeting {number} of the {committee}",
    "report": "Report {number} of the {committee}",
    "presented": "Presented {day}",
    "sat_for": "{name} ({detail})",
    "vote": "Vote",
    "counts": "{ayes} for, {noes} against",
    "paired": "{paired} paired",
    "of_party": "{party} {side} ({count})",
    "of_member": "{name} {side}",
    "on": "{day}, {chamber}",
    "candidate": "{name} stood in {riding}",
    "elected": "Elected",
    "votes": "{votes} votes",
    "election": "General election of {day}",
    "by_election": "By-election of {day}",
    "number": "{count} candidates on record",
    "committee": "Committee of the {parliament}",
    "seats": "Its members on record: {names}",
    "province": "{word}, {state}, {parliament}",
}
FRENCH: Wording = {
    "session": "Session {code}",
    "sponsor": "Parrain : {name}",
    "introduced": "Déposé le {day}",
    "status": "État : {status}",
    "member": "Député de {riding}",
    "party_of": "Parti politique, {parliament}",
    "code": "Aussi appelé {names}",
    "chair": "Présidence : {name}",
    "members": "Membres le {day} : {names}",
    "meeting": "Réunion {number}, {committee}",
    "report": "Rapport {number}, {committee}",
    "presented": "Présenté le {day}",
    "sat_for": "{name} ({detail})",
    "vote": "Vote",
    "counts": "{ayes} pour, {noes} contre",
    "paired": "{paired} pairés",
    "of_party": "{party} {side} ({count})",
    "of_member": "{name} {side}",
    "on": "{day}, {chamber}",
    "candidate": "{name}, candidature dans {riding}",
    "elected": "Élu",
    "votes": "{votes} voix",
    "election": "Élection générale du {day}",
    "by_election": "Élection partielle du {day}",
    "number": "{count} candidatures au dossier",
    "committee": "Comité, {parliament}",
    "seats": "Ses députés au dossier : {names}",
    "province": "Circonscription, {state}, {parliament}",
}
WORDING = {"en": ENGLISH, "fr": FRENCH}
