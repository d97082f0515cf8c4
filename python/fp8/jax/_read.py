"""Reader of StableHLO as text, as bytecode, or as jax.export writes it."""

import io
import re

from fp8._errors import CaptureError
from fp8.jax._diagnostics import first_line

_BYTECODE = b"ML\xefR"
# Producer of bytecode with a stable meaning between versions: dialect vhlo.
_PORTABLE = b"StableHLO_v"


def read(source):
    """Returns the module, and its lines as bytes if it is text."""
    from jaxlib.mlir import ir

    context = _make_context()
    data = _data(source)
    is_bytecode = data.startswith(_BYTECODE)
    with context:
        try:
            if is_bytecode and _PORTABLE in data[:64]:
                return _deserialize(context, data), None
            lines = None if is_bytecode else data.split(b"\n")
            return ir.Module.parse(data, context), lines
        except ir.MLIRError as error:
            message = first_line(error)
            if "`linalg' not found" in message:
                message += (
                    ": it is a step in linalg already, which fp8-run trains as it is"
                )
            raise CaptureError(message) from error


def copy(module):
    """Returns the same module in its own context, so that its owner sees no changes."""
    from jaxlib.mlir import ir

    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    return ir.Module.parse(bytecode.getvalue(), _make_context())


def _make_context():
    from jax.interpreters import mlir

    context = mlir.make_ir_context()
    # Neither fp8 nor jax's attributes, tf.aliasing_output and others, are registered.
    context.allow_unregistered_dialects = True
    return context


def _deserialize(context, data):
    from jaxlib.mlir.dialects import stablehlo

    messages = []
    # Without a handler, diagnostics would be printed.
    handler = context.attach_diagnostic_handler(
        lambda diagnostic: messages.append(diagnostic.message) or True
    )
    try:
        return stablehlo.deserialize_portable_artifact(context, data)
    except ValueError as error:
        raise CaptureError("; ".join(messages) or str(error)) from error
    finally:
        handler.detach()


def _data(source):
    """Returns text or bytecode, as bytes."""
    if hasattr(source, "mlir_module_serialized"):
        return bytes(source.mlir_module_serialized)
    if isinstance(source, str):
        return source.encode()
    data = bytes(source)
    if data.startswith(_BYTECODE) or _is_text(data):
        return data
    return bytes(_exported(data).mlir_module_serialized)


def _is_text(data):
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _exported(data):
    import jax.export

    try:
        return jax.export.deserialize(bytearray(data))
    except ImportError as error:
        raise CaptureError(
            "reading modules that jax.export serialized needs flatbuffers: "
            "python -m pip install flatbuffers"
        ) from error
    except Exception as error:
        # flatbuffers raises various exceptions for other bytes.
        raise CaptureError(
            "neither MLIR text, nor bytecode, nor a module that jax.export serialized"
        ) from error


def names_of(values, lines):
    """Returns the names of the arguments of a block in the text. Returns None for an
    argument that is numbered or not in the text.
    """
    return [_name_at(value.location, lines) for value in values]


def _name_at(location, lines):
    """Returns the name at a location: arguments without one are located at their name."""
    from jaxlib.mlir import ir

    if lines is None or not isinstance(location, ir.FileLineColLoc):
        return None
    if location.filename != "-" or not 0 < location.start_line <= len(lines):
        return None
    text = lines[location.start_line - 1][location.start_col - 1 :]
    found = re.match(rb"%([A-Za-z_$.-][\w$.-]*)", text)
    return found.group(1).decode() if found else None
