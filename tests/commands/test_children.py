"""When is a process that dies started again?"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands.children import Child, stop_all
from tests.processes import ROOT, until


@pytest.fixture
def child(tmp_path: Path) -> Child:
    return Child(
        name="one",
        command=[sys.executable, "-c", "raise SystemExit('why')"],
        log=tmp_path / "log",
        surroundings={},
        folder=tmp_path,
        longest_pause=3,
    )


def test_its_pauses_double_up_to_the_longest(child: Child) -> None:
    assert [child.lay_down() for _ in range(6)] == [0, 0.5, 1, 2, 3, 3]


def test_it_is_tried_again_when_its_pause_is_over(child: Child) -> None:
    child.lay_down()
    assert child.is_due()

    child.lay_down()
    assert not child.is_due()

    child.start()
    assert child.process
    child.process.wait()
    assert (child.died(), child.is_due(), child.last_words()) == (True, False, "why")


INTERRUPTED = """
import os, signal, subprocess, sys
from pathlib import Path
from commands.children import Child

real = subprocess.Popen

def interrupted(*given, **named):
    process = real(*given, **named)
    os.kill(os.getpid(), signal.SIGINT)
    return process

subprocess.Popen = interrupted
log = Path(sys.argv[1])
words = ["grep", "SigBlk", "/proc/self/status"]
child = Child(name="one", command=words, log=log, surroundings={}, folder=log.parent)
try:
    child.start()
except KeyboardInterrupt:
    print(child.process.wait(), int(log.read_text().split()[1], 16))
"""


def test_what_interrupts_its_start_leaves_it_known_and_what_it_hears_as_it_was(
    tmp_path: Path,
) -> None:
    """The signal comes when the process is there, and before anybody can name it.

    In a process of its own: one of several threads would take a signal that another has put off.
    """
    said = subprocess.check_output(
        [sys.executable, "-c", INTERRUPTED, tmp_path / "log"], cwd=ROOT, text=True
    )

    assert said == "0 0\n"


ALONE = """
import sys
from commands.children import die_with_parent

die_with_parent(int(sys.argv[1]))
print("lives")
"""


def test_one_whose_parent_was_killed_before_it_could_ask_ends() -> None:
    """The kernel tells of no death that lies before."""

    def ran(parent: int) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", ALONE, str(parent)]
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran(os.getpid()).stdout == "lives\n"
    alone = ran(0)
    assert (alone.stdout, alone.returncode) == ("", 1)


def test_one_that_cannot_be_started_is_tried_again(child: Child) -> None:
    child.lay_down()
    child.folder = child.folder / "gone"
    with pytest.raises(FileNotFoundError):
        child.start()

    assert (child.process, child.is_due()) == (None, False)
    assert (child.lay_down(), child.deaths) == (0.5, 2)


def test_a_log_for_which_there_is_no_room_is_copied_again_only_after_a_while(child: Child) -> None:
    child.log.write_text("x" * 200)
    child.largest_log = 100
    aside = child.log.with_suffix(".log.1")
    aside.symlink_to("/dev/full")

    child.turn_log()
    assert (child.log.stat().st_size, aside.is_symlink()) == (200, False)
    child.turn_log()
    assert not aside.exists()

    child.turn_again_at = 0
    child.turn_log()
    assert (child.log.stat().st_size, aside.stat().st_size) == (0, 200)


def test_it_is_well_again_once_it_has_run_for_a_while(child: Child) -> None:
    child.command = [sys.executable, "-c", "import time; time.sleep(60)"]
    child.lay_down()
    child.start()
    assert not child.is_well_again()

    child.started -= 6
    assert [child.is_well_again(), child.is_well_again(), child.deaths] == [True, False, 0]
    child.wait_until_gone(seconds=0)


WRITER = """
import os, sys, time
line = (sys.argv[1] * 99 + "\\n").encode()
for number in range(3000):
    os.write(2, line)
    if number % 30 == 0:
        time.sleep(0.005)
"""


def test_a_log_is_put_aside_while_several_processes_write_to_it(child: Child) -> None:
    four = " & ".join(f'"$0" -c "$1" {letter}' for letter in "abcd")
    child.command = ["sh", "-c", f"{four} & wait", sys.executable, WRITER]
    child.largest_log = 50_000
    child.start()
    aside = child.log.with_suffix(".log.1")
    turned = 0
    while not child.died():
        before = child.log.stat().st_size
        child.turn_log()
        turned += child.log.stat().st_size < before

    assert turned >= 2
    lines = aside.read_bytes().splitlines() + child.log.read_bytes().splitlines()
    # No line is torn, none stands behind a hole, and the log does not grow on.
    assert {(len(each), len({*each})) for each in lines[:-1]} == {(99, 1)}
    assert {chr(each[0]) for each in lines} <= {*"abcd"}
    assert child.log.stat().st_size < 4 * 3000 * 100 / 2


def test_a_short_log_stays(child: Child) -> None:
    child.log.write_text("short\n")
    child.turn_log()

    assert child.log.read_text() == "short\n"
    assert not child.log.with_suffix(".log.1").exists()


def test_who_does_not_stop_is_hurried(child: Child) -> None:
    child.command = [
        "sh", "-c", "trap '' TERM; trap 'exit 0' USR1; echo ready; while :; do sleep 0.05; done"
    ]  # fmt: skip
    child.hurried_by = signal.SIGUSR1
    child.start()
    until(lambda: child.log.read_text() == "ready\n")
    began = time.monotonic()

    stop_all([child], seconds=20, hurried_after=0.2)

    assert 0.2 <= time.monotonic() - began < 10


def test_it_died_of_nothing_that_an_earlier_one_wrote(child: Child) -> None:
    child.log.write_text("TypeError: of long ago\n")
    child.command = [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]
    child.start()
    assert child.process
    child.process.wait()

    assert child.last_words() == ""
