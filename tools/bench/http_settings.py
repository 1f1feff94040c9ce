"""The program's settings, with the bare view beside its addresses."""

from config.settings import *  # noqa: F403  # as they are

ROOT_URLCONF = "tools.bench.bare_rest"
