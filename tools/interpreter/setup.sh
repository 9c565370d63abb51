#!/bin/sh
# Makes a C compiler for WebAssembly available, which the interpreter's engine is compiled with, and writes DIR/clang/env.
#
#   tools/interpreter/setup.sh DIR
#
# Any clang that makes wasm32 code does; where there is none, Debian's clang-22 is unpacked into DIR/clang. Does nothing
# when that was done before.
set -eu

dir=$(mkdir -p "$1/clang" && cd "$1/clang" && pwd -P)
packages="clang-22 libclang-cpp22 libllvm22 libclang-common-22-dev"

main() {
    exec 9>"$dir/lock"
    if command -v flock >/dev/null; then flock 9; fi
    if [ -f "$dir/env" ]; then
        compiler=$(sed -n 's/^CC_wasm32_unknown_unknown=//p' "$dir/env")
        if makes_wasm "$compiler"; then
            echo "C compiler for the interpreter: $compiler is already set up"
            return
        fi
    fi
    for compiler in clang clang-22 clang-21 clang-20 clang-19 clang-18; do
        if makes_wasm "$compiler"; then
            finish "$(command -v "$compiler")"
            return
        fi
    done
    unpack_debian
    makes_wasm "$dir/bin/clang" || fail "Debian's clang-22 does not run here" "see $dir/setup.log"
    finish "$dir/bin/clang"
}

# An object file, with a header of the compiler's own: older ones lack the header, the target or a linker to go with.
makes_wasm() {
    command -v "$1" >/dev/null || return 1
    printf '#include <stdarg.h>\n#if __clang_major__ < 18\n#error too old\n#endif\nint f(void) { return 1; }\n' |
        "$1" --target=wasm32-unknown-unknown -c -x c - -o "$dir/try.o" >>"$dir/setup.log" 2>&1
}

finish() {
    printf '# The C compiler of the interpreter.\nCC_wasm32_unknown_unknown=%s\n' "$1" >"$dir/env.new"
    mv "$dir/env.new" "$dir/env"
    echo "C compiler for the interpreter: $1"
}

unpack_debian() {
    for tool in apt-get dpkg-deb; do
        command -v $tool >/dev/null ||
            fail "there is no clang of version 18 or later, and this is not a Debian system" "install clang with the target wasm32"
    done
    rm -rf "$dir/debs" "$dir/debian" "$dir/bin"
    mkdir -p "$dir/debs" "$dir/debian" "$dir/bin" "$dir/lists/partial" "$dir/cache/archives/partial"
    options="-o APT::Sandbox::User=root"
    # The system's package lists when they are there and fresh, else private ones: this needs no root.
    # shellcheck disable=SC2086 # a list of words
    download || {
        options="$options -o Dir::State::Lists=$dir/lists -o Dir::Cache=$dir/cache"
        apt-get $options update >>"$dir/setup.log" 2>&1 && download
    } || fail "apt cannot find or download Debian's clang-22 (its security archive has it)" "check the network, and see $dir/setup.log"
    for deb in "$dir"/debs/*.deb; do
        dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$dir/debian" || fail "cannot unpack $(basename "$deb")" "check the free space of $dir (about 250 MB)"
    done
    rm -rf "$dir/debs" "$dir/lists" "$dir/cache"
    libraries=$(dirname "$(echo "$dir"/debian/usr/lib/*/libLLVM.so.22*)")
    # A wrapper rather than a variable: no other program loads these libraries.
    cat >"$dir/bin/clang" <<EOF
#!/bin/sh
LD_LIBRARY_PATH=$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
exec $dir/debian/usr/lib/llvm-22/bin/clang "\$@"
EOF
    chmod +x "$dir/bin/clang"
}

download() {
    # shellcheck disable=SC2086 # lists of words
    (cd "$dir/debs" && apt-get $options download $packages >>"$dir/setup.log" 2>&1)
}

fail() { # fail WHAT REMEDY
    echo "C compiler for the interpreter: $1" >&2
    echo "  $2" >&2
    exit 1
}

main
