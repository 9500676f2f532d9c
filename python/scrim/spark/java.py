"""Whether there is a Java for Spark. PySpark says little when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess

from .._core import InputError


def java_version() -> str:
    """The first line that it says of itself; refused with what to install where there is none."""
    home = os.environ.get("JAVA_HOME")
    program = os.path.join(home, "bin", "java") if home else shutil.which("java")
    if program is None or not os.access(program, os.X_OK):
        where = "there is no java in PATH" if home is None else f"JAVA_HOME is {home}, which has no bin/java"
        raise InputError(f"Spark needs Java 17 or 21, and {where}; install it, on Debian: apt-get install openjdk-17-jre-headless")
    told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    return (told.stderr or told.stdout).partition("\n")[0]
