# The passes as a plugin of an upstream mlir-opt, as docs/Embedding.md says.
set -eu
upstream=${MLIR_OPT:-$(command -v mlir-opt-22 || command -v mlir-opt)}
"$upstream" --load-dialect-plugin="$FP8_SOURCE/build/lib/FP8Plugin.so" \
  --load-pass-plugin="$FP8_SOURCE/build/lib/FP8Plugin.so" \
  --pass-pipeline='builtin.module(fp8-train-pipeline,fp8-upstream-pipeline)' \
  "$FP8_SOURCE/examples/mlp/mlp.mlir" > lowered.mlir
grep -q 'llvm.func @step' lowered.mlir
# Attributes remain, but no op of the dialect.
if grep -E '^ *(%[^=]*= )?fp8\.' lowered.mlir; then exit 1; fi
echo lowered
