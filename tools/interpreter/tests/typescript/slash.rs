//! A `/` that the scan takes for something else than the parser does could
//! hide brackets from the depth guard.

use bulkhead_interpreter::typescript::strip;

include!("deep/slashes.rs");

#[test]
fn nothing_hides_brackets() {
    for before in BEFORE {
        for gap in ["", " ", "\n"] {
            for (open, deep, close) in AFTER {
                let text = format!("{before}{gap}{open}{}{close}", deep.repeat(5000));
                let name = format!("{before:?} {gap:?} {open:?} {deep:?}");
                let run = move || strip(&text).map(|_| ()).map_err(|it| it.message);
                let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap();
                assert!(thread.join().is_ok(), "{name}");
            }
        }
    }
}
