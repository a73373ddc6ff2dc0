#!/bin/sh
# Prints a Python that can build the project, or says on stderr what is missing and fails.
# $PYTHON, if set, is the only candidate.

usable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

found=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if usable "$candidate"; then
        found=$candidate
        break
    fi
done

if [ -z "$found" ]; then
    echo "error: Python 3.11 or newer is needed (looked for: ${PYTHON:-python3, python3.11 to python3.14, python})." >&2
    echo "       Install it, or name it: make test PYTHON=/path/to/python3" >&2
    exit 1
fi

if ! "$found" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "error: $found has no venv module (Debian, Ubuntu: apt install python3-venv)." >&2
    exit 1
fi

compiler=${CC:-$("$found" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
probe=$(mktemp -d) || exit 1
trap 'rm -rf "$probe"' EXIT
echo 'int main(void) { return 0; }' > "$probe/probe.c"
# $compiler may hold options, so it is split on purpose.
if ! $compiler "$probe/probe.c" -o "$probe/probe" 2>/dev/null; then
    echo "error: no working C compiler ('$compiler' does not compile an empty program)." >&2
    echo "       Install one (Debian, Ubuntu: apt install build-essential; Fedora: dnf install gcc;" >&2
    echo "       macOS: xcode-select --install), or name it: make test CC=/path/to/cc" >&2
    exit 1
fi

include=$("$found" -c 'import sysconfig; print(sysconfig.get_path("include"))')
if [ ! -f "$include/Python.h" ]; then
    echo "error: the C headers of $found are missing: no $include/Python.h" >&2
    echo "       Install them (Debian, Ubuntu: apt install python3-dev; Fedora: dnf install python3-devel)." >&2
    exit 1
fi

echo "$found"
