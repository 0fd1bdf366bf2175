"""`gammond demo`: a whole match on the page, against a friend or oneself, on a virtual board.

Owns the demo's own folder: its journal, its token, the lie of its checkers; and that only one demo runs there. The
board is a process of its own: a daemon that is killed and started again finds it as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import logging
import os
import signal
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from engine.actions import GameStarted
from engine.ids import read_id
from engine.position import START, Position, Side
from engine.situation import Situation
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.config import Config, DisplaySettings, TableSettings
from firmware.dice import Dice, SystemDice
from firmware.facts import Body, MatchBegun, MatchPutAway, decode, encode
from firmware.journal import Journal, JournalError, Row, open_journal, open_read_only
from firmware.pin_parts import PinParts
from firmware.running import SWITCH_S, daemon_of, end, put_damaged_journal_aside, scratch_folder, world_of
from firmware.sd_notify import Notifier
from firmware.standing import Standing, fold
from firmware.virtual_table import virtual_folder
from firmware.wall_clock import boot_id, wall_time
from firmware.web.bench import COLOURS, spots_of
from firmware.web.opening import Place, address_of, make_page
from firmware.web.server import Page, Table
from hardware.ports import HardwareError
from hardware.virtual.remote import RemoteBoard

_log = logging.getLogger("gammond")

PORT: Final = 8080
PORTS_TRIED: Final = 20
POSITION_ID_LETTERS: Final = 14
WINDOWS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where none of these is set a browser would open inside the terminal, over the address."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line. `port` None: 8080 or the next free one. `length` None: as it was."""

    folder: Path
    position: Situation | None = None
    length: int | None = None
    policy: str = "home"
    port: int | None = None
    has_browser: bool = True


