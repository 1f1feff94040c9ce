"""Where does the program meet the world: settings, addresses, workers, answers to errors?"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
