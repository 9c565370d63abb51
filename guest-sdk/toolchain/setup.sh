#!/bin/sh
# Makes a Rust compiler for guests (wasm32-wasip2 and wasm32-unknown-unknown) available and writes DIR/env.
#
#   guest-sdk/toolchain/setup.sh [DIR]
#
# DIR is $BULKHEAD_TOOLCHAIN, or bulkhead/toolchain in the user's data folder, when it is not given.
# BULKHEAD_GUEST_KIND=rustup or =debian allows only that way; without it rustup is tried first.
# With the lines of DIR/env in the environment a plain `cargo build --target wasm32-wasip2` builds a guest.
set -eu

# Part of the stamp: raise it when this script makes something different from the same packages.
recipe=1
targets="wasm32-wasip2 wasm32-unknown-unknown"
# A download of two targets is some 40 MB; a network that swallows packets must not hold up the Debian way for longer.
rustup_seconds=60

main() {
    dir=${1:-${BULKHEAD_TOOLCHAIN:-${XDG_DATA_HOME:-${HOME:-}/.local/share}/bulkhead/toolchain}}
    wanted=${BULKHEAD_GUEST_KIND:-any}
    case $wanted in any | rustup | debian) ;; *) fail "BULKHEAD_GUEST_KIND is '$wanted'" "set it to rustup or debian, or unset it" ;; esac

    mkdir -p "$dir" || fail "cannot make the folder $dir" "name a folder you may write to: setup.sh DIR"
    dir=$(cd "$dir" && pwd -P)
    # DIR/env is read by shells as well as by programs, so it has no quoting and no value may need any.
    case $dir in *[!A-Za-z0-9/._+@:,-]*) fail "the path $dir has a character that needs quoting" "name a folder without spaces: setup.sh DIR" ;; esac
    command -v cargo >/dev/null || fail "cargo is not installed" "install Rust with rustup"

    already_there && return
    # A set-up replaces DIR/bin, which must not be that of someone's home folder.
    if [ ! -e "$dir/toolchain.lock" ] && [ -n "$(ls -A "$dir")" ]; then
        fail "$dir has other things in it" "name a new or empty folder: setup.sh DIR"
    fi
    exec 9>"$dir/toolchain.lock"
    if command -v flock >/dev/null; then flock 9; fi
    already_there && return # another run did the work while this one waited
    log=$dir/setup.log
    : >"$log"

    rm -f "$dir/stamp" "$dir/env"
    if [ "$wanted" != debian ] && rustup_has_targets; then
        use_rustup
    elif [ "$wanted" != rustup ]; then
        use_debian
    else
        fail "rustup has not both of: $targets" "run 'rustup target add $targets', or allow the Debian way"
    fi
}

# --- What an earlier run left ----------------------------------------------------------------------------------------

# The stamp is the last thing a run writes. It holds the recipe, the kind, the folder (wrappers hold absolute paths, so
# a moved folder is made again) and the version.
already_there() {
    [ -f "$dir/stamp" ] && [ -f "$dir/env" ] || return 1
    read -r made_by kind made_in version <"$dir/stamp" || return 1
    [ "$made_by" = "$recipe" ] && [ "$made_in" = "$dir" ] || return 1
    [ "$wanted" = any ] || [ "$wanted" = "$kind" ] || return 1
    case $kind in
    rustup) rustup_targets_installed || return 1 ;;
    debian) "$dir/bin/rustc" --version >/dev/null 2>&1 || return 1 ;;
    *) return 1 ;;
    esac
    echo "guest toolchain: $kind's Rust $version is already set up in $dir"
}

finish() { # finish KIND VERSION, with the environment on standard input
    cat >"$dir/env.new"
    mv "$dir/env.new" "$dir/env"
    echo "$recipe $1 $dir $2" >"$dir/stamp.new"
    mv "$dir/stamp.new" "$dir/stamp"
}

# --- rustup ----------------------------------------------------------------------------------------------------------

