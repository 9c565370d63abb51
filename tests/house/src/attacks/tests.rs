use super::{listed, wrong};

const DOCUMENT: &str = "# Security\n\n| `before` | a | b | c |\n\n## The attacks\n\n### One\n\n| program | tries | stops | result |\n\
    | --- | --- | --- | --- |\n| `spin` | turns | fuel | `out_of_fuel` |\n| `spin`: `fast` | a \\| b | c | d |\n\
    | `gone` | it was | once | there |\n| `short` | has | | a hole |\n\n## After\n\n| `after` | a | b | c |\n";

#[test]
fn each_guest_has_a_row_and_each_row_a_guest() {
    let guests = ["spin", "short", "unlisted"].map(str::to_owned);
    let expected = [
        "the guest unlisted is in no table of docs/security.md",
        "docs/security.md lists gone, and there is no such guest",
        "the row of short in docs/security.md has an empty cell",
    ];
    assert_eq!(wrong(&listed(DOCUMENT), &guests), expected);
}

#[test]
fn only_the_section_counts() {
    let listed = listed(DOCUMENT);
    assert_eq!(listed.keys().collect::<Vec<_>>(), ["gone", "short", "spin"]);
    assert_eq!(listed["spin"], ["`spin`", "turns", "fuel", "`out_of_fuel`"]);
}
