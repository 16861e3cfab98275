"""Liveness, readiness and metrics endpoints."""

import ipaddress
import secrets
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView

from rag.clients.embedder import EmbedderError
from rag.retrieval.embedding import configured_embedder

# Seconds for all checks together.
_DEADLINE = 1.8
_CHECKING = ThreadPoolExecutor(max_workers=8, thread_name_prefix="ready")
_BEGUN: dict[str, "Future[str]"] = {}


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers if the process runs. Checks nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Checks the database, its migrations, Redis and the embedding model. A 503 names those that are away or did not
    answer within two seconds."""
    checks = {"database": _database, "migrations": _migrations, "redis": _redis, "model": _model}
    begun = {name: _begin(name, check) for name, check in checks.items()}
    wait(begun.values(), timeout=_DEADLINE)
    found = {name: one.result() if one.done() else "no answer yet" for name, one in begun.items()}
    return JsonResponse(found, status=200 if set(found.values()) == {"ok"} else 503)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Serves Prometheus metrics to this machine, or to holders of METRICS_TOKEN. Others get 404."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    wanted = settings.METRICS_TOKEN
    if wanted and not secrets.compare_digest(given.encode(), wanted.encode()):
        raise Http404
    if not wanted and not _is_from_this_machine(request):
        raise Http404
    exported: HttpResponse = ExportToDjangoView(request)
    return exported


class HealthFirst(MiddlewareMixin):
    """Answers a container's health checks before the host check and the HTTPS redirect, because they use neither."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        view = {"/healthz": healthz, "/readyz": readyz}.get(request.path)
        return view(request) if view else None


def _is_from_this_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine. A proxy on it speaks for others."""
    if settings.BEHIND_PROXY or "X-Forwarded-For" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _begin(name: str, check: Callable[[], str]) -> "Future[str]":
    """Starts a check, unless the previous one of its kind still runs."""
    if name not in _BEGUN or _BEGUN[name].done():
        _BEGUN[name] = _CHECKING.submit(_outcome, check)
    return _BEGUN[name]


def _outcome(check: Callable[[], str]) -> str:
    try:
        return check()
    except (DatabaseError, redis.RedisError, EmbedderError) as error:
        # Only the kind of the error: its text may name hosts.
        return f"away ({type(error).__name__})"
    finally:
        connection.close()


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} to run: manage.py migrate" if waiting else "ok"


def _redis() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
        client.ping()
    return "ok"


def _model() -> str:
    configured_embedder().embed_query("ready")
    return "ok"
