"""`./metator run`: start everything, watch it and stop it."""

import http.client
import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from types import FrameType
from typing import Any

from commands import lan, redis_server, restore
from commands.children import MAX_PAUSE, Child, stop_all
from commands.places import ROOT, Home, home
from commands.stop import Interrupted, Stop
from commands.venv import PYTHON, RUN_LISTS, ensure

TIMEOUT = 60
GENTLE_SECONDS, HURRIED_AFTER = 5, 2.5
WATCH_EVERY = 0.2
WEB_PROCESSES = "2"
HEAPS = "2"
"""The number of heaps that the threads of a process share. By default the C library opens up to
eight for each core, and memory freed in one is of no use to the others.
"""

REDIS, WORKER, MOVER, WEB = "private Redis", "worker", "worker for moves", "web server"
MEANWHILE = {
    REDIS: "Until then, pages and moves still work, but checks and generated tables have to wait.",
    WORKER: "Until then, moves are still checked, but new tables and sheets have to wait.",
    MOVER: "Until then, the other worker checks moves too.",
    WEB: "Until then, no one can open a page. Nothing that was accepted is lost.",
}
"""What still works while one of them is missing, and what does not."""


@dataclass(frozen=True)
class Wishes:
    """The options from the environment."""

    port: int
    lan: bool
    longest_pause: float

    @classmethod
    def read(cls) -> "Wishes":
        port = os.environ.get("PORT") or "8000"
        if not port.isascii() or not port.isdigit() or int(port) > 65535:
            raise Stop(f"PORT is {port!r}. Set it to a number up to 65535, or 0 for any free port.")
        lan = flag("LAN")
        if lan and flag("DEBUG"):
            raise Stop(
                "DEBUG=1 and LAN=1 are both set. Unset one: debug pages show settings and code to "
                "everyone on the network."
            )
        pause = os.environ.get("RESTART_PAUSE") or str(int(MAX_PAUSE))
        if not pause.isascii() or not pause.isdigit() or int(pause) == 0:
            raise Stop(f"RESTART_PAUSE is {pause!r}. Set it to a number of seconds, such as 30.")
        return cls(
            port=int(port),
            lan=lan,
            longest_pause=float(pause),
        )


def flag(name: str) -> bool:
    """Return whether a variable says yes, as the settings read it."""
    value = os.environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise Stop(f"{name} is {value!r}. Set it to 1 or 0.")


def main(words: list[str]) -> int:
    """Start everything, supervise it, and return 0 once it was asked to stop and has stopped."""
    if words:
        raise Stop("run takes no arguments. Set PORT, METATOR_HOME and LAN in the environment.")
    wishes = Wishes.read()
    place = home()
    place.make()
    try:
        with place.held(), listen(wishes) as door:
            ensure(RUN_LISTS)
            # The home contains hands and seeds, and others may be able to read its folder.
            os.umask(0o077)
            with place.socket_folder() as sockets:
                House(place, wishes, door, sockets / "redis.sock").keep()
    except Interrupted:
        print("Stopped.", flush=True)
    return 0


