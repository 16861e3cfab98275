"""The administrator's side: bring files in and watch them, look at the record, manage keys."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rag.keys.models import SCOPES, ApiKey
from speeches import tasks
from speeches.formats.detect import PARSERS
from speeches.ingestion.jobs import create_job, progress, retry
from speeches.models import Answer, Chamber, Debate, Division, IngestJob, Parliament, Party, Politician, Sitting, Speech


class ReadOnly(admin.ModelAdmin[Any]):
    """The record is what was printed: it is looked at here, and changed only by ingesting."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """A field that takes several files at once and cleans each."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        files = data or [None] if isinstance(data, list | tuple) else [data]
        return [super(SeveralFilesField, self).clean(file, initial) for file in files]


class UploadForm(forms.ModelForm[IngestJob]):
    """Files to bring into the record, and how."""

    uploads = SeveralFilesField(label="Files", help_text="Hansard XML, CSV, JSON or JSON Lines; several at once.")
    format = forms.ChoiceField(
        choices=[("", "Detect it"), *((name, name) for name in PARSERS)], required=False, initial=""
    )
    update = forms.BooleanField(required=False, help_text="Replace what is in the record with other words.")
    parliament = forms.SlugField(required=False, help_text="For CSV and JSON: whose chambers are meant, such as au.")

    class Meta:
        model = IngestJob
        fields = ("format", "update", "parliament")


@admin.register(IngestJob)
class IngestJobAdmin(admin.ModelAdmin[IngestJob]):
    """Files on their way into the record."""

    form = UploadForm
    list_display = ("file_name", "state", "speeches", "chunks", "duplicates", "problems", "created_at", "created_by")
    list_filter = ("status",)
    actions = ("try_again",)

    class Media:
        js = ("ingest-status.js",)

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
        """Every file becomes a job of its own, and the list shows how they fare."""
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

    @admin.action(description="Try the selected failed files again")
    def try_again(self, request: HttpRequest, queryset: QuerySet[IngestJob]) -> None:
        again = [job for job in queryset if retry(job)]
        for job in again:
            tasks.ring(job)
        messages.info(request, f"{len(again)} file(s) queued again.")


@admin.register(Speech)
class SpeechAdmin(ReadOnly):
    list_display = ("speaker", "date", "chamber", "title", "reference")
    list_filter = ("chamber", "party", "debate_type")
    search_fields = ("speaker", "title", "id")
    date_hierarchy = "date"
    list_select_related = ("chamber",)
    show_full_result_count = False


@admin.register(Politician)
class PoliticianAdmin(ReadOnly):
    list_display = ("name", "parliament", "source_id")
    search_fields = ("name", "spellings")
    list_filter = ("parliament",)


@admin.register(Party)
class PartyAdmin(admin.ModelAdmin[Party]):
    """Parties may be renamed and given aliases; which speech has which party is the record's."""

    list_display = ("name", "code", "parliament", "aliases")
    list_filter = ("parliament",)
    readonly_fields = ("code", "parliament")


@admin.register(Sitting)
class SittingAdmin(ReadOnly):
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
    """What was asked and answered, and what readers thought of it."""

    list_display = ("question", "found", "rating", "reason", "model", "dropped_sentences", "took_ms", "created_at")
    list_filter = ("found", "rating", "model")
    search_fields = ("question",)


admin.site.register([Parliament, Chamber], ReadOnly)


class KeyForm(forms.ModelForm[ApiKey]):
    scopes = forms.MultipleChoiceField(
        choices=[(scope, scope) for scope in SCOPES], widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiKey
        fields = ("name", "scopes")


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin[ApiKey]):
    """Keys of the API. The key itself is shown once, when it is made."""

    form = KeyForm
    list_display = ("name", "hint", "scopes", "created_at", "last_used_at", "revoked_at")

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        key, token = ApiKey.create(form.cleaned_data["scopes"], form.cleaned_data["name"])
        obj.__dict__.update(key.__dict__)
        messages.warning(request, f"The key, shown this once: {token}")
