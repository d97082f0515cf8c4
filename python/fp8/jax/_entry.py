"""The function of a module that is the step.

Determines the function, the names that the module declares for its arguments and
results, and the arguments that its results overwrite.
"""

import ast
import collections
import re

from fp8._errors import CaptureError
from fp8.jax import _inline, _read

#: Attribute of an argument: number of the result that shares memory with it.
ALIAS = "tf.aliasing_output"

#: Shape and dtype of an array or argument, for comparisons.
Leaf = collections.namedtuple("Leaf", "shape dtype")

_ELEMENTS = (
    *("f64", "f32", "bf16", "f16", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "i1"),
    *(f"{sign}{bits}" for sign in ("i", "ui") for bits in (8, 16, 32, 64)),
)


def choose(module, name):
    """Returns the step after making it the only public function.

    It is `name`, or @main, or the only public function.
    """
    from jaxlib.mlir import ir

    functions = {}
    for op in module.body.operations:
        if op.operation.name == "func.func":
            functions[op.attributes["sym_name"].value] = op.operation
        elif op.operation.name != "sdy.mesh":
            raise CaptureError(
                f"'{op.operation.name}' at module level; supported are func.func "
                "and sdy.mesh"
            )
    public = [n for n, f in functions.items() if not _inline.is_private(f)]
    if name is None and "main" in public:
        name = "main"
    elif name is None and len(public) == 1:
        (name,) = public
    if name not in functions:
        wanted = f"function @{name}" if name is not None else "function @main"
        listed = ", ".join(f"@{n}" for n in public)
        raise CaptureError(
            f"no {wanted}; name the step as `entry`: public functions are {listed}"
            if public
            else f"no {wanted}, and no other public function"
        )
    _check_calls(functions, name, [], set())
    for other, function in functions.items():
        visibility = "public" if other == name else "private"
        function.attributes["sym_visibility"] = ir.StringAttr.get(
            visibility, module.context
        )
    return functions[name]


def _check_calls(functions, name, callers, checked):
    """Checks that the step and every function that it calls have one block and are not
    recursive.
    """
    if name in callers:
        raise CaptureError(f"function @{name} calls itself")
    if name in checked:
        return
    if name not in functions:
        raise CaptureError(f"no function @{name}, which is called")
    blocks = len(functions[name].regions[0].blocks)
    if blocks != 1:
        raise CaptureError(
            f"function @{name} has {blocks} blocks, and one is supported"
            if blocks
            else f"function @{name} is only declared; its body has to be in the module"
        )
    keys = {"func.call": "callee", "stablehlo.composite": "decomposition"}
    # A dictionary preserves the order.
    callees = {
        op.attributes[keys[op.name]].value: None
        for op in _inline.walk(functions[name])
        if op.name in keys
    }
    for callee in callees:
        _check_calls(functions, callee, [*callers, name], checked)
    checked.add(name)


def arguments(entry, lines):
    """Returns [(root, name, leaf)] of the arguments, as _names.leaf_names() does.

    A name is the attribute fp8.name, or the location that jax writes, such as
    params['w'], or the name in the text, or arg0, arg1...
    """
    values = entry.regions[0].blocks[0].arguments
    attributes = _attributes(entry, "arg_attrs")
    for i, attrs in enumerate(attributes):
        if "jax.global_constant" in attrs:
            raise CaptureError(
                f"argument {i} is jax's {attrs['jax.global_constant'].value}; export "
                "the step for one platform, with static shapes"
            )
    own = [_own_path(attrs) for attrs in attributes]
    located = _distinct([_location_path(value.location) for value in values])
    written = _read.names_of(values, lines)
    return [
        _leaf("argument", own[i] or located[i] or [written[i] or f"arg{i}"], value.type)
        for i, value in enumerate(values)
    ]


def results(entry):
    """Returns [(root, name, leaf)] of the results.

    A name is the attribute fp8.name, or jax.result_info with the names that
    capture() uses, or result0, result1...
    """
    attributes = _attributes(entry, "res_attrs")
    own = [_own_path(attrs) for attrs in attributes]
    told = _distinct([_result_path(attrs) for attrs in attributes])
    return [
        _leaf("result", own[i] or told[i] or [f"result{i}"], type_)
        for i, type_ in enumerate(_type(entry).results)
    ]


