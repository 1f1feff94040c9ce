"""How does the run's one worker keep still while a test wants none? It is told to rest.

At rest it takes nothing from the queue and does not say that it is there: to the program it is
gone. Loaded by the tests' workers alone.
"""

from typing import Any

from celery.signals import heartbeat_sent
from celery.worker.control import control_command

from setup_app.jobs import worker_heartbeat

PRESENCE = "jobs.presence"


@control_command()  # type: ignore[untyped-decorator]  # Celery has no types
def rest(state: Any) -> dict[str, int]:
    """Take nothing more. Answers how many tasks are still under way."""
    heartbeat_sent.disconnect(dispatch_uid=PRESENCE)
    for queue in list(state.app.amqp.queues.consume_from):
        state.consumer.cancel_task_queue(queue)
    return {"busy": len(_under_way())}


@control_command()  # type: ignore[untyped-decorator]  # Celery has no types
def wake(state: Any, queues: list[str]) -> dict[str, int]:
    """Take what comes in these queues again, and say so."""
    for queue in queues:
        state.consumer.add_task_queue(queue)
    worker_heartbeat.announce_workers()
    worker_heartbeat.note_worker()
    return {"busy": len(_under_way())}


def _under_way() -> Any:
    from celery.worker import state as worker_state

    return worker_state.active_requests
