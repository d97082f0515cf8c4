//===- Draws.cpp - fp8.draw in integer arithmetic -------------------------===//

#include "Draws.h"

#include "Rotation.h"
#include "fp8/Conversion/FP8ToArith/LaneIndices.h"
#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

static Value makeConstant(ImplicitLocOpBuilder &b, Type type, int64_t number) {
  auto attr = b.getIntegerAttr(getElementTypeOrSelf(type), number);
  if (auto vector = dyn_cast<VectorType>(type))
    return arith::ConstantOp::create(b, DenseElementsAttr::get(vector, attr));
  return arith::ConstantOp::create(b, attr);
}

/// Returns true if an element takes half a word, 16 bits.
static bool isHalfWord(DrawOp op) {
  return getElementTypeOrSelf(op.getType()).isInteger(16);
}

/// Returns the position of this fp8.draw among the draws that share a Philox
/// block.
static uint32_t getPartner(DrawOp op) {
  return isHalfWord(op) ? numerics::getPartner(op.getStream()) : 0;
}

/// Returns the stream number in the Philox key.
static uint32_t getKeyStream(DrawOp op) {
  return isHalfWord(op) ? numerics::getKeyStream(op.getStream())
                        : op.getStream();
}

//===----------------------------------------------------------------------===//
// Philox
//===----------------------------------------------------------------------===//

namespace {
/// 32-bit words of the Philox key. If `stream` is null, the op's attribute is
/// used.
struct Key {
  Value seed, stream;
};

/// The operands of a draw that are equal in all lanes. `useOffset` may be null.
struct UniformOperands {
  Value seed, step, useOffset;
};

/// The step number, and its effect on the random bits of a block.
struct Step {
  Value word;
  /// True if each step adds a rotation number to the words (quasi-random bits).
  /// Otherwise the step is a word of the counter.
  bool isRotation;
};

/// Emits Philox4x32 on 32-bit words, or on words in the low halves of 64-bit
/// lanes. x86 multiplies the low halves of lanes, and has no instruction for
/// the high half of a 32-bit product. The bits above a word are arbitrary until
/// the word is multiplied.
class PhiloxBuilder {
public:
  /// If `takesParts` is set, scalars may be processed with vector ops.
  PhiloxBuilder(ImplicitLocOpBuilder &b, Type wordType, bool takesParts = false)
      : b(b), wordType(wordType),
        isWide(getElementTypeOrSelf(wordType).isInteger(64)),
        takesParts(takesParts) {}

  using Words = std::array<Value, 4>;

  /// Returns the words of a block. If steps rotate the words, these are the
  /// words of step 0; call `rotate` for the words that are used. `block` holds
  /// block indices in i64; `key`, `step` and `useOffset`, unless it is null,
  /// are words.
  Words emit(Value block, Key key, Step step, Value useOffset, DrawOp op) {
    Value low = isWide ? block : truncate(block);
    Value high = shiftRight(block, 32);
    if (!isWide)
      high = truncate(high);
    Value use = word(op.getUse());
    if (useOffset)
      use = arith::AddIOp::create(b, use, useOffset);
    return emitRounds(
        {low, high, getCounter(step), use},
        {key.seed, key.stream ? key.stream : word(getKeyStream(op))},
        numerics::getRounds(op.getSequence()));
  }

  /// Returns the counter word for the step. For quasi-random bits, it changes
  /// only when the sequence restarts.
  Value getCounter(Step step) {
    return step.isRotation ? shiftRight(step.word, numerics::logQuasiSteps)
                           : step.word;
  }

  /// Rotates `drawn`, some of the `words` of `emit`, by their rotation number
  /// times the step.
  void rotate(MutableArrayRef<Value> drawn, const Words &words, Step step) {
    if (!step.isRotation)
      return;
    Value shift = emitShift(words[0], words[1], step.word);
    for (Value &word : drawn)
      word = arith::AddIOp::create(b, word, shift);
  }

