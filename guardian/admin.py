"""The operators' admin: schemes, their members, and the state of their uploads. Operators open one scheme at a time,
through the same door as everybody, and do not see the text of bylaws."""

from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from guardian.access import operator_scope
from guardian.ingestion.upload import UploadError, content_of, delete, retry, take
from guardian.members import MemberError, change_role, invite
from guardian.models import Bylaw, Membership, Role, Scheme
from guardian.views_documents import ring_after_commit


@admin.register(Scheme)
class SchemeAdmin(admin.ModelAdmin[Scheme]):
    """Operators create schemes here; each scheme's owner-admins invite everybody else."""

    list_display = ("name", "slug", "created_at", "waiting", "desk")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _operates(request)

    def has_view_permission(self, request: HttpRequest, obj: Scheme | None = None) -> bool:
        return _operates(request)

    has_add_permission = has_module_permission
    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission

    @admin.display(boolean=True, description="nothing waits")
    def waiting(self, scheme: Scheme) -> bool:
        """Whether no bylaw of the scheme is waiting for the worker."""
        return scheme.work_since is None

    @admin.display(description="members and bylaws")
    def desk(self, scheme: Scheme) -> str:
        return format_html('<a href="{}">Open</a>', reverse("admin:guardian_scheme_desk", args=[scheme.pk]))

    def get_urls(self) -> list[URLPattern]:
        desk = path("<int:scheme_id>/desk/", self.admin_site.admin_view(self.desk_view), name="guardian_scheme_desk")
        return [desk, *super().get_urls()]

    def desk_view(self, request: HttpRequest, scheme_id: int) -> HttpResponse:
        """One scheme: its members, its bylaws with their state, and the actions on them."""
        get_object_or_404(Scheme, pk=scheme_id)
        with operator_scope(cast(User, request.user), scheme_id) as scheme:
            link = self._perform(request, scheme) if request.method == "POST" else ""
            if request.method == "POST" and not link:
                return HttpResponseRedirect(request.path)
            context = {
                **self.admin_site.each_context(request),
                "title": scheme.name,
                "scheme": scheme,
                "opts": self.model._meta,
                "members": list(Membership.objects.select_related("user")),
                "bylaws": list(Bylaw.objects.dated().defer("text", "outline")),
                "roles": Role.choices,
                "link": link,
            }
            return render(request, "admin/guardian/desk.html", context)

    def _perform(self, request: HttpRequest, scheme: Scheme) -> str:
        """Perform the posted action. Returns an invitation's link if one was made, else ""."""
        action, key = request.POST.get("action", ""), request.POST.get("key", "")
        if action == "invite":
            try:
                _, token = invite(scheme, request.POST.get("role", ""))
            except MemberError as error:
                messages.error(request, str(error))
                return ""
            return request.build_absolute_uri(reverse("guardian:invitation", args=[token]))
        if action == "upload":
            self._upload(request, scheme)
        if action in ("retry", "delete") and (bylaw := Bylaw.objects.filter(pk=_uuid(key)).first()):
            if action == "delete":
                delete(bylaw)
            elif retry(bylaw):
                ring_after_commit(bylaw)
        if action in ("role", "remove") and (membership := Membership.objects.filter(pk=_number(key)).first()):
            try:
                change_role(membership, request.POST.get("role", "") if action == "role" else "")
            except MemberError as error:
                messages.error(request, str(error))
        return ""

    def _upload(self, request: HttpRequest, scheme: Scheme) -> None:
        files = request.FILES.getlist("file")
        title = request.POST.get("title", "")
        if title and len(files) > 1:
            messages.error(request, "Several files are several documents. Leave the name out, or choose one file.")
            return
        for file in files:
            try:
                bylaw, new = take(
                    scheme, content_of(file), str(file.name or ""), title=title,
                    suggested=Path(str(file.name or "")).stem if len(files) > 1 else "",
                    effective_from=request.POST.get("effective_from", ""),
                )  # fmt: skip
            except UploadError as error:
                messages.error(request, f"{file.name}: {error}")
                continue
            if new:
                ring_after_commit(bylaw)
            else:
                messages.info(request, f"{file.name} is there already.")

    def save_model(self, request: HttpRequest, obj: Scheme, form: Any, change: bool) -> None:
        if change:
            # The database allows a scheme to be changed or deleted only from inside its scope.
            with operator_scope(cast(User, request.user), obj.pk):
                super().save_model(request, obj, form, change)
        else:
            super().save_model(request, obj, form, change)
            messages.info(request, "Open “members and bylaws” to invite the scheme's owner-admin.")

    def delete_model(self, request: HttpRequest, obj: Scheme) -> None:
        with operator_scope(cast(User, request.user), obj.pk):
            obj.delete()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Scheme]) -> None:
        for scheme in queryset:
            self.delete_model(request, scheme)


def _operates(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


def _uuid(text: str) -> UUID:
    """The text as a UUID; the nil UUID, which no row has, if the text is not one."""
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
