//===- KeptRows.h - values staged for later phases --------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_SCHEDULES_KEPTROWS_H
#define FP8_LIB_CODEGEN_SCHEDULES_KEPTROWS_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

/// The values of an item that several passes over its elements read, staged
/// row by row in private memory of the chunk.
class KeptRows {
public:
  explicit KeptRows(FunctionEmitter &emitter) : e(emitter) {}

  /// A staged row of a value. Pass `step` writes it. If rows overlap, there are
  /// several copies, `stride` elements apart.
  struct Row {
    Value slot;
    unsigned step;
    unsigned numRows = 1;
    int64_t stride = 0;
  };

  struct Request {
    /// For each pass over the elements, the values that its strips evaluate
    /// first.
    SmallVector<SmallVector<Value>> steps;
    /// Number of elements of a staged row.
    int64_t size;
    /// True if each pass processes another row at the same time.
    bool overlapsRows = false;
    /// `keepsAll`: true if every value that a later pass needs is staged.
    /// `keepsArguments`: true if loaded operands are staged, too.
    bool keepsAll = false;
    bool keepsArguments = false;
  };
  /// Chooses the staged values and allocates memory for them.
  void create(const Request &request);

  /// Returns `value` for the current strip. In the pass that stages the value,
  /// calls `compute` and stores its result. In later passes, loads the result.
  /// If `value` is not staged, only calls `compute`. `getPlace` returns the
  /// offset of the strip in the staged row.
  Value evaluate(Value value, llvm::function_ref<Value()> compute,
                 llvm::function_ref<Value(const Row &)> getPlace);
  /// Emits a barrier between writes and reads of staged values by different
  /// threads of a chunk.
  void synchronize();
  bool empty() const { return rows.empty(); }

private:
  bool keep(Value value, unsigned step, const Request &request);
  /// Returns true if threads share the staged rows.
  bool isShared() const { return e.target.getNumThreads() != 1; }

  FunctionEmitter &e;
  DenseMap<Value, Row> rows;
  int64_t bytes = 0;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_KEPTROWS_H
