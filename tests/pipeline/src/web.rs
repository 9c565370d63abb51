//! A server on this machine that a guest may be let to ask.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// Answers in a few ways, and keeps the first line of every request.
pub struct Web {
    /// Its port on 127.0.0.1.
    pub port: u16,
    requests: Arc<Mutex<Vec<String>>>,
    serving: JoinHandle<()>,
}

impl Web {
    /// Starts it: `/open/hello` greets, `/open/away` redirects to `/open/hello`, `/open/large` sends 100,000 bytes, and
    /// everything else tells how many bytes came with the request.
    ///
    /// # Errors
    ///
    /// When there is no port.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let requests = Arc::<Mutex<Vec<String>>>::default();
        let kept = Arc::clone(&requests);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let kept = Arc::clone(&kept);
                tokio::spawn(async move { answer(stream, &kept).await });
            }
        });
        Ok(Self { port, requests, serving })
    }

    /// The requests that came so far, such as `GET /open/hello`.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(stream: TcpStream, requests: &Mutex<Vec<String>>) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (first, length) = head(&mut stream).await?;
    let asked = first.rsplit_once(' ').map_or(first.as_str(), |(asked, _)| asked).to_owned();
    requests.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let response = match asked.split_once(' ').map_or("", |(_, path)| path) {
        "/open/hello" => response("200 OK", "", "hello"),
        "/open/away" => response("302 Found", "location: /open/hello\r\n", ""),
        "/open/large" => response("200 OK", "", &"w".repeat(100_000)),
        _ => response("200 OK", "", &format!("{length} bytes")),
    };
    stream.write_all(response.as_bytes()).await?;
    stream.shutdown().await
}

/// The first line of the request, and how many bytes follow its head.
async fn head(stream: &mut BufReader<TcpStream>) -> io::Result<(String, usize)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_ascii_lowercase()),
        }
        if lines.len() == 1 {
            lines[0] = line.trim_end().to_owned();
        }
    }
    let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    Ok((lines.into_iter().next().unwrap_or_default(), length.unwrap_or(0)))
}

fn response(status: &str, headers: &str, body: &str) -> String {
    // It serves one request on a connection, and says so.
    format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len())
}
