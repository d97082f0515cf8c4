//===- FP8.h - the fp8 dialect --------------------------------------------===//
#ifndef FP8_IR_FP8_H
#define FP8_IR_FP8_H

#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "fp8/IR/FP8Dialect.h.inc"
#include "fp8/IR/FP8Enums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "fp8/IR/FP8Attrs.h.inc"

namespace mlir::fp8::numerics {
struct InitialValues;
} // namespace mlir::fp8::numerics

namespace mlir::fp8 {

/// One tensor in which `fp8.update` keeps a state or a part of it.
struct UpdatePlane {
  enum class Role { Main, ScaleInv, Residual, Copy };
  Role role;
  /// The state that it belongs to.
  unsigned state;
  Type elementType;
  /// Absent where one scale, or none, serves the whole plane. On a `ScaleInv`,
  /// the granularity of the plane that it scales.
  GranularityAttr granularity;
  /// Of codes.
  Format format = Format::F32;
  bool isTransposed = false;
  /// A copy, or the scale of one: written, never read. Which one of the state.
  bool isCopy = false;
  unsigned copy = 0;
  /// A transposed copy of the main plane's codes, or of their scales.
  bool sharesCodes = false;

  /// The shape of this plane where the main one has `shape`, or failure where
  /// the granularity does not fit.
  FailureOr<SmallVector<int64_t>> getShape(ArrayRef<int64_t> shape) const;
  /// It has 8 bits and one scale: an operand of the op, and an amax result.
  bool hasTensorScale() const;
};

/// Of ops that stand for fp8.update: their decomposition is made of it.
template <typename ConcreteType>
class OptimizerTrait : public OpTrait::TraitBase<ConcreteType, OptimizerTrait> {
};

} // namespace mlir::fp8

#define GET_OP_CLASSES
#include "fp8/IR/FP8Ops.h.inc"

namespace mlir::fp8 {

/// Registers the dialect together with the models by which one-shot
/// bufferization takes its ops to memrefs.
void registerFP8Dialect(DialectRegistry &registry);

/// The format of a builtin float type of the dialect, or nothing.
std::optional<Format> getFormat(Type type);

/// Whether `type` is f8E4M3FN or f8E5M2, or a tensor or a vector of these.
inline bool isOfCodes(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// The element type of a residual, null for none.
Type getResidualType(ResidualKind residual, MLIRContext *context);

/// The element type that keeps a format: i8 for the unsigned ones, i16 and i32
/// for the wide ones of split storage.
Type getElementType(Format format, MLIRContext *context);

/// e4m3, e5m2, ue4m4 or ue5m3.
bool isEightBit(Format format);

/// ue4m4 or ue5m3.
bool isUnsigned(Format format);

/// How the codes of a format are made, or null for f32, whose codes are its
/// bits.
const numerics::FormatSpec *getFormatSpec(Format format);

/// The largest finite value of a format.
float getMaxFinite(Format format);

/// Whether a main plane has one scale, an operand of the op: of 8 bits by one
/// scale, or f16 whose granularity is spelled.
bool hasTensorScale(StorageAttr storage);

/// Whether values are rounded by draws of the declared counter RNG.
inline bool drawsBits(RoundingMode rounding) {
  return rounding == RoundingMode::Stochastic ||
         rounding == RoundingMode::QuasiStochastic;
}

/// How these draws follow each other.
inline numerics::Sequence getSequence(RoundingMode rounding) {
  return rounding == RoundingMode::QuasiStochastic
             ? numerics::Sequence::QuasiRandom
             : numerics::Sequence::Random;
}

/// The shape of the scales of an operand of `fp8.gemm` of so many rows of lhs,
/// or columns of rhs, and terms, and where (row, term) finds its own.
SmallVector<int64_t> getBlockScaleShape(BlockScaling blocks, int64_t rows,
                                        int64_t terms);
AffineMap getBlockScaleMap(BlockScaling blocks, MLIRContext *context);

/// Whether a library multiplies an operand of these blocks by one of those.
bool areMultiplied(BlockScaling lhs, BlockScaling rhs);

/// The name of argument `i` of `function`: its `fp8.name`, or `arg<i>`.
std::string getArgumentName(FunctionOpInterface function, unsigned i);

/// Whether an argument of `function` has that name.
bool hasArgument(FunctionOpInterface function, StringRef name);

/// The name of result `i` of `function`: its `fp8.name`, or `result<i>`.
std::string getResultName(FunctionOpInterface function, unsigned i);

/// Replaces the named optimizers in `root` by the updates that they stand for,
/// the first `limit` of them unless it is negative. Returns their number.
int64_t expandOptimizers(Operation *root, int64_t limit = -1);

/// Records in `fp8.done` of `module` that the pass `flag` ran.
void recordDone(Operation *module, StringRef flag);

/// Whether `fp8.done` of `module` holds the pass `flag`.
bool isDone(Operation *module, StringRef flag);

} // namespace mlir::fp8

#endif // FP8_IR_FP8_H
