//===- UpdateTable.cpp - update plans as constants of LLVM IR -------------===//
//
// The constants have the layout of fp8rt_update.
//
//===----------------------------------------------------------------------===//

#include "fp8/Execution/UpdateTable.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/ConstantTable.h"
#include "fp8/Execution/HeaderFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::fp8;
using llvm::Constant;

namespace {
class UpdateTable : ConstantTable {
public:
  UpdateTable(llvm::Module &module, const UpdatePlan &plan)
      : ConstantTable(module), plan(plan) {}

  LogicalResult add(StringRef name);

private:
  Constant *getPlane(const TensorPlane &plane);
  Constant *getScalar(const UpdateScalar &scalar);
  Constant *getOperand(const UpdateOperand &operand);
  FailureOr<Constant *> getLaunch(const UpdateLaunch &launch);

  template <typename Range, typename Function>
  Constant *addEach(const Range &range, StringRef name, Function get) {
    SmallVector<Constant *> elements;
    for (const auto &entry : range)
      elements.push_back(get(entry));
    return addArray(elements, name);
  }
  Constant *getFloat(float value) {
    return llvm::ConstantFP::get(b.getFloatTy(), value);
  }
  Constant *getDouble(double value) {
    return llvm::ConstantFP::get(b.getDoubleTy(), value);
  }

  const UpdatePlan &plan;
  SmallVector<Constant *> constants;
};
} // namespace

static std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns an fp8rt_update_plane.
Constant *UpdateTable::getPlane(const TensorPlane &plane) {
  float initial =
      plane.initial ? plane.initial.getValue().convertToDouble() : 0.0;
  return getStruct({addString(plane.name), addString(printType(plane.type)),
                    b.getInt32(plane.role),
                    b.getInt32(*HostTensor::getElementSize(plane.type)),
                    b.getInt64(plane.granule),
                    b.getInt32(plane.initial ? 1 : 0), getFloat(initial)});
}

/// Returns an fp8rt_update_scalar.
Constant *UpdateTable::getScalar(const UpdateScalar &scalar) {
  ScalarRange range = scalar.range.value_or(ScalarRange{0.0, 0.0});
  return getStruct({addString(scalar.name), addString(printType(scalar.type)),
                    b.getInt32(scalar.range ? 1 : 0), getDouble(range.lower),
                    getDouble(range.upper)});
}

/// Returns an fp8rt_update_operand.
Constant *UpdateTable::getOperand(const UpdateOperand &operand) {
  bool isConstant = operand.kind == FP8RT_UPDATE_CONSTANT;
  Constant *address = getNull();
  if (isConstant)
    address = llvm::ConstantExpr::getInBoundsGetElementPtr(
        b.getInt8Ty(), constants[operand.index], b.getInt64(operand.offset));
  return getStruct({b.getInt32(operand.kind), b.getInt32(operand.index),
                    b.getInt64(isConstant ? 0 : operand.offset),
                    b.getInt64(operand.items), b.getInt64(operand.bytes),
                    address});
}

/// Returns an fp8rt_update_launch.
FailureOr<Constant *> UpdateTable::getLaunch(const UpdateLaunch &launch) {
  FailureOr<Constant *> kernel =
      addKernel(launch.loc, launch.kernel, launch.finish, launch.grain,
                launch.operands.size());
  if (failed(kernel))
    return failure();
  std::string place = getPlace(launch.loc);
  Constant *operands =
      addEach(launch.operands, "operands", [&](const UpdateOperand &operand) {
        return getOperand(operand);
      });
  return getStruct({*kernel, operands, b.getInt64(launch.numItems),
                    b.getInt32(launch.isShared), b.getInt32(launch.numInputs),
                    b.getInt32(launch.numOutputs),
                    // Padding before a pointer.
                    b.getInt32(0),
                    addString(place.empty() ? "an unknown location" : place)});
}

LogicalResult UpdateTable::add(StringRef name) {
  for (const HostTensor &tensor : plan.constants) {
    ArrayRef<char> bytes = tensor.bytes();
    constants.push_back(addBytes(StringRef(bytes.data(), bytes.size()),
                                 "constant", HostTensor::kAlignment));
  }
  SmallVector<Constant *> launches;
  for (const UpdateLaunch &launch : plan.launches) {
    FailureOr<Constant *> entry = getLaunch(launch);
    if (failed(entry))
      return failure();
    launches.push_back(*entry);
  }
  Constant *planes =
      addEach(plan.planes, "planes",
              [&](const TensorPlane &plane) { return getPlane(plane); });
  Constant *scalars =
      addEach(plan.scalars, "scalars",
              [&](const UpdateScalar &scalar) { return getScalar(scalar); });
  Constant *numbers =
      addEach(plan.numbers, "numbers", [&](const fp8rt_update_number &number) {
        return getStruct({b.getInt64(number.offset), b.getInt32(number.first),
                          b.getInt32(number.stride)});
      });
  Constant *copies =
      addEach(plan.copies, "copies", [&](const fp8rt_update_copy &copy) {
        return getStruct({b.getInt64(copy.offset), b.getInt32(copy.plane),
                          b.getInt32(copy.bytes)});
      });
  Constant *update = getStruct(
      {b.getInt32(FP8RT_ABI_VERSION), b.getInt32(plan.planes.size()),
       addString(name), planes, scalars, addArray(launches, "launches"),
       numbers, copies, b.getInt32(plan.scalars.size()),
       b.getInt32(plan.launches.size()), b.getInt32(plan.numbers.size()),
       b.getInt32(plan.copies.size()), b.getInt64(plan.sharedBytes),
       b.getInt64(plan.ownBytes)});
  auto *global = new llvm::GlobalVariable(
      module, update->getType(), /*isConstant=*/true,
      llvm::GlobalValue::ExternalLinkage, update, name);
  global->setVisibility(llvm::GlobalValue::HiddenVisibility);
  return success();
}

LogicalResult fp8::addUpdate(llvm::Module &module, StringRef name,
                             const UpdatePlan &plan) {
  return UpdateTable(module, plan).add(name);
}

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

static void printComment(raw_ostream &os, const UpdatePlan &plan) {
  static constexpr StringLiteral kRoles[] = {"read", "updated", "written"};
  os << "/* Planes of a tensor:\n";
  for (const TensorPlane &plane : plan.planes) {
    os << " * - " << escapeComment(plane.name) << ": " << plane.type;
    if (plane.granule == 0)
      os << ", one element";
    else if (plane.granule != 1)
      os << ", an element for each " << plane.granule << " elements";
    os << ", " << kRoles[plane.role] << "\n";
  }
  os << " * Scalars:\n";
  for (const UpdateScalar &scalar : plan.scalars) {
    os << " * - " << escapeComment(scalar.name) << ": " << scalar.type;
    if (scalar.range)
      os << llvm::format(", at least %g and below %g", scalar.range->lower,
                         scalar.range->upper);
    os << "\n";
  }
  os << " */\n";
}

std::string fp8::printUpdateHeader(StringRef name,
                                   ArrayRef<NamedUpdate> updates) {
  return printHeaderFile({name,
                          "fp8-to-update-kernels",
                          "Pass an update to fp8rt_run_update.",
                          {"fp8/Runtime/fp8rt_update.h"}},
                         [&](raw_ostream &os) {
                           for (const NamedUpdate &update : updates) {
                             printComment(os, update.plan);
                             os << "extern const fp8rt_update " << update.name
                                << ";\n\n";
                           }
                         });
}
