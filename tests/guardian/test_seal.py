"""No scheme sees another's data: the database enforces it, whoever asks."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import caches
from django.db import DatabaseError, IntegrityError, InternalError, ProgrammingError, connection, transaction
from django.http import Http404

from guardian.access import SealBrokenError, operator_scope, scheme_scope, schemes_of, work_scope
from guardian.ingestion.work import process
from guardian.models import Bylaw, BylawFile, BylawPage, Chunk, Conversation, Membership, Role, Scheme
from rag.keys.models import ApiKey
from tests.guardian.conftest import Cast

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cast")]

SEALED = """
SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity,
    EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*'
            AND pg_get_expr(p.polqual, c.oid) LIKE '%scheme_id = guardian_scheme()%'
            AND pg_get_expr(p.polwithcheck, c.oid) LIKE '%scheme_id = guardian_scheme()%')
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('r', 'p') AND a.attname = 'scheme_id' AND NOT a.attisdropped
"""


def rows(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return list(cursor.fetchall()) if cursor.description else []


class TestDatabase:
    def test_every_table_with_a_scheme_is_sealed(self) -> None:
        tables = rows(SEALED)
        assert {name for name, _, _ in tables} >= {
            f"guardian_{name}"
            for name in ("bylaw", "bylawfile", "bylawpage", "chunk", "conversation", "message", "citation",
                         "membership", "invitation")
        }  # fmt: skip
        assert [name for name, forced, policy in tables if not (forced and policy)] == []

    def test_the_applications_role_is_neither_owner_nor_superuser_nor_exempt(self) -> None:
        ((role, superuser, exempt),) = rows(
            "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
        assert (role, superuser, exempt) == ("hansard_app", False, False)
        assert rows("SELECT 1 FROM pg_tables WHERE tableowner = current_user AND schemaname = 'public'") == []
        assert rows("SELECT pg_has_role(current_user, 'hansard', 'MEMBER')") == [(False,)]

    def test_raw_sql_outside_a_scope_finds_nothing(self) -> None:
        for name, _, _ in rows(SEALED):
            assert rows(f"SELECT count(*) FROM {name}") == [(0,)], name

    def test_raw_sql_inside_a_scope_finds_its_own(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            assert rows("SELECT DISTINCT scheme_id FROM guardian_chunk") == [(cast.harbour.pk,)]
            assert rows("SELECT file_name FROM guardian_bylaw") == [("harbour.pdf",)]

    def test_rows_cannot_be_put_into_another_scheme(self, cast: Cast) -> None:
        with pytest.raises(ProgrammingError, match="row-level security"), work_scope(cast.harbour.pk):
            Conversation.objects.create(scheme=cast.meadow, title="smuggled")

    def test_rows_cannot_be_moved_to_another_scheme(self, cast: Cast) -> None:
        with pytest.raises(ProgrammingError, match="row-level security"), work_scope(cast.harbour.pk):
            Membership.objects.update(scheme=cast.meadow)

    def test_another_schemes_rows_are_not_changed(self, cast: Cast) -> None:
        with work_scope(cast.meadow.pk):
            assert Bylaw.objects.filter(scheme=cast.harbour).update(file_name="taken.pdf") == 0
            assert Chunk.objects.filter(scheme_id=cast.harbour.pk).delete()[0] == 0
        assert cast.bylaw(cast.harbour).file_name == "harbour.pdf"

    @pytest.mark.parametrize("statement", ["ALTER TABLE guardian_bylaw DISABLE ROW LEVEL SECURITY",
                                           "DROP POLICY sealed ON guardian_bylaw", "SET ROLE hansard"])  # fmt: skip
    def test_the_application_cannot_break_the_seal(self, statement: str) -> None:
        with pytest.raises((ProgrammingError, InternalError)), transaction.atomic():
            rows(statement)

    def test_turning_row_security_off_shows_an_error_and_nothing_else(self) -> None:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows("SET LOCAL row_security = off")
            rows("SELECT * FROM guardian_bylaw")


class TestScope:
    def test_it_ends(self, cast: Cast) -> None:
        with scheme_scope(cast.users["ann"], "harbour-view"):
            assert Bylaw.objects.count() == 1
        assert Bylaw.objects.count() == 0

    def test_it_ends_after_an_error(self, cast: Cast) -> None:
        with pytest.raises(ValueError, match="within"), scheme_scope(cast.users["ann"], "harbour-view"):
            raise ValueError("within")
        assert Bylaw.objects.count() == 0

    def test_two_schemes_are_never_open_at_once(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk), pytest.raises(SealBrokenError), work_scope(cast.meadow.pk):
            pass

    def test_the_same_scheme_may_be_opened_within_itself(self, cast: Cast) -> None:
        with work_scope(cast.harbour.pk):
            with scheme_scope(cast.users["ann"], "harbour-view"):
                assert Bylaw.objects.count() == 1
            assert Bylaw.objects.count() == 1

    def test_a_role_that_sees_through_the_seal_is_refused(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        from guardian import access

        monkeypatch.setattr(access, "_OPEN", "SELECT set_config('guardian.scheme', %s, true), false")
        with pytest.raises(SealBrokenError, match="superuser"), work_scope(cast.harbour.pk):
            pass

    @pytest.mark.parametrize(("name", "role"), [("ann", Role.ADMIN), ("cat", Role.RESIDENT)])
    def test_members_enter_with_their_role(self, cast: Cast, name: str, role: Role) -> None:
        with scheme_scope(cast.users[name], "harbour-view") as scheme:
            assert scheme.role == role

    @pytest.mark.parametrize("slug", ["harbour-view", "no-such-scheme"])
    def test_strangers_and_nobody_get_404(self, cast: Cast, slug: str) -> None:
        for visitor in (cast.users["bob"], AnonymousUser()):
            with pytest.raises(Http404), scheme_scope(visitor, slug):
                pass

    def test_an_operator_is_no_member(self, cast: Cast) -> None:
        operator = User.objects.create_superuser("op", "op@example.org", "x")
        with pytest.raises(Http404), scheme_scope(operator, "harbour-view"):
            pass
        with operator_scope(operator, cast.harbour.pk):
            assert Bylaw.objects.get().file_name == "harbour.pdf"
        with pytest.raises(Http404), operator_scope(cast.users["ann"], cast.harbour.pk):
            pass

    def test_a_person_sees_the_own_schemes(self, cast: Cast) -> None:
        assert [scheme.slug for scheme in schemes_of(cast.users["cat"])] == ["harbour-view"]
        assert schemes_of(User.objects.create_user("new")) == []

    @pytest.mark.parametrize("name", ["strangers_key", "records_key"])
    def test_other_keys_do_not_open_it(self, cast: Cast, name: str) -> None:
        key = ApiKey.objects.opening(getattr(cast, name))
        assert key is not None
        with pytest.raises(Http404), scheme_scope(key, "harbour-view"):
            pass


class TestRoundabouts:
    def test_a_task_with_another_schemes_bylaw_does_nothing(self, cast: Cast) -> None:
        bylaw = cast.bylaw(cast.harbour)
        process(cast.meadow.pk, bylaw.pk)
        assert cast.bylaw(cast.harbour).attempts == bylaw.attempts

    def test_cached_pictures_are_kept_apart_and_behind_the_door(self, cast: Cast) -> None:
        bylaw = cast.bylaw(cast.harbour)
        path = f"bylaws/{bylaw.pk}/pages/1.png"
        assert cast.owner.get(f"/api/v1/schemes/harbour-view/{path}").status_code == 200
        assert any(f"guardian:{cast.harbour.pk}:{bylaw.pk}:" in str(key) for key in _cached_keys())
        for slug in ("harbour-view", "meadow-court"):
            assert cast.stranger.get(f"/api/v1/schemes/{slug}/{path}").status_code == 404

    def test_deleting_a_scheme_leaves_nothing(self, cast: Cast) -> None:
        pk = cast.harbour.pk
        with work_scope(pk):
            cast.harbour.delete()
        Scheme.objects.create(pk=pk, name="Again", slug="again")
        with work_scope(pk):
            for model in (Bylaw, BylawFile, BylawPage, Chunk, Membership):
                assert model._default_manager.count() == 0

    def test_a_scheme_is_changed_and_deleted_from_inside_only(self, cast: Cast) -> None:
        assert Scheme.objects.filter(pk=cast.harbour.pk).update(slug="taken") == 0
        with work_scope(cast.meadow.pk):
            assert rows("DELETE FROM guardian_scheme WHERE slug = 'harbour-view' RETURNING 1") == []
        assert cast.bylaw(cast.harbour).file_name == "harbour.pdf"

    def test_a_row_hangs_on_rows_of_its_own_scheme_only(self, cast: Cast) -> None:
        other = cast.bylaw(cast.harbour)
        with pytest.raises(IntegrityError), work_scope(cast.meadow.pk):
            BylawPage.objects.create(
                scheme_id=cast.meadow.pk, bylaw_id=other.pk, number=9, width=1, height=1, start=0, end=1
            )
            rows("SET CONSTRAINTS ALL IMMEDIATE")

    def test_deleting_a_person_takes_the_membership_along(self, cast: Cast) -> None:
        cast.users["cat"].delete()
        with work_scope(cast.harbour.pk):
            assert Membership.objects.count() == 1


def _cached_keys() -> list[bytes]:
    client = caches["results"]._cache.get_client(None)  # type: ignore[attr-defined]
    return list(client.keys("*guardian*"))


@pytest.fixture
def threads() -> Iterator[list[threading.Thread]]:
    started: list[threading.Thread] = []
    yield started
    for thread in started:
        thread.join()


def test_a_pooled_connection_carries_nothing_on(cast: Cast) -> None:
    """A scope ends with its transaction, so the next user of the connection starts without it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('guardian.scheme', %s, true)", [str(cast.harbour.pk)])
        cursor.execute("SELECT set_config('guardian.scheme', '', true)")
    seen: list[int] = []

    def look() -> None:
        from django.db import connection as own

        for _ in range(3):
            with transaction.atomic(), own.cursor() as cursor:
                cursor.execute("SELECT set_config('guardian.scheme', %s, true)", [str(cast.harbour.pk)])
            own.close()
            with own.cursor() as cursor:
                cursor.execute("SELECT coalesce(current_setting('guardian.scheme', true), '')")
                seen.append(len(cursor.fetchone()[0]))
            own.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [0, 0, 0]
