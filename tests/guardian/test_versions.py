"""A scheme's documents: several in force at once, each in versions that count from a day."""

import datetime
from dataclasses import asdict
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.formats import date_format

from guardian.access import work_scope
from guardian.chat.answer import AS_OF, SEVERAL_DOCUMENTS, TOO_OLD
from guardian.chat.ask import answer
from guardian.chat.receipts import arrange_blocks
from guardian.ingestion.upload import UploadError, delete, put_in_force, take
from guardian.ingestion.work import process
from guardian.models import Bylaw, Chunk
from guardian.tasks import forget_failed_files
from tests.guardian.conftest import HARBOUR, Cast, upload_bylaw
from tests.pdfs import make_pdf

pytestmark = pytest.mark.slow

POOL = [
    "**Rule 1 Hours**",
    "The pool is open from 6 a.m. until 9 p.m. on every day of the year.",
    "**Rule 2 Guests**",
    "An owner may bring at most three guests to the pool, and must stay with them while they swim.",
]
NO_DOGS = [
    "**Bylaw 14 Pets**",
    "No dog and no cat may be kept on any lot in Harbour View after this bylaw is made.",
    *HARBOUR[3:],
]


def standing(bylaw: Bylaw) -> str:
    with work_scope(bylaw.scheme_id):
        return Bylaw.objects.dated().get(pk=bylaw.pk).standing


def in_days(days: int) -> str:
    return (timezone.localdate() + datetime.timedelta(days=days)).isoformat()


def format_day(day: str) -> str:
    return date_format(datetime.date.fromisoformat(day), "j F Y")


class TestDocuments:
    def test_another_title_stands_beside_the_bylaws(self, cast: Cast) -> None:
        bylaws, rules = cast.bylaw(cast.harbour), upload_bylaw(cast.harbour, make_pdf(POOL), title="Pool rules")
        assert (standing(bylaws), standing(rules)) == ("in force", "in force")

    def test_what_another_document_says_of_other_matters_is_not_told_beside_the_rule(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(POOL), title="Pool rules")
        for question in ("Can I keep a dog?", "Puis-je avoir un chien ?"):
            finished = answer(cast.users["ann"], "harbour-view", question)
            assert {source["document"] for source in finished.sources} == {"Bylaws"}

    def test_an_answer_is_from_whichever_says_it_and_names_it(self, cast: Cast) -> None:
        rules = upload_bylaw(cast.harbour, make_pdf(POOL), title="Pool rules")
        for question, document, section in (
            ("How many guests may I bring to the pool?", rules, "Pool rules › Rule 2 Guests"),
            ("Can I keep a dog?", None, "Bylaws › PART A Living together › Bylaw 14 Pets"),
        ):
            finished = answer(cast.users["ann"], "harbour-view", question)
            assert finished.found
            source = finished.sources[0]
            assert source["section"] == section
            assert document is None or source["bylaw_id"] == str(document.pk)

    def test_an_answer_from_two_documents_says_that_they_may_differ(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), title="House rules")
        finished = answer(cast.users["ann"], "harbour-view", "Can I keep a dog?")
        assert "one dog or one cat" in finished.answer
        assert "No dog and no cat" in finished.answer
        assert [str(note) for note in finished.notes] == [SEVERAL_DOCUMENTS.format(titles="Bylaws, House rules")]

    def test_a_section_is_looked_up_where_it_is(self, cast: Cast) -> None:
        upload_bylaw(
            cast.harbour, make_pdf([*POOL, "**Rule 3 Glass**", "No glass may be taken to the pool."]), title="Pool"
        )
        finished = answer(cast.users["ann"], "harbour-view", "What does bylaw 14 say about pets?")
        assert {source["document"] for source in finished.sources} == {"Bylaws"}

    @pytest.mark.parametrize("title", ["POOL RULES ", "Pool-rules", "pool  rules."])
    def test_a_title_of_the_same_letters_is_the_same_document(self, cast: Cast, title: str) -> None:
        old = upload_bylaw(cast.harbour, make_pdf(POOL), title="Pool rules")
        new = upload_bylaw(cast.harbour, make_pdf([*POOL, "**Rule 3 Glass**", "No glass."]), title=title)
        assert (new.title, standing(old), standing(new)) == ("Pool rules", "replaced", "in force")

    def test_with_several_an_upload_must_say_which(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(POOL), title="Pool rules")
        with work_scope(cast.harbour.pk), pytest.raises(UploadError, match="Say which document this is: Bylaws, Pool"):
            take(cast.harbour, make_pdf(NO_DOGS), "new.pdf")


