"""Runs tests on a module with a fault in it, in a child of this process that ends at the first test that fails.

Most faults are in functions that nothing calls before the tests run: for those everything is imported and collected
once, and each child only gets another code for one function. For the others, and for values, a child starts with
pytest and Hypothesis loaded and nothing of ours. The tests that take least time run first.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, Final, NamedTuple

import hypothesis
import pytest

from tests.mutants.replacing import load_from_text, replace_function

_MOST_BYTES: Final = 256 << 20  # more than a process has when it begins
_TIMES_LONGER: Final = 5  # than a test takes without a fault, at most
_AT_LEAST_S: Final = 0.5
_OTHERWISE: Final = 255  # the status of a child that ended in any way but at a test that failed
_OPTIONS: Final = ("-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist")


class Question(NamedTuple):
    """A fault: its name, the module it is in, that module's whole text, and the function it is in, "" for a value."""

    name: str
    module: str
    source: str
    function: str


class Tests(NamedTuple):
    """The tests that are asked: where, processor seconds of each, and the functions called before the first one."""

    tree: Path
    files: Sequence[str]
    times: Mapping[str, float]
    called_early: frozenset[str]


def tests_without_a_fault(tree: Path, files: Sequence[str], module: str) -> Tests | None:
    """Runs them all once; None if they do not all pass."""
    told = tree / "told.json"

    def work() -> int:
        watch = _Watch(str(_file_of(tree, module)))
        sys.setprofile(watch.see)
        is_passed = _passes(tree, files, watch)
        told.write_text(json.dumps([watch.times, sorted(watch.called)]), encoding="utf-8")
        return 0 if is_passed else 1

    _, status = os.waitpid(_fork(work), 0)
    if status:
        return None
    times, called = json.loads(told.read_text(encoding="utf-8"))
    return Tests(tree, files, times, frozenset(called))


def answers(tests: Tests, questions: Sequence[Question], workers: int) -> Iterator[tuple[str, bool]]:
    """(name, whether a test fails or does not come to an end) of each fault, `workers` at a time."""
    late = [question for question in questions if question.function and question.function not in tests.called_early]
    if late:
        yield from _after_collection(tests, late, workers)
    early = [question for question in questions if question not in late]

    def begin(question: Question) -> int:
        return _fork(lambda: 0 if _passes_from_the_start(tests, question) else 1)

    for name, status in _side_by_side(early, workers, begin):
        yield name, status != 0


def _after_collection(tests: Tests, questions: Sequence[Question], workers: int) -> Iterator[tuple[str, bool]]:
    """The last question has no fault: were it answered otherwise, no answer could be trusted."""
    whole = _file_of(tests.tree, questions[0].module).read_text(encoding="utf-8")
    asked = [*questions, questions[0]._replace(name="", source=whole)]
    reading, writing = os.pipe()

    def work() -> int:
        with os.fdopen(writing, "w", encoding="utf-8", buffering=1) as answered:
            _passes(tests.tree, tests.files, _ManyFaults(tests, asked, workers, answered))
        return 0

    child = _fork(work)
    os.close(writing)
    try:
        with os.fdopen(reading, encoding="utf-8") as lines:
            for line in lines:
                name, is_killed = json.loads(line)
                if name:
                    yield name, is_killed
                elif is_killed:
                    raise RuntimeError("the tests fail without a fault when they run in another order")
    finally:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def _side_by_side(
    questions: Iterable[Question], workers: int, begin: Callable[[Question], int]
) -> Iterator[tuple[str, int]]:
    """(name, status that the child which was begun ended with) of each fault."""
    running: dict[int, str] = {}
    try:
        for question in questions:
            if len(running) == workers:
                yield _ended(running)
            running[begin(question)] = question.name
        while running:
            yield _ended(running)
    finally:
        for child in running:
            os.kill(child, signal.SIGKILL)


def _ended(running: dict[int, str]) -> tuple[str, int]:
    child, status = os.wait()
    return running.pop(child), os.WEXITSTATUS(status) if os.WIFEXITED(status) else _OTHERWISE


def _passes_from_the_start(tests: Tests, question: Question) -> bool:
    _limit_memory()
    load_from_text(question.module, _file_of(tests.tree, question.module), question.source)
    return _passes(tests.tree, tests.files, _Limits(tests.times))


def _file_of(tree: Path, module: str) -> Path:
    return tree.joinpath(*module.split(".")).with_suffix(".py")


def _fork(work: Callable[[], int]) -> int:
    """A child that does the work and ends with its outcome as status, after an error with `_OTHERWISE`."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = _OTHERWISE
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        status = work()
    finally:
        os._exit(status)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + _MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _passes(tree: Path, files: Sequence[str], plugin: object) -> bool:
    root = str(Path(__file__).parents[2])
    os.chdir(tree)
    sys.path[:] = [str(tree), *(place for place in sys.path if place not in ("", root))]
    sys.dont_write_bytecode = False  # the copy's modules are compiled once
    # A failure is enough: nothing is made smaller, nothing is remembered, and every fault meets the same examples.
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, deadline=None, phases=phases)
    hypothesis.settings.load_profile("mutants")
    return pytest.main([*_OPTIONS, *files], plugins=[plugin]) == 0


# Plugins of pytest -------------------------------------------------------------------------------------------------


class _Watch:
    """Takes the time of each test, and sees which functions of a file are called before the first."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.called: set[str] = set()
        self.times: dict[str, float] = {}

    def see(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == self.file:
            self.called.add(frame.f_code.co_qualname)

    def pytest_collection_finish(self) -> None:
        sys.setprofile(None)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        start = time.process_time()
        yield
        self.times[item.nodeid] = time.process_time() - start


class _Limits:
    """The fastest tests first, and the end for one that takes much longer than without a fault."""

    def __init__(self, times: Mapping[str, float]) -> None:
        self.known = times

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.known.get(item.nodeid, 0.0))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        limit_s = max(_AT_LEAST_S, _TIMES_LONGER * self.known.get(item.nodeid, 0.0))
        signal.setitimer(signal.ITIMER_PROF, limit_s)  # its signal ends the process
        signal.alarm(round(60 * limit_s))  # for what waits and never works
        yield


class _ManyFaults(_Limits):
    """Instead of running the tests once, runs them once for every fault, each in a child.

    The tests that found one last run before all others: they often find the next.
    """

    def __init__(self, tests: Tests, questions: Sequence[Question], workers: int, answered: IO[str]) -> None:
        super().__init__(tests.times)
        self.questions = questions
        self.workers = workers
        self.answered = answered
        self.finders: list[int] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        def begin(question: Question) -> int:
            return _fork(lambda: self._finder(session, question))

        for name, status in _side_by_side(self.questions, self.workers, begin):
            self.answered.write(json.dumps([name, status != 0]) + "\n")
            if 0 < status < _OTHERWISE:
                self.finders = [status - 1, *(finder for finder in self.finders[:8] if finder != status - 1)]
        return True

    def _finder(self, session: pytest.Session, question: Question) -> int:
        """The number of the test that fails, counted from 1 (or one less than `_OTHERWISE`); 0 if all pass."""
        _limit_memory()
        replace_function(importlib.import_module(question.module), question.function, question.source)
        numbers = [*self.finders, *(number for number in range(len(session.items)) if number not in self.finders)]
        items = [session.items[number] for number in numbers]
        for number, (item, following) in zip(numbers, itertools.pairwise([*items, None]), strict=True):
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return min(number, _OTHERWISE - 2) + 1
        return 0
