//! The allocator of a component without WASI. It is the standard library's own for that target, except that it uses
//! memory that the component begins with before it grows it.
//!
//! Growing is what costs: the host changes the protection of the new pages for each call and back after it, and under
//! several calls at a time these wait for each other in the kernel. Most calls never need more than this.

#![allow(unsafe_code, reason = "an allocator hands out memory")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::{Cell, UnsafeCell};
use std::ptr;

use dlmalloc::{Allocator, Dlmalloc};

/// One page of WebAssembly, which is also what dlmalloc asks for at a time.
const PAGE: usize = 64 << 10;

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(Dlmalloc::new_with_allocator(Pages { first: Cell::new(true) })));

static FIRST_PAGE: Page = Page(UnsafeCell::new([0; PAGE]));

struct Heap(UnsafeCell<Dlmalloc<Pages>>);

// SAFETY: this module is compiled without the `atomics` feature only, where no second thread exists.
unsafe impl Sync for Heap {}

#[repr(align(16))]
struct Page(UnsafeCell<[u8; PAGE]>);

// SAFETY: as for `Heap`.
unsafe impl Sync for Page {}

// SAFETY: every method passes its arguments to dlmalloc's of the same contract; the reference to it ends with the
// method, and dlmalloc never calls back into the global allocator.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { (*self.0.get()).free(block, layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (*self.0.get()).realloc(block, layout.size(), layout.align(), size) }
    }
}

/// Where dlmalloc gets memory from. What it got it keeps, as WebAssembly's memories never shrink.
struct Pages {
    /// Whether the first page is still to be given.
    first: Cell<bool>,
}

// SAFETY: a region that `alloc` gives is never given again: the first page once, and grown memory is new.
unsafe impl Allocator for Pages {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        if size <= PAGE && self.first.replace(false) {
            return (FIRST_PAGE.0.get().cast(), PAGE, 0);
        }
        let pages = size.div_ceil(PAGE);
        let before = core::arch::wasm32::memory_grow::<0>(pages);
        // Rust has no object that ends at the end of the address space, so that the last page is never used.
        match before.checked_add(pages).and_then(|after| after.checked_mul(PAGE)) {
            Some(_) => (ptr::with_exposed_provenance_mut(before * PAGE), pages * PAGE, 0),
            None => (ptr::null_mut(), 0, 0),
        }
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}
