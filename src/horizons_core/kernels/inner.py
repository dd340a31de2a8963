"""Numba's compiler for kernels that only other kernels call.

Numba optimizes and assembles every function together with all functions that it calls, so code is
compiled again for each of its callers. Only entrances are ever run by themselves. An inner kernel
is left as LLVM's intermediate code, which its callers include; the whole is optimized once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["inner_compiler"]


@cache
def inner_compiler() -> Any:
    """Return a pipeline class of numba, without optimization and machine code."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.typed_passes import NativeLowering

    class InnerLibrary(JITCodeLibrary):
        """The intermediate code of a kernel and of the kernels that it calls."""

        def finalize(self) -> None:
            for library in dict.fromkeys(self._linking_libraries):
                code = library._get_module_for_linking()  # noqa: SLF001 - numba has no public way
                self._final_module.link_in(code, preserve=True)
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class InnerLowering(NativeLowering):
        _name = "inner_lowering"

        def run_pass(self, state: Any) -> bool:
            state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_compile = True
            super().run_pass(state)
            # Numba knows each kernel by a built-in function of its own.
            identity: Callable[[Any], int] = list[Any]().count
            state.targetctx.insert_user_function(identity, state.cr.fndesc, [state.library])
            state.cr = state.cr._replace(cfunc=identity)
            return True

    class InnerCompiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.passes = [
                (InnerLowering, description) if step is NativeLowering else (step, description)
                for step, description in passes.passes
            ]
            passes.finalize()
            return [passes]

    return InnerCompiler
