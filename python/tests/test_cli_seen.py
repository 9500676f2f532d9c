"""A release is released once it may have been seen. The exit status says so, whatever fails or interrupts:
0 and 3 mean that it was, everything else that it was not."""

import array
import fcntl
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

PEOPLE = "age,city\n" + "".join(f"{20 + i % 50},Ardén\n" for i in range(100))
MEDIAN = ["quantile", "people.csv", "--column", "age", "--bounds", "0:120", "--epsilon", "1", "--rows-per-person", "1"]
CITY = ["top-k", "people.csv", "--column", "city", "--categories", "Ardén,x", "--epsilon", "100", "--rows-per-person", "1"]
# More than a pipe takes at once.
LONG = [f"{i:0200}" for i in range(30)]
LONG_OUTPUT = [
    "top-k", "people.csv", "--column", "city", "--categories", ",".join(LONG), "--k", "30", "--epsilon", "1", "--rows-per-person", "1",
    "--json",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "people.csv").write_text(PEOPLE, encoding="utf-8")
    return tmp_path


def start(command_line, folder, arguments, *, environment=None, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, **options}
    return subprocess.Popen(
        [*command_line.program, *arguments],
        cwd=folder,
        env={**command_line.environment, **(environment or {})},
        **options,
    )


def end(program):
    stdout, stderr = program.communicate(timeout=120)
    assert b"Traceback" not in stderr
    return program.returncode, stdout, stderr.decode()


def names(folder):
    return {path.name for path in folder.iterdir()}


# --- outputs that cannot be written ---


def test_a_full_device_shows_nothing_and_releases_nothing(command_line, folder):
    with open("/dev/full", "wb") as full:
        status, _, stderr = end(start(command_line, folder, MEDIAN, stdout=full))
    assert status == 1
    assert stderr == (
        "scrim: standard output cannot be written: No space left on device; nothing was released\n"
    )


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_full_device_beside_an_output_file(command_line, folder, as_json):
    with open("/dev/full", "wb") as full:
        arguments = [*MEDIAN, "--output", "o.json", *as_json]
        status, _, stderr = end(start(command_line, folder, arguments, stdout=full))
    assert status == 3
    message = (
        "o.json holds the release, but it could not be shown (No space left on device); it counts as spent, "
        "do not run it again"
    )
    assert json.loads((folder / "o.json").read_text())["released"] is True
    if as_json:
        error = {"kind": "unseen", "status": 3, "message": message}
        assert json.loads(stderr)["error"] == error and json.loads(stderr)["released"] is True
    else:
        assert stderr == f"scrim: {message}\n"


@pytest.mark.parametrize("plot", ["p.svg", "p.png"])
def test_a_full_device_beside_a_plot(command_line, folder, plot):
    with open("/dev/full", "wb") as full:
        status, _, stderr = end(start(command_line, folder, [*MEDIAN, "--plot", plot], stdout=full))
    assert status == 3 and names(folder) == {"people.csv", plot}
    assert stderr == (
        f"scrim: {plot} holds a picture of the release, but it could not be shown (No space left on device); it counts "
        "as spent, do not run it again\n"
    )


def test_a_plot_that_loses_its_folder_beside_an_output(command_line, folder):
    (folder / "gone").mkdir()
    os.mkfifo(folder / "pipe")
    program = start(command_line, folder, [*LONG_OUTPUT, "--plot", "gone/p.svg", "--output", "pipe"])
    with open(folder / "pipe", "rb") as reading:
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, 4096)
        wait_for_bytes(reading.fileno())  # the plot lacks only its name now
        shutil.rmtree(folder / "gone")
        assert json.loads(reading.read())["released"] is True
    status, stdout, stderr = end(program)
    assert (status, stdout) == (3, b"")
    error = json.loads(stderr)
    assert error["released"] is True
    assert error["error"]["message"].startswith(
        "pipe holds the release, but gone/p.svg was not written in full and it could not be shown (No such file or directory)"
    )


def test_a_closed_output_is_refused_before_the_release(command_line, folder):
    arguments = [*MEDIAN, "--output", "o.json"]
    program = start(command_line, folder, arguments, stdout=None, preexec_fn=lambda: os.close(1))
    assert end(program)[::2] == (1, "scrim: standard output is closed; nothing was released\n")
    assert names(folder) == {"people.csv"}


def test_an_output_that_is_only_read_is_refused_before_the_release(command_line, folder):
    with open("/dev/null", "rb") as reading:
        program = start(
            command_line, folder, [*MEDIAN, "--output", "o.json"], stdout=reading
        )
        status, _, stderr = end(program)
    assert status == 1 and "not open for writing; nothing was released" in stderr
    assert names(folder) == {"people.csv"}


