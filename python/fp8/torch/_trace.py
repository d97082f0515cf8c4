"""Traces a step to one FX graph of ATen ops without mutations."""

import contextlib
import inspect

from fp8._errors import CaptureError
from fp8.torch import (
    _batch_norm,
    _convolution,
    _foreach,
    _pad,
    _pool,
    _roll,
    _source,
    _topk,
    _upsample,
    _weight_norm,
)

# Nodes without an effect on values.
_MARKERS = (
    "profiler._record_function_enter_new.default",
    "profiler._record_function_exit._RecordFunction",
)
_IDENTITIES = (
    "aten.alias.default",
    "aten.detach.default",
    "aten.lift_fresh.default",
    "aten.lift_fresh_copy.default",
)


def trace(function, tensors, decompositions):
    """Returns the FX graph of a function of tensors, whose outputs are a list.

    The first trace records the step as it runs, with its mutations. The second trace
    removes them. One trace cannot do both, because functionalize rejects
    requires_grad_().
    """
    import torch
    from torch.fx import Interpreter
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.fx.traceback import preserve_node_meta

    table = _table() | decompositions
    options = {"decomposition_table": table, "tracing_mode": "fake"}
    if "record_stack_traces" in inspect.signature(make_fx).parameters:
        options["record_stack_traces"] = False
    with _errors_with_lines(), _compiling(), preserve_node_meta():
        first = make_fx(function, **options, _allow_non_fake_inputs=True)(*tensors)
        _check_shapes(first.graph)
        _check_mutations(first.graph)

        def again(*arguments):
            return Interpreter(first).run(*arguments)

        functional = torch.func.functionalize(again, remove="mutations")
        copies = [tensor.detach().clone() for tensor in tensors]
        graph = make_fx(functional, **options, _allow_non_fake_inputs=True)(*copies)
    _clean(graph.graph)
    _check_draws(graph.graph)
    graph.recompile()
    return graph


def _table():
    import torch
    from torch._decomp import core_aten_decompositions, get_decompositions

    aten = torch.ops.aten
    table = dict(core_aten_decompositions())
    table.update(
        get_decompositions(
            [
                aten._softmax,
                aten._log_softmax,
                aten._softmax_backward_data,
                aten._log_softmax_backward_data,
                aten.native_layer_norm,
                aten.native_layer_norm_backward,
                aten.nll_loss_forward,
                aten.nll_loss_backward,
                aten.gelu,
                aten.gelu_backward,
                aten.embedding_dense_backward,
                aten.addmm,
                aten.lerp,
                aten.addcmul,
                aten.addcdiv,
                aten._to_copy,
            ]
        )
    )
    table |= {
        aten.native_batch_norm.default: _batch_norm.batch_norm,
        aten.convolution.default: _convolution.convolution,
        aten.convolution_backward.default: _convolution.convolution_backward,
        aten.constant_pad_nd.default: _pad.pad,
        aten.avg_pool2d_backward.default: _pool.average_backward,
        aten._adaptive_avg_pool2d_backward.default: _pool.adaptive_average_backward,
        aten.adaptive_max_pool2d_backward.default: _pool.adaptive_max_backward,
        aten.max_pool3d_with_indices_backward.default: _pool.max_backward,
        aten.roll.default: _roll.roll,
        aten.topk.default: _topk.topk,
        aten.upsample_bilinear2d.default: _upsample.bilinear,
        aten.upsample_bilinear2d_backward.default: _upsample.bilinear_backward,
        aten._weight_norm_interface_backward.default: _weight_norm.backward,
    }
    table |= _foreach.decompositions()
    # The decomposition is as_strided, which torch-mlir does not lower.
    table.pop(aten.split_with_sizes.default, None)
    return table


@contextlib.contextmanager
def _compiling():
    """Lets optimizers accept `capturable` on a CPU, so that their steps stay tensors,
    modules of torch.compile run as they are written, and layers have no ops of oneDNN,
    as LSTMs on a CPU would have."""
    import torch

    old = torch.compiler._is_compiling_flag, torch.backends.mkldnn.enabled
    torch.compiler._is_compiling_flag, torch.backends.mkldnn.enabled = True, False
    try:
        with torch.compiler.set_stance("force_eager"):
            yield
    finally:
        torch.compiler._is_compiling_flag, torch.backends.mkldnn.enabled = old


