"""The battles of the soak: played once for all its tests."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.soak.plan import SMALL, folder
from tests.soak.test_battles import BATTLES, SMALL_BATTLES, WORKERS, Played, python


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Played]:
    """All battles of the plan, played by the command in two processes."""
    out = tmp_path_factory.mktemp("battles")
    shares = [(BATTLES * share // 4, BATTLES * (share + 1) // 4) for share in range(4)]
    shares.append((SMALL, SMALL + SMALL_BATTLES))
    with ProcessPoolExecutor(WORKERS) as pool:
        runs = [
            pool.submit(python, "-m", "tests.soak.play_many", str(out), str(first), str(end))
            for first, end in shares
        ]
        for run in runs:
            assert run.result().returncode == 0, run.result().stderr[-4000:]
    return [Played(folder(out, number)) for share in shares for number in range(*share)]
