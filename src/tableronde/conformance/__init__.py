"""The conformance kit: one call plays random games of a box and checks at many positions that it keeps the protocol's promises.

    from tableronde import conform
    assert not conform.check(BOX).faults

Each property is a function that gets a `Sample` (or the `Box`, if it does not depend on a position) and yields a `Finding` for
every problem. Findings with the same cause make one `Fault` with a count and one example. `Advice` is a finding about something
that works but should be improved: when a new check only gives advice, games that passed before still pass.
"""

from tableronde.conformance.contents.pictures import PATH
from tableronde.conformance.report import Advice, Fault, Finding, Report
from tableronde.conformance.runner import AT_MOMENTS, check
from tableronde.conformance.sampling import Sample

__all__ = ["AT_MOMENTS", "PATH", "Advice", "Fault", "Finding", "Moment", "Report", "Sample", "check"]

Moment = Sample  # its documented name
