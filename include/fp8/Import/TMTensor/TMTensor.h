//===- TMTensor.h - TMTensor dialect of torch-mlir --------------*- C++ -*-===//
#ifndef FP8_IMPORT_TMTENSOR_TMTENSOR_H
#define FP8_IMPORT_TMTENSOR_TMTENSOR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "fp8/Import/TMTensor/TMTensorDialect.h.inc"
#define GET_OP_CLASSES
#include "fp8/Import/TMTensor/TMTensorOps.h.inc"

#endif // FP8_IMPORT_TMTENSOR_TMTENSOR_H
