"""What do the tests' own worker processes run on? On what the environment they are given names.

Unlike `tests.settings` this starts nothing: it is loaded by child processes.
"""

from config.settings import *  # noqa: F403 -- all of them, and some anew
from config.settings import INSTALLED_APPS, METATOR_RULEBOOKS

INSTALLED_APPS += ["tests.jobs.trial"]
METATOR_RULEBOOKS += [f"tests.battles.toy_{toy}" for toy in ("skirmish", "marches", "fragile")]
TESTING = True

CELERY_IMPORTS = ["tests.worker_rest"]
