//! A server that keeps its connections open, as most do.

use super::*;

/// A server, and what came to it.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    heard: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    pub(super) fn uri(&self, path: &str) -> String {
        format!("http://name.example.com:{}{path}", self.address.port())
    }

    /// The requests, whole.
    pub(super) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

/// Answers each request with what `answer` makes of it, and closes the connection when that is nothing.
pub(super) async fn answering(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (heard, connections) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<AtomicUsize>::default());
    let server = Server { address, heard: Arc::clone(&heard), connections: Arc::clone(&connections) };
    let answer = Arc::new(answer);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            connections.fetch_add(1, Ordering::Relaxed);
            let (heard, answer) = (Arc::clone(&heard), Arc::clone(&answer));
            tokio::spawn(async move { talk(stream, &heard, &*answer).await });
        }
    });
    server
}

async fn talk(
    mut stream: tokio::net::TcpStream,
    heard: &Mutex<Vec<String>>,
    answer: &(dyn Fn(&str) -> Vec<u8> + Send + Sync),
) -> io::Result<()> {
    let mut read = Vec::new();
    loop {
        let Some(length) = whole(&read) else {
            if stream.read_buf(&mut read).await? == 0 {
                return Ok(());
            }
            continue;
        };
        let request = String::from_utf8_lossy(&read[..length]).into_owned();
        read.drain(..length);
        heard.lock().unwrap().push(request.clone());
        let answer = answer(&request);
        if answer.is_empty() {
            return Ok(());
        }
        stream.write_all(&answer).await?;
    }
}

/// How long the request is, once all of it is there.
fn whole(read: &[u8]) -> Option<usize> {
    let head = read.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&read[..head]).to_ascii_lowercase();
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
    let length = head + length.unwrap_or(0);
    (read.len() >= length).then_some(length)
}

/// An answer with a length.
pub(super) fn plain(headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len()).into_bytes()
}

/// An answer in pieces of so many bytes.
pub(super) fn chunked(body: &[u8], size: usize) -> Vec<u8> {
    let mut answer = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for piece in body.chunks(size) {
        answer.extend(format!("{:x}\r\n", piece.len()).into_bytes());
        answer.extend(piece);
        answer.extend(b"\r\n");
    }
    answer.extend(b"0\r\n\r\n");
    answer
}