class TestSpace:
    def test_the_files_of_a_scheme_take_no_more_than_it_has(self, cast: Cast, settings: Any) -> None:
        more = make_pdf(NO_DOGS)
        settings.SCHEME_LIMIT_BYTES = cast.bylaw(cast.harbour).size + len(more) - 1
        with work_scope(cast.harbour.pk), pytest.raises(UploadError, match=r"would take 1 MB; it has 0\. Delete"):
            take(cast.harbour, more, "more.pdf")
        # Nothing is lost, and another scheme has space of its own.
        assert standing(cast.bylaw(cast.harbour)) == "in force"
        assert standing(upload_bylaw(cast.meadow, more)) == "in force"
        settings.SCHEME_LIMIT_BYTES += 1
        assert standing(upload_bylaw(cast.harbour, more)) == "in force"


class TestTheSameFile:
    def test_under_another_title_is_another_document(self, cast: Cast) -> None:
        other = upload_bylaw(cast.harbour, make_pdf(HARBOUR), title="Copy")
        assert (other.title, standing(other)) == ("Copy", "in force")

    def test_again_is_the_version_that_it_is_already(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            _, new = take(cast.harbour, make_pdf(HARBOUR), "again.pdf")
        assert not new

    def test_from_a_day_after_the_next_version_is_a_version_of_its_own(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from=in_days(30))
        again = upload_bylaw(cast.harbour, make_pdf(HARBOUR), effective_from=in_days(60))
        assert standing(again) == "coming"


class TestVersions:
    def test_a_later_day_waits_and_then_counts(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        old = cast.bylaw(cast.harbour)
        new = upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from=in_days(30))
        assert (standing(old), standing(new)) == ("in force", "coming")
        assert "one dog or one cat" in answer(cast.users["ann"], "harbour-view", "Can I keep a dog?").answer
        later = timezone.localdate() + datetime.timedelta(days=30)
        monkeypatch.setattr(timezone, "localdate", lambda *_: later)
        assert (standing(old), standing(new)) == ("replaced", "in force")
        assert "No dog and no cat" in answer(cast.users["ann"], "harbour-view", "Can I keep a dog?").answer

    def test_an_answer_says_when_another_version_will_apply(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from=in_days(30))
        found = answer(cast.users["ann"], "harbour-view", "Can I keep a dog?")
        day = format_day(in_days(30))
        assert [str(note) for note in found.notes] == [f"From {day} another version of “Bylaws” applies."]

    @pytest.mark.parametrize(
        ("when", "told"),
        [
            ("on 1 July 2021", "No dog and no cat"),
            ("in 2021", "No dog and no cat"),
            ("today", "one dog or one cat"),
            ("on 1 July", "one dog or one cat"),
        ],
    )
    def test_a_question_as_of_a_day_is_answered_by_what_applied_then(self, cast: Cast, when: str, told: str) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from="2019-07-01")
        found = answer(cast.users["ann"], "harbour-view", f"Could I keep a dog {when}?")
        assert told in found.answer
        assert bool(found.notes) == ("2021" in when)
        assert all("apply today." in str(note) for note in found.notes)

    def test_a_follow_up_asks_as_of_its_own_day_or_that_of_the_question_before(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from="2019-07-01")
        before = "Could I keep a dog on 1 July 2021?"
        for question, told in (
            ("and a cat?", "No dog and no cat"),
            (f"and in {timezone.localdate().year}?", "one dog"),
        ):
            assert told in answer(cast.users["ann"], "harbour-view", question, before).answer

    def test_the_end_of_a_time_belongs_to_the_matter(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from="2019-07-01")
        asked = "I moved in before 1 July 2021, can I keep a dog?"
        assert "one dog or one cat" in answer(cast.users["ann"], "harbour-view", asked).answer

    def test_a_day_to_come_asks_for_the_next_version_alone(self, cast: Cast) -> None:
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from=in_days(30))
        found = answer(cast.users["ann"], "harbour-view", f"Can I keep a dog from {in_days(40)}?")
        assert "No dog and no cat" in found.answer
        assert [str(note) for note in found.notes] == [AS_OF.format(day=format_day(in_days(40)))]

    def test_before_the_first_version_today_s_answers_and_a_note_says_so(self, cast: Cast) -> None:
        found = answer(cast.users["ann"], "harbour-view", "Could I keep a dog on 3 May 1987?")
        assert "one dog or one cat" in found.answer
        assert [str(note) for note in found.notes] == [TOO_OLD.format(day="3 May 1987")]

    def test_what_is_copied_names_its_version(self, cast: Cast) -> None:
        day = date_format(cast.bylaw(cast.harbour).effective_from, "j F Y")
        found = arrange_blocks(asdict(answer(cast.users["ann"], "harbour-view", "Can I keep a dog?")))
        assert found["sources"][0]["copy"].endswith(f", page 1, in force from {day}.")

    def test_an_earlier_day_does_not_replace_what_came_after(self, cast: Cast) -> None:
        old = upload_bylaw(cast.harbour, make_pdf(NO_DOGS), effective_from="2019-07-01")
        assert (standing(old), standing(cast.bylaw(cast.harbour))) == ("replaced", "in force")

    def test_when_the_one_in_force_is_deleted_the_one_before_is_again(self, cast: Cast) -> None:
        old, new = cast.bylaw(cast.harbour), upload_bylaw(cast.harbour, make_pdf(NO_DOGS))
        with work_scope(cast.harbour.pk):
            delete(new)
        assert standing(old) == "in force"
        assert "one dog or one cat" in answer(cast.users["ann"], "harbour-view", "Can I keep a dog?").answer

    def test_one_that_lost_its_chunks_is_read_again_when_it_comes_back(self, cast: Cast) -> None:
        """Before versions kept their chunks, a replaced one lost them."""
        old, new = cast.bylaw(cast.harbour), upload_bylaw(cast.harbour, make_pdf(NO_DOGS))
        with work_scope(cast.harbour.pk):
            Chunk.objects.filter(bylaw=old).delete()
            delete(new)
        assert standing(old) == "processing"
        process(cast.harbour.pk, old.pk)
        assert "one dog or one cat" in answer(cast.users["ann"], "harbour-view", "Can I keep a dog?").answer

    def test_one_that_was_read_once_is_never_forgotten(self, cast: Cast, settings: Any) -> None:
        settings.FAILED_FILES_DAYS = 0
        old = cast.bylaw(cast.harbour)
        with work_scope(cast.harbour.pk):
            Bylaw.objects.filter(pk=old.pk).update(status="failed", processed_at=timezone.now())
        forget_failed_files()
        assert standing(old) == "failed"

    def test_a_replaced_one_is_put_in_force_again(self, cast: Cast) -> None:
        old, new = cast.bylaw(cast.harbour), upload_bylaw(cast.harbour, make_pdf(NO_DOGS))
        with work_scope(cast.harbour.pk):
            put_in_force(old, timezone.localdate())
        assert (standing(old), standing(new)) == ("in force", "replaced")

    @pytest.mark.parametrize("wrong", ["soon", "2026-02-30", "0001-01-01", "9999-01-01"])
    def test_a_day_must_be_one(self, cast: Cast, wrong: str) -> None:
        with work_scope(cast.harbour.pk), pytest.raises(UploadError, match=r"date|too far"):
            take(cast.harbour, make_pdf(NO_DOGS), "new.pdf", effective_from=wrong)


