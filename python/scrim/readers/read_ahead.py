"""Batches that are made on a thread of their own while those before are used."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import Any

from .batches import BatchStream

# Batches that are made and not yet used: each takes memory, and with one alone a thread that is held up holds up the others.
_AHEAD = 2


def read_ahead(stream: BatchStream) -> BatchStream:
    """The same batches in the same order, and the same error where there is one; columns are decoded on several threads where
    the source can. A source that holds to its thread is left as it is."""
    if not stream.on_any_thread:
        return stream
    return BatchStream(stream.schema, lambda: _ahead(stream.batches(on_threads=True)))


def _ahead(batches: Iterator[Any]) -> Iterator[Any]:
    made: queue.Queue[tuple[Any, BaseException | None]] = queue.Queue(_AHEAD)
    is_over = threading.Event()

    def make() -> None:
        failure: BaseException | None = None
        try:
            for batch in batches:
                made.put((batch, None))
                if is_over.is_set():
                    break
        except BaseException as error:  # noqa: BLE001 - raised where batches are asked for
            failure = error
        made.put((None, failure))

    maker = threading.Thread(target=make, name="scrim-read-ahead", daemon=True)
    maker.start()
    try:
        while (entry := made.get())[0] is not None:
            yield entry[0]
        if entry[1] is not None:
            raise entry[1]
    finally:
        # Whoever asks for no more, by an error or an interrupt, leaves no thread behind that reads on.
        is_over.set()
        while maker.is_alive():
            try:
                made.get(timeout=0.01)
            except queue.Empty:
                continue
        maker.join()
