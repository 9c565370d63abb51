use std::collections::BTreeSet;

use super::*;

#[test]
fn keys_and_codes_are_unique() {
    assert_eq!(Limit::ALL.iter().map(|limit| limit.key()).collect::<BTreeSet<_>>().len(), Limit::ALL.len());
    assert_eq!(Limit::ALL.iter().map(|limit| limit.code()).collect::<BTreeSet<_>>().len(), Limit::ALL.len());
}

#[test]
fn a_set_has_what_was_put_into_it() {
    let mut set = LimitSet::default();
    assert_eq!(set.iter().count(), 0);
    set.insert(Limit::Rate);
    set.insert(Limit::Memory);
    set.insert(Limit::Rate);
    assert_eq!(set.iter().collect::<Vec<_>>(), [Limit::Memory, Limit::Rate]);
    assert!(!set.contains(Limit::Fuel));
}
