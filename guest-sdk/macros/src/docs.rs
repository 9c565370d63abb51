//! Doc comments as descriptions.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// Whether the attribute is a doc comment.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// The text of the doc comments as a model should read it: lines of a paragraph joined, and nothing from the first
/// heading on, because `# Errors`, `# Panics` and `# Examples` are for readers of the Rust code.
///
/// # Errors
///
/// A `#[doc = …]` whose text is not written out cannot be read by a macro.
pub(crate) fn description(attributes: &[Attribute]) -> syn::Result<String> {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| is_doc(attribute)) {
        match &attribute.meta {
            Meta::NameValue(pair) => lines.extend(text_lines(&pair.value)?),
            // `#[doc(hidden)]` and the like say nothing.
            Meta::Path(_) | Meta::List(_) => {}
        }
    }
    Ok(reflowed(&lines))
}

fn text_lines(value: &Expr) -> syn::Result<Vec<String>> {
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = value else {
        return Err(syn::Error::new_spanned(
            value,
            "this text is not known to the macro; write it as `///` lines, or say `#[tool(description = …)]`",
        ));
    };
    Ok(text
        .value()
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned())
        .collect())
}

fn reflowed(lines: &[String]) -> String {
    let mut text = String::new();
    let mut fenced = false;
    let mut joinable = false;
    for line in lines {
        let fence = line.trim_start().starts_with("```");
        if !fenced && line.starts_with("# ") {
            break;
        }
        if joinable && !fenced && !fence && continues(line) {
            text.push(' ');
            text.push_str(line.trim_start());
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
        fenced ^= fence;
        joinable = !fence && !fenced && !line.is_empty() && !line.starts_with(['#', '|']);
    }
    text.trim().to_owned()
}

/// Whether a line goes on with the paragraph or the list item above it.
fn continues(line: &str) -> bool {
    let start = line.trim_start();
    let bullet = ["- ", "* ", "+ ", "#", "|", ">"].iter().any(|mark| start.starts_with(mark));
    let digits = start.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = digits.len() < start.len() && digits.starts_with(['.', ')']);
    !start.is_empty() && !bullet && !numbered
}

#[cfg(test)]
mod tests {
    use super::reflowed;

    fn flow(text: &str) -> String {
        reflowed(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn lines_of_a_paragraph_are_joined() {
        assert_eq!(flow("One\ntwo.\n\nThree\nfour."), "One two.\n\nThree four.");
    }

    #[test]
    fn lists_and_code_keep_their_lines() {
        assert_eq!(
            flow("A:\n- one\n  more\n- two\n```\na\nb\n```\nc"),
            "A:\n- one more\n- two\n```\na\nb\n```\nc"
        );
        assert_eq!(flow("1. one\n2. two"), "1. one\n2. two");
    }

    #[test]
    fn headings_end_the_description() {
        assert_eq!(flow("What.\n\n# Errors\n\nNever."), "What.");
        assert_eq!(flow("What.\n\n## Units\nMetres."), "What.\n\n## Units\nMetres.");
    }
}
