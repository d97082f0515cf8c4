//===- TensorView.h - A tensor inside a file ------------------------------===//

#ifndef FP8_RUN_TENSORVIEW_H
#define FP8_RUN_TENSORVIEW_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::fp8::run {

// Every file format here is little endian, and its bytes are used as they are.
static_assert(llvm::endianness::native == llvm::endianness::little,
              "fp8-run reads and writes tensors on little-endian hosts only");

/// As many dimensions as NumPy takes.
inline constexpr size_t kMaxRank = 64;

/// A tensor of a file that has been read. The bytes have no particular
/// alignment.
struct TensorView {
  std::string name;
  RankedTensorType type;
  ArrayRef<char> bytes;
};

/// Whether values of `stored`, the element type in a file, are those of
/// `wanted` bit for bit. Files do not know the types of the builtin dialect:
/// their unsigned integers stand for signless ones as well, what they have no
/// other word for is signless, and 64-bit integers stand for index.
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

/// The name of a tensor for a message, which shows only the begin of a name
/// that fills a file.
std::string quoteName(StringRef name);

/// The bytes of a tensor whose element type HostTensor supports, or nothing if
/// no file can have so many.
std::optional<uint64_t> getByteSize(RankedTensorType type);

} // namespace mlir::fp8::run

#endif // FP8_RUN_TENSORVIEW_H
