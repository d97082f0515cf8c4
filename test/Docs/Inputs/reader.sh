# Runs a command as a reader of the guide does: in an empty folder, with nothing in the
# environment but the variables of the guide, in a folder like a checkout.
#
#     reader.sh SOURCE BUILD FOLDER COMMAND...
set -eu
source=$1 build=$2 folder=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder/checkout" "$folder/reader"
ln -s "$source"/* "$source"/.venv "$folder/checkout"
ln -sfn "$build" "$folder/checkout/build"
cd "$folder/checkout"
# FP8_CACHE_DIR saves time: other tests compile the same steps. The others are set in
# instrumented builds.
variables=$(sed -n 's/^    export //p' docs/guide/README.md)
exec env -i HOME="$folder" PATH=/usr/local/bin:/usr/bin:/bin FP8_CACHE_DIR="${FP8_CACHE_DIR:-}" \
  LDFLAGS="${LDFLAGS:-}" ASAN_OPTIONS="${ASAN_OPTIONS:-}" UBSAN_OPTIONS="${UBSAN_OPTIONS:-}" \
  TSAN_OPTIONS="${TSAN_OPTIONS:-}" bash -ec "export $variables; cd ../reader; exec \"\$@\"" reader "$@"
