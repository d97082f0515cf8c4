#!/bin/sh
# Installs the packages that the build needs on Debian 12. Elsewhere, or where
# it may not install, it says what is missing.
set -eu
here=$(dirname "$0")

missing=""
if command -v dpkg-query >/dev/null 2>&1; then
  for package in $(cat "$here/apt-packages.txt"); do
    case "$(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null || :)" in
      ii*) ;;
      *) missing="$missing $package" ;;
    esac
  done
else
  # The headers of LLVM and MLIR have no command: the configuration finds them.
  for tool in clang++-22 cmake ninja python3 FileCheck-22 mlir-opt-22; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
  done
  # Opened at run time, one of them, so that no configuration finds it.
  if command -v ldconfig >/dev/null 2>&1 &&
    ! ldconfig -p | grep -Eq 'lib(dnnl\.so\.[23]|openblas\.so\.0) '; then
    missing="$missing oneDNN-2-or-3-or-OpenBLAS"
  fi
fi
[ -n "$missing" ] || exit 0

release=$(. /etc/os-release 2>/dev/null && echo "${ID:-}-${VERSION_ID:-}" || :)
if [ "$release" != "debian-12" ]; then
  echo "setup: this is not Debian 12, and missing here are:$missing" >&2
  echo "setup: install LLVM, MLIR and clang 22.1, cmake 3.20, ninja and Python 3.11," >&2
  echo "setup: and oneDNN 2 or 3, or OpenBLAS, for --target=cpu" >&2
  exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "setup: as root, run: apt-get install$missing" >&2
    exit 1
  fi
  as_root=sudo
fi
echo "setup: installing$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
