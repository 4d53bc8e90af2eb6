"""Running a candidate through all cases of a task, judging as it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from effibench.candidate import Candidate
from effibench.model import CaseResult, Flag, Measurement, Verdict
from effibench.tasks.task import named_source
from effibench.timing import integrity
from effibench.timing.executor import CaseRun, Executor, Lane, Program, Stop
from effibench.timing.protocols import Protocol
from effibench.timing.suite import Suite
from effibench.timing.summary import reason_of, summarise
from effibench.timing.takes import Takes
from effibench.timing.verdicts import verdict_of_judgement, verdict_of_run

_SHORT_NS = 50_000_000


@dataclass(frozen=True, slots=True)
class Measuring:
    """What measuring needs of the session.

    Attributes:
        report: told (cases done, cases in all, what is being done).
        check: raises to abandon the work.
    """

    _executor: Executor
    _report: Callable[[int, int, str], None]
    _check: Callable[[], None]

    def measure(
        self, candidate: Candidate, suite: Suite, lane: Lane, protocol: Protocol, *, timing: bool
    ) -> Measurement:
        """Runs all cases up to the first failing one.

        Args:
            timing: whether times are wanted; otherwise only the verdict counts.
        """
        task = suite.task
        program = Program(named_source(candidate, task.entry.name), "candidate", task)
        runs: list[CaseRun] = []
        results: list[CaseResult] = []
        with Takes(self._executor, program, lane, protocol, suite) as takes:
            for index in range(len(suite.cases)):
                self._report(index, len(suite.cases), candidate.name)
                runs.append(takes.take(index))
                self._check()
                self._judge(suite, takes, runs, results, last=index + 1 == len(suite.cases))
                if results and results[-1].verdict is not Verdict.PASS:
                    break
        del runs[len(results) :]
        level, protections = self._executor.protections()
        return summarise(
            Measurement(
                task=task.id,
                task_digest=task.digest,
                candidate=candidate.name,
                candidate_digest=candidate.digest,
                protocol=protocol.name,
                verdict=results[-1].verdict,
                reason=reason_of(results[-1]),
                cases=tuple(results),
                cases_total=len(suite.cases),
                level=level,
                protections=protections,
                host=self._executor.host(task, lane),
            ),
            runs,
            suite.reference if timing else [],
            task,
            timing=timing,
        )

    def _judge(
        self, suite: Suite, takes: Takes, runs: list[CaseRun], results: list[CaseResult], *, last: bool
    ) -> None:
        """Judges the runs that are not judged yet, up to the first failing one.

        While cases are short the newest run waits for the next round: by then its process has ended and no time is
        lost. The first run is judged at once, because that is where most wrong candidates fail.
        """
        newest = runs[-1]
        short = newest.stop is Stop.DONE and (newest.envelope_ns or 0) < _SHORT_NS
        wait = short and not last and len(runs) > 1
        for index in range(len(results), len(runs) - wait):
            takes.settle(index)
            results.append(self._case_result(suite, index, runs[index]))
            if results[-1].verdict is not Verdict.PASS:
                return

    def _case_result(self, suite: Suite, index: int, run: CaseRun) -> CaseResult:
        case, expected = suite.cases[index], suite.expected[index]
        verdict, reason = verdict_of_run(run), run.reason
        flags = integrity.run_flags(run, single_core=suite.task.cores == 1)
        if verdict is None:
            verdict = Verdict.PASS
            # Every call's own answer counts; equal bytes need to be judged only once.
            distinct: list[int] = []
            for number, call in enumerate(run.calls):
                if any(call.output.same_as(run.calls[seen].output) for seen in distinct):
                    continue
                judgement = self._executor.judge(suite.task, case, expected, call.output)
                # Answers that the validator takes for equal are not different for the order of a dict.
                first = run.calls[0].output
                if not distinct or not self._executor.judge(suite.task, case, first, call.output).ok:
                    distinct.append(number)
                if not judgement.ok:
                    verdict, reason = verdict_of_judgement(judgement), judgement.reason
                    break
            if verdict is Verdict.PASS and len(distinct) > 1:
                flags.add(Flag.UNSTABLE_OUTPUT)
        return CaseResult(
            domain=case.domain,
            seed=case.seed,
            verdict=verdict,
            reason=reason,
            samples=tuple(call.sample for call in run.calls),
            import_ns=run.import_ns,
            envelope_ns=run.envelope_ns,
            cpu_ns=run.cpu_ns,
            peak_memory_bytes=run.peak_memory_bytes,
            flags=tuple(sorted(flags)),
            traceback=run.traceback,
            stdout=run.stdout,
            stderr=run.stderr,
        )
