"""The page of a study in a real browser: edited, planned and released by mouse and by keyboard, and looked at."""

from __future__ import annotations

import http.server
import json
import shutil
import threading

import pytest
from scrim.studies import plan_study, read_study

from explored_study import STUDY
from test_studies_text import WARDS
from test_explore import HOSTILE
from test_explore_server import Served
from test_report_browser import BEYOND, CUT_OFF, PALE, SCHEMES, WIDTHS, browser  # noqa: F401 - a fixture

pytestmark = pytest.mark.slow
SECONDS = 30_000  # milliseconds: the machine may be busy


@pytest.fixture
def folder(tmp_path, command_line):
    (tmp_path / "study.toml").write_text(STUDY + WARDS, encoding="utf-8")
    command_line.environment = {**command_line.environment, "XDG_STATE_HOME": str(tmp_path / "state")}
    assert command_line("sample", "visits.csv", "--visits", "--rows", 400).returncode == 0
    return tmp_path


@pytest.fixture
def served(folder, command_line):
    running = Served(folder, command_line.environment)
    yield running
    assert running.end()[0] == 0


@pytest.fixture
def visit(browser, served):  # noqa: F811
    contexts = []

    def opened(width=1280, scheme="light", address=None):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SECONDS)
        page.requested, page.said = [], []
        page.on("request", lambda request: page.requested.append((request.method, request.url)))
        page.on("console", lambda message: page.said.append(message.text))
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.goto(address or f"{served.origin}/#token={served.token}")
        if address is None:
            page.wait_for_selector("#plan h3")
        return page

    yield opened
    for context in contexts:
        context.close()


def expect(locator):
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=SECONDS)
    return expected(locator)


def field(page, name):
    return page.locator(f'[id="{name}"]')


