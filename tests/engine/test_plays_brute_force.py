"""A second opinion: legal plays worked out slowly and plainly from the rules, on positions of all kinds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.plays import Roll, legal_ends, legal_plays
from engine.position import Position

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""Own and opposing checkers on 0-25, both in the mover's numbering; the opponent's bar is 0 and its off 25."""


def plain_moves(board: Board, number: int) -> list[Board]:
    own, opp = board
    found = []
    for start in range(1, 26):
        if own[start] == 0 or (own[25] and start != 25):
            continue
        end = max(start - number, 0)
        if end == 0:
            if any(own[point] for point in range(7, 26)):
                continue
            if number > start and any(own[point] for point in range(start + 1, 7)):
                continue
        elif opp[end] >= 2:
            continue
        own_after, opp_after = list(own), list(opp)
        own_after[start] -= 1
        own_after[end] += 1
        if end and opp[end] == 1:
            opp_after[end] = 0
            opp_after[0] += 1
        found.append((tuple(own_after), tuple(opp_after)))
    return found


def plain_sequences(board: Board, numbers: tuple[int, ...]) -> list[tuple[int, int, Board]]:
    """(numbers used, first number used, end) of every sequence played as far as it goes in this order."""
    ends = []
    for number in numbers[:1]:
        for after in plain_moves(board, number):
            longer = plain_sequences(after, numbers[1:])
            ends += [(used + 1, number, end) for used, _, end in longer] or [(1, number, after)]
    return ends


def plain_ends(board: Board, roll: Roll) -> set[Board]:
    orders = [roll.numbers, roll.numbers[::-1]]
    found = [end for order in orders for end in plain_sequences(board, order)]
    most = max((used for used, _, _ in found), default=0)
    if most == 1 and not roll.is_double:
        largest = max(first for used, first, _ in found)
        return {end for used, first, end in found if first == largest}
    return {end for used, _, end in found if used == most}


def plain_board(position: Position) -> Board:
    own = tuple(position.own_on(slot) for slot in range(26))
    return own, tuple(position.opp >> 4 * (25 - slot) & 15 for slot in range(26))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any two sides that share no point: a few to all checkers on the board, on the bar, or borne off."""
    points = draw(st.permutations(range(1, 25)))
    split = draw(st.integers(0, 24))
    highest = draw(st.sampled_from([6, 7, 12, 24]))
    own_places = [25, *(p for p in points[:split] if p <= highest)] if draw(st.booleans()) else []
    own_places = own_places or [p for p in points[:split] if p <= highest]
    opp_places = [25, *(25 - p for p in points[split:])]
    return Position.of(draw(checkers(own_places)), draw(checkers(opp_places)))


def checkers(places: list[int]) -> st.SearchStrategy[dict[int, int]]:
    if not places:
        return st.just({})
    most = min(15, 2 * len(places))
    return st.lists(st.sampled_from(places), max_size=most).map(lambda stood: {p: stood.count(p) for p in stood})


rolls = st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


@settings(max_examples=400, deadline=None)
@given(positions(), rolls)
def test_ends_agree_with_a_plain_generator(position: Position, roll: Roll) -> None:
    ends = [plain_board(end) for end in legal_ends(position, roll)]
    assert set(ends) == plain_ends(plain_board(position), roll)
    assert len(ends) == len(set(ends))


@settings(max_examples=150, deadline=None)
@given(positions(), rolls)
def test_every_play_is_made_of_plain_moves_and_keeps_every_checker(position: Position, roll: Roll) -> None:
    for play in legal_plays(position, roll):
        board = plain_board(position)
        numbers = list(roll.numbers)
        for move in play.moves:
            numbers.remove(move.number)
            had_blot = move.end != 0 and board[1][move.end] == 1
            assert move.is_hit == had_blot
            after = [b for b in plain_moves(board, move.number) if b[0][move.start] < board[0][move.start]]
            assert len(after) == 1
            board = after[0]
        assert board == plain_board(play.end)
        assert sum(board[0]) == 15
        assert sum(board[1]) == 15
