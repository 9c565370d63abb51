use super::undocumented;

#[test]
fn what_has_no_doc_comment_is_named() {
    let wit = "/// Documented.\ninterface a {\n  record b { c: u8 }\n  /// Documented.\n  @since(version = 0.1.0)\n  \
               d: func() -> u8;\n  e: func(x: u8);\n}\n// Not documentation.\nworld f {\n  import a;\n}\n";
    let expected =
        ["record b has no doc comment", "function e has no doc comment", "world f has no doc comment"];
    assert_eq!(undocumented(wit), expected);
}

#[test]
fn fields_and_cases_need_none() {
    let wit = "/// Documented.\nvariant a {\n  text(string),\n  blob(list<u8>),\n}\n";
    assert_eq!(undocumented(wit), [""; 0]);
}
