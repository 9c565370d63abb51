//! Secrets in requests: named by the guest, put in by the host, and kept out of what comes back.

use bulkhead_policy::{Denial, EffectiveGrants, HttpTarget, SecretGrant, SecretSource};
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{StatusCode, response};
use wasmtime_wasi_http::Error;

use super::dial::Line;
use super::mask::Mask;
use crate::Secret;

/// The header by which a guest names a secret. It never leaves the host.
const NAME: HeaderName = HeaderName::from_static("bulkhead-secret");

/// Headers that ask for a part of a document or for its changes (RFC 9110 §14, RFC 3229): a server could be made to give
/// back a secret piece by piece, and no piece would be recognised.
const PARTS: [HeaderName; 3] = [header::RANGE, header::IF_RANGE, HeaderName::from_static("a-im")];

/// A secret that a request names, and that may go into it.
pub(super) struct Named {
    pub(super) name: String,
    grant: SecretGrant,
}

/// Takes the names out of a request's headers, and checks each.
pub(super) fn named(
    grants: &EffectiveGrants,
    target: &HttpTarget,
    headers: &mut HeaderMap,
) -> Result<Vec<Named>, Denial> {
    let mut found: Vec<Named> = Vec::new();
    for value in headers.get_all(NAME) {
        let name = value.to_str().ok().filter(|name| is_name(name)).ok_or_else(|| grants.secret_unnamed())?;
        if found.iter().all(|known| known.name != name) {
            let grant = grants.check_secret(name, Some(target))?.clone();
            found.push(Named { name: name.to_owned(), grant });
        }
    }
    headers.remove(NAME);
    if let Some(named) = found.first()
        && let Some(part) = PARTS.iter().find(|part| headers.contains_key(*part))
    {
        let why = format!("it has the header `{part}`, which asks for a part");
        return Err(grants.secret_unsafe(&named.name, target, &why));
    }
    // In the order of their names, whatever the guest's was.
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// As in the policy file. The name becomes a part of a proposed line of policy, which it must not be able to end.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Puts the values into the headers, in place of any that the guest set, and says what to mask.
pub(super) async fn put(line: &Line, headers: &mut HeaderMap) -> Result<Option<Mask>, Error> {
    if line.secrets.is_empty() {
        return Ok(None);
    }
    let mut values = Vec::new();
    for Named { name, grant } in &line.secrets {
        let (header, secret) = ready(line, grant).await.map_err(|why| {
            line.account.denied(&line.permit.grants().secret_unavailable(name, &line.target, &why));
            Error::InternalError(Some("the host has no usable value for its secret".to_owned()))
        })?;
        headers.insert(header, sendable(grant, &secret)?);
        values.push((grant, secret));
    }
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let mask = Mask::of(values.iter().map(|(grant, secret)| (secret.value(), &grant.format)));
    mask.map(Some).map_err(|e| Error::InternalError(Some(e)))
}

/// The value, once it is sure that it can be sent and masked; otherwise what is wrong, for the operator.
async fn ready(line: &Line, grant: &SecretGrant) -> Result<(HeaderName, Secret), String> {
    let secret = line.network.secrets.read(&grant.source).await?;
    let from = match &grant.source {
        SecretSource::Environment(name) => format!("the variable {name}"),
        SecretSource::File(path) => format!("the file {path}"),
        SecretSource::Keyring(entry) => format!("the keyring's entry {entry}"),
    };
    secret.check().map_err(|problem| format!("{from} has no value that can be sent: {problem}"))?;
    let header = HeaderName::try_from(&grant.header).map_err(|_| "its header is none".to_owned())?;
    Ok((header, secret))
}

fn sendable(grant: &SecretGrant, secret: &Secret) -> Result<HeaderValue, Error> {
    let text = zeroize::Zeroizing::new(grant.format.around(secret.value()));
    let mut value =
        HeaderValue::from_str(&text).map_err(|_| Error::InternalError(Some("a header".to_owned())))?;
    // Kept out of debug output.
    value.set_sensitive(true);
    Ok(value)
}

/// Refuses an answer in which a secret could come back in a form that is not recognised.
pub(super) fn check_answer(line: &Line, parts: &response::Parts) -> Result<(), Error> {
    let identity = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"identity");
    let partial = [StatusCode::PARTIAL_CONTENT, StatusCode::IM_USED].contains(&parts.status);
    let (why, error) = if partial || parts.headers.contains_key(header::CONTENT_RANGE) {
        ("the server answered with a part of a document", Error::HttpRequestDenied)
    } else if !parts.headers.get_all(header::CONTENT_ENCODING).iter().all(identity) {
        ("the server compressed its answer", Error::HttpResponseContentCoding(None))
    } else {
        return Ok(());
    };
    for Named { name, .. } in &line.secrets {
        line.account.denied(&line.permit.grants().secret_unsafe(name, &line.target, why));
    }
    Err(error)
}
