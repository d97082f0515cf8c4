"""compile_step(): a JAX training step, compiled, with its states in place."""

from fp8._errors import CaptureError
from fp8._functions import read_functions
from fp8.jax._capture import capture_trees
from fp8.jax._leaves import as_numpy, share, without_key
from fp8.jax._packages import import_jax
from fp8.jax._whole_trees import pair_whole_trees


def compile_step(
    step,
    example_args,
    *,
    names=None,
    result_names=None,
    updates=None,
    states=None,
    target="cpu",
    target_options=None,
    seed=0,
    **options,
):
    """Captures and compiles `step(*example_args)`, whose states the result keeps.

    An argument is a state if a result overwrites it in the next step: parameters,
    moments, counters. Without `updates` the compiler finds these pairs. If it finds
    only some leaves of an argument, and the result has the same tree, the other leaves
    are states, too. A call takes the other arguments and returns the other
    results. States are updated in their memory.

    Args:
      step, names, result_names, updates, states: as for fp8.jax.capture.
      example_args: the arguments of the first step. States start from copies of
        their values. Of other arguments only shapes and dtypes matter, and
        jax.ShapeDtypeStruct is accepted.
      target, target_options, seed, options: as for fp8.compile: recipe="delayed",
        storage="fp8-split8". With mesh={"dp": 4}, the ranks are processes, each with
        batches of its own.

    Returns:
      A CompiledStep. Warnings of the compiler are issued as fp8.CompilerWarning.

    Raises:
      CaptureError: fp8.jax.capture rejects the step, or an argument or a result
        is a state in part.
      CompileError: the compiler rejects the step or an option.
      ImportError: jax is not installed, or the compiler is not built.
    """
    import_jax("fp8.jax.compile_step")
    # Check for the native module before a long capture.
    from fp8 import _native
    from fp8._compile import agreement, compile_native, make_alike
    from fp8._warn import warn_of

    _native.load()

    def compile_with(updates):
        trees = (names, result_names, updates, states, True)
        with agreement(options, "the capture of a step"):
            captured = capture_trees(step, example_args, *trees)
        text = captured.text.encode()
        native = compile_native(text, target, target_options, "step", options)
        return native, captured

    native, captured = compile_with(updates)
    if updates is None:
        whole = pair_whole_trees(read_functions(native.describe()), captured)
        if whole:
            native, captured = compile_with(whole)

    def make():
        made = CompiledStep(native, captured, example_args, updates or {}, seed)
        return made, made.step.states

    compiled = make_alike(options, make)
    warn_of(compiled.step.warnings)
    return compiled


