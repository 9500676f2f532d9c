"""What is refused, in pieces: each surface has its words for them, and they stay with the error wherever it goes."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest
import scrim
import typer
from scrim._refusal import Argument, Words, in_shell, in_toml, pieces_of, refuse
from scrim.cli.commands import app
from scrim.cli.help_page import _OTHER_NAMES

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


# What begins with an argument and is said in Python alone: commands and studies check it before, or do not give it, or it is
# an argument of a statistic, which they write as Python does.
IN_PYTHON_ALONE = {
    ("_conversions.py", "epsilon"),
    ("accounting/least_noise.py", "delta"),
    ("analysis/moment_plan.py", "rows"),
    ("analysis/paying.py", "name"),
    ("analysis/randomised_response.py", "categories"),
    ("report/save.py", "title"),
    ("sessions/session.py", "account"),
    ("sessions/session.py", "table"),
    ("spark/measured.py", "sort_in"),
    ("stats.py", "alphas"),
    ("stats.py", "candidates"),
    ("stats.py", "counts"),
    ("stats.py", "other_rows"),
    ("studies/query_of.py", "keys"),
    ("tables/facts.py", "nullable"),
    ("tables/query.py", "group_by"),
    ("tables/table.py", "columns"),
}


def parameters(command):
    """Of a command, or of all below it."""
    below = [name for each in getattr(command, "commands", {}).values() for name in parameters(each)]
    return {each.name for each in command.params if each.param_type_name == "option"}.union(below)


def test_an_argument_that_a_sentence_begins_with_is_a_piece():
    options = parameters(typer.main.get_command(app)) | set(_OTHER_NAMES)
    found = set()
    for file, call in calls():
        if isinstance(call.func, ast.Name) and call.func.id in ("refuse", "InvalidArgumentError") and call.args:
            texts = [each.value for each in ast.walk(call.args[0]) if isinstance(each, ast.Constant)]
            word, space, _ = str(texts[0] if texts and not isinstance(call.args[0], ast.Call) else "").partition(" ")
            if space and word in options:
                found.add((file, word))
    assert found == IN_PYTHON_ALONE


def calls():
    """All in the library, with the file of each."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield file.relative_to(PACKAGE).as_posix(), node


def other_words():
    """Every text in the library that only the command line or a study says, with the place where it stands."""
    for file, call in calls():
        for keyword in call.keywords:
            if keyword.arg in ("shell", "toml"):
                texts = [each.value for each in ast.walk(keyword.value) if isinstance(each, ast.Constant)]
                yield f"{file}:{call.lineno}", [each.strip(" ,;:") for each in texts if isinstance(each, str)]


def test_all_other_words_are_expected_by_a_test():
    """Each stands in a test in which a command or a study says it."""
    tests = [file for file in sorted(TESTS.glob("test_*.py")) if file != Path(__file__)]
    nodes = [node for file in tests for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    expected = "\n".join(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    found = list(other_words())
    assert len(found) > 50
    assert [place for place, texts in found if any(text not in expected for text in texts)] == []
