"""Politicians and parties: merge two rows of one person, undo that, split one row of two people, name parties."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from speeches import tasks
from speeches.admin.readonly import ReadOnly
from speeches.ingestion.merging import MergeError, merge, undo
from speeches.ingestion.splitting import split_politician
from speeches.models import Merge, Party, Politician
from speeches.search.version import corpus_changed


@admin.register(Politician)
class PoliticianAdmin(ReadOnly):
    list_display = ("name", "parliament", "source_id", "speeches_said")
    search_fields = ("name", "spellings")
    list_filter = ("parliament",)
    actions = ("merge_two", "split_one")

    list_select_related = ("parliament",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Politician]:
        people: QuerySet[Politician] = super().get_queryset(request)
        return people.annotate(said=Count("speeches"))

    @admin.display(description="speeches", ordering="said")
    def speeches_said(self, politician: Any) -> int:
        return int(politician.said)

    def has_merge_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("speeches.change_politician")

    @admin.action(description="Merge two who are one person…", permissions=["merge"])
    def merge_two(self, request: HttpRequest, queryset: QuerySet[Politician]) -> HttpResponse | None:
        """Ask which of the two to keep, then merge them."""
        if queryset.count() != 2:
            messages.error(request, "Choose exactly two politicians to merge.")
            return None
        two = list(queryset.order_by("name", "pk"))
        kept = next((one for one in two if str(one.pk) == request.POST.get("kept")), None)
        if kept is None:
            context = {**self.admin_site.each_context(request), "title": "Merge two politicians", "two": two}
            return TemplateResponse(request, "admin/speeches/merge.html", context)
        absorbed = next(one for one in two if one != kept)
        try:
            merge(kept, absorbed, request.user if isinstance(request.user, User) else None)
        except MergeError as error:
            messages.error(request, str(error))
            return None
        # Wake a worker to rebuild their search entries.
        transaction.on_commit(tasks.ring)
        messages.success(request, f"{absorbed} is {kept} now. It can be undone under “Merges”.")
        return None

    @admin.action(description="Split one who is two people…", permissions=["merge"])
    def split_one(self, request: HttpRequest, queryset: QuerySet[Politician]) -> HttpResponse | None:
        """Ask which terms belong to the other person, then split."""
        if queryset.count() != 1:
            messages.error(request, "Choose exactly one politician to split.")
            return None
        politician = queryset.get()
        terms = politician.terms.select_related("chamber", "party", "riding").order_by("start")
        if "terms" not in request.POST:
            context = {**self.admin_site.each_context(request), "title": "Split a politician", "terms": terms}
            return TemplateResponse(request, "admin/speeches/split.html", context | {"politician": politician})
        chosen = [term for term in terms if str(term.pk) in request.POST.getlist("terms")]
        try:
            other = split_politician(politician, chosen, request.user if isinstance(request.user, User) else None)
        except MergeError as error:
            messages.error(request, str(error))
            return None
        transaction.on_commit(tasks.ring)
        messages.success(request, f"{politician} ({politician.slug}) and {other} ({other.slug}) are two people now.")
        return None


@admin.register(Merge)
class MergeAdmin(ReadOnly):
    """Merges, which can be undone."""

    list_display = ("__str__", "created_at", "created_by", "undone_at")
    actions = ("undo_merges",)

    def has_undo_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("speeches.change_merge")

    @admin.action(description="Undo the selected merges", permissions=["undo"])
    def undo_merges(self, request: HttpRequest, queryset: QuerySet[Merge]) -> None:
        for done in queryset.order_by("-created_at"):
            try:
                restored = undo(done)
            except MergeError as error:
                messages.error(request, f"{done}: {error}")
            else:
                transaction.on_commit(tasks.ring)
                messages.success(request, f"{restored} is a politician of their own again.")


@admin.register(Party)
class PartyAdmin(admin.ModelAdmin[Party]):
    """Parties may be renamed and given aliases; the record decides which party a speech belongs to."""

    list_display = ("name", "code", "parliament", "aliases")
    list_filter = ("parliament",)
    readonly_fields = ("code", "parliament")

    def save_model(self, request: HttpRequest, obj: Party, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        transaction.on_commit(corpus_changed)
