"""The printed record, to browse and search."""

from django.contrib import admin

from speeches.admin.readonly import ReadOnly
from speeches.models import Answer, Chamber, Debate, Division, Parliament, Sitting, Speech


@admin.register(Speech)
class SpeechAdmin(ReadOnly):
    list_display = ("speaker", "date", "chamber", "title", "reference")
    list_filter = ("chamber", "party", "debate_type")
    search_fields = ("speaker", "title", "id")
    date_hierarchy = "date"
    list_select_related = ("chamber",)
    show_full_result_count = False


@admin.register(Sitting)
class SittingAdmin(ReadOnly):
    list_select_related = ("chamber", "session__parliament")
    list_display = ("date", "chamber", "session", "proof", "ingested_at")
    list_filter = ("chamber",)
    date_hierarchy = "date"


@admin.register(Debate)
class DebateAdmin(ReadOnly):
    list_display = ("title", "type", "sitting")
    search_fields = ("title",)
    list_select_related = ("sitting__chamber",)


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    list_display = ("sitting", "question", "ayes", "noes", "result")
    list_select_related = ("sitting__chamber",)


@admin.register(Answer)
class AnswerAdmin(ReadOnly):
    """Questions and answers with readers' ratings."""

    list_display = ("question", "found", "rating", "reason", "model", "dropped_sentences", "took_ms", "created_at")
    list_filter = ("found", "rating", "model")
    search_fields = ("question",)


admin.site.register([Parliament, Chamber], ReadOnly)