rustup_targets_installed() {
    command -v rustup >/dev/null || return 1
    installed=$(rustup target list --installed 2>/dev/null) || return 1
    for target in $targets; do
        echo "$installed" | grep -qx "$target" || return 1
    done
}

rustup_has_targets() {
    rustup_targets_installed && return
    command -v rustup >/dev/null || return 1
    bound=
    if command -v timeout >/dev/null; then bound="timeout $rustup_seconds"; fi
    # shellcheck disable=SC2086 # both are lists of words
    $bound rustup target add $targets >>"$log" 2>&1 && rustup_targets_installed
}

use_rustup() {
    version=$(rustc --version | cut -d ' ' -f 2)
    finish rustup "$version" <<EOF
# rustup has the targets: the environment needs nothing.
BULKHEAD_GUEST_KIND=rustup
EOF
    echo "guest toolchain: rustup's Rust $version has the guest targets"
}

# --- Debian's packages -----------------------------------------------------------------------------------------------

use_debian() {
    for tool in apt-get apt-cache dpkg-deb; do
        command -v $tool >/dev/null || fail "rustup cannot add $targets, and this is not a Debian system ($tool is missing)" \
            "let rustup reach its server and run 'rustup target add $targets'"
    done
    command -v cc >/dev/null || fail "there is no C compiler to link build scripts with" "apt-get install gcc libc6-dev"

    # One fixed name, not a random one: cargo hashes the standard library's path into every symbol.
    work=$dir/unfinished
    rm -rf "$work"
    mkdir -p "$work/debs" "$work/root" "$work/bin"
    apt_options="-o APT::Sandbox::User=root" # nobody else can write below a home folder
    # The system's package lists are used when they are there and fresh, else private ones: this needs no root.
    # shellcheck disable=SC2086 # a list of words
    { plan && download $packages; } || { private_lists && plan && download $packages; } ||
        fail "apt cannot find or download Debian's Rust (its security archive has it)" \
            "add bookworm-security to apt's sources, check the network, and see $log"
    unpack
    add_missing_libraries
    write_wrappers "$work/root" "$work/bin"
    build_std

    rm -rf "${dir:?}/debian" "${dir:?}/bin"
    mv "$work/root" "$dir/debian"
    mkdir "$dir/bin"
    write_wrappers "$dir/debian" "$dir/bin"
    rm -rf "$work"
    # wasm-ld as the linker of wasm32-wasip2 leaves a core module. Without that line the compiler takes its own
    # wasm-component-ld, which makes a component around the adapter it ships.
    finish debian "$rust_version" <<EOF
# Debian's Rust $rust_version, with the standard library built for: $targets
BULKHEAD_GUEST_KIND=debian
RUSTC=$dir/bin/rustc
RUSTDOC=$dir/bin/rustdoc
CARGO_TARGET_WASM32_WASIP2_LINKER=$dir/bin/wasm-ld
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$dir/bin/wasm-ld
EOF
    echo "guest toolchain: set up Debian's Rust $rust_version in $dir"
}

# Sets `packages`. rust-web-llvm leads: only the Rust that can build guests has it, and it says which LLVM that Rust is of.
plan() {
    rust_version=$(field rust-web-llvm Version)
    llvm=$(field rust-web-llvm Depends | sed -n 's/.*llvm-\([0-9][0-9]*\).*/\1/p')
    runtime=$(field "libstd-rust-web-dev=$rust_version" Depends | sed -n 's/.*\(libstd-rust-web-[0-9.]*[0-9]\).*/\1/p')
    [ -n "$rust_version" ] && [ -n "$llvm" ] && [ -n "$runtime" ] || return 1
    packages="
        rustc-web=$rust_version            rustc and rustdoc
        $runtime=$rust_version             the compiler itself, a shared library, and std for procedural macros
        libstd-rust-web-dev=$rust_version  std for build scripts and procedural macros, which run on this machine
        rust-web-src=$rust_version         the source of std, which no package has compiled for these targets
        rust-web-llvm=$rust_version        wasm-component-ld
        libllvm$llvm                       the code generator, a shared library of the compiler and of the linker
        lld-$llvm                          wasm-ld
        wasi-libc                          libc.a, which std stands on under wasm32-wasip2
    "
    packages=$(echo "$packages" | awk 'NF { print $1 }')
}

