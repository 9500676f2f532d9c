"""`scrim report`: what it takes, what it refuses, and how it ends."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import threading

import pytest
from scrim.tables.frame_facts import read_fields

from releases_to_report import shapes


def test_the_shell_makes_reports(command_line, tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(shapes()["by group"]))
    (tmp_path / "b.json").write_text(json.dumps(shapes()["days"]))
    done = command_line("report", "a.json", "b.json", "--output", "both.html", "--title", "Two of them")
    assert (done.returncode, done.stdout) == (0, "wrote both.html\n"), done.stderr
    page = (tmp_path / "both.html").read_text()
    assert "<h1>Two of them</h1>" in page and page.count("<h3") > 4
    done = command_line("report", "a.json", "--format", "md")
    assert done.stdout.startswith("# Private n, cost and age by region")
    done = command_line("report", "-", stdin=json.dumps(shapes()["top"]).encode())
    assert done.stdout.startswith("<!doctype html>")
    done = command_line("report", "a.json", "--digests")
    assert done.stdout.split()[:2] == ["plan", shapes()["by group"]["digest"]]
    assert read_fields(shapes()["by group"], "it").release_digest in done.stdout


@pytest.mark.parametrize("name", ["/dev/stdin", "pipe"])
def test_a_pipe_is_read_once(command_line, tmp_path, name):
    """What it gave is gone: opened twice it would have lost its beginning, or never end."""
    fields = shapes()["by group"]
    content = json.dumps(fields).encode()
    assert len(content) > 2000
    writer = None
    if name == "pipe":
        os.mkfifo(tmp_path / name)
        writer = threading.Thread(target=(tmp_path / name).write_bytes, args=(content,), daemon=True)
        writer.start()
    done = subprocess.run(
        [*command_line.program, "report", name, "--digests"], input=content, capture_output=True, timeout=60, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.split()[:2] == [b"plan", fields["digest"].encode()]
    if writer is not None:
        writer.join(60)


@pytest.mark.parametrize("reads", [True, False])
def test_who_has_enough_of_a_page_may_go(command_line, tmp_path, reads):
    """As with pages of help: it ends with a status, and says nothing."""
    (tmp_path / "a.json").write_text(json.dumps(shapes()["by group"]))
    command = [*command_line.program, "report", "a.json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as program:
        fcntl.fcntl(program.stdout, fcntl.F_SETPIPE_SZ, 4096)
        if reads:
            program.stdout.read(10)
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(60) == 1


BAD_CALLS = {
    "no file": (["none.json"], 1, "none.json cannot be read"),
    "no JSON": (["text"], 1, "is no JSON"),
    "no release": (["empty.json"], 2, "is no release; give what scrim query --json or release.save wrote"),
    "a release that was changed": (["changed.json"], 2, "by another version; give what scrim query --json or release.save wrote"),
    "a plan": (["plan.json"], 2, "is a plan, of which nothing was released"),
    "another ending": (["a.json", "--output", "x.docx"], 2, ".html, .md or .pdf"),
    "another format": (["a.json", "--format", "docx"], 2, "html, md or pdf"),
    "pdf on the screen": (["a.json", "--format", "pdf"], 2, "--output"),
    "the input itself": (["a.json", "--format", "md", "--output", "a.json"], 2, "which is read too"),
    "digests and a file": (["a.json", "--digests", "--output", "x.html"], 2, "leave out"),
    "standard input twice": (["-", "-"], 2, "given twice"),
    "an empty title": (["a.json", "--title", " "], 2, "--title is empty"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_the_shell_refuses(command_line, tmp_path, name):
    arguments, status, words = BAD_CALLS[name]
    (tmp_path / "a.json").write_text(json.dumps(shapes()["by group"]))
    (tmp_path / "plan.json").write_text('{"query": "query", "released": false}')
    (tmp_path / "empty.json").write_text("{}")
    (tmp_path / "changed.json").write_text('{"query": "query", "columns": {}}')
    (tmp_path / "text").write_text("not json")
    done = command_line("report", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert words in " ".join(done.stderr.split())
    assert not (tmp_path / "x.html").exists()
