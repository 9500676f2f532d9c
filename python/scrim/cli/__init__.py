"""The command line `scrim`: private statistics of a file, from a shell."""

from __future__ import annotations


def main() -> None:
    """The entry point of the program `scrim`."""
    from .signals import Signals

    try:
        signals = Signals()
        from .program import leave, run

        signals.install()
        leave(run(signals=signals))
    except KeyboardInterrupt:  # while modules were loaded
        import sys

        print("scrim: interrupted; nothing was released", file=sys.stderr)
        raise SystemExit(130) from None
    except ModuleNotFoundError as error:  # while modules were loaded
        missing = (error.name or "").partition(".")[0]
        if missing not in ("rich", "typer"):
            raise
        import sys

        print(
            f"scrim: the command line needs {missing}, which is not installed;\n"
            'run: pip install "scrim[cli]"',
            file=sys.stderr,
        )
        raise SystemExit(2) from None
