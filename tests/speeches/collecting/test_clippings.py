"""Collections of quotations: who sees and changes them, how they note changes of the record, how they are exported."""

import io
import json
import uuid
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from docx import Document

from rag.text.spans import Span
from speeches.collecting.clippings import MOST_CLIPS, ClippingError, clip, compare_clips, move, new_collection
from speeches.models import Clip, Collection, Speech
from tests.streams import body_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("record")]


@dataclass(frozen=True)
class Cast:
    """The owner of a collection, somebody else who is signed in, and nobody."""

    owner: Client
    stranger: Client
    nobody: Client
    collection: Collection


def sign_in(name: str) -> tuple[Client, User]:
    client, user = Client(), User.objects.create_user(name)
    client.force_login(user)
    return client, user


@pytest.fixture
def cast(record: None) -> Cast:
    owner, user = sign_in("owner")
    collection = new_collection(user.pk, "Childcare costs")
    for speech in speeches()[:3]:
        clip(collection, speech, first_words(speech))
    return Cast(owner, sign_in("stranger")[0], Client(), collection)


def speeches() -> list[Speech]:
    related = ("chamber", "party", "parliament")
    return list(Speech.objects.select_related(*related).filter(title__icontains="child", word_count__gt=60)[:4])


def first_words(speech: Speech) -> Span:
    start = speech.parts[0]["words_start"]
    return Span(start, start + 200)


def form_of(speech: Speech, span: Span, **more: str) -> dict[str, str]:
    return {"speech": speech.pk, "from": str(span.start), "to": str(span.end)} | more


def test_a_passage_is_clipped_word_for_word_with_its_source(cast: Cast) -> None:
    one = cast.collection.clips.first()
    assert one is not None
    speech = Speech.objects.get(pk=one.speech_key)
    assert one.words == first_words(speech).of(speech.text)
    assert (one.source["speaker"], one.source["date"]) == (speech.speaker, speech.date.isoformat())


def test_from_the_passage_it_goes_to_a_collection_of_ones_own_or_a_new_one(cast: Cast) -> None:
    speech = speeches()[3]
    page = body_of(cast.owner.get(f"/speeches/{speech.pk}?from=0&to=60"))
    assert f'<option value="{cast.collection.pk}">' in page
    span = Span(0, 60)
    answered = cast.owner.post("/collections/clip", form_of(speech, span, collection=str(cast.collection.pk)))
    assert answered["Location"] == f"{speech.get_absolute_url()}?from=0&to=60#clip"
    assert cast.collection.clips.count() == 4
    cast.owner.post("/collections/clip", form_of(speech, span, name="Another"))
    assert Collection.objects.get(name="Another").clips.get().words == span.of(speech.text)
    # Clipping the same words again makes no second clip.
    cast.owner.post("/collections/clip", form_of(speech, span, collection=str(cast.collection.pk)))
    assert cast.collection.clips.count() == 4


def test_a_private_collection_is_its_owners_alone(cast: Cast) -> None:
    for path in (cast.collection.get_absolute_url(), f"{cast.collection.get_absolute_url()}/export?form=word"):
        assert cast.owner.get(path).status_code == 200
        assert cast.stranger.get(path).status_code == cast.nobody.get(path).status_code == 404
    assert "Childcare costs" in body_of(cast.owner.get("/collections"))
    assert "Childcare costs" not in body_of(cast.stranger.get("/collections"))
    assert cast.nobody.get("/collections").status_code == 302
    assert cast.owner.get(cast.collection.get_absolute_url())["Cache-Control"] == "private, no-store"


def test_a_shared_collection_is_read_by_everybody_and_changed_by_its_owner_alone(cast: Cast) -> None:
    address = cast.collection.get_absolute_url()
    assert cast.owner.post(address, {"action": "share"}).status_code == 302
    for client in (cast.stranger, cast.nobody):
        page = body_of(client.get(address))
        assert "Childcare costs" in page
        assert "<textarea" not in page
        assert client.get(f"{address}/export?form=csv").status_code == 200
    assert cast.owner.post(address, {"action": "keep"}).status_code == 302
    assert cast.stranger.get(address).status_code == 404


@pytest.mark.parametrize("public", [False, True])
def test_nobody_but_the_owner_changes_a_collection_or_its_clips(cast: Cast, public: bool) -> None:
    Collection.objects.filter(pk=cast.collection.pk).update(shared=public)
    address, one = cast.collection.get_absolute_url(), cast.collection.clips.first()
    assert one is not None
    speech = speeches()[3]
    for client in (cast.stranger, cast.nobody):
        for action in ("delete", "rename", "share", "keep"):
            assert client.post(address, {"action": action, "name": "Mine"}).status_code == 404
        for action in ("remove", "note", "up", "down"):
            assert client.post(f"{address}/clips/{one.pk}", {"action": action, "note": "x"}).status_code == 404
        client.post("/collections/clip", form_of(speech, Span(0, 60), collection=str(cast.collection.pk)))
    cast.collection.refresh_from_db()
    assert (cast.collection.name, cast.collection.shared, cast.collection.clips.count()) == (
        "Childcare costs",
        public,
        3,
    )
    assert not Clip.objects.exclude(note="").exists()


