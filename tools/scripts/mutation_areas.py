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
         ["Conversion/FP8ToArith", "Emitter"],
         ["Unit/Emitter/FP8EmitterTests", "Unit/Execution/FP8ExecutionTests",
          "Conversion/FP8ToNVVM"]),
        ("lib/Conversion/FP8ToNVVM/*.cpp",
         ["Conversion/FP8ToNVVM", "Conversion/GPUToPTX"],
         ["Unit/Emitter/FP8EmitterTests", "Emitter", "Execution/sim*", "Sim"]),
        ("lib/Conversion/GPUToPTX/*.cpp",
         ["Conversion/GPUToPTX"],
         ["Pipelines/gpu.mlir", "Execution/cuda*", "Tools/gpu*"]),
    ],
    "storage": [
        ("lib/Transforms/AssignStorage/*.cpp",
         ["Transforms/assign-storage*", "Transforms/limits*"],
         ["Run/storage*", "Run/stored*", "Execution/bucket*", "Execution/odd-updates.test",
          "Transforms/check-numerics*", "Transforms/update-in-place*",
          "Python/test_storage.py", "Python/test_stored_steps.py"]),
    ],
    "quantization": [
        ("lib/Transforms/Quantize/*.cpp",
         ["Transforms/quantize-contractions*", "Transforms/observe*", "Transforms/propagate*"],
         ["Run/recipe.test", "Run/health.mlir", "Run/states.test", "Execution/block-products.test",
          "Pipelines/train.mlir", "Python/test_recipes.py", "Python/test_roles.py"]),
    ],
    "raising": [
        ("lib/Transforms/RaiseUpdates/*.cpp",
         ["Transforms/raise-updates*"],
         ["Transforms/annotate-states*", "Pipelines/train*", "Python/test_raise_updates.py",
          "Python/test_optimizers.py"]),
        ("lib/Transforms/RaisePatterns/*.cpp",
         ["Transforms/raise-patterns*", "Transforms/raise-argmax*", "Transforms/raise-scatter*"],
         ["Pipelines/train*", "Transforms/import-torch*", "Execution/spelled-fp8.test",
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

# Where mutants are written by hand alone: see mutants.py.
BY_HAND = [
    ("lib/Emitter/*.cpp",
     ["Unit/Emitter/FP8EmitterTests"],
     ["Emitter", "Conversion/FP8ToArith", "Conversion/FP8ToNVVM"]),
]
