"""What happens to an upload: it comes into force, or is refused, overtaken or interrupted."""

import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from guardian import tasks
from guardian.access import work_scope
from guardian.ingestion import work
from guardian.ingestion.store import embed_drafts
from guardian.ingestion.upload import UploadError, delete, retry, take
from guardian.ingestion.work import process, unfinished_bylaws
from guardian.models import Bylaw, BylawFile, BylawPage, Chunk, Scheme
from rag.clients.embedder import EmbedderError
from tests.guardian.conftest import HARBOUR, MEADOW, upload_bylaw
from tests.pdfs import Text, make_pdf, pdf

pytestmark = pytest.mark.slow


@pytest.fixture
def scheme(db: None) -> Scheme:
    return Scheme.objects.create(name="Quay Terrace", slug="quay-terrace")


def waiting(scheme: Scheme, content: bytes) -> Bylaw:
    with work_scope(scheme.pk):
        return take(scheme, content, "bylaws.pdf")[0]


def fresh(bylaw: Bylaw) -> Bylaw:
    with work_scope(bylaw.scheme_id):
        return Bylaw.objects.dated().get(pk=bylaw.pk)


def test_all_of_it_is_written(scheme: Scheme) -> None:
    bylaw = upload_bylaw(scheme, make_pdf(HARBOUR))
    assert (bylaw.title, bylaw.standing, bylaw.page_count, bylaw.section_count) == ("Bylaws", "in force", 1, 4)
    with work_scope(scheme.pk):
        assert BylawPage.objects.count() == 1
        assert Chunk.objects.pending().count() == 0
        for chunk in Chunk.objects.all():
            assert bylaw.text[chunk.start : chunk.end].strip()
            assert chunk.header == bylaw.sections()[chunk.section].name
    scheme.refresh_from_db()
    assert unfinished_bylaws(scheme.pk) == []
    scheme.refresh_from_db()
    assert scheme.work_since is None


def test_a_new_one_replaces_the_old_one(scheme: Scheme) -> None:
    old, new = upload_bylaw(scheme, make_pdf(HARBOUR)), upload_bylaw(scheme, make_pdf(MEADOW))
    assert (fresh(old).standing, new.standing) == ("replaced", "in force")
    assert fresh(old).replaced_on == timezone.localdate()


def test_the_last_uploaded_is_in_force_whichever_is_read_first(scheme: Scheme) -> None:
    first, second = waiting(scheme, make_pdf(HARBOUR)), waiting(scheme, make_pdf(MEADOW))
    process(scheme.pk, second.pk)
    process(scheme.pk, first.pk)
    assert (fresh(first).standing, fresh(second).standing) == ("replaced", "in force")


def test_a_failure_leaves_no_chunks(scheme: Scheme) -> None:
    bylaw = upload_bylaw(scheme, pdf([[Text(72, 72, "Scan")]]))
    assert bylaw.standing == "failed"
    assert bylaw.error_message.startswith("This PDF appears to be a scanned image")
    with work_scope(scheme.pk):
        assert Chunk.objects.count() == BylawPage.objects.count() == 0


