"""Who is refused: other hosts, other origins, whoever has no token, whoever sends too much."""

from __future__ import annotations

import re

import pytest
from scrim.explore.guard import MOST_BYTES

from explored_study import ORIGIN, PORT, STUDY, TOKEN, Page

ASKED = ["/page", "/edit", "/plan", "/save", "/code", "/release"]
GIVEN = ["/", "/style.css", "/script.js"]


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    opened = Page(tmp_path / "study.toml")
    opened.load()
    return opened


def secret_of(page):
    return "Visits"  # of the study, which nobody may see without the token


@pytest.mark.parametrize("path", [*ASKED, *GIVEN])
@pytest.mark.parametrize(
    "host",
    ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", f"127.0.0.1.evil.example:{PORT}", f"[::1]:{PORT}", ""],
)
def test_other_hosts_are_refused(page, host, path):
    """A name that was made to lead here (DNS rebinding) is another host, whatever address it has."""
    given = page.client.get(path, headers={"Host": host}) if path in GIVEN else page.post(path, page.fields, Host=host, Origin=f"http://{host}")
    assert given.status_code == 421 and secret_of(page) not in given.text


def test_localhost_is_a_name_of_it(page):
    host = f"localhost:{PORT}"
    assert page.post("/page", Host=host, Origin=f"http://{host}").status_code == 200
    assert page.post("/page", Host=host).status_code == 403  # an origin is that of the host


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize(
    "origin",
    [None, "", "null", "http://evil.example", f"https://127.0.0.1:{PORT}", "http://127.0.0.1", f"http://127.0.0.1:{PORT + 1}", f"{ORIGIN}.evil.example", f"{ORIGIN}/"],
)
def test_other_origins_are_refused(page, origin, path):
    given = page.post(path, page.fields, Origin=origin)
    assert given.status_code == 403 and secret_of(page) not in given.text


def test_browsers_leave_out_port_80(page):
    from scrim.explore.app import make_app
    from starlette.testclient import TestClient

    client = TestClient(make_app(page.actions, port=80, token=TOKEN), base_url="http://127.0.0.1")

    def asked(host, origin):
        return client.post("/page", headers={"Host": host, "Origin": origin, "Authorization": f"Bearer {TOKEN}"}).status_code

    assert client.get("/", headers={"Host": "127.0.0.1"}).status_code == 200
    for name in ("127.0.0.1", "localhost"):
        assert asked(name, f"http://{name}") == 200
        assert asked(f"{name}:80", f"http://{name}") == 200
        for other in ("http://evil.example", "null", f"https://{name}", f"http://{name}:{PORT}", "http://127.0.0.2"):
            assert asked(name, other) == 403
    assert asked("127.0.0.1", "http://localhost") == 403
    for host in ("127.0.0.1:8080", "evil.example", "evil.example:80", ""):
        assert asked(host, f"http://{host}") == 421


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_what_the_browser_says_came_from_elsewhere_is_refused(page, site):
    assert page.post("/page", **{"Sec-Fetch-Site": site}).status_code == 403
    assert page.post("/page", **{"Sec-Fetch-Site": "same-origin"}).status_code == 200


@pytest.mark.parametrize("path", ASKED)
@pytest.mark.parametrize("given", [None, "", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, f"Bearer  {TOKEN}", "Bearer \u00fc"])
def test_without_the_token_nothing_is_answered(page, given, path):
    refused = page.post(path, page.fields, Authorization=given.encode("latin-1") if given is not None else None)
    assert refused.status_code == 401 and secret_of(page) not in refused.text


def test_the_token_is_not_taken_from_elsewhere(page):
    """Neither from the address, which is written down in many places, nor from a cookie, which knows no ports."""
    page.client.cookies.set("token", TOKEN)
    assert page.post(f"/page?token={TOKEN}", {"token": [TOKEN]}, Authorization=None).status_code == 401


def test_two_headers_of_one_name_are_none(page):
    headers = [("Origin", ORIGIN), ("Origin", ORIGIN), ("Authorization", f"Bearer {TOKEN}")]
    assert page.client.post("/page", headers=headers).status_code == 403


def test_the_token_is_compared_in_constant_time(page, monkeypatch):
    import hmac

    compared = []
    monkeypatch.setattr(hmac, "compare_digest", lambda one, other: compared.append(one) or False)
    assert page.post("/page").status_code == 401 and compared == [TOKEN.encode()]


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "HEAD", "PATCH", "TRACE"])
def test_nobody_is_told_that_other_pages_may_ask(page, method):
    given = page.client.request(method, "/page", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"})
    assert given.status_code == 405
    assert not [name for name in given.headers if name.lower().startswith("access-control")]


def test_no_answer_allows_other_origins(page):
    for given in [page.post("/page"), page.client.get("/"), page.post("/page", Origin="http://evil.example")]:
        assert not [name for name in given.headers if name.lower().startswith("access-control")]


@pytest.mark.parametrize("path", [*GIVEN, "/page", "/nothing"])
def test_every_answer_has_the_policy(page, path):
    given = page.client.get(path) if path in GIVEN else page.post(path)
    policy = dict(part.strip().split(" ", 1) for part in given.headers["content-security-policy"].split(";"))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "connect-src": "'self'",
        "img-src": "data:",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
    }
    assert given.headers["x-content-type-options"] == "nosniff" and given.headers["cache-control"] == "no-store"
    assert "set-cookie" not in given.headers and "server" not in given.headers


def test_too_much_is_refused(page):
    headers = {"Origin": ORIGIN, "Authorization": f"Bearer {TOKEN}"}
    assert page.client.post("/plan", content=b"a" * (MOST_BYTES + 1), headers=headers).status_code == 413
    pieces = (b"a" * 65536 for _ in range(MOST_BYTES // 65536 + 1))
    assert page.client.post("/plan", content=pieces, headers=headers).status_code == 413
    fields = b"&".join(b"a=" for _ in range(20_001))
    given = page.client.post("/plan", content=fields, headers=headers)
    assert given.status_code == 400 and "20000 fields" in given.text


@pytest.mark.parametrize("body", [b"\xff\xfe", b"%ff=%fe", b"base=", b"", b"column.0.kind=x", b"do=%00", b"release.99999999999999999999.name=x"])
def test_nonsense_is_refused_in_words(page, body):
    headers = {"Origin": ORIGIN, "Authorization": f"Bearer {TOKEN}"}
    for path in ASKED[1:]:
        given = page.client.post(path, content=body, headers=headers)
        assert 400 <= given.status_code < 500, given.text
        assert given.json()["said"] and given.json()["problem"]


def test_the_empty_page_tells_nothing_of_the_study_and_has_nothing_inline(page):
    text = page.client.get("/").text
    assert "Visits" not in text and "study.toml" not in text and TOKEN not in text
    everything = text + "".join(page.parts.values())
    assert not re.search(r"<[^>]* (on\w+|style)=", everything) and "<style" not in everything
    assert re.findall(r"<script[^>]*>", everything) == ['<script src="/script.js" defer>']
    assert not re.findall(r"https?://(?!www\.w3\.org/)", everything)
