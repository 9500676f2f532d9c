"""`scrim account` and `scrim convert`: what they tell, and how they refuse."""

import io
import json
import os
import signal
import subprocess
import threading
import time

import pytest

import scrim
from scrim.cli.screen import Screen
from scrim.cli.show import as_table
from scrim.cli.waiting import interruptibly

LOSSES = ["--loss", "epsilon=0.1,times=10", "--loss", "epsilon=0,delta=1e-9"]


def test_it_tells_what_python_tells(command_line):
    given = ["--gaussian", "sigma=2,sensitivity=1,times=4", "--laplace", "scale=20", "--loss", "rho=0.01,delta=1e-9"]
    more = ["--response", "epsilon=1,categories=4", "--selection", "epsilon=0.5,times=3"]
    questions = ["--at-epsilon", "1", "--at-delta", "1e-6", "--at-delta=1e-3"]
    done = command_line("account", *given, *more, *questions, "--json")
    assert done.returncode == 0 and done.stderr == ""
    account = scrim.Accountant()
    account.add_gaussian(sigma=2, times=4)
    account.add_laplace(scale=20)
    account.add_randomised_response(epsilon=1, categories=4)
    account.add_selection(epsilon=0.5, times=3)
    account.add_loss(rho="0.01", delta="1e-9")
    account.delta(1)
    account.epsilon("1e-6")
    account.epsilon("1e-3")
    assert json.loads(done.stdout) == {"scrim": scrim.__version__, "released": False, **account.to_dict()}


@pytest.mark.parametrize("width", ["40", "60", "100"])
def test_the_table_fits(command_line, width):
    command_line.environment["COLUMNS"] = width
    given = [*LOSSES, "--loss", "epsilon=0.05,delta=1e-12,times=10000"]
    done = command_line("account", *given, "--at-epsilon", 1, "--at-delta", 1e-12)
    assert done.returncode == 0 and max(map(len, done.stdout.splitlines())) <= int(width)
    words = " ".join(done.stdout.split())
    assert "What 10,011 releases lose together" in words
    assert "10,000 × a release that loses epsilon 0.05, delta 1e-12" in words
    assert "none 1e-12" in words and "but for a delta of 1.1e-8" in words and "fixed beforehand" in words


@pytest.mark.parametrize(
    "encoding, line", [("ascii", b"  10 x a "), ("latin-1", b"  10 \xd7 a "), ("utf-8", b"  10 \xc3\x97 a ")]
)
def test_where_there_is_no_sign_it_says_x(encoding, line):
    account = scrim.Accountant()
    account.add_loss(epsilon=0.1, times=10)
    account.epsilon(delta=0)
    assert as_table(account, "Title", Screen(80, encoding, False)).splitlines()[1].startswith(line)


def test_what_is_shown_is_rounded_up(command_line):
    done = command_line("account", "--loss", "rho=0.1", "--at-delta", "1e-6")
    account = scrim.Accountant()
    account.add_loss(rho="0.1")
    (line,) = [line for line in done.stdout.splitlines() if line.endswith(" 1e-6")]
    shown, exact = float(line.split()[0]), account.epsilon("1e-6")
    assert exact <= shown <= exact * 1.001


def test_thirteen_digits_are_rounded_up_too(command_line):
    done = command_line("account", "--loss", "epsilon=0.3000000000001", "--at-delta", "0")
    (line,) = [line for line in done.stdout.splitlines() if line.endswith(" 0")]
    assert line.split()[0] == "0.3000000001" and "epsilon 0.3000000000001" in done.stdout
    tenth = command_line("account", "--loss", "epsilon=0.1", "--at-delta", "0").stdout
    assert any(line.split()[:1] == ["0.1"] for line in tenth.splitlines())


def test_nothing_asked_is_asked_at_the_usual_delta(command_line):
    fields = json.loads(command_line("account", *LOSSES, "--json").stdout)
    assert [asked["delta"] for asked in fields["epsilons"]] == [1e-6] and fields["deltas"] == []


