//===- UndefinedContents.cpp - undefined tensor elements ------------------===//
//
// Traverses values from the results of public functions back to their
// definitions. For each value, tracks whether all elements are read or only at
// least one unknown element.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/UndefinedContents.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The part of a tensor that is known to be read: nothing, at least one unknown
/// element, or all elements. In a body, a scalar has the extent of its tensor.
enum class Extent : uint8_t { None, Some, All };

class Reader {
public:
  Reader(ModuleOp module, unsigned maxErrors);

  unsigned run();

private:
  void read(OpOperand &use, Extent extent);
  void read(Value value, Extent extent, OpOperand &use);
  void readResult(OpResult result, Extent extent, OpOperand &use);
  void readArgument(BlockArgument argument, Extent extent);
  void readStructured(linalg::LinalgOp op, BlockArgument argument,
                      Extent extent);
  void readSlices(tensor::InsertSliceOp last, OpOperand &use);
  void readOther(Operation *op, Extent extent);
  void report(tensor::EmptyOp empty, OpOperand &use);

  ModuleOp module;
  unsigned maxErrors;
  unsigned errors = 0;
  /// Functions by name, and the calls of each function.
  llvm::StringMap<func::FuncOp> functions;
  llvm::DenseMap<Operation *, SmallVector<func::CallOp, 1>> calls;
  struct Task {
    Value value;
    Extent extent;
    OpOperand *use;
  };
  SmallVector<Task> worklist;
  llvm::DenseMap<Value, Extent> seen;
  llvm::DenseSet<Operation *> reported;
  /// For the result of a chain of inserted slices: an upper bound of the number
  /// of written elements, and the tensor into which the first slice was
  /// inserted.
  llvm::DenseMap<Value, std::pair<uint64_t, Value>> written;
};
} // namespace

Reader::Reader(ModuleOp module, unsigned maxErrors)
    : module(module), maxErrors(maxErrors) {
  for (auto function : module.getOps<func::FuncOp>())
    functions[function.getName()] = function;
  module.walk([&](func::CallOp call) {
    auto callee = functions.find(call.getCallee());
    if (callee != functions.end())
      calls[callee->second].push_back(call);
  });
}

unsigned Reader::run() {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    for (Block &block : function.getBody())
      if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
        for (OpOperand &use : end->getOpOperands())
          read(use, Extent::All);
  }
  while (!worklist.empty() && errors < maxErrors) {
    Task task = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(task.value))
      readArgument(argument, task.extent);
    else
      readResult(cast<OpResult>(task.value), task.extent, *task.use);
  }
  return errors;
}

void Reader::read(OpOperand &use, Extent extent) {
  read(use.get(), extent, use);
}

/// Records a read of `value`. `use` is the operand at which an error is
/// reported.
void Reader::read(Value value, Extent extent, OpOperand &use) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  if (shaped && shaped.hasStaticShape() && shaped.getNumElements() == 0)
    return;
  Extent &known = seen[value];
  if (extent <= known)
    return;
  known = extent;
  worklist.push_back({value, extent, &use});
}

void Reader::report(tensor::EmptyOp empty, OpOperand &use) {
  if (!reported.insert(empty).second)
    return;
  ++errors;
  InFlightDiagnostic diag = use.getOwner()->emitError();
  diag << "expected operand #" << use.getOperandNumber()
       << " to be initialized, because a result depends on it, but ";
  if (use.get() == empty.getResult()) {
    diag << "it is a 'tensor.empty'";
  } else {
    auto type = cast<RankedTensorType>(use.get().getType());
    diag << "at most " << written.lookup(use.get()).first << " of its "
         << type.getNumElements() << " elements are written";
  }
  diag.attachNote(empty.getLoc())
      << "the tensor is created here; linalg.fill initializes it";
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Returns true if `map` covers every element of a tensor of type `type`.
static bool readsAll(AffineMap map, ShapedType type) {
  llvm::SmallBitVector dims(map.getNumDims());
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    if (type.hasStaticShape() && type.getDimSize(d) == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dims.test(dim.getPosition()))
      return false;
    dims.set(dim.getPosition());
  }
  return true;
}

