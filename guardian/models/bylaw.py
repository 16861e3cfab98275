"""A scheme's bylaws: its documents in their versions, with their files, pages and chunks."""

import datetime
import re
import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, Subquery, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from guardian.documents.document import PageText, Section
from guardian.documents.errors import TOO_MANY_PAGES
from guardian.models.scheme import Scheme, Sealed
from rag.chunks.models import ChunkBase, EmbeddingModel
from rag.text.spans import Span

# The title of a scheme's first document if none is given.
MAIN_TITLE = "Bylaws"
LONGEST_TITLE = 120


# A worker usually begins to read a file within this time.
_PATIENCE = datetime.timedelta(minutes=3)


class Bylaws(models.QuerySet["Bylaw"]):
    """Versions of documents, each read or still to be read."""

    def in_force(self, day: datetime.date | None = None) -> "Bylaws":
        """The version of each document that is in force on a day, today unless given, by title."""
        day = day or timezone.localdate()
        begun = self.filter(status=Bylaw.Status.READY, effective_from__lte=day)
        return begun.filter(~Exists(_later_versions(day))).order_by("title").select_related("model")

    def dated(self) -> "Bylaws":
        """The versions, each with `replaced_on`: the day from which a later one is in force; None if none is today."""
        later = _later_versions(timezone.localdate()).order_by("effective_from", "dated_at").values("effective_from")
        # As a dictionary, because the type checker knows the field already.
        day = {"replaced_on": Subquery(later[:1])}
        return self.annotate(**day)

    def coming(self) -> dict[str, datetime.date]:
        """The day of the next version of each document that has one, by title."""
        later = self.filter(status=Bylaw.Status.READY, effective_from__gt=timezone.localdate())
        return dict(later.order_by("-effective_from").values_list("title", "effective_from"))

    def titles(self) -> list[str]:
        """The titles of the documents that are in force, will be, or are being read, by name."""
        rows = self.exclude(status=Bylaw.Status.FAILED).order_by("title")
        return list(rows.values_list("title", flat=True).distinct())


class Bylaw(Sealed):
    """A version of a document, as uploaded. Versions of one document share a `title`.

    A row in `processing` waits for a worker. Of the versions that are ready, the one with the latest `effective_from`
    up to today is in force; of several with the same day, the one dated last.
    """

    class Status(models.TextChoices):
        PROCESSING = "processing"
        READY = "ready"
        FAILED = "failed"

    class Stage(models.TextChoices):
        QUEUED = "queued"
        READING = "reading"
        EMBEDDING = "embedding"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=LONGEST_TITLE, default=MAIN_TITLE, db_default=Value(MAIN_TITLE))
    # The first day on which this version is in force, and when somebody last set that day.
    effective_from = models.DateField(default=timezone.localdate)
    dated_at = models.DateTimeField(default=timezone.now)
    file_name = models.CharField(max_length=255)
    digest = models.CharField(max_length=64, editable=False)
    size = models.PositiveIntegerField()
    status = models.CharField(max_length=20, choices=Status, default=Status.PROCESSING)
    stage = models.CharField(max_length=20, choices=Stage, default=Stage.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    pages_read = models.PositiveIntegerField(default=0)
    page_count = models.PositiveIntegerField(null=True)
    section_count = models.PositiveIntegerField(null=True)
    # Number of words in the file that no page shows.
    hidden_words = models.PositiveIntegerField(default=0, db_default=0)
    # Sentences that seem to address a program, as `[start, end)` in the text. No answer cites them as a rule.
    to_machines: Any = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    # In English; `failure` has it in the language of the page.
    error_message = models.TextField(blank=True)
    text = models.TextField(blank=True)
    outline: Any = models.JSONField(default=list)
    language = models.CharField(max_length=2, default="en")
    model = models.ForeignKey(EmbeddingModel, on_delete=models.PROTECT, null=True, related_name="+")
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    processed_at = models.DateTimeField(null=True)
    # Set by `dated()`.
    replaced_on: datetime.date | None

    objects = Bylaws.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["scheme", "-created_at"], name="bylaw_scheme"),
            models.Index(fields=["scheme", "title", "effective_from", "dated_at"], name="bylaw_version"),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def standing(self) -> str:
        """What has become of this version: `in force`, `coming`, `replaced`, or its status if it is not ready. Only of
        rows from `dated()`."""
        if self.status != self.Status.READY:
            return str(self.status)
        if self.effective_from > timezone.localdate():
            return "coming"
        return "replaced" if self.replaced_on else "in force"

    @property
    def waits_long(self) -> bool:
        """Whether no worker has begun to read it within the time in which one usually does."""
        return self.stage == self.Stage.QUEUED and timezone.now() - self.created_at > _PATIENCE

    @property
    def failure(self) -> str:
        """Why this version could not be read, in the page's language."""
        match re.findall(r"\d+", self.error_message):
            case [pages, most] if TOO_MANY_PAGES.format(pages=pages, most=most) == self.error_message:
                return gettext(TOO_MANY_PAGES).format(pages=pages, most=most)
        return gettext(self.error_message)

    def sections(self) -> list[Section]:
        """The sections in order, as stored by `keep_sections`."""
        return [
            Section(tuple(one["path"]), one["level"], one["page"], one["start"], Span(*one["body"]), one["stem"])
            for one in self.outline
        ]

    def keep_sections(self, sections: tuple[Section, ...]) -> None:
        self.section_count = sum(bool(section.path) for section in sections)
        self.outline = [
            {
                "path": section.path, "level": section.level, "page": section.page, "start": section.start,
                "body": section.body, "stem": section.stem,
            }
            for section in sections
        ]  # fmt: skip

    def url_in(self, scheme: Scheme) -> str:
        return reverse("guardian:document", args=[scheme.slug, self.pk])


