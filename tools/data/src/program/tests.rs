#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::output::Json;

fn run(code: &str, input: &str) -> Result<String, ToolError> {
    let input = serde_json::from_str(input).unwrap();
    let results: Vec<String> = Program::new(code)?
        .run(input)
        .map(|result| Ok(serde_json::to_string(&Json(result?)).unwrap()))
        .collect::<Result<_, ToolError>>()?;
    Ok(results.join(" "))
}

#[test]
fn the_language_is_there() {
    let people = r#"[{"name":"Ada","age":36,"city":"London"},{"name":"Bo","age":20,"city":"Oslo"},{"name":"Cy","age":40,"city":"Oslo"}]"#;
    for (code, results) in [
        (".[] | select(.age > 30) | .name", r#""Ada" "Cy""#),
        (
            "group_by(.city) | map({city: .[0].city, n: length, mean: (map(.age) | add / length)})",
            r#"[{"city":"London","n":1,"mean":36},{"city":"Oslo","n":2,"mean":30}]"#,
        ),
        ("map(.age) | add, min, max", "96 20 40"),
        ("INDEX(.name) | keys", r#"["Ada","Bo","Cy"]"#),
        ("[.[].name | test(\"^[AB]\")]", "[true,true,false]"),
        (".[0] | to_entries[0] | @csv \"\\([.key, .value])\"", r#""\"name\",\"Ada\"""#),
        ("[limit(2; .[]) | .age] | @tsv", r#""36\t20""#),
        ("reduce .[] as $x (0; . + $x.age)", "96"),
        ("def f: .age * 2; map(f)", "[72,40,80]"),
        ("\"2024-05-06T07:08:09Z\" | fromdate | todate", r#""2024-05-06T07:08:09Z""#),
        ("[paths] | length", "12"),
        ("[.[].city | IN(\"Oslo\", \"Rome\")]", "[false,true,true]"),
        ("[1, null, \"a\\\"b\", true] | @csv", r#""1,,\"a\"\"b\",true""#),
        ("[\"a\\tb\\\\\"] | @tsv", r#""a\\tb\\\\""#),
        ("[.[0] | leaf_paths[]], ([3] | toarray), (65 | ascii)", r#"["name","age","city"] [3] "A""#),
        (".[5].x", "null"),
        ("1, halt, 2", "1"),
    ] {
        let given = run(code, people).unwrap_or_else(|error| panic!("{code}: {error}"));
        assert_eq!(given, results, "{code}");
    }
}

#[test]
fn nothing_outside_is_reached() {
    for code in [
        "env",
        "$ENV",
        "input",
        "inputs",
        "include \"x\"; .",
        "import \"x\" as x; .",
        "input_filename",
        "$__prog_args",
    ] {
        assert_eq!(run(code, "null").unwrap_err().code(), "bad_query", "{code}");
    }
}

#[test]
fn errors_point_at_the_place() {
    let message = |code: &str| run(code, "[]").unwrap_err().message().to_owned();
    assert_eq!(
        message(".[] | selct(.a)"),
        "The query cannot be read at line 1, column 7. There is no function `selct`; was `select` meant?\n\
         .[] | selct(.a)\n      ^^^^^"
    );
    assert_eq!(
        message("map(\n  .a ++ 1\n)"),
        "The query cannot be read at line 2, column 6. Expected: semicolon or right parenthesis.\n  .a ++ 1\n     ^^"
    );
    assert!(message("map(.a").contains("Expected: closing parenthesis"), "{}", message("map(.a"));
    assert!(message(".a | ").contains("Expected: term"), "{}", message(".a | "));
    assert!(message("map(1; 2)").contains("`map` takes 1 arguments and not 2."), "{}", message("map(1; 2)"));
    assert!(message("$x").contains("There is no variable `$x`"), "{}", message("$x"));
    assert!(message("ü§").contains("column 1"), "{}", message("ü§"));
    assert!(message("").contains("Expected: term"), "{}", message(""));
}

#[test]
fn failures_say_why() {
    let error = run(".[] | .a", "[1]").unwrap_err();
    assert_eq!(error.code(), "query_failed");
    assert!(error.message().contains("cannot index 1"), "{error}");
    assert_eq!(run("error(\"mine\")", "1").unwrap_err().message(), "The query failed: \"mine\"");
    assert_eq!(run("break", "1").unwrap_err().code(), "bad_query");
}