/// Visits the operand for body argument `argument`, which a read result depends
/// on.
void Reader::readStructured(linalg::LinalgOp op, BlockArgument argument,
                            Extent extent) {
  OpOperand *operand = op.getMatchingOpOperand(argument);
  auto type = dyn_cast<ShapedType>(operand->get().getType());
  if (!type)
    return read(*operand, extent);
  bool isAll = extent == Extent::All &&
               readsAll(op.getMatchingIndexingMap(operand), type);
  read(*operand, isAll ? Extent::All : Extent::Some);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Maximum number of slices of one tensor that are compared for overlap.
static constexpr size_t kMaxSlices = 64;

static bool isStatic(tensor::InsertSliceOp slice) {
  return slice.hasUnitStride() &&
         !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes());
}

static bool areApart(tensor::InsertSliceOp a, tensor::InsertSliceOp b) {
  for (auto [aBegin, aSize, bBegin, bSize] :
       llvm::zip_equal(a.getStaticOffsets(), a.getStaticSizes(),
                       b.getStaticOffsets(), b.getStaticSizes()))
    if (aBegin + aSize <= bBegin || bBegin + bSize <= aBegin)
      return true;
  return false;
}

/// Visits a chain of insertions, all elements of whose result are read.
/// Elements that no slice covers are read from the tensor below.
void Reader::readSlices(tensor::InsertSliceOp last, OpOperand &use) {
  SmallVector<tensor::InsertSliceOp> slices;
  Value value = last.getResult();
  while (!written.contains(value)) {
    auto slice = value.getDefiningOp<tensor::InsertSliceOp>();
    if (!slice) {
      written[value] = {0, value};
      break;
    }
    slices.push_back(slice);
    value = slice.getDest();
  }
  for (tensor::InsertSliceOp slice : llvm::reverse(slices)) {
    auto [elements, base] = written.lookup(slice.getDest());
    // A dynamic slice may cover all elements.
    uint64_t more = ~uint64_t(0);
    if (!ShapedType::isDynamicShape(slice.getStaticSizes()))
      more = ShapedType::getNumElements(slice.getStaticSizes());
    written[slice.getResult()] = {llvm::SaturatingAdd(elements, more), base};
  }
  auto [elements, base] = written.lookup(last.getResult());
  RankedTensorType type = last.getDestType();
  if (type.hasStaticShape() &&
      elements < static_cast<uint64_t>(type.getNumElements()))
    read(base, Extent::Some, use);
  read(last.getSourceMutable(), Extent::All);
  // Also visit the sources of slices below, while no slice above may overwrite
  // them.
  SmallVector<tensor::InsertSliceOp> above;
  for (tensor::InsertSliceOp slice = last;
       slice && isStatic(slice) && above.size() < kMaxSlices &&
       llvm::all_of(above, [&](auto other) { return areApart(slice, other); });
       slice = slice.getDest().getDefiningOp<tensor::InsertSliceOp>()) {
    read(slice.getSourceMutable(), Extent::All);
    above.push_back(slice);
  }
}

//===----------------------------------------------------------------------===//
// Other ops
//===----------------------------------------------------------------------===//

/// Returns true if `value` is a state whose old elements `update` never reads:
/// in its region, as an input, or in skipped steps.
static bool isOverwritten(UpdateOp update, Value value) {
  if (update.getSkip() || llvm::is_contained(update.getInputs(), value))
    return false;
  SmallVector<Value> states = update.getMainPlanes();
  bool isState = llvm::is_contained(states, value);
  for (auto [i, state] : llvm::enumerate(states))
    if (state == value && !update.getBody().getArgument(i).use_empty())
      return false;
  return isState;
}

