//! Hostile and odd guests. Each file in `examples` is a component of its own; `tests/artifacts` builds them, and
//! `tests/pipeline` has a test for each. There is nothing here.
