"""What is refused, in pieces: each surface has its words for them, and they stay with the error wherever it goes."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest
import scrim
from scrim._refusal import Argument, Words, in_shell, in_toml, pieces_of, refuse

PACKAGE = Path(scrim.__file__).parent
TESTS = Path(__file__).parent
OPTIONS = {"epsilon": "--epsilon", "group_by": "--by", "edges": "--edges"}
SENTENCE = (Argument("group_by"), " has no list; give ", Words("keys=[...]", shell="--by region=N,E", toml="keys = [...]"))


def refused(*pieces):
    with pytest.raises(scrim.InvalidArgumentError) as caught:
        refuse(*pieces)
    return caught.value


def test_one_sentence_is_said_in_three_ways():
    error = refused(*SENTENCE)
    assert str(error) == "group_by has no list; give keys=[...]"
    assert in_shell(error, OPTIONS) == "--by has no list; give --by region=N,E"
    assert in_toml(error) == "group_by has no list; give keys = [...]"


def test_what_an_argument_is_given_is_said_too():
    error = refused("give ", Argument("epsilon", "3"), " or ", Argument("rho", "0.5"))
    assert str(error) == "give epsilon=3 or rho=0.5"
    assert in_shell(error, OPTIONS) == "give --epsilon 3 or rho=0.5"
    assert in_toml(error) == "give epsilon = 3 or rho = 0.5"


def test_a_command_without_the_option_names_the_argument():
    assert in_shell(refused(*SENTENCE), {}) == "group_by has no list; give --by region=N,E"


def test_words_that_are_alike_everywhere_are_given_once():
    error = refused(Words("a day"), Words(" and", shell=" or"))
    assert (str(error), in_toml(error), in_shell(error, {})) == ("a day and", "a day and", "a day or")


def test_the_pieces_of_an_error_that_is_told_with_its_place_are_kept():
    outer = refused("release cost: ", *pieces_of(refused(*SENTENCE)))
    assert in_toml(outer) == "release cost: group_by has no list; give keys = [...]"
    assert str(outer) == "release cost: group_by has no list; give keys=[...]"


def test_the_pieces_cross_processes():
    error = pickle.loads(pickle.dumps(refused(*SENTENCE)))
    assert type(error) is scrim.InvalidArgumentError
    assert pieces_of(error) == SENTENCE


@pytest.mark.parametrize("piece", [Argument("epsilon"), Words("a", shell="b")])
def test_a_piece_cannot_be_lost_within_a_text(piece):
    with pytest.raises(TypeError, match="by itself"):
        f"{piece} is 0"


def test_a_function_of_the_core_is_named_in_python_alone():
    with pytest.raises(scrim.Error) as caught:
        scrim.make_count_by_edges(scrim.vector_domain(scrim.atom_domain(float)), scrim.symmetric_distance(), [1.0, 0.0])
    error = caught.value
    assert str(error).startswith("make_count_by_edges: edges must be")
    assert in_toml(error).startswith("edges must be")
    assert in_shell(error, OPTIONS).startswith("--edges: edges must be")
    assert in_shell(error, {}).startswith("edges must be")
    assert "".join(each if isinstance(each, str) else each.in_python() for each in pieces_of(error)) == str(error)


def test_any_other_error_is_one_piece():
    for text in ("there is none", "visits.csv: there is none", "x: y: z"):
        assert pieces_of(scrim.MismatchError(text)) == (text,)


def other_words():
    """Every text in the library that only the command line or a study says, with the place where it stands."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and any(keyword.arg in ("shell", "toml") for keyword in call.keywords):
                for keyword in call.keywords:
                    if keyword.arg in ("shell", "toml"):
                        parts = [each.value for each in ast.walk(keyword.value) if isinstance(each, ast.Constant)]
                        yield f"{file.relative_to(PACKAGE)}:{call.lineno}", keyword.arg, [each for each in parts if isinstance(each, str)]


def test_all_other_words_are_expected_by_a_test():
    """Of what is said to a shell or a study alone, and of nothing else, each text stands in a test that hears it said."""
    tests = [file.read_text(encoding="utf-8") for file in sorted(TESTS.glob("test_*.py")) if file != Path(__file__)]
    told = [each.value for text in tests for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Constant)]
    known = [each for each in told if isinstance(each, str)]
    found = list(other_words())
    assert len(found) > 50
    unheard = [place for place, _, parts in found if any(all(part.strip() not in each for each in known) for part in parts if part.strip())]
    assert unheard == []
