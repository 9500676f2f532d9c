"""The results as a page that a person reads."""

from __future__ import annotations

from .noise_cases import NOISE_SECTIONS
from .results import PLAIN_PASS, SCRIM, Results, WorkResult
from .table import digits, duration, markdown_table, times
from .targets import targets_of

WHAT_THEY_DO = """\
- **Plain pass** sums the array that Scrim reads, in the same program: no work on every value can take less.
- **Scrim** is exact: no probability is rounded. Its randomness is AES-256-CTR. Timed is `invoke` in C++ on an array
  that is already in memory; for the private median, making the measurement is part of the time.
- **OpenDP** is exact too, and takes its randomness from OpenSSL. It scores by binary searches, row by row. For
  epsilon it selects by permute-and-flip on big rationals, one coin after the other until one shows heads: its time is
  a matter of luck, so runs are averaged. For rho it compares Gumbel noise, to as many digits as it takes. *Core* is
  the call of its Rust library on data that it holds already. *With conversion* is what a user of its Python package
  waits for, from the NumPy array to a Python value; for the private median, making the measurement is part of it.
- **NumPy** is what a good engineer writes by hand: it sorts blocks of rows and searches them for the candidates, then
  adds exponential noise (for epsilon) or Gumbel noise (for rho) in double precision. It is *not* exact, and its
  generator is fast but not meant for secrets. *Even grid only* computes the place of a row among the candidates
  instead, which works for evenly spaced ones alone.
- **diffprivlib** is not exact either. Its permute-and-flip is a loop in Python; *with conversion* adds making the array
  a list. Its median has no candidates: it sorts the rows and chooses a gap between two of them, under noise of twice
  the scale for the same epsilon. It takes seconds, so it takes part in a few rounds only."""

WHAT_THEY_DO_WITH_NOISE = """\
- Noise, sums and counts: Scrim and OpenDP add discrete noise, exactly. **NumPy** adds rounded noise of the continuous
  law to a vector, and noise that is not even rounded to sums and counts; it is not private. Scrim adds floats as
  integers, in steps of 2^-26, so that a sum does not depend on the order of rows; the others add floats. **OpenDP** is
  told the number of rows of a sum, and charges for a row that is replaced: where it is not told, it adds no more than
  2^20 floats, whatever their number. Its noise on a vector takes seconds, so it takes part in two rounds only.
  **diffprivlib** counts by a histogram with a bin around each category."""

WHAT_WAS_CHECKED_OF_NOISE = """\
- Noise, sums and counts: in every round, mean and mean square of the noise on a vector were those of its law, as
  closely as so many numbers tell; sums and counts were no further off than the noise explains."""

WHAT_WAS_CHECKED = """\
- Scores: every contender's scores were equal to Scrim's, all of them, in every round.
- Cost: by its own account (`map`, where there is one), every contender's release cost the same epsilon or rho.
- Selections: in every round, what was selected lay no further behind the best than the noise explains.
- Laws: before, on small problems, the releases of every contender were compared with the exact law; all but the median
  of diffprivlib, which follows another one. The distance between law and frequencies (L1) must stay below what a sound
  contender exceeds at most once in a billion runs:"""


def machine_lines(results: Results) -> list[str]:
    machine, software = results.machine, results.software
    start, end = results.settings["load_at_start"], results.settings["load_at_end"]
    versions = ", ".join(
        f"{name} {version}" for name, version in software.items() if name not in ("scrim commit", "compiler", "flags")
    )
    return [
        f"- {results.date}; load average {start} at the start, {end} at the end",
        f"- {machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB",
        f"- {machine['kernel']}, {machine['system']}",
        f"- {software['compiler']}, `{software['flags']}`",
        f"- {versions}; commit {software['scrim commit']}",
    ]


def clock_line(results: Results) -> str:
    if results.clock == "cpu":
        return "Times are CPU times, because the machine was busy: who waits for the processor does not pay for it."
    return (
        "Times are wall-clock times. "
        f"No contender's median waited for the processor for more than {max(0.0, results.wait()):.0%} of its time."
    )


def targets_table(results: Results) -> str:
    rows = []
    for target in targets_of(results):
        unit = "x" if target.unit == "times" else f" {target.unit}"
        measured, bound = f"{digits(target.measured)}{unit}", f"{target.kind} {target.bound:g}{unit}"
        rows.append([target.what, bound, measured, "yes" if target.is_met else "**no**"])
    return markdown_table(["target (the worst case, if there are several)", "wanted", "measured", "met"], rows)


def works_table(results: Results, works: list[WorkResult]) -> str:
    unit = works[0].unit
    header = ["work", "who", "median", "quartiles", "least", f"ns a {unit}", "to Scrim", "to a pass"]
    rows = []
    for work in works:
        title = work.title
        for line in work.lines:
            spread = results.spread(work, line.who)
            assert spread is not None
            rows.append(
                [
                    title,
                    f"**{line.who}**" if line.who == SCRIM else line.who,
                    duration(spread.median),
                    f"{duration(spread.first_quartile)} to {duration(spread.third_quartile)}",
                    duration(spread.least),
                    digits(spread.median / work.units),
                    "" if line.who == PLAIN_PASS else times(results.ratio(work, line.who, SCRIM)),
                    times(results.ratio(work, line.who, PLAIN_PASS)),
                ]
            )
            title = ""  # named once
    return markdown_table(header, rows, text_columns=2)


def checks_table(results: Results) -> str:
    rows = [[check.what, check.who, f"{check.found:.3f}", f"{check.allowed:.3f}"] for check in results.checks]
    return markdown_table(["small problem", "who", "distance", "allowed"], rows, text_columns=2)


def page(results: Results) -> str:
    settings = results.settings
    parts = [
        "# Side by side",
        "Scrim, a plain pass over the same memory, and peers, timed in turn in one run of `make bench`; written by "
        "`bench/side_by_side`, not by hand.",
        "\n".join(machine_lines(results)),
        f"{settings['rounds']} rounds; in each, every contender has its turn, and each round starts with another one. "
        f"{clock_line(results)} A ratio is the median of the ratios within a round. Who is not said to use several "
        "threads uses one. A sample of Scrim is ten passes over the rows, of the plain pass twenty, so that it lasts about as "
        "long as one of a peer.",
        "## Targets",
        targets_table(results),
    ]
    for section in dict.fromkeys(work.section for work in results.works):
        parts += [f"## {section}", works_table(results, [work for work in results.works if work.section == section])]
    has_noise = any(work.section in NOISE_SECTIONS for work in results.works)
    parts += ["## What each does", WHAT_THEY_DO + (f"\n{WHAT_THEY_DO_WITH_NOISE}" if has_noise else "")]
    checked = [WHAT_WAS_CHECKED_OF_NOISE] if has_noise else []
    parts += ["## What was checked", "\n".join([*checked, WHAT_WAS_CHECKED]), checks_table(results)]
    return "\n\n".join(parts) + "\n"
