"""A client that plays whole battles over the HTTP API and imports nothing from Metator.

`python tests/soak/http_player.py BASE COUNT SEED` plays COUNT battles in turn on the server at BASE
and prints one JSON line for each. It knows no rules: it picks one of a prompt's options, or asks
`suggest` if the prompt has none. With `--pages` it also opens the battle's page after each move, as
a browser would, and the sheet at the end. With `--stubborn` it repeats requests that got no
response or a 5xx, with the same key; it prints the id of each battle that it starts, closes the
battle and prints its proof.
"""

import http.client
import json
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

PATIENCE = 60
STUBBORN = 120
AGAIN = 0.2
stubborn = 0
"""The number of seconds for which a request is repeated."""
CSRF = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class Refused(Exception):
    """The server answered with a problem."""

    def __init__(self, said, status=0):
        super().__init__(said)
        self.status = status


def ask(method, url, token=None, body=None, **headers):
    """Return the decoded response and its status; raise Refused for 4xx and 5xx."""
    request = urllib.request.Request(url, method=method)
    request.add_header("Accept", "application/json")
    if token:
        request.add_header("Authorization", f"Seat {token}")
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    sent = None
    if body is not None:
        request.add_header("Content-Type", "application/json")
        sent = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request, sent, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null"), answer.status
    except urllib.error.HTTPError as problem:
        said = f"{method} {url}: {problem.code} {problem.read().decode()}"
        raise Refused(said, problem.code) from problem


def call(*given, **named):
    """Return the response; repeat the request for up to `stubborn` seconds."""
    end = time.monotonic() + stubborn
    while True:
        try:
            return ask(*given, **named)
        except (OSError, http.client.HTTPException, Refused) as problem:
            passing = not isinstance(problem, Refused) or problem.status >= 500
            if not passing or time.monotonic() > end:
                raise
            time.sleep(AGAIN)


def armies(base):
    listed, _ = call("GET", f"{base}/api/v1/armies/")
    return [army["id"] for army in listed["results"]][:2]


def finished(base, job, token):
    """Wait for a job and return it; raise Refused if it failed, for example on an illegal move."""
    end = time.monotonic() + max(PATIENCE, stubborn)
    while time.monotonic() < end:
        state, _ = call("GET", f"{base}/api/v1/jobs/{job}/", token)
        if state["state"] == "done":
            return state
        if state["state"] == "failed":
            raise Refused(json.dumps(state))
        time.sleep(0.05)
    raise Refused(f"job {job} is still {state['state']}")


class Browser:
    """A browser that holds a battle's seats in its cookies and opens its pages."""

    def __init__(self, base, battle, tokens):
        self.pages = f"{base}/b/{battle}/"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        for side, token in enumerate(tokens):
            path = f"{base}/api/v1/battles/{battle}/seats/{side}/device/"
            link = call("POST", path, token, {})[0]["url"]
            self.sit(link)

    def sit(self, link):
        """Join a seat as one more device."""
        with self.opener.open(link, timeout=PATIENCE) as asked:
            form = CSRF.search(asked.read().decode())
        sent = urllib.parse.urlencode({"csrfmiddlewaretoken": form[1]}).encode()
        headers = {"Referer": link}
        with self.opener.open(urllib.request.Request(link, sent, headers), timeout=PATIENCE):
            pass

    def look(self, page=""):
        """Return the page as bytes; raise HTTPError if there is none."""
        with self.opener.open(self.pages + page, timeout=PATIENCE) as answer:
            return answer.read()


def nobody_looks():
    """Do nothing after a move: this client plays without a browser."""


def play(base, battle, tokens, chance, look=nobody_looks):
    """Play one battle to its end and call `look` after each move.

    Return the last view and the ids of the answered prompts.
    """
    url = f"{base}/api/v1/battles/{battle}/"
    moves = []
    while True:
        asked = []
        for token in tokens:
            view, _ = call("GET", url, token)
            asked += [(token, prompt) for prompt in view["prompts"] if not prompt["waiting"]]
        if view["step"] is None:
            return view, moves
        if not asked:
            raise Refused(f"nobody is asked at version {view['version']}")
        token, prompt = chance.choice(asked)
        if prompt.get("options"):
            answer = chance.choice(prompt["options"])
        else:
            suggested, _ = call("POST", f"{url}suggest/", token, {"prompt": prompt["id"]})
            answer = suggested["answer"]
        move = {
            "prompt": prompt["id"],
            "expected_version": view["version"],
            "answer": answer,
        }
        said, status = call("POST", f"{url}moves/", token, move, Idempotency_Key=uuid.uuid4().hex)
        moves.append(prompt["id"])
        if status == 202:
            finished(base, said["job"], token)
        look()


def shown_open(base, battle, tokens):
    """Return the whole proof, after both sides have asked to reveal everything."""
    url = f"{base}/api/v1/battles/{battle}/"
    for token in tokens:
        call("POST", f"{url}close/", token, {}, Idempotency_Key=uuid.uuid4().hex)
    return call("GET", f"{url}proof/", tokens[0])[0]


def main():
    global stubborn  # noqa: PLW0603  # a program of its own, that plays one way or the other
    base, count, seed = sys.argv[1].rstrip("/"), int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    pages = "--pages" in sys.argv[4:]
    proving = "--stubborn" in sys.argv[4:]
    if proving:
        stubborn = STUBBORN
    sides = armies(base)
    for _ in range(count):
        made, _ = call(
            "POST",
            f"{base}/api/v1/battles/",
            body={
                "rulebook": "pbs-2023.1",
                "table": {"width": 45, "depth": 30},
                "base_width_mm": 40,
                "settings": {},
                "dice": chance.choice(["server", "server", "entered"]),
                "cards": chance.choice(["server", "server", "entered"]),
                "sides": chance.sample(sides, 2),
                "visibility": "link",
            },
            Idempotency_Key=uuid.uuid4().hex,
        )
        battle = made["battle"]["id"]
        tokens = [seat["token"] for seat in made["seats"]]
        if proving:
            print(json.dumps({"begun": battle}), flush=True)
        if pages:
            browser = Browser(base, battle, tokens)
            view, moves = play(base, battle, tokens, chance, browser.look)
            browser.look("print/")
            browser.look("sheet.pdf")
        else:
            view, moves = play(base, battle, tokens, chance)
        said, status = call("POST", f"{base}/api/v1/layouts/check/", body=view["layout"])
        if status == 202:
            said = finished(base, said["job"], None)["result"]
        told = {"battle": battle, "moves": moves, "legal": said["legal"]}
        if proving:
            told["proof"] = shown_open(base, battle, tokens)
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
