//===- FP8CollectiveOps.cpp - accessors and verifiers of collectives ------===//
//
// A comment `<op>_cN` marks the check of constraint (CN) in the description of
// that op.
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::fp8;

MeshAttr fp8::getMesh(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto mesh = op->getAttrOfType<MeshAttr>(FP8Dialect::kMeshAttrName))
      return mesh;
  return {};
}

SmallVector<unsigned> fp8::getMeshAxes(MeshAttr mesh, ArrayAttr names) {
  SmallVector<unsigned> axes;
  for (auto name : names.getAsRange<StringAttr>())
    axes.push_back(*mesh.findAxis(name));
  return axes;
}

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> getSizesOf(MeshAttr mesh, ArrayAttr names) {
  SmallVector<int64_t> sizes;
  for (unsigned axis : getMeshAxes(mesh, names))
    sizes.push_back(mesh.getSizes()[axis]);
  return sizes;
}

#define FP8_COLLECTIVE_OP(OP)                                                  \
  MeshAttr OP::getMesh() { return fp8::getMesh(*this); }                       \
  SmallVector<int64_t> OP::getAxisSizes() {                                    \
    return getSizesOf(getMesh(), getAxes());                                   \
  }                                                                            \
  int64_t OP::getGroupSize() {                                                 \
    return llvm::product_of(getAxisSizes(), int64_t(1));                       \
  }                                                                            \
  bool OP::readsInit(OpOperand &) { return false; }

FP8_COLLECTIVE_OP(AllReduceOp)
FP8_COLLECTIVE_OP(AllGatherOp)
FP8_COLLECTIVE_OP(ReduceScatterOp)
FP8_COLLECTIVE_OP(AllToAllOp)

#undef FP8_COLLECTIVE_OP

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks `axes`: constraints all_reduce_c2, all_gather_c3, reduce_scatter_c3
/// and all_to_all_c3.
static LogicalResult verifyAxes(Operation *op, ArrayAttr axes) {
  MeshAttr mesh = getMesh(op);
  if (!mesh)
    return op->emitOpError("expected 'fp8.mesh' on the module, whose axes the "
                           "op names, but there is none");
  std::optional<unsigned> last;
  for (auto name : axes.getAsRange<StringAttr>()) {
    std::optional<unsigned> axis = mesh.findAxis(name);
    if (!axis)
      return op->emitOpError("expected axes of ")
             << mesh << ", but it has none called " << name;
    if (last && *axis <= *last)
      return op->emitOpError("expected different axes in the order of ")
             << mesh << ", but got " << axes;
    last = axis;
  }
  if (!last)
    return op->emitOpError("expected one or more axes of ")
           << mesh << ", but got none";
  return success();
}

/// Checks that the op has at least one input, and as many inits as inputs:
/// constraints all_reduce_c1, all_gather_c1, reduce_scatter_c1 and
/// all_to_all_c1.
template <typename OpTy>
static LogicalResult verifyCounts(OpTy op) {
  // The generated accessors assume that inputs and inits are equally many.
  if (op.getInputs().empty() || op->getNumOperands() % 2 != 0)
    return op.emitOpError("expected one or more inputs and as many inits, but "
                          "got ")
           << op->getNumOperands() << " operands";
  return success();
}

/// Checks the constraints that all collectives share: the number of operands,
/// tensors or memrefs, static shapes, axes, and the parent op.
template <typename OpTy>
static LogicalResult verifyCollective(OpTy op) {
  if (failed(verifyCounts(op)))
    return failure();
  // Constraints all_reduce_c4, all_gather_c5, reduce_scatter_c5 and
  // all_to_all_c5.
  if (failed(verifySameKind(op)))
    return failure();
  for (Type type : op->getOperandTypes())
    if (!cast<ShapedType>(type).hasStaticShape())
      return op.emitOpError("expected static shapes, but got ") << type;
  if (failed(verifyAxes(op, op.getAxes())))
    return failure();
  // Constraints all_reduce_c3, all_gather_c4, reduce_scatter_c4 and
  // all_to_all_c4. An op without a parent is being transformed and is accepted.
  Operation *parent = op->getParentOp();
  if (!parent || isa<FunctionOpInterface>(parent))
    return success();
  InFlightDiagnostic diag =
      op.emitOpError("expected to be in the body of a function, but is in ")
      << parent->getName();
  diag.attachNote(parent->getLoc())
      << "the ranks of a group run the same collectives in the same order";
  return diag;
}

