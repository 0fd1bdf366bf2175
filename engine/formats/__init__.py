"""Match records as files: text in, text out; tolerant in, strict out."""

from engine.formats.mat_reader import read_mat
from engine.formats.mat_text import decode
from engine.formats.mat_writer import write_mat
from engine.formats.record import FormatError, GameRecord, MatchRecord, Oddity, record_of, replay

__all__ = [
    "FormatError",
    "GameRecord",
    "MatchRecord",
    "Oddity",
    "decode",
    "read_mat",
    "record_of",
    "replay",
    "write_mat",
]