field() { # field PACKAGE NAME
    # shellcheck disable=SC2086 # a list of words
    apt-cache $apt_options --no-all-versions show "$1" 2>>"$log" | sed -n "s/^$2: //p" | head -n 1
}

private_lists() {
    mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
    apt_options="$apt_options -o Dir::State::Lists=$work/lists -o Dir::Cache=$work/cache"
    # shellcheck disable=SC2086 # a list of words
    apt-get $apt_options update >>"$log" 2>&1
}

download() {
    # shellcheck disable=SC2086 # a list of words
    (cd "$work/debs" && apt-get $apt_options download "$@" >>"$log" 2>&1)
}

unpack() {
    for deb in "$work"/debs/*.deb; do
        # The compiler's own source and LLVM's are most of rust-web-src; building std needs neither.
        { dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" --no-wildcards-match-slash \
            --exclude='./usr/src/*/compiler' --exclude='./usr/src/*/src' --exclude='./usr/share/doc' --exclude='./usr/share/man' &&
            rm "$deb"; } 2>>"$log" ||
            fail "cannot unpack $(basename "$deb")" "check the free space of $dir (about 800 MB) and see $log"
    done
}

# What the packages above need of shared libraries is not worth a copy where the system has it, and a small system has not
# all. A library that is unpacked may need another, hence the loop.
add_missing_libraries() {
    for round in 1 2 3 4; do
        missing=$(missing_libraries | library_packages) || fail "this script knows no package for a shared library" "see $log"
        [ -n "$missing" ] || return 0
        echo "round $round of shared libraries: $missing" >>"$log"
        # shellcheck disable=SC2086,SC2116 # a list of words
        { download $missing || { private_lists && download $missing; }; } ||
            fail "apt cannot download the shared libraries of Debian's Rust: $(echo $missing)" "check the network, and see $log"
        unpack
    done
    fail "Debian's Rust still lacks shared libraries: $(missing_libraries | tr '\n' ' ')" "see $log"
}

missing_libraries() {
    LD_LIBRARY_PATH=$(library_path "$work/root") ldd "$work"/root/usr/bin/rustc "$work"/root/usr/lib/*/librustc_driver-*.so \
        "$work"/root/usr/lib/llvm-*/bin/lld 2>>"$log" | awk '/not found/ { print $1 }' | sort -u
}

library_packages() {
    while read -r library; do
        case $library in
        libz3.so.4) echo libz3-4 ;; # LLVM's constraint solver, and the one that a system rarely has
        libxml2.so.2) echo libxml2 ;;
        libicu*.so.72) echo libicu72 ;;
        liblzma.so.5) echo liblzma5 ;;
        libedit.so.2) echo libedit2 ;;
        libbsd.so.0) echo libbsd0 ;;
        libmd.so.0) echo libmd0 ;;
        libtinfo.so.6) echo libtinfo6 ;;
        libffi.so.8) echo libffi8 ;;
        libzstd.so.1) echo libzstd1 ;;
        libz.so.1) echo zlib1g ;;
        libstdc++.so.6) echo libstdc++6 ;;
        libgcc_s.so.1) echo libgcc-s1 ;;
        *)
            echo "no package known for $library" >>"$log"
            return 1
            ;;
        esac
    done
}

