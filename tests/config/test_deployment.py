"""The Compose file and the `.env` of docs/hosting.md."""

import re
import subprocess
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.worker import worker as celery_worker

from config.worker import given

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
OURS = {"web", "worker", "moves", "beat"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load(TEXT)["services"]
    return services


def test_every_part_is_there_with_its_own_health(services: dict[str, Any]) -> None:
    lasting = {"proxy", "postgres", "redis", *OURS}

    assert set(services) == {*lasting, "prepare"}
    assert {name for name in lasting if services[name]["healthcheck"]["test"]} == lasting


def test_no_secret_has_a_default() -> None:
    secrets = set(re.findall(r"\$\{([A-Z_]*(?:SECRET|PASSWORD)[A-Z_]*)", TEXT))
    with_default = re.findall(r"\$\{[A-Z_]*(?:SECRET|PASSWORD)[A-Z_]*:?-[^}]", TEXT)
    demanded = set(re.findall(r"\$\{([A-Z_]+):\?", TEXT))

    needed = {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}
    assert secrets == needed | {"SECRET_KEY_FALLBACKS"}
    assert with_default == []
    assert needed <= demanded


def test_what_is_ours_waits_for_the_schema_and_runs_with_few_rights(
    services: dict[str, Any],
) -> None:
    for name in OURS:
        assert services[name]["depends_on"] == {
            "prepare": {"condition": "service_completed_successfully"}
        }
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["read_only"] is True
        assert services[name]["environment"]["HTTPS"] == "1"
        assert "DEBUG" not in services[name]["environment"]


def test_every_setting_that_makes_sense_there_can_be_made(services: dict[str, Any]) -> None:
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operation.md").read_text(), re.M))
    given = services["web"]["environment"]

    assert told - set(given) == SETTLED_BY_THE_IMAGE | OF_ONE_MACHINE | {"DEBUG"}
    handed_on = {name for name, value in given.items() if f"${{{name}:" in str(value)}
    assert told - handed_on == (told - set(given)) | PUT_TOGETHER


SETTLED_BY_THE_IMAGE = {"METATOR_HOME", "STATIC_ROOT", "MALLOC_ARENA_MAX"}
OF_ONE_MACHINE = {"PORT", "RESTART_PAUSE", "LAN"}
PUT_TOGETHER = {
    *("DATABASE_URL", "REDIS_URL"),
    *("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "NUM_PROXIES"),
}
"""From the four that have to be set, or from what this deployment is."""


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    compose: dict[str, Any] = yaml.safe_load(TEXT)
    return compose


def test_every_service_runs_with_few_rights_and_within_limits(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert service["tmpfs"], name
        assert service["mem_limit"].endswith("m"), name
        assert service["pids_limit"] > 0, name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name
    added = {name: each["cap_add"] for name, each in services.items() if "cap_add" in each}
    assert added == {"proxy": ["NET_BIND_SERVICE"]}
    assert {name: services[name]["user"] for name in ("postgres", "redis")} == {
        "postgres": "postgres",
        "redis": "redis",
    }


def test_the_proxy_reaches_the_web_service_and_nothing_else(
    services: dict[str, Any], described: dict[str, Any]
) -> None:
    joined = {name: set(service["networks"]) for name, service in services.items()}

    assert joined["proxy"] == {"front"}
    assert {name for name, nets in joined.items() if "front" in nets} == {"proxy", "web"}
    assert {name for name, nets in joined.items() if nets == {"back"}} == (
        set(services) - {"proxy", "web"}
    )
    assert set(described["networks"]) == {"front", "back"}
    assert described["networks"]["back"] == {"internal": True}


def test_the_scheme_is_believed_from_the_proxys_network_alone(
    services: dict[str, Any], described: dict[str, Any]
) -> None:
    (pool,) = described["networks"]["front"]["ipam"]["config"]

    believed = services["web"]["environment"]["TRUSTED_PROXIES"]
    assert believed == f"${{TRUSTED_PROXIES:-{pool['subnet']}}}"
    assert ip_network(pool["subnet"].removeprefix("${FRONT_SUBNET:-").removesuffix("}")).is_private


def test_every_image_is_pinned_to_one_version(services: dict[str, Any]) -> None:
    images = [each["image"] for each in services.values() if "build" not in each]
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.M)

    for image in (*images, *bases):
        exact = r":\d+\.\d+-" if image.startswith("postgres") else r":\d+\.\d+\.\d+-"
        assert re.search(exact, image), image


def test_the_proxys_configuration_is_a_file_that_a_read_only_container_can_have(
    described: dict[str, Any],
) -> None:
    assert described["configs"] == {"caddyfile": {"file": "./Caddyfile"}}

    text = (ROOT / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    assert "{$SITE_NAME} {" in text
    assert text.count("reverse_proxy web:8000") == 2


def test_only_the_optional_proxy_is_reachable_from_outside(services: dict[str, Any]) -> None:
    published = {name: service["ports"] for name, service in services.items() if "ports" in service}

    assert published == {
        "proxy": ["80:80", "443:443"],
        "web": ["${PUBLISH:-127.0.0.1:8000}:8000"],
    }
    assert [name for name, service in services.items() if "profiles" in service] == ["proxy"]
    assert services["proxy"]["profiles"] == ["https"]


def test_the_env_file_of_the_hosting_page_is_all_that_compose_needs() -> None:
    page = (ROOT / "docs/hosting.md").read_text()
    env = dict(re.findall(r"^        ([A-Z_]+)=(.*)$", page, re.M))
    required = set(re.findall(r"\$\{([A-Z_]+):\?", TEXT))

    assert set(env) == required | {"COMPOSE_PROFILES"}
    assert env["COMPOSE_PROFILES"] == "https"


def test_what_must_last_is_on_a_volume(services: dict[str, Any]) -> None:
    described = yaml.safe_load(TEXT)

    assert services["postgres"]["volumes"] == ["postgres:/var/lib/postgresql/data"]
    assert set(described["volumes"]) == {"postgres", "caddy"}


def test_the_image_runs_as_nobody_in_particular() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()

    [user] = [line for line in lines if line.startswith("USER ")]
    assert user == "USER metator"
    assert lines.index(user) < next(i for i, line in enumerate(lines) if line.startswith("CMD"))
    assert any("--require-hashes" in line for line in lines)
    assert not any(line.startswith("ENV") and "SECRET" in line for line in lines)


def test_continuous_integration_runs_the_one_command_with_a_browser() -> None:
    script = ROOT / ".ci" / "run"

    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert script.stat().st_mode & 0o111
    assert script.read_text().splitlines()[-2:] == [
        "export METATOR_REQUIRE_BROWSER=1",
        "exec make test",
    ]


@pytest.mark.parametrize("words", [[], ["--beat"], ["--moves"], ["--processes", "3"]])
def test_a_worker_is_given_nothing_that_celery_s_own_command_would_not_hand_on(
    words: list[str],
) -> None:
    """What it does not know it takes without a word."""
    read = {option.name for option in celery_worker.params} | {"quiet"}

    assert given(words).keys() - read == set()


def test_both_workers_start_by_the_one_command_line(services: dict[str, Any]) -> None:
    assert [services[name]["command"] for name in ("worker", "moves")] == [
        ["python", "-m", "config.worker"],
        ["python", "-m", "config.worker", "--moves"],
    ]