def test_clips_are_noted_moved_and_removed(cast: Cast) -> None:
    address = cast.collection.get_absolute_url()
    first, second, third = cast.collection.clips.all()
    cast.owner.post(f"{address}/clips/{second.pk}", {"action": "note", "note": "Check against the budget."})
    cast.owner.post(f"{address}/clips/{third.pk}", {"action": "up"})
    cast.owner.post(f"{address}/clips/{first.pk}", {"action": "up"})
    assert [one.pk for one in cast.collection.clips.all()] == [first.pk, third.pk, second.pk]
    assert "Check against the budget." in body_of(cast.owner.get(address))
    cast.owner.post(f"{address}/clips/{first.pk}", {"action": "remove"})
    assert [one.pk for one in cast.collection.clips.all()] == [third.pk, second.pk]


def test_three_quotations_with_their_notes_go_to_word(cast: Cast) -> None:
    one = cast.collection.clips.all()[1]
    Clip.objects.filter(pk=one.pk).update(note="For the lead.")
    response = cast.owner.get(f"{cast.collection.get_absolute_url()}/export?form=word")
    paragraphs = [each.text for each in Document(io.BytesIO(response.content)).paragraphs]
    assert paragraphs[0] == "Childcare costs"
    quoted = [f"“{' '.join(each.words.split())}”" for each in cast.collection.clips.all()]
    assert [each for each in paragraphs if each.startswith("“")] == quoted
    assert "For the lead." in paragraphs
    values = json.loads(body_of(cast.owner.get(f"{cast.collection.get_absolute_url()}/export?form=json")))
    assert [each.get("note") for each in values["passages"]] == [None, "For the lead.", None]
    assert cast.owner.get(f"{cast.collection.get_absolute_url()}/export?form=exe").status_code == 404


def test_a_clip_says_so_when_the_record_has_other_words_and_finds_those_that_moved(cast: Cast) -> None:
    same, corrected, gone = cast.collection.clips.all()
    moved = Speech.objects.get(pk=same.speech_key)
    Speech.objects.filter(pk=moved.pk).update(text=f"Mr Speaker. {moved.text}")
    Speech.objects.filter(pk=corrected.speech_key).update(text="Other words.")
    Clip.objects.filter(pk=gone.pk).update(speech_key="nothing-of-that-key")
    read = compare_clips(cast.collection)
    assert [one.changed for one in read] == [False, True, True]
    assert f"from={same.start + 12}&to={same.end + 12}" in read[0].address
    assert read[2].address == ""
    page = body_of(cast.owner.get(cast.collection.get_absolute_url()))
    assert "does not say this any more" in page
    assert "not in the record any more" in page


def test_what_is_taken_away_says_where_the_record_has_changed(cast: Cast) -> None:
    _, reattributed, corrected = cast.collection.clips.all()
    Speech.objects.filter(pk=reattributed.speech_key).update(date="1999-01-01")
    Speech.objects.filter(pk=corrected.speech_key).update(text="Other words.")
    export = f"{cast.collection.get_absolute_url()}/export?form="
    passages = json.loads(body_of(cast.owner.get(f"{export}json")))["passages"]
    assert ["the record has changed" in one.get("note", "") for one in passages] == [False, True, True]
    for form in ("csv", "markdown", "ris", "bibtex"):
        assert body_of(cast.owner.get(f"{export}{form}")).count("the record has changed since") == 2


def test_a_note_of_many_lines_is_counted_as_it_was_typed(cast: Cast) -> None:
    one = cast.collection.clips.first()
    assert one is not None
    typed = "\n".join(["x" * 99] * 20)
    form = {"action": "note", "note": typed.replace("\n", "\r\n")}
    cast.owner.post(f"{cast.collection.get_absolute_url()}/clips/{one.pk}", form)
    one.refresh_from_db()
    assert one.note == typed


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"speech": "nothing"}, 404),
        ({"from": "0", "to": "99999999"}, 404),
        ({"from": "x", "to": "5"}, 404),
        ({"from": "9", "to": "5"}, 404),
        ({"collection": str(uuid.uuid4())}, 404),
        ({"collection": "not-a-key"}, 404),
        ({"name": "  "}, 302),
        ({"name": "n" * 121}, 302),
    ],
)
def test_what_cannot_be_clipped_makes_nothing(cast: Cast, form: dict[str, str], status: int) -> None:
    given = form_of(speeches()[3], Span(0, 60)) | form
    assert cast.owner.post("/collections/clip", given).status_code == status
    assert Collection.objects.count() == 1
    assert Clip.objects.count() == 3


def test_a_clip_and_a_collection_have_bounds(cast: Cast) -> None:
    long = max(Speech.objects.select_related("chamber", "party", "parliament"), key=lambda one: len(one.text))
    with pytest.raises(ClippingError, match="5000 characters"):
        clip(cast.collection, long, Span(0, 5001))
    rows = [Clip(collection=cast.collection, speech_key="x", start=n, end=n + 1, position=n) for n in range(MOST_CLIPS)]
    Clip.objects.bulk_create(rows)
    with pytest.raises(ClippingError, match="500 clips"):
        clip(cast.collection, long, Span(0, 50))


def test_moving_the_last_clip_down_changes_nothing(cast: Cast) -> None:
    before = [one.pk for one in cast.collection.clips.all()]
    move(cast.collection.clips.get(pk=before[-1]), up=False)
    assert [one.pk for one in cast.collection.clips.all()] == before
