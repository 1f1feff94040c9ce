"""The documentation names existing files, commands and settings, and all of those it must name."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from commands.entry import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ROOMS = (
    *("config", "setup_app", "terrain", "templates", "static"),
    *("tests", "docs", "commands", "tools"),
)
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")


def named(document: Path) -> str:
    return str(document.relative_to(ROOT))


def anchors(document: Path) -> set[str]:
    """Headings as the sites that show Markdown name them."""
    headings = re.findall(r"^#+ +(.+?) *$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_link_leads_somewhere(document: Path) -> None:
    broken = []
    for link in LINK.findall(document.read_text()):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)

    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_command_that_is_named_exists(document: Path) -> None:
    text = document.read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    assert set(re.findall(r"\bmake ([a-z]+)\b(?=[`\n;,)])", text)) <= targets
    assert set(re.findall(r"\./metator ([a-z]+)\b", text)) <= {*COMMANDS, "help"}
    assert set(re.findall(r"\b(?:manage\.py|metator manage) ([a-z_]+)", text)) <= {*get_commands()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_path_of_the_tree_that_is_named_exists(document: Path) -> None:
    paths = re.findall(rf"`((?:{'|'.join(ROOMS)})/[\w./-]*)`", document.read_text())

    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_every_file_that_is_named_by_the_end_of_its_path_exists(document: Path) -> None:
    """Such as `core/rules.py` for `terrain/core/rules.py`."""
    files = [f"/{file.relative_to(ROOT)}" for room in ROOMS for file in (ROOT / room).rglob("*.*")]
    ends = re.findall(r"`([\w.-]+/[\w./-]+\.(?:py|js|css|html|toml|md|yml))`", document.read_text())

    assert [end for end in ends if not any(file.endswith(f"/{end}") for file in files)] == []


def packages(listed: str) -> set[str]:
    lines = (ROOT / listed).read_text().splitlines()
    return {re.split(r"[\[<>=;! ]", line)[0] for line in lines if line and not line.startswith("#")}


def test_every_dependency_has_its_reason_and_no_other_has_one() -> None:
    told = set(re.findall(r"^\| ([\w-]+) \| \S", (ROOT / "docs/dependencies.md").read_text(), re.M))

    assert told - {"Package"} == packages("requirements.in") | packages("requirements-dev.in")


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_dependency_is_pinned_with_hashes_from_the_one_index(name: str) -> None:
    text = (ROOT / f"{name}.txt").read_text()
    pinned = {
        found.lower() for found in re.findall(r"^([\w.-]+)==\S+(?: ;.*)? \\$", text, re.MULTILINE)
    }
    entries = [line for line in text.splitlines() if line and line[0] not in " #"]

    assert len(pinned) == len(entries)
    assert {each.lower() for each in packages(f"{name}.in")} <= pinned
    assert set(re.findall(r"--([a-z-]+)", text)) == {"hash"}
    assert text.count("--hash=sha256:") >= len(entries)


def test_every_setting_is_told() -> None:
    operation = (ROOT / "docs/operation.md").read_text()
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", operation, re.MULTILINE))
    sources = [*ROOT.glob("config/*.py"), *ROOT.glob("commands/*.py")]
    read = {
        name
        for source in sources
        for name in re.findall(
            r"(?:environ(?:\.get\(|\[)|flag\(|words\(|whole_number\(|folder\()\"([A-Z_]+)\"",
            source.read_text(),
        )
    }

    assert read - {"DJANGO_SETTINGS_MODULE"} == told
