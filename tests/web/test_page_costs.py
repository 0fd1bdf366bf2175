"""The page stays light, and what it costs can be measured."""

from __future__ import annotations

import re
import shutil

import pytest

from firmware.web import files
from tests.web import page_costs

BUDGET_B = 40_000
"""For the page to play on, packed: what a slow line (50 kB/s) brings in less than a second."""


def test_page_to_play_on_is_light() -> None:
    found = files.load()
    watched = {"live.html", "live.js", "live.css", "overlay.html", "overlay.js", "extras.js"}
    sizes = {name: len(file.packed) for name, file in found.items() if name not in watched}
    assert "board.html" in sizes
    assert sum(sizes.values()) < BUDGET_B, sizes


@pytest.mark.ci
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium: sudo apt-get install chromium")
def test_costs_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["page_costs", "--seconds", "3"])
    page_costs.main()
    daemon, pages = (part.splitlines()[1:] for part in capsys.readouterr().out.strip().split("\n\n"))
    figures = [[float(figure) for figure in re.findall(r" ([\d.]+)(?= |$)", row.split("  ", 1)[1])] for row in daemon]
    assert [row[-1] for row in figures] == [0, 0, page_costs.REFUSED]
    for share, memory_mb, _p50, p99_ms, _most, _rate, _refused in figures:
        assert 0 < share < 60
        assert 20 < memory_mb < 120
        assert p99_ms < 100
    assert figures[1][-2] > 1  # those who watch are told of what moves
    assert len(pages) == 2 * len(page_costs.PATHS)
