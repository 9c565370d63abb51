//! Tests of the search ranking on a small catalog.

use super::action::{Action, of_request};
use super::near::likeness;
use super::request::wishes;
use super::shapes::{hints, is_value};
use super::table::table;
use super::text::words;
use super::{Entry, Hit, Index, Parameter};

fn tool<'a>(name: &'a str, description: &'a str) -> Entry<'a> {
    Entry { name, title: None, description, parameters: Vec::new(), tags: Vec::new() }
}

fn catalog() -> Index {
    let city = Parameter { name: "cityName", description: "Where to look" };
    let forecast =
        Entry { parameters: vec![city], ..tool("weather.getForecast", "Tells the weather of the next days") };
    Index::build([
        tool("issues/create", "Create an issue in a repository"),
        tool("issues/delete-comment", "Delete a comment of an issue"),
        forecast,
        tool("pulls/merge", "Merge a pull request"),
        tool("send_email", "Send a message to somebody"),
        tool("list_invoices", "List the invoices of a customer"),
    ])
}

fn first(index: &Index, request: &str) -> Option<usize> {
    index.search(request, 1, |_| true).first().map(|hit| hit.entry)
}

#[test]
fn identifiers_are_split() {
    assert_eq!(words("getHTTPResponse_v2"), ["get", "http", "response", "gethttpresponse", "v", "2", "v2"]);
    assert_eq!(words("issues/list-for.repo"), ["issues", "list", "for", "repo"]);
    assert_eq!(words("URLs"), ["urls"]);
    assert_eq!(words("  "), Vec::<String>::new());
}

#[test]
fn words_in_any_inflection_are_found() {
    let index = catalog();
    assert_eq!(first(&index, "listing all invoices"), Some(5));
    assert_eq!(first(&index, "city name"), Some(2));
    assert_eq!(first(&index, "merging"), Some(3));
}

#[test]
fn slips_and_beginnings_are_found() {
    let index = catalog();
    assert_eq!(first(&index, "invocies"), Some(5));
    assert_eq!(first(&index, "forec"), Some(2));
}

#[test]
fn what_is_meant_is_found() {
    let index = catalog();
    assert_eq!(first(&index, "squash this PR"), Some(3));
    assert_eq!(first(&index, "file a bug"), Some(0));
    assert_eq!(first(&index, "will it rain tomorrow?"), Some(2));
}

#[test]
fn phrasal_verbs_may_stand_around_their_object() {
    let apart = wishes("hand the old thing over");
    assert!(apart.iter().any(|wish| wish.meant.iter().flatten().any(|stem| stem == "transfer")));
}

#[test]
fn likeness_falls_with_each_slip() {
    assert_eq!(likeness("branch", "branch"), 1.0);
    assert!(likeness("brnach", "branch") > 0.5);
    assert!(likeness("repositroies", "repositories") > likeness("repxsitroies", "repositories"));
    assert_eq!(likeness("cat", "car"), 0.0);
    assert_eq!(likeness("abc1234", "abc1235"), 0.0);
    assert_eq!(likeness("", "branch"), 0.0);
}

#[test]
fn values_are_told_from_words() {
    assert!(is_value("docs/intro.md") && is_value("jane@example.com") && !is_value("docs,"));
    assert!(hints("src/main.rs").contains(&"file"));
    assert!(hints("#12").contains(&"issue"));
    assert!(hints("v1.2").contains(&"version"));
    assert!(hints("2024-05-01").contains(&"date"));
    assert!(hints("plain").is_empty() && hints("").is_empty() && hints("…").is_empty());
}

#[test]
fn the_action_of_a_request_is_known() {
    let action = |text: &str| of_request(text, &wishes(text));
    assert_eq!(action("which keys are there?"), Some(Action::Read));
    assert_eq!(action("throw away the old key"), Some(Action::Delete));
    assert_eq!(action("make a new key"), Some(Action::Create));
    assert_eq!(action("blue"), None);
}

#[test]
fn hidden_entries_are_not_found() {
    let index = catalog();
    assert!(index.search("merge a pull request", 10, |entry| entry != 3).iter().all(|hit| hit.entry != 3));
    assert!(index.search("merge", 10, |_| false).is_empty());
}

#[test]
fn equal_entries_keep_their_order() {
    let index = Index::build([tool("same", "same words"), tool("same", "same words")]);
    let order: Vec<usize> = index.search("same words", 5, |_| true).iter().map(|hit| hit.entry).collect();
    assert_eq!(order, [0, 1]);
}

#[test]
fn variants_of_one_name_leave_room() {
    let variants = (0..6).map(|_| tool("get_weather", "Get the weather"));
    let index = Index::build(variants.chain([tool("weather_map", "A map of the weather")]));
    assert!(index.search("weather", 5, |_| true).iter().any(|hit| hit.entry == 6));
}

#[test]
fn odd_input_is_taken() {
    let empty = Index::build([]);
    assert!(empty.is_empty() && empty.search("anything", 5, |_| true).is_empty());
    let index = catalog();
    assert_eq!(index.len(), 6);
    assert!(index.search("", 5, |_| true).is_empty());
    assert!(index.search("merge", 0, |_| true).is_empty());
    for odd in ["the of and", "…", "日本語のリクエスト", "#", "/", "é@ü.", "\u{0}", &"x".repeat(5000)]
    {
        assert!(index.search(odd, 3, |_| true).iter().all(|hit| hit.score.is_finite()));
    }
}

#[test]
fn the_same_search_gives_the_same_hits() {
    let search = || -> Vec<Hit> { catalog().search("send the invoice by mail", 6, |_| true) };
    assert_eq!(search(), search());
}

#[test]
fn the_table_is_read() {
    assert!(table().dims >= 128);
    assert_eq!(table().vector("repository").map(|vector| vector.len()), Some(table().dims));
    assert!(table().vector("zzqxv").is_some(), "an unknown word is made of pieces");
    assert!(table().vector("日本").is_none());
}