  Value word(uint32_t value) {
    // As in C: the bits in an i32, the number in an i64.
    int64_t number = isWide ? int64_t(value) : int64_t(int32_t(value));
    return makeConstant(b, wordType, number);
  }

private:
  Value truncate(Value x) { return arith::TruncIOp::create(b, wordType, x); }
  Value andBits(Value x, int64_t mask) {
    return arith::AndIOp::create(b, x, makeConstant(b, x.getType(), mask));
  }
  Value shiftRight(Value x, int64_t count) {
    return arith::ShRUIOp::create(b, x, makeConstant(b, x.getType(), count));
  }
  Value xorBits(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value addKey(Value key, uint32_t weyl) {
    return arith::AddIOp::create(b, key, word(weyl));
  }

  struct Product {
    Value low, high;
  };
  Product multiply(Value x, uint32_t factor) {
    if (!isWide && !takesParts) {
      auto product = arith::MulUIExtendedOp::create(b, x, word(factor));
      return {product.getLow(), product.getHigh()};
    }
    if (!isWide)
      return multiplyScalar(x, factor);
    // LLVM recognizes masked factors as 32-bit words and drops the mask.
    Value product =
        arith::MulIOp::create(b, andBits(x, 0xFFFFFFFFu), word(factor));
    return {product, shiftRight(product, 32)};
  }

  /// Splits the product with vector ops instead of shifts. With shifts, LLVM
  /// would widen all following words to 64 bits, whose product takes more than
  /// one operation.
  Product multiplyScalar(Value x, uint32_t factor) {
    Value wide = arith::ExtUIOp::create(b, b.getI64Type(), x);
    Value product = arith::MulIOp::create(
        b, wide, makeConstant(b, b.getI64Type(), int64_t(factor)));
    Value words = vector::BitCastOp::create(
        b, VectorType::get(2, wordType),
        vector::FromElementsOp::create(b, VectorType::get(1, b.getI64Type()),
                                       product));
    return {vector::ExtractOp::create(b, words, 0),
            vector::ExtractOp::create(b, words, 1)};
  }

  Words emitRounds(Words counter, std::array<Value, 2> key, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      Product first = multiply(counter[0], 0xD2511F53u);
      Product second = multiply(counter[2], 0xCD9E8D57u);
      counter = {xorBits(xorBits(second.high, counter[1]), key[0]), second.low,
                 xorBits(xorBits(first.high, counter[3]), key[1]), first.low};
      key = {addKey(key[0], 0x9E3779B9u), addKey(key[1], 0xBB67AE85u)};
    }
    return counter;
  }

  /// Emits the offset that `step` adds to the words of a block. The rotation
  /// number of the block is computed from its words `first` and `second`.
  Value emitShift(Value first, Value second, Value step) {
    Value bits = xorBits(first, second);
    if (!isWide)
      return fp8::emitShift(b, fp8::emitRotation(b, bits), step, takesParts);
    Type i32 = withElementType(wordType, b.getI32Type());
    Value rotation =
        fp8::emitRotation(b, arith::TruncIOp::create(b, i32, bits));
    return arith::ExtUIOp::create(
        b, wordType,
        fp8::emitShift(b, rotation, arith::TruncIOp::create(b, i32, step),
                       /*mayShuffle=*/false));
  }

  ImplicitLocOpBuilder &b;
  Type wordType;
  bool isWide, takesParts;
};
} // namespace

/// Splits a 64-bit seed: the low word is the seed, and the high word is added
/// to the stream number.
static Key getKey(ImplicitLocOpBuilder &b, Value seed, DrawOp op) {
  Type type = seed.getType();
  if (getElementTypeOrSelf(type).isInteger(32))
    return {seed, {}};
  Type word = withElementType(type, b.getI32Type());
  Value high = arith::TruncIOp::create(
      b, word, arith::ShRUIOp::create(b, seed, makeConstant(b, type, 32)));
  Value stream = arith::AddIOp::create(
      b, high, makeConstant(b, word, int32_t(getKeyStream(op))));
  if (isHalfWord(op))
    stream = arith::AndIOp::create(
        b, stream, makeConstant(b, word, numerics::partnerStream - 1));
  return {arith::TruncIOp::create(b, word, seed), stream};
}

//===----------------------------------------------------------------------===//
// One block per element
//===----------------------------------------------------------------------===//

/// Returns `value`, broadcast to the shape of `like`.
static Value spread(ImplicitLocOpBuilder &b, Value value, Type like) {
  auto vector = dyn_cast<VectorType>(like);
  if (!vector || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(b, vector.clone(value.getType()), value);
}

/// Returns the word at position `j` < 4 * `each`, where `each` positions share
/// one word.
static Value selectWord(ImplicitLocOpBuilder &b,
                        const std::array<Value, 4> &words, Value j,
                        int64_t each) {
  auto isAtLeast = [&](int64_t word) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, j,
                                 makeConstant(b, j.getType(), word * each));
  };
  auto select = [&](Value condition, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, condition, x, y);
  };
  return select(isAtLeast(2), select(isAtLeast(3), words[3], words[2]),
                select(isAtLeast(1), words[1], words[0]));
}

