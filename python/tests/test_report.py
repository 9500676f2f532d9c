"""Reports: what they say, what they never say, and that names in them are text."""

from __future__ import annotations

import html.parser
import json
import math
import re
import time
from fractions import Fraction

import pyarrow as pa
import pytest
import scrim
from scrim import stats
from scrim.analysis.drawing import MOST_DRAWN
from scrim.analysis.printable import printable
from scrim.analysis.shown_numbers import decimals_of, shown_interval, shown_value
from scrim.cli.copies import _HEIGHT_OF_A_VALUE, _MORE_LINES, _MORE_WORDS, _SHAPES_OF_A_VALUE
from scrim.report import BudgetFacts, Named, Spending, budget_section, make_report, report_bytes
from scrim.report.markdown import plain
from scrim.report.person_words import best_guess, promise_of
from scrim.report.save import saved_fields
from scrim.tables.frame_facts import read_fields
from scrim.tables.frame_picture import statistic_pictures

from releases_to_report import EVIL, hostile, many_days, shapes, thousand, thousand_histograms
from table_of_visits import visit_table

SHAPES = sorted(shapes())


def facts_of(name):
    return read_fields(shapes()[name], name)


def report_of(*fields, title=None, further=()):
    named = [Named(f"release {i}", read_fields(each, "it")) for i, each in enumerate(fields)]
    return make_report(named, title=title, further=further)


def page_of(*fields, **terms):
    return report_bytes(report_of(*fields, **terms), "html").decode()