def test_without_anywhere_to_complain_the_status_stands(command_line, folder):
    program = start(command_line, folder, MEDIAN, stderr=None, preexec_fn=lambda: os.close(2))
    stdout, _ = program.communicate(timeout=120)
    assert program.returncode == 0 and b"median" in stdout
    with open("/dev/full", "wb") as full:
        for arguments, status in ((MEDIAN, 0), ([*MEDIAN, "--alpha", "7"], 2)):
            program = start(command_line, folder, arguments, stderr=full)
            program.communicate(timeout=120)
            assert program.returncode == status


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("room", [0, 100, "release"])
@pytest.mark.parametrize("plot", ["p.svg", "p.png"])
def test_a_full_disk_draws_nothing(command_line, folder, room, plot):
    if room == "release":
        assert end(start(command_line, folder, [*MEDIAN, "--plot", plot]))[0] == 0
        room = (folder / plot).stat().st_size + 5
        (folder / plot).unlink()
    program = start(
        command_line,
        folder,
        [*MEDIAN, "--plot", plot],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert end(program) == (1, b"", f"scrim: {plot} cannot be written: File too large\n")
    assert names(folder) == {"people.csv"}


@pytest.mark.parametrize("room", [0, 100, "release"])
def test_a_full_disk_releases_nothing_and_leaves_nothing(command_line, folder, room):
    """Whether there is room may not depend on what is released: so even what would just fit does not."""
    if room == "release":
        done = end(start(command_line, folder, [*MEDIAN, "--json"]))
        room = len(done[1]) + 5
    program = start(
        command_line,
        folder,
        [*MEDIAN, "--output", "o.json"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert end(program) == (1, b"", "scrim: o.json cannot be written: File too large\n")
    assert names(folder) == {"people.csv"}


def test_a_special_file_is_written_as_it_is(command_line, folder):
    arguments = [*MEDIAN, "--output", "/dev/stderr"]
    status, stdout, stderr = end(start(command_line, folder, arguments))
    assert status == 0 and b"median" in stdout and json.loads(stderr)["released"] is True
    status, stdout, stderr = end(start(command_line, folder, [*MEDIAN, "--output", "/dev/full"]))
    assert (status, stdout) == (1, b"") and "nothing was released" in stderr


@pytest.mark.parametrize("option", ["--output", "--plot"])
def test_a_file_that_standard_output_goes_to_is_refused(command_line, folder, option):
    with open(folder / "shown.svg", "wb") as shown:
        status, _, stderr = end(start(command_line, folder, [*MEDIAN, option, "shown.svg"], stdout=shown))
    assert status == 2 and stderr.startswith(f"scrim: {option} is shown.svg, where standard output goes already;")
    assert names(folder) == {"people.csv", "shown.svg"} and (folder / "shown.svg").read_bytes() == b""


def test_a_plot_goes_through_a_named_pipe(command_line, folder):
    os.mkfifo(folder / "pipe.svg")
    program = start(command_line, folder, [*MEDIAN, "--plot", "pipe.svg", "--output", "o.json"])
    assert (folder / "pipe.svg").read_text(encoding="utf-8").startswith("<svg")
    assert end(program)[0] == 0 and names(folder) == {"people.csv", "pipe.svg", "o.json"}


def test_a_named_pipe_that_breaks_may_hold_a_part(command_line, folder):
    os.mkfifo(folder / "pipe")
    program = start(command_line, folder, [*LONG_OUTPUT, "--output", "pipe"])
    with open(folder / "pipe", "rb") as reading:
        fcntl.fcntl(reading, fcntl.F_SETPIPE_SZ, 4096)
        wait_for_bytes(reading.fileno())
    status, stdout, stderr = end(program)
    assert (status, stdout) == (3, b"")
    error = json.loads(stderr)
    assert error["released"] == "maybe"
    assert error["error"]["message"].startswith("pipe may hold a part of the release (Broken pipe)")


def test_a_named_pipe_that_was_read_holds_the_release(command_line, folder):
    os.mkfifo(folder / "pipe")
    with open("/dev/full", "wb") as full:
        program = start(command_line, folder, [*MEDIAN, "--output", "pipe"], stdout=full)
        assert json.loads((folder / "pipe").read_text())["released"] is True
        status, _, stderr = end(program)
    assert status == 3 and stderr.startswith("scrim: pipe holds the release, but it could not be shown")


def test_nothing_is_spent_by_a_dry_run(command_line, folder):
    with open("/dev/full", "wb") as full:
        arguments = [*MEDIAN, "--dry-run", "--output", "o.json"]
        status, _, stderr = end(start(command_line, folder, arguments, stdout=full))
    assert status == 1 and "spent" not in stderr


def test_help_that_cannot_be_written_is_no_traceback(command_line, folder):
    for arguments in (["--help"], ["--version"], ["sample", "-"]):
        with open("/dev/full", "wb") as full:
            status, _, stderr = end(start(command_line, folder, arguments, stdout=full))
        assert status == 1
        assert stderr == "scrim: standard output cannot be written: No space left on device\n"


# --- encodings that cannot say it ---

ENCODINGS = {
    "ascii": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    "ascii, strictly": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"},
    "latin-1": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"},
    "utf-16": {"PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-16-le"},
    "C": {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("environment", ENCODINGS.values(), ids=ENCODINGS)
def test_every_encoding_can_be_shown(command_line, folder, environment):
    (folder / "cities").write_text("Ardén\nx\n", encoding="utf-8")
    city = [part.replace("Ardén,x", "@cities") for part in CITY]
    encoding = environment.get("PYTHONIOENCODING", "utf-8").split(":")[0]
    program = start(
        command_line, folder, [*city, "--json", "--output", "o.json"], environment=environment
    )
    status, stdout, stderr = end(program)
    assert (status, stderr) == (0, "")
    assert json.loads(stdout.decode(encoding))["values"] == ["Ardén"]
    assert json.loads((folder / "o.json").read_text(encoding="utf-8"))["values"] == ["Ardén"]
    status, stdout, stderr = end(start(command_line, folder, city, environment=environment))
    assert (status, stderr) == (0, "")
    shown = stdout.decode(encoding)
    assert "1.  Ardén" in shown or "1.  Ard\\xe9n" in shown
    if encoding in ("ascii", "latin-1"):
        assert "#" in shown and "?" not in shown  # bars, of what there is


# --- signals ---

DRIVER = Path(__file__).parent / "cli_signal_driver.py"
STRUCK = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129, "KeyboardInterrupt": 130}


@pytest.mark.slow_after(2)
@pytest.mark.parametrize(
    ("what", "written"),
    [
        *((what, ["json"]) for what in STRUCK),
        *(("SIGINT", written) for written in ([], ["plot"], ["json", "plot"])),
        *(("KeyboardInterrupt", written) for written in ([], ["json", "plot"])),
    ],
)
def test_an_interruption_at_every_system_call(command_line, tmp_path, what, written):
    done = subprocess.run(
        [sys.executable, str(DRIVER), str(tmp_path), what, *written],
        env=command_line.environment,
        capture_output=True,
        timeout=500,
        check=True,
    )
    _, first, *runs = map(json.loads, done.stdout.splitlines())
    wanted = ["out.json"] * ("json" in written) + ["out.svg"] * ("plot" in written)
    assert first["status"] == 0 and first["files"] == wanted
    for run in runs:
        is_shown = run["stdout"].endswith("}\n")
        is_seen = run["files"] != [] or run["stdout"] != ""
        assert "Traceback" not in run["stderr"], run
        assert run["left"] == [], run
        assert run["status"] in (0, 3, STRUCK[what]), run
        if run["status"] == 0:
            assert is_shown and run["files"] == wanted and run["stderr"] == "", run
        elif run["status"] == 3:
            # An exception out of a write leaves open what was written; a signal does not.
            assert is_seen or (what == "KeyboardInterrupt" and run["call"] == "write 1"), run
            assert "counts as spent" in run["stderr"], run
            for name, holds in (("out.json", "the release"), ("out.svg", "a picture of the release")):
                is_there = name in run["files"]
                assert (f"{name} holds {holds}" in run["stderr"]) is is_there, run
                is_missed = name in wanted and not is_there and run["files"] != []
                assert (f"{name} was not written in full" in run["stderr"]) is is_missed, run
        else:
            assert not is_seen, run
            assert json.loads(run["stderr"].splitlines()[0])["released"] is False
    statuses = {run["status"] for run in runs}
    # A signal before the first write to the screen is found when that is done.
    early = {STRUCK[what]} if written else set()
    assert statuses == ({3, 0} | early if what != "KeyboardInterrupt" else {3} | early)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_write_that_blocks(command_line, folder, number):
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    program = start(command_line, folder, LONG_OUTPUT, stdout=writing)
    os.close(writing)
    wait_for_bytes(reading)
    time.sleep(0.2)  # so that it blocks, though it would be right also if it did not yet
    program.send_signal(number)
    _, stderr = program.communicate(timeout=60)
    os.close(reading)
    assert program.returncode == 3
    error = json.loads(stderr)
    assert error["released"] == "maybe" and error["error"]["kind"] == "unseen"
    assert error["error"]["message"].startswith("the release may have been shown in part (interrupted)")


def test_what_nohup_ignores_stays_ignored(command_line, folder):
    os.mkfifo(folder / "pipe")
    program = start(
        command_line,
        folder,
        [*MEDIAN, "--json", "--output", "pipe"],
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    with open(folder / "pipe", "rb") as reading:  # opened by both: it is about to release
        program.send_signal(signal.SIGHUP)
        reading.read()
    assert end(program)[0] == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_before_the_release(command_line, folder, number, status):
    program = start(
        command_line, folder, ["quantile", "-", *MEDIAN[2:], "--output", "o.json"], stdin=subprocess.PIPE
    )  # fmt: skip
    # More than a pipe holds: once it is written, the program has started and waits for more.
    program.stdin.write(b"age\n" + b"30\n" * 100_000)
    program.stdin.flush()
    program.send_signal(number)
    _, stderr = program.communicate(timeout=60)
    assert program.returncode == status
    assert stderr == b"scrim: interrupted; nothing was released\n"
    assert names(folder) == {"people.csv"}


def wait_for_bytes(descriptor):
    """Until the pipe is full to the brim of its one page."""
    waiting = array.array("i", [0])
    for _ in range(6000):
        fcntl.ioctl(descriptor, termios.FIONREAD, waiting)
        if waiting[0] >= 4096:
            return
        time.sleep(0.01)
    raise AssertionError("nothing was written")