/// Checks that input and init have the same element type.
static LogicalResult verifyElement(Operation *op, ShapedType input,
                                   ShapedType init) {
  if (input.getElementType() == init.getElementType())
    return success();
  return op->emitOpError(
             "expected input and init of one element type, but got ")
         << input << " and " << init;
}

/// Checks that `whole` has at most the rows of `ranks` tensors of type `part`,
/// one per member of a group, and otherwise the same extents. The last members
/// may hold fewer rows. Diagnostics call `whole` by `name`.
static LogicalResult verifyRows(Operation *op, ShapedType whole,
                                ShapedType part, int64_t ranks,
                                StringRef name) {
  if (whole.getRank() == 0 || part.getRank() == 0)
    return op->emitOpError("expected tensors of rank 1 or more, but got ")
           << whole << " and " << part;
  if (whole.getShape().drop_front() != part.getShape().drop_front())
    return op->emitOpError("expected shapes that differ in the first extent "
                           "alone, but got ")
           << whole << " and " << part;
  if (whole.getDimSize(0) <= ranks * part.getDimSize(0))
    return success();
  return op->emitOpError("expected ")
         << name << " of at most " << ranks * part.getDimSize(0) << " rows, "
         << part.getDimSize(0) << " of each of " << ranks << " ranks, but got "
         << whole;
}

/// Checks the shared constraints, then calls `check` for each input and its
/// init.
template <typename OpTy, typename Check>
static LogicalResult verifyTensors(OpTy op, Check check) {
  if (failed(verifyCollective(op)))
    return failure();
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs().getTypes(), op.getInits().getTypes()))
    if (failed(check(cast<ShapedType>(input), cast<ShapedType>(init))))
      return failure();
  return success();
}

LogicalResult AllReduceOp::verify() {
  // all_reduce_c1
  return verifyTensors(*this, [&](ShapedType input, ShapedType init) {
    if (input.getShape() == init.getShape())
      return success();
    return LogicalResult(emitOpError("expected an init of shape ")
                         << formatShape(input.getShape()) << ", but got "
                         << init);
  });
}

LogicalResult AllGatherOp::verify() {
  // all_gather_c1, all_gather_c2
  return verifyTensors(*this, [&](ShapedType input, ShapedType init) {
    return success(
        succeeded(verifyElement(*this, input, init)) &&
        succeeded(verifyRows(*this, init, input, getGroupSize(), "an init")));
  });
}

LogicalResult ReduceScatterOp::verify() {
  // reduce_scatter_c1, reduce_scatter_c2
  return verifyTensors(*this, [&](ShapedType input, ShapedType init) {
    return verifyRows(*this, input, init, getGroupSize(), "an input");
  });
}

LogicalResult AllToAllOp::verify() {
  return verifyTensors(*this, [&](ShapedType input, ShapedType init) {
    if (failed(verifyElement(*this, input, init))) // all_to_all_c1
      return failure();
    if (input.getRank() + 1 != init.getRank()) // all_to_all_c1
      return LogicalResult(
          emitOpError("expected an init with one dimension more than the "
                      "input, but got ")
          << input << " and " << init);
    if (init.getDimSize(0) != getGroupSize()) // all_to_all_c2
      return LogicalResult(
          emitOpError("expected the first extent of the init to be ")
          << getGroupSize() << ", the number of ranks, but got " << init);
    return verifyRows(*this, input, init.clone(init.getShape().drop_front()),
                      getGroupSize(), "an input"); // all_to_all_c2
  });
}
