"""import_stablehlo(): converts a step in StableHLO, as capture() writes one."""

import re

from fp8._errors import CaptureError
from fp8.jax import _entry, _names, _ranks, _read, _signature
from fp8.jax._legalize import legalize
from fp8.jax._packages import import_jax


def import_stablehlo(
    source,
    *,
    entry=None,
    names=None,
    result_names=None,
    updates=None,
    states=None,
    one_device=False,
    annotate=True,
):
    """Converts StableHLO to the text that capture() returns.

    Args:
      source: MLIR text (pretty or generic form), bytecode (portable or of
        jaxlib's own version), serialized output of `jax.export`, or a
        `jax.export.Exported`. Besides stablehlo it may contain chlo, the
        attributes of jax, mhlo and sdy, and functions that the step calls.
      entry: the function that is the step; default: ``@main``, or the only
        public function.
      names: a name per argument, or {old name: new name}. The default is the
        attribute ``fp8.name``, or the location that jax writes (``params['w']``
        becomes ``params.w``), or the name in the text (``%W0``), or arg0, arg1...
        `names` applies to the first part of a name.
      result_names: the same for results; the default is the attribute
        ``fp8.name``, or ``jax.result_info`` (``result[1]['w']`` becomes
        ``result1.w``), or result0, result1...
      updates: {result name: argument name}, as in capture(); default: the
        attributes ``fp8.updates``, and ``tf.aliasing_output`` and
        ``jax.buffer_donor`` where trees or types leave no choice. Otherwise the
        text keeps ``tf.aliasing_output``, and the compiler follows the data.
      states: {argument name: kind}, as in capture().
      one_device: the step runs on one device, though it is written for several:
        a sum or mean over devices has one summand, replica and partition are
        number 0. Without it, collectives between devices become those of ranks,
        and the text is the step of one rank, as in capture(). A constant number of devices is unchanged, such as the 2 of a
        mean that is written as a sum and a division.
      annotate: as in capture().

    Returns:
      The text, as capture() does.

    Raises:
      ImportError: jax is not installed.
      CaptureError: unreadable or ambiguous input, collectives in a module that
        does not say how many devices there are, and every error of capture().
    """
    text, _ = convert(
        source,
        entry=entry,
        names=names,
        result_names=result_names,
        updates=updates,
        states=states,
        one_device=one_device,
        annotate=annotate,
    )
    return text


def convert(
    source, *, entry, names, result_names, updates, states, one_device, annotate
):
    """Returns import_stablehlo()'s text, and the Devices of the step."""
    import_jax("fp8.jax.import_stablehlo")
    module, lines = _read.read(source)
    with module.context:
        step = _entry.choose(module, entry)
        arguments = _entry.arguments(step, lines)
        results = _entry.results(step)
        # Pair by position, because names may change.
        donations, aliases = _entry.donations(step, arguments, results)
        donated = _entry.donated(step)
        kept = {key: _entry.kept(step, key) for key in ("arg_attrs", "res_attrs")}
        if names is not None:
            arguments = _names.renamed("argument", arguments, names)
        if result_names is not None:
            results = _names.renamed("result", results, result_names)
        _names.check_unique(arguments)
        _names.check_unique(results)
        roots = _names.roots_of(arguments)
        if updates is None:
            pairs = {results[r][1]: arguments[a][1] for r, a in donations.items()}
        else:
            aliases = {}
            pairs = _names.pair_updates(
                updates, roots, arguments, _names.roots_of(results), results
            )
        _signature.check_states(states or {}, roots, arguments, pairs)
        devices = legalize(module, one_device, [name for _, name, _ in arguments])
        argument_attrs = _signature.argument_attributes(arguments, states or {})
        for argument, result in aliases.items():
            argument_attrs[argument][_entry.ALIAS] = result
        result_attrs = _signature.result_attributes(results, pairs)
        _signature.finish(
            module,
            devices,
            _ranks.Step(arguments, results, pairs, states or {}, donated),
            _merged(kept["arg_attrs"], argument_attrs),
            _merged(kept["res_attrs"], result_attrs),
            annotate,
        )
        text = str(module).rstrip("\n") + "\n"
    dynamic = re.search(r"tensor<[\dx]*\?[^>]*>", text)
    if dynamic:
        raise CaptureError(
            f"the step computes {dynamic.group()}; only static shapes are supported"
        )
    return text, devices


def _merged(kept, ours):
    return [a | b for a, b in zip(kept, ours, strict=True)]
