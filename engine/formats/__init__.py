"""Match records as files: text in, text out; tolerant in, strict out."""

from engine.formats.files import LARGEST, Format, decode, format_named, format_of, read_record, write_record
from engine.formats.mat_reader import read_mat
from engine.formats.mat_writer import write_mat
from engine.formats.record import FormatError, GameRecord, MatchRecord, Oddity, record_of, replay
from engine.formats.sgf_reader import read_sgf
from engine.formats.sgf_writer import write_sgf

__all__ = [
    "LARGEST",
    "Format",
    "FormatError",
    "GameRecord",
    "MatchRecord",
    "Oddity",
    "decode",
    "format_named",
    "format_of",
    "read_mat",
    "read_record",
    "read_sgf",
    "record_of",
    "replay",
    "write_mat",
    "write_record",
    "write_sgf",
]