def donations(entry, argument_leaves, result_leaves):
    """Returns ({index of a result: index of the argument that it overwrites}, {index of
    an argument: index of the result that it shares memory with}).

    The first contains the pairs of fp8.updates. tf.aliasing_output and
    jax.buffer_donor describe memory: jax assigns a donated argument to the next
    result of its type, for example the loss to a temperature. They count only if the
    tree of an argument equals that of exactly one result, or if a type leaves no
    choice. Otherwise the second contains all aliases, and the compiler pairs by
    dataflow; listing only some pairs would mean that the other results overwrite
    nothing. A tree that is not donated is a state if it contains a donated tree, as
    moments contain the tree of parameters: gradients, too, have the tree of parameters.
    If nothing is donated, the compiler finds all pairs.
    """
    pairs = {}
    places = {name: i for i, (_, name, _) in enumerate(argument_leaves)}
    for i, attrs in enumerate(_attributes(entry, "res_attrs")):
        if "fp8.updates" in attrs:
            name = attrs["fp8.updates"].value
            if name not in places:
                raise CaptureError(
                    f"result {i} updates '{name}', which is not an argument"
                )
            pairs[i] = places[name]
    donors = []
    aliases = {}
    for i, attrs in enumerate(_attributes(entry, "arg_attrs")):
        if ALIAS in attrs:
            result = attrs[ALIAS].value
            if pairs.get(result, i) == i:
                aliases[i] = result
        elif "jax.buffer_donor" in attrs:
            donors.append(i)
    types = [leaf for _, _, leaf in result_leaves]
    for argument, result in [*aliases.items(), *((a, r) for r, a in pairs.items())]:
        _, name, leaf = argument_leaves[argument]
        if types[result : result + 1] != [leaf]:
            raise CaptureError(f"result {result} does not have the type of '{name}'")
    # A donated argument without an alias is paired if its type leaves no
    # choice.
    free = [i for i in range(len(types)) if i not in (*pairs, *aliases.values())]
    choices = collections.Counter(types[i] for i in free)
    wanted = collections.Counter(argument_leaves[i][2] for i in donors)
    if all(wanted[leaf] == choices[leaf] == 1 for leaf in wanted):
        target = {types[i]: i for i in free}
        aliases |= {i: target[argument_leaves[i][2]] for i in donors}
        donors = []
    if pairs:
        return pairs, aliases
    donated = {*aliases, *donors}
    if not donated:
        return {}, {}
    found, likely = same_trees(argument_leaves, result_leaves)
    # These results belong to arguments of equal trees, not to other arguments.
    of_trees = {*found.values(), *likely.values()}
    likely = {i: result for i, result in likely.items() if i in donated}
    held = _holding_trees(argument_leaves, [i for i in found if i in donated])
    found = {i: r for i, r in found.items() if i in donated or i in held}
    offered = collections.Counter(types)
    for i, result in aliases.items():
        leaf = types[result]
        # The only scalar may be the loss.
        is_only = offered[leaf] == 1 and (leaf.shape or "f" not in leaf.dtype)
        if is_only and result not in of_trees:
            found.setdefault(i, result)
    if all(i in found for i in (*aliases, *donors)):
        return {result: argument for argument, result in found.items()}, {}
    # The remaining results belong to arguments outside of these trees.
    states = found | likely
    for argument, result in aliases.items():
        if argument not in states:
            taken = {*states.values(), *of_trees}
            left = [i for i in range(len(types)) if i not in taken]
            same = [i for i in left if types[i] == types[result]]
            # None for a batch that is donated.
            if same:
                states[argument] = result if result in same else same[0]
    return {}, states


def donated(entry):
    """Returns the indices of the arguments whose memory results may take."""
    keys = (ALIAS, "jax.buffer_donor")
    return {
        i
        for i, attrs in enumerate(_attributes(entry, "arg_attrs"))
        if any(key in attrs for key in keys)
    }


def _holding_trees(leaves, parts):
    """Returns the indices of the leaves of roots that contain, at a deeper level, all
    leaves of a root of which `parts` has one.
    """
    trees = collections.defaultdict(list)
    for i, (root, name, leaf) in enumerate(leaves):
        trees[root].append((name.removeprefix(root), leaf, i))

    def holds(tree, part):
        return all(
            any(
                there == leaf and at != path and at.endswith(path)
                for at, there, _ in tree
            )
            for path, leaf, _ in part
        )

    held = [trees[root] for root in {leaves[i][0] for i in parts}]
    return {
        i
        for tree in trees.values()
        if any(holds(tree, part) for part in held)
        for _, _, i in tree
    }


