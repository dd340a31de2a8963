"""The report of a study: one page with tables and plots, and tables for other programs.

`horizons lab report DIR` and `lab.write_report` make it of a folder of results, of a study that is
still running, too. A module each finds the estimates, draws them, and lays the page out.
"""

from __future__ import annotations

from horizons_lab.report.csv_files import write_csv
from horizons_lab.report.page import write_report

__all__ = ["write_csv", "write_report"]
