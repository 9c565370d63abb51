#![allow(clippy::unwrap_used, reason = "a failing test should stop")]

use super::*;

const LIFETIME: Duration = Duration::from_secs(600);

fn pending() -> Pending {
    Pending { state: b"secret notes".to_vec(), asked: vec![], answered: vec![] }
}

fn now() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000)
}

#[test]
fn it_opens_for_the_same_call_only() {
    let seal = Seal::new(LIFETIME).unwrap();
    let arguments = json!({ "a": 1, "b": [1, 2] });
    let binding = Binding { principal: "anna", tool: "t", arguments: &arguments };
    let sealed = seal.close(pending(), binding, now()).unwrap();
    assert_eq!(seal.open(&sealed, binding, now()).unwrap().pending, pending());

    let others = [json!({ "a": 2, "b": [1, 2] }), json!({}), json!({ "a": 1, "b": { "1": 2 } }), json!(null)];
    for arguments in &others {
        assert_eq!(seal.open(&sealed, Binding { arguments, ..binding }, now()), Err(Rejected), "{arguments}");
    }
    assert_eq!(seal.open(&sealed, Binding { principal: "bert", ..binding }, now()), Err(Rejected));
    assert_eq!(seal.open(&sealed, Binding { tool: "u", ..binding }, now()), Err(Rejected));
    assert_eq!(Seal::new(LIFETIME).unwrap().open(&sealed, binding, now()), Err(Rejected));
}

#[test]
fn what_was_used_up_opens_no_second_time() {
    let seal = Seal::new(LIFETIME).unwrap();
    let binding = Binding { principal: "anna", tool: "t", arguments: &json!({}) };
    let sealed = seal.close(pending(), binding, now()).unwrap();
    let (first, second) =
        (seal.open(&sealed, binding, now()).unwrap(), seal.open(&sealed, binding, now()).unwrap());
    assert_eq!(seal.use_up(&first, now()), Ok(()));
    assert_eq!(seal.use_up(&second, now()), Err(Rejected), "two that were opened at the same time");
    assert_eq!(seal.open(&sealed, binding, now()), Err(Rejected));
    assert!(seal.open(&seal.close(pending(), binding, now()).unwrap(), binding, now()).is_ok());
}

#[test]
fn it_expires() {
    let seal = Seal::new(LIFETIME).unwrap();
    let binding = Binding { principal: "anna", tool: "t", arguments: &json!({}) };
    let sealed = seal.close(pending(), binding, now()).unwrap();
    assert!(seal.open(&sealed, binding, now() + LIFETIME - Duration::from_secs(1)).is_ok());
    assert_eq!(seal.open(&sealed, binding, now() + LIFETIME), Err(Rejected));
}

#[test]
fn no_byte_of_it_can_be_changed_or_read() {
    let seal = Seal::new(LIFETIME).unwrap();
    let binding = Binding { principal: "anna", tool: "t", arguments: &json!({}) };
    let sealed = seal.close(pending(), binding, now()).unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(&sealed).unwrap();
    assert!(!bytes.windows(6).any(|window| window == b"secret"));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert_eq!(seal.open(&URL_SAFE_NO_PAD.encode(changed), binding, now()), Err(Rejected), "byte {at}");
    }
    for broken in ["", "x", "!", &sealed[..sealed.len() / 2]] {
        assert_eq!(seal.open(broken, binding, now()), Err(Rejected), "{broken}");
    }
}

#[test]
fn arrays_never_read_like_objects() {
    let seal = Seal::new(LIFETIME).unwrap();
    let object = json!({ "a": 1 });
    let array = json!([["a", 1]]);
    let binding = Binding { principal: "p", tool: "t", arguments: &object };
    let sealed = seal.close(pending(), binding, now()).unwrap();
    assert_eq!(seal.open(&sealed, Binding { arguments: &array, ..binding }, now()), Err(Rejected));
}
