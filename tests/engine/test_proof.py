"""Can a stranger recompute everything, with nothing but hashes and JSON, and nothing too early?

`Checked` is such a stranger: it imports nothing of the program.
"""

import copy
import hashlib
import hmac
import json
import random

import pytest

from setup_app.engine.hidden import BOTH, SPECTATOR, STRANGER, UMPIRE, seat
from setup_app.engine.proof import proof
from tests.engine.playing import go_back, marches, play_until, skirmish


def as_bytes(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def hashed(text):
    return hashlib.sha256(text).hexdigest()


class Checked:
    """Everything that is wrong with a proof, in `faults`; `checked` counts what was compared."""

    def __init__(self, shown):
        self.shown = json.loads(json.dumps(shown))
        self.entries = {entry["number"]: entry for entry in self.shown["entries"]}
        self.faults = []
        self.checked = 0
        self.heads()
        self.first_entry()
        self.reveals()
        self.secrets()
        if self.shown["seed"] is not None:
            self.chances()

    def expect(self, what, found, wanted):
        self.checked += 1
        if found != wanted:
            self.faults.append(what)

    def heads(self):
        head = "0" * 64
        for number, entry in enumerate(self.shown["entries"], start=1):
            public = {key: value for key, value in entry.items() if key != "head"}
            head = hashed(head.encode() + as_bytes(public))
            self.expect(f"head {number}", (entry["number"], entry["head"]), (number, head))

    def first_entry(self):
        opened = self.entries[1]["public"]
        self.expect("setup", opened["setup_hash"], hashed(as_bytes(self.shown["setup"])))
        if self.shown["seed"] is not None:
            seed = bytes.fromhex(self.shown["seed"])
            self.expect("seed", opened["seed_hash"], hashed(seed))

    def commitments(self, number):
        return self.entries.get(number, {}).get("commitments")

    def committed(self, salt, value):
        return hashed(bytes.fromhex(salt) + as_bytes(value))

    def reveals(self):
        for entry in self.shown["entries"]:
            for reveal in entry["reveals"]:
                self.expect(
                    f"reveal of {reveal['entry']}",
                    self.commitments(reveal["entry"]),
                    [self.committed(reveal["salt"], reveal["value"])],
                )

    def secrets(self):
        for secret in self.shown["secrets"]:
            self.expect(
                f"secret {secret['entry']}",
                self.commitments(secret["entry"]),
                [self.committed(part["salt"], part["value"]) for part in secret["parts"]],
            )

    def entropies(self):
        given = {}
        for entry in self.shown["entries"]:
            if entry["kind"] == "sit_down" and entry["public"]:
                given[entry["side"]] = entry["public"]["entropy"]
                for reveal in entry["reveals"]:
                    first = self.entries[reveal["entry"]]
                    given[first["side"]] = reveal["value"]["entropy"]
        return [given[0], given[1]]

    def chances(self):
        values = {
            secret["entry"]: [part["value"] for part in secret["parts"]]
            for secret in self.shown["secrets"]
        }
        for each in self.shown["chances"]:
            entry = self.entries[each["entry"]]
            request = each["request"]
            numbers = self.numbers(request, entry["counter"])
            if "faces" in request:
                fell = request["faces"][self.below(len(request["faces"]), numbers)]
                self.expect(f"roll {entry['number']}", entry["public"], fell)
            else:
                pool, drawn = list(request["pool"]), []
                while pool and len(drawn) < request["count"]:
                    drawn.append(pool.pop(self.below(len(pool), numbers)))
                self.expect(f"draw {entry['number']}", values[entry["number"]], drawn)
        told = [entry["number"] for entry in self.shown["entries"] if entry["counter"]]
        self.expect("all rolls", [each["entry"] for each in self.shown["chances"]], told)

    def numbers(self, request, counter):
        key, block = bytes.fromhex(self.shown["seed"]), 0
        while True:
            message = as_bytes([*self.entropies(), request, counter, block])
            digest = hmac.new(key, message, hashlib.sha256).digest()
            for start in (0, 8, 16, 24):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def below(self, limit, numbers):
        return next(number for number in numbers if number < 2**64 - 2**64 % limit) % limit


def travelled(make):
    battle = play_until(make(), None, random.Random(5))
    go_back(battle, 0, 5)
    return play_until(battle, None, random.Random(6))


@pytest.fixture(
    params=[skirmish, marches, lambda: marches(dice="server")],
    ids=["skirmish", "marches", "marches with the server's dice"],
)
def battle(request):
    return travelled(request.param)


def shown_to(battle, viewer):
    return proof(battle, battle.sight(viewer))


def test_after_the_close_a_stranger_recomputes_everything(battle):
    battle.close(None)
    checked = Checked(shown_to(battle, STRANGER))

    committed = [entry.number for entry in battle.entries if entry.commitments]
    assert checked.faults == []
    assert [secret["entry"] for secret in checked.shown["secrets"]] == committed


def test_before_the_close_a_stranger_checks_heads_and_reveals(battle):
    shown = shown_to(battle, STRANGER)
    checked = Checked(shown)

    assert checked.faults == []
    assert checked.checked > len(battle.entries)
    assert (shown["seed"], shown["secrets"], shown["chances"]) == (None, [], [])


@pytest.mark.parametrize("viewer", [BOTH, SPECTATOR, STRANGER], ids=str)
def test_before_the_close_there_is_no_secret_in_it(battle, viewer):
    text = json.dumps(shown_to(battle, viewer))

    assert battle.seed.hex() not in text
    for entry in battle.entries:
        if entry.kind in ("hand", "write_orders"):
            assert json.dumps(entry.value) not in text


def test_a_side_can_check_its_own_secrets_before_the_close(battle):
    for viewer, owners in ((seat(0), {0}), (seat(1), {1}), (UMPIRE, {0, 1})):
        shown = shown_to(battle, viewer)

        assert Checked(shown).faults == []
        assert {battle.entries[s["entry"] - 1].owner for s in shown["secrets"]} == owners
        assert shown["seed"] is None


def closed_proof():
    battle = travelled(skirmish)
    battle.close(None)
    return shown_to(battle, STRANGER)


def of_kind(shown, kind):
    return next(entry for entry in shown["entries"] if entry["kind"] == kind)


def test_every_rewriting_is_noticed():
    shown = closed_proof()
    number = {kind: of_kind(shown, kind)["number"] for kind in ("hand", "hold_ford", "bury")}
    rewritings = [
        lambda p: p["entries"][number["hold_ford"] - 1]["public"].update(hold="maybe"),
        lambda p: p["entries"].pop(6),
        lambda p: p["entries"][3].update(public=6 if p["entries"][3]["public"] != 6 else 1),
        lambda p: p.update(seed="00" * 32),
        lambda p: p["setup"].update(until="moods"),
        lambda p: p["setup"]["lists"][0].update(general="Nero"),
        lambda p: p["secrets"][0]["parts"][0]["value"].update(spies=9),
        lambda p: p["secrets"][-1]["parts"][0].update(salt="00" * 16),
        lambda p: p["chances"][0]["request"].update(label="another"),
        lambda p: p["chances"].pop(),
        lambda p: p["entries"][2]["public"].update(entropy="mine"),
    ]

    assert Checked(shown).faults == []
    for place, rewrite in enumerate(rewritings):
        rewritten = copy.deepcopy(shown)
        rewrite(rewritten)
        assert Checked(rewritten).faults, f"rewriting {place} went unnoticed"


def test_a_proof_is_json_and_the_same_each_time(battle):
    battle.close(None)

    first, second = (json.dumps(shown_to(battle, SPECTATOR)) for _ in range(2))

    assert first == second
