"""The side-by-side benchmark: Scrim, a plain pass over memory, and peers, timed in turn in one run."""
