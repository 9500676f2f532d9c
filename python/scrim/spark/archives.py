"""What a task costs before its first row: PySpark on a worker comes from an archive, in which Python looks again before each task."""

from __future__ import annotations

import os
import sys
from zipimport import zipimporter


def forget_archive(module_file: str) -> None:
    """Forgets which folders of the archive that a module came from were looked into; they are found again where one is needed.

    PySpark has them all looked at again before each task, for which Python before 3.13 reads the archive's whole directory once for
    each: a sixth of a second in all, which is more than most parts take to be folded.
    """
    for path, finder in list(sys.path_importer_cache.items()):
        if isinstance(finder, zipimporter) and module_file.startswith(finder.archive + os.sep):
            del sys.path_importer_cache[path]
