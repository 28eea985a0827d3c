"""The conformance kit: one call plays random games of any game and checks at many moments that it keeps its promises.

    from tableronde import conform
    assert not conform.check(BOX).faults

Each property is a function that gets a `Moment` (or, for what does not depend on a moment, the `Box`) and yields a `Finding`
for everything it finds wrong. What is found again and again for the same cause is one `Fault` with a count and one example.
`Advice` is a finding about something that works, and had better be otherwise: a game that has been sound stays sound when the kit learns.
"""

from tableronde.conform.kit import AT_MOMENTS, check
from tableronde.conform.moments import Moment
from tableronde.conform.pictures import PATH
from tableronde.conform.report import Advice, Fault, Finding, Report

__all__ = ["AT_MOMENTS", "PATH", "Advice", "Fault", "Finding", "Moment", "Report", "check"]
