//! The way out, against a server on this machine and names that a test makes up.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use bulkhead_policy::{
    Budget, Decision, Declared, Evidence, HttpRule, Policy, Principal, Purpose, RuleId, StateGrant, decide,
};
use bulkhead_schema::ToolError;
use bytes::Bytes;
use futures::future::BoxFuture;
use http_body_util::{BodyExt, Full};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::{Called, Change, HostSide, Level, StateAnswer, StateAsk, SystemSecrets};

mod hostile;
mod refusals;
mod responses;
mod reuse;
mod secrets;
mod server;
mod tcp;
mod tls;
mod traffic;

use server::{Server, answering};

/// Answers every name with the same addresses.
struct Names(Vec<IpAddr>, AtomicUsize);

impl Resolve for Names {
    fn resolve(&self, _: &str, _: u16) -> BoxFuture<'_, io::Result<Vec<IpAddr>>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::ready(Ok(self.0.clone())))
    }
}

#[derive(Default)]
struct Denials(Mutex<Vec<RuleId>>, Mutex<Vec<String>>);

impl HostSide for Denials {
    fn log(&self, _: Level, _: &str, _: Option<&str>) {}
    fn log_enabled(&self, _: Level) -> bool {
        false
    }
    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}
    fn changed(&self, _: Change) {}
    fn call_tool(&self, _: String, _: String, _: Budget) -> BoxFuture<'_, Called> {
        unreachable!()
    }
    fn state(&self, _: StateGrant, _: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>> {
        unreachable!()
    }
    fn denied(&self, denial: &Denial) {
        self.0.lock().unwrap().push(denial.rule);
        self.1.lock().unwrap().push(denial.to_string());
    }
}

/// A way out under a policy, to a network where every name has these addresses.
struct Harbour {
    egress: Egress,
    names: Arc<Names>,
    denials: Arc<Denials>,
    reached: Reached,
}

impl Harbour {
    fn new(policy: &str, addresses: &[IpAddr]) -> Self {
        Self::with_roots(policy, addresses, super::tls::public_roots())
    }

    fn with_roots(policy: &str, addresses: &[IpAddr], roots: rustls::RootCertStore) -> Self {
        let names = Arc::new(Names(addresses.to_vec(), AtomicUsize::new(0)));
        let denials = Arc::new(Denials::default());
        let network = Network {
            resolver: Arc::<Names>::clone(&names),
            secrets: Arc::new(vault()),
            tls: super::tls::connector(roots).unwrap(),
            idle: Idle::new(KEPT),
        };
        Self::on(Arc::new(network), names, denials, permit(policy))
    }

    fn on(network: Arc<Network>, names: Arc<Names>, denials: Arc<Denials>, permit: Permit) -> Self {
        let reached = Reached::default();
        let side = Arc::<Denials>::clone(&denials);
        let egress = Egress::new(Arc::new(permit), Refusals::new(side), network, reached.clone());
        Self { egress, names, denials, reached }
    }

    /// Another call on the same network.
    fn another(&self, permit: Permit) -> Self {
        let (names, denials) = (Arc::clone(&self.names), Arc::clone(&self.denials));
        Self::on(Arc::clone(&self.egress.network), names, denials, permit)
    }

    /// To the server on this machine, which the policy opens.
    fn open(server: SocketAddr) -> Self {
        Self::limited(server, "")
    }

    fn limited(server: SocketAddr, limits: &str) -> Self {
        let policy = format!(
            "[tools.t]\nhttp = [\"* http://*:{port}/*\"]\naddresses = [\"127.0.0.1\"]\nlimits = {{ {limits} }}\n",
            port = server.port()
        );
        Self::new(&policy, &[server.ip()])
    }

    async fn send(&mut self, request: Request<WasiBody>) -> Result<Response<WasiBody>, Error> {
        self.send_with(request, None).await
    }

