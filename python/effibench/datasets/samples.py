"""Completions of models, in the files that benchmarks' own tools read and write, made into programs.

    samples.jsonl        {"task_id": …, "completion": …} or {"task_id": …, "solution": …} a line (HumanEval, EvalPlus)
    a folder             <task>/<number>.py or <task>.py, with "_" for "/" in the task's name (EvalPlus)
    {prompt: [[text, …], valid]}          COFFE's predictions; one that is not valid counts as no answer
    [[text, …], …]                        the i-th entry answers the i-th task (Mercury, bigcode-evaluation-harness)
    [{"problem_idx": …, "completion": …}] EffiBench's results
    {task: {language: text}}              EffiBench-X's solutions, of which only Python is read

A file may answer some of the tasks only. A task that does not exist is an error, but not in COFFE's predictions: its
own published ones hold prompts that are in no task any more, and its tools pass over them, so they are only reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from effibench.datasets.problem import Problem
from effibench.datasets.reading import Place, Reader, keyed, read_bytes
from effibench.errors import DatasetError

_LANGUAGE = "python3"


class Sample(NamedTuple):
    """One answer to one task.

    Attributes:
        number: counts the answers to a task from 0, in the file's order.
        source: the program that `Problem.assemble` made of it.
    """

    problem: Problem
    number: int
    source: str
    place: Place


class Samples(NamedTuple):
    """What a model submitted.

    Attributes:
        samples: answers, in the order of the file.
        tasks: how many tasks there are.
        ignored: what was passed over on purpose, and why.
        malformed: empty unless reading went on.
    """

    samples: list[Sample]
    tasks: int
    ignored: list[str]
    malformed: list[DatasetError]

    @property
    def covered(self) -> int:
        """How many tasks have an answer."""
        return len({sample.problem.id for sample in self.samples})

    def of(self, task: str) -> list[Sample]:
        """The answers to one task."""
        return [sample for sample in self.samples if sample.problem.id == task]


class _Answer(NamedTuple):
    place: Place
    problem: Problem
    text: str


class _Line(msgspec.Struct, frozen=True):
    """An answer with its task's name; EffiBench's results call the name `problem_idx`."""

    task_id: str | int | None = None
    problem_idx: str | int | None = None
    completion: str | None = None
    solution: str | None = None


def read_samples(path: Path, problems: Sequence[Problem], *, keep_going: bool = False) -> Samples:
    """Reads what a model submitted for a benchmark.

    Args:
        problems: the tasks in the benchmark's order. Answers by position need all of them: where a malformed record
            was left out, later answers would go to the wrong tasks.

    Raises:
        DatasetError: the file cannot be read, or an entry is malformed or names no task and `keep_going` is false; the
            message names file and line.
    """
    reading = _Reading(problems, Reader(keep_going=keep_going))
    samples: list[Sample] = []
    counts: dict[str, int] = {}
    for place, problem, text in reading.answers(path):
        number = counts.setdefault(problem.id, 0)
        counts[problem.id] += 1
        samples.append(Sample(problem, number, problem.assemble(text), place))
    return Samples(samples, len(problems), reading.ignored, reading.reader.malformed)


class _Reading:
    """One reading of one submission."""

    def __init__(self, problems: Sequence[Problem], reader: Reader) -> None:
        self.problems, self.reader = problems, reader
        self.ignored: list[str] = []
        self._by_name = {problem.id: problem for problem in problems}
        self._by_prompt = {problem.task.prompt: problem for problem in problems}

    def answers(self, path: Path) -> Iterator[_Answer]:
        suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
        if path.is_dir():
            yield from self._folder(path)
        elif suffixes[-1:] == [".jsonl"]:
            for place, line in self.reader.records(path, _Line):
                yield from self._line(place, line)
        else:
            yield from self._document(path)

    def _document(self, path: Path) -> Iterator[_Answer]:
        content = self.reader.whole(path, object)
        if not isinstance(content, list | dict):
            raise DatasetError(f"{Place(path, '')}: expected a list or an object of answers")
        if isinstance(content, list):
            if not any(isinstance(entry, dict) for entry in content):
                yield from self._by_position(path, content)
                return
            for index, entry in enumerate(content):
                place = Place(path, f"record {index}")
                line = self._shaped(place, entry, _Line)
                if line is not None:
                    yield from self._line(place, line)
            return
        for index, (key, entry) in enumerate(content.items()):
            place = keyed(path, index, key)
            if isinstance(entry, dict):
                yield from self._languages(place, key, entry)
            else:
                yield from self._predictions(place, key, entry)

    def _line(self, place: Place, line: _Line) -> Iterator[_Answer]:
        name = line.task_id if line.task_id is not None else line.problem_idx
        text = line.completion if line.completion is not None else line.solution
        if name is None or text is None:
            self.reader.refuse(place, "expected task_id, and completion or solution")
            return
        yield from self._answer(place, str(name), text)

    def _answer(self, place: Place, name: str, text: str) -> Iterator[_Answer]:
        problem = self._by_name.get(name)
        if problem is not None:
            yield _Answer(place, problem, text)
            return
        near = get_close_matches(name, self._by_name, n=1, cutoff=0.4)
        self.reader.refuse(place, f"no task is called {name!r}{f'; near is {near[0]!r}' if near else ''}")

    def _folder(self, folder: Path) -> Iterator[_Answer]:
        names = {problem.id.replace("/", "_"): problem.id for problem in self.problems}
        for path in sorted(folder.iterdir()):
            if path.is_dir():
                files = sorted(path.glob("*.py"), key=_by_number)
            else:
                files = [path] if path.suffix == ".py" else []
            if not files:
                self.ignored.append(f"{path.name}: no Python file")
                continue
            name = path.name if path.is_dir() else path.stem
            for file in files:
                place = Place(file, "")
                text = self.reader.make(place, lambda file=file: read_bytes(file).decode("utf-8-sig"))  # type: ignore[misc]
                if text is not None:
                    yield from self._answer(place, names.get(name, name), text)

    def _by_position(self, path: Path, content: list[Any]) -> Iterator[_Answer]:
        if len(content) > len(self.problems):
            self.reader.refuse(
                Place(path, ""), f"has answers to {len(content)} tasks, but there are {len(self.problems)}"
            )
            return  # and which of them is whose cannot be said
        for index, (problem, entry) in enumerate(zip(self.problems, content, strict=False)):
            place = Place(path, f"record {index}")
            texts = self._shaped(place, entry, list[str])
            for text in texts or ():
                yield _Answer(place, problem, text)

    def _predictions(self, place: Place, prompt: str, entry: Any) -> Iterator[_Answer]:
        shaped = self._shaped(place, entry, tuple[list[str] | str, bool])
        if shaped is None:
            return
        texts, valid = shaped
        problem = self._by_prompt.get(prompt)
        if problem is None:
            self.ignored.append(f"{place}: no task has this prompt")
        elif not valid:
            self.ignored.append(f"{place}: marked as not valid")
        else:
            for text in [texts] if isinstance(texts, str) else texts:
                yield _Answer(place, problem, text)

    def _languages(self, place: Place, name: str, entry: dict[str, Any]) -> Iterator[_Answer]:
        for language, text in entry.items():
            if language != _LANGUAGE:
                self.ignored.append(f"{place}: {language}: only Python is judged")
            elif text is None:
                self.ignored.append(f"{place}: {language}: no answer")
            else:
                shaped = self._shaped(place, text, str)
                if shaped is not None:
                    yield from self._answer(place, name, shaped)

    def _shaped(self, place: Place, value: Any, shape: Any) -> Any:
        return self.reader.make(place, lambda: msgspec.convert(value, shape))


def _by_number(path: Path) -> tuple[int, str]:
    return (int(path.stem) if path.stem.isdecimal() else -1, path.stem)
