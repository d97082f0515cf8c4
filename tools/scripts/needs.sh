# The needs of a build, each by what meets it, and the packages that bring it. For
# setup.sh. $ROOT is the folder of the system: "" except in tests. $ID and $VERSION_ID
# are of its os-release.

NEEDS="compiler llvm compression cmake ninja python gtest matmuls"

has() { command -v "$1" >/dev/null 2>&1; }

# Succeeds if version $1 is at least version $2.
is_at_least() {
  [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Prints the first number with a dot that `$1 --version` prints.
get_version() { "$1" --version 2>/dev/null | grep -Eo '[0-9]+\.[0-9]+' | head -n 1; }

has_compiler() {
  has clang++-22 && return
  has clang++ && is_at_least "$(get_version clang++)" 22 && return
  has g++ && is_at_least "$(get_version g++)" 12
}

# Succeeds where CMake will find LLVM and MLIR of version 22.
has_llvm() {
  for config in llvm-config-22 llvm-config llvm-config-64; do
    has "$config" || continue
    case "$("$config" --version)" in
      22.*) [ ! -e "$("$config" --cmakedir)/../mlir/MLIRConfig.cmake" ] || return 0 ;;
    esac
  done
  return 1
}

has_python() {
  for python in python3.11 python3; do
    "$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' \
      2>/dev/null && return
  done
  return 1
}

# The library of matmuls is opened at run time, so that no configuration finds it.
has_matmuls() {
  # Where nothing lists libraries, the runtime will report a missing one.
  has ldconfig || return 0
  ldconfig -p | grep -Eq 'lib(dnnl\.so\.[23]|openblas\.so\.0|scipy_openblas\.so) '
}

meets_need() {
  case $1 in
    compiler) has_compiler ;;
    llvm) has_llvm ;;
    compression) [ -e "$ROOT/usr/include/zlib.h" ] && [ -e "$ROOT/usr/include/zstd.h" ] ;;
    cmake) has cmake && is_at_least "$(get_version cmake)" 3.20 ;;
    ninja) has ninja || has ninja-build ;;
    python) has_python ;;
    gtest) [ -e "$ROOT/usr/include/gtest/gtest.h" ] ;;
    matmuls) has_matmuls ;;
  esac
}

describe_need() {
  case $1 in
    compiler) echo "a C++ compiler: clang 22, or g++ 12 or later" ;;
    llvm) echo "LLVM and MLIR 22.1, with their CMake files" ;;
    compression) echo "the headers of zlib and zstd, which LLVM asks for" ;;
    cmake) echo "CMake 3.20 or later" ;;
    ninja) echo "ninja" ;;
    python) echo "Python 3.11 or later with ensurepip, as python3.11 or python3" ;;
    gtest) echo "GoogleTest" ;;
    matmuls) echo "oneDNN 2 or 3, or OpenBLAS, for --target=cpu" ;;
  esac
}

# Prints the packages that meet need $2 on systems of family $1: apt or dnf.
get_packages() {
  case "$1 $2" in
    "apt compiler") echo "clang-22 lld-22" ;;
    "apt llvm") echo "llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools" ;;
    "apt compression") echo "zlib1g-dev libzstd-dev" ;;
    "apt ninja" | "dnf ninja") echo "ninja-build" ;;
    "apt python")
      # The python3 of Ubuntu 22.04 is 3.10.
      case $ID-$VERSION_ID in ubuntu-22.04) python=python3.11 ;; *) python=python3 ;; esac
      echo "$python $python-dev $python-venv" ;;
    "apt gtest") echo "libgtest-dev" ;;
    "apt matmuls") echo "libopenblas0-pthread" ;;
    "dnf compiler") echo "clang lld" ;;
    "dnf llvm") echo "llvm-devel mlir-devel python3-lit" ;;
    "dnf compression") echo "zlib-devel libzstd-devel" ;;
    "dnf python") echo "python3-devel" ;;
    "dnf gtest") echo "gtest-devel" ;;
    "dnf matmuls") echo "openblas-threads" ;;
    *) echo "$2" ;;
  esac
}

# Prints the needs that this system does not meet.
find_missing_needs() {
  for need in $NEEDS; do
    meets_need "$need" || printf '%s ' "$need"
  done
}

# Prints the packages of the list $1 that dpkg does not have.
find_missing_packages() {
  while read -r package; do
    case "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || :)" in
      ii*) ;;
      *) printf ' %s' "$package" ;;
    esac
  done < "$1"
}