/// Visits the operands of an op that has no rule of its own. Destinations are
/// overwritten, so they are not read, except by fp8.scatter_add.
void Reader::readOther(Operation *op, Extent extent) {
  auto destination = dyn_cast<DestinationStyleOpInterface>(op);
  if (OpTrait::hasElementwiseMappableTraits(op)) {
    for (OpOperand &use : op->getOpOperands())
      read(use, extent);
    return;
  }
  if (op->getNumRegions() != 0 && !destination)
    return;
  auto update = dyn_cast<UpdateOp>(op);
  for (OpOperand &use : op->getOpOperands())
    if ((!destination || !destination.isDpsInit(&use) ||
         isa<ScatterAddOp>(op)) &&
        !(update && isOverwritten(update, use.get())))
      read(use, isa<ShapedType>(use.get().getType()) ? Extent::Some : extent);
}

void Reader::readResult(OpResult result, Extent extent, OpOperand &use) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  auto readEach = [&](Extent part) {
    for (OpOperand &operand : op->getOpOperands())
      read(operand, part);
  };
  auto readYield = [&](Block *block, unsigned i) {
    read(block->getTerminator()->getOpOperand(i), extent);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::EmptyOp empty) { report(empty, use); })
      .Case([&](linalg::LinalgOp structured) {
        readYield(structured.getBlock(), number);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
          [&](Operation *reshape) { read(reshape->getOpOperand(0), extent); })
      .Case([&](tensor::ExtractSliceOp slice) {
        bool isAll = extent == Extent::All &&
                     slice.getSourceType().hasStaticShape() &&
                     slice.getType().hasStaticShape() &&
                     slice.getSourceType().getNumElements() ==
                         slice.getType().getNumElements();
        read(slice.getSourceMutable(), isAll ? Extent::All : Extent::Some);
      })
      .Case([&](tensor::InsertSliceOp slice) {
        if (extent == Extent::All)
          readSlices(slice, use);
      })
      .Case<tensor::DimOp>([](Operation *) {})
      // If only some element is read, it may be the inserted one. If all
      // elements are read, the others come from the destination.
      .Case([&](tensor::InsertOp insert) {
        if (extent == Extent::All && !hasOneElement(insert.getType()))
          read(insert.getDestMutable(), Extent::Some);
      })
      .Case<tensor::PadOp, tensor::ConcatOp>([&](Operation *) {
        if (extent == Extent::All)
          readEach(Extent::All);
      })
      .Case([&](scf::IfOp branch) {
        read(branch.getConditionMutable(), Extent::All);
        readYield(branch.thenBlock(), number);
        readYield(branch.elseBlock(), number);
      })
      .Case([&](scf::ForOp loop) { readYield(loop.getBody(), number); })
      .Case([&](scf::WhileOp loop) {
        read(loop.getConditionOp().getConditionMutable(), Extent::All);
        read(loop.getConditionOp().getArgsMutable()[number], extent);
      })
      .Case([&](func::CallOp call) {
        auto callee = functions.find(call.getCallee());
        if (callee != functions.end() && callee->second.getBody().hasOneBlock())
          readYield(&callee->second.front(), number);
      })
      .Default([&](Operation *other) { readOther(other, extent); });
}

void Reader::readArgument(BlockArgument argument, Extent extent) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::LinalgOp structured) {
        readStructured(structured, argument, extent);
      })
      // If only some elements are read, an iteration may have written them.
      .Case([&](scf::ForOp loop) {
        if (number != 0 && extent == Extent::All) {
          read(loop.getInitArgsMutable()[number - 1], extent);
          read(loop.getBody()->getTerminator()->getOpOperand(number - 1),
               extent);
        }
      })
      .Case([&](scf::WhileOp loop) {
        if (argument.getOwner() == loop.getAfterBody())
          return read(loop.getConditionOp().getArgsMutable()[number], extent);
        if (extent == Extent::All) {
          read(loop.getInitsMutable()[number], extent);
          read(loop.getYieldOp()->getOpOperand(number), extent);
        }
      })
      .Case([&](func::FuncOp function) {
        auto found = calls.find(function);
        if (function.isPrivate() && argument.getOwner()->isEntryBlock() &&
            found != calls.end() && found->second.size() == 1)
          read(found->second.front()->getOpOperand(number), extent);
      })
      .Default([](Operation *) {});
}

unsigned mlir::fp8::reportUndefinedContents(ModuleOp module,
                                            unsigned maxErrors) {
  return Reader(module, maxErrors).run();
}
