#![allow(clippy::unwrap_used, reason = "tests")]

use wasm_encoder::{
    Alias, Component, ComponentAliasSection, ComponentExportKind, ComponentImportSection,
    ComponentInstanceSection, ComponentOuterAliasKind as Outer, ComponentType, ComponentTypeRef as Ref,
    ComponentTypeSection, NestedComponentSection,
};

use super::*;

/// A component with the one before as its sibling, which it instantiates so many times; so many of them in a row.
fn tower(floors: u32, times: u32) -> Vec<u8> {
    let mut tower = Component::new();
    tower.section(&NestedComponentSection(&Component::new()));
    for floor in 0..floors {
        let mut component = Component::new();
        let mut aliases = ComponentAliasSection::new();
        aliases.alias(Alias::Outer { kind: Outer::Component, count: 1, index: floor });
        component.section(&aliases);
        component.section(&instances(0, times));
        tower.section(&NestedComponentSection(&component));
    }
    tower.section(&instances(floors, 1));
    tower.finish()
}

fn instances(component: u32, times: u32) -> ComponentInstanceSection {
    let mut instances = ComponentInstanceSection::new();
    for _ in 0..times {
        instances.instantiate(component, Vec::<(&str, ComponentExportKind, u32)>::new());
    }
    instances
}

#[test]
fn what_is_instantiated_often_counts_as_often() {
    // The n-th floor has n alias, and two instances of the floor below: 3 * (2^n - 1) parts.
    assert_eq!(check(&tower(12, 2)), Ok(()));
    assert_eq!(check(&tower(17, 2)), Err(ShapeError::TooManyParts { limit: MOST_PARTS }));
    // What fits into no number is not small.
    assert_eq!(check(&tower(200, 2)), Err(ShapeError::TooManyParts { limit: MOST_PARTS }));
    assert_eq!(check(&tower(1000, 1)), Ok(()));
}

#[test]
fn a_component_that_comes_as_a_value_could_be_of_any_size() {
    let mut component = Component::new();
    let mut types = ComponentTypeSection::new();
    types.component(&ComponentType::new());
    component.section(&types);
    let mut imports = ComponentImportSection::new();
    imports.import("x", Ref::Component(0));
    component.section(&imports);
    assert_eq!(check(&component.finish()), Err(ShapeError::PassesComponents));
}

#[test]
fn an_index_of_nothing_is_an_error() {
    let mut component = Component::new();
    component.section(&instances(7, 1));
    assert!(matches!(check(&component.finish()), Err(ShapeError::Malformed { .. })));
}