def play(wish: Wish, dice: Dice | None = None, out: TextIO = sys.stdout) -> int:
    """Run until Ctrl-C. 0 after an end in order; 1, with a line that says why, if it cannot be."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="gammond: %(message)s")
    sys.setswitchinterval(SWITCH_S)
    path = wish.folder / "gammond.db"
    try:
        wish.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(wish.folder):
            put_damaged_journal_aside(path)
            standing = prepare(path, wish)
            with demo_board(wish.folder, standing) as board:
                return asyncio.run(_serve(wish, path, board, dice or SystemDice(), out))
    except (JournalError, HardwareError, OSError) as error:
        _log.error("%s", error)
        return 1


def demo_folder() -> Path:
    """Where the demo keeps its match between two starts."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "gammond" / "demo"


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Only one demo at a time plays with this board. HardwareError, naming the other's address, if one does."""
    with (folder / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HardwareError(f"a demo is running already; its page: {_read(folder / 'address')}") from None
        yield


# The match


def prepare(path: Path, wish: Wish) -> Standing | None:
    """Write into the journal what the wish means for the match to come; returns the match that will be gone on with."""
    journal = open_journal(path)
    try:
        match = journal.last_match()
        standing = None if match is None else fold(decode(row.kind, row.body) for row in journal.rows(match))
        if wish.position is not None:
            return _begin_at(journal, wish, wish.position)
        if standing is None or standing.is_put_away or standing.match.winner is not None:
            return None
        if wish.length is not None:
            assert match is not None, "a match that stands has a name"
            _append(journal, match, [MatchPutAway()])
            return None
        return standing
    finally:
        journal.close()


def _begin_at(journal: Journal, wish: Wish, at: Situation) -> Standing | None:
    """A match that is just being played: its first game stands at a position, the side on roll to roll."""
    table = TableSettings()
    white = at.position if at.on_roll is Side.WHITE else at.position.turned
    length = wish.length or at.length or table.length
    layout = REFERENCE_LAYOUT
    names, seats = (table.white_name, table.black_name), (layout.white_seat, layout.home_is_right)
    bodies: list[Body] = [
        MatchBegun(length, wish.policy, *names, *seats, *at.score),
        GameStarted(white, at.on_roll),
    ]
    name = f"{wall_time()[0][:10]}-{journal.last_sequence() + 1}"
    _append(journal, name, bodies)
    return fold(bodies)


def _append(journal: Journal, match: str, bodies: Sequence[Body]) -> None:
    first = journal.last_sequence() + 1
    wall, is_certain = wall_time()
    journal.append(
        [Row(first + n, match, boot_id(), 0.0, wall, is_certain, *encode(body)) for n, body in enumerate(bodies)]
    )


def read_position(text: str) -> Situation:
    """A Position ID, a GNU ID or an XGID. A Position ID does not say who is on roll: it is White.

    Raises EngineError.
    """
    found = read_id(text)
    is_bare = len(text.strip()) == POSITION_ID_LETTERS
    return replace(found, on_roll=Side.WHITE) if is_bare else found


# The board


@contextlib.contextmanager
def demo_board(folder: Path, standing: Standing | None) -> Iterator[RemoteBoard]:
    """The demo's virtual board, with its checkers where they were left, or as the match stands.

    At an end in order it is stopped and the lie of its checkers kept; a daemon that is killed leaves it running.
    """
    place = virtual_folder(os.environ) / folder_name(folder)
    place.mkdir(mode=0o700, exist_ok=True)
    board = RemoteBoard(place)
    is_new = not board.is_running()
    if is_new:
        board.start()
        _lay(board, folder / "checkers.json", standing)
    try:
        yield board
    finally:
        with contextlib.suppress(HardwareError):  # it may have been killed before us
            _keep(board, folder / "checkers.json")
            board.ask("stop")
        board.close()


def folder_name(folder: Path) -> str:
    """A short name for the board of this demo: the path of a Unix socket has about a hundred letters at most."""
    from hashlib import sha256

    return sha256(str(folder.resolve()).encode()).hexdigest()[:12]


def _lay(board: RemoteBoard, kept: Path, standing: Standing | None) -> None:
    """Lay the checkers as they were left, if a match is gone on with; else as it stands, or as a game begins."""
    position, layout = (START, REFERENCE_LAYOUT) if standing is None else _stands(standing)
    spots: list[Any] = list(spots_of(position, layout))
    colours = list(COLOURS)
    left = None if standing is None else _kept(kept)
    if left is not None and left["turn"] == turn_of(standing):
        spots, colours = left["spots"], left["colours"]
    board.ask("arrange", spots)
    board.ask("colours", colours)


def _stands(standing: Standing) -> tuple[Position, Layout]:
    return standing.match.position, standing.layout


def turn_of(standing: Standing | None) -> str:
    """Names a moment of a match, so that checkers are not laid as they lay in another one."""
    return "" if standing is None else f"{len(standing.actions)} {standing.match.position.own:x}"


def _keep(board: RemoteBoard, kept: Path) -> None:
    """Write down where every checker lies, lower ones first, so that they are stacked again as they were."""
    lying = sorted((disc for disc in board.ask("discs")["discs"] if disc[1] is not None), key=lambda disc: disc[3])
    spots = [[number, x_mm, y_mm] for number, x_mm, y_mm, _ in lying]
    journal = open_read_only(kept.with_name("gammond.db"))
    try:
        match = journal.last_match()
        standing = None if match is None else fold(decode(row.kind, row.body) for row in journal.rows(match))
    finally:
        journal.close()
    colours = board.ask("colours")["colours"]
    part = kept.with_suffix(".part")
    part.write_text(json.dumps({"turn": turn_of(standing), "spots": spots, "colours": colours}), encoding="utf-8")
    part.replace(kept)


def _kept(kept: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if {"turn", "spots", "colours"} <= found.keys() else None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return "its address is not known"


# The daemon and its page


async def _serve(wish: Wish, path: Path, board: RemoteBoard, dice: Dice, out: TextIO) -> int:
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    config = _config(wish)
    world = world_of(config, path, str(board.link), True, PinParts(config, scratch_folder()), Notifier())
    world.dice = dice
    daemon = daemon_of(config, world)
    await daemon.start()

    place = Place(path, wish.folder, board.socket_path)

    def make(port: int) -> Page:
        return make_page(place, port, daemon, partial(setattr, world, "on_effect"))

    try:
        page = await open_somewhere(wish.port, make, daemon)
        _welcome(wish, address_of(page), out)
        await stopped.wait()
        await page.stop()
    finally:
        status = end(daemon)
    return status


async def open_somewhere(port: int | None, make: Callable[[int], Page], table: Table) -> Page:
    """Serve on the port, or on the first free one from 8080. OSError, saying what to do, if there is none."""
    tried = [port] if port is not None else list(range(PORT, PORT + PORTS_TRIED))
    for each in tried:
        page = make(each)
        try:
            await page.start(table)
        except OSError as error:
            _log.info("port %d: %s", each, error)
            continue
        return page
    which = f"port {port} is" if port is not None else f"the ports {PORT} to {PORT + PORTS_TRIED - 1} are all"
    raise OSError(f"{which} in use: name a free one with --port")


def _config(wish: Wish) -> Config:
    table = TableSettings(policy=wish.policy)
    if wish.length is not None:
        table = TableSettings(policy=wish.policy, length=wish.length)
    return Config(table=table, display=DisplaySettings(chip="none"))


def _welcome(wish: Wish, address: str, out: TextIO) -> None:
    (wish.folder / "address").write_text(address + "\n", encoding="utf-8")
    print(WELCOME.format(address=address), file=out, flush=True)
    if wish.has_browser and any(os.environ.get(name) for name in WINDOWS):
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)


WELCOME: Final = """\
A backgammon board is ready to play on. Open this page, on this computer:

  {address}

Drag the checkers, right or wrong; the board sees only that something lies there, as a real one does.
Each player has two keys. PLAY goes on: press both to begin, then to roll and to pass the turn.
CUBE doubles and answers. The little screen says the rest.

Ctrl-C stops it; the match is kept, and started again it goes on where it was."""
