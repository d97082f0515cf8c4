//===- UpdateReader.h - launches of an update without shapes ----*- C++ -*-===//
#ifndef FP8_LIB_EXECUTION_UPDATEREADER_H
#define FP8_LIB_EXECUTION_UPDATEREADER_H

#include "UpdateSignature.h"

#include <map>

namespace mlir::fp8 {

/// Turns the launches for the example tensors into launches for any tensors.
class UpdateReader {
public:
  UpdateReader(const UpdateSignature &signature,
               ArrayRef<ExampleTensor> tensors, unsigned arena)
      : signature(signature), tensors(tensors), arena(arena) {}

  FailureOr<UpdatePlan> read(func::FuncOp function);

private:
  using Place = UpdateSignature::Place;
  /// The buffers of an operand: one, or one for each tensor.
  using Buffers = SmallVector<BufferRef>;

  LogicalResult readLaunch(LaunchOp launch, const PlannedStep &step);
  LogicalResult readItems(const PlannedStep &step, ArrayRef<unsigned> order,
                          UpdateLaunch &launch) const;
  FailureOr<SmallVector<unsigned>> getOrder(const PlannedStep &step) const;
  FailureOr<UpdateOperand> readOperand(const UpdateLaunch &launch,
                                       const Buffers &buffers, bool isScratch);
  FailureOr<UpdateOperand> readArguments(const UpdateLaunch &launch,
                                         const Buffers &buffers) const;
  FailureOr<UpdateOperand> readArena(const UpdateLaunch &launch,
                                     const Buffers &buffers);
  FailureOr<UpdateOperand> readPartials(const UpdateLaunch &launch,
                                        const Buffers &buffers) const;
  FailureOr<UpdateOperand> readConstants(const UpdateLaunch &launch,
                                         const Buffers &buffers);
  LogicalResult checkWritten(const UpdateLaunch &launch, const Buffers &buffers,
                             const UpdateOperand &operand) const;
  int64_t allocate(int64_t &total, int64_t bytes) const;

  InFlightDiagnostic report(const UpdateLaunch &launch) const {
    return mlir::emitError(launch.loc, "unsupported in an update without "
                                       "shapes: kernel '")
           << launch.kernel << "', which ";
  }

  const UpdateSignature &signature;
  ArrayRef<ExampleTensor> tensors;
  /// Index of the arena in the arguments of the function.
  unsigned arena;
  StepPlan plan;
  UpdatePlan update;
  /// Offsets in the workspace of buffers that each tensor has, and of shared
  /// buffers, by their offsets in the arena of the examples.
  std::map<SmallVector<int64_t>, int64_t> own;
  std::map<int64_t, int64_t> shared;
  /// Offsets in the workspace of new states, by plane.
  std::map<unsigned, int64_t> newStates;
  /// The operand that was last written at an offset of the examples' arena.
  std::map<int64_t, UpdateOperand> written;
};

} // namespace mlir::fp8

#endif // FP8_LIB_EXECUTION_UPDATEREADER_H
