"""The jobs app, which announces running workers."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "setup_app.jobs"
    label = "jobs"
    verbose_name = "Jobs"

    def ready(self) -> None:
        from setup_app.jobs import worker_heartbeat

        worker_heartbeat.announce_workers()