library_path() { # library_path ROOT: the multiarch folder, whose name only the packages know
    driver=$(echo "$1"/usr/lib/*/librustc_driver-*.so)
    triple=$(basename "$(dirname "$driver")")
    echo "$1/usr/lib/$triple:$1/lib/$triple"
}

# Wrappers rather than LD_LIBRARY_PATH in DIR/env, so that cargo and the author's programs never load these libraries.
write_wrappers() { # write_wrappers ROOT BIN
    libraries=$(library_path "$1")
    for pair in rustc=usr/bin/rustc rustdoc=usr/bin/rustdoc "wasm-ld=usr/bin/wasm-ld-$llvm"; do
        cat >"$2/${pair%%=*}" <<EOF
#!/bin/sh
LD_LIBRARY_PATH=$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
exec $1/${pair#*=} "\$@"
EOF
        chmod +x "$2/${pair%%=*}"
    done
    # Where the compiler looks for the linker that wasm-component-ld and wasm32-unknown-unknown use.
    for tools in "$1"/usr/lib/rustlib/*-linux-gnu/bin; do
        ln -sfn "../../../../bin/wasm-ld-$llvm" "$tools/rust-lld"
    done
}

# Builds std once, into the compiler's sysroot, as rustup would have put it there. The alternative, cargo's build-std in
# every guest build, costs a minute per target folder, makes every crate see an unstable compiler, and breaks build
# scripts that try the compiler out, since they find no std.
build_std() {
    sysroot=$work/root/usr
    library=$sysroot/lib/rustlib/src/rust/library
    [ -f "$library/Cargo.lock" ] || fail "rust-web-src has no library/Cargo.lock" "see $log; Debian may have moved it"

    mkdir -p "$work/std"
    cat >"$work/std/Cargo.toml" <<'EOF'
[package]
name = "std_for_guests"
version = "0.0.0"
edition = "2021"
[lib]
path = "lib.rs"
[profile.release]
panic = "abort"
codegen-units = 1
[workspace]
EOF
    echo '#![no_std]' >"$work/std/lib.rs"

    # Bitcode lets guests use `lto`. Remapped paths keep the names of this machine's folders out of panic messages in guests.
    flags=$(printf '%s\037%s\037%s' -Cembed-bitcode=yes "--remap-path-prefix=$sysroot/lib/rustlib/src/rust=/rustc/$rust_version" \
        "--remap-path-prefix=${CARGO_HOME:-${HOME:-}/.cargo}/registry/src=/cargo")
    each_target=
    for target in $targets; do each_target="$each_target --target $target"; done
    # std's feature `backtrace` is left out: there is none in WebAssembly, and it brings four more crates.
    # The crates that std depends on come from the registry: Debian's copy of one lacks its object file.
    # shellcheck disable=SC2086 # a list of words
    (
        cd "$work/std"
        unset RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_TARGET CARGO_BUILD_RUSTC_WRAPPER
        RUSTC=$work/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort \
            CARGO_UNSTABLE_BUILD_STD_FEATURES=panic-unwind,default CARGO_ENCODED_RUSTFLAGS=$flags \
            CARGO_TARGET_DIR=$work/target CARGO_BUILD_BUILD_DIR=$work/target \
            cargo build --release $each_target
    ) >>"$log" 2>&1 || fail "the standard library does not build for guests" "see the end of $log"

    for target in $targets; do
        into=$sysroot/lib/rustlib/$target/lib
        mkdir -p "$into"
        cp "$work/target/$target/release/deps/"*.rlib "$into/"
        rm "$into"/libstd_for_guests-*
        [ -n "$(ls "$into"/libstd-*.rlib 2>/dev/null)" ] || fail "the standard library of $target was not made" "see $log"
    done
    # The names under which the compiler looks for the C library of this target.
    mkdir "$sysroot/lib/rustlib/wasm32-wasip2/lib/self-contained"
    for part in crt1-command.o crt1-reactor.o libc.a; do
        cp "$sysroot/lib/wasm32-wasi/$part" "$sysroot/lib/rustlib/wasm32-wasip2/lib/self-contained/"
    done
}

fail() { # fail WHAT REMEDY
    echo "guest toolchain: $1" >&2
    echo "  $2" >&2
    exit 1
}

main "$@"
