//! Bytes that are said to be a component.

use std::io::Cursor;

use bulkhead_schema::{Catalog, SectionError, Shape, ShapeError, SkimError, component, section, skim};

use crate::text::assert_harmless;

/// The skimmer reads no larger section of names, where the others read whatever there is.
const MOST_NAMES: usize = 1 << 20;

/// That the bytes are understood in one way, by those who read all of them and by the one who skims, and that a catalog
/// that is put into them is the one that is found there.
///
/// # Panics
///
/// When it is not so.
pub fn check(bytes: &[u8], catalog: &Catalog) {
    let (shape, found) = (Shape::of(bytes), section::read(bytes));
    agree(bytes, &shape, &found);
    match &shape {
        Ok(shape) => admitted(shape),
        Err(error) => assert_harmless(error),
    }
    if let Err(error) = &found {
        assert_harmless(error);
    }
    embedded(bytes, &shape, catalog);
}

/// What is listed goes by skimming, and what is run goes by the whole file: they must not differ.
fn agree(bytes: &[u8], shape: &Result<Shape, ShapeError>, found: &Result<Option<Catalog>, SectionError>) {
    let skimmed = skim(Cursor::new(bytes));
    match (&skimmed, shape, found) {
        (Ok(skimmed), Ok(shape), Ok(found)) => {
            assert_eq!((&skimmed.shape, &skimmed.catalog), (shape, found));
            assert_eq!(skimmed.size, bytes.len() as u64);
        }
        // Sections that skimming passes over may be broken.
        (Ok(_), Err(ShapeError::Malformed { .. }), Err(SectionError::Malformed { .. })) => {}
        (Ok(_), ..) => panic!("{skimmed:?}, but {shape:?} and {found:?}"),
        (Err(error), Ok(_), Ok(_)) => {
            assert!(bytes.len() > MOST_NAMES, "{error}, but {shape:?} and {found:?}")
        }
        (Err(SkimError::Unreadable(error)), ..) => panic!("memory is always readable: {error}"),
        (Err(error), ..) => assert_harmless(error),
    }
}

fn admitted(shape: &Shape) {
    match shape.admit() {
        Ok(()) => {
            assert!(shape.exports_tools());
            assert!(shape.imports.iter().all(|import| component::offered(import)), "{shape:?}");
        }
        Err(error) => assert_harmless(&error),
    }
}

/// A catalog takes the place of what was there, and changes nothing else.
fn embedded(bytes: &[u8], shape: &Result<Shape, ShapeError>, catalog: &Catalog) {
    let Ok(embedded) = section::embed(bytes, catalog) else {
        let walked = !matches!(
            section::read(bytes),
            Err(SectionError::NotAComponent | SectionError::Malformed { .. })
        );
        assert!(!walked, "a component that is read takes a catalog");
        return;
    };
    assert_eq!(section::read(&embedded).expect("the section is there").as_ref(), Some(catalog));
    assert_eq!(Shape::of(&embedded).ok(), shape.as_ref().ok().cloned());
    assert_eq!(section::embed(&embedded, catalog).expect("once more"), embedded);
    if let Ok(shape) = shape
        && embedded.len() <= MOST_NAMES
    {
        let skimmed = skim(Cursor::new(&embedded)).expect("it is skimmed as it is read");
        assert_eq!((&skimmed.shape, skimmed.catalog.as_ref()), (shape, Some(catalog)));
    }
}