static Value emitEach(ImplicitLocOpBuilder &b, DrawOp op) {
  Value index = op.getIndex();
  Type i64 = index.getType();
  Type i32 = withElementType(i64, b.getI32Type());
  bool isHalf = isHalfWord(op);
  Value block =
      arith::ShRUIOp::create(b, index, makeConstant(b, i64, isHalf ? 3 : 2));
  PhiloxBuilder philox(b, i32);
  Key key = getKey(b, op.getSeed(), op);
  key.seed = spread(b, key.seed, i32);
  if (key.stream)
    key.stream = spread(b, key.stream, i32);
  Step step = {spread(b, op.getStep(), i32), op.getQuasi()};
  Value useOffset = op.getUseOffset();
  if (useOffset)
    useOffset = spread(b, useOffset, i32);
  const std::array<Value, 4> unmoved =
      philox.emit(block, key, step, useOffset, op);
  std::array<Value, 4> words = unmoved;
  philox.rotate(words, unmoved, step);
  Value low = arith::TruncIOp::create(b, i32, index);
  Value j = arith::AndIOp::create(b, low, makeConstant(b, i32, isHalf ? 7 : 3));
  if (!isHalf)
    return selectWord(b, words, j, 1);
  if (uint32_t partner = getPartner(op))
    j = arith::XOrIOp::create(b, j, makeConstant(b, i32, 2 * partner));
  Value isOdd = arith::AndIOp::create(b, j, makeConstant(b, i32, 1));
  Value shift = arith::ShLIOp::create(b, isOdd, makeConstant(b, i32, 4));
  Value half = arith::ShRUIOp::create(b, selectWord(b, words, j, 2), shift);
  return arith::TruncIOp::create(b, op.getType(), half);
}

//===----------------------------------------------------------------------===//
// One block for lanes side by side
//===----------------------------------------------------------------------===//

/// Returns the words in the order of the draw at position `partner`.
static std::array<Value, 4> arrange(const std::array<Value, 4> &words,
                                    uint32_t partner) {
  return {words[0 ^ partner], words[1 ^ partner], words[2 ^ partner],
          words[3 ^ partner]};
}

/// Returns the lane that computes block `i` of several. Even and odd lanes are
/// unpacked separately; with this order, four blocks come out of a 256-bit
/// register in storage order.
static int64_t getLane(int64_t i, int64_t numBlocks) {
  const int64_t lanes[] = {0, 2, 1, 3};
  return numBlocks % 4 != 0 ? i : i / 4 * 4 + lanes[i % 4];
}

/// Returns the indices of the blocks from `start` on, each in its lane.
static Value makeBlocks(ImplicitLocOpBuilder &b, Value start,
                        int64_t numBlocks) {
  SmallVector<int64_t> offsets(numBlocks);
  for (int64_t i = 0; i < numBlocks; ++i)
    offsets[getLane(i, numBlocks)] = i;
  return makeIndices(b, start, offsets);
}

/// Returns the words of all blocks, in order, as lanes of the result type. The
/// words are the low halves of their lanes.
static Value interleave(ImplicitLocOpBuilder &b,
                        const std::array<Value, 4> &words, VectorType type,
                        uint32_t partner) {
  int64_t numBlocks = cast<VectorType>(words[0].getType()).getNumElements();
  auto halves = VectorType::get(2 * numBlocks, b.getI32Type());
  auto pairs = VectorType::get(numBlocks, b.getI64Type());
  // A shuffle, because LLVM would merge a shift into the last product and make
  // it a 64-bit product.
  SmallVector<int64_t> pairMask, mask, partnerMask;
  for (int64_t i = 0; i < 2 * numBlocks; i += 2)
    pairMask.append({i, 2 * numBlocks + i});
  auto pair = [&](Value first, Value second) -> Value {
    Value both = vector::ShuffleOp::create(
        b, vector::BitCastOp::create(b, halves, first),
        vector::BitCastOp::create(b, halves, second), pairMask);
    return vector::BitCastOp::create(b, pairs, both);
  };
  for (int64_t i = 0; i < numBlocks; ++i)
    mask.append({getLane(i, numBlocks), numBlocks + getLane(i, numBlocks)});
  Value all = vector::ShuffleOp::create(b, pair(words[0], words[1]),
                                        pair(words[2], words[3]), mask);
  if (partner != 0) {
    // Permute at the end, so that partners share all preceding ops.
    for (int64_t i = 0; i < 4 * numBlocks; ++i)
      partnerMask.push_back(i ^ int64_t(partner));
    all = vector::BitCastOp::create(
        b, VectorType::get(4 * numBlocks, b.getI32Type()), all);
    all = vector::ShuffleOp::create(b, all, all, partnerMask);
  }
  return vector::BitCastOp::create(b, type, all);
}