    async fn send_with(
        &mut self,
        request: Request<WasiBody>,
        options: Option<RequestOptions>,
    ) -> Result<Response<WasiBody>, Error> {
        let sent = self.egress.send_request(request, options, Box::new(async { Ok(()) }));
        let (response, connection) = Box::into_pin(sent).await?;
        tokio::spawn(Box::into_pin(connection));
        Ok(response)
    }

    fn denied(&self) -> Vec<RuleId> {
        self.denials.0.lock().unwrap().clone()
    }

    /// The limits that the call ran into, the last one first.
    fn reached(&self) -> (Option<Limit>, Vec<Limit>) {
        let (last, all) = self.reached.so_far();
        (last, all.iter().collect())
    }

    fn lookups(&self) -> usize {
        self.names.1.load(Ordering::Relaxed)
    }
}

/// How long these tests keep a connection.
const KEPT: Duration = Duration::from_millis(200);

/// What stands in the place of a host's variables.
fn vault() -> SystemSecrets {
    let values =
        [("TOKEN", TOKEN), ("OTHER", "another-value"), ("SHORT", "seven77"), ("BROKEN", "line\nbreak")];
    let environment = values.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    SystemSecrets { base: std::env::temp_dir(), environment }
}

/// With characters that change in every encoding.
const TOKEN: &str = "tok/en+\"v4l&ue";

fn permit(policy: &str) -> Permit {
    permit_for(policy, "t", "ada")
}

/// For a component whose author declared whatever is granted to it.
fn permit_for(policy: &str, component: &str, user: &str) -> Permit {
    let policy = Policy::parse(policy).unwrap();
    let grants = Arc::clone(&policy.component(component).grants);
    let everything = ["* http://*:*/*", "* https://*:*/*"];
    let declared = Declared {
        tcp: grants.tcp.clone(),
        secrets: grants.secrets.keys().cloned().collect(),
        http: grants
            .http
            .iter()
            .cloned()
            .chain(everything.iter().filter_map(|rule| HttpRule::parse(rule).ok()))
            .collect(),
        ..Declared::default()
    };
    let principal = Principal::local_user(user);
    let request = bulkhead_policy::Request {
        component,
        digest: "",
        tool: "t",
        purpose: Purpose::Call { previewed: false },
        principal: &principal,
        declared: &Arc::new(declared),
        by: None,
    };
    match decide(&policy, &request, &Evidence::none(), SystemTime::UNIX_EPOCH) {
        Decision::Allow(permit) => permit,
        other => panic!("{other:?}"),
    }
}

fn get(uri: impl AsRef<str>) -> Request<WasiBody> {
    request("GET", uri.as_ref(), "")
}

fn request(method: &str, uri: &str, body: &str) -> Request<WasiBody> {
    let body = Full::new(Bytes::from(body.to_owned())).map_err(Error::from).boxed_unsync();
    Request::builder().method(method).uri(uri).body(body).unwrap()
}

/// A server that answers every connection with this text once it has read a head, and tells what it read.
async fn server(answer: impl Into<Vec<u8>>) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    serve(answer.into(), Duration::ZERO).await
}

/// As [`server`], with a pause after the head of the answer.
async fn serve(answer: Vec<u8>, pause: Duration) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut read = Vec::new();
            while !read.windows(4).any(|end| end == b"\r\n\r\n") {
                if stream.read_buf(&mut read).await.unwrap_or(0) == 0 {
                    break;
                }
            }
            kept.lock().unwrap().push(String::from_utf8_lossy(&read).into_owned());
            let head = answer.windows(4).position(|end| end == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
            let _ = stream.write_all(&answer[..head]).await;
            tokio::time::sleep(pause).await;
            let _ = stream.write_all(&answer[head..]).await;
        }
    });
    (address, heard)
}

async fn text(response: Response<WasiBody>) -> Result<String, Error> {
    let bytes = response.into_body().collect().await?.to_bytes();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