@pytest.mark.parametrize("moment", ["read_document", "embed_drafts", "write_document"])
def test_a_worker_killed_at_any_point_loses_nothing(
    scheme: Scheme, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    old, bylaw = upload_bylaw(scheme, make_pdf(HARBOUR)), waiting(scheme, make_pdf(MEADOW))

    def killed(*args: Any, **values: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(work, moment, killed)
        process(scheme.pk, bylaw.pk)
    assert (fresh(bylaw).standing, fresh(old).standing) == ("processing", "in force")
    tasks.resume()
    assert (fresh(bylaw).standing, fresh(old).standing) == ("in force", "replaced")


def test_a_file_that_ends_every_worker_is_given_up(scheme: Scheme) -> None:
    bylaw = waiting(scheme, make_pdf(HARBOUR))
    with work_scope(scheme.pk):
        Bylaw.objects.update(attempts=20)
    tasks.resume()
    assert fresh(bylaw).error_message.startswith("Reading this PDF failed several times.")
    with work_scope(scheme.pk):
        assert retry(bylaw)
    tasks.resume()
    assert fresh(bylaw).status == "ready"


def test_without_the_model_it_can_be_tried_again(scheme: Scheme, monkeypatch: pytest.MonkeyPatch) -> None:
    bylaw = waiting(scheme, make_pdf(HARBOUR))

    def away(*args: Any) -> Any:
        raise EmbedderError("away")

    with monkeypatch.context() as patched:
        patched.setattr(work, "embed_drafts", away)
        process(scheme.pk, bylaw.pk)
    assert "try again later" in fresh(bylaw).error_message


def test_two_workers_do_not_work_on_the_same_bylaw(scheme: Scheme) -> None:
    bylaw = waiting(scheme, make_pdf(HARBOUR))
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [str(bylaw.pk)])
        process(scheme.pk, bylaw.pk)
        assert fresh(bylaw).attempts == 0
    finally:
        other.close()


def test_the_same_file_is_recognised(scheme: Scheme) -> None:
    bylaw = waiting(scheme, make_pdf(HARBOUR))
    with work_scope(scheme.pk):
        assert take(scheme, make_pdf(HARBOUR), "again.pdf") == (bylaw, False)
    process(scheme.pk, bylaw.pk)
    with work_scope(scheme.pk):
        assert take(scheme, make_pdf(HARBOUR), "again.pdf")[1] is False


def test_deleting_takes_file_pages_and_chunks(scheme: Scheme) -> None:
    bylaw = upload_bylaw(scheme, make_pdf(HARBOUR))
    with work_scope(scheme.pk):
        delete(bylaw)
        for model in (Bylaw, BylawFile, BylawPage, Chunk):
            assert model._default_manager.count() == 0


def test_deleted_while_it_was_read(scheme: Scheme, monkeypatch: pytest.MonkeyPatch) -> None:
    bylaw = waiting(scheme, make_pdf(HARBOUR))

    def deleting(drafts: Any) -> Any:
        with work_scope(scheme.pk):
            Bylaw.objects.all().delete()
        return embed_drafts(drafts)

    monkeypatch.setattr(work, "embed_drafts", deleting)
    process(scheme.pk, bylaw.pk)
    with work_scope(scheme.pk):
        assert Chunk.objects.count() == 0


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "C:\\bylaws\\final.pdf", "", "\x00", "x" * 999 + ".pdf", "\ud800.pdf"]
)
def test_names_of_files_are_only_names(scheme: Scheme, name: str) -> None:
    with work_scope(scheme.pk):
        bylaw, _ = take(scheme, make_pdf(HARBOUR), name)
    assert bylaw.file_name
    assert len(bylaw.file_name) <= 255
    assert not set(bylaw.file_name) & set("/\\\x00")


def test_what_is_not_taken_leaves_nothing(scheme: Scheme) -> None:
    with work_scope(scheme.pk):
        with pytest.raises(UploadError):
            take(scheme, b"no pdf", "bylaws.pdf")
        assert Bylaw.objects.count() == 0


def test_tasks_for_what_is_gone_leave_quietly(scheme: Scheme) -> None:
    tasks.read_bylaw(scheme.pk, str(uuid4()))
    tasks.read_bylaw(999_999, str(uuid4()))


def test_a_scan_is_recognised_where_that_is_switched_on(
    scheme: Scheme, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OCR_ENABLED = True
    monkeypatch.setattr(work, "recognise_text", lambda content, seconds: make_pdf(HARBOUR))
    scan = pdf([[Text(72, 72, "Scan")]])
    bylaw = upload_bylaw(scheme, scan)
    assert bylaw.status == "ready"
    with work_scope(scheme.pk):
        file = BylawFile.objects.get(pk=bylaw.pk)
        # The upload is kept unchanged; pages show the file from which the text was read.
        assert bytes(file.content) == scan
        assert file.shown == make_pdf(HARBOUR)


def test_real_bylaws_of_forty_pages(scheme: Scheme, shared: Path) -> None:
    bylaw = upload_bylaw(scheme, (shared / "data/bylaws/towns/brookfield.pdf").read_bytes())
    assert (bylaw.status, bylaw.page_count) == ("ready", 40)


def test_bylaws_that_failed_long_ago_are_removed_and_no_others(scheme: Scheme) -> None:
    long_ago = timezone.now() - datetime.timedelta(days=settings.FAILED_FILES_DAYS + 1)
    with work_scope(scheme.pk):
        failed, _, ready = (
            Bylaw.objects.create(scheme=scheme, file_name=name, size=1, digest=name, status=status)
            for name, status in (("a", "failed"), ("b", "failed"), ("c", "ready"))
        )
        Bylaw.objects.filter(pk__in=[failed.pk, ready.pk]).update(processed_at=long_ago)
    tasks.forget_failed_files()
    with work_scope(scheme.pk):
        assert set(Bylaw.objects.values_list("file_name", flat=True)) == {"b", "c"}
