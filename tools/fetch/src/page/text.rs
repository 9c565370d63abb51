//! The text of a part of a page.

use std::rc::Rc;

use markup5ever_rcdom::{Node, NodeData};

use super::name;

/// Elements that begin and end on a line of their own.
const BLOCKS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "title",
    "tr",
    "ul",
];

/// Elements with an empty line around them.
const PARAGRAPHS: [&str; 14] =
    ["blockquote", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "table", "ul"];

enum Step {
    Enter(Rc<Node>, bool),
    Leave(&'static str),
}

/// The text below a node, a line for each block. Does not call itself, however deep the page is.
pub(super) fn of(root: &Rc<Node>) -> String {
    let mut writer = Writer::default();
    let mut steps = vec![Step::Enter(root.clone(), false)];
    while let Some(step) = steps.pop() {
        let (node, pre) = match step {
            Step::Leave(end) => {
                writer.wants(end);
                continue;
            }
            Step::Enter(node, pre) => (node, pre),
        };
        if let NodeData::Text { contents } = &node.data {
            writer.text(&contents.borrow(), pre);
        }
        let name = name(&node);
        let around = around(name);
        writer.wants(around);
        writer.mark(name);
        steps.push(Step::Leave(around));
        let pre = pre || name == "pre";
        steps.extend(node.children.borrow().iter().rev().map(|child| Step::Enter(child.clone(), pre)));
    }
    writer.text.trim_end().to_owned()
}

/// What stands before and after an element.
fn around(name: &str) -> &'static str {
    match name {
        name if PARAGRAPHS.contains(&name) => "\n\n",
        name if BLOCKS.contains(&name) => "\n",
        "td" | "th" => "\t",
        _ => "",
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    /// What has to stand before the next text.
    space: &'static str,
}

impl Writer {
    /// The next text stands apart: of several wishes, the widest counts.
    fn wants(&mut self, space: &'static str) {
        let width = |space: &str| match space {
            "\n\n" => 4,
            "\n" => 3,
            "\t" => 2,
            " " => 1,
            _ => 0,
        };
        if width(space) > width(self.space) {
            self.space = space;
        }
    }

    fn mark(&mut self, name: &str) {
        match name {
            "br" => self.wants("\n"),
            "li" => self.push("- "),
            _ => {}
        }
    }

    fn text(&mut self, text: &str, pre: bool) {
        if pre {
            self.push(text);
            return;
        }
        for word in text.split_inclusive(char::is_whitespace) {
            let (word, spaced) = match word.trim_end() {
                trimmed if trimmed.len() < word.len() => (trimmed, true),
                trimmed => (trimmed, false),
            };
            if !word.is_empty() {
                self.push(word);
            }
            if spaced {
                self.wants(" ");
            }
        }
    }

    fn push(&mut self, text: &str) {
        let space = std::mem::take(&mut self.space);
        // A mark such as that of a list item has its own space.
        let has_its_own = space == " " && self.text.ends_with(' ');
        if !self.text.is_empty() && !has_its_own {
            self.text.push_str(space);
        }
        self.text.push_str(text);
    }
}
