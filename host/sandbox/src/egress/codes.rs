//! Why a response's body ended before its end, for the guest that asks. WASI's implementation looks for its own type of error
//! in the stream's, and finds none: what is in there is the error that bodies end in.

use wasmtime::StoreContextMut;
use wasmtime::component::{Linker, Resource};
use wasmtime_wasi_http::Error;
use wasmtime_wasi_http::p2::bindings::http::types::ErrorCode;

use crate::state::State;

/// Links `http-error-code` in place of WASI's own.
pub(super) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.instance("wasi:http/types@0.2.12")?.func_wrap(
        "http-error-code",
        |mut store: StoreContextMut<'_, State>, (error,): (Resource<wasmtime::Error>,)| {
            let state = store.data_mut();
            state.enter()?;
            Ok((state.table().get(&error)?.downcast_ref::<Error>().and_then(code),))
        },
    )
}

/// What bodies end in here.
fn code(error: &Error) -> Option<ErrorCode> {
    Some(match error {
        Error::HttpResponseBodySize(most) => ErrorCode::HttpResponseBodySize(*most),
        Error::HttpRequestBodySize(most) => ErrorCode::HttpRequestBodySize(*most),
        Error::ConnectionReadTimeout => ErrorCode::ConnectionReadTimeout,
        Error::ConnectionTerminated => ErrorCode::ConnectionTerminated,
        Error::HttpResponseIncomplete => ErrorCode::HttpResponseIncomplete,
        Error::HttpResponseTimeout => ErrorCode::HttpResponseTimeout,
        Error::HttpProtocolError => ErrorCode::HttpProtocolError,
        _ => return None,
    })
}
