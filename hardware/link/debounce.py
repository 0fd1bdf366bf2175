"""Debounce of one key, for the scanner: a pure function of (contact, now). Shared with MicroPython.

Knows nothing of pins or clocks. Time is handed in as milliseconds that may wrap at 2^30 or 2^32.
"""

SETTLE_MS = 15
_WRAP = 0x3FFFFFFF


class Debounce:
    """A key whose contact must stay changed for `settle_ms` before it counts.

    `is_down` is the settled state, `presses` how often it has gone down, modulo 256. A stall of the caller loses
    nothing: a contact found changed, and still changed after the stall, has settled.
    """

    def __init__(self, settle_ms: int = SETTLE_MS) -> None:
        self.is_down = False
        self.presses = 0
        self._settle_ms = settle_ms
        self._since_ms = 0
        self._is_changing = False

    def feed(self, contact: bool, now_ms: int) -> bool:
        """Take the contact as it is at `now_ms`; True if `is_down` changed by it."""
        if contact == self.is_down:
            self._is_changing = False
            return False
        if not self._is_changing:
            self._is_changing = True
            self._since_ms = now_ms
        if now_ms - self._since_ms & _WRAP < self._settle_ms:
            return False
        self.is_down = contact
        self._is_changing = False
        if contact:
            self.presses = self.presses + 1 & 255
        return True
