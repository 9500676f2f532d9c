"""Releases of statistics with different rows: one query, one pass, one budget, and a frame for each."""

from __future__ import annotations

import csv
import io
import json
import pickle
from dataclasses import replace

import pandas as pd
import pyarrow as pa
import pytest
import scrim
from pyarrow import csv as arrow_csv
from scrim import stats
from scrim.studies.outputs import files_of

from table_of_visits import REGIONS, visit_rows, visit_table

EXACT = 1e9
FRAME = visit_rows().to_pandas()
EDGES = [0, 40, 80, 120]


@pytest.fixture(scope="module")
def release():
    query = visit_table().per_person(rows=3, groups=1).group_by("region")
    asked = query.agg(h=stats.histogram("age", EDGES), n=stats.count(), t=stats.top_k("visits", 2, counts=True), c=stats.mean("cost"))
    return asked.plan(epsilon=EXACT).release()


def test_numbers_stand_together_and_first(release):
    assert [frame.statistics for frame in release.all_frames] == [("n", "c"), ("h",), ("t",)]
    assert release.frames["n"] == release.frames["c"] == release.all_frames[0]
    assert [name for name, _ in release.schema] == ["region", "n", "n_low", "n_high", "c", "c_low", "c_high"]
    assert len(release) == len(REGIONS)
    assert release["n"] == FRAME.groupby("region").size().loc[REGIONS].tolist()


def test_each_other_statistic_has_its_frame(release):
    bins, ranks = release.frames["h"], release.frames["t"]
    assert [name for name, _ in bins.schema] == ["region", "bin", "h", "h_low", "h_high"]
    assert [name for name, _ in ranks.schema] == ["region", "rank", "t", "t_count", "t_count_low", "t_count_high"]
    for region in REGIONS:
        ages = FRAME[FRAME.region == region].age
        exact = [int(((ages >= low) & (ages < high)).sum()) for low, high in zip(EDGES, EDGES[1:], strict=False)]
        assert [row[2] for row in bins.rows if row[0] == region] == exact
    assert len(bins) == 3 * len(REGIONS) and len(ranks) == 2 * len(REGIONS)
    assert release["h"] == bins["h"] and release["t_count"] == ranks["t_count"]
    assert bins.to_pandas().h.tolist() == bins["h"]
    assert ranks.to_polars()["t"].to_list() == ranks["t"]
    with pytest.raises(scrim.InvalidArgumentError, match="there is no column 'absent'"):
        release["absent"]


def test_no_frame_is_left_out_unsaid(release):
    for method in ("to_arrow", "to_pandas", "to_polars"):
        with pytest.raises(scrim.InvalidArgumentError, match=rf"3 frames \(n, c; h; t\).*release.frames\['t'\].{method}\(\)"):
            getattr(release, method)()
    frames = release.to_dict()["frames"]
    assert [each["statistics"] for each in frames] == [["n", "c"], ["h"], ["t"]]
    assert frames[1]["columns"]["h"] == release["h"]
    blocks = [list(csv.reader(io.StringIO(block))) for block in release.to_csv().split("\n\n")]
    assert [block[0] for block in blocks] == [[name for name, _ in frame.schema] for frame in release.all_frames]
    assert [len(block) - 1 for block in blocks] == [len(frame) for frame in release.all_frames]
    for shown in (repr(release), release._repr_html_(), release.explain()):
        assert all(name in shown for name in ("n_low", "h_low", "t_count", "rank", "bin"))


def test_metadata_tell_how_truths_are_written():
    """Without a format `False` is no boolean to CSVW, which knows `false`."""
    release = visit_table().per_person(rows=1, groups=1).group_by("member").agg(n=stats.count()).plan(epsilon=1).release()
    files = files_of("x", replace(release, ledger="1:ab"), ("csv",), "truths")
    (column, *_) = json.loads(files["x.csv-metadata.json"])["tableSchema"]["columns"]
    assert column["datatype"]["base"] == "boolean"
    written = [row["member"] for row in csv.DictReader(io.StringIO(files["x.csv"].decode()))]
    assert written == column["datatype"]["format"].split("|")[::-1] == ["False", "True"]