def listen(wishes: Wishes) -> socket.socket:
    """Return the listening socket, held here so that a restarted web server loses no visitor."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(("0.0.0.0" if wishes.lan else "127.0.0.1", wishes.port))
        door.listen(512)
    except PermissionError:
        raise Stop(f"Port {wishes.port} needs root. Set PORT to a number above 1023.") from None
    except OSError:
        raise Stop(f"Port {wishes.port} is in use. Set another one, such as PORT=8001.") from None
    return door


class House:
    """All running processes: a private Redis, a worker with beat, one for moves, the web server."""

    def __init__(self, place: Home, wishes: Wishes, door: socket.socket, redis_at: Any) -> None:
        self.place = place
        self.wishes = wishes
        self.door = door
        self.redis_at = redis_at
        self.restore_wanted = False
        self.surroundings = self._surroundings()
        self.redis = None if os.environ.get("REDIS_URL") else self._redis()
        self.worker = self._worker()
        self.mover = self._mover()
        self.web = self._web()

    @property
    def children(self) -> list[Child]:
        return [self.web, self.worker, self.mover, *([self.redis] if self.redis else [])]

    def keep(self) -> None:
        """Run until interrupted. However it ends, no process is left."""
        self.place.pid.write_text(str(os.getpid()))
        signal.signal(signal.SIGHUP, self._want_restore)
        try:
            self._open()
            print(self.welcome(), flush=True)
            while True:
                time.sleep(WATCH_EVERY)
                self._watch()
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self._hurry)
            self._end_serving()
            stop_all([self.redis] if self.redis else [], seconds=3)
            self.place.pid.unlink(missing_ok=True)

    def _end_serving(self) -> None:
        stop_all(
            [self.web, self.worker, self.mover],
            seconds=GENTLE_SECONDS,
            hurried_after=HURRIED_AFTER,
        )

    def _open(self) -> None:
        if self.redis is not None:
            self.redis.start()
            self._until(lambda: redis_server.ask(self.redis_at, "PING") == "+PONG", self.redis)
        restore.apply_staged(self.place)
        self._prepare()
        self.worker.start()
        self.mover.start()
        self.web.start()
        self._until(self._healthy, self.web)
        if self.redis is not None:
            self._until(self._worker_seen, self.worker)

    def _reopen(self) -> None:
        """Continue with another database. A process that does not start is retried as usual."""
        restore.apply_staged(self.place)
        self._prepare()
        for child in (self.worker, self.mover, self.web):
            child.again_at = time.monotonic()

    def _prepare(self) -> None:
        """Migrate the database. Its own messages are shown if that fails."""
        done = subprocess.run(
            [PYTHON, "-m", "config.prepare"],
            cwd=ROOT,
            env=self.surroundings,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            if "disk is full" in done.stderr or "No space left" in done.stderr:
                raise Stop(f"The disk with {self.place.path} is full. Free some space.")
            if "Traceback" in done.stderr:
                last = f"Cannot prepare the database: {last}"
            raise Stop(last)
        print(done.stdout, end="", flush=True)

    def _watch(self) -> None:
        if self.restore_wanted:
            self.restore_wanted = False
            self._end_serving()
            self._reopen()
        for child in self.children:
            self._look_after(child)
            child.turn_log()

    def _look_after(self, child: Child) -> None:
        """Restart dead processes, sooner or later; the others continue meanwhile."""
        if child.died():
            self._tell_of_death(child, child.last_words())
        if child.is_due():
            try:
                child.start()
            except OSError as cannot:
                # No process available, or no room for its log: the cause may pass.
                self._tell_of_death(child, cannot.strerror or str(cannot))
        if child.is_well_again():
            print(f"The {child.name} is running again.", flush=True)

    def _tell_of_death(self, child: Child, why: str) -> None:
        pause = child.lay_down()
        if not pause:
            print(f"The {child.name} died and is being restarted.", flush=True)
            return
        words = f" ({why})" if why else ""
        print(
            f"The {child.name} died {child.deaths} times{words}. Next try in {pause:g} s. "
            f"{MEANWHILE[child.name]} See {child.log}.",
            flush=True,
        )

    def _until(self, reached: Any, child: Child) -> None:
        until = time.monotonic() + TIMEOUT
        while not reached():
            if child.died() or time.monotonic() > until:
                raise Stop(f"The {child.name} did not start: {child.last_words()}")
            time.sleep(0.05)

    def _healthy(self) -> bool:
        ask = http.client.HTTPConnection("127.0.0.1", self.door.getsockname()[1], timeout=5)
        try:
            ask.request("GET", "/healthz", headers={"Host": "localhost"})
            return ask.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            ask.close()

    def _worker_seen(self) -> bool:
        return redis_server.ask(self.redis_at, "EXISTS metator:patient-worker-seen") == ":1"

    def _surroundings(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in {"GUNICORN_CMD_ARGS", "WEB_CONCURRENCY", "PYTHONPATH", "PYTHONHOME"}
        }
        hosts = [*lan.names(), *lan.addresses()] if self.wishes.lan else []
        given = [host for host in kept.get("ALLOWED_HOSTS", "").split(",") if host]
        return {
            "REDIS_URL": f"unix://{self.redis_at}",
            **kept,
            "MALLOC_ARENA_MAX": os.environ.get("MALLOC_ARENA_MAX") or HEAPS,
            "ALLOWED_HOSTS": ",".join([*given, *hosts]),
            "METATOR_HOME": str(self.place.path),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONUNBUFFERED": "1",
        }

    def _child(self, name: str, command: list[str], **more: Any) -> Child:
        return Child(
            name=name,
            command=command,
            log=self.place.logs / f"{name.replace(' ', '-')}.log",
            surroundings=self.surroundings,
            folder=ROOT,
            longest_pause=self.wishes.longest_pause,
            **more,
        )

    def _redis(self) -> Child:
        started = redis_server.command(at=self.redis_at, folder=self.place.running)
        return self._child(REDIS, started)

    def _worker(self) -> Child:
        command = [str(PYTHON), "-m", "config.worker", "--processes", "1", "--beat"]
        return self._child(WORKER, command, hurried_by=signal.SIGQUIT)

    def _mover(self) -> Child:
        """Return a second worker, which no patient job can delay."""
        command = [str(PYTHON), "-m", "config.worker", "--moves"]
        return self._child(MOVER, command, hurried_by=signal.SIGQUIT)

    def _web(self) -> Child:
        """Return the web server. Its threads take complete requests: a browser opens idle
        connections ahead, and without a proxy a slow sender would block a thread indefinitely.
        """
        command = [
            *(str(PYTHON), "-m", "gunicorn", "config.asgi:application"),
            *("--bind", f"fd://{self.door.fileno()}", "--no-control-socket"),
            *("--workers", WEB_PROCESSES, "--timeout", "60", "--log-level", "warning"),
            *("--worker-tmp-dir", str(self.place.running), "--config", "python:config.gunicorn"),
        ]
        return self._child(WEB, command, passed=(self.door.fileno(),))

    def welcome(self) -> str:
        port = self.door.getsockname()[1]
        lines = [f"Metator is ready: http://localhost:{port}/"]
        if self.wishes.lan:
            reachable = [f"http://{each}:{port}/" for each in lan.addresses()]
            if reachable:
                lines += [f"On the same Wi-Fi: {'  '.join(reachable)}", qr(reachable[0])]
            else:
                lines += ["LAN=1 found no network. Only this computer can reach Metator."]
        return "\n".join([*lines, "Press Ctrl-C to stop."])

    def _want_restore(self, number: int, frame: FrameType | None) -> None:
        self.restore_wanted = True

    def _hurry(self, number: int, frame: FrameType | None) -> None:
        """Stop at once after a second request to stop."""
        for child in self.children:
            child.kill_group()


def qr(address: str) -> str:
    drawn = subprocess.run(
        [
            PYTHON,
            "-c",
            "import segno, sys; segno.make(sys.argv[1]).terminal(compact=True)",
            address,
        ],
        capture_output=True,
        text=True,
    )
    return drawn.stdout.rstrip("\n")
