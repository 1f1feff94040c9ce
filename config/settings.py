"""Django settings, all from the environment; see docs/operation.md.

Two deployments share one code path. The embedded one (nothing set) keeps SQLite, its secret and a
private Redis under METATOR_HOME. The scaled one is named by DATABASE_URL, REDIS_URL, SECRET_KEY and
ALLOWED_HOSTS.
"""

import hashlib
import os
from pathlib import Path
from zoneinfo import reset_tzpath

from kombu import Queue

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
METATOR_HOME = Path(os.environ.get("METATOR_HOME") or BASE_DIR / "var").resolve()
DATABASE_URL = os.environ.get("DATABASE_URL", "")
SCALED = DATABASE_URL.startswith(("postgres:", "postgresql:"))

DEBUG = environment.flag("DEBUG")
LAN = environment.flag("LAN")
environment.refuse_debug_for_others(debug=DEBUG, lan=LAN)
# A password that crosses a venue's Wi-Fi without TLS can be read.
ADMIN = environment.flag("ADMIN", default=not LAN)
SECRET_KEY = environment.secret_key(METATOR_HOME, scaled=SCALED)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")

# Served over TLS by a proxy. Never at a venue: there is no certificate for 192.168.
HTTPS = environment.flag("HTTPS")
TRUSTED_PROXIES = environment.proxies()
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

# The modules of the available rulebooks; a data file with a fault prevents the start.
METATOR_RULEBOOKS = environment.words("METATOR_RULEBOOKS") or ["setup_app.rulebooks.pbs_2023_1"]

# Fonts for prints, where a name is in a script that ours lack.
FONTS = environment.folder("FONTS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "setup_app.web",
    "setup_app.jobs",
    "setup_app.idempotency",
    "setup_app.maps",
    "setup_app.armies",
    "setup_app.layouts",
    "setup_app.battles",
    "setup_app.rulebook_pages.pbs_2023_1",
    "setup_app.events",
    "setup_app.home",
]

MIDDLEWARE = [
    "setup_app.web.proxies.TrustedProxies",
    "django.middleware.security.SecurityMiddleware",
    "setup_app.web.intake.Intake",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "setup_app.identity.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "setup_app.web.origins.OwnPagesOnly",
    "setup_app.web.problems.Outages",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "assets": "setup_app.web.assets.tags",
                "dates": "setup_app.web.date_tags",
                "once": "setup_app.identity.form_tags",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(DATABASE_URL, METATOR_HOME)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL") or f"unix://{METATOR_HOME}/run/redis.sock"

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "metator",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}

