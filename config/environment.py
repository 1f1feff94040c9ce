"""Read environment variables and their defaults.

No Django here, so that `settings` stays a list of settings.
"""

import os
import secrets
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOOPBACK = ("127.0.0.0/8", "::1")

WRITERS_WAIT = 10
"""Seconds that a connection waits for its turn to write to SQLite."""


class BadEnvironment(SystemExit):
    """A missing or unreadable variable; the text names it and says what would be valid.

    A process that meets it ends with that one sentence.
    """


def flag(name: str, *, default: bool = False) -> bool:
    """Return whether the variable says yes: 1, true, yes or on. Unset or empty gives the
    default.
    """
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadEnvironment(f"{name} is {value!r}. Set it to 1 or 0.")


def refuse_debug_for_others(*, debug: bool, lan: bool) -> None:
    """Refuse to show debug pages, with settings and code, to a whole network."""
    if debug and lan:
        raise BadEnvironment(
            "DEBUG=1 and LAN=1 are both set. Unset one: debug pages show settings and code to "
            "everyone on the network."
        )


def words(name: str) -> list[str]:
    """Return the variable's comma-separated words, without blanks."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def folder(name: str) -> Path | None:
    """Return the variable as a folder that is there; None if it is unset or empty."""
    value = os.environ.get(name, "").strip()
    if not value:
        return None
    found = Path(value).resolve()
    if not found.is_dir():
        raise BadEnvironment(f"{name} is {value}, which is not a folder.")
    return found


def whole_number(name: str, *, default: int) -> int:
    """Return the variable as a number of 0 or more. Unset or empty gives the default."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isascii() or not value.isdigit():
        raise BadEnvironment(f"{name} is {value!r}. Set it to a whole number.")
    return int(value)


def proxies() -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks of `TRUSTED_PROXIES`; by default this machine's own."""
    found = []
    for word in words("TRUSTED_PROXIES") or LOOPBACK:
        try:
            found.append(ip_network(word))
        except ValueError:
            raise BadEnvironment(
                f"TRUSTED_PROXIES contains {word!r}. List addresses and networks, such as "
                "10.0.0.5,10.1.0.0/16."
            ) from None
    return found


def log_level() -> str:
    """Return the log level by its name, in any case."""
    value = os.environ.get("LOG_LEVEL", "").strip() or "INFO"
    if value.upper() not in LEVELS:
        raise BadEnvironment(f"LOG_LEVEL is {value!r}. Set it to one of {', '.join(LEVELS)}.")
    return value.upper()


def secret_key(home: Path, *, scaled: bool) -> str:
    """Return the server's secret.

    The scaled deployment must be given one, since its processes share no disk. The embedded one
    generates its own on the first run and stores it beside its data, readable by its owner only.
    Two processes that start at once agree: the file appears whole or not at all.
    """
    given = os.environ.get("SECRET_KEY", "")
    if given:
        return given
    if scaled:
        raise BadEnvironment("SECRET_KEY is not set. It is required when DATABASE_URL is set.")
    kept = home / "secret_key"
    try:
        if not kept.exists():
            _make_key(kept)
        key = kept.read_text(encoding="ascii").strip()
    except OSError as cannot:
        raise BadEnvironment(
            f"METATOR_HOME is {home}, where nothing can be saved ({cannot.strerror}). "
            "Set it to a writable folder."
        ) from cannot
    if len(key) < 32:
        raise BadEnvironment(f"{kept} contains no key. Restore it from a backup.")
    return key


def _make_key(kept: Path) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    fresh = kept.with_name(f".secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    fresh.touch(mode=0o600)
    fresh.write_text(secrets.token_urlsafe(48), encoding="ascii")
    try:
        os.link(fresh, kept)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def database(url: str, home: Path) -> dict[str, object]:
    """Return Django's description of the database that `url` names; an empty one is SQLite in
    `home`.
    """
    parts = urlsplit(url)
    if not url or parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)) if url else home / "metator.sqlite3")
    if parts.scheme in {"postgres", "postgresql"}:
        return postgresql(url)
    raise BadEnvironment(
        f"DATABASE_URL begins with {parts.scheme!r}. Use postgresql://user:password@host/name."
    )


def sqlite(path: Path) -> dict[str, object]:
    """Return the settings of one database file. A confirmed commit survives a power cut, hence
    synchronous FULL.

    Without IMMEDIATE a request that reads and then writes fails under load, however long its
    timeout: SQLite cannot wait if another connection wrote in between.
    """
    return {
        "ENGINE": "config.sqlite",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": WRITERS_WAIT,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=FULL;"
                "PRAGMA foreign_keys=ON;"
                "PRAGMA temp_store=MEMORY;"
            ),
        },
    }


def postgresql(url: str) -> dict[str, object]:
    """Return persistent connections, checked before use since a server may have been restarted."""
    parts = urlsplit(url)
    # A machine that does not answer at all would block a request for two minutes.
    options: Mapping[str, str] = {"connect_timeout": "5", **dict(parse_qsl(parts.query))}
    description: dict[str, object] = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or "") or options.get("host", ""),
        "PORT": str(parts.port or options.get("port", "")),
        "CONN_MAX_AGE": whole_number("CONN_MAX_AGE", default=600),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {key: value for key, value in options.items() if key not in {"host", "port"}},
    }
    if not description["NAME"]:
        raise BadEnvironment(
            "DATABASE_URL names no database. Add it after the host, such as /metator."
        )
    return description


def celery_broker(redis_url: str) -> str:
    """Return the same Redis in Celery's notation: a Unix socket has its own scheme there."""
    if redis_url.startswith("unix://"):
        return "redis+socket://" + redis_url.removeprefix("unix://")
    return redis_url
