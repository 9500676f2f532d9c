"""Runs the program `scrim` many times without loading its modules each time.

A server loads them once and forks a process for every run: with its own arguments, folder, environment and
streams, and with the exit status that the program leaves with. What the loading itself does is for the tests that
start the program as a shell does.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

import scrim

_STATUS = struct.Struct("i")


class ProgramServer:
    """The side of the tests."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-B", __file__, str(other.fileno())], pass_fds=[other.fileno()], env=environment
            )

    def run(
        self, arguments: list[str], folder: Path, environment: dict[str, str], stdin: bytes, seconds: float
    ) -> tuple[int, bytes, bytes]:
        """The exit status, and what was written to standard output and error."""
        pipes = [os.pipe() for _ in range(3)]
        (read_in, write_in), (read_out, write_out), (read_err, write_err) = pipes
        order = json.dumps({"arguments": arguments, "folder": str(folder), "environment": environment})
        socket.send_fds(self._socket, [order.encode()], [read_in, write_out, write_err])
        for end in (read_in, write_out, write_err):
            os.close(end)
        written: dict[int, bytes] = {}

        def read(end: int) -> None:
            with open(end, "rb") as stream:
                written[end] = stream.read()

        readers = [threading.Thread(target=read, args=(end,)) for end in (read_out, read_err)]
        for reader in readers:
            reader.start()
        # A program that does not read all of it is none of our business.
        with contextlib.suppress(BrokenPipeError), open(write_in, "wb") as stream:
            stream.write(stdin)
        for reader in readers:
            reader.join(seconds)
        self._socket.settimeout(seconds)
        (status,) = _STATUS.unpack(self._socket.recv(_STATUS.size))
        return status, written[read_out], written[read_err]

    def close(self) -> None:
        self._socket.close()
        self._process.wait(timeout=60)


def _become(order: dict[str, object], streams: list[int]) -> None:
    """The program, in the process that was forked for it; does not return."""
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
        os.close(stream)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = order["arguments"]
    sys.stdin, sys.stdout = open(0), open(1, "w")
    sys.stderr = open(2, "w", errors="backslashreplace", buffering=1)
    from scrim.cli import main

    main()


def _load_modules() -> None:
    """All of the package, and what others load when they are first used."""
    for module in pkgutil.walk_packages(scrim.__path__, "scrim."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    for name in ("duckdb", "numpy.ma", "pyarrow.parquet", "pydantic.type_adapter", "zoneinfo"):
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)


def serve(orders: socket.socket) -> None:
    _load_modules()
    while True:
        text, streams, _, _ = socket.recv_fds(orders, 1 << 20, 3)
        if not text:
            return
        process = os.fork()
        if process == 0:
            orders.close()
            _become(json.loads(text), streams)
            return  # as a program ends that comes to the end of its file
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(process, 0)
        orders.send(_STATUS.pack(os.waitstatus_to_exitcode(status)))


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
