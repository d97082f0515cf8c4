//===- HeaderFile.h - generated C headers -----------------------*- C++ -*-===//
#ifndef FP8_EXECUTION_HEADERFILE_H
#define FP8_EXECUTION_HEADERFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace mlir::fp8 {

/// A C header that fp8-translate generates beside an object file.
struct HeaderFile {
  /// Name of both files, without a suffix.
  StringRef name;
  /// The flag of fp8-translate, without dashes.
  StringRef translation;
  /// Text that continues the header's comment about linking. Lines end with
  /// newlines, except the last one.
  std::string usage;
  /// Headers that the declarations need.
  SmallVector<StringRef, 2> includes;
};

/// Returns `text` in a form that is safe in a C comment: it cannot end the
/// comment, and control characters are replaced by question marks.
std::string escapeComment(StringRef text);

/// Returns the text of the header, with an include guard and C linkage around
/// the declarations that `print` writes.
std::string printHeaderFile(const HeaderFile &file,
                            function_ref<void(raw_ostream &)> print);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_HEADERFILE_H
