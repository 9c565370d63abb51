//! The spelling of an HTTP request, as the policy file has it: `GET,POST https://api.example.com/v1/*`. The host reads
//! it again, more strictly; here a slip is found while it is being written.

const EXAMPLE: &str = "write methods, a space and a URL, such as `GET,POST https://api.example.com/v1/*`";

/// What is wrong with the pattern, and what to write.
pub(crate) fn check(pattern: &str) -> Result<(), String> {
    let (methods, url) = pattern.split_once(' ').ok_or_else(|| format!("there is no method; {EXAMPLE}"))?;
    check_methods(methods)?;
    let (scheme, rest) = url.split_once("://").ok_or_else(|| format!("`{url}` is not a URL; {EXAMPLE}"))?;
    if scheme != "http" && scheme != "https" {
        return Err(format!("the scheme `{scheme}` is neither `http` nor `https`"));
    }
    let slash =
        rest.find('/').ok_or_else(|| format!("the URL has no path; write `{pattern}/*` for every path"))?;
    let (authority, path) = rest.split_at(slash);
    if path.contains(['?', '#', ' ']) {
        return Err("a path has no query, no fragment and no space; every query is meant".to_owned());
    }
    check_authority(authority)
}

fn check_methods(methods: &str) -> Result<(), String> {
    if methods == "*" {
        return Ok(());
    }
    methods.split(',').try_for_each(|method| match method {
        "CONNECT" => Err("`CONNECT` opens a tunnel, which cannot be granted".to_owned()),
        _ if method.is_empty() || !method.bytes().all(|b| b.is_ascii_uppercase() || b == b'-') => {
            Err(format!("`{method}` is not a method; {EXAMPLE}"))
        }
        _ => Ok(()),
    })
}

fn check_authority(authority: &str) -> Result<(), String> {
    if authority.contains('@') {
        return Err("a URL has no user name or password here".to_owned());
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    match port {
        Some("*") | None => {}
        Some(port) if port.parse::<u16>().is_ok_and(|port| port > 0) => {}
        Some(port) => return Err(format!("`{port}` is not a port; write a number or `*`")),
    }
    let name = host.strip_prefix("*.").unwrap_or(host);
    if host == "*" || host.starts_with('[') && host.ends_with(']') {
        return Ok(());
    }
    if name.contains('*') {
        return Err("in a host, `*` stands alone or before a dot at the beginning".to_owned());
    }
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    if name.is_empty() || !name.bytes().all(allowed) {
        return Err(format!("`{host}` is not a host; write a name, `*.` and a name, an address, or `*`"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn what_the_policy_file_accepts_is_accepted() {
        for pattern in [
            "GET https://*/*",
            "* http://localhost:8080/",
            "GET,POST https://api.example.com/v1/*",
            "GET https://*.example.com:*/a/*/b",
            "GET https://[::1]:8443/",
            "GET https://192.0.2.1/*",
        ] {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn a_slip_is_named() {
        for (pattern, said) in [
            ("https://example.com/", "no method"),
            ("get https://example.com/", "`get` is not a method"),
            ("GET example.com/", "is not a URL"),
            ("GET ftp://example.com/", "the scheme `ftp`"),
            ("GET https://example.com", "no path"),
            ("GET https://exa*.com/", "`*` stands alone"),
            ("GET https://example.com:0/", "`0` is not a port"),
            ("GET https://u:p@example.com/", "user name"),
            ("GET https://example.com/?a", "no query"),
            ("GET https:///a", "`` is not a host"),
            ("CONNECT https://example.com/", "tunnel"),
        ] {
            let problem = check(pattern).err().unwrap_or_default();
            assert!(problem.contains(said), "{pattern}: {problem}");
        }
    }
}
