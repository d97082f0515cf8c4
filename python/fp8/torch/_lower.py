"""Lowers an FX graph to text in linalg. This is the only file that uses torch-mlir."""

import re

from fp8._errors import CaptureError
from fp8.torch._packages import TORCH_MLIR

ENTRY = "train_step"

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
    from torch_mlir.extras.fx_importer import FxImporter
    from torch_mlir.passmanager import PassManager

    context = ir.Context()
    context.allow_unregistered_dialects = True
    # A pass may report an error and succeed.
    context.emit_error_diagnostics = True
    errors = []
    handler = context.attach_diagnostic_handler(_recorder(errors))
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    failure = None
    try:
        importer.import_stateless_graph(graph_module.graph, func_name=ENTRY)
        module = importer.module
        with context:
            for pipeline in _PIPELINES:
                PassManager.parse(pipeline).run(module.operation)
    except (ir.MLIRError, NotImplementedError, TypeError) as error:
        failure = error
    finally:
        handler.detach()
    if failure is not None or errors:
        raise CaptureError(_message(errors, failure)) from failure
    with context, ir.Location.unknown():
        entry = _entry(module)
        for key, attributes in (("arg_attrs", arguments), ("res_attrs", results)):
            entry.attributes[key] = ir.ArrayAttr.get(
                [_dictionary(a) for a in attributes]
            )
    return module.operation.get_asm(enable_debug_info=False).rstrip("\n") + "\n"


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
    """Returns a handler of diagnostics that adds (location, text) of errors."""
    from torch_mlir import ir

    def record(diagnostic):
        if diagnostic.severity == ir.DiagnosticSeverity.ERROR:
            errors.append((str(diagnostic.location), diagnostic.message))
        return True

    return record


def _message(errors, failure):
    """Returns one line: the line of the user's program, and the op."""
    location, text = errors[0] if errors else ("", str(failure))
    place = re.search(r'"([^"]+)":(\d+)', location)
    # The name of an op that torch-mlir does not know is an attribute.
    op = re.search(r'"torch\.(aten\.[\w.]+)"', text) or re.search(
        r"'torch\.(aten\.[\w.]+)'", text
    )
    start = f"{place.group(1)}:{place.group(2)}: " if place else ""
    what = op.group(1) if op else " ".join(text.split())[:300]
    return f"{start}torch-mlir {TORCH_MLIR} does not lower {what}"
