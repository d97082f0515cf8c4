"""Lowers an FX graph to text in linalg. This is the only file that uses torch-mlir."""

import operator

from fp8._errors import CaptureError
from fp8.torch import _source
from fp8.torch._packages import TORCH_MLIR

ENTRY = "train_step"

_UNREADABLE = ("tm_tensor.sort", "tm_tensor.topk", "tm_tensor.attention")

_PIPELINES = (
    "builtin.module(torchdynamo-export-to-torch-backend-pipeline)",
    "builtin.module(torch-backend-to-linalg-on-tensors-backend-pipeline)",
)


def lower(graph_module, arguments, results):
    """Returns the text of one function, @train_step, with attributes of fp8.

    Args:
      graph_module: an FX graph of ATen ops without mutations.
      arguments: {attribute: value} of each argument; `results` of each result. Values
        are strings, floats, or `#fp8...` as text.
    """
    from torch_mlir import ir
    from torch_mlir.dialects import torch as torch_dialect

    context = ir.Context()
    torch_dialect.register_dialect(context)
    module, errors = _lowered(context, graph_module.graph)
    if module is None:
        raise CaptureError(_message(context, graph_module.graph, errors))
    with context, ir.Location.unknown():
        entry = _entry(module)
        for key, attributes in (("arg_attrs", arguments), ("res_attrs", results)):
            entry.attributes[key] = ir.ArrayAttr.get(
                [_dictionary(a) for a in attributes]
            )
    return module.operation.get_asm(enable_debug_info=False).rstrip("\n") + "\n"


def _lowered(context, graph):
    """Returns (module, errors). The module is None if the graph cannot be lowered."""
    from torch_mlir import ir
    from torch_mlir.extras.fx_importer import FxImporter
    from torch_mlir.passmanager import PassManager

    context.allow_unregistered_dialects = True
    # Record errors, because a pass may report an error and still succeed.
    context.emit_error_diagnostics = True
    errors = []
    handler = context.attach_diagnostic_handler(_recorder(errors))
    importer = FxImporter(context=context)
    try:
        importer.import_stateless_graph(graph, func_name=ENTRY)
        with context:
            for pipeline in _PIPELINES:
                PassManager.parse(pipeline).run(importer.module.operation)
            errors += _find_unreadable(importer.module)
    except (ir.MLIRError, NotImplementedError, TypeError) as error:
        return None, errors or [str(error)]
    finally:
        handler.detach()
    return (None if errors else importer.module), errors


def _find_unreadable(module):
    """Returns a message about each op in the output of torch-mlir that fp8 does not
    support.
    """
    from torch_mlir import ir

    found = []

    def visit(op):
        if op.name in _UNREADABLE or op.name.startswith("complex."):
            found.append(f"fp8 does not read {op.name}")
        elif op.name == "tm_tensor.scan" and _is_product(op):
            found.append("fp8 does not read a tm_tensor.scan that multiplies")
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def _is_product(scan):
    """Returns whether the body of a scan multiplies, as those of cumprod."""
    body = scan.regions[0].blocks[0]
    return any(op.operation.name in ("arith.mulf", "arith.muli") for op in body)


def _entry(module):
    (entry,) = [
        op
        for op in module.body.operations
        if op.operation.name == "func.func" and op.attributes["sym_name"].value == ENTRY
    ]
    return entry


def _dictionary(attributes):
    from torch_mlir import ir

    def value(item):
        if isinstance(item, float):
            return ir.FloatAttr.get(ir.F32Type.get(), item)
        if item.startswith("#"):
            return ir.Attribute.parse(item)
        return ir.StringAttr.get(item)

    return ir.DictAttr.get({key: value(item) for key, item in attributes.items()})


def _recorder(errors):
    """Returns a handler of diagnostics that adds the texts of errors."""
    from torch_mlir import ir

    def record(diagnostic):
        if diagnostic.severity == ir.DiagnosticSeverity.ERROR:
            errors.append(diagnostic.message)
        return True

    return record


def _message(context, graph, errors):
    """Returns one line: the line of the user's program, the op and its operands."""
    node = _culprit(context, graph)
    if node is None:
        reason = " ".join(errors[0].split())[:300]
        return f"torch-mlir {TORCH_MLIR} does not lower the step: {reason}"
    operands = ", ".join(_type(operand) for operand in node.all_input_nodes)
    place = _source.where(_source.of_node(node))
    return f"{place}torch-mlir {TORCH_MLIR} does not lower {node.target} of {operands}"


def _culprit(context, graph):
    """Returns the first node that cannot be lowered alone, or None.

    Errors of passes may have no location, or name an op that torch-mlir made.
    """
    for node in graph.nodes:
        # The results of a tuple belong to the op that returns it.
        if node.op != "call_function" or node.target is operator.getitem:
            continue
        if _lowered(context, _alone(node))[0] is None:
            return node
    return None


def _alone(node):
    """Returns a graph of a node whose operands are arguments."""
    from torch.fx import Graph

    graph = Graph()
    copies = {}
    for operand in node.all_input_nodes:
        copies[operand] = graph.placeholder(operand.name)
        copies[operand].meta = dict(operand.meta)
    copies[node] = graph.node_copy(node, copies.__getitem__)
    results = [user for user in node.users if user.target is operator.getitem]
    for result in results:
        copies[result] = graph.node_copy(result, copies.__getitem__)
    graph.output(tuple(copies[result] for result in results or [node]))
    return graph


def _type(node):
    value = node.meta["val"]
    shape = "x".join(map(str, getattr(value, "shape", ())))
    return (
        f"{str(getattr(value, 'dtype', type(value))).removeprefix('torch.')}[{shape}]"
    )
