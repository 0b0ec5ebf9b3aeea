"""What `from mendax.logic import ...` offers, and what it loads."""

from __future__ import annotations

import subprocess
import sys

import mendax.logic


def test_every_name_is_there() -> None:
    assert mendax.logic.__all__ == sorted(mendax.logic.__all__, key=lambda name: (not name.isupper(), name))
    for name in mendax.logic.__all__:
        assert getattr(mendax.logic, name) is not None


def test_small_models_load_neither_numba_nor_decision_diagrams() -> None:
    code = (
        "import sys; from mendax.logic import S5Model\n"
        "assert S5Model.observing('p q', {'a': 'p'}).announce('p').valid('K{a} p')\n"
        "print(*sorted({'numba', 'dd', 'scipy', 'matplotlib', 'networkx'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
