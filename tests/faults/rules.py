"""What may come of a call in which something fails: a right verdict or a clean error, and nothing that stays."""

from __future__ import annotations

from driver import Outcome

TRUSTED = {"generator", "reference", "judge"}  # whose failure may be the task's
LOADED = 2  # stages of a forked process (faulty_page.hpp)


def broken(outcome: Outcome, *, wrong: bool = False) -> str:
    """What is wrong with an outcome; empty if it is as it should be.

    Args:
        wrong: the candidate's answer is wrong.
    """
    fields, armed = outcome.fields, outcome.armed
    if "hang" in fields:
        return f"it {fields['hang']}"
    if "unexpected" in fields:
        return "an exception of another kind"
    if fields["next"]:
        return "the next call did not pass"
    if fields["left"]:
        return "something is left"
    who = armed.get("victim") or armed["role"]
    if "error" in fields:
        known = fields["error"] in {"HostError", "ProtectionError"} or (
            fields["error"] == "TaskError" and who in TRUSTED
        )
        return (
            "" if known and len(fields["text"]) > 10 else "an error that says too little, or blames the task"
        )
    if fields["verdict"] == "pass":
        if wrong:
            return "a wrong answer has passed"
        return "" if fields.get("timed", True) else "it passed without a time"
    if not fields["reason"]:
        return "a verdict without a reason"
    if wrong and fields["verdict"] == "wrong_answer":
        return ""
    own = who == "candidate" and ("victim" in armed or fields["stage"] == LOADED)
    return "" if own else "a verdict on the candidate for what it did not do"


def check(outcomes: list[Outcome], *, wrong: bool = False) -> None:
    """Fails with all outcomes that are not as they should be."""
    found = [f"{words}: {outcome}" for outcome in outcomes if (words := broken(outcome, wrong=wrong))]
    assert not found, "\n".join(found)
