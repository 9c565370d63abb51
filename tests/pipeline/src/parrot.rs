//! Servers that do what a test tells them.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A server whose answers a test makes up, over connections that stay open.
pub struct Parrot {
    /// Its port.
    pub port: u16,
    heard: Arc<Mutex<Vec<String>>>,
    connections: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

type Answer = Box<dyn Fn(&str) -> Vec<u8> + Send + Sync>;

impl Parrot {
    /// Answers each HTTP request on 127.0.0.1 with what `answer` makes of its text. Nothing closes the connection.
    ///
    /// # Errors
    ///
    /// When there is no port.
    pub async fn http(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> io::Result<Self> {
        Self::start(TcpListener::bind(("127.0.0.1", 0)).await?, Some(Box::new(answer)))
    }

    /// Gives back what it is sent, at this address.
    ///
    /// # Errors
    ///
    /// When something else is there.
    pub async fn tcp(address: &str) -> io::Result<Self> {
        Self::start(TcpListener::bind(address).await?, None)
    }

    fn start(listener: TcpListener, answer: Option<Answer>) -> io::Result<Self> {
        let port = listener.local_addr()?.port();
        let (heard, connections) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<AtomicUsize>::default());
        let (kept, counted) = (Arc::clone(&heard), Arc::clone(&connections));
        let answer = answer.map(Arc::new);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::Relaxed);
                let (kept, answer) = (Arc::clone(&kept), answer.clone());
                tokio::spawn(async move {
                    match answer {
                        Some(answer) => talk(stream, &kept, &answer).await,
                        None => echo(stream).await,
                    }
                });
            }
        });
        Ok(Self { port, heard, connections, serving })
    }

    /// The HTTP requests that came so far, whole.
    pub fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many connections came so far.
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

impl Drop for Parrot {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn echo(mut stream: TcpStream) -> io::Result<()> {
    let (mut read, mut write) = stream.split();
    tokio::io::copy(&mut read, &mut write).await?;
    write.shutdown().await
}

async fn talk(mut stream: TcpStream, heard: &Mutex<Vec<String>>, answer: &Answer) -> io::Result<()> {
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
        heard.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
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
pub fn answer(headers: &str, body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len()).into_bytes()
}
