//===- UpdatePlan.h - optimizer steps without shapes ------------*- C++ -*-===//
//
// Turns a step that updates a few example tensors into a program for any
// tensors: launches of buckets, whose operands are planes of a tensor, shared
// scalars, and memory. See fp8/Runtime/fp8rt_update.h.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_EXECUTION_UPDATEPLAN_H
#define FP8_EXECUTION_UPDATEPLAN_H

#include "fp8/Execution/StepHeader.h"
#include "fp8/Execution/StepPlan.h"
#include "fp8/IR/ScalarRange.h"
#include "fp8/Runtime/fp8rt_update.h"

namespace mlir::fp8 {

/// A parameter of the step. Arguments and results named `<name>.<plane>` belong
/// to it, too.
struct ExampleTensor {
  std::string name;
  int64_t numElements;
};

/// Returns the example tensors of a step, in the order of their names. There
/// are at least three of different sizes, to detect operands that depend on the
/// size or on the position of a tensor.
FailureOr<std::vector<ExampleTensor>> getExampleTensors(func::FuncOp step);

/// Returns the tensor and the plane that `name` belongs to, if any. The plane
/// of the parameter itself is called "param".
std::optional<std::pair<unsigned, StringRef>>
findPlane(StringRef name, ArrayRef<ExampleTensor> tensors);

/// Prepares a function in Scaled form. States without dimensions that belong to
/// a tensor get separate memory for the new value; UpdatePlan copies them.
/// States that all tensors share, such as a counter of steps, are left to the
/// host: their new values are removed.
LogicalResult separateScalarStates(func::FuncOp function,
                                   ArrayRef<ExampleTensor> tensors);

struct TensorPlane {
  std::string name;
  Type type;
  fp8rt_role role;
  /// Number of tensor elements per element of the plane; 0 if the plane has one
  /// element.
  int64_t granule;
  FloatAttr initial;
};

struct UpdateScalar {
  std::string name;
  Type type;
  std::optional<ScalarRange> range;
};

/// An operand of a launch. `index` refers to planes, scalars or constants.
struct UpdateOperand {
  fp8rt_update_kind kind;
  unsigned index = 0;
  int64_t offset = 0, items = 0, bytes = 0;

  bool operator==(const UpdateOperand &other) const {
    return kind == other.kind && index == other.index &&
           offset == other.offset && items == other.items &&
           bytes == other.bytes;
  }
};

struct UpdateLaunch {
  explicit UpdateLaunch(Location loc) : loc(loc) {}

  Location loc;
  std::string kernel, finish;
  int64_t grain = 1;
  /// Number of work items of a tensor, or 0 if each element is a work item.
  int64_t numItems = 0;
  bool isShared = false;
  unsigned numInputs = 0, numOutputs = 0;
  SmallVector<UpdateOperand> operands;
};

struct UpdatePlan {
  std::vector<TensorPlane> planes;
  std::vector<UpdateScalar> scalars;
  std::vector<UpdateLaunch> launches;
  std::vector<fp8rt_update_number> numbers;
  std::vector<fp8rt_update_copy> copies;
  std::vector<HostTensor> constants;
  int64_t sharedBytes = 0, ownBytes = 0;

  /// Reads a function in Planned form whose kernels have been emitted. Reports
  /// ops that depend on the number or the shapes of the tensors.
  static FailureOr<UpdatePlan> read(func::FuncOp function,
                                    const StepSignature &signature,
                                    ArrayRef<ExampleTensor> tensors);
};

} // namespace mlir::fp8

#endif // FP8_EXECUTION_UPDATEPLAN_H
