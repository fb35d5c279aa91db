"""Where there is no browser."""

import pytest

from tests.local.page import browser_path


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.delenv("ARENA_BROWSER", raising=False)


@pytest.mark.usefixtures("no_browser")
def test_without_a_browser_the_tests_are_skipped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_REQUIRE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser found: none of chromium"):
        browser_path()


@pytest.mark.usefixtures("no_browser")
def test_a_required_browser_that_is_missing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="no browser found"):
        browser_path()


@pytest.mark.usefixtures("no_browser")
def test_a_browser_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_BROWSER", "/opt/browser")
    assert browser_path() == "/opt/browser"
