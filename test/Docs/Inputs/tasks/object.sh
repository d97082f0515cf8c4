# A step as an object file, in a host of one's own in C: the program of docs/Runtime.md.
set -eu
tasks=$1
python "$tasks/page-block.py" "$FP8_SOURCE/docs/Runtime.md" c 'int main(' > train.c
fp8-opt "$FP8_SOURCE/examples/mlp/mlp.mlir" --fp8-train-pipeline | fp8-translate --fp8-to-object --object=mlp
${CC:-cc} -std=c99 -I "$FP8_SOURCE/include" train.c mlp.o -L "$FP8_SOURCE/build/lib" -lfp8rt \
  -Wl,-rpath,"$FP8_SOURCE/build/lib" -o train
./train | grep -c '^w1 ' | grep -qx 32
echo trained
