//===- UpdateSignature.h - planes and scalars of an update ------*- C++ -*-===//
#ifndef FP8_LIB_EXECUTION_UPDATESIGNATURE_H
#define FP8_LIB_EXECUTION_UPDATESIGNATURE_H

#include "fp8/Execution/UpdatePlan.h"

namespace mlir::fp8 {

/// The arguments of an update: planes of a tensor, and shared scalars.
struct UpdateSignature {
  /// The role of an argument of the function.
  struct Place {
    /// NewState is the new value of a state without dimensions.
    enum Kind { Plane, NewState, Scalar } kind;
    /// Index of the plane or scalar.
    unsigned index;
    /// The tensor of a plane.
    unsigned tensor = 0;
  };

  std::vector<TensorPlane> planes;
  std::vector<UpdateScalar> scalars;
  SmallVector<Place> places;

  static FailureOr<UpdateSignature> read(func::FuncOp function,
                                         const StepSignature &signature,
                                         ArrayRef<ExampleTensor> tensors);
};

} // namespace mlir::fp8

#endif // FP8_LIB_EXECUTION_UPDATESIGNATURE_H
