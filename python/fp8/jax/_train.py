"""train(): a training loop for a JAX step."""

import math
import operator
import typing
import warnings

from fp8._progress import Progress
from fp8.jax._batches import Batches
from fp8.jax._compile_step import compile_step
from fp8.jax._leaves import as_input
from fp8.jax._loop_checkpoint import LoopCheckpoint
from fp8.jax._packages import import_jax


class Trained(typing.NamedTuple):
    """Results of fp8.jax.train.

    Attributes:
      losses: the loss of each step, those before `resume` included.
      args: the arguments of the next step: `args` with new values of the states.
    """

    losses: list
    args: tuple


def train(
    step,
    args,
    batches,
    *,
    steps=None,
    loss=None,
    checkpoint=None,
    checkpoint_every=None,
    resume=False,
    progress=True,
    **options,
):
    """Compiles `step` and trains with it.

    An argument of the step is a state if a result overwrites it in the next step:
    parameters, moments, counters. `batches` gives the values of the others.

    Args:
      step: a function that jax can trace, such as the body of a training loop. It
        returns a loss and the new values of states.
      args: the arguments of the first step, in their trees. Of arguments that
        batches give only shapes and dtypes matter; jax.ShapeDtypeStruct is accepted.
      batches: an iterable: a list, a generator, a loader of torch. An item is a tuple
        with the arguments that are not states, in their order, or only the value if
        there is one; or a dict of some of them by name, in which case the others
        keep their values in `args`. Types are converted as by jax.jit.
      steps: the number of steps, those before `resume` included. An iterable that
        ends earlier starts again. None: one pass over `batches`.
      loss: the name of the result that is the loss; default: the compiler finds it.
        A text with several names, such as "generator,critic", declares several losses
        to the compiler; train reports the first one.
      checkpoint: a file to which the states are written at the end, at Ctrl-C and
        every `checkpoint_every` steps.
      resume: True continues from `checkpoint`, if the file exists, with the bits of a
        run that was not interrupted. Batches of completed steps are skipped.
      progress: True prints the progress, in one line in a terminal or a notebook;
        False does not. A function is called with the number and the loss of each
        step.
      options: as for fp8.jax.compile_step: recipe="delayed", storage="fp8-split8",
        target="cpu", result_names, updates, states...

    Returns:
      Trained(losses, args). Warnings of the compiler are issued as fp8.CompilerWarning.

    Raises:
      CaptureError, CompileError, ImportError: as for fp8.jax.compile_step.
      ValueError: the step has no loss, or several; a batch does not fit; the
        checkpoint is damaged, of another step, has more steps, or exists without
        `resume`.
      TypeError: a batch does not fit, or an argument of train is of another kind.
    """
    jax = import_jax("fp8.jax.train")
    _check(step, args, steps, checkpoint_every, progress)
    if checkpoint_every is not None and checkpoint is None:
        raise ValueError(
            "expected `checkpoint`, the file that `checkpoint_every` writes"
        )
    saved = LoopCheckpoint(checkpoint, resume)
    if loss is not None:
        if not isinstance(loss, str):
            raise TypeError(f"expected loss to be the name of a result, but got {loss!r}")
        options = {**options, "loss": loss}
    compiled = compile_step(step, jax.tree.map(as_input, args), **options)
    loss_name = _find_loss(compiled, loss)
    losses = saved.load(compiled, options)
    if steps is not None and steps < len(losses):
        raise ValueError(
            f"expected at least {len(losses)} steps, which {checkpoint} has completed, "
            f"but got {steps}"
        )
    values = dict(zip(compiled.argument_names, args))
    inputs = {name: values[name] for name in compiled.input_names}
    source = Batches(batches, inputs, is_endless=steps is not None, skip=len(losses))
    report = progress
    if progress is True:
        report = Progress(len(losses), steps)
    loop = _Loop(compiled, loss_name, losses)
    try:
        while len(losses) != steps and (batch := source.next()) is not None:
            loop.run(batch)
            if report:
                report(len(losses), losses[-1])
            if checkpoint_every and len(losses) % checkpoint_every == 0:
                saved.save(losses)
    except KeyboardInterrupt:
        loop.count_interrupted()
        saved.save(losses)
        raise
    finally:
        if isinstance(report, Progress):
            report.close()
    if steps is None and not losses:
        raise ValueError("expected batches, but the iterable has none")
    saved.save(losses)
    if steps is not None and len(losses) < steps:
        warnings.warn(
            f"the iterator of batches ended after {len(losses)} of {steps} steps; an "
            "iterable that is not an iterator, such as a list, starts again",
            stacklevel=2,
        )
    return Trained(losses, tuple((values | compiled.states()).values()))


def _check(step, args, steps, checkpoint_every, progress):
    """Checks the kinds of arguments of train."""
    if not callable(step):
        raise TypeError(
            f"expected a function, the step, but got a {type(step).__name__}"
        )
    if not isinstance(args, (tuple, list)):
        raise TypeError(
            "expected a tuple with the arguments of the step, but got a "
            f"{type(args).__name__}; a tuple of one is (argument,)"
        )
    for name, number in (("steps", steps), ("checkpoint_every", checkpoint_every)):
        try:
            operator.index(0 if number is None else number)
        except TypeError:
            raise TypeError(
                f"expected a whole number for {name}, but got {number!r}"
            ) from None
    if steps is not None and steps < 0:
        raise ValueError(f"expected at least 0 steps, but got {steps}")
    if checkpoint_every is not None and checkpoint_every < 1:
        raise ValueError(
            f"expected at least 1 for checkpoint_every, but got {checkpoint_every}"
        )
    if not isinstance(progress, bool) and not callable(progress):
        raise TypeError(
            f"expected True, False or a function for progress, but got {progress!r}"
        )


class _Loop:
    """Steps of a loop, and their losses."""

    def __init__(self, compiled, loss_name, losses):
        from fp8._arrays import make_empty

        self._compiled = compiled
        self._losses = losses
        (argument,) = [r for r in compiled.step.results if r.name == loss_name]
        #: The memory of the loss, which an interrupt leaves readable.
        self._out = {loss_name: make_empty(argument)}

    def run(self, inputs):
        """Runs a step on a list of trees."""
        import jax

        self._compiled.run(jax.tree.map(as_input, inputs), self._out)
        self._take_loss()

    def count_interrupted(self):
        """Adds the loss of a step that an interrupt ended after it was done."""
        if self._compiled.step.number > len(self._losses):
            self._take_loss()

    def _take_loss(self):
        (loss,) = self._out.values()
        is_first = all(map(math.isfinite, self._losses[-1:]))
        self._losses.append(float(loss))
        if not math.isfinite(self._losses[-1]) and is_first:
            warnings.warn(
                f"the loss of step {len(self._losses)} is {self._losses[-1]}; training "
                "goes on",
                RuntimeWarning,
                stacklevel=4,
            )


def _find_loss(compiled, name):
    """Returns the name of the loss among the results of the compiled step."""
    results = compiled.step.results
    if name is None:
        names = [r.name for r in results if r.is_loss]
    else:
        name = name.split(",")[0].strip()
        names = [r.name for r in results if r.name == name]
    if len(names) == 1 and all(r.shape == () for r in results if r.name in names):
        return names[0]
    if not any(r.shape == () for r in results):
        raise ValueError(
            "expected one result that is the loss, a scalar, but the step returns "
            "none; return the loss, too"
        )
    raise ValueError(
        "expected one result that is the loss, a scalar, but got "
        f"{name or ', '.join(names) or 'none'}; `loss` names one of "
        f"{', '.join(r.name for r in results) or 'no results'}"
    )
