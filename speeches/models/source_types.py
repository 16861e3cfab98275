"""The fourteen kinds of record that the search knows."""

from django.db import models


class SourceType(models.TextChoices):
    """A kind of record, under the name that the API filters by, and the word that readers see."""

    BILL = "bill", "Bill"
    HANSARD = "hansard", "Debate"
    VOTE_QUESTION = "vote_question", "Vote"
    VOTE_PARTY = "vote_party", "Party vote"
    VOTE_MEMBER = "vote_member", "Member’s vote"
    POLITICIAN = "politician", "Member"
    COMMITTEE = "committee", "Committee"
    COMMITTEE_REPORT = "committee_report", "Committee report"
    COMMITTEE_MEETING = "committee_meeting", "Committee meeting"
    PARTY = "party", "Party"
    ELECTION = "election", "Election"
    CANDIDACY = "candidacy", "Candidacy"
    SESSION = "session", "Session"
    RIDING = "riding", "Riding"


# Records of these kinds differ from hundreds of others only by a name, which no vector tells apart. The search finds
# them by their words, and they are not embedded.
BY_WORDS = (
    SourceType.VOTE_PARTY,
    SourceType.VOTE_MEMBER,
    SourceType.POLITICIAN,
    SourceType.PARTY,
    SourceType.CANDIDACY,
    SourceType.SESSION,
    SourceType.RIDING,
)
# Written only in English, whatever the languages of their parliament, because they are little more than names.
IN_ENGLISH = (SourceType.VOTE_PARTY, SourceType.VOTE_MEMBER, SourceType.CANDIDACY)
