"""Compilation of kernels that only other kernels call, without machine code of their own.

Numba optimizes every function together with all functions that it calls, and translates the result
to machine code, so the innermost kernels would be compiled again at each level of calls above them.
Kernels that Python cannot call stay as they are here, for the libraries that they are linked into:
only entrances are optimized and translated, which halves the time.
"""

# mypy: disable-error-code="attr-defined,no-untyped-call"
# Numba's inner classes have no types.
from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

__all__ = ["LinkedCompiler"]


class _LinkedLibrary(JITCodeLibrary):
    """Functions for the libraries that they are linked into."""

    def _optimize_final_module(self) -> None:
        """Leave optimization to those libraries."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LinkedLowering(NativeLowering):
    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        target = state.targetctx
        state.library = _LinkedLibrary(target.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # Numba finds the functions of a library by such an object, which nobody calls.
        name = _dynfunc.make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "", 0, lowered.env,
            (state.library,),
        )  # fmt: skip
        target.insert_user_function(name, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class LinkedCompiler(Compiler):
    """Numba's compiler, for the option `pipeline_class` of functions that Python cannot call."""

    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (_LinkedLowering if step is NativeLowering else step, description)
                for step, description in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines
