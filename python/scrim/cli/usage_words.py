"""What Typer says about arguments, in the words of this program."""

from __future__ import annotations

import re
from typing import Any

# What a statistic is called elsewhere, where its name here is not like it.
_OTHER_NAMES = {
    "avg": "mean",
    "average": "mean",
    "stddev": "std",
    "deviation": "std",
    **dict.fromkeys(["median", "quartile", "quartiles", "percentile", "min", "minimum", "max", "maximum"], "quantile"),
    **dict.fromkeys(["range", "limits"], "bounds"),
    **dict.fromkeys(["mode", "frequent"], "top-k"),
    **dict.fromkeys(["distinct", "unique", "nunique"], "count-distinct"),
}


def usage_words(error: Any) -> str:
    """By the name of the error's class, since versions of Typer take them from different packages."""
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "scrim"
    text = _words(error)
    return text if text.endswith("?") else f"{text}; see {where} --help"


def _words(error: Any) -> str:
    kind, parameter = type(error).__name__, getattr(error, "param", None)
    if kind == "NoSuchOption":
        alike = sorted(getattr(error, "possibilities", None) or ())
        question = f"; did you mean {' or '.join(alike)}?" if alike else ""
        return f"there is no option {error.option_name}{question}"
    if kind == "MissingParameter" and parameter is not None:
        return f"{_name(parameter)} is missing{_meaning(parameter)}"
    if kind == "BadParameter" and parameter is not None:
        return f"{_name(parameter)}: {_advice(error.message)}"
    text = str(error.format_message()).rstrip(".")
    text = text.replace("Got unexpected extra argument(s)", "too many arguments:")
    text = text.replace("No such command", "there is no command").replace(". Did you", "; did you")
    asked = re.match(r"there is no command '([^']*)'", text)
    elsewhere = None if asked is None else _OTHER_NAMES.get(asked[1].lower())
    return text if asked is None or elsewhere is None else f"{asked[0]}; did you mean '{elsewhere}'?"


def _name(parameter: Any) -> str:
    is_option = parameter.param_type_name == "option"
    return str(parameter.opts[0] if is_option else parameter.metavar or parameter.name)


def _meaning(parameter: Any) -> str:
    """What an option is for, in the words of the help page."""
    text = str(getattr(parameter, "help", None) or "")
    if parameter.param_type_name != "option" or not text:
        return ""
    return f": {text[0].lower()}{text[1:].partition('. ')[0].rstrip('.')}"


def _advice(message: str) -> str:
    """Typer tells how it failed to parse; what to give is of more use."""
    lowered = message.lower()
    if "valid integer" in lowered:
        return "give a whole number"
    if "valid number" in lowered or "valid float" in lowered:
        return "give a number"
    words = message.rstrip(".").removeprefix("Value error, ")
    return words.replace("Input should be", "give a number")
