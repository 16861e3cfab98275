"""Tables of records other than speeches, and their search entries."""

from django.contrib import admin

from speeches.admin.readonly import ReadOnly
from speeches.models import (
    Ballot,
    Bill,
    Candidacy,
    Committee,
    CommitteeMeeting,
    CommitteeReport,
    Election,
    Entry,
    PartyVote,
    Riding,
    Session,
)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Every record as the search finds it, by kind."""

    list_display = ("title", "source_type", "parliament", "language", "date", "printed")
    list_filter = ("source_type", "parliament", "language", "printed")
    search_fields = ("title", "id")
    list_select_related = ("parliament",)
    show_full_result_count = False


@admin.register(Bill)
class BillAdmin(ReadOnly):
    list_display = ("label", "title", "parliament", "session", "status", "introduced")
    list_filter = ("parliament", "session")
    search_fields = ("number", "title", "short_title")
    list_select_related = ("parliament", "session__parliament")


@admin.register(Ballot)
class BallotAdmin(ReadOnly):
    """How members voted."""

    list_display = ("name", "vote", "politician", "party", "division", "teller")
    list_filter = ("vote",)
    search_fields = ("name",)
    list_select_related = ("politician", "party", "division__sitting__chamber")
    show_full_result_count = False


@admin.register(PartyVote)
class PartyVoteAdmin(ReadOnly):
    """The votes that parties' whips cast."""

    list_display = ("name", "vote", "count", "division")
    list_filter = ("vote",)
    search_fields = ("name",)
    list_select_related = ("division__sitting__chamber",)


@admin.register(Committee)
class CommitteeAdmin(ReadOnly):
    list_display = ("name", "acronym", "parliament")
    list_filter = ("parliament",)
    search_fields = ("name", "name_fr", "acronym")
    list_select_related = ("parliament",)


@admin.register(CommitteeMeeting)
class CommitteeMeetingAdmin(ReadOnly):
    list_display = ("committee", "number", "session", "date", "title")
    list_select_related = ("committee", "session__parliament")


@admin.register(CommitteeReport)
class CommitteeReportAdmin(ReadOnly):
    list_display = ("title", "committee", "number", "presented")
    search_fields = ("title",)
    list_select_related = ("committee",)


@admin.register(Election)
class ElectionAdmin(ReadOnly):
    list_display = ("name", "parliament", "date", "by_election")
    list_filter = ("parliament",)
    list_select_related = ("parliament",)


@admin.register(Candidacy)
class CandidacyAdmin(ReadOnly):
    list_display = ("name", "election", "party", "riding", "votes", "elected")
    list_filter = ("elected",)
    search_fields = ("name",)
    list_select_related = ("election", "party", "riding")


@admin.register(Session)
class SessionAdmin(ReadOnly):
    list_display = ("code", "parliament", "start", "end")
    list_filter = ("parliament",)
    list_select_related = ("parliament",)


@admin.register(Riding)
class RidingAdmin(ReadOnly):
    list_display = ("name", "name_fr", "state", "parliament")
    list_filter = ("parliament",)
    search_fields = ("name", "name_fr")
    list_select_related = ("parliament",)
