#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;

fn page(html: &str) -> Page {
    Page::read(html, &Url::parse("https://a.example/dir/page.html?q=1").unwrap(), true)
}

#[test]
fn html_becomes_markdown() {
    let page = page(
        "<!doctype html><title> A  page </title><body><h1>Head</h1><p>Some <b>bold</b> and <code>code</code>.</p>
         <ul><li>one<li>two</ul><ol><li>first<li>second</ol><pre><code class=\"language-rust\">fn x() {}\n  y</code></pre>
         <table><tr><th>A<th>B<tr><td>1<td>2</table>",
    );
    assert_eq!(page.title.as_deref(), Some("A page"));
    assert_eq!(
        page.markdown(),
        "# Head\n\nSome **bold** and `code`.\n\n- one\n- two\n\n1. first\n2. second\n\n```rust\nfn x() {}\n  y\n```\n\n\
         | A | B |\n| - | - |\n| 1 | 2 |"
    );
}

#[test]
fn links_are_whole() {
    let markdown = page(
        "<a href=x.html>X</a> <a href='//b.example/y'>Y</a> <a href='#top'>Z</a> <a href='javascript:no()'>W</a>
         <img src='/i.png' alt=I> <img src='data:image/png;base64,AAAA' alt=J>",
    )
    .markdown();
    assert_eq!(
        markdown,
        "[X](https://a.example/dir/x.html) [Y](https://b.example/y) [Z](https://a.example/dir/page.html?q=1#top) W \
         ![I](https://a.example/i.png)"
    );
    let based = page("<base href='https://c.example/z/'><a href=x>X</a>").markdown();
    assert_eq!(based, "[X](https://c.example/z/x)");
}

#[test]
fn what_is_around_the_content_is_left_out() {
    let content = "Content. ".repeat(40);
    let html = format!(
        "<body><nav>Menu</nav><script>bad()</script><style>x{{}}</style><p>Before</p><main><p>{content}</p></main>
         <aside>Ads</aside><p hidden>Hidden</p><footer>Foot</footer>"
    );
    assert_eq!(page(&html).markdown(), content.trim());
    let all = Page::read(&html, &Url::parse("https://a.example/").unwrap(), false).markdown();
    for part in ["Menu", "Before", "Ads", "Foot"] {
        assert!(all.contains(part), "{part} in {all}");
    }
    assert!(!all.contains("bad") && !all.contains("Hidden"));
}

#[test]
fn a_main_part_must_have_text() {
    assert_eq!(page("<main></main><p>Text").markdown(), "Text");
    let text = "word ".repeat(60);
    let one = format!("<p>Before</p><article>{text}</article>");
    assert_eq!(page(&one).markdown(), text.trim());
    let two = format!("{one}<article>Another</article>");
    assert!(page(&two).markdown().starts_with("Before"));
}

#[test]
fn text_has_a_line_for_each_block() {
    let text = page(
        "<h1>Head</h1><div>One <b>two</b>three<br>four</div><div>five</div><ul><li>a</li><li>b</li></ul><p>p</p>
         <pre>x\n  y</pre><table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>",
    )
    .text();
    assert_eq!(text, "Head\n\nOne twothree\nfour\nfive\n\n- a\n- b\n\np\n\nx\n  y\n\n1\t2\n3");
}

#[test]
fn a_page_made_to_be_deep_is_text() {
    let html = format!("{}deep{}", "<div>".repeat(2_000), "</div>".repeat(2_000));
    assert_eq!(page(&html).markdown(), "deep");
}

#[test]
fn anything_is_html() {
    assert_eq!(page("").markdown(), "");
    assert_eq!(page("plain & simple").markdown(), "plain & simple");
    assert_eq!(page("<p>unclosed <b>bold").markdown(), "unclosed **bold**");
}
