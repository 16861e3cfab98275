"""An administrator uploads files, several at once. Each is a job that the list follows to its end."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rag.keys.models import ApiKey
from speeches.ingestion.jobs import create_job, run_job
from speeches.ingestion.merging import merge
from speeches.models import IngestJob, Merge, Party, Politician, Speech
from speeches.search.version import corpus_version
from speeches.tasks import ingest, resume

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("empty_record")]

LIST = "/admin/speeches/ingestjob/"
CSV = b"speaker,date,chamber,text\nAda Smith,2023-03-14,Senate,Hello there.\n"


@pytest.fixture
def administrator(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def upload(client: Client, *files: tuple[str, bytes], **fields: str) -> int:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(f"{LIST}add/", {"uploads": uploads, "format": "", "parliament": "", **fields}).status_code


def test_several_files_become_a_job_each(administrator: Client) -> None:
    assert upload(administrator, ("a.csv", CSV), ("b.xml", b"bplist00")) == 302
    assert sorted(IngestJob.objects.values_list("file_name", "status")) == [("a.csv", "queued"), ("b.xml", "queued")]


@pytest.mark.slow
def test_a_job_runs_to_its_end_and_the_list_tells_of_it(administrator: Client) -> None:
    upload(administrator, ("a.csv", CSV), ("b.xml", b"bplist00"))
    page = administrator.get(LIST).content.decode()
    assert page.count('data-unfinished="yes"') == 2
    for job in IngestJob.objects.all():
        ingest(str(job.pk))
    assert dict(IngestJob.objects.values_list("file_name", "status")) == {"a.csv": "done", "b.xml": "failed"}
    page = administrator.get(LIST).content.decode()
    assert 'data-unfinished="yes"' not in page
    assert "not a Hansard file" in page
    assert Speech.objects.get().speaker == "Ada Smith"


@pytest.mark.slow
def test_while_it_is_embedded_the_list_counts(administrator: Client) -> None:
    run_job(create_job(CSV, "a.csv"))
    assert "embedding 0 of 1" in administrator.get(LIST).content.decode()
    resume()
    assert IngestJob.objects.get().summary["vectors_stored"] == 1


def test_a_failed_file_can_be_tried_again(administrator: Client) -> None:
    job = create_job(b"bplist00", "b.xml")
    run_job(job)
    administrator.post(LIST, {"action": "try_again", "_selected_action": [str(job.pk)]})
    job.refresh_from_db()
    assert job.status == IngestJob.Status.QUEUED


def test_an_upload_without_files_says_so(administrator: Client) -> None:
    assert upload(administrator) == 200
    assert not IngestJob.objects.exists()


def test_a_job_of_a_row_that_is_gone_ends_quietly() -> None:
    ingest("00000000-0000-0000-0000-000000000000")
    ingest("no-id-at-all")


def test_the_list_shows_errors_escaped(administrator: Client) -> None:
    run_job(create_job(b"speaker,date,chamber,text\nA,<script>alert(1)</script>,Senate,x\n", "<b>.csv"))
    page = administrator.get(LIST).content.decode()
    assert "<script>alert(1)" not in page
    assert "<b>.csv" not in page


@pytest.mark.parametrize("who", ["nobody", "member", "staff"])
def test_only_those_with_the_permission_may_bring_files(client: Client, who: str) -> None:
    if who != "nobody":
        client.force_login(User.objects.create_user(who, is_staff=who == "staff"))
    status = upload(client, ("a.csv", CSV))
    assert status in (302, 403)
    assert not IngestJob.objects.exists()


@pytest.mark.parametrize(
    "path", ["speech", "politician", "party", "sitting", "debate", "division", "parliament", "chamber", "ingestjob"]
)
def test_every_list_opens_and_the_record_cannot_be_edited(administrator: Client, path: str) -> None:
    run_job(create_job(CSV, "a.csv"))
    assert administrator.get(f"/admin/speeches/{path}/").status_code == 200
    if path not in ("ingestjob",):
        added = administrator.get(f"/admin/speeches/{path}/add/").status_code
        assert added == (200 if path == "party" else 403)


def test_a_key_is_shown_once(administrator: Client) -> None:
    response = administrator.post("/admin/rag/apikey/add/", {"name": "newsroom", "scopes": ["read"]}, follow=True)
    shown = response.content.decode().split("shown this once: ")[1].split("<")[0].strip()
    opened = ApiKey.objects.opening(shown)
    assert opened is not None
    assert opened.name == "newsroom"
    assert shown not in administrator.get("/admin/rag/apikey/").content.decode()


class TestRights:
    """Those who may only look change nothing, those who may change do, and nobody deletes what was printed."""

    @pytest.fixture
    def two(self) -> tuple[Politician, Politician]:
        made = [
            Politician.objects.create(parliament_id="au", name=name, slug=name.lower().replace(" ", "-"))
            for name in ("Ada Smith", "Ada Smyth")
        ]
        return made[0], made[1]

    def staff(self, client: Client, *codes: str) -> Client:
        user = User.objects.create(username="staff", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=codes))
        client.force_login(user)
        return client

    def merged(self, client: Client, two: tuple[Politician, Politician]) -> bool:
        chosen = {"action": "merge_two", "_selected_action": [one.pk for one in two], "kept": two[0].pk}
        client.post("/admin/speeches/politician/", chosen)
        return Merge.objects.exists()

    def test_whoever_may_only_look_merges_nobody(self, client: Client, two: tuple[Politician, Politician]) -> None:
        assert not self.merged(self.staff(client, "view_politician", "view_merge"), two)

    def test_whoever_may_change_merges(self, client: Client, two: tuple[Politician, Politician]) -> None:
        assert self.merged(self.staff(client, "view_politician", "change_politician"), two)

    def test_whoever_may_only_look_undoes_no_merge(self, client: Client, two: tuple[Politician, Politician]) -> None:
        merge(*two)
        chosen = {"action": "undo_merges", "_selected_action": [Merge.objects.get().pk]}
        self.staff(client, "view_merge").post("/admin/speeches/merge/", chosen)
        assert Merge.objects.get().undone_at is None

    def test_whoever_may_only_look_tries_no_file_again(self, client: Client) -> None:
        job = IngestJob.objects.create(file_name="a.csv", content=CSV, status="failed")
        chosen = {"action": "try_again", "_selected_action": [job.pk]}
        self.staff(client, "view_ingestjob").post(LIST, chosen)
        assert IngestJob.objects.get().status == "failed"

    def test_not_even_an_administrator_deletes(self, administrator: Client, two: tuple[Politician, Politician]) -> None:
        assert administrator.post(f"/admin/speeches/politician/{two[0].pk}/delete/", {"post": "yes"}).status_code == 403
        assert "delete_selected" not in administrator.get("/admin/speeches/politician/").content.decode()
        assert Politician.objects.count() == 2


def test_a_party_renamed_is_searched_by_its_new_name(
    administrator: Client, django_capture_on_commit_callbacks: Any
) -> None:
    party = Party.objects.filter(parliament="au").first()
    assert party is not None
    before = corpus_version()
    with django_capture_on_commit_callbacks(execute=True):
        values = {"name": "Renamed Party", "name_fr": "", "aliases": "", "colour": ""}
        assert administrator.post(f"/admin/speeches/party/{party.pk}/change/", values).status_code == 302
    assert corpus_version() != before
