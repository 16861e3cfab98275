"""`manage.py reembed`: switch to the embedding model in EMBEDDING_MODEL."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from rag.clients.embedder import EmbedderError
from speeches.ingestion.reembedding import reembed


class Command(BaseCommand):
    help = "Embed the record with the model in EMBEDDING_MODEL and switch to it. Searches go on meanwhile."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with Progress(console=Console(stderr=True), transient=True) as progress:
                bar = progress.add_task("embedding", total=None)
                model, count = reembed(lambda done, total: progress.update(bar, completed=done, total=total))
        except EmbedderError as error:
            raise CommandError(f"{error} The record is searched with the old model as before.") from error
        self.stdout.write(f"{model.name} is active; {count} chunks were embedded.")