def _later_versions(day: datetime.date) -> Bylaws:
    """The later versions of an outer row's document that are in force on a day, or were before."""
    own_day = Q(effective_from=OuterRef("effective_from"), dated_at__gt=OuterRef("dated_at"))
    versions = Bylaw.objects.filter(scheme=OuterRef("scheme"), title=OuterRef("title"), status=Bylaw.Status.READY)
    return versions.filter(Q(effective_from__gt=OuterRef("effective_from")) | own_day, effective_from__lte=day)


class BylawFile(Sealed):
    """The PDF as uploaded and, for a scan, the file after text recognition, to which pages and places refer. It is
    stored in the database, so that the same seal covers it and no file is served by a path."""

    bylaw = models.OneToOneField(Bylaw, on_delete=models.CASCADE, primary_key=True, related_name="file")
    content = models.BinaryField()
    recognised = models.BinaryField(null=True, editable=False)

    @property
    def shown(self) -> bytes:
        """The file from whose pages the text was read."""
        return bytes(self.recognised if self.recognised is not None else self.content)

    def __str__(self) -> str:
        return f"file of {self.bylaw_id}"


class BylawPage(Sealed):
    """A page: `[start, end)` of the document's text, its size and the boxes of its words in points."""

    bylaw = models.ForeignKey(Bylaw, on_delete=models.CASCADE, related_name="pages", db_index=False)
    number = models.PositiveIntegerField()
    width = models.FloatField()
    height = models.FloatField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    places: Any = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["scheme", "bylaw", "number"], name="page_number")]

    def __str__(self) -> str:
        return f"page {self.number} of {self.bylaw_id}"

    def as_text(self) -> PageText:
        places = tuple(tuple(place) for place in self.places)
        return PageText(self.number, self.width, self.height, self.start, self.end, places)


class Chunk(ChunkBase, Sealed):
    """A stretch of one section of a bylaw; `section` is an index into the bylaw's outline."""

    pk: Any = models.CompositePrimaryKey("scheme_id", "bylaw_id", "index")
    bylaw = models.ForeignKey(Bylaw, on_delete=models.CASCADE, related_name="+", db_index=False)
    section = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.bylaw_id} [{self.start}, {self.end})"
