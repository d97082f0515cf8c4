//===- Draws.cpp - fp8.draw in integer arithmetic -------------------------===//

#include "Draws.h"

#include "Rotation.h"
#include "fp8/Conversion/FP8ToArith/LaneIndices.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::fp8;

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
  PhiloxBuilder(VectorBuilder &b, Type wordType, bool takesParts = false)
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
    Value high = b.shr(block, 32);
    if (!isWide)
      high = truncate(high);
    Value use = word(op.getUse());
    if (useOffset)
      use = b.add(use, useOffset);
    return emitRounds(
        {low, high, getCounter(step), use},
        {key.seed, key.stream ? key.stream : word(getKeyStream(op))},
        numerics::getRounds(op.getSequence()));
  }

  /// Returns the counter word for the step. For quasi-random bits, it changes
  /// only when the sequence restarts.
  Value getCounter(Step step) {
    return step.isRotation ? b.shr(step.word, numerics::logQuasiSteps)
                           : step.word;
  }

  /// Rotates `drawn`, some of the `words` of `emit`, by their rotation number
  /// times the step.
  void rotate(MutableArrayRef<Value> drawn, const Words &words, Step step) {
    if (!step.isRotation)
      return;
    Value shift = emitShift(words, step.word);
    for (Value &word : drawn)
      word = b.add(word, shift);
  }

  Value word(uint32_t value) { return b.constant(wordType, value); }

private:
  Value truncate(Value x) { return arith::TruncIOp::create(b, wordType, x); }

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
    Value product = b.mul(b.andBits(x, 0xFFFFFFFFu), factor);
    return {product, b.shr(product, 32)};
  }

  /// Splits the product with vector ops instead of shifts. With shifts, LLVM
  /// would widen all following words to 64 bits, whose product takes more than
  /// one operation.
  Product multiplyScalar(Value x, uint32_t factor) {
    Value product = b.mul(b.extendZero(x, 64), factor);
    Value words = b.regroup(b.fromElements(product), 2, wordType);
    return {b.extract(words, 0), b.extract(words, 1)};
  }

  Words emitRounds(Words counter, std::array<Value, 2> key, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      Product first = multiply(counter[0], 0xD2511F53u);
      Product second = multiply(counter[2], 0xCD9E8D57u);
      counter = {
          b.xorBits(b.xorBits(second.high, counter[1]), key[0]), second.low,
          b.xorBits(b.xorBits(first.high, counter[3]), key[1]), first.low};
      key = {b.add(key[0], 0x9E3779B9u), b.add(key[1], 0xBB67AE85u)};
    }
    return counter;
  }

  /// Emits the offset that `step` adds to the `words` of a block.
  Value emitShift(const Words &words, Value step) {
    Value bits =
        b.xorBits(b.xorBits(words[0], words[1]), b.xorBits(words[2], words[3]));
    if (!isWide)
      return fp8::emitShift(b, emitRotation(b, bits), step, takesParts);
    Value rotation = emitRotation(b, b.truncate(bits, 32));
    return b.extendZero(fp8::emitShift(b, rotation, b.truncate(step, 32),
                                       /*mayShuffle=*/false),
                        64);
  }

  VectorBuilder &b;
  Type wordType;
  bool isWide, takesParts;
};
} // namespace

/// Splits a 64-bit seed: the low word is the seed, and the high word is added
/// to the stream number.
static Key getKey(VectorBuilder &b, Value seed, DrawOp op) {
  Type type = seed.getType();
  if (getElementTypeOrSelf(type).isInteger(32))
    return {seed, {}};
  Value stream = b.add(b.truncate(b.shr(seed, 32), 32), getKeyStream(op));
  if (isHalfWord(op))
    stream = b.andBits(stream, numerics::partnerStream - 1);
  return {b.truncate(seed, 32), stream};
}

//===----------------------------------------------------------------------===//
// One block per element
//===----------------------------------------------------------------------===//

