"""Is this process able to serve: database, schema, Redis?"""

from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis
from redis.exceptions import RedisError

SECONDS = 2


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while a battle can be played here, else 503. Names what is wrong, and no detail of it.

    A lost Redis is reported but is no reason to take a web process out of service: moves are
    stored, and the sweeper finds them again.
    """
    found = {"database": state_of(database), "schema": state_of(schema), "redis": state_of(redis)}
    able = found["database"] == "ok" and found["schema"] == "ok"
    state = "ok" if set(found.values()) == {"ok"} else "degraded" if able else "down"
    return JsonResponse({"status": state, **found}, status=200 if able else 503)


def state_of(question: Callable[[], bool]) -> str:
    try:
        return "ok" if question() else "behind"
    except (DatabaseError, RedisError, OSError):
        return "down"


def database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def schema() -> bool:
    """Whether every migration that the code knows has been applied."""
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
