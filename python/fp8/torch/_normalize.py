"""Rewrites ATen ops that torch-mlir does not lower."""


def normalize(graph):
    """Rewrites the nodes of an FX graph in place."""
    import torch

    aten = torch.ops.aten
    scatters = (
        aten.scatter.src,
        aten.scatter.value,
        aten.scatter_add.default,
        aten.scatter_reduce.two,
    )
    bytes_ = (torch.int8, torch.uint8)
    counts = (aten.arange.default, aten.arange.start, aten.arange.start_step)
    for node in list(graph.nodes):
        if node.op != "call_function":
            continue
        if node.target is aten.squeeze.dims:
            shape = list(node.meta["val"].shape)
            _become(graph, node, aten.view.default, (node.args[0], shape))
        elif node.target in (aten.empty_permuted.default, aten.empty.memory_format):
            # The values of an empty tensor are never read, or are overwritten
            # before.
            value = node.meta["val"]
            arguments = (list(value.shape), 0)
            _become(graph, node, aten.full.default, arguments, _type_of(value))
        elif node.target in (aten.bitwise_xor.Scalar, aten.bitwise_or.Scalar):
            value = node.args[0].meta["val"]
            with graph.inserting_before(node):
                constant = graph.call_function(
                    aten.full.default, ([], node.args[1]), _type_of(value)
                )
            constant.meta = {**node.meta, "val": value.new_empty([])}
            packet = node.target.overloadpacket
            _become(graph, node, packet.Tensor, (node.args[0], constant))
        elif node.target in counts and node.kwargs.get("dtype") in bytes_:
            # Numbers of 8 bits make torch-mlir end the process.
            dtype = node.kwargs["dtype"]
            node.update_kwarg("dtype", torch.int64)
            with graph.inserting_after(node):
                narrow = graph.call_function(
                    torch.ops.prims.convert_element_type.default, (node, dtype)
                )
            narrow.meta = dict(node.meta)
            node.meta["val"] = node.meta["val"].to(torch.int64)
            node.meta.pop("tensor_meta", None)
            node.replace_all_uses_with(narrow, lambda user: user is not narrow)
        elif node.target in scatters and node.args[1] < 0:
            # Count the dimension from the first: a negative number makes
            # torch-mlir end the process.
            dimension = node.args[1] + node.args[0].meta["val"].dim()
            node.update_arg(1, dimension)
    graph.lint()


def _type_of(value):
    return {"dtype": value.dtype, "device": value.device, "pin_memory": False}


def _become(graph, node, target, arguments, keywords=None):
    with graph.inserting_before(node):
        new = graph.call_function(target, arguments, keywords or {})
    new.meta = dict(node.meta)
    node.replace_all_uses_with(new)
    graph.erase_node(node)
