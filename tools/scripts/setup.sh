#!/bin/sh
# Installs the packages that the build needs on Debian 12. Elsewhere, or where it
# may not install, it prints what is missing, and the command that installs it.
set -eu
ROOT=${FP8_SETUP_ROOT:-} # the folder of another system, for tests
here=$(dirname "$0")
. "$here/needs.sh"

ID="" ID_LIKE="" VERSION_ID=""
[ ! -r "$ROOT/etc/os-release" ] || . "$ROOT/etc/os-release"

# Installs packages. Where it cannot, a system that meets every need goes on without
# them: some packages are for tests alone.
install_on_debian() {
  packages=$(find_missing_packages "$here/apt-packages.txt")
  [ -n "$packages" ] || return 0
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if ! has sudo; then
      echo "setup: as root, run: apt-get install$packages" >&2
      [ -z "$(find_missing_needs)" ]
      return
    fi
    as_root=sudo
  fi
  echo "setup: installing$packages"
  $as_root apt-get update -qq &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages ||
    explain_missing
}

# Prints each missing need, and one command for all.
explain_missing() {
  missing=$(find_missing_needs)
  [ -n "$missing" ] || return 0
  case " $ID $ID_LIKE " in
    *" debian "* | *" ubuntu "*) family=apt install="apt-get install" ;;
    *" fedora "* | *" rhel "*) family=dnf install="dnf install" ;;
    *) family=other install="" ;;
  esac
  echo "setup: missing on ${ID:-this system}${VERSION_ID:+ $VERSION_ID}:" >&2
  packages=""
  for need in $missing; do
    echo "setup:   $(describe_need "$need")" >&2
    packages="$packages $(get_packages $family "$need")"
  done
  [ -z "$install" ] || echo "setup: as root, run: $install$packages" >&2
  case "$family $missing" in
    "apt "*compiler* | "apt "*llvm*)
      echo "setup: if apt-get finds no LLVM 22, add the packages of apt.llvm.org" >&2 ;;
  esac
  return 1
}

if [ "$ID-$VERSION_ID" = "debian-12" ] && has dpkg-query; then
  install_on_debian
else
  explain_missing
fi
