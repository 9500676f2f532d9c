"""Numbers as the titles of works have them."""

from __future__ import annotations


def in_words(number: int) -> str:
    if number >= 1_000_000 and number % 1_000_000 == 0:
        return f"{number // 1_000_000} million"
    return f"{number:,}".replace(",", " ") if number >= 10_000 else str(number)