def same_trees(argument_leaves, result_leaves):
    """Returns two dictionaries {index of an argument: index of a result}.

    The first pairs the leaves of arguments and results whose trees are equal and
    unique. The second pairs, in order, leaves whose trees occur equally often on both
    sides.
    """

    def by_tree(leaves):
        """Returns {tree: indices of each root that has it}."""
        roots = collections.defaultdict(list)
        for i, (root, name, leaf) in enumerate(leaves):
            roots[root].append((name.removeprefix(root), leaf, i))
        trees = collections.defaultdict(list)
        for tree in roots.values():
            key = tuple((path, leaf) for path, leaf, _ in tree)
            trees[key].append([i for _, _, i in tree])
        return trees

    results = by_tree(result_leaves)
    found, likely = {}, {}
    for tree, roots in by_tree(argument_leaves).items():
        news = results.get(tree, [])
        # Do not pair results that have no tree: nothing identifies them.
        if tree[0][0] and len(roots) == len(news):
            for old, new in zip(roots, news, strict=True):
                pairs = found if len(roots) == 1 else likely
                pairs.update(zip(old, new, strict=True))
    return found, likely


def kept(entry, key):
    """Returns further fp8 attributes of the module, for each argument or result."""
    return [
        {
            name: value
            for name, value in attrs.items()
            if name.startswith("fp8.") and name not in ("fp8.name", "fp8.updates")
        }
        for attrs in _attributes(entry, key)
    ]


def _attributes(entry, key):
    """Returns the attributes of each argument or result, as dictionaries."""
    from jaxlib.mlir import ir

    if key in entry.attributes:
        return [
            {entry_.name: entry_.attr for entry_ in ir.DictAttr(attrs)}
            for attrs in entry.attributes[key]
        ]
    type_ = _type(entry)
    return [{} for _ in (type_.inputs if key == "arg_attrs" else type_.results)]


def _type(entry):
    from jaxlib.mlir import ir

    return ir.FunctionType(ir.TypeAttr(entry.attributes["function_type"]).value)


def _leaf(kind, path, type_):
    from jaxlib.mlir import ir

    name = ".".join(path)
    if (
        not isinstance(type_, ir.RankedTensorType)
        or not type_.has_static_shape
        or str(type_.element_type) not in _ELEMENTS
    ):
        raise CaptureError(
            f"{kind} '{name}' is {type_}; supported are tensors of static shapes, of "
            f"{', '.join(_ELEMENTS)}"
        )
    return path[0], name, Leaf(tuple(type_.shape), str(type_.element_type))


def _own_path(attrs):
    return attrs["fp8.name"].value.split(".") if "fp8.name" in attrs else None


def _distinct(paths):
    """Replaces names that occur several times by None."""
    count = collections.Counter(tuple(path) for path in paths if path)
    return [path if path and count[tuple(path)] == 1 else None for path in paths]


def _location_path(location):
    from jaxlib.mlir import ir

    if not isinstance(location, ir.NameLoc):
        return None
    root, path = re.match(r"(\w*)(.*)", location.name_str, re.DOTALL).groups()
    keys = _keys(path)
    if keys is None or not root:
        return [location.name_str] if location.name_str else None
    return [root, *keys]


def _result_path(attrs):
    """Returns the path of a result as capture() names it: the elements of a tuple are
    result0, result1...
    """
    if "jax.result_info" not in attrs:
        return None
    info = attrs["jax.result_info"].value
    path = info.removeprefix("result")
    keys = _keys(path)
    if keys is None:
        return [info]
    if re.match(r"\[\d+\]", path):
        return [f"result{keys[0]}", *keys[1:]]
    return ["result0", *keys]


def _keys(text):
    """Returns the keys of a jax path: ['w'], [0], .mu; None if it is not a path."""
    one = r"""\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]'"]*)\]|\.(\w+)"""
    if not re.fullmatch(f"(?:{one})*", text):
        return None
    keys = []
    for item, name in re.findall(one, text):
        if item[:1] in ("'", '"'):
            item = str(ast.literal_eval(item))
        # The index of a node of which jax knows no keys.
        item = re.sub(r"<flat index (\d+)>", r"\1", item)
        keys.append(item or name)
    return keys
