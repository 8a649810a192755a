"""What `import seqoia` needs."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("package", ["pyspark", "numba", "pandas", "pyarrow"])
def test_importing_needs_no_engine(package: str) -> None:
    program = f"import sys, seqoia, seqoia.cli; sys.exit({package!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
