//===- Signature.cpp - arguments and results of a training step -----------===//

#include "fp8/Driver/Signature.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Host/HostTensor.h"
#include "fp8/IR/LossAttribute.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

const Argument *Signature::find(StringRef name) const {
  auto it = llvm::find_if(arguments, [&](const Argument &argument) {
    return argument.name == name;
  });
  return it == arguments.end() ? nullptr : &*it;
}

SmallVector<std::optional<unsigned>> Signature::getUpdatedArguments() const {
  SmallVector<std::optional<unsigned>> updated(results.size());
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.updatedBy)
      updated[*argument.updatedBy] = i;
  return updated;
}

/// Returns the tensor type that passes a value of `type` to and from a program.
static FailureOr<RankedTensorType> getCarrier(Type type, const Twine &what,
                                              Location loc) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return emitError(loc) << "expected " << what
                          << " to have a static shape, but its type is "
                          << type;
  if (!tensor && type.isIntOrIndexOrFloat())
    tensor = RankedTensorType::get({}, type);
  if (tensor && HostTensor::countBytes(tensor))
    return tensor;
  if (tensor && HostTensor::getElementSize(tensor.getElementType()))
    return emitError(loc) << "unsupported type of " << what << ": " << type
                          << " has more elements than memory can hold";
  InFlightDiagnostic diag = emitError(loc)
                            << "unsupported type of " << what << ": " << type;
  diag.attachNote() << "supported are scalars and ranked tensors of f64, f32, "
                       "f16, bf16, f8E4M3FN, f8E5M2, f8E8M0FNU, i1, i8, i16, "
                       "i32, i64 and index";
  return diag;
}

static LogicalResult readArguments(func::FuncOp step, Signature &signature) {
  for (BlockArgument value : step.getArguments()) {
    unsigned i = value.getArgNumber();
    Argument argument{getArgumentName(step, i),
                      value.getLoc(),
                      {},
                      {},
                      {},
                      {},
                      {},
                      false,
                      {},
                      parseScalarRange(step.getArgAttr(i, kRangeAttrName))};
    FailureOr<RankedTensorType> type = getCarrier(
        value.getType(), "argument '" + argument.name + "'", argument.loc);
    if (failed(type))
      return failure();
    argument.type = *type;
    if (auto state =
            step.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName))
      argument.state = state.getValue();
    if (auto initial =
            step.getArgAttrOfType<FloatAttr>(i, FP8Dialect::kInitialAttrName))
      argument.initial = initial.getValue().convertToFloat();
    if (auto count = step.getArgAttrOfType<IntegerAttr>(
            i, FP8Dialect::kMicrobatchesAttrName))
      argument.microbatches = count.getInt();
    argument.shard =
        step.getArgAttrOfType<ShardAttr>(i, FP8Dialect::kShardAttrName);
    argument.isBatch = !!step.getArgAttr(i, FP8Dialect::kBatchAttrName);
    signature.arguments.push_back(std::move(argument));
  }
  return success();
}

/// Gives new states the names of the states that they update, because a file of
/// results is read back by argument names. If another result has one of these
/// names, all results keep their own.
static void nameNewStates(Signature &signature) {
  llvm::StringSet<> states;
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy)
      states.insert(argument.name);
  SmallVector<std::optional<unsigned>> updated =
      signature.getUpdatedArguments();
  for (auto [result, argument] : llvm::zip_equal(signature.results, updated))
    if (!argument && states.contains(result.name))
      return;
  for (auto [result, argument] : llvm::zip_equal(signature.results, updated))
    if (argument)
      result.name = signature.arguments[*argument].name;
}

static LogicalResult readResults(func::FuncOp step, Signature &signature) {
  for (unsigned i = 0, e = step.getNumResults(); i < e; ++i) {
    Result result{getResultName(step, i), {}};
    FailureOr<RankedTensorType> type =
        getCarrier(step.getResultTypes()[i], "result '" + result.name + "'",
                   step.getLoc());
    if (failed(type))
      return failure();
    result.type = *type;
    signature.results.push_back(std::move(result));
    if (step.getResultAttr(i, kLossAttrName)) {
      if (signature.loss)
        signature.otherLosses.push_back(i);
      else
        signature.loss = i;
    }

    auto updates =
        step.getResultAttrOfType<StringAttr>(i, FP8Dialect::kUpdatesAttrName);
    if (!updates)
      continue;
    auto argument = llvm::find_if(signature.arguments, [&](const Argument &a) {
      return a.name == updates.getValue();
    });
    // The dialect performs this check only for functions that are marked as a
    // step.
    if (argument == signature.arguments.end() || argument->type != *type)
      return step.emitError("expected fp8.updates of result #")
             << i << " to name an argument of its type, but it is " << updates;
    if (argument->updatedBy)
      return step.emitError("expected one result to update '")
             << argument->name << "', but #" << *argument->updatedBy << " and #"
             << i << " do";
    argument->updatedBy = i;
  }
  nameNewStates(signature);
  return success();
}

static bool hasProduct(func::FuncOp step) {
  return step
      .walk([](Operation *op) {
        return isa<ContractOp>(op) || matchContraction(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the results that are new values of arguments.
static llvm::SmallDenseSet<unsigned> findFedBack(const Signature &signature) {
  llvm::SmallDenseSet<unsigned> fedBack;
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy)
      fedBack.insert(*argument.updatedBy);
  return fedBack;
}

/// Finds the loss of a step without matmuls: the only float result that is not
/// fed back.
static std::optional<unsigned>
findOnlyFloat(const Signature &signature,
              const llvm::SmallDenseSet<unsigned> &fedBack) {
  std::optional<unsigned> only;
  for (auto [i, result] : llvm::enumerate(signature.results)) {
    if (!isa<FloatType>(result.type.getElementType()) ||
        result.type.getNumElements() != 1 || fedBack.contains(i))
      continue;
    if (only)
      return std::nullopt;
    only = i;
  }
  return only;
}

FailureOr<Signature> fp8::readSignature(func::FuncOp step) {
  Signature signature;
  if (failed(readArguments(step, signature)) ||
      failed(readResults(step, signature)))
    return failure();
  llvm::SmallDenseSet<unsigned> fedBack = findFedBack(signature);
  // The new value of an argument stays in the memory of the step.
  if (signature.loss && fedBack.contains(*signature.loss))
    signature.loss.reset();
  if (!signature.loss && !hasProduct(step))
    signature.loss = findOnlyFloat(signature, fedBack);
  return signature;
}
