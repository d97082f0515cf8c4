"""The mutants of mutation-check.py: (name, file, text, other text).

Each changes one constant or predicate of a cast, of the mask of a tail or of a
reduction. The text occurs once in the file.
"""

CODES = "lib/Conversion/FP8ToArith/Codes.cpp"
NVVM = "lib/Target/NVIDIA/ToNVVM/FP8ToNVVM.cpp"
STRIPS = "lib/Codegen/Function/Strips.cpp"
REDUCE = "lib/Codegen/Function/Reduce.cpp"
PARTIALS = "lib/Codegen/Function/Partials.cpp"
BYTES = "lib/Target/CPU/AVX512/EncodeBytes.cpp"
REPEATED = "lib/Codegen/Function/RepeatedCasts.cpp"
BATCHES = "lib/Codegen/Schedules/Batch.cpp"
BLOCK_BATCHES = "lib/Codegen/Schedules/BlockBatches.cpp"
OVERLAPPED = "lib/Codegen/Schedules/OverlappedBlocks.cpp"

MUTANTS = [
    # Casts in integer arithmetic.
    ("binades count from another one", CODES,
     "powerOfTwo(lowBits()) + static_cast<float>(spec.bias);",
     "powerOfTwo(lowBits()) + static_cast<float>(spec.bias - 1);"),
    ("subnormals have twice the quantum", CODES,
     "int minExponent() { return 1 - spec.bias; }",
     "int minExponent() { return 2 - spec.bias; }"),
    ("the largest finite value is one code too large", CODES,
     "return numerics::bitsOf(numerics::maxFinite(spec));",
     "return numerics::bitsOf(numerics::maxFinite(spec)) + (1u << lowBits());"),
    ("infinity is NaN", CODES,
     "isNaN = b.above(magnitude, kInfinity);",
     "isNaN = b.above(magnitude, kInfinity - 1);"),
    ("the sign is lost", CODES,
     "kSignBit >> shift);",
     "kSignBit >> (shift + 1));"),
    ("an infinity of e5m2 decodes to NaN", CODES,
     "spec.hasInfinity() ? spec.infCode : spec.maxCode",
     "spec.maxCode"),
    # Casts in AVX-512, and granules in range.
    ("bytes leave their order", BYTES,
     "(r < 2 ? 1 : 0)",
     "(r < 2 ? 0 : 1)"),
    ("the binade below the lowest one is normal", BYTES,
     "int lowest = 1 - spec.bias;",
     "int lowest = -spec.bias;"),
    ("what saturates is in range", REPEATED,
     "return largest + (largest - previous) / 2;",
     "return largest + (largest - previous) * 8;"),
    # Batches.
    ("a half of each vector is not combined", BATCHES,
     "high.push_back(from + k / 2 + i);",
     "high.push_back(from + i);"),
    ("rows of a strip change places", BATCHES,
     "gep(slot, type, e.add(place, e.constant(k)))",
     "gep(slot, type, e.add(place, e.constant(count - 1 - k)))"),
    ("batches of blocks have the columns of the first", BLOCK_BATCHES,
     "gep(slot, type, batch.getElementPlace())",
     "gep(slot, type, positions[plan.vectorDim].value)"),
    ("the next block has the maximum of this one", OVERLAPPED,
     "Value next = minimum(add(item, constant(1)), last);",
     "Value next = minimum(item, last);"),
    ("lines on their way past the cache change places",
     "lib/Codegen/Schedules/TransposeBytes.cpp",
     "gep(panel, byte, mul(k, schedule.rows))",
     "gep(panel, byte, mul(k, kLineBytes))"),
    ("rows that overlap are kept in one place", "lib/Codegen/Schedules/KeptRows.cpp",
     "request.overlapsRows ? request.steps.size() - step : 1",
     "request.overlapsRows ? 1 : 1"),
    ("the last phase reads what the row after left",
     "lib/Codegen/Schedules/OverlappedRows.cpp",
     "entry.slots[phase - entry.phase - 1]",
     "entry.slots[0]"),
    # Casts in instructions.
    ("the elements of a pair change places", NVVM,
     "b.getI16Type(), high, low,",
     "b.getI16Type(), low, high,"),
    ("bf16 has another sign and exponent", NVVM,
     "b.toFloat(b.shl(bits, 16))",
     "b.toFloat(b.shl(bits, 15))"),
    ("every number decodes to NaN", NVVM,
     "b.isNaN(test)",
     "b.equal(test, test)"),
    ("NaN of f16 is infinity", NVVM,
     "numerics::f16.nanCode",
     "numerics::f16.infCode"),
    # Masks.
    ("the mask has one element more", STRIPS,
     "b.less(iota(b.getI32Type()), broadcast(left))",
     "b.compare(arith::CmpIPredicate::ule, iota(b.getI32Type()), broadcast(left))"),
    ("threads beyond the end have one element", STRIPS,
     "b.createOrFold<arith::MaxSIOp>(left, constant(0))",
     "b.createOrFold<arith::MaxSIOp>(left, constant(1))"),
    ("a tail of one element is skipped", STRIPS,
     "if (staticRest && *staticRest == 0)",
     "if (staticRest && *staticRest <= 1)"),
    ("masked elements take part in reductions", REDUCE,
     "  if (mask)\n    element =",
     "  if (mask && isSum(r))\n    element ="),
    # Reductions.
    ("sums start from +0", REDUCE,
     "ofFloat(APFloat::getZero, /*isNegative=*/true)",
     "ofFloat(APFloat::getZero, /*isNegative=*/false)"),
    ("lanes are added in another order", REDUCE,
     "values[i] = combine(values[i], values[i + half])",
     "values[i] = combine(values[2 * i], values[2 * i + 1])"),
    ("the maximum of NaN is any NaN", REDUCE,
     "b.isNaN(result)",
     "b.less(result, result)"),
    ("threads are added in another order", "lib/Target/NVIDIA/GPULowering.cpp",
     "for (unsigned offset = threads / 2; offset != 0; offset /= 2)",
     "for (unsigned offset = 1; offset != threads; offset *= 2)"),
    ("blocks are halved without padding", PARTIALS,
     "llvm::PowerOf2Ceil(count) / 2",
     "count / 2"),
    ("the last block of a shared row counts again", "lib/Codegen/Schedules/SharedRows.cpp",
     "if (isInside)",
     "if (isInside && !isSum(r))"),
    ("rows go to half of the lanes", "lib/Codegen/Schedules/Columns.cpp",
     "createOrFold<arith::RemUIOp>(row, constant(kSumLanes))",
     "createOrFold<arith::RemUIOp>(row, constant(kSumLanes / 2))"),
    ("threads skip rows at the end", "lib/Codegen/Schedules/SpreadColumns.cpp",
     "emitIf(hasRest, [&] { emitRowsInFlight(full, to); });",
     "emitIf(hasRest, [&] { emitRowsInFlight(full, full); });"),
    ("chunks cut blocks of a sum", "lib/Codegen/Plan/Chunks.cpp",
     "plan.hasSum ? kSumBlock : elements",
     "elements"),
]
