"""The one Soar kernel of this process, and the places where its C++ calls Python.

Two kernels in one process crash when the second is shut down, so there is one, made when it is first
needed and shared by all agents. It runs in the calling thread and opens no port. After a fork the child
process goes on with its own copy.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, finalize

from mendax.soar.errors import SoarError

with warnings.catch_warnings():
    # Its types lack a module name, which Python deprecates; where warnings are errors the import would crash.
    warnings.simplefilter("ignore", DeprecationWarning)
    import soar_sml as sml

if TYPE_CHECKING:
    from mendax.soar.kernel_agent import KernelAgent

raw: Any = sml._Python_sml_ClientInterface
"""The functions below the binding's classes. Called with handles (`.this`) they take half the time, so what
every turn needs calls them directly."""
PRINT_EVENT: int = sml.smlEVENT_PRINT
FIRED_EVENT: int = sml.smlEVENT_AFTER_PRODUCTION_FIRED
ADDED_EVENT: int = sml.smlEVENT_AFTER_PRODUCTION_ADDED
PHASE: int = sml.sml_PHASE
DECIDE: int = sml.sml_DECIDE_PHASE
_NO_PORT = 0
_SEED_SYMBOL = "_Z11SoarSeedRNGj"  # void SoarSeedRNG(uint32_t), as C++ compilers but Microsoft's spell it


class Kernel:
    """The kernel; get it from `kernel()`, never make a second."""

    def __init__(self) -> None:
        self.native = sml.Kernel.CreateKernelInCurrentThread(True, _NO_PORT)
        if self.native.HadError():
            raise SoarError(f"the Soar kernel does not start: {self.native.GetLastErrorDescription()}")
        self.native.SetAutoCommit(False)
        self.lock = RLock()
        """Held during every run: a right-hand-side function in Python may let another thread in."""
        self.agents: WeakValueDictionary[str, KernelAgent] = WeakValueDictionary()
        self.running: KernelAgent | None = None
        self._num_created = 0
        self._closed: list[Any] = []
        self._functions: set[str] = set()
        self.seed = _direct_seed() or self._command_seed
        """Seeds the generator that all agents of the process draw from, with 32 bits."""

    @property
    def version(self) -> str:
        """The version the kernel reports."""
        return str(self.native.GetSoarKernelVersion())

    def create(self, agent: KernelAgent, name: str) -> tuple[Any, Callable[[], object]]:
        """A new native agent with a unique name, and a function that removes it.

        It is also removed when the Python agent is garbage-collected.
        """
        with self.lock:
            self.destroy_closed()
            self._num_created += 1
            unique = f"{name}-{self._num_created}"
            native = self.native.CreateAgent(unique)
            if self.native.HadError():
                raise SoarError(f"no Soar agent {name}: {self.native.GetLastErrorDescription()}")
            self.agents[unique] = agent
            close = finalize(agent, self._close, unique, native)
            close.atexit = False  # the kernel ends with the process
            return native, close

    def _close(self, unique: str, native: Any) -> None:
        self.agents.pop(unique, None)
        self._closed.append(native)
        if self.running is None:
            self.destroy_closed()

    def destroy_closed(self) -> None:
        """Destroy the native agents that are closed; never during a run, which the collector may interrupt."""
        while self._closed:
            self.native.DestroyAgent(self._closed.pop())

    def provide(self, function: str) -> None:
        """Register a right-hand-side function with the kernel; each agent has its own Python function for it."""
        if function not in self._functions:
            self.native.AddRhsFunction(function, self._call, None)
            self._functions.add(function)

    def _command_seed(self, number: int) -> None:
        self.native.ExecuteCommandLine(f"decide set-random-seed {number}", next(iter(self.agents)))

    def _call(self, event: int, data: None, agent: Any, function: str, argument: str) -> str:
        # The kernel calls this from C++: an exception that escapes ends the process.
        try:
            return self.agents[agent.GetAgentName()].call_function(function, argument)
        except BaseException:  # not even the agent is known, so no run can raise it
            return ""


_here: Kernel | None = None


def kernel() -> Kernel:
    """The kernel of this process.

    >>> kernel() is kernel()
    True
    >>> kernel().version.startswith("9.6")
    True
    """
    global _here
    if _here is None:
        _here = Kernel()
    return _here


def _direct_seed() -> Callable[[int], object] | None:
    """The library's own seeding function; the command line that calls it takes as long as a fifth of a turn."""
    try:
        seed = ctypes.CDLL(raw.__file__)[_SEED_SYMBOL]  # it depends on the kernel's library
    except (OSError, AttributeError):
        return None
    seed.argtypes, seed.restype = [ctypes.c_uint32], None
    return seed
