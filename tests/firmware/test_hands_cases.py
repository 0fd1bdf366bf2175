"""Turns that were once recorded wrong, scan by scan: they may be asked about or refused, never read as another play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware.referee import judge
from firmware.rehearsal.cases import Case, played_back, read_case
from firmware.rehearsal.trial import Trial
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Complete, Verdict
from hardware.geometry import R1

FOLDER = Path(__file__).parents[1] / "data" / "hands_cases"
CASES = [pytest.param(path, id=path.stem) for path in sorted(FOLDER.glob("*.json"))]


@pytest.mark.parametrize("path", CASES)
def test_turn_once_recorded_wrong_is_never_read_as_another_play(path: Path) -> None:
    case = read_case(path)
    verdict = judge(*played_back(case))
    assert not isinstance(verdict, Complete) or verdict.play.end == case.end, case.told


class Watched(Trial):
    """Keeps each turn as a case when it is passed, with the verdict of the real scans."""

    def __init__(self, seed: int) -> None:
        super().__init__("loose", R1, seed, mischief=1.0)
        self.turns: list[tuple[Case, Verdict]] = []

    def _verdict(self, sheet: TurnSheet) -> Verdict:
        verdict = super()._verdict(sheet)
        case = self._bench.trace.case(sheet, sheet.tree.plays[0].end, "")
        self.turns.append((case, verdict))
        return verdict


def test_a_case_that_is_played_back_from_its_file_is_judged_as_at_first(tmp_path: Path) -> None:
    trial = Watched(6)
    trial.run(12)
    path = tmp_path / "case.json"
    for case, verdict in Random(1).sample(trial.turns, 6):
        case.write(path)
        assert read_case(path) == case
        assert judge(*played_back(read_case(path))) == verdict


def test_a_file_that_is_no_case_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text("{}\n")
    with pytest.raises(ValueError, match=r"other\.json: no case of a turn"):
        read_case(path)