class CompiledStep:
    """A compiled JAX step, made by fp8.jax.compile_step.

    Attributes:
      step: the fp8.Step, with unpack(), state_dict(), report() and others. Its names
        are those of leaves: "params.w1".
      text: the captured step, as fp8.jax.capture returns it.
      argument_names: the names of the arguments of the step as written, in order.
      input_names: the names of the arguments of a call, in order.
      result_names: the names of the results of a call, in order.
    """

    def __init__(self, native, captured, example_args, updates, seed):
        from fp8._arrays import make_aligned
        from fp8._states import value_arguments
        from fp8._step import Step

        functions = read_functions(native.describe())
        values = value_arguments(functions)
        inputs, states = _divide(
            "argument",
            _trees(captured.roots, captured.arguments, example_args),
            lambda name: name in values,
            set(updates.values()),
        )
        # Storage appends results to the results of the module.
        positions = dict(
            zip(
                [name for _, name, _ in captured.results],
                functions["step"].results.values(),
            )
        )
        results, _ = _divide(
            "result",
            _trees(captured.result_roots, captured.results, captured.result_trees),
            lambda name: positions[name].role == "state",
            set(updates),
        )
        self._inputs, self._states, self._results = inputs, states, results
        self._positions = {name: a.name for name, a in positions.items()}
        self._returns_tuple = captured.returns_tuple and len(results) != 1
        first = {
            name: as_numpy(leaf)
            for tree in states
            for name, leaf in zip(tree.names, tree.leaves)
            if not _is_abstract(leaf)
        }
        self.text = captured.text
        self.argument_names = captured.roots
        self.input_names = [tree.root for tree in inputs]
        self.result_names = [tree.root for tree in results]
        self._make_result = make_aligned
        self.step = Step(native, first, seed)

    def __call__(self, *inputs):
        """Runs one step.

        Args:
          inputs: the arguments that are not states, in their order: trees of arrays
            of jax or numpy, of the types and shapes of the example. They are read
            without copies. Python numbers are accepted for scalars.

        Returns:
          The results that are not states: the only one, or a tuple of them. They are
          not copied, unless they are of bf16 or an FP8 type.

        Raises:
          TypeError, ValueError: an argument that does not fit. Nothing has run.
          RuntimeError: as for fp8.Step.
        """
        arrays = self.run(inputs)
        results = [
            tree.unflatten(arrays[self._positions[name]] for name in tree.names)
            for tree in self._results
        ]
        return tuple(results) if self._returns_tuple else results[0]

    def run(self, inputs, out=None):
        """Runs one step on the arguments that are not states, a list of trees. Returns
        the results as fp8.Step does: {name of a leaf: array}.
        """
        if len(inputs) != len(self._inputs):
            raise TypeError(
                f"expected {len(self._inputs)} arguments "
                f"({', '.join(self.input_names)}), but got {len(inputs)}; the step "
                "keeps the states"
            )
        leaves = {}
        for tree, value in zip(self._inputs, inputs):
            leaves.update(tree.flatten(value))
        if out is None:
            out = {a.name: self._make_result(a) for a in self.step.results}
        return self.step(*[leaves[a.name] for a in self.step.inputs], out=out)

    def states(self):
        """Returns {argument name: tree}, copies of the values of all states."""
        values = self.step.unpack()
        return {
            tree.root: tree.unflatten(values[name] for name in tree.names)
            for tree in self._states
        }


class _Tree:
    """The tree of an argument or a result, and the names of its leaves."""

    def __init__(self, root, names, example):
        import jax

        self.root = root
        self.names = names
        self.leaves, self._structure = jax.tree.flatten(example)

    def flatten(self, value):
        """Returns {name: array} of the leaves of `value`."""
        import jax

        leaves, structure = jax.tree.flatten(value)
        if structure != self._structure:
            if jax.tree.structure(0) == self._structure:
                raise TypeError(
                    f"expected an array for '{self.root}', but got {_describe(value)}"
                )
            raise TypeError(
                f"expected the tree {self._structure} for '{self.root}', but got "
                f"{structure}"
            )
        return {n: without_key(leaf) for n, leaf in zip(self.names, leaves)}

    def unflatten(self, arrays):
        """Returns the tree of jax arrays with the bits of `arrays`, in their memory if
        jax has their types.
        """
        import jax

        leaves = [share(a, leaf) for a, leaf in zip(arrays, self.leaves)]
        return jax.tree.unflatten(self._structure, leaves)


def _describe(value):
    """Returns a short text about a tree."""
    kind = type(value).__name__
    if isinstance(value, dict):
        return f"a {kind} with the keys {', '.join(map(repr, value))}"
    if isinstance(value, (tuple, list)):
        return f"a {kind} of {len(value)}"
    return f"a {kind}"


def _trees(roots, leaves, examples):
    return [
        _Tree(root, [name for r, name, _ in leaves if r == root], example)
        for root, example in zip(roots, examples, strict=True)
    ]


def _divide(kind, trees, is_state, updated):
    """Returns the trees that are not states, and the states. A tree without leaves is
    a state if `updated` has its name.
    """
    others, states = [], []
    for tree in trees:
        names = [name for name in tree.names if is_state(name)]
        if names and len(names) < len(tree.names):
            rest = [name for name in tree.names if name not in names]
            raise CaptureError(
                f"expected the {kind} '{tree.root}' to be a state as a whole, but "
                f"'{names[0]}' is a state and '{rest[0]}' is not; make them two {kind}s"
            )
        is_whole = bool(names) or (not tree.names and tree.root in updated)
        (states if is_whole else others).append(tree)
    return others, states


def _is_abstract(leaf):
    import jax

    return isinstance(leaf, jax.ShapeDtypeStruct)
