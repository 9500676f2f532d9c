"""What the server runs is the program that a shell starts."""

from __future__ import annotations

import subprocess

import pytest

MEDIAN = ["quantile", "-", "--column", "age", "--candidates", "1,44,99", "--epsilon", "1e9", "--rows-per-person", "1"]


@pytest.mark.slow_after(3)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--version"], 0),
        (["--help"], 0),
        ([], 2),
        (MEDIAN, 0),
        ([*MEDIAN, "--json"], 0),
        ([*MEDIAN, "--output", "o.json"], 0),
        ([*MEDIAN, "--epsilon", "-1", "--rows-per-person", "1"], 2),
        (["quantile", "nowhere.csv", *MEDIAN[2:]], 1),
    ],
    ids=str,
)
def test_it_shows_and_leaves_behind_the_same(command_line, tmp_path, arguments, status):
    stdin = "age\n44\n45\nümlaut\n".encode()
    folders = [tmp_path / "server", tmp_path / "shell"]
    for folder in folders:
        folder.mkdir()
    by_server = command_line(*arguments, stdin=stdin, folder=folders[0])
    by_shell = subprocess.run(
        [*command_line.program, *arguments],
        input=stdin,
        capture_output=True,
        cwd=folders[1],
        env=command_line.environment,
        check=False,
    )
    assert by_server.returncode == by_shell.returncode == status
    assert by_server.stdout.encode() == by_shell.stdout
    assert by_server.stderr.encode() == by_shell.stderr
    left = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    assert left[0] == left[1]


def test_a_run_leaves_nothing_to_the_next(command_line, tmp_path):
    assert command_line("sample", "people.csv", "--rows", "3").returncode == 0
    (tmp_path / "elsewhere").mkdir()
    done = command_line("quantile", "people.csv", *MEDIAN[2:], folder=tmp_path / "elsewhere")
    assert done.returncode == 1
    assert "people.csv" in done.stderr
