"""How this program is called here: who only cloned it has no `muertos` on the PATH."""

import os
import shutil
import sys
from pathlib import Path


def called() -> str:
    """What to type before an argument, on this machine and from this folder."""
    program = Path(sys.argv[0])
    if program.stem != "muertos":
        return "python -m muertos_tui"
    found = shutil.which("muertos")
    if found is not None and Path(found).resolve() == program.resolve():
        return "muertos"
    if program.is_absolute() and program.is_relative_to(Path.cwd()):
        program = program.relative_to(Path.cwd())
    return str(program) if len(program.parts) > 1 else f".{os.sep}{program}"
