"""Two schemes with bylaws of their own, and the cast of access tests: an owner, a member, a stranger and nobody."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from guardian.access import key_binding, work_scope
from guardian.ingestion.upload import take
from guardian.ingestion.work import process
from guardian.models import Bylaw, Membership, Role, Scheme
from rag.keys.models import ApiKey
from tests.pdfs import make_pdf
from tests.people import create_person

HARBOUR = [
    "**PART A Living together**",
    "**Bylaw 14 Pets**",
    "An owner may keep one dog or one cat on the lot. No other animal may be kept without the written approval of the "
    "committee, which must decide within 21 days.",
    "**Bylaw 15 Noise**",
    "An owner or occupier must not make noise that is likely to disturb others between 10 p.m. and 7 a.m.",
    "**Bylaw 16 Fines**",
    "The strata corporation may fine an owner a maximum of $200 for each contravention of a bylaw.",
]
MEADOW = [
    "**Bylaw 1 Animals**",
    "No animals of any kind may be kept in the meadow houses, save for fish in a tank of less than 60 litres.",
    "**Bylaw 2 Parking**",
    "A visitor must not park a vehicle on common property for more than 48 hours.",
]


@dataclass(frozen=True)
class Cast:
    """Two schemes with their people, the people's browsers, and API keys."""

    harbour: Scheme
    meadow: Scheme
    owner: Client
    member: Client
    stranger: Client
    nobody: Client
    users: dict[str, User]
    key: str
    read_key: str
    strangers_key: str
    records_key: str

    def bylaw(self, scheme: Scheme) -> Bylaw:
        with work_scope(scheme.pk):
            return Bylaw.objects.in_force().get()


def upload_bylaw(scheme: Scheme, content: bytes, name: str = "bylaws.pdf", **of_version: Any) -> Bylaw:
    """Takes in a file, processes it and returns its version, which is of the title and from the day in `of_version`."""
    with work_scope(scheme.pk):
        bylaw, _ = take(scheme, content, name, **of_version)
    process(scheme.pk, bylaw.pk)
    with work_scope(scheme.pk):
        return Bylaw.objects.dated().get(pk=bylaw.pk)


@pytest.fixture(scope="session")
def settled(django_db_setup: None, django_db_blocker: Any) -> dict[str, Any]:
    """Ann owns in Harbour View, Cat lives there, Bob owns in Meadow Court. Made once, for all tests."""
    with django_db_blocker.unblock():
        harbour = Scheme.objects.create(name="Harbour View", slug="harbour-view")
        meadow = Scheme.objects.create(name="Meadow Court", slug="meadow-court")
        upload_bylaw(harbour, make_pdf(HARBOUR), "harbour.pdf")
        upload_bylaw(meadow, make_pdf(MEADOW), "meadow.pdf")
        users = {name: create_person(name) for name in ("ann", "cat", "bob")}
        roles = (("ann", harbour, Role.ADMIN), ("cat", harbour, Role.RESIDENT), ("bob", meadow, Role.ADMIN))
        for name, scheme, role in roles:
            with work_scope(scheme.pk):
                Membership.objects.create(scheme=scheme, user=users[name], role=role)
        keys = {
            name: ApiKey.create(scopes, bound_to=bound)[1]
            for name, scopes, bound in (
                ("key", ["read", "ingest"], key_binding(harbour)),
                ("read_key", ["read"], key_binding(harbour)),
                ("strangers_key", ["read", "ingest"], key_binding(meadow)),
                ("records_key", ["read", "ingest"], ""),
            )
        }
    return {"harbour": harbour.pk, "meadow": meadow.pk, "users": users, "keys": keys}


@pytest.fixture
def cast(settled: dict[str, Any], db: None) -> Cast:
    """The people with their browsers; `nobody` is not signed in. A test's changes are undone."""
    users = {name: User.objects.get(pk=user.pk) for name, user in settled["users"].items()}
    clients = {name: Client() for name in users}
    for name, client in clients.items():
        client.force_login(users[name], backend="django.contrib.auth.backends.ModelBackend")
    return Cast(
        Scheme.objects.get(pk=settled["harbour"]), Scheme.objects.get(pk=settled["meadow"]),
        clients["ann"], clients["cat"], clients["bob"], Client(), users, **settled["keys"],
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _no_bells(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Queues no task, because no worker runs here; `upload_bylaw` does the work itself."""
    from guardian import tasks

    def leave(*args: Any) -> None:
        return None

    monkeypatch.setattr(tasks.read_bylaw, "delay", leave)
    yield
    cache.clear()
