"""The program `scrim explore`: where it listens, what it prints, and how it ends."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

from explored_study import STUDY, Fields

# Waits, once it is asked to release, until a file says that it may go on.
SLOWLY = """
import pathlib, sys, time
import scrim.explore.releasing as releasing
real = releasing.run_study
def slowly(study, **agreed):
    pathlib.Path("begun").touch()
    while not pathlib.Path("go").exists():
        time.sleep(0.02)
    return real(study, **agreed)
releasing.run_study = slowly
import scrim.cli
scrim.cli.main()
"""


class Served:
    """A page that is served by the program."""

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        *options: str,
        code: str = "import scrim.cli; scrim.cli.main()",
        program: Sequence[str | Path] = (),
    ) -> None:
        """By this code, or by this program if there is one."""
        self.process = subprocess.Popen(
            [*(program or [sys.executable, "-c", code]), "explore", "study.toml", "--no-browser", *options],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.printed = self.process.stdout.readline()
        found = re.fullmatch(r"study.toml is at (http://127\.0\.0\.1:([0-9]+))/#token=([\w-]{43})\n", self.printed)
        assert found, self.printed + self.process.stderr.read()
        assert self.process.stdout.readline() == "Ctrl-C ends it.\n"
        self.origin, self.port, self.token = found[1], int(found[2]), found[3]

    def post(self, path: str, fields: dict[str, list[str]] | None = None) -> dict:
        sent = urllib.parse.urlencode([(name, text) for name, texts in (fields or {}).items() for text in texts]).encode()
        headers = {"Origin": self.origin, "Authorization": f"Bearer {self.token}"}
        with urllib.request.urlopen(urllib.request.Request(self.origin + path, sent, headers), timeout=60) as answer:
            return json.load(answer)

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        if self.process.poll() is None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def serve(tmp_path, command_line):
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    rows = [f"{person % 150},{20 + person % 60},{person * 7 % 5000},{'NESW'[person % 4]},a" for person in range(600)]
    (tmp_path / "visits.csv").write_text("patient,age,cost,region,ward\n" + "\n".join(rows) + "\n", encoding="utf-8")
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(tmp_path / "state")}
    running = []

    def start(*options, **more):
        running.append(Served(tmp_path, command_line.environment, *options, **more))
        return running[-1]

    yield start
    for served in running:
        if served.process.poll() is None:
            served.process.kill()
            served.process.communicate()


def listening(port):
    """The addresses at which something listens on a port, of both kinds of addresses."""
    found = []
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            if state == "0A" and int(local.partition(":")[2], 16) == port:
                found.append(local.partition(":")[0])
    return found


def test_it_listens_on_this_machine_alone_and_ends_quietly(serve):
    served = serve()
    assert listening(served.port) == ["0100007F"]  # 127.0.0.1
    assert "cost_by_region" in served.post("/page")["parts"]["main"]
    request = urllib.request.Request(served.origin + "/page", b"", {"Origin": served.origin})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 401
    status, out, err = served.end()
    assert (status, out, err) == (0, "", "")


def test_a_port_is_had_if_it_is_free(serve, command_line):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = command_line("explore", "study.toml", "--no-browser", "--port", port)
        assert refused.returncode == 1 and f"port {port} cannot be had: Address already in use" in refused.stderr
        assert refused.stdout == ""
    served = serve("--port", str(port))
    assert served.port == port
    assert served.end(signal.SIGTERM)[0] == 0


def test_a_release_under_way_is_finished_and_stored(serve, tmp_path, command_line):
    served = serve(code=SLOWLY)
    told = served.post("/page")
    fields = Fields(told["parts"]["main"]).sent
    button = re.search(r'name="button" value="([^"]+)"', told["parts"]["release"])[1]
    answers = []
    asking = threading.Thread(target=lambda: answers.append(served.post("/release", {**fields, "button": [button], "agree": ["on"]})))
    asking.start()
    while not (tmp_path / "begun").exists():
        time.sleep(0.02)
    for _ in range(3):  # somebody is impatient
        served.process.send_signal(signal.SIGINT)
        time.sleep(0.3)
    assert served.process.poll() is None
    (tmp_path / "go").touch()
    asking.join()
    assert "Spent epsilon 0.5 now" in answers[0]["parts"]["released"]
    status, _, err = served.end()
    assert status == 0 and "a release is under way; it is finished and stored first" in err
    again = command_line("run", "study.toml", "--frozen")
    assert again.returncode == 0 and "Nothing was spent now" in again.stdout


def test_a_release_outlives_the_page_that_asked(serve, tmp_path, command_line):
    """Whose tab is closed, and then the program is interrupted."""
    served = serve(code=SLOWLY)
    told = served.post("/page")
    fields = {**Fields(told["parts"]["main"]).sent, "button": [re.search(r'name="button" value="([^"]+)"', told["parts"]["release"])[1]], "agree": ["on"]}
    body = urllib.parse.urlencode([(name, text) for name, texts in fields.items() for text in texts]).encode()
    with socket.create_connection(("127.0.0.1", served.port)) as gone:
        head = f"POST /release HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\nAuthorization: Bearer {served.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        gone.sendall(head.encode() + body)
        while not (tmp_path / "begun").exists():
            time.sleep(0.02)
    served.process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert served.process.poll() is None
    (tmp_path / "go").touch()
    assert served.end()[0] == 0
    assert "Nothing was spent now" in command_line("run", "study.toml").stdout


def test_what_is_no_study_is_told_before_anything_is_served(serve, tmp_path, command_line):
    missing = command_line("explore", "nothing.toml", "--no-browser")
    assert missing.returncode == 1 and "nothing.toml: No such file or directory; give the name of a study" in missing.stderr
    (tmp_path / "study.toml").write_text(STUDY.replace("person =", "persons ="), encoding="utf-8")
    wrong = command_line("explore", "study.toml", "--no-browser")
    assert wrong.returncode == 2 and "did you mean person?" in wrong.stderr and wrong.stdout == ""


@pytest.mark.parametrize("missing", ["jinja2", "starlette", "tomlkit", "uvicorn"])
def test_what_is_missing_is_told_with_its_extra(missing, tmp_path):
    code = f"import sys; sys.modules[{missing!r}] = None; import scrim.cli; scrim.cli.main()"
    done = subprocess.run([sys.executable, "-c", code, "explore", "study.toml"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert f'the page of a study needs {missing}, which is not installed; run: pip install "scrim[explore]"' in " ".join(done.stderr.split())


def test_other_commands_load_none_of_it(tmp_path):
    code = "import sys, scrim.cli.program; print([name for name in ('starlette', 'uvicorn', 'tomlkit', 'jinja2', 'anyio') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_the_browser_is_given_no_token_as_an_argument(monkeypatch):
    """Which every user of the machine could read."""
    import webbrowser

    from scrim.explore.browser import open_browser, remove_all

    opened, done = [], threading.Event()
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or done.set())
    open_browser("http://127.0.0.1:1/#token=secret")
    assert done.wait(10)
    path = Path(urllib.request.url2pathname(urllib.parse.urlsplit(opened[0]).path))
    assert "secret" not in opened[0] and path.stat().st_mode & 0o777 == 0o600
    assert "http://127.0.0.1:1/#token=secret" in path.read_text()
    remove_all()
    assert not path.exists()
