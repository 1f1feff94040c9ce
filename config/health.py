"""The health check: database writes, schema, Redis, worker."""

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

from setup_app.jobs import database_health
from setup_app.jobs.worker_heartbeat import worker_is_there
from setup_app.web import outages

SECONDS = 2
STATES = {outages.DISK_FULL: "full", outages.TOO_BUSY: "busy"}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 while a battle can be played here, else 503. Names the problem without details.

    A lost Redis and a missing worker are reported but are no reason to take a web process out of
    service: moves are stored, and the sweeper finds them again.
    """
    migrated = state_of(schema)
    found = {
        "database": database(request, migrated=migrated == "ok"),
        "schema": migrated,
        "redis": state_of(redis),
        "worker": "ok" if worker_is_there() and worker_is_there(patient=True) else "down",
    }
    able = found["database"] in ("ok", "busy") and migrated == "ok"
    state = "ok" if set(found.values()) == {"ok"} else "degraded" if able else "down"
    return JsonResponse({"status": state, **found}, status=200 if able else 503)


def state_of(question: Callable[[], bool]) -> str:
    try:
        return "ok" if question() else "behind"
    except (DatabaseError, InterfaceError, RedisError, OSError):
        return "down"


def database(request: HttpRequest, *, migrated: bool) -> str:
    """Return `ok`, `down`, `full` or `busy`. A read-only database is not `ok`."""
    try:
        if migrated:
            database_health.check_writing()
        else:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError) as error:
        code = outages.outage_of(error)
        outages.say(code or "fault", error, request)
        return STATES.get(code or "", "down")
    return "ok" if outages.has_room() else "full"


def schema() -> bool:
    """Return whether every migration that the code knows has been applied."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def redis() -> bool:
    client = Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS
    )
    try:
        return bool(client.ping())
    finally:
        client.close()