# Celery. Its results live in the job row, so there is no result backend. A task that a killed
# worker held comes back through the job's lease and the sweeper; the broker's own redelivery must
# stay out of the way, hence a visibility timeout far above the longest task.
CELERY_BROKER_URL = environment.celery_broker(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    # A request that announces a job does not wait for a missing broker.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "metator"
# Long jobs have their own queue, which one worker process never reads.
PATIENT_QUEUE = "metator-patient"
CELERY_TASK_QUEUES = [Queue(CELERY_TASK_DEFAULT_QUEUE), Queue(PATIENT_QUEUE)]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker that has prefetched a patient job would have to finish it before an urgent one.
CELERY_WORKER_DISABLE_PREFETCH = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep-jobs": {
        "task": "setup_app.jobs.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "forget-sessions": {
        "task": "setup_app.jobs.tasks.forget_sessions",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "sweep-battles": {
        "task": "setup_app.battles.tasks.sweep",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    # Beat keeps no file: a daily task would never run on a laptop that is on only for an evening.
    "sweep-tables": {
        "task": "setup_app.layouts.tasks.sweep",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
# A venue's time zone comes from the pinned tzdata, independent of this machine.
reset_tzpath(to=())
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
# Collected when an image is built; otherwise served from their folders.
STATIC_ROOT = os.environ.get("STATIC_ROOT") or None
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = STATIC_ROOT is None

# Cookies and headers. Browsers send a host's cookies to all of its ports: two installations side by
# side would overwrite each other's, and with them "my battles".
SESSION_ENGINE = "setup_app.identity.sessions"
SESSION_COOKIE_NAME = "session_" + hashlib.sha256(f"cookie {SECRET_KEY}".encode()).hexdigest()[:8]
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = False
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
# Only requests of TRUSTED_PROXIES keep this header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

# Limits on the size and speed of requests.
WEB_THREADS = environment.whole_number("WEB_THREADS", default=16)
BODY_LIMIT = 1024 * 1024
HEADER_SECONDS = environment.whole_number("HEADER_SECONDS", default=10)
BODY_BYTES_PER_SECOND = environment.whole_number("BODY_BYTES_PER_SECOND", default=1000)
BODY_SECONDS = environment.whole_number("BODY_SECONDS", default=300)
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
REQUESTS_PER_MINUTE = environment.whole_number("REQUESTS_PER_MINUTE", default=0)
OPEN_BATTLES = environment.whole_number("OPEN_BATTLES", default=0)
OPEN_BATTLES_PER_ADDRESS = environment.whole_number("OPEN_BATTLES_PER_ADDRESS", default=0)
MAX_EVENTS_PER_OWNER = environment.whole_number("MAX_EVENTS_PER_OWNER", default=0)
EVENTS_PER_ADDRESS = environment.whole_number("EVENTS_PER_ADDRESS", default=0)
EVENT_LIST_VERSIONS = environment.whole_number("EVENT_LIST_VERSIONS", default=50)
EVENT_ENTRIES = environment.whole_number("EVENT_ENTRIES", default=2000)
MESSAGES_PER_MINUTE = environment.whole_number("MESSAGES_PER_MINUTE", default=0)
LOG_ENTRIES = environment.whole_number("LOG_ENTRIES", default=5000)
BATTLE_CACHE_SIZE = environment.whole_number("BATTLE_CACHE_SIZE", default=64)
BATTLE_CACHE_MB = environment.whole_number("BATTLE_CACHE_MB", default=32)
STREAMS_PER_CALLER = environment.whole_number("STREAMS_PER_CALLER", default=8)
STREAMS_PER_ADDRESS = environment.whole_number("STREAMS_PER_ADDRESS", default=200)
STREAMS_PER_PROCESS = environment.whole_number("STREAMS_PER_PROCESS", default=4000)
JOB_RETENTION_HOURS = environment.whole_number("JOB_RETENTION_HOURS", default=24)
CHALLENGE_DAYS = environment.whole_number("CHALLENGE_DAYS", default=0)
SEAT_QUIET_DAYS = environment.whole_number("SEAT_QUIET_DAYS", default=7)
TABLE_RETENTION_DAYS = environment.whole_number("TABLE_RETENTION_DAYS", default=400)
DATA_UPLOAD_MAX_NUMBER_FILES = 4

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "setup_app.identity.authentication.TokenHolderAuthentication",
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["setup_app.web.json_body.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "setup_app.web.negotiation.JSONOtherwise",
    "DEFAULT_METADATA_CLASS": "setup_app.web.methods.Methods",
    "DEFAULT_THROTTLE_CLASSES": ["setup_app.web.throttling.PerCaller"],
    "NUM_PROXIES": environment.whole_number("NUM_PROXIES", default=0),
    "EXCEPTION_HANDLER": "setup_app.web.problems.answer_error",
    "DEFAULT_PAGINATION_CLASS": "setup_app.web.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "DATETIME_FORMAT": "iso-8601",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Metator",
    "DESCRIPTION": (
        "Set up battles for miniature wargames: who invades, where you fight, and a table that "
        "follows the rules."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {
        "number": {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    },
    "ENUM_NAME_OVERRIDES": {
        "SourceEnum": "setup_app.battles.serializers.SOURCES",
        "StateEnum": "setup_app.jobs.models.State",
        "SeatStateEnum": "setup_app.battles.serializers.SEAT_STATES",
        "ChallengeStateEnum": "setup_app.battles.models.ChallengeState",
        "RoleEnum": "setup_app.battles.serializers.ROLES",
        "VisibilityEnum": "setup_app.battles.models.Visibility",
        "EventVisibilityEnum": "setup_app.events.models.Visibility",
        "EventRoleEnum": "setup_app.events.models.Kind",
        "ListStateEnum": "setup_app.events.api.serializers.LIST_STATES",
        "RoundStateEnum": "setup_app.events.api.round_serializers.ROUND_STATES",
        "GroundKindEnum": "setup_app.events.event_tables.services.KINDS",
        "GroundStateEnum": "setup_app.events.event_tables.services.STATES",
        "PairingStateEnum": "setup_app.events.api.round_serializers.MATCH_STATES",
    },
    "POSTPROCESSING_HOOKS": [
        "setup_app.web.schema.describe_armies",
        "drf_spectacular.hooks.postprocess_schema_enums",
        "setup_app.web.schema.add_problems",
        "setup_app.web.schema.open_to_all",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
    },
    "filters": {
        "without_tokens": {"()": "config.logs.WithoutTokens"},
        "told_already": {"()": "setup_app.web.outages.ToldAlready"},
        "without_trace": {"()": "config.logs.WithoutTrace"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["without_tokens"],
        }
    },
    "root": {"handlers": ["stderr"], "level": environment.log_level()},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"filters": ["told_already"]},
        "django.security.DisallowedHost": {"filters": ["without_trace"]},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