class Outline(html.parser.HTMLParser):
    """Elements and texts of a page, by a parser that is not ours."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.texts = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.append((tag, dict(attrs)))

    def handle_data(self, data):
        if data.strip():
            self.texts.append(data)


@pytest.mark.parametrize("name", SHAPES)
def test_every_number_is_on_the_page_as_text(name):
    fields = shapes()[name]
    text = " ".join(Outline(page_of(fields)).texts)
    facts = facts_of(name)
    for statistic in facts.statistics:
        assert statistic.name in text and statistic.text in text
        for column in statistic.values:
            if facts.types[column] in ("int", "str"):
                for cell in facts.columns[column]:
                    assert (f"{cell:,}" if isinstance(cell, int) and abs(cell) >= 10_000 else str(cell)) in text
    assert fields["digest"] in text and facts.release_digest in text
    assert fields["words"]["price"] in text and fields["words"]["unit"] in text


@pytest.mark.parametrize("name", SHAPES)
def test_the_page_loads_nothing_and_runs_nothing(name):
    outline = Outline(page_of(shapes()[name]))
    assert not {"script", "link", "iframe", "object", "embed", "img", "form", "base"} & set(outline.tags)
    for _tag, attributes in outline.attributes:
        assert not any(each.startswith("on") or each == "style" for each in attributes)
        assert all(value.startswith("#") for each, value in attributes.items() if each in ("href", "src", "xlink:href"))
    (policy,) = [each["content"] for tag, each in outline.attributes if tag == "meta" and "http-equiv" in each]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", SHAPES)
def test_the_page_can_be_read_aloud(name):
    outline = Outline(page_of(shapes()[name]))
    levels = [int(tag[1]) for tag in outline.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))
    assert outline.tags.count("caption") == outline.tags.count("table")
    for tag, attributes in outline.attributes:
        if tag == "svg":
            assert attributes["role"] == "img" and attributes["aria-label"]
        if tag == "th":
            assert attributes["scope"] in ("col", "row")
    ids = [each["id"] for _, each in outline.attributes if "id" in each]
    assert len(ids) == len(set(ids))
    named = [each["aria-labelledby"] for _, each in outline.attributes if "aria-labelledby" in each]
    assert set(named) <= set(ids)


def test_hostile_names_are_text():
    page = page_of(hostile())
    outline = Outline(page)
    assert not {"script", "img", "i", "b", "u"} & set(outline.tags)
    assert all(not key.startswith("on") for _, attributes in outline.attributes for key in attributes)
    text = "".join(outline.texts)
    assert EVIL[0] in text and EVIL[1] in text and "{{ 7 * 7 }}" in text
    assert "\\u202eright to left" in text  # shown, not obeyed
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b\u2028]", page)


def test_hostile_names_are_text_in_markdown():
    text = report_bytes(report_of(hostile()), "md").decode()
    assert "<script" not in text.replace("\\<script", "")
    assert "| a |" not in text  # no cell can end its column
    assert not re.search(r"(?<!\\)\]\(", text) and "://" not in text
    rows = [line for line in text.splitlines() if line.startswith("| \\<script")]
    assert rows and all(len(re.findall(r"(?<!\\)\|", row)) in (3, 4) for row in rows)


def test_signs_of_markdown_are_escaped():
    assert plain("a|b*c_d`e<f>[g](h)") == r"a\|b\*c\_d\`e\<f\>\[g\](h)"


ADDRESSES = [
    "www.evil.example", "(WWW.evil.example)", "a@b.example", "a_b+c.d-e@b.example", "mailto:a@b.example", "xmpp:a@b.example/x",
    "http://evil.example", "x@y.example www.x.example ftp://x.example", "@b.example", "a@b@c.example", "é@b.example",
]  # fmt: skip


@pytest.mark.parametrize("address", [*ADDRESSES, *EVIL])
def test_no_address_becomes_a_link_in_markdown(address):
    """Links are looked for in what is left of a text without its backslashes, between pieces of HTML."""
    text = plain(address)
    pieces = [re.sub(r"\\(.)", r"\1", piece) for piece in text.split("<!-- -->")]
    assert "".join(pieces) == printable(address)
    assert not any(re.search(r"[\w.+-]@|www\.|://", piece, re.IGNORECASE) for piece in pieces)
    assert not text.startswith("<")  # it would be a block of HTML, in which nothing is escaped


def beside_lone_groups(number):
    """A release of data in which one group is large, and so many others have one person each."""
    groups = ["everyone"] * 250 + [f"lonely {i}" for i in range(number)]
    rows = pa.table({"id": range(len(groups)), "g": groups, "x": [1.0] * len(groups)})
    table = scrim.Table(rows, person="id", columns={"g": scrim.text(), "x": scrim.number(0, 2)})
    query = table.per_person(rows=1, groups=1).group_by("g", keys="found").agg(n=stats.count_people(), x=stats.mean("x"))
    return saved_fields(query.plan(epsilon=1, delta=1e-9).release())


def masked(page):
    """Without digests and numbers."""
    return re.sub(r"-?\d[\d,]*(\.\d+)?", "#", re.sub("[0-9a-f]{16,64}", "digest", page))


def test_what_is_below_a_threshold_is_neither_named_nor_counted():
    """Two releases whose data differ in groups that are below it, and that told the same, have the same page."""
    many, few = beside_lone_groups(50), beside_lone_groups(5)
    assert many["columns"]["g"] == few["columns"]["g"] == ["everyone"]
    same_numbers = {**few, "columns": many["columns"]}
    for format in ("html", "md"):
        of_many, of_few, of_same = (report_bytes(report_of(each), format).decode() for each in (many, few, same_numbers))
        assert f"have {many['threshold']} or more people, with noise" in of_many
        assert "everyone" in of_many and "lonely" not in of_many + of_few
        assert masked(of_many) == masked(of_few)
        assert of_many == of_same
    empty = page_of(shapes()["none found"])
    assert "No group has enough to be told." in empty


def test_a_saved_release_makes_the_same_report(tmp_path):
    release = visit_table().per_person(rows=3, groups=1).group_by("day", keys=["2026-01-01", "2026-01-02", "2026-02-01"]).agg(
        n=stats.count(), c=stats.mean("cost")
    ).plan(epsilon=1).release()  # fmt: skip
    release.save(tmp_path / "x.json")
    release.save(tmp_path / "x.html", title="Days")
    release.save(tmp_path / "x.md")
    release.save(tmp_path / "x.csv")
    saved = json.loads((tmp_path / "x.json").read_text())
    facts = read_fields(saved, "it")
    assert (tmp_path / "x.html").read_bytes() == report_bytes(make_report([Named("release", facts)], title="Days"), "html")
    assert (tmp_path / "x.csv").read_text() == release.to_csv()
    assert facts.columns["day"][0].isoformat() == "2026-01-01"
    assert facts.columns["c"] == release["c"]


def test_a_digest_changes_with_any_number():
    fields = shapes()["by group"]
    original = read_fields(fields, "it").release_digest
    changed = json.loads(json.dumps(fields))
    changed["columns"]["n"][0] += 1
    assert read_fields(changed, "it").release_digest != original
    nudged = json.loads(json.dumps(fields))
    nudged["columns"]["cost"][0] = math.nextafter(nudged["columns"]["cost"][0], math.inf)
    assert read_fields(nudged, "it").release_digest != original


BAD = {
    "no object": [1, 2],
    "another thing": {"answer": 42},
    "one statistic": {"query": "mean", "value": 1.0},
    "a plan": {"query": "query", "released": False},
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_release_is_refused(name):
    with pytest.raises(scrim.InvalidArgumentError, match="^it .*; give "):
        read_fields(BAD[name], "it")


@pytest.mark.parametrize("field", ["types", "columns", "statistics", "words", "digest", "group_by", "confidence"])
@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"n": None}])
def test_a_changed_release_is_refused(field, value):
    fields = {**shapes()["by group"], field: value}
    with pytest.raises(scrim.InvalidArgumentError, match="give"):
        read_fields(fields, "it")
    with pytest.raises(scrim.InvalidArgumentError, match="give"):
        read_fields({key: each for key, each in fields.items() if key != field}, "it")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("where", [1]), ("where", "age >= 18"), ("epsilon", math.nan), ("epsilon", math.inf), ("epsilon", -1.0), ("epsilon", 10**400),
        ("epsilon", None), ("epsilon", "1"), ("delta", math.nan), ("threshold", "5"), ("threshold", True), ("group_by", "region"),
    ],
)  # fmt: skip
def test_a_release_that_was_changed_by_hand_is_refused(field, value):
    with pytest.raises(scrim.InvalidArgumentError, match="^it was changed, or written by another version; give what"):
        read_fields({**shapes()["by group"], field: value}, "it")


def test_numbers_that_nothing_can_draw_are_refused():
    for name, change in {
        "a count of 400 digits": lambda fields: fields["columns"]["n"].__setitem__(0, 10**400),
        "a mean of 400 digits": lambda fields: fields["columns"]["cost"].__setitem__(0, 10**400),
        "a cost that is no number": lambda fields: fields["statistics"][0].update(cost=math.nan),
        "a scale of 400 digits": lambda fields: fields["statistics"][0]["scales"].update(count=10**400),
        "an end without the other": lambda fields: fields["statistics"][0]["columns"].pop(),
        "texts for a count": lambda fields: (fields["types"].update(n="str"), fields["columns"].update(n=list("abcd"))),
        "a count that was chosen": lambda fields: fields["statistics"][0].update(name="m", statistic="top_k(region, k=2)"),
    }.items():
        fields = json.loads(json.dumps(shapes()["by group"]))
        change(fields)
        with pytest.raises(scrim.InvalidArgumentError, match="^it was changed"):
            read_fields(fields, "it")
            pytest.fail(name)


HARMFUL = [None, True, -1, 0.5, math.nan, math.inf, 10**400, "", "x", "float", "str", "top_k(x)", "count()", "mean(x)", [], [1], ["n"], {}]


def places_in(content, path=()):
    """Of everything that stands in a release; of long lists the first two."""
    items = content.items() if isinstance(content, dict) else enumerate(content[:2]) if isinstance(content, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places_in(value, (*path, key))


def with_value(content, path, value):
    if not path:
        return value
    copied = dict(content) if isinstance(content, dict) else list(content)
    copied[path[0]] = with_value(content[path[0]], path[1:], value)
    return copied


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("name", ["top", "found", *(name for name in SHAPES if name not in ("top", "found"))])
def test_whatever_is_changed_is_a_report_or_refused(name):
    """One value after the other, replaced by each of many: no error is that of a program."""
    outcomes = {True: 0, False: 0}
    for place in places_in(shapes()[name]):
        for value in HARMFUL:
            changed = with_value(shapes()[name], place, value)
            try:
                facts = read_fields(changed, "it")
            except scrim.InvalidArgumentError:
                outcomes[False] += 1
                continue
            try:
                report_bytes(make_report([Named("release", facts)]), "md")
            except Exception as error:
                raise AssertionError(f"{place} is {value!r:.40}") from error
            outcomes[True] += 1
    assert min(outcomes.values()) > 100


def test_a_statistic_may_be_called_what_tells_rows_apart():
    release = visit_table().per_person(rows=3).agg(bin=stats.count(), rank=stats.mean("cost")).plan(epsilon=1).release()
    facts = read_fields(saved_fields(release), "it")
    assert [(each.values, each.inner) for each in facts.statistics] == [(("bin",), None), (("rank",), None)]
    assert str(release["bin"][0]) in " ".join(Outline(page_of(saved_fields(release))).texts)


def test_what_cannot_be_saved_says_what_can():
    release = visit_table().per_person(rows=3).agg(n=stats.count()).plan(epsilon=1).release()
    with pytest.raises(scrim.InvalidArgumentError, match=r"ends in \.html, \.md, \.pdf, \.json or \.csv"):
        release.save("report.docx")
    with pytest.raises(scrim.InvalidArgumentError, match="title is 'x'"):
        release.save("release.csv", title="x")


def test_without_a_browser_pdf_is_refused_in_words(command_line, tmp_path, monkeypatch):
    words = "PDF is printed by a browser, one of chromium, .*, and none is installed; install one, or write .html"
    monkeypatch.setenv("PATH", "")
    release = visit_table().per_person(rows=3).agg(n=stats.count()).plan(epsilon=1).release()
    with pytest.raises(scrim.InvalidArgumentError, match=words):
        release.save(tmp_path / "x.pdf")
    release.save(tmp_path / "a.json")
    command_line.environment = {**command_line.environment, "PATH": ""}
    for ask in (["--output", "x.pdf"], ["--format", "pdf", "--output", "x"]):
        done = command_line("report", "a.json", *ask)
        assert (done.returncode, done.stdout) == (2, "") and re.search(words, " ".join(done.stderr.split()))
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize("fields", [thousand, thousand_histograms], ids=["statistics", "histograms"])
def test_a_thousand_groups_are_quick_and_small(fields):
    made = fields()
    report_bytes(report_of(shapes()["found"]), "html")  # the template is compiled once
    started = time.process_time()
    page = report_bytes(report_of(made), "html")
    assert time.process_time() - started < 2
    assert len(page) < 3_000_000
    (first, *_) = made["columns"].values()
    assert all(str(each) in page.decode() for each in set(first))


# As many bytes and units of height as a file of `--plot` has room for beyond its plan (scrim.cli.copies).
ROOM = _MORE_WORDS + MOST_DRAWN * _SHAPES_OF_A_VALUE
HEIGHT = _MORE_LINES + MOST_DRAWN * _HEIGHT_OF_A_VALUE


@pytest.mark.parametrize("name", [*SHAPES, "hostile", "thousand", "histograms", "days of a year"])
def test_pictures_have_room_in_their_files(name):
    made = {"hostile": hostile, "thousand": thousand, "histograms": thousand_histograms, "days of a year": many_days}
    facts = read_fields(made[name]() if name in made else shapes()[name], name)
    for statistic in facts.statistics:
        (picture,) = statistic_pictures(facts, statistic)
        assert len(picture.svg().encode()) < ROOM
        assert picture.height < HEIGHT
        if name == "days of a year":
            assert "Every 2nd point is drawn." in picture.caption


def test_numbers_are_shown_to_a_hundredth_of_their_interval():
    assert decimals_of([(440.96, 545.6)]) == 0 or decimals_of([(440.96, 545.6)]) == 1
    assert decimals_of([(0.0, 1.0)]) == 2
    assert decimals_of([(0.0, 0.001)]) == 5
    assert decimals_of([(0.0, 1e9)]) == 0
    assert shown_value(39257.79937, 1) == "39,257.8"
    assert shown_value(-0.001, 1) == "0.0"
    assert shown_value(12345, None) == "12,345"


def test_intervals_are_rounded_outwards():
    assert shown_interval(1.26, 2.31, 1) == "1.2 to 2.4"
    assert shown_interval(-1.26, -1.21, 1) == "-1.3 to -1.2"
    assert shown_interval(3, 10_000, None) == "3 to 10,000"
    for low, high in [(0.1, 0.3), (1e-9, 1e9), (-math.pi, math.pi)]:
        for decimals in (0, 1, 7):
            left, right = (Fraction(end.replace(",", "")) for end in shown_interval(low, high, decimals).split(" to "))
            assert left <= Fraction(low) and right >= Fraction(high)


def test_the_promise_to_a_person():
    assert best_guess(0.0, 0.0, None) == 0.5
    assert best_guess(math.log(3), 0.0, None) == pytest.approx(0.75)
    assert best_guess(0.0, 1.0, None) == 1.0
    assert best_guess(None, 0.0, 0.0) == 0.5
    assert best_guess(None, 0.0, 0.5) == pytest.approx(0.75)
    assert best_guess(10_000.0, 0.0, None) == 1.0


def test_a_guess_that_rho_bounds_covers_gaussian_noise():
    """Of one number with Gaussian noise the best guess is known: Phi(1 / (2 sigma))."""
    for sigma in (0.5, 1.0, 3.0, 20.0):
        exact = 0.5 * (1 + math.erf(1 / (2 * sigma) / math.sqrt(2)))
        assert exact <= best_guess(None, 0.0, 1 / (2 * sigma**2))


def test_promises_add_up_in_one_currency_only():
    pure, approximate, rho = (facts_of(name) for name in ("histogram", "found", "one group"))
    assert promise_of([pure, pure])[:2] == (2.0, 0.0)
    assert promise_of([pure, approximate])[:2] == (3.0, 1e-6)
    assert promise_of([rho])[2] == rho.rho
    assert promise_of([pure, rho]) == (None, 0.0, None)
    assert "do not add up" in page_of(shapes()["histogram"], shapes()["one group"])
    assert "counted together" in page_of(shapes()["histogram"], shapes()["found"])


def test_a_large_budget_is_called_weak():
    weak = visit_table().per_person(rows=3).agg(n=stats.count()).plan(epsilon=20).release().to_dict()
    page = page_of(weak)
    assert "but little of it" in page and "Nobody can tell" not in page
    assert "Nobody can tell" in page_of(shapes()["histogram"])


def test_the_budget_of_a_ledger_is_a_section():
    facts = BudgetFacts("epsilon", Fraction(3), (Spending("first", Fraction(1, 2)), Spending("<b>second</b>", Fraction(1, 3))))
    assert facts.spent == Fraction(5, 6) and facts.left == (Fraction(5, 2), Fraction(13, 6))
    page = page_of(shapes()["by group"], further=[budget_section(facts)])
    text = " ".join(Outline(page).texts)
    assert "What was spent of the budget" in text and "<b>second</b>" in text and "2.5" in text
    assert "b" not in Outline(page).tags
    nothing = budget_section(BudgetFacts("rho", Fraction(0), ()))
    assert "0 releases" in page_of(shapes()["by group"], further=[nothing])


def test_bins_are_not_broken_in_two():
    page = page_of(shapes()["histogram"])
    assert re.findall(r'<th scope="row" class="unbroken">([^<]*)', page)[0].startswith("[") and ".unbroken { white-space: nowrap; }" in page
    assert 'class="unbroken"' not in page_of(shapes()["by group"])