class TestBefore:
    @pytest.mark.parametrize(
        ("uploaded", "said"), [(True, "The bylaws are still being read."), (False, "No bylaws are in force yet.")]
    )
    def test_anything_is_in_force_a_question_is_told_why_there_is_no_answer(
        self, cast: Cast, uploaded: bool, said: str
    ) -> None:
        with work_scope(cast.harbour.pk):
            Bylaw.objects.all().delete()
            if uploaded:
                take(cast.harbour, make_pdf(POOL), "pool.pdf")
        assert answer(cast.users["ann"], "harbour-view", "Can I keep a dog?").answer.startswith(said)


class TestPage:
    PAGE = "/schemes/harbour-view/"

    def upload(self, cast: Cast, who: str, **values: Any) -> Any:
        file = SimpleUploadedFile("pool.pdf", make_pdf(POOL), "application/pdf")
        return getattr(cast, who).post(f"{self.PAGE}bylaws", {"file": file, **values}, follow=True)

    def test_a_document_is_uploaded_under_its_name_and_day(self, cast: Cast) -> None:
        self.upload(cast, "owner", title="Pool rules", effective_from="2026-01-01")
        with work_scope(cast.harbour.pk):
            version = Bylaw.objects.get(title="Pool rules")
        assert (version.effective_from, version.status) == (datetime.date(2026, 1, 1), "processing")

    def test_a_wrong_day_is_told_and_nothing_goes_in(self, cast: Cast) -> None:
        page = self.upload(cast, "owner", title="Pool rules", effective_from="soon").content.decode()
        assert "“soon” is no date. Write it as 2026-07-01." in page
        with work_scope(cast.harbour.pk):
            assert Bylaw.objects.titles() == ["Bylaws"]

    def test_earlier_versions_are_folded_and_can_come_back(self, cast: Cast) -> None:
        old = cast.bylaw(cast.harbour)
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS))
        page = cast.owner.get(self.PAGE).content.decode()
        assert "1 earlier version" in page
        assert "Put in force again" in page
        change = f"{self.PAGE}bylaws/{old.pk}/change"
        cast.owner.post(change, {"action": "again", "effective_from": ""})
        with work_scope(cast.harbour.pk):
            again = Bylaw.objects.latest("created_at")
        process(cast.harbour.pk, again.pk)
        assert again.digest == old.digest
        # What was in force before stays as it was.
        assert (standing(old), standing(again)) == ("replaced", "in force")

    def test_the_day_of_a_replaced_one_is_not_changed(self, cast: Cast) -> None:
        old = cast.bylaw(cast.harbour)
        upload_bylaw(cast.harbour, make_pdf(NO_DOGS))
        change = f"{self.PAGE}bylaws/{old.pk}/change"
        page = cast.owner.post(change, {"action": "date", "effective_from": "2030-01-01"}, follow=True)
        assert "Only a version that has been read and not replaced can be dated." in page.content.decode()
        assert standing(old) == "replaced"

    def test_a_changed_day_is_told(self, cast: Cast) -> None:
        change = f"{self.PAGE}bylaws/{cast.bylaw(cast.harbour).pk}/change"
        page = cast.owner.post(change, {"action": "date", "effective_from": "2024-05-01"}, follow=True)
        assert "“Bylaws” (harbour.pdf) is in force from 1 May 2024." in page.content.decode()

    @pytest.mark.parametrize(("who", "status"), [("member", 403), ("stranger", 404), ("nobody", 302)])
    def test_others_date_nothing(self, cast: Cast, who: str, status: int) -> None:
        bylaw = cast.bylaw(cast.harbour)
        change = f"{self.PAGE}bylaws/{bylaw.pk}/change"
        posted = getattr(cast, who).post(change, {"action": "date", "effective_from": "2030-01-01"})
        assert posted.status_code == status
        assert standing(bylaw) == "in force"


def test_a_scheme_sees_only_its_own_titles(cast: Cast) -> None:
    upload_bylaw(cast.meadow, make_pdf(POOL), title="Garden rules")
    with work_scope(cast.harbour.pk):
        assert Bylaw.objects.titles() == ["Bylaws"]
