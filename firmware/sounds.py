"""What each sound is: tones for a buzzer. Values only; which sound is due is for the table to say."""

from __future__ import annotations

from typing import Final

from firmware.effects import Sound

Tones = tuple[tuple[float, float], ...]
"""(frequency in Hz, 0 = silence; duration in s) one after another."""

TONES: Final[dict[Sound, Tones]] = {
    Sound.CLICK: ((2400.0, 0.01),),
    Sound.ROLL: ((900.0, 0.03), (0.0, 0.03), (1200.0, 0.03), (0.0, 0.03), (1500.0, 0.05)),
    Sound.COMPLETE: ((1800.0, 0.05),),
    Sound.WARNING: ((400.0, 0.12), (0.0, 0.08), (400.0, 0.12)),
    Sound.DOUBLE: ((1000.0, 0.1), (1500.0, 0.15)),
    Sound.GAME_OVER: ((1000.0, 0.12), (1250.0, 0.12), (1500.0, 0.25)),
}
"""Every sound; a warning is two low tones."""
