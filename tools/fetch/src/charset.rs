//! From bytes to text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The text in a body. As the HTML standard has it: a byte order mark, then the header, then what the page says of itself;
/// when nothing is said, UTF-8 if it is that, and otherwise what most old pages are in.
pub fn decode(body: &[u8], content_type: &str) -> String {
    let encoding = Encoding::for_bom(body)
        .map(|(encoding, _)| encoding)
        .or_else(|| label_after(content_type.as_bytes()))
        // Where the standard looks for it.
        .or_else(|| label_after(&body[..body.len().min(1024)]))
        .unwrap_or_else(|| if is_utf8(body) { UTF_8 } else { WINDOWS_1252 });
    encoding.decode(body).0.into_owned()
}

/// Whether it is UTF-8, up to a character that may be cut in two at the end.
fn is_utf8(body: &[u8]) -> bool {
    match std::str::from_utf8(body) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

/// The encoding named by `charset=`, in a header or in a `<meta>`.
fn label_after(text: &[u8]) -> Option<&'static Encoding> {
    const KEY: &[u8] = b"charset=";
    let at = text.windows(KEY.len()).position(|window| window.eq_ignore_ascii_case(KEY))?;
    let label: Vec<u8> = text[at + KEY.len()..]
        .iter()
        .copied()
        .skip_while(|byte| matches!(byte, b'"' | b'\'' | b' '))
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte))
        .collect();
    // A page that is being read as ASCII cannot be in UTF-16, whatever it says.
    Encoding::for_label(&label).map(Encoding::output_encoding)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_encoding_is_found() {
        let utf8 = "Grüße".as_bytes();
        let latin = b"Gr\xfc\xdfe";
        assert_eq!(decode(utf8, ""), "Grüße");
        assert_eq!(decode(latin, ""), "Grüße");
        assert_eq!(decode(latin, "text/html; charset=ISO-8859-1"), "Grüße");
        assert_eq!(decode(b"\xff\xfeG\0r\0\xfc\0", "text/plain; charset=utf-8"), "Grü");
        assert_eq!(
            decode(b"<meta charset=\"shift_jis\">\x83e\x83X\x83g", "text/html"),
            "<meta charset=\"shift_jis\">テスト"
        );
        assert_eq!(decode(b"\xef\xbb\xbfa", ""), "a");
        assert_eq!(decode(utf8, "text/html; charset=no-such"), "Grüße");
    }

    #[test]
    fn a_body_cut_in_a_character_is_still_utf8() {
        assert_eq!(decode(&"aü".as_bytes()[..2], ""), "a\u{fffd}");
    }
}
