#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use super::*;

#[test]
fn ranges_begin_where_they_say() {
    for (network, length, range) in V4 {
        AddressRule { network: (*network).into(), length: *length, port: None }
            .check_network()
            .expect(range.what);
    }
    for (network, length, range) in V6 {
        AddressRule { network: (*network).into(), length: *length, port: None }
            .check_network()
            .expect(range.what);
    }
}

/// Every range is reached: none is hidden behind one before it.
#[test]
fn every_range_refuses_something() {
    for (network, length, range) in V4 {
        let last = u32::from(*network) | u32::MAX.checked_shr(u32::from(*length)).unwrap_or(0);
        let ends = [u32::from(*network), last].map(|ip| classify_v4(ip.into()).unwrap().what);
        assert!(ends.contains(&range.what), "{network}/{length}");
    }
    for (network, length, range) in V6 {
        let last = u128::from(*network) | u128::MAX.checked_shr(u32::from(*length)).unwrap_or(0);
        let ends = [u128::from(*network), last].map(|ip| classify_v6(ip.into()).unwrap().what);
        assert!(ends.contains(&range.what), "{network}/{length}");
    }
}
