"""Pieces of MLIR text."""


def tensor(shape, element):
    return f"tensor<{'x'.join(str(d) for d in [*shape, element])}>"


def generic(result, inputs, output, loops, arguments, init, body, value):
    """Lines of a linalg.generic with one result.

    Args:
      inputs: (value, type, dimensions) of each; the output alike.
      loops: "parallel" or "reduction" each.
      arguments: "%name: type" of each input; `init` of the output.
      body: lines; `value`: "%name : type" that they give.
    """
    domain = ", ".join(f"d{i}" for i in range(len(loops)))
    results = [m for _, _, m in [*inputs, output]]
    maps = ", ".join(f"affine_map<({domain}) -> ({m})>" for m in results)
    kinds = ", ".join(f'"{kind}"' for kind in loops)
    names = ", ".join(name for name, _, _ in inputs)
    types = ", ".join(type_ for _, type_, _ in inputs)
    ins = f"ins({names} : {types}) " if inputs else ""
    name, type_, _ = output
    return [
        f"{result} = linalg.generic {{indexing_maps = [{maps}], "
        f"iterator_types = [{kinds}]}} {ins}outs({name} : {type_}) {{",
        f"^bb0({', '.join([*arguments, init])}):",
        *[f"  {line}" for line in body],
        f"  linalg.yield {value}",
        f"}} -> {type_}",
    ]