def test_it_draws(command_line, tmp_path):
    for name in ("a.svg", "a.png"):
        assert command_line("account", *LOSSES, "--plot", name).returncode == 0
    assert "Privacy profile of 11 releases" in (tmp_path / "a.svg").read_text()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "a.png"}


@pytest.mark.parametrize(
    "arguments, status, says",
    [
        ([], 2, "nothing to account for was given"),
        (["--gaussian", "sigma=3,times=0"], 2, "nothing to account for"),
        (["--gaussian", ""], 2, "has ''; give sigma, sensitivity, times, rate as in --gaussian sigma=100"),
        (["--gaussian", "3"], 2, "'3' has '3'; give sigma"),
        (["--gaussian", "sigma="], 2, "has 'sigma='"),
        (["--gaussian", "sigma=3,"], 2, "has ''; give sigma"),
        (["--gaussian", "sigm=3"], 2, "has 'sigm'; did you mean sigma?"),
        (["--gaussian", "variance=3"], 2, "has 'variance'; give sigma, sensitivity, times, rate"),
        (["--gaussian", "sensitivity=3"], 2, "lacks sigma"),
        (["--gaussian", "sigma=3,sigma=4"], 2, "has sigma twice"),
        (["--gaussian", "sigma=-3"], 2, "--gaussian sigma=-3: sigma is '-3'; give a positive number"),
        (["--gaussian", "sigma=3,times=1.5"], 2, "times is 1.5"),
        (["--gaussian", "sigma=3,times=many"], 2, "'many', which is no number"),
        (["--laplace", "scale=nan"], 2, "scale is 'nan'"),
        (["--laplace", "scale=1e-999999999"], 2, "scale is '1e-999999999'"),
        (["--loss", "epsilon=1,rho=1"], 2, "both epsilon and rho were given"),
        (["--loss", "delta=1e-6"], 2, "neither epsilon nor rho"),
        (["--response", "epsilon=1,categories=1"], 2, "categories is 1"),
        ([*LOSSES, "--at-epsilon", "-1"], 2, "--at-epsilon is '-1'"),
        ([*LOSSES, "--at-delta", "2"], 2, "--at-delta is '2'"),
        ([*LOSSES, "--at-delta", "small"], 2, "--at-delta is 'small'"),
        ([*LOSSES, "--at-delat", "1"], 2, "did you mean --at-delta"),
        ([*LOSSES, "people.csv"], 2, "too many arguments"),
        ([*LOSSES, "--plot", "a.pdf"], 2, "ends in .svg or .png"),
        ([*LOSSES, "--plot", "absent/a.svg"], 1, "absent/a.svg cannot be written"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(command_line, tmp_path, arguments, status, says):
    done = command_line("account", *arguments)
    assert (done.returncode, done.stdout) == (status, "") and done.stderr.count("\n") == 1
    assert says in done.stderr and not list(tmp_path.iterdir())
    told = json.loads(command_line("account", *arguments, "--json").stderr)
    assert f"scrim: {told['error']['message']}\n" == done.stderr and told["released"] is False


def test_it_converts(command_line):
    def told(*arguments):
        return command_line("convert", *arguments).stdout

    assert told("--rho", "0.5", "--delta", "1e-6") == "rho 0.5 is worth epsilon 5.222 at delta 1e-6\n"
    assert told("--rho", "0.5", "--epsilon", "4") == "rho 0.5 is worth delta 0.0001958 at epsilon 4\n"
    assert told("--epsilon", "0.1") == "epsilon 0.1 is worth rho 0.004996\n"
    bought = told("--epsilon", "1", "--delta", "1e-6", "--budget")
    assert bought == "a budget of epsilon 1 and delta 1e-6 buys rho 0.02435\n"
    assert float("0.02435") <= scrim.rho_within(1.0, 1e-6)
    fields = json.loads(command_line("convert", "--rho", "0.5", "--delta", "1e-6", "--json").stdout)
    epsilon = scrim.convert(rho="0.5", delta="1e-6")
    assert fields == {"scrim": scrim.__version__, "released": False, "rho": 0.5, "delta": 1e-6, "epsilon": epsilon}


def test_an_epsilon_that_does_not_exist_is_null_in_json(command_line):
    done = command_line("convert", "--rho", "1e308", "--delta", "0", "--json")
    assert done.returncode == 0 and json.loads(done.stdout, parse_constant=pytest.fail)["epsilon"] is None


@pytest.mark.parametrize(
    "arguments, says",
    [
        ([], "nothing was given; give rho and delta"),
        (["--rho", "1"], "rho was given; give rho and delta"),
        (["--rho", "x", "--delta", "1e-6"], "rho is 'x'; give a number"),
        (["--rho", "1", "--delta", "7"], "delta is '7'; give a number from 0 to 1"),
        (["--epsilon", "1", "--delta", "1e-6"], "add --budget"),
        (["--epsilon", "1", "--budget"], "--budget is about epsilon and delta"),
        (["--epsilon", "0", "--delta", "1e-6", "--budget"], "--epsilon is '0'; give a positive number"),
        (["--epsilon", "1e400", "--delta", "1e-6", "--budget"], "--epsilon is 1e400, which no float can hold"),
        (["--epsilon", "1e400"], "--epsilon is 1e400, which no float can hold"),
        (["--rho", "1e400", "--delta", "1e-6", "--json"], "--rho is 1e400, which no float can hold"),
    ],
)
def test_what_cannot_be_converted_is_told(command_line, arguments, says):
    done = command_line("convert", *arguments)
    assert (done.returncode, done.stdout) == (2, "") and says in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("width", ["60", "80"])
@pytest.mark.parametrize("command", ["account", "convert"])
def test_help_is_uncut(command_line, command, width):
    command_line.environment["COLUMNS"] = width
    page = command_line(command, "--help").stdout
    assert max(map(len, page.splitlines())) <= int(width) and "..." not in page.split("Options:")[1]
    headings = [line for line in page.splitlines() if line.endswith(":") and line[0] != " "]
    released = ["What is released:"] if command == "account" else []
    assert headings == ["Options:", *released, "What is asked:", "Output:"]
    assert f"Example: scrim {command} --" in page.replace("\\\n    ", "")
    assert f" {command} Tell what " in " ".join(command_line("--help").stdout.split())


def test_completion_knows_them(command_line):
    command_line.environment |= {"_SCRIM_COMPLETE": "complete_bash", "COMP_WORDS": "scrim acc", "COMP_CWORD": "1"}
    assert command_line().stdout.split() == ["account"]
    command_line.environment |= {"COMP_WORDS": "scrim account --at", "COMP_CWORD": "2"}
    assert command_line().stdout.split() == ["--at-epsilon", "--at-delta"]


# --- interruption ---


class _Stop(BaseException):
    pass


def test_a_signal_ends_the_waiting_for_work():
    release, started = threading.Event(), time.monotonic()

    def stop(number, frame):
        raise _Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(_Stop):
            interruptibly(lambda: release.wait(60))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        release.set()
    assert time.monotonic() - started < 30


def test_work_gives_its_result_or_its_error():
    assert interruptibly(lambda: 7) == 7
    with pytest.raises(io.UnsupportedOperation, match="no"):
        interruptibly(lambda: (_ for _ in ()).throw(io.UnsupportedOperation("no")))


def test_an_interruption_leaves_nothing_behind(command_line, tmp_path):
    # More than can be answered while the test waits. It is under way when the picture's file is there.
    arguments = [f"--gaussian=sigma={1000 + step},times=100000" for step in range(200)]
    process = subprocess.Popen(
        [*command_line.program, "account", *arguments, "--plot", "a.svg"],
        cwd=tmp_path,
        env=command_line.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not os.listdir(tmp_path):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, b"", b"scrim: interrupted; nothing was released\n")
    assert not os.listdir(tmp_path)
