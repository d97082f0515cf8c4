"""compile_step(): a PyTorch training step, compiled, on the tensors of the model."""

from fp8.torch import _capture
from fp8.torch._compiled_step import CompiledStep
from fp8.torch._packages import import_torch
from fp8.torch._tensors import Tensors


def compile_step(
    step,
    model,
    optimizer,
    *batch,
    target="cpu",
    target_options=None,
    seed=0,
    **options,
):
    """Captures and compiles `step(model, optimizer, *batch)` for a loop of the user:

        train = fp8.torch.compile_step(step, model, optimizer, *batch)
        for x, y in loader:
            loss = train(x, y)

    A call runs the step and changes the tensors of the model and of the optimizer,
    as the step itself would. The compilation runs no step.

    Args:
      step, model, optimizer, batch, seed: as for fp8.torch.capture. States of the
        optimizer that its first step would create are created.
      target, target_options, options: as for fp8.compile: recipe="delayed",
        storage="fp8-split8". With mesh={"dp": 4} and process_group=, each process
        has the whole model and batches of its own, and the step averages gradients.

    Returns:
      A CompiledStep. Warnings of the compiler are issued as fp8.CompilerWarning.

    Raises:
      CaptureError: fp8.torch.capture rejects the step.
      CompileError: the compiler rejects the step or an option.
      ImportError: torch or torch-mlir is missing, or the compiler is not built.
      ValueError: a tensor is not in host memory, or differs between the processes
        of `process_group`.
    """
    torch = import_torch("fp8.torch.compile_step")
    # Check for the native module before a long capture.
    from fp8 import _native

    from fp8._compile import agreement

    with agreement(options, "the start of a capture"):
        _native.load()
        _capture.check(torch, model, optimizer)
        tensors = Tensors(model, optimizer)
        tensors.check_devices()
    options |= {"target": target, "target_options": target_options}
    return CompiledStep(step, model, optimizer, tensors, batch, seed, options)
