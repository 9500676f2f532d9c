"""Says what a driver or a worker has: `python -m scrim.spark`. Builds must be equal, and a driver needs Java."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

from .._core import InputError
from .build import this_build
from .java import java_version


def main() -> int:
    build = this_build()
    print(f"scrim {build.name} in {build.folder}")
    try:
        print(f"pyspark {version('pyspark')}")
        print(java_version())
    except PackageNotFoundError:
        print('PySpark is not installed; run: pip install "scrim[spark]"')
        return 1
    except InputError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
