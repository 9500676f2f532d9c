"""Why Scrim is worse where it is: not measured, but known from how each library works."""

from __future__ import annotations

_REASONS = {
    "variance_sized": "Where the size is public the peers add noise to the variance itself; Scrim adds it to a sum, and "
    "to squares around a center that follows from it. Where the mean is next to one of the bounds that is the same "
    "noise, and what the sum spends is lost.",
    "std_sized": "The reason is that of the variance.",
    "median": "Scrim's quantiles lie on one of about ten thousand candidates, diffprivlib's anywhere between two rows: "
    'where candidates are further apart than rows, none is closer. More of them help, and so does `candidates="all"`. '
    "Where they are closer than rows, more of them only raise the noise a little.",
    "quartiles": "The reason of the median holds here too. Besides, Scrim chooses the median first and the other two on "
    "either side of it: where the median is off, they are off by half as many rows. Rows that share the value of the "
    "median are divided between both sides in 256ths, which leaves the other two off by up to a 1024th of these rows.",
}


def reason_for(question: str) -> str:
    return _REASONS.get(question, "The reason is not known.")
