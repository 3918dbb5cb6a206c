"""The suite's own program: `python -m opconform run …`."""

import subprocess
import sys

from .suite import program

sys.exit(subprocess.run([program(), *sys.argv[1:]]).returncode)
