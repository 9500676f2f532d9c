"""Reports in a real browser: what leaves the page, what overflows, what can be read. Each check is tried on a page that
fails it too."""

from __future__ import annotations

import shutil
from fractions import Fraction

import pytest
from scrim import stats
from scrim.report import BudgetFacts, Named, Spending, budget_section, make_report, report_bytes
from scrim.tables.frame_facts import read_fields

from releases_to_report import hostile, shapes, thousand
from table_of_visits import visit_table

pytestmark = pytest.mark.slow
WIDTHS = [360, 768, 1280]
SCHEMES = ["light", "dark"]


def page_of(**fields):
    facts = [Named(name, read_fields(each, name)) for name, each in fields.items()]
    budget = BudgetFacts("epsilon", Fraction(3), (Spending("first", Fraction(1, 2)), Spending("very" * 50, Fraction(1, 3))))
    return report_bytes(make_report(facts, further=[budget_section(budget)]), "html").decode()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    made = {"shapes": page_of(**shapes()), "hostile": page_of(hostile=hostile()), "thousand": page_of(thousand=thousand())}
    made["faulty"] = FAULTY
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in made}


FAULTY = """<!doctype html><html lang="en"><title>x</title><body style="background:#fff;margin:0">
<p style="color:#aaa">pale</p><div style="width:2000px">wide</div><img src="http://127.0.0.1:9/x.png" alt="">
<script>document.title = 'run'</script><svg width="100" height="20" viewBox="0 0 100 20"><text x="90" y="10">beyond</text></svg>"""


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium")
    assert found, "these tests need Debian's chromium; make test-slow installs it"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, pages):
    contexts = []

    def opened(name, width=1280, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.requested, page.said = [], []
        page.on("request", lambda request: page.requested.append(request.url))
        page.on("console", lambda message: page.said.append(message.text))
        page.goto(pages[name])
        return page

    yield opened
    for context in contexts:
        context.close()


GOOD = ["shapes", "hostile", "thousand"]


def leaves(page):
    return [url for url in page.requested if not url.startswith("file:")] + page.requested[1:]


@pytest.mark.parametrize("name", GOOD)
def test_no_request_leaves_the_page(visit, name):
    page = visit(name)
    assert leaves(page) == []
    assert page.said == []  # a violated policy would be told there
    assert page.evaluate("document.scripts.length") == 0
    assert page.title() != "run"


def test_requests_are_seen_if_there_are_some(visit):
    page = visit("faulty")
    assert leaves(page) and page.title() == "run"


# Elements that reach beyond the window, but for what scrolls within its own box.
BEYOND = """() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push('page ' + document.documentElement.scrollWidth);
  for (const each of document.querySelectorAll('body *')) {
    if (each.closest('.scroll, .skip, pre, svg')) continue;
    const box = each.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 0.5 || box.left < -0.5)) found.push(each.tagName + ' ' + box.right);
  }
  return found;
}"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", GOOD)
def test_nothing_overflows(visit, name, width):
    assert visit(name, width).evaluate(BEYOND) == []


def test_what_overflows_is_seen(visit):
    assert len(visit("faulty", 360).evaluate(BEYOND)) >= 2


# Labels of pictures that are cut off by the picture's edge.
CUT_OFF = """() => [...document.querySelectorAll('svg')].filter(svg => svg.getBoundingClientRect().width > 0).flatMap(svg => {
  const whole = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < whole.left - 1 || box.right > whole.right + 1 || box.bottom > whole.bottom + 3;
  }).map(text => text.textContent);
})"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", GOOD)
def test_labels_of_pictures_are_whole(visit, name, width):
    page = visit(name, width)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("[...document.querySelectorAll('svg')].filter(e => e.getBoundingClientRect().width > 0).length") > 0


def test_labels_that_are_cut_off_are_seen(visit):
    assert visit("faulty").evaluate(CUT_OFF) == ["beyond"]


