"""Sets two runs against each other and against what their scenario says of them. Pure.

Observations are compared with their types: True is not 1.
"""

import lab
from lab.doctor.run import Both, Run
from lab.doctor.scenario import Scenario

_MISSING = object()


def differences(a: dict, b: dict) -> list[str]:
    """The observations that are not the same in both, one that only one run has among them."""
    names = [*a, *(name for name in b if name not in a)]
    return [n for n in names if not lab.same(a.get(n, _MISSING), b.get(n, _MISSING))]


def complaints(scenario: Scenario, both: Both) -> list[str]:
    """A line for each place where the two runs are not what the scenario says; [] is good."""
    theirs, reference = both.theirs, both.reference
    found = _raising(scenario, both)
    if theirs.raised or reference.raised:
        return found
    differ = differences(theirs.seen, reference.seen)
    there = [*theirs.seen, *(name for name in reference.seen if name not in theirs.seen)]
    for name in (*scenario.differs, *scenario.same):
        if name not in there:
            found.append(f"{name}: neither run has this observation")
    for name in there:
        found += _one(scenario, name, theirs, reference, name in differ)
    return found


def _one(scenario: Scenario, name: str, theirs: Run, reference: Run, differ: bool) -> list[str]:
    if name not in (*scenario.differs, *scenario.same):
        return [f"{name}: seen, and named neither in DIFFERS nor in SAME"]
    if name in scenario.differs and not differ:
        return [f"{name}: said to differ, and is the same in both runs"]
    if name in scenario.same and differ:
        diff = lab.diff(theirs.seen.get(name), reference.seen.get(name), names=scenario.labels)
        return [f"{name}: said to be the same, and differs: {diff.first}"]
    return []


def _raising(scenario: Scenario, both: Both) -> list[str]:
    found = []
    raised = both.theirs.raised and both.theirs.raised["type"]
    if raised != scenario.raises:
        found.append(f"RAISES is {scenario.raises}, and the first run raised {_said(both.theirs)}")
    if both.reference.raised:
        found.append(f"{scenario.labels[1]} raised {_said(both.reference)}")
    return found


def _said(run: Run) -> str:
    if run.raised is None:
        return "nothing"
    where = f" (line {run.raised['line']})" if run.raised["line"] else ""
    return f"{run.raised['type']}: {run.raised['message']}{where}"
