#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn mask(value: &str, format: &str) -> Mask {
    Mask::of(std::iter::once((value, &format.parse().unwrap()))).unwrap()
}

/// What comes out when the text arrives in these pieces.
fn passed<'a>(mask: &Mask, pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut window = Window::default();
    let mut out = Vec::new();
    for piece in pieces {
        let count = window.push(mask, piece);
        assert!(window.bytes.len() - count < mask.longest, "more is held back than a form is long");
        out.extend(window.take(count));
    }
    out.extend(window.rest());
    String::from_utf8(out).unwrap()
}

fn whole(mask: &Mask, text: &str) -> String {
    passed(mask, [text.as_bytes()])
}

const VALUE: &str = "p4ss/w+rd";

#[test]
fn every_form_of_a_value_is_masked() {
    let value = "pa/ss+w \"<o&r'>d~!*";
    let mask = mask(value, "Bearer {}");
    let forms = [
        value.to_owned(),
        value.to_uppercase(),
        hexadecimal(value),
        hexadecimal(value).to_uppercase(),
        STANDARD.encode(value),
        URL_SAFE_NO_PAD.encode(value),
        STANDARD.encode(format!("Bearer {value}")),
        "pa%2Fss%2Bw%20%22%3Co%26r%27%3Ed~%21%2A".to_owned(),
        "pa%2fss%2bw+%22%3co%26r%27%3ed%7E%21*".to_owned(),
        "pa%2Fss%2Bw%20%22%3Co%26r'%3Ed~!*".to_owned(),
        "pa/ss+w%20%22%3Co&r'%3Ed~!*".to_owned(),
        "pa/ss+w \\\"<o&r'>d~!*".to_owned(),
        "pa\\/ss+w \\\"<o&r'>d~!*".to_owned(),
        "pa/ss\\u002bw \\u0022\\u003co\\u0026r\\u0027\\u003Ed~!*".to_owned(),
        "pa/ss+w \\\"\\u003co\\u0026r'\\u003ed~!*".to_owned(),
        "pa/ss+w &quot;&lt;o&amp;r&#39;&gt;d~!*".to_owned(),
    ];
    for form in forms {
        let text = format!("before:{form}:after");
        assert_eq!(whole(&mask, &text), format!("before:{}:after", "*".repeat(form.len())), "{form}");
    }
}

#[test]
fn base64_of_a_text_around_the_value_is_masked() {
    let value = "0123-secret-9876";
    let mask = mask(value, "{}");
    for before in 0..6 {
        for after in 0..4 {
            let text = format!("{}{value}{}", "b".repeat(before), "a".repeat(after));
            for encoded in [STANDARD.encode(&text), URL_SAFE_NO_PAD.encode(&text)] {
                let masked = whole(&mask, &encoded);
                // At most the characters that share bits with what stands beside are left.
                let stars = masked.bytes().filter(|b| *b == b'*').count();
                assert!(stars >= value.len() * 8 / 6 - 1, "{before}, {after}: {masked}");
            }
        }
    }
}

/// What `Basic` carries is given back decoded by servers that show who asked.
#[test]
fn a_value_that_is_base64_is_masked_decoded() {
    let value = STANDARD.encode("aladdin:opensesame");
    assert_eq!(whole(&mask(&value, "Basic {}"), "<aladdin:opensesame>"), format!("<{}>", "*".repeat(18)));
}

#[test]
fn where_a_text_is_cut_makes_no_difference() {
    let mask = mask(VALUE, "Bearer {}");
    let text = format!("a {VALUE}{VALUE} b p4ss/w+p4ss/ {} p4ss{VALUE}", STANDARD.encode(VALUE));
    let expected = whole(&mask, &text);
    assert!(!expected.contains("w+rd"), "{expected}");
    assert!(expected.contains("p4ss/w+p4ss/ "), "what is no secret stays: {expected}");
    for first in 0..=text.len() {
        for second in [first, (first + 3).min(text.len()), text.len()] {
            let bytes = text.as_bytes();
            let pieces = [&bytes[..first], &bytes[first..second], &bytes[second..]];
            assert_eq!(passed(&mask, pieces), expected, "cut at {first} and {second}");
        }
    }
    assert_eq!(passed(&mask, text.as_bytes().chunks(1)), expected);
}

#[test]
fn values_that_overlap_are_masked_both() {
    let mask = mask("abcabcab", "{}");
    assert_eq!(whole(&mask, "xabcabcabcaby"), format!("x{}y", "*".repeat(11)));
    assert_eq!(passed(&mask, [b"xabcabcab".as_slice(), b"cab", b"y"]), format!("x{}y", "*".repeat(11)));
}

/// A stream of events is not kept waiting for bytes that could only be a secret's if they were others.
#[test]
fn what_cannot_be_a_beginning_is_passed_on_at_once() {
    let mask = mask("0123-secret-9876", "{}");
    let mut window = Window::default();
    assert_eq!(window.push(&mask, b"data: hello\n\n"), 13);
    window.take(13);
    assert_eq!(window.push(&mask, b"data: 0123-se"), 6);
}

#[test]
fn an_answer_of_one_letter_takes_no_time() {
    let mask = mask(&"a".repeat(1000), "{}");
    let text = "a".repeat(1 << 20);
    let begun = std::time::Instant::now();
    assert_eq!(whole(&mask, &text), "*".repeat(1 << 20));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
