"""A cluster of Spark on this machine, whose executors are processes of their own: for the demonstration, the benchmark and
the tests. Nothing listens but on the loopback interface, and all that Spark writes lies in one folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import scrim

LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
}


def package_path() -> str:
    """Where the package lies that the workers use."""
    return str(Path(scrim.__file__).resolve().parents[1])


def prepare(folder: Path) -> None:
    """The environment in which Spark starts."""
    import pyspark

    os.environ.update(
        SPARK_HOME=str(Path(pyspark.__file__).parent),
        PYSPARK_PYTHON=sys.executable,
        SPARK_LOCAL_IP="127.0.0.1",
        SPARK_LOCAL_HOSTNAME="localhost",
        SPARK_WORKER_DIR=str(folder / "work"),
        SPARK_LOCAL_DIRS=str(folder / "local"),
    )


def settings_in(folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """Those of every session here, and these."""
    own = {"spark.sql.warehouse.dir": str(folder / "warehouse"), "spark.executorEnv.PYTHONPATH": package_path()}
    return {**LOCAL, **own, **settings}


def start_session(folder: Path, master: str, settings: Mapping[str, str]) -> Any:
    from pyspark.sql import SparkSession

    prepare(folder)
    builder = SparkSession.builder.master(master)
    for name, value in settings_in(folder, settings).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()