def test_no_text_in_a_cell_ends_a_line_of_csv():
    """A carriage return alone does for every reader, and Python's writer leaves it as it is: whoever names a group that is
    found would write rows."""
    names = ["a\rb,1000,999,1001", "c\nd", "e\r\nf", '"', "", "g,h", "\r", "i"]
    table = scrim.Table(pa.table({"x\ry": names}), rows_per_person=1, columns={"x\ry": scrim.category(*names)})
    release = table.group_by("x\ry").agg(**{"n\r": stats.count()}).plan(epsilon=1000).release()
    written = release.to_csv()
    expected = [["x\ry", "n\r", "n\r_low", "n\r_high"], *([name, "1", "1", "1"] for name in names)]
    assert list(csv.reader(io.StringIO(written, newline=""))) == expected
    assert pd.read_csv(io.StringIO(written), keep_default_na=False).astype(str).to_numpy().tolist() == expected[1:]
    options = arrow_csv.ParseOptions(newlines_in_values=True)
    assert arrow_csv.read_csv(io.BytesIO(written.encode()), parse_options=options).num_rows == len(names)
    assert written.endswith("i,1,1,1\n") and written.count("\r\n") == 1  # which is in a cell


def test_pictures_are_of_the_frame_of_their_statistic(release):
    for name, label in (("h", "[0, 40)"), ("t", ">1. "), ("c", "W")):
        assert label in release.plot(name)._picture().svg()


def test_they_share_a_budget_and_one_pass():
    reads = []
    table = scrim.Table(visit_rows().to_reader(), person="patient", columns=visit_table().columns)  # which can be read once
    query = table.per_person(rows=3).agg(h=stats.histogram("region"), n=stats.count(share=2), t=stats.top_k("region", 1))
    plan = query.plan(epsilon=1)
    assert plan.cost <= 1
    assert [each.cost for each in plan.statistics] == pytest.approx([0.25, 0.5, 0.25])
    release = plan.release(progress=reads.append)
    assert reads[-1] == len(FRAME)
    assert len(release.frames["h"]) == 4 and len(release.frames["t"]) == 1
    assert plan.frame_cells() == sum(len(frame) * len(frame.schema) for frame in release.all_frames)


def test_alone_a_histogram_is_the_frame():
    release = visit_table().per_person(rows=3).agg(h=stats.histogram("region")).plan(epsilon=EXACT).release()
    assert release.all_frames == (release.frames["h"],)
    assert release.to_arrow().schema.names == ["bin", "h", "h_low", "h_high"]
    assert release.to_dict()["columns"]["bin"] == REGIONS


def test_two_histograms_have_a_frame_each():
    query = visit_table().per_person(rows=3).agg(a=stats.histogram("region"), b=stats.histogram("member"))
    release = query.plan(epsilon=EXACT).release()
    assert [frame.statistics for frame in release.all_frames] == [("a",), ("b",)]
    assert release["b"] == FRAME.groupby("member").size().tolist()


@pytest.mark.parametrize(
    ("ask", "word"),
    [
        (lambda v: v.agg(bin=stats.histogram("region")), "the name of the statistic"),
        (lambda v: v.derive(rank="visits").group_by("rank", keys=[1]).agg(t=stats.top_k("region", 1)), "what group_by has"),
    ],
)
def test_names_that_would_stand_twice_in_a_frame_are_refused(ask, word):
    with pytest.raises(scrim.InvalidArgumentError, match=word):
        ask(visit_table())


def test_frames_are_pickled_and_what_knows_a_table_is_not(release):
    assert pickle.loads(pickle.dumps(release.all_frames)) == release.all_frames
    with pytest.raises(TypeError, match="all_frames"):
        pickle.dumps(release)
    with pytest.raises(TypeError, match="query.plan"):
        pickle.dumps(release.plan)


def test_intervals_beyond_64_bits_are_told_in_every_form():
    """The noise on sums of large integers may be as large as integers are."""
    most = 2**62 - 1
    table = scrim.Table(pa.table({"x": [most, -most, 5]}), rows_per_person=1, columns={"x": scrim.integer(-most, most)})
    release = table.agg(x=stats.sum("x")).plan(epsilon=1).release()
    ends = [release["x_low"][0], release["x_high"][0]]
    assert ends[1] - ends[0] > 2**64
    whole = release.to_arrow()
    assert whole.column("x").type == pa.int64()
    assert [int(whole[name][0].as_py()) for name in ("x_low", "x_high")] == ends
    assert [int(cell) for cell in release.to_pandas()[["x_low", "x_high"]].iloc[0]] == ends
    assert [int(release.to_polars()[name][0]) for name in ("x_low", "x_high")] == ends
    assert "x.parquet" in files_of("x", release, ("csv", "parquet", "json"), "sums")
