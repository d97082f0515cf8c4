"""Says where mutants are drawn, and the tests that should notice them.

A row is (sources, near tests, wide tests). The first row that matches a file is
the row of the file. Sources are patterns below the project; tests are patterns
below test/: folders and files of lit, files of pytest, and unit tests by the
path of their executable. The near tests run first; the wide ones only where the
near ones pass.
"""

# Area: its rows. Mutants are drawn from each area in turn.
AREAS = {
    "numerics": [
        ("include/fp8/Numerics/*.h",
         ["Unit/Numerics/FP8NumericsTests", "Unit/Numerics/FP8CUDACastsTests"],
         ["Unit/Numerics/FP8ExpandMathTests", "Interpret"]),
        ("lib/Conversion/FP8ToArith/*.cpp",
         ["Conversion/FP8ToArith", "Codegen"],
         ["Unit/Codegen/FP8CodegenTests", "Unit/Execution/FP8ExecutionTests",
          "Target/NVIDIA/ToNVVM"]),
        ("lib/Target/NVIDIA/ToNVVM/*.cpp",
         ["Target/NVIDIA/ToNVVM", "Target/NVIDIA/DeviceCode"],
         ["Unit/Codegen/FP8CodegenTests", "Codegen", "Execution/sim*", "Sim"]),
        ("lib/Target/NVIDIA/DeviceCode/*.cpp",
         ["Target/NVIDIA/DeviceCode"],
         ["Pipelines/gpu.mlir", "Execution/cuda*", "Tools/gpu*"]),
    ],
    "storage": [
        ("lib/Training/Storage/*.cpp",
         ["Training/assign-storage*", "Training/limits*"],
         ["Run/storage*", "Run/stored*", "Execution/bucket*", "Execution/odd-updates.test",
          "Inspect/check-numerics*", "Plan/update-in-place*",
          "Python/test_storage.py", "Python/test_stored_steps.py"]),
    ],
    "sharding": [
        ("lib/Shard/*.cpp",
         ["Shard", "Unit/Shard/ShardTests"],
         ["Run/mesh-shard.test", "Pipelines/shard.test"]),
        ("lib/Inspect/VerifyForm/VerifyRanks.cpp",
         ["Inspect/verify-form-sharded.mlir"],
         ["Shard", "Pipelines/shard.test"]),
    ],
    "quantization": [
        ("lib/Quantize/*.cpp",
         ["Quantize/quantize-contractions*", "Inspect/observe*"],
         ["Run/recipe.test", "Run/health.mlir", "Run/states.test", "Execution/block-products.test",
          "Pipelines/train.mlir", "Python/test_recipes.py", "Python/test_roles.py"]),
    ],
    "raising": [
        ("lib/Raise/Updates/*.cpp",
         ["Raise/raise-updates*"],
         ["Raise/annotate-states*", "Pipelines/train*", "Python/test_raise_updates.py",
          "Python/test_optimizers.py"]),
        ("lib/Raise/Patterns/*.cpp",
         ["Raise/raise-patterns*", "Kernels/raise-argmax*", "Raise/raise-scatter*"],
         ["Pipelines/train*", "Import/import-torch*", "Execution/spelled-fp8.test",
          "Python/test_casts.py", "Pipelines/shared-graphs-patterns.test"]),
    ],
    "runtime": [
        ("lib/Runtime/CUDA/*.cpp",
         ["Unit/Runtime/FP8CUDARuntimeTests"],
         ["Execution/cuda*", "Execution/object-cuda.test"]),
        ("lib/Runtime/*.cpp",
         ["Unit/Runtime/FP8RuntimeTests"],
         ["Unit/Runtime/FP8CUDARuntimeTests", "Execution/threads.test", "Execution/object*",
          "Execution/memory.test", "Execution/buckets.test"]),
    ],
}

# Sources whose mutants are only written by hand: see mutants.py.
BY_HAND = [
    ("lib/Codegen/*.cpp",
     ["Unit/Codegen/FP8CodegenTests"],
     ["Codegen", "Conversion/FP8ToArith", "Target/NVIDIA"]),
    ("lib/Target/*.cpp",
     ["Unit/Codegen/FP8CodegenTests"],
     ["Target", "Codegen", "Conversion/FP8ToArith"]),
]
