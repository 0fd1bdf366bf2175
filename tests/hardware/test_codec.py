"""The sentences: what comes through, and that nothing else does."""

from __future__ import annotations

import ast
import itertools
import re
import zlib
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.link import codec
from hardware.link.codec import Sentences

LINK = Path(codec.__file__).parent
PROTOCOL_DOC = LINK.parents[1] / "docs" / "protocol.md"
U32 = st.integers(0, 2**32 - 1)
PRESSES = st.tuples(*[st.integers(0, 255)] * 4)
DOWN = st.tuples(*[st.booleans()] * 4)
LEVELS = st.lists(st.integers(-32768, 32767), max_size=208).map(tuple)
SCAN = codec.scan_sentence(7, 140, True, (1, 2, 3, 4), (False, True, False, False), tuple(range(-64, 64)))
ECHO = codec.echo_sentence(9)
NOISE = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.sampled_from(
            [b"AT\r\n", b"ATZ\r\n", b"\xa5", b"\x5a", b"\xa5\x5a", b"\xa5\x5a\x53\xff\x03", SCAN[:100], SCAN[20:]]
        ),
    ),
    max_size=6,
).map(b"".join)


@given(U32, U32, st.booleans(), PRESSES, DOWN, LEVELS)
def test_a_scan_comes_back_as_it_was_sent(
    sequence: int,
    at_ms: int,
    is_hand: bool,
    presses: tuple[int, ...],
    is_down: tuple[bool, ...],
    levels: tuple[int, ...],
) -> None:
    sent = codec.scan_sentence(sequence, at_ms, is_hand, presses, is_down, levels)
    [(kind, payload)] = Sentences().feed(sent)
    assert kind == codec.SCAN
    assert codec.read_scan(payload) == (sequence, at_ms, is_hand, presses, is_down, levels)


@given(st.integers(0, 255), st.text(max_size=60), st.text(max_size=60), st.text(max_size=60), st.integers(0, 65535))
def test_a_hello_comes_back_as_it_was_sent(protocol: int, firmware: str, board: str, geometry: str, cells: int) -> None:
    [(kind, payload)] = Sentences().feed(codec.hello_sentence(protocol, firmware, board, geometry, cells))
    assert kind == codec.HELLO
    assert codec.read_hello(payload) == (protocol, firmware, board, geometry, cells)


@given(st.integers(0, 65535), st.lists(st.tuples(*[st.integers(0, 255)] * 4), min_size=28, max_size=28))
def test_a_lamp_frame_comes_back_as_it_was_sent(number: int, lamps: list[tuple[int, int, int, int]]) -> None:
    [(kind, payload)] = Sentences().feed(codec.lamps_sentence(number, lamps))
    assert kind == codec.LAMP_FRAME
    assert codec.read_lamps(payload) == (number, lamps)


@given(st.binary(max_size=400))
def test_readers_of_payloads_return_or_raise_value_error(payload: bytes) -> None:
    for read in (codec.read_scan, codec.read_hello, codec.read_lamps, codec.read_echo):
        try:
            read(payload)
        except ValueError:
            continue


@given(st.integers(0, len(SCAN) - 1), st.integers(1, 255))
@example(40, 1)
def test_a_corrupted_byte_never_gets_through(at: int, flip: int) -> None:
    """The sentence after it does. Without the CRC check, or with one that leaves bytes out, this fails."""
    spoilt = bytearray(SCAN)
    spoilt[at] ^= flip
    parser = Sentences()
    found = parser.feed(bytes(spoilt) + ECHO + bytes(codec.MAX_PAYLOAD))
    assert found == [(codec.LAMP_ECHO, b"\x09\x00")]
    assert parser.dropped_bytes >= len(SCAN)


def test_every_corrupted_byte_of_the_payload_is_caught_by_the_checksum_of_the_standard_library() -> None:
    body, told = SCAN[2:-4], SCAN[-4:]
    assert zlib.crc32(body) == int.from_bytes(told, "little")


@given(NOISE, NOISE, NOISE)
def test_whole_sentences_survive_whatever_is_around_them(before: bytes, between: bytes, after: bytes) -> None:
    rest = bytes(2 * codec.MAX_PAYLOAD)  # whatever looked like a beginning is decided by now
    found = Sentences().feed(before + SCAN + between + ECHO + after + rest)
    kinds = [kind for kind, _ in found]
    assert codec.SCAN in kinds
    assert codec.LAMP_ECHO in kinds
    assert all(payload in (SCAN[5:-4], ECHO[5:-4]) for _, payload in found if len(payload) in (269, 2))


@given(NOISE, NOISE, st.data())
def test_pieces_of_any_size_give_the_same_as_one_piece(before: bytes, after: bytes, data: st.DataObject) -> None:
    stream = before + SCAN + after + ECHO + after
    whole, bytewise, pieces = Sentences(), Sentences(), Sentences()
    expected = whole.feed(stream)
    assert [s for i in range(len(stream)) for s in bytewise.feed(stream[i : i + 1])] == expected
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    bounds = [0, *cuts, len(stream)]
    assert [s for a, b in itertools.pairwise(bounds) for s in pieces.feed(stream[a:b])] == expected
    counts = {(p.dropped_bytes, p.damaged) for p in (whole, bytewise, pieces)}
    assert len(counts) == 1


@given(st.lists(NOISE, max_size=12))
def test_the_parser_never_keeps_more_than_one_longest_sentence(pieces: list[bytes]) -> None:
    parser = Sentences()
    for piece in pieces:
        parser.feed(piece * 20)
        assert len(parser._kept) < codec.MAX_PAYLOAD + 9


def test_half_a_sentence_costs_only_itself() -> None:
    assert [kind for kind, _ in Sentences().feed(SCAN[:100] + SCAN + SCAN)] == [codec.SCAN, codec.SCAN]


def test_what_a_modem_manager_sends_is_counted_and_passed_over() -> None:
    parser = Sentences()
    assert parser.feed(b"AT\r\nAT+GCAP\r\n") == []
    assert parser.feed(ECHO) == [(codec.LAMP_ECHO, b"\x09\x00")]
    assert (parser.dropped_bytes, parser.damaged) == (13, 0)


def test_too_long_a_payload_and_too_few_lamps_are_refused() -> None:
    with pytest.raises(ValueError, match="1025 bytes"):
        codec.sentence(codec.SCAN, bytes(1025))
    with pytest.raises(ValueError, match="27 lamps"):
        codec.lamps_sentence(1, [(0, 0, 0, 0)] * 27)


def _example(name: str) -> bytes:
    found = re.search(rf"```{name}\n([0-9a-f \n]+)```", PROTOCOL_DOC.read_text())
    assert found, f"docs/protocol.md has no example {name}"
    return bytes.fromhex(found[1])


def test_the_examples_in_the_protocol_document_are_what_the_codec_says() -> None:
    levels = (1294, -44, 5, -1033)
    down = (False, False, True, False)
    assert _example("scan") == codec.scan_sentence(1000, 20040, True, (3, 0, 7, 1), down, levels)
    assert _example("hello-request") == codec.hello_request_sentence()
    assert _example("echo") == codec.echo_sentence(7)


@pytest.mark.parametrize("name", ["codec.py", "debounce.py"])
def test_what_the_scanner_shares_imports_only_what_micropython_has(name: str) -> None:
    tree = ast.parse((LINK / name).read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= {"binascii", "struct"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
