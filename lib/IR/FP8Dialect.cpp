//===- FP8Dialect.cpp - the fp8 dialect -----------------------------------===//
//
// Registers the dialect, and checks its discardable attributes on ops. A
// comment `dialect_aN` marks the check of constraint (AN) in the description of
// the dialect.
//
//===----------------------------------------------------------------------===//

#include "DialectAttributes.h"
#include "fp8/IR/Assumptions.h"
#include "fp8/IR/BlockWarps.h"
#include "fp8/IR/QuantizePolicy.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

#include "fp8/IR/FP8Dialect.cpp.inc"

void FP8Dialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "fp8/IR/FP8Ops.cpp.inc"
      >();
  // registerFP8Dialect() fulfills this promise.
  declarePromisedInterfaces<bufferization::BufferizableOpInterface, QuantizeOp,
                            DequantizeOp, AmaxOp, ContractOp, UpdateOp,
                            ScatterAddOp, InitOp, AllReduceOp, AllGatherOp,
                            ReduceScatterOp, AllToAllOp>();
}

Operation *FP8Dialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===----------------------------------------------------------------------===//
// Attributes of ops
//===----------------------------------------------------------------------===//

LogicalResult fp8::verifyName(function_ref<InFlightDiagnostic()> emitError,
                              NamedAttribute attribute) {
  auto name = dyn_cast<StringAttr>(attribute.getValue());
  if (!name || name.empty()) // dialect_a1
    return emitError() << "expected '" << attribute.getName().getValue()
                       << "' to be a nonempty string, but it is "
                       << attribute.getValue();
  return success();
}

static constexpr StringLiteral kRematCounts[] = {
    "kept_bytes", "recomputed_values", "recomputed_bytes", "recomputed_flops"};

static LogicalResult verifyAssumption(ConvertOp op, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (!symbolizeAssumption(attribute.getValue())) // dialect_a13
    return op.emitError() << "expected '" << name
                          << "' to be \"number\" or \"in_range\", "
                          << "but it is " << attribute.getValue();
  // The types may be invalid, because this check runs before the verifier of
  // the op.
  auto getFormatOf = [&](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isInteger() ? op.getFormat() : fp8::getFormat(element);
  };
  std::optional<Format> from = getFormatOf(op.getInput().getType());
  std::optional<Format> to = getFormatOf(op.getResult().getType());
  if (from && to && (isEightBit(*from) || !isEightBit(*to))) // dialect_a13
    return op.emitError() << "expected '" << name
                          << "' on a conversion that encodes to 8 bits, but "
                             "this one is from "
                          << op.getInput().getType() << " to "
                          << op.getResult().getType();
  return success();
}

LogicalResult FP8Dialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == kNameAttrName || name == kClassAttrName ||
      (name == kEntryAttrName && isa<FunctionOpInterface>(op)))
    return verifyName([&] { return op->emitError(); }, attribute);
  if (name == kAllowAttrName || // dialect_a11
      (name == kDoneAttrName && isa<ModuleOp>(op))) {
    auto names = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>)) // dialect_a6
      return emitError(op->getLoc())
             << "expected '" << name
             << "' to be an array of strings, but it is "
             << attribute.getValue();
    return success();
  }
  if (name == kMeshAttrName && isa<ModuleOp>(op)) {
    if (!isa<MeshAttr>(attribute.getValue())) // dialect_a18
      return emitError(op->getLoc())
             << "expected 'fp8.mesh' to be a #fp8.mesh attribute, but it is "
             << attribute.getValue();
    return success();
  }
  if (name == kStepsAttrName && isa<FunctionOpInterface>(op)) {
    auto steps = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
    bool areRanges = steps && !steps.empty() && steps.size() % 2 == 0 &&
                     llvm::is_sorted(steps.asArrayRef()) && steps[0] >= 0;
    if (!areRanges) // dialect_a10
      return emitError(op->getLoc())
             << "expected 'fp8.steps' to be an array of the first and the last "
                "step of each range, in order, but it is "
             << attribute.getValue();
    return success();
  }
  if (auto convert = dyn_cast<ConvertOp>(op);
      convert && name == kAssumesAttrName)
    return verifyAssumption(convert, attribute);
  if (name == kBlockWarpsAttrName && isa<LaunchOp>(op)) {
    auto warps = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!warps || !warps.getType().isInteger(64) || warps.getInt() < 1 ||
        warps.getInt() > kMaxBlockWarps) // dialect_a16
      return op->emitError()
             << "expected '" << name << "' to be an i64 attribute from 1 to "
             << kMaxBlockWarps << ", but it is " << attribute.getValue();
    return success();
  }
  if (name == kRematAttrName && isa<FunctionOpInterface>(op)) {
    auto counts = dyn_cast<DictionaryAttr>(attribute.getValue());
    bool areCounts = counts && counts.size() == std::size(kRematCounts) &&
                     llvm::all_of(kRematCounts, [&](StringRef count) {
                       auto number = counts.getAs<IntegerAttr>(count);
                       return number && number.getType().isInteger(64);
                     });
    if (!areCounts) // dialect_a14
      return emitError(op->getLoc())
             << "expected 'fp8.remat' to be a dictionary of the i64 attributes "
             << llvm::join(llvm::ArrayRef(kRematCounts), ", ") << ", but it is "
             << attribute.getValue();
    return success();
  }
  return op->emitError() // dialect_a7
         << "expected one of 'fp8.name', 'fp8.class' and 'fp8.allow' on an op, "
            "'fp8.assumes' on an fp8.convert, 'fp8.block_warps' on an "
            "fp8.launch, 'fp8.entry', 'fp8.steps' and "
            "'fp8.remat' on a function, 'fp8.done' and 'fp8.mesh' on a module, "
            "but "
            "found '"
         << name << "' on '" << op->getName() << "'";
}

//===----------------------------------------------------------------------===//
// Records of passes that have run
//===----------------------------------------------------------------------===//

void fp8::recordDone(Operation *module, StringRef flag) {
  if (isDone(module, flag))
    return;
  Builder builder(module->getContext());
  SmallVector<Attribute> passes;
  if (auto done = module->getAttrOfType<ArrayAttr>(FP8Dialect::kDoneAttrName))
    llvm::append_range(passes, done);
  passes.push_back(builder.getStringAttr(flag));
  module->setAttr(FP8Dialect::kDoneAttrName, builder.getArrayAttr(passes));
}

bool fp8::isDone(Operation *module, StringRef flag) {
  auto done = module->getAttrOfType<ArrayAttr>(FP8Dialect::kDoneAttrName);
  return done && llvm::any_of(done, [&](Attribute pass) {
           return cast<StringAttr>(pass).getValue() == flag;
         });
}