# Texts whose contrast with what is behind them is below what WCAG 2 asks of level AA: 4.5, or 3 where they are large.
PALE = """() => {
  const parse = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = each => {
    for (let at = each; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const each of document.querySelectorAll('body *')) {
    const own = [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || each.getBoundingClientRect().width === 0) continue;
    const style = getComputedStyle(each);
    const colour = parse(each.closest('svg') ? style.fill : style.color);
    const [a, b] = [light(colour), light(behind(each))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(each.tagName + ' ' + ratio.toFixed(2) + ' ' + each.textContent.slice(0, 40));
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", GOOD)
def test_texts_stand_out(visit, name, scheme):
    page = visit(name, 768, scheme)
    assert page.evaluate(PALE) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 28)"}[scheme]


def test_pale_texts_are_seen(visit):
    assert len(visit("faulty").evaluate(PALE)) == 1


def test_names_are_text_in_the_browser_too(visit):
    page = visit("hostile")
    assert page.evaluate("document.querySelectorAll('script, img, b, i, u').length") == 0
    assert "<script>document.title='run'</script>" in page.evaluate("document.body.innerText")


def test_the_keyboard_reaches_everything(visit):
    page = visit("thousand", 360)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.className.split(' ')[0] || document.activeElement.tagName"))
    assert {"A", "scroll"} <= seen
    page.evaluate("document.querySelector('.tall').focus()")
    page.keyboard.press("End")
    for _ in range(100):  # asked from outside: the page runs no script, not even one that waits
        if page.evaluate("document.querySelector('.tall').scrollTop") > 1000:
            break
        page.wait_for_timeout(50)
    assert page.evaluate("document.querySelector('.tall').scrollTop") > 1000


def test_a_screen_reader_finds_names(visit):
    page = visit("shapes")
    assert page.get_by_role("heading", level=1).count() == 1
    tables = page.get_by_role("table")
    assert tables.count() == page.locator("table").count() > 10
    assert page.get_by_role("rowheader").count() > 20 and page.get_by_role("columnheader").count() > 20
    drawn = page.get_by_role("img")
    assert drawn.count() == page.locator("figure:visible").count()  # one of the two sizes
    assert all(drawn.nth(i).get_attribute("aria-label") for i in range(drawn.count()))
    assert page.get_by_role("navigation", name="On this page").count() == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_print_is_dark_on_white(visit, scheme):
    """Whatever whoever prints has on the screen."""
    page = visit("shapes", scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate(PALE) == []
    style = "(name => getComputedStyle(document.body)[name])"
    assert page.evaluate(f"{style}('backgroundColor')") == "rgb(255, 255, 255)"
    assert page.evaluate(f"{style}('color')") == "rgb(0, 0, 0)"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_print_shows_whole_tables(visit, scheme):
    page = visit("thousand", scheme=scheme)
    tall = "[...document.querySelectorAll('.tall')].map(e => e.scrollHeight - e.clientHeight)"
    assert min(page.evaluate(tall)) > 1000
    page.emulate_media(media="print", color_scheme=scheme)
    assert max(page.evaluate(tall)) <= 1
    assert page.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"


def test_a_report_is_printed_as_pdf(tmp_path):
    facts = Named("release", read_fields(shapes()["by group"], "it"))
    assert report_bytes(make_report([facts]), "pdf").startswith(b"%PDF-")


def test_pdf_is_written_from_python_and_from_the_shell(command_line, tmp_path):
    release = visit_table().per_person(rows=3).agg(n=stats.count()).plan(epsilon=1).release()
    release.save(tmp_path / "saved.pdf", title="Visits")
    release.save(tmp_path / "a.json")
    done = command_line("report", "a.json", "--output", "x.pdf")
    assert (done.returncode, done.stdout) == (0, "wrote x.pdf\n"), done.stderr
    for name in ("saved.pdf", "x.pdf"):
        written = (tmp_path / name).read_bytes()
        assert written.startswith(b"%PDF-") and written.rstrip().endswith(b"%%EOF")
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", "saved.pdf", "x.pdf"}


def test_a_thousand_groups_show_within_two_seconds(browser, pages):
    """Of the processor, in the process that shows the page: others may be at work on this machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    counters = context.new_cdp_session(page)
    counters.send("Performance.enable")
    page.goto(pages["thousand"])
    taken = {each["name"]: each["value"] for each in counters.send("Performance.getMetrics")["metrics"]}
    context.close()
    assert 0 < taken["ProcessTime"] < 2
