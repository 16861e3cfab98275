"""The addresses asked for on a parliament's site, and the results."""

from django.db import models

from speeches.models.parliament import Parliament


class Fetched(models.Model):
    """An address of the official record and its last result, so that a file is taken again only if it has changed."""

    class Status(models.TextChoices):
        INGESTED = "ingested"
        MISSING = "missing"
        FAILED = "failed"

    url = models.URLField(max_length=500, primary_key=True)
    parliament = models.ForeignKey(Parliament, on_delete=models.CASCADE, related_name="fetched")
    status = models.CharField(max_length=10, choices=Status)
    etag = models.CharField(max_length=250, blank=True)
    modified = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    # The day that the file covers, once it has been read.
    date = models.DateField(null=True, blank=True)
    reason = models.TextField(blank=True)
    checked_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "fetched"
        ordering = ["-checked_at"]

    def __str__(self) -> str:
        return f"{self.url}: {self.status}"