def left(folder, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    return float(plan_study(read_study(folder / "study.toml"), is_dry=True).session.left[0])


def test_a_study_is_edited_planned_and_released_once(visit, folder, served, monkeypatch):
    page = visit()
    assert served.token not in page.url and "token" not in page.url
    expect(page.locator("#plan .fits")).to_contain_text("Costs epsilon 0.75, delta 1e-10")
    # Overspending is refused while it is typed, and there is no button for it.
    field(page, "release.0.epsilon").fill("2.9")
    expect(page.locator("#plan .problem")).to_contain_text("it does not fit")
    page.click("#save")
    expect(page.locator("#said")).to_have_text("Saved study.toml.")
    expect(page.locator("#release")).to_contain_text("together they cost epsilon 3.15")
    assert page.locator("#go").count() == 0
    field(page, "release.0.epsilon").fill("0.5")
    expect(page.locator("#release")).to_contain_text("Save the study first")
    assert page.locator("#go").count() == 0
    page.keyboard.press("Control+s")
    expect(page.locator("#go")).to_be_visible()
    assert not (folder / "hospital.ledger").exists()
    # Without the box nothing is sent.
    page.click("#go")
    assert ("POST", f"{served.origin}/release") not in page.requested
    page.check("#agree")
    page.evaluate("() => { const go = document.getElementById('go'); go.click(); go.click(); }")
    expect(page.locator("#released-title")).to_be_visible()
    assert page.requested.count(("POST", f"{served.origin}/release")) == 1
    assert page.locator("#released figure:visible").count() >= 3
    expect(page.locator("#said")).to_have_text("Released.")
    assert left(folder, monkeypatch) == 2.25
    # And the page lives on.
    page.locator("#go").dblclick()
    expect(page.locator("#released")).to_contain_text("Nothing was spent now")
    assert left(folder, monkeypatch) == 2.25
    field(page, "release.0.epsilon").fill("0.6")
    expect(page.locator("#plan .fits")).to_contain_text("Costs epsilon 0.6 of epsilon 2.25")
    assert page.said == []


def test_two_clicks_that_both_arrive_pay_once(visit, folder, served, monkeypatch):
    """Past the script: the same button, sent twice at once."""
    page = visit()
    statuses = page.evaluate(
        """async () => {
          const fields = new URLSearchParams(new FormData(document.getElementById('form')));
          fields.append('agree', 'on');
          fields.append('button', document.querySelector('[name=button]').value);
          const headers = { Authorization: 'Bearer ' + sessionStorage.getItem('scrim-token') };
          const both = [1, 2].map(() => fetch('/release', { method: 'POST', body: fields, headers }));
          return (await Promise.all(both)).map(answer => answer.status);
        }"""
    )
    assert sorted(statuses) == [200, 409] and left(folder, monkeypatch) == 2.25


def test_rows_are_added_by_the_keyboard_alone(visit, folder):
    page = visit()
    field(page, "add.column").focus()
    page.keyboard.press("Enter")
    expect(field(page, "column.4.name")).to_be_focused()
    page.keyboard.type("day")
    page.keyboard.press("Tab")
    page.keyboard.press("d")  # days
    expect(field(page, "column.4.low")).to_be_visible()
    expect(field(page, "column.4.kind")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("2026-01-01")
    page.keyboard.press("Tab")
    page.keyboard.type("2026-12-31")
    field(page, "add.stat.0").focus()
    page.keyboard.press("Enter")
    expect(field(page, "release.0.stat.2.name")).to_be_focused()
    page.keyboard.type("oldest")
    page.keyboard.press("Tab")
    page.keyboard.press("q")  # quantile; a word that is typed slowly would be several choices
    expect(field(page, "release.0.stat.2.column")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("a")  # age
    page.keyboard.press("Tab")
    page.keyboard.type("0.9")
    expect(page.locator("#plan")).to_contain_text("oldest = quantile(age, alpha=0.9)")
    page.keyboard.press("Control+s")
    expect(page.locator("#said")).to_have_text("Saved study.toml.")
    study = read_study(folder / "study.toml")
    assert study.content["columns"]["day"] == {"date": ["2026-01-01", "2026-12-31"]}
    assert study.releases[0]["stats"]["oldest"] == "quantile(age, 0.9)"
    assert "# By region, as every year." in (folder / "study.toml").read_text(encoding="utf-8")
    assert page.said == []


def test_the_keyboard_comes_to_the_release(visit):
    page = visit()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    seen = []
    for _ in range(150):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id"))
    places = [seen.index(name) for name in ("title", "release.0.stat.1.share", "agree", "go", "write", "load")]
    assert places == sorted(places)
    # What has the keyboard is seen, not hidden behind the bar.
    page.focus('[id="release.1.stat.0.within"]')
    box = field(page, "release.1.stat.0.within").bounding_box()
    bar = page.locator("#bar").bounding_box()
    assert box["y"] + box["height"] <= bar["y"]


def test_what_the_disk_has_is_not_overwritten(visit, folder):
    page = visit()
    theirs = (STUDY + WARDS).replace("0.50", "0.75")
    (folder / "study.toml").write_text(theirs, encoding="utf-8")
    field(page, "release.0.epsilon").fill("0.25")
    expect(page.locator("#said")).to_contain_text("changed on the disk")
    page.click("#save")
    expect(page.locator("#said")).to_contain_text("nothing was written")
    assert (folder / "study.toml").read_text(encoding="utf-8") == theirs
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#load")
    expect(field(page, "release.0.epsilon")).to_have_value("0.75")


def test_code_is_written_and_copied(visit, browser):  # noqa: F811
    page = visit()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#write")
    expect(page.locator("#text-TOML")).to_be_visible()
    page.click('[data-copies="text-Python"]')
    expect(page.locator("#said")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#text-Python").text_content() and "scrim.Session(" in copied


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another page on this machine."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *given):
        pass


@pytest.fixture
def elsewhere():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_other_pages_are_refused(visit, served, elsewhere):
    """Whatever they know: a page on another port asks with the right token, by script, by form and in a frame."""
    page = visit(address=elsewhere)
    asked = """async ([path, token]) => {
      const headers = token ? { Authorization: 'Bearer ' + token } : {};
      try { return (await fetch(path, { method: 'POST', headers, mode: token ? 'cors' : 'no-cors' })).type; } catch (error) { return 'refused'; }
    }"""
    assert page.evaluate(asked, [f"{served.origin}/page", served.token]) == "refused"
    assert page.evaluate(asked, [f"{served.origin}/page", ""]) == "refused"
    with page.expect_navigation() as navigated:
        page.evaluate(
            """address => { const form = document.createElement('form'); form.method = 'POST'; form.action = address; document.body.append(form); form.submit(); }""",
            f"{served.origin}/release",
        )
    assert navigated.value.status == 403
    page.goto(elsewhere)
    page.evaluate("address => { const frame = document.createElement('iframe'); frame.src = address; document.body.append(frame); }", f"{served.origin}/")
    page.wait_for_timeout(500)
    assert any("frame" in said.lower() for said in page.said)


def test_a_name_that_leads_here_is_another_host(browser, served, elsewhere):  # noqa: F811
    """DNS rebinding: the browser believes that evil.example is this machine."""
    rules = "--host-resolver-rules=MAP evil.example 127.0.0.1"
    rebound = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", rules])
    try:
        page = rebound.new_page()
        answer = page.goto(f"http://evil.example:{served.port}/#token={served.token}")
        assert answer.status == 421 and "scrim explore" in answer.text()
        assert page.goto(elsewhere.replace("127.0.0.1", "evil.example")).status == 200  # the name does lead here
    finally:
        rebound.close()


def test_without_the_token_there_is_nothing(visit, served):
    page = visit(address=f"{served.origin}/")
    expect(page.locator("#said")).to_contain_text("needs its token")
    assert page.locator("#form").count() == 0
    page = visit(address=f"{served.origin}/#token=wrong")
    expect(page.locator("#said")).to_contain_text("the token is missing or wrong")
    assert page.locator("#form").count() == 0


def test_a_tab_keeps_its_token_and_another_has_none(visit, served):
    page = visit()
    page.reload()
    page.wait_for_selector("#plan h3")
    other = page.context.new_page()
    other.goto(f"{served.origin}/")
    expect(other.locator("#said")).to_contain_text("needs its token")


def filled(page):
    """With everything on it: a release, code, details that are open."""
    page.check("#agree")
    page.click("#go")
    expect(page.locator("#released-title")).to_be_visible()
    page.click("#write")
    expect(page.locator("#text-TOML")).to_be_visible()
    page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_overflows_and_labels_are_whole(visit, width):
    page = visit(width)
    for fill in (lambda page: None, filled):
        fill(page)
        assert page.evaluate(BEYOND) == []
        assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_texts_stand_out(visit, scheme):
    page = visit(768, scheme)
    filled(page)
    field(page, "release.0.epsilon").fill("much")
    expect(page.locator("#plan .problem")).to_be_visible()
    assert page.evaluate(PALE) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 28)"}[scheme]


def test_no_request_leaves_the_machine(visit, served):
    page = visit()
    filled(page)
    assert all(url.startswith((f"{served.origin}/", "data:,")) for _, url in page.requested)
    assert page.said == []  # a violated policy would be told there


def test_a_screen_reader_finds_names(visit):
    page = visit()
    assert page.get_by_role("heading", level=1).count() == 1
    for kind in ("textbox", "combobox", "checkbox", "button", "group"):
        found = page.get_by_role(kind)
        assert found.count() > 3
    named = """() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter(each => !each.labels.length || !each.labels[0].textContent.trim()).length"""
    assert page.evaluate(named) == 0
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
    assert page.get_by_role("button", name="Take out the column age").count() == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_a_screen_reader_is_told_what_comes_of_a_change(visit, width):
    """By live regions, at every width: what it costs, and what was done. What display: none hides is not found by its role."""
    page = visit(width)
    told = page.get_by_role("status")
    assert told.evaluate_all("all => all.map(each => each.id)") == ["verdict", "said"]
    expect(told.first).to_contain_text("Costs epsilon 0.75")
    page.evaluate(
        """() => {
          window.times = 0;
          new MutationObserver(() => { times += 1; }).observe(document.getElementById('verdict'), { childList: true, characterData: true, subtree: true });
        }"""
    )
    field(page, "title").fill("Other words")
    expect(told.last).to_have_text("Not saved.")
    assert page.evaluate("times") == 0  # the same is not told again
    field(page, "release.0.epsilon").fill("2.9")
    expect(told.first).to_contain_text("it does not fit")
    assert page.evaluate("times") == 1


def test_names_are_text_in_the_browser_too(folder, command_line, browser):  # noqa: F811
    name = json.dumps(HOSTILE)
    text = STUDY.replace("[columns]", f"[columns]\n{name} = {{ category = [{name}] }}").replace('"Visits"', name)
    (folder / "study.toml").write_text(text.replace('group_by = ["region"]', f"group_by = [{name}]"), encoding="utf-8")
    served = Served(folder, command_line.environment)
    context = browser.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(SECONDS)
        page.goto(f"{served.origin}/#token={served.token}")
        page.wait_for_selector("#plan h3")
        page.click("#write")
        page.wait_for_selector("#text-TOML")
        assert page.evaluate("document.querySelectorAll('main script, main b').length") == 0
        assert page.title() == HOSTILE and page.locator("h1").text_content() == HOSTILE
        assert page.locator("#text-TOML").text_content() == (folder / "study.toml").read_text(encoding="utf-8")
    finally:
        context.close()
        served.end()
