//! What may be looked up and dialled over TCP.

use wasmtime_wasi::p2::Pollable;
use wasmtime_wasi::p2::bindings::sockets::network::ErrorCode;

use super::*;

const POLICY: &str = r#"
[tools.t]
tcp = ["db.example.com:5432", "db.example.com:5433", "10.0.0.7:6379", "[2620:fe::9]:53"]
addresses = ["10.0.0.7:5432"]
"#;

const PUBLIC: &str = "9.9.9.9";
const PRIVATE: &str = "10.0.0.7";

struct Sockets {
    tcp: Tcp,
    harbour: Harbour,
}

fn sockets(addresses: &[&str]) -> Sockets {
    let addresses: Vec<_> = addresses.iter().map(|address| address.parse().unwrap()).collect();
    let harbour = Harbour::new(POLICY, &addresses);
    Sockets { tcp: Tcp::new(&harbour.egress), harbour }
}

impl Sockets {
    async fn look_up(&self, name: &str) -> Result<Vec<String>, ErrorCode> {
        let mut lookup = self.tcp.look_up(name)?;
        lookup.ready().await;
        let mut found = Vec::new();
        while let Some(address) = lookup.next()? {
            found.push(address.to_string());
        }
        Ok(found)
    }

    /// The rule that refuses to dial, if one does.
    fn refused(&self, address: &str) -> Option<RuleId> {
        let before = self.harbour.denied().len();
        let checked = self.tcp.check(address.parse().unwrap());
        let denied = self.harbour.denied().split_off(before);
        assert_eq!(checked.is_err(), !denied.is_empty(), "what is refused is on record, and nothing else");
        denied.first().copied()
    }
}

#[tokio::test]
async fn a_granted_name_leads_to_its_ports_and_to_no_others() {
    let sockets = sockets(&[PUBLIC]);
    assert_eq!(sockets.refused("9.9.9.9:5432"), Some(RuleId::TcpNoGrant), "nobody has looked it up");
    assert_eq!(sockets.look_up("db.example.com").await.unwrap(), [PUBLIC]);
    assert_eq!(sockets.refused("9.9.9.9:5432"), None);
    assert_eq!(sockets.refused("9.9.9.9:5433"), None);
    assert_eq!(sockets.refused("9.9.9.9:22"), Some(RuleId::TcpNoGrant));
    assert_eq!(sockets.refused("9.9.9.8:5432"), Some(RuleId::TcpNoGrant));
}

#[tokio::test]
async fn a_name_is_looked_up_once_in_a_call() {
    let sockets = sockets(&[PUBLIC]);
    for spelling in ["db.example.com", "DB.Example.COM", "db.example.com."] {
        assert_eq!(sockets.look_up(spelling).await.unwrap(), [PUBLIC], "{spelling}");
    }
    assert_eq!(sockets.harbour.lookups(), 1);
}

#[tokio::test]
async fn names_that_are_not_granted_are_not_looked_up() {
    let sockets = sockets(&[PUBLIC]);
    for name in ["example.com", "x.db.example.com", "db.example.com.evil.example", "localhost"] {
        assert!(matches!(sockets.look_up(name).await, Err(ErrorCode::AccessDenied)), "{name}");
    }
    assert_eq!(sockets.harbour.denied(), [RuleId::TcpNoGrant; 4]);
    for name in
        ["", "0x7f.1", "2130706433", "b\u{fc}cher.example", "db.example.com:5432", "a b", "db.example.com\0"]
    {
        assert!(matches!(sockets.look_up(name).await, Err(ErrorCode::InvalidArgument)), "{name:?}");
    }
    assert_eq!(sockets.harbour.lookups(), 0);
}

#[tokio::test]
async fn a_name_that_leads_inside() {
    // The address rule has one of the two ports.
    let opened = sockets(&[PRIVATE]);
    assert_eq!(opened.look_up("db.example.com").await.unwrap(), [PRIVATE]);
    assert_eq!(opened.refused("10.0.0.7:5432"), None);
    assert_eq!(opened.refused("10.0.0.7:5433"), Some(RuleId::AddressPrivate));
    for addresses in [&["10.0.0.8"][..], &["127.0.0.1"], &[PUBLIC, "10.0.0.8"], &["::ffff:10.0.0.8"]] {
        let sockets = sockets(addresses);
        let found = sockets.look_up("db.example.com").await;
        assert!(matches!(found, Err(ErrorCode::AccessDenied)), "{addresses:?}: {found:?}");
        assert_eq!(sockets.harbour.denied().len(), 1, "{addresses:?}");
        assert!(sockets.refused(&format!("{}:5432", "9.9.9.9")).is_some(), "{addresses:?}");
    }
}

#[tokio::test]
async fn an_address_that_is_granted_as_it_is() {
    let sockets = sockets(&[]);
    // Nothing is looked up, and nothing is decided by that.
    assert_eq!(sockets.look_up("10.0.0.7").await.unwrap(), [PRIVATE]);
    assert_eq!(
        sockets.refused("10.0.0.7:6379"),
        Some(RuleId::AddressPrivate),
        "the address rule has another port"
    );
    assert_eq!(sockets.refused("[2620:fe::9]:53"), None);
    assert_eq!(sockets.refused("[2620:fe::9]:54"), Some(RuleId::TcpNoGrant));
    assert_eq!(sockets.harbour.lookups(), 0);
}

#[tokio::test]
async fn a_name_without_addresses() {
    let found = sockets(&[]).look_up("db.example.com").await;
    assert!(matches!(found, Err(ErrorCode::NameUnresolvable)), "{found:?}");
}