@contextlib.contextmanager
def _errors_with_lines():
    """Turns errors of a trace that eager mode does not raise into CaptureErrors."""
    from torch._subclasses import fake_tensor
    from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

    known = {
        fake_tensor.DataDependentOutputException: "a value that is known only when the "
        "step runs",
        fake_tensor.DynamicOutputShapeException: "a shape that is known only when the "
        "step runs",
        GuardOnDataDependentSymNode: "a branch on a value that is known only when the "
        "step runs",
        fake_tensor.UnsupportedOperatorException: "an op without shapes",
        fake_tensor.UnsupportedFakeTensorException: "an unsupported tensor",
    }
    try:
        yield
    except tuple(known) as error:
        place = _source.Lines().of_error(error)
        what = next(text for kind, text in known.items() if isinstance(error, kind))
        op = getattr(error, "func", None)
        detail = str(op) if op is not None else str(error).splitlines()[0]
        raise CaptureError(
            f"{_source.where(place)}the step needs {what}: {detail}"
        ) from error


def _check_shapes(graph):
    """Checks that all shapes are static. Extents of a result of nonzero() are
    symbols."""
    import torch

    for node in graph.nodes:
        value = node.meta.get("val")
        extents = value.shape if torch.is_tensor(value) else (value,)
        if any(isinstance(extent, torch.SymInt) for extent in extents):
            raise CaptureError(
                f"{_source.where(_source.of_node(node))}the step needs a shape that is "
                f"known only when the step runs: {node.target}; supported are static "
                "shapes, for example torch.where with three arguments"
            )


def _check_mutations(graph):
    """Checks that the step changes no tensor that it neither has as an argument nor
    creates: this change would be lost."""
    roots = {}
    for node in graph.nodes:
        if node.op == "get_attr":
            roots[node] = node
        schema = getattr(node.target, "_schema", None)
        if node.op != "call_function" or schema is None or not node.args:
            continue
        for argument, value in zip(schema.arguments, node.args):
            root = roots.get(value) if hasattr(value, "op") else None
            if root is None or argument.alias_info is None:
                continue
            if argument.alias_info.is_write:
                raise CaptureError(
                    f"{_source.where(_source.of_node(node))}{node.target} changes a "
                    "tensor that is not a parameter, buffer or state of the "
                    "optimizer; register it as a buffer of the model"
                )
            roots[node] = root


def _check_draws(graph):
    """Checks that random numbers come from the seed: other generators would draw the
    same numbers in each step."""
    import torch

    for node in graph.nodes:
        if torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
            raise CaptureError(
                f"{_source.where(_source.of_node(node))}{node.target} draws random "
                "numbers; supported are dropout, torch.rand, torch.randn, bernoulli, "
                "uniform_ and normal_"
            )


def _clean(graph):
    """Removes nodes that compute nothing."""
    for node in reversed(list(graph.nodes)):
        if str(node.target) in _MARKERS and not node.users:
            graph.erase_node(node)
    for node in list(graph.nodes):
        if node.op != "call_function":
            continue
        target = str(node.target)
        # functionalize ends with copies to the mutated inputs. Outputs have the
        # values as well.
        if target == "aten.copy_.default" and node.args[0].op == "placeholder":
            _replace(graph, node, node.args[1])
        elif target in _IDENTITIES:
            _replace(graph, node, node.args[0])
        elif target == "aten.copy.default" and _same_type(*node.args[:2]):
            _replace(graph, node, node.args[1])
    graph.eliminate_dead_code()


def _replace(graph, node, value):
    node.replace_all_uses_with(value)
    graph.erase_node(node)


def _same_type(first, second):
    a, b = first.meta["val"], second.meta["val"]
    return a.shape == b.shape and a.dtype == b.dtype