/// Returns `value`, broadcast to the shape of `like`.
static Value spread(VectorBuilder &b, Value value, Type like) {
  auto vector = dyn_cast<VectorType>(like);
  if (!vector || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(b, vector.clone(value.getType()), value);
}

/// Returns the word at position `j` < 4 * `each`, where `each` positions share
/// one word.
static Value selectWord(VectorBuilder &b, const std::array<Value, 4> &words,
                        Value j, int64_t each) {
  auto isAtLeast = [&](int64_t word) { return b.atLeast(j, word * each); };
  return b.select(isAtLeast(2), b.select(isAtLeast(3), words[3], words[2]),
                  b.select(isAtLeast(1), words[1], words[0]));
}

static Value emitEach(VectorBuilder &b, DrawOp op) {
  Value index = op.getIndex();
  Type i32 = withElementType(index.getType(), b.getI32Type());
  bool isHalf = isHalfWord(op);
  Value block = b.shr(index, isHalf ? 3 : 2);
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
  Value j = b.andBits(b.truncate(index, 32), isHalf ? 7 : 3);
  if (!isHalf)
    return selectWord(b, words, j, 1);
  if (uint32_t partner = getPartner(op))
    j = b.xorBits(j, 2 * partner);
  Value shift = b.shl(b.andBits(j, 1), 4);
  return b.truncate(b.shr(selectWord(b, words, j, 2), shift), 16);
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
static Value makeBlocks(VectorBuilder &b, Value start, int64_t numBlocks) {
  SmallVector<int64_t> offsets(numBlocks);
  for (int64_t i = 0; i < numBlocks; ++i)
    offsets[getLane(i, numBlocks)] = i;
  return makeIndices(b, start, offsets);
}

/// Returns the words of all blocks, in order, as lanes of the result type. The
/// words are the low halves of their lanes.
static Value interleave(VectorBuilder &b, const std::array<Value, 4> &words,
                        VectorType type, uint32_t partner) {
  int64_t numBlocks = cast<VectorType>(words[0].getType()).getNumElements();
  // Use a shuffle, because LLVM would merge a shift into the last product and
  // make it a 64-bit product.
  SmallVector<int64_t> pairMask, mask, partnerMask;
  for (int64_t i = 0; i < 2 * numBlocks; i += 2)
    pairMask.append({i, 2 * numBlocks + i});
  auto halves = [&](Value words) {
    return b.regroup(words, 2 * numBlocks, b.getI32Type());
  };
  auto pair = [&](Value first, Value second) {
    Value both = b.shuffle(halves(first), halves(second), pairMask);
    return b.regroup(both, numBlocks, b.getI64Type());
  };
  for (int64_t i = 0; i < numBlocks; ++i)
    mask.append({getLane(i, numBlocks), numBlocks + getLane(i, numBlocks)});
  Value all =
      b.shuffle(pair(words[0], words[1]), pair(words[2], words[3]), mask);
  if (partner != 0) {
    // Permute at the end, so that partners share all preceding ops.
    for (int64_t i = 0; i < 4 * numBlocks; ++i)
      partnerMask.push_back(i ^ int64_t(partner));
    all = b.regroup(all, 4 * numBlocks, b.getI32Type());
    all = b.shuffle(all, all, partnerMask);
  }
  return vector::BitCastOp::create(b, type, all);
}

/// Emits the random bits of lanes `first`, `first + 1`, .... `first` is a
/// multiple of the lanes per Philox block, and the lanes fill several blocks.
static Value emitBlocks(VectorBuilder &b, DrawOp op, Value first,
                        UniformOperands operands, int64_t perBlock) {
  auto type = cast<VectorType>(op.getType());
  int64_t numBlocks = type.getNumElements() / perBlock;
  auto wide = VectorType::get(numBlocks, b.getI64Type());
  Value start = b.shr(first, llvm::Log2_64(perBlock));
  Value block = makeBlocks(b, start, numBlocks);
  auto widen = [&](Value word) -> Value {
    return vector::BroadcastOp::create(b, wide, b.extendZero(word, 64));
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
static Value emitOneBlock(VectorBuilder &b, DrawOp op, Value first,
                          UniformOperands operands, int64_t perBlock) {
  auto type = cast<VectorType>(op.getType());
  int64_t lanes = type.getNumElements();
  Value block = b.shr(first, llvm::Log2_64(perBlock));
  PhiloxBuilder philox(b, b.getI32Type(), /*takesParts=*/true);
  Step steps = {operands.step, op.getQuasi()};
  const std::array<Value, 4> words = philox.emit(
      block, getKey(b, operands.seed, op), steps, operands.useOffset, op);
  std::array<Value, 4> own = arrange(words, getPartner(op));
  SmallVector<Value> drawn(own.begin(), own.end());
  if (lanes != perBlock) {
    Value isSecond = b.atLeast(b.andBits(first, perBlock - 1), lanes);
    drawn = {b.select(isSecond, own[2], own[0]),
             b.select(isSecond, own[3], own[1])};
  }
  philox.rotate(drawn, words, steps);
  Value all = b.fromElements(drawn);
  return all.getType() == type ? all : vector::BitCastOp::create(b, type, all);
}

/// Emits the random bits of consecutive lanes together. They must start at a
/// Philox block or at half a block.
static Value emitTogether(VectorBuilder &b, DrawOp op) {
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
  Value isAligned = b.equal(b.andBits(first, alignment - 1), 0);
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
    VectorBuilder b(op.getLoc(), rewriter);
    Value drawn = emitTogether(b, op);
    rewriter.replaceOp(op, drawn ? drawn : emitEach(b, op));
    return success();
  }
};
} // namespace

void fp8::populateDrawPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerDraw>(patterns.getContext());
}