/// Emits the random bits of lanes `first`, `first + 1`, .... `first` is a
/// multiple of the lanes per Philox block, and the lanes fill several blocks.
static Value emitBlocks(ImplicitLocOpBuilder &b, DrawOp op, Value first,
                        UniformOperands operands, int64_t perBlock) {
  auto type = cast<VectorType>(op.getType());
  int64_t numBlocks = type.getNumElements() / perBlock;
  auto wide = VectorType::get(numBlocks, b.getI64Type());
  Value start = arith::ShRUIOp::create(
      b, first, makeConstant(b, first.getType(), llvm::Log2_64(perBlock)));
  Value block = makeBlocks(b, start, numBlocks);
  auto widen = [&](Value word) -> Value {
    Value extended = arith::ExtUIOp::create(b, b.getI64Type(), word);
    return vector::BroadcastOp::create(b, wide, extended);
  };
  PhiloxBuilder philox(b, wide);
  Key key = getKey(b, operands.seed, op);
  key.seed = widen(key.seed);
  if (key.stream)
    key.stream = widen(key.stream);
  Step steps = {widen(operands.step), op.getQuasi()};
  Value useOffset = operands.useOffset ? widen(operands.useOffset) : Value();
  const std::array<Value, 4> unmoved =
      philox.emit(block, key, steps, useOffset, op);
  std::array<Value, 4> words = unmoved;
  philox.rotate(words, unmoved, steps);
  return interleave(b, words, type, getPartner(op));
}

/// Emits the random bits of one block, or of half a block, which is two of its
/// words. GPUs compute the full product of 32-bit words in one operation.
static Value emitOneBlock(ImplicitLocOpBuilder &b, DrawOp op, Value first,
                          UniformOperands operands, int64_t perBlock) {
  auto type = cast<VectorType>(op.getType());
  int64_t lanes = type.getNumElements();
  Type i64 = b.getI64Type();
  Value block = arith::ShRUIOp::create(
      b, first, makeConstant(b, i64, llvm::Log2_64(perBlock)));
  PhiloxBuilder philox(b, b.getI32Type(), /*takesParts=*/true);
  Step steps = {operands.step, op.getQuasi()};
  const std::array<Value, 4> words = philox.emit(
      block, getKey(b, operands.seed, op), steps, operands.useOffset, op);
  std::array<Value, 4> own = arrange(words, getPartner(op));
  SmallVector<Value> drawn(own.begin(), own.end());
  if (lanes != perBlock) {
    Value rest =
        arith::AndIOp::create(b, first, makeConstant(b, i64, perBlock - 1));
    Value isSecond = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, rest,
                                           makeConstant(b, i64, lanes));
    drawn = {arith::SelectOp::create(b, isSecond, own[2], own[0]),
             arith::SelectOp::create(b, isSecond, own[3], own[1])};
  }
  philox.rotate(drawn, words, steps);
  Value all = vector::FromElementsOp::create(
      b, VectorType::get(drawn.size(), b.getI32Type()), drawn);
  return all.getType() == type ? all : vector::BitCastOp::create(b, type, all);
}

/// Emits the random bits of consecutive lanes together. They must start at a
/// Philox block or at half a block.
static Value emitTogether(ImplicitLocOpBuilder &b, DrawOp op) {
  auto type = dyn_cast<VectorType>(op.getType());
  if (!type || type.getRank() != 1 || type.isScalable())
    return {};
  int64_t perBlock = isHalfWord(op) ? 8 : 4;
  int64_t lanes = type.getNumElements();
  bool isHalf = 2 * lanes == perBlock;
  if (!isHalf && lanes % perBlock != 0)
    return {};
  Value first = getFirstOfConsecutive(b, op.getIndex());
  UniformOperands operands = {
      getUniform(b, op.getSeed()), getUniform(b, op.getStep()),
      op.getUseOffset() ? getUniform(b, op.getUseOffset()) : Value()};
  if (!first || !operands.seed || !operands.step ||
      (op.getUseOffset() && !operands.useOffset))
    return {};
  auto emitFast = [&] {
    return lanes <= perBlock ? emitOneBlock(b, op, first, operands, perBlock)
                             : emitBlocks(b, op, first, operands, perBlock);
  };
  int64_t alignment = isHalf ? lanes : perBlock;
  if (isMultipleOf(first, alignment))
    return emitFast();
  Value rest = arith::AndIOp::create(
      b, first, makeConstant(b, first.getType(), alignment - 1));
  Value isAligned = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest,
                                          makeConstant(b, first.getType(), 0));
  auto branch = scf::IfOp::create(b, type, isAligned, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, emitFast());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, emitEach(b, op));
  return branch.getResult(0);
}

namespace {
struct LowerDraw : OpRewritePattern<DrawOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DrawOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<ShapedType>(op.getType()) && !isa<VectorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "on a tensor");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value drawn = emitTogether(b, op);
    rewriter.replaceOp(op, drawn ? drawn : emitEach(b, op));
    return success();
  }
};
} // namespace

void fp8::populateDrawPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerDraw>(patterns.getContext());
}
