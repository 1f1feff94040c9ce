"""Hostile workbooks take a small share of the server, and everyone else is answered."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

from setup_app.spreadsheets.archive import MEDIA_TYPE
from tests.house import Metator
from tests.spreadsheets.attacks import with_rows
from tests.spreadsheets.readers import AT_ONCE
from tests.spreadsheets.sheets import sheet_of

ATTACK = with_rows((b"<row>" + b"<c/>" * 100 + b"</row>") * 2000)


def test_most_of_many_at_once_are_refused_and_another_client_is_answered(metator: Metator) -> None:
    def send(body: bytes) -> tuple[int, str, str]:
        headers = {"Content-Type": MEDIA_TYPE}
        status, answer = metator.ask("POST", "/api/v1/armies/import/", body=body, headers=headers)
        problem = json.loads(answer)
        first = next((each["code"] for each in problem["violations"]), "")
        return status, problem["code"], first

    with ThreadPoolExecutor(AT_ONCE) as threads:
        attacks = [threads.submit(send, ATTACK) for _ in range(AT_ONCE)]
        status, _ = metator.get("/api/v1/rulebooks/")
        answers = [each.result() for each in attacks]

    assert status == 200
    assert set(answers) == {
        (422, "import_refused", "sheet_too_many_cells"),
        (503, "too_busy", ""),
    }
    assert send(sheet_of("row,name\nunit,Spears\n"))[:2] == (422, "import_refused")
