"""Does the environment alone decide, and is nothing dangerous on by default?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from config import environment

ROOT = Path(__file__).resolve().parents[2]
OURS = [
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "DEBUG",
    "ALLOWED_HOSTS",
    "HTTPS",
    "DJANGO_SETTINGS_MODULE",
    "METATOR_HOME",
    "LAN",
    "ADMIN",
]


def settings_say(expression: str, **given: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return subprocess.run(
        [sys.executable, "-c", f"from config import settings as s; print({expression})"],
        cwd=ROOT,
        env={**kept, **given},
        capture_output=True,
        text=True,
        check=False,
    )


def test_debug_is_off_and_cookies_are_kept_from_scripts(tmp_path: Path) -> None:
    said = settings_say("s.DEBUG, s.SESSION_COOKIE_HTTPONLY", METATOR_HOME=str(tmp_path))

    assert said.stdout.split() == ["False", "True"] or said.stdout.strip() == "(False, True)"


def test_the_scaled_deployment_must_be_given_its_secret(tmp_path: Path) -> None:
    said = settings_say(
        "1", METATOR_HOME=str(tmp_path), DATABASE_URL="postgresql://metator@db/metator"
    )

    assert said.returncode != 0
    assert "SECRET_KEY is not set" in said.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_embedded_one_makes_a_secret_once_for_its_owner_only(tmp_path: Path) -> None:
    first = environment.secret_key(tmp_path, scaled=False)
    second = environment.secret_key(tmp_path, scaled=False)

    assert first == second
    assert len(first) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secret_key"]


@pytest.fixture(autouse=True)
def _no_secret_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)


def test_processes_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    code = (
        "import sys; from pathlib import Path; from config.environment import secret_key; "
        f"print(secret_key(Path({str(tmp_path)!r}), scaled=False))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=kept, stdout=subprocess.PIPE)
        for _ in range(8)
    ]

    assert len({process.communicate()[0] for process in started}) == 1


def test_two_side_by_side_keep_their_cookies_apart(tmp_path: Path) -> None:
    names = {
        settings_say("s.SESSION_COOKIE_NAME", METATOR_HOME=str(tmp_path / home)).stdout
        for home in ("one", "two", "one")
    }

    assert len(names) == 2


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("yes", True), ("0", False), ("off", False), ("", False)]
)
def test_a_flag_is_read(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool) -> None:
    monkeypatch.setenv("DEBUG", value)

    assert environment.flag("DEBUG") is meant


@pytest.mark.parametrize("wrong", ["maybe", "2"])
def test_a_flag_that_says_neither_is_refused(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("DEBUG", wrong)

    with pytest.raises(environment.BadEnvironment, match="DEBUG"):
        environment.flag("DEBUG")


def test_a_database_address_is_taken_apart(tmp_path: Path) -> None:
    described = environment.database(
        "postgresql://ann:p%40ss@db:5433/met?sslmode=require", tmp_path
    )

    assert [described[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "NAME", "OPTIONS")] == [
        "ann",
        "p@ss",
        "db",
        "5433",
        "met",
        {"connect_timeout": "5", "sslmode": "require"},
    ]


@pytest.mark.parametrize("wrong", ["mysql://db/x", "postgresql://db"])
def test_another_database_address_is_refused(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(environment.BadEnvironment, match="DATABASE_URL"):
        environment.database(wrong, tmp_path)


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_sqlite_loses_no_acknowledged_commit_and_waits_for_its_turn() -> None:
    with connection.cursor() as cursor:
        modes = {
            name: cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    assert modes == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_redis_on_a_socket_is_written_as_celery_reads_it() -> None:
    assert environment.celery_broker("unix:///a/b.sock") == "redis+socket:///a/b.sock"
    assert environment.celery_broker("redis://redis:6379/0") == "redis://redis:6379/0"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"LOG_LEVEL": "loud"},
            "LOG_LEVEL is 'loud'. Set it to one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
        ),
        (
            {"METATOR_HOME": "/proc/x"},
            (
                "METATOR_HOME is /proc/x, where nothing can be saved (No such file or directory). "
                "Set it to a writable folder."
            ),
        ),
        (
            {"DEBUG": "1", "LAN": "1"},
            (
                "DEBUG=1 and LAN=1 are both set. Unset one: debug pages show settings and code to "
                "everyone on the network."
            ),
        ),
        (
            {"TRUSTED_PROXIES": "10.0.0.5, the proxy"},
            (
                "TRUSTED_PROXIES contains 'the proxy'. List addresses and networks, such as "
                "10.0.0.5,10.1.0.0/16."
            ),
        ),
    ],
)
def test_what_will_not_do_is_said_in_one_sentence(
    tmp_path: Path, given: dict[str, str], said: str
) -> None:
    found = settings_say("1", **{"METATOR_HOME": str(tmp_path), **given})

    assert (found.returncode, found.stderr.strip()) == (1, said)


@pytest.mark.parametrize(
    ("given", "served"),
    [
        ({}, True),
        ({"LAN": "1"}, False),
        ({"LAN": "1", "ADMIN": "1"}, True),
        ({"ADMIN": "0"}, False),
    ],
)
def test_the_admin_is_off_on_a_lan_unless_it_is_asked_for(
    tmp_path: Path, given: dict[str, str], served: bool
) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    code = (
        "import django; django.setup(); from django.urls import resolve, Resolver404\n"
        "try: print(resolve('/admin/').app_name)\n"
        "except Resolver404: print('none')"
    )
    environ = {"METATOR_HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", **given}

    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, **environ},
        capture_output=True,
        text=True,
        check=True,
    )

    assert said.stdout.strip() == ("admin" if served else "none")


def test_a_level_may_be_written_in_any_case(tmp_path: Path) -> None:
    found = settings_say(
        "s.LOGGING['root']['level']", METATOR_HOME=str(tmp_path), LOG_LEVEL="debug"
    )

    assert found.stdout.strip() == "DEBUG"
