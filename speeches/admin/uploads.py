"""Files uploaded by an administrator: several at once, each tracked until it is done."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from speeches import tasks
from speeches.formats import FORMATS
from speeches.ingestion.jobs import create_job, progress, retry
from speeches.models import IngestJob


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """A field that accepts several files and cleans each."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        files = data or [None] if isinstance(data, list | tuple) else [data]
        return [super(SeveralFilesField, self).clean(file, initial) for file in files]


class UploadForm(forms.ModelForm[IngestJob]):
    """Files to ingest, and the options for them."""

    uploads = SeveralFilesField(
        label="Files",
        help_text="Hansard XML, CSV, JSON or JSON Lines; several at once. Choose them, or drop them here.",
    )
    format = forms.ChoiceField(
        choices=[("", "Detect it"), *((name, name) for name in FORMATS)], required=False, initial=""
    )
    update = forms.BooleanField(required=False, help_text="Replace what is in the record with other words.")
    parliament = forms.SlugField(required=False, help_text="For CSV and JSON: whose chambers are meant, such as au.")

    class Meta:
        model = IngestJob
        fields = ("format", "update", "parliament")


@admin.register(IngestJob)
class IngestJobAdmin(admin.ModelAdmin[IngestJob]):
    """Files that are being ingested."""

    form = UploadForm
    list_display = ("file_name", "state", "speeches", "chunks", "duplicates", "problems", "created_at", "created_by")
    list_filter = ("status",)
    actions = ("try_again",)

    class Media:
        js = ("ingest-status.js", "upload.js")

    def get_queryset(self, request: HttpRequest) -> QuerySet[IngestJob]:
        return super().get_queryset(request).defer("content").select_related("created_by")

    def has_change_permission(self, request: HttpRequest, obj: IngestJob | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: IngestJob | None = None) -> Any:
        if obj is None:
            return ("uploads", "format", "update", "parliament")
        return ("file_name", "state", "speeches", "chunks", "duplicates", "problems", "created_at", "finished_at")

    def get_readonly_fields(self, request: HttpRequest, obj: IngestJob | None = None) -> Any:
        return () if obj is None else self.get_fields(request, obj)

    def get_form(self, request: HttpRequest, obj: IngestJob | None = None, change: bool = False, **kwargs: Any) -> Any:
        return UploadForm if obj is None else super().get_form(request, obj, change=change, **kwargs)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Create a job for each file, then show the list with their progress."""
        form = UploadForm(request.POST or None, request.FILES or None)
        if request.method != "POST" or not self.has_add_permission(request) or not form.is_valid():
            return super().add_view(request, form_url, extra_context)
        for file in form.cleaned_data["uploads"]:
            job = create_job(
                file.read(),
                file.name,
                format_=form.cleaned_data["format"],
                update=form.cleaned_data["update"],
                parliament=form.cleaned_data["parliament"],
                user=request.user if isinstance(request.user, User) else None,
            )
            tasks.ring(job)
        messages.success(request, f"{len(form.cleaned_data['uploads'])} file(s) queued. This list follows them.")
        return HttpResponseRedirect(reverse("admin:speeches_ingestjob_changelist"))

    @admin.display(description="status")
    def state(self, job: IngestJob) -> SafeString | str:
        if job.status == IngestJob.Status.EMBEDDING:
            counts = progress(job)
            return f"embedding {counts['vectors_stored']} of {counts['chunks_created']}"
        waiting = job.status in (IngestJob.Status.QUEUED, IngestJob.Status.PARSING)
        return format_html('<span data-unfinished="{}">{}</span>', "yes" if waiting else "no", job.get_status_display())

    @admin.display
    def speeches(self, job: IngestJob) -> int:
        return int(job.summary.get("speeches_processed", 0))

    @admin.display
    def chunks(self, job: IngestJob) -> int:
        return int(job.summary.get("chunks_created", 0))

    @admin.display
    def duplicates(self, job: IngestJob) -> int:
        return int(job.summary.get("duplicates_skipped", 0))

    @admin.display(description="errors")
    def problems(self, job: IngestJob) -> SafeString | str:
        errors = job.summary.get("errors", [])
        lines = (
            (f"{error['file']}{', line ' + str(error['line']) if error['line'] else ''}", error["reason"])
            for error in errors[:50]
        )
        return format_html_join("", "<div>{}: {}</div>", lines) if errors else "–"

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request)

    @admin.action(description="Try the selected failed files again", permissions=["retry"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[IngestJob]) -> None:
        again = [job for job in queryset if retry(job)]
        for job in again:
            tasks.ring(job)
        messages.info(request, f"{len(again)} file(s) queued again.")
