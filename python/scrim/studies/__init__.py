"""Studies: a publication as one file that can be planned, run, checked and repeated.

- `read_study`: a file in TOML, checked.
- `plan_study`: every release with its price and accuracy, before a row is read.
- `run_study`: all releases, their files, and `study.lock`; run again it gives the same files, and spends nothing.
- `study_report`: all that it released, as one page for people who read.
"""

from .plan_study import StudyPlan, plan_study
from .run_study import StudyRun, run_study
from .study import Study, read_study
from .study_report import study_report

__all__ = ["Study", "StudyPlan", "StudyRun", "plan_study", "read_study", "run_study", "study_report"]
