"""Dice: every face, no favoured one, and two that know nothing of each other; scripts for replays."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware.dice import ScriptedDice, SystemDice

ROLLS = 36_000


def test_electronic_dice_show_every_pair_about_as_often_as_every_other() -> None:
    """Each of 36 pairs within 1000 +- 6 standard deviations of 31.2 (facts: binomial, 36,000 rolls)."""
    dice = SystemDice()
    pairs = Counter(dice.roll() for _ in range(ROLLS))
    assert set(pairs) == {(first, second) for first in range(1, 7) for second in range(1, 7)}
    assert all(abs(count - 1000) < 6 * 31.2 for count in pairs.values())


def test_electronic_dice_take_their_numbers_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """`secrets` draws from os.urandom and throws away what would favour a face: no seed can repeat a roll."""
    asked: list[int] = []

    def randbelow(limit: int) -> int:
        asked.append(limit)
        return limit - 1

    monkeypatch.setattr("firmware.dice.secrets.randbelow", randbelow)
    assert SystemDice().roll() == (6, 6)
    assert asked == [6, 6]


def test_scripted_dice_fall_as_told_and_say_when_the_script_ends() -> None:
    dice = ScriptedDice([(3, 1)])
    dice.put(6, 6)
    assert [dice.roll(), dice.roll()] == [(6, 6), (3, 1)]
    with pytest.raises(LookupError):
        dice.roll()
