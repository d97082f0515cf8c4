# A compiler of one's own with the passes of fp8: the project of docs/Embedding.md.
set -eu
tasks=$1
page=$FP8_SOURCE/docs/Embedding.md
python=${PYTHON:-python} cmake=${CMAKE:-cmake}
"$python" "$tasks/page-block.py" "$page" cmake 'add_executable(embed' > CMakeLists.txt
"$python" "$tasks/page-block.py" "$page" cpp 'int main(' > main.cpp
"$cmake" -S . -B build -DFP8_DIR="$FP8_SOURCE/build/lib/cmake/fp8" -DCMAKE_CXX_FLAGS=-O0
"$cmake" --build build
build/embed "$FP8_SOURCE/examples/mlp/mlp.mlir" > embedded.mlir
fp8-opt "$FP8_SOURCE/examples/mlp/mlp.mlir" --fp8-train-pipeline=recipe=delayed | cmp embedded.mlir -
echo embedded
