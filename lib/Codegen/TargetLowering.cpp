//===- TargetLowering.cpp - interface to target-specific code -------------===//

#include "fp8/Codegen/TargetLowering.h"

using namespace mlir::fp8;

// Anchors the vtable of the class.
TargetLowering::~TargetLowering() = default;
