"""The commands that reckon with privacy losses: no data is read and nothing is released."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Any

import typer

from .. import __version__, convert, rho_within
from ..accounting import Accountant
from ..accounting.amounts import above_zero, at_least_zero, probability, rounded_down, rounded_up
from ..accounting.words import show_allowance, show_given, show_loss
from ..analysis.picture_file import check_plot_file, plot_bytes
from . import options
from .delivery import Delivery
from .help_page import GroupedCommand
from .output_file import OutputFile
from .printable import json_bytes
from .problems import UsageProblem
from .process import Process
from .release_terms import add_releases
from .screen import this_screen
from .show import as_fields, as_table, as_text
from .waiting import interruptibly

_USUAL_DELTA = "1e-6"
_RELEASES = "What is released"
_QUESTIONS = "What is asked"


def _releases(option: str, help: str) -> Any:
    return typer.Option(option, metavar="TERMS", help=help, rich_help_panel=_RELEASES, show_default=False)


def _question(option: str, help: str) -> Any:
    return typer.Option(option, metavar="NUMBER", help=help, rich_help_panel=_QUESTIONS, show_default=False)


def account(
    context: typer.Context,
    gaussian: Annotated[
        list[str] | None,
        _releases("--gaussian", "Integers with Gaussian noise: sigma=100,sensitivity=1,times=10000; rate=0.01 for samples."),
    ] = None,
    laplace: Annotated[
        list[str] | None,
        _releases("--laplace", "Integers with Laplace noise: scale=20,sensitivity=1,times=1; rate=0.01 for samples."),
    ] = None,
    response: Annotated[
        list[str] | None,
        _releases("--response", "Randomised responses: epsilon=1,categories=2,times=1."),
    ] = None,
    selection: Annotated[
        list[str] | None,
        _releases("--selection", "Selections whose loss varies by at most epsilon: epsilon=0.5,times=1."),
    ] = None,
    loss: Annotated[
        list[str] | None,
        _releases("--loss", "Releases with a known loss: epsilon=0.1 or rho=0.01, with delta=1e-9, times=1 if wanted."),
    ] = None,
    at_epsilon: Annotated[
        list[str] | None, _question("--at-epsilon", "The delta with which this epsilon may be exceeded.")
    ] = None,
    at_delta: Annotated[
        list[str] | None,
        _question("--at-delta", f"The smallest epsilon at this delta; at {_USUAL_DELTA} if nothing is asked."),
    ] = None,
    json: options.Json = False,
    plot: options.Plot = None,
) -> None:
    """Tell what releases lose together, before anything is released.

    Each option for releases and questions may be given several times. Sensitivities are in steps of the noise, and 1
    unless given. No answer is below the truth.
    """
    if plot is not None:
        check_plot_file(plot, "--plot")
    added = Accountant()
    given = {
        "--gaussian": gaussian,
        "--laplace": laplace,
        "--response": response,
        "--selection": selection,
        "--loss": loss,
    }
    for option, texts in given.items():
        add_releases(added, option, texts or [])
    if not added.releases:
        raise UsageProblem(
            "nothing to account for was given; give releases, such as --gaussian sigma=100,times=10 or "
            "--loss epsilon=0.1"
        )
    epsilons = [_held(text, "--at-epsilon", "a number of at least 0, such as 1") for text in at_epsilon or ()]
    wanted = at_delta or ([] if epsilons else [_USUAL_DELTA])
    deltas = [probability(text, "--at-delta", f"a number from 0 to 1, such as {_USUAL_DELTA}") for text in wanted]
    file = None if plot is None else _opened(plot, context.obj)
    picture = interruptibly(lambda: _answered(added, epsilons, deltas, plot))
    screen = this_screen()
    title = "What one release loses" if added.releases == 1 else f"What {added.releases:,} releases lose together"
    shown = json_bytes(as_fields(added, {}), screen.encoding) if json else as_table(added, title, screen)
    _deliver(context.obj, shown, file, picture)


def _answered(added: Accountant, epsilons: list[Fraction], deltas: list[Fraction], plot: str | None) -> bytes | None:
    """All that takes time: the answers, which the account keeps, and the picture if one is wanted."""
    for epsilon in epsilons:
        added.delta(epsilon)
    for delta in deltas:
        added.epsilon(delta)
    return None if plot is None else plot_bytes(added._picture(), plot)


def worth(
    context: typer.Context,
    rho: Annotated[str | None, _question("--rho", "A loss in zero-concentrated privacy.")] = None,
    epsilon: Annotated[str | None, _question("--epsilon", "A loss in epsilon, or one that rho may exceed.")] = None,
    delta: Annotated[str | None, _question("--delta", "The probability with which epsilon may be exceeded.")] = None,
    budget: Annotated[
        bool,
        typer.Option(
            "--budget",
            help="Tell the largest rho that a budget of epsilon and delta buys.",
            rich_help_panel=_QUESTIONS,
        ),
    ] = False,
    json: options.Json = False,
) -> None:
    """Tell what a privacy loss is worth in another currency.

    Give rho and delta for epsilon, rho and epsilon for delta, or epsilon for rho. What is told was tried, and is never
    below the truth.
    """
    texts = {name: text for name, text in (("rho", rho), ("epsilon", epsilon), ("delta", delta)) if text is not None}
    amounts, sentence = _budget(texts) if budget else _worth(texts)
    screen = this_screen()
    told = {name: value if math.isfinite(value) else None for name, value in amounts.items()}
    fields = {"scrim": __version__, "released": False, **told}
    _deliver(context.obj, json_bytes(fields, screen.encoding) if json else as_text(sentence, screen))


def _worth(texts: dict[str, str]) -> tuple[dict[str, float], str]:
    """What was given and what it is worth, and a sentence about that."""
    if texts.keys() == {"epsilon", "delta"}:
        raise UsageProblem("--epsilon and --delta were given; add --budget for the rho that such a budget buys")
    value = convert(**texts)
    for name, text in texts.items():
        _held(text, f"--{name}", "a number of at least 0, such as 0.5")
    given = {name: float(text) for name, text in texts.items()}
    shown = {name: f"{name} {show_given(amount)}" for name, amount in given.items()}
    if "rho" not in given:
        return {**given, "rho": value}, f"{shown['epsilon']} is worth rho {show_loss(value)}"
    found, at = ("epsilon", "delta") if "delta" in given else ("delta", "epsilon")
    return {**given, found: value}, f"{shown['rho']} is worth {found} {show_loss(value)} at {shown[at]}"


def _budget(texts: dict[str, str]) -> tuple[dict[str, float], str]:
    """The same of a budget, which is worth what it buys."""
    if texts.keys() != {"epsilon", "delta"}:
        raise UsageProblem("--budget is about epsilon and delta; give both, such as --epsilon 1 --delta 1e-6 --budget")
    _held(texts["epsilon"], "--epsilon", "a positive number, such as 1")
    epsilon = rounded_down(above_zero(texts["epsilon"], "--epsilon", "a positive number, such as 1"))
    delta = rounded_down(probability(texts["delta"], "--delta", "a number from 0 to 1, such as 1e-6"))
    rho = rho_within(Fraction(epsilon), Fraction(delta))
    sentence = f"a budget of epsilon {show_given(epsilon)} and delta {show_given(delta)} buys rho {show_allowance(rho)}"
    return {"epsilon": epsilon, "delta": delta, "rho": rho}, sentence


def _held(text: str, option: str, advice: str) -> Fraction:
    """An amount that a float holds, nearly: what is told of another is told of infinity, which JSON has not."""
    amount = at_least_zero(text, option, advice)
    if math.isinf(rounded_up(amount)):
        raise UsageProblem(f"{option} is {text[:40]}, which no float can hold; give a smaller number")
    return amount


def _opened(path: str, process: Process) -> OutputFile:
    """Before anything is computed: it is a pity to compute in vain."""
    file = OutputFile(path, option="--plot")
    process.files.append(file)
    file.open()
    return file


def _deliver(process: Process, shown: bytes, file: OutputFile | None = None, picture: bytes | None = None) -> None:
    places = [] if file is None else [(file, "a picture of the account")]
    delivery = Delivery(process.signals, places, is_release=False)
    process.delivery = delivery
    delivery.carry_out([] if picture is None else [picture], shown)


def offer_accounts(app: typer.Typer) -> None:
    app.command(
        "account",
        cls=GroupedCommand,
        short_help="Tell what releases lose together.",
        epilog="Example: scrim account --gaussian sigma=100,times=10000 --loss epsilon=0.1 --at-epsilon 1",
    )(account)
    app.command(
        "convert",
        cls=GroupedCommand,
        short_help="Tell what a privacy loss is worth in another currency.",
        epilog="Example: scrim convert --rho 0.5 --delta 1e-6",
    )(worth)
