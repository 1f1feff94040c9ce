"""How do the worker and the beat start, and what do they know of the project?"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("metator")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
