//! An HTML page as Markdown or as text.

use std::rc::Rc;

use bulkhead_tool_common::cut;
use htmd::HtmlToMarkdown;
use htmd::options::{BulletListMarker, HrStyle, LinkStyle, Options};
use markup5ever_rcdom::{Node, NodeData};
use url::Url;

mod text;

/// What no reader sees.
const UNSEEN: [&str; 10] =
    ["script", "style", "template", "noscript", "iframe", "svg", "canvas", "object", "head", "dialog"];

/// What is around the content on most pages.
const AROUND: [&str; 3] = ["nav", "footer", "aside"];

/// Converting to Markdown goes down the tree by calling itself. Pages are about 30 deep; one that is made to be deeper
/// than this would use up the stack, and is given as plain text.
const DEEPEST: usize = 200;

/// A page that says it has a main part must have some text in it: on some it is filled in by a script.
const MAIN_TEXT: usize = 200;

/// How much of a page is read. One that is nothing but small elements takes 48 MiB then, of the 64 that a call has, and two
/// fifths of its fuel.
pub const LARGEST_PAGE: usize = 2 * 1024 * 1024;

/// A page that has been read.
pub struct Page {
    /// Its title.
    pub title: Option<String>,
    /// What is shown: the document or a part of it.
    root: Rc<Node>,
    /// A document takes its nodes apart when it goes, also those that someone else holds.
    _document: Rc<Node>,
    depth: usize,
}

impl Page {
    /// Reads a page that was at this address. `main` leaves out navigation and the like.
    pub fn read(html: &str, url: &Url, main: bool) -> Self {
        // Reading from a string cannot fail; what HTML is, is everything.
        let document = HtmlToMarkdown::new()
            .html_to_tree(cut(html, LARGEST_PAGE))
            .unwrap_or_else(|_| Node::new(NodeData::Document));
        let title = find(&document, |node| is(node, "title"))
            .map(|node| text::of(&node))
            .filter(|title| !title.is_empty());
        let base = base(&document, url);
        let depth = clean(&document, &base, main);
        let root = main.then(|| main_part(&document)).flatten().unwrap_or_else(|| document.clone());
        Self { title, root, _document: document, depth }
    }

    /// As Markdown; as text when it cannot be.
    pub fn markdown(&self) -> String {
        if self.depth > DEEPEST {
            return self.text();
        }
        let options = Options {
            bullet_list_marker: BulletListMarker::Dash,
            ul_bullet_spacing: 1,
            ol_number_spacing: 1,
            hr_style: HrStyle::Dashes,
            link_style: LinkStyle::InlinedPreferAutolinks,
            ..Options::default()
        };
        HtmlToMarkdown::builder().options(options).build().tree_to_markdown(&self.root).trim().to_owned()
    }

    /// As plain text.
    pub fn text(&self) -> String {
        text::of(&self.root)
    }
}

/// The name of an element; nothing for what is none.
fn name(node: &Node) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => name.local.as_ref(),
        _ => "",
    }
}

fn is(node: &Node, wanted: &str) -> bool {
    name(node) == wanted
}

fn attribute(node: &Node, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    let attributes = attrs.borrow();
    attributes
        .iter()
        .find(|attribute| attribute.name.local.as_ref() == wanted)
        .map(|attribute| attribute.value.to_string())
}

/// The first node that is wanted, in the order of the page. Does not call itself, however deep the page is.
fn find(root: &Rc<Node>, wanted: impl Fn(&Node) -> bool) -> Option<Rc<Node>> {
    let mut waiting = vec![root.clone()];
    while let Some(node) = waiting.pop() {
        if wanted(&node) {
            return Some(node);
        }
        waiting.extend(node.children.borrow().iter().rev().cloned());
    }
    None
}

/// What the addresses of the page are relative to.
fn base(root: &Rc<Node>, url: &Url) -> Url {
    find(root, |node| is(node, "base") && attribute(node, "href").is_some())
        .and_then(|node| attribute(&node, "href"))
        .and_then(|href| url.join(&href).ok())
        .unwrap_or_else(|| url.clone())
}

/// Takes out what is not read, makes addresses whole, and tells how deep the page is.
fn clean(root: &Rc<Node>, base: &Url, main: bool) -> usize {
    let mut deepest = 0;
    let mut waiting = vec![(root.clone(), 0)];
    while let Some((node, depth)) = waiting.pop() {
        deepest = deepest.max(depth);
        node.children.borrow_mut().retain(|child| is_read(child, main));
        whole_addresses(&node, base);
        waiting.extend(node.children.borrow().iter().map(|child| (child.clone(), depth + 1)));
    }
    deepest
}

fn is_read(node: &Node, main: bool) -> bool {
    let name = name(node);
    let unseen = UNSEEN.contains(&name)
        || (main && AROUND.contains(&name))
        || attribute(node, "hidden").is_some()
        // A picture in its own address is thousands of characters that nobody reads.
        || (name == "img" && attribute(node, "src").is_none_or(|src| src.starts_with("data:")));
    !unseen
}

fn whole_addresses(node: &Node, base: &Url) {
    let NodeData::Element { attrs, .. } = &node.data else { return };
    let mut attributes = attrs.borrow_mut();
    // Links that run a script lead nowhere.
    attributes.retain(|attribute| {
        attribute.name.local.as_ref() != "href" || !attribute.value.trim_start().starts_with("javascript:")
    });
    for attribute in attributes.iter_mut() {
        if matches!(attribute.name.local.as_ref(), "href" | "src")
            && let Ok(whole) = base.join(&attribute.value)
        {
            attribute.value = whole.as_str().into();
        }
    }
}

/// What the page itself calls its main part: `<main>`, or its only `<article>`.
fn main_part(root: &Rc<Node>) -> Option<Rc<Node>> {
    let is_main =
        |node: &Node| is(node, "main") || attribute(node, "role").is_some_and(|role| role == "main");
    let main = find(root, is_main).or_else(|| only_article(root))?;
    (text::of(&main).len() >= MAIN_TEXT).then_some(main)
}

fn only_article(root: &Rc<Node>) -> Option<Rc<Node>> {
    let article = find(root, |node| is(node, "article"))?;
    let another = find(root, |node| is(node, "article") && !std::ptr::eq(node, Rc::as_ptr(&article)));
    another.is_none().then_some(article)
}

#[cfg(test)]
mod tests;
