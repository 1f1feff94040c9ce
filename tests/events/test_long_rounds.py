"""Is a round of more players than anybody waits for paired by a worker?"""

from __future__ import annotations

from django.test import Client

from tests.events.callers import Meeting, answered, begin
from tests.events.test_pages import do, sitting
from tests.processes import Worker, until

PLAYERS = 130


def crowded() -> Meeting:
    meeting = begin(tables=PLAYERS // 2)
    rows = "name\n" + "\n".join(f"Player {number}" for number in range(3, PLAYERS + 1))
    answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": rows}), 201)
    return meeting


def test_a_worker_pairs_many_and_refuses_as_the_request_would(worker: Worker) -> None:
    meeting = crowded()
    path = f"{meeting.path}rounds/"

    made = answered(meeting.desk.post(path, {"pairing": "swiss", "seed": "s"}), 201)

    assert made == answered(meeting.desk.get(f"{path}1/"), 200)
    assert len(made["pairings"]) == PLAYERS // 2
    assert "Round 1 paired." in do(sitting(meeting, 3), meeting, 3, "pair")
    answered(meeting.desk.post(f"{path}1/publish/", {}), 200)
    again = meeting.desk.post(path, {"pairing": "swiss"})
    assert (again.status_code, again.json()["code"]) == (422, "results_missing")
    assert len(again.json()["violations"]) == PLAYERS // 2
    refused = do(sitting(meeting, 3), meeting, 3, "pair")
    assert "Round 1, table 1: no confirmed result yet." in refused


def test_who_does_not_wait_follows_a_job_that_is_his_alone(worker: Worker) -> None:
    meeting = crowded()
    path = f"{meeting.path}rounds/"

    ticket = Client().post(
        f"/api/v1/{path}",
        data='{"pairing": "random", "seed": "s"}',
        content_type="application/json",
        headers={**meeting.desk.headers(), "Prefer": "respond-async"},
    )

    job = f"jobs/{answered(ticket, 202)['job']}/"
    until(lambda: answered(meeting.desk.get(job), 200)["state"] == "done", what="the pairing")
    drafted = answered(meeting.desk.get(f"{path}1/"), 200)
    assert answered(meeting.desk.get(job), 200)["result"] == drafted
    assert {each.get(job).status_code for each in (meeting.stranger, meeting.player)} == {404}
