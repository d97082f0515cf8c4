//===- TensorView.h - Tensor inside a file --------------------------------===//

#ifndef FP8_RUN_TENSORVIEW_H
#define FP8_RUN_TENSORVIEW_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::fp8::run {

// All file formats here are little endian, and their bytes are used directly.
static_assert(llvm::endianness::native == llvm::endianness::little,
              "fp8-run reads and writes tensors on little-endian hosts only");

/// Largest rank, which is also NumPy's limit.
inline constexpr size_t kMaxRank = 64;

/// A tensor of a file that has been read. The bytes have no particular
/// alignment.
struct TensorView {
  std::string name;
  RankedTensorType type;
  ArrayRef<char> bytes;
};

/// Returns true if values of `stored`, the element type in a file, have the
/// same bits as values of `wanted`. File formats do not distinguish all builtin
/// types: their unsigned integers also represent signless ones, types without a
/// name of their own are signless, and 64-bit integers represent index.
inline bool isSameElement(Type stored, Type wanted) {
  if (stored == wanted)
    return true;
  if (isa<IndexType>(wanted))
    return stored.isSignlessInteger(64);
  return isa<IntegerType>(stored) && isa<IntegerType>(wanted) &&
         stored.getIntOrFloatBitWidth() == wanted.getIntOrFloatBitWidth() &&
         (wanted.isSignlessInteger() ||
          (stored.isSignlessInteger() &&
           (wanted.isSignedInteger() || wanted.isInteger(1))));
}

/// Returns the name of a tensor for a message, truncated if it is very long.
std::string quoteName(StringRef name);

/// Returns the size in bytes of a tensor whose element type HostTensor
/// supports, or std::nullopt if no file can be that large.
std::optional<uint64_t> getByteSize(RankedTensorType type);

} // namespace mlir::fp8::run

#endif // FP8_RUN_TENSORVIEW_H
