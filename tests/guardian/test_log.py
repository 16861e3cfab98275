"""The database logs what is done in a scheme. Only owner-admins read the log, and nobody changes it."""

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError

from guardian.access import work_scope
from guardian.members import accept, invite
from guardian.models import Bylaw, Event, Membership, Role, Scheme
from tests.guardian.conftest import Cast
from tests.people import create_person

pytestmark = pytest.mark.slow

LOG = "/schemes/harbour-view/log"


def _log(scheme: Scheme) -> list[tuple[str, str, str]]:
    with work_scope(scheme.pk):
        return list(Event.objects.order_by("pk").values_list("actor", "action", "what"))


def test_members_come_change_and_go(cast: Cast) -> None:
    page, before = "/schemes/harbour-view/members", len(_log(cast.harbour))
    cast.owner.post(page, {"action": "invite", "email": "dan@example.org", "role": "resident"})
    with work_scope(cast.harbour.pk):
        _, token = invite(cast.harbour, Role.RESIDENT, "dan@example.org")
    dan = create_person("dan")
    accept(dan, token)
    with work_scope(cast.harbour.pk):
        key = Membership.objects.get(user=dan).pk
    cast.owner.post(page, {"action": "role", "membership": key, "role": "committee"})
    cast.owner.post(page, {"action": "remove", "membership": key})
    ann = cast.users["ann"].email
    assert _log(cast.harbour)[before:] == [
        (ann, "invited", "dan@example.org (resident)"),
        ("", "invited", "dan@example.org (resident)"),
        ("", "joined", "dan@example.org (resident)"),
        (ann, "changed", "dan@example.org (resident, now committee)"),
        # Either invitation would let him in again.
        *[(ann, "withdrew", "dan@example.org (resident)")] * 2,
        (ann, "removed", "dan@example.org (committee)"),
    ]


def test_bylaws_come_and_go_and_are_taken_away(cast: Cast) -> None:
    before, bylaw = len(_log(cast.harbour)), cast.bylaw(cast.harbour)
    cast.member.get(f"/schemes/harbour-view/bylaws/{bylaw.pk}/original")
    cast.owner.post(f"/schemes/harbour-view/bylaws/{bylaw.pk}/change", {"action": "delete"})
    assert _log(cast.harbour)[before:] == [
        (cast.users["cat"].email, "opened", "harbour.pdf"),
        (cast.users["ann"].email, "deleted", "harbour.pdf"),
    ]
    put_in_force = [what for _, action, what in _log(cast.harbour)[:before] if action == "in force"]
    assert put_in_force[0].startswith("harbour.pdf as “Bylaws” from ")


@pytest.mark.parametrize(("who", "status"), [("owner", 200), ("member", 404), ("stranger", 404), ("nobody", 302)])
def test_owner_admins_alone_read_it(cast: Cast, who: str, status: int) -> None:
    answer = getattr(cast, who).get(LOG)
    assert answer.status_code == status
    assert (b"uploaded harbour.pdf" in answer.content.replace(b"&quot;", b"")) == (status == 200)


def test_it_is_the_schemes_own(cast: Cast) -> None:
    with work_scope(cast.meadow.pk):
        assert {event.scheme_id for event in Event.objects.all()} == {cast.meadow.pk}
    assert Event.objects.count() == 0


@pytest.mark.parametrize("statement", ["UPDATE guardian_event SET what = 'nothing'", "DELETE FROM guardian_event"])
def test_it_is_neither_changed_nor_deleted(cast: Cast, statement: str) -> None:
    with (
        pytest.raises(IntegrityError, match="neither changed nor deleted"),
        work_scope(cast.harbour.pk),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_it_goes_with_its_scheme_and_stays_when_a_person_goes(cast: Cast) -> None:
    before = len(_log(cast.harbour))
    cast.users["cat"].delete()
    assert len(_log(cast.harbour)) == before
    with work_scope(cast.meadow.pk):
        Bylaw.objects.all().delete()
        cast.meadow.delete()
    assert not Scheme.objects.filter(pk=cast.meadow.pk).exists()
