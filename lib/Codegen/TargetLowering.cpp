//===- TargetLowering.cpp - what differs between targets ------------------===//

#include "fp8/Codegen/TargetLowering.h"

using namespace mlir::fp8;

// The anchor of the class.
TargetLowering::~TargetLowering() = default;
