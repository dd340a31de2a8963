"""The report of a study, as one page and as tables for other programs.

`horizons lab report DIR` and `lab.write_report` make it from a folder of results, even of a study
that is still running. Separate modules find the estimates, draw them, and lay the page out.
"""

from __future__ import annotations

from horizons_lab.report.csv_files import write_csv
from horizons_lab.report.page import write_report

__all__ = ["write_csv", "write_report"]
