//! Starts nginx in the place of this process, or lets it test a configuration.

use crate::refusal::Refusal;
use nix::sys::resource::{Resource, setrlimit};
use std::{
    env,
    ffi::OsString,
    fs::{self, DirBuilder},
    io::{self, Read, Write},
    os::{
        fd::AsFd,
        unix::{fs::DirBuilderExt, net::UnixStream, process::CommandExt},
    },
    path::{Path, PathBuf},
    process::{Child, Command, ExitCode, Stdio},
    time::Duration,
};

/// How long `ask` waits for a part of the response.
const PATIENCE: Duration = Duration::from_secs(3);
const STATUS_LINE: &[u8] = b"HTTP/1.1 200 ";
const MISSING: &str = "nginx is missing: on Debian, apt-get install nginx libnginx-mod-http-headers-more-filter libnginx-mod-http-brotli-static libnginx-mod-http-lua lua-cjson";

/// Becomes nginx. Returns only if that fails.
pub fn start(run: &Path) -> Refusal {
    // A core file of nginx would have the keys.
    if let Err(cause) = setrlimit(Resource::RLIMIT_CORE, 0, 0) {
        return Refusal::Nginx(format!("core files cannot be switched off: {cause}"));
    }
    let mut command = command(run);
    for name in key_variables() {
        command.env_remove(name);
    }
    not_started(&command.exec())
}

/// Asks the nginx of a run folder for `/healthz`.
///
/// # Errors
///
/// If it does not answer with status 200 within some seconds.
pub fn ask(run: &Path) -> Result<(), Refusal> {
    let head = || -> io::Result<Vec<u8>> {
        let mut socket = UnixStream::connect(run.join("outer.sock"))?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.set_write_timeout(Some(PATIENCE))?;
        socket.write_all(b"GET /healthz HTTP/1.0\r\n\r\n")?;
        let mut head = vec![0; STATUS_LINE.len()];
        socket.read_exact(&mut head)?;
        Ok(head)
    };
    match head() {
        Ok(head) if head == STATUS_LINE => Ok(()),
        Ok(_) => Err(Refusal::Nginx("nginx answers, but not with status 200".to_owned())),
        Err(cause) => Err(Refusal::Nginx(format!("nginx does not answer: {cause}"))),
    }
}

/// Whether nginx has the directive `http2`, which version 1.25.1 brought; it warns about the older form.
///
/// # Errors
///
/// If nginx cannot be started.
pub fn has_http2_directive() -> Result<bool, Refusal> {
    let output = Command::new("nginx").arg("-v").output().map_err(|cause| not_started(&cause))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let version = text.rsplit_once("nginx/").map_or("", |(_, version)| version);
    let mut numbers = version
        .split(|character: char| !character.is_ascii_digit())
        .map_while(|number| number.parse::<u32>().ok());
    let version = (numbers.next(), numbers.next(), numbers.next());
    Ok(version >= (Some(1), Some(25), Some(1)))
}

fn command(run: &Path) -> Command {
    let mut command = Command::new("nginx");
    command.args(["-e", "stderr", "-p"]).arg(run).arg("-c").arg(run.join("nginx.conf"));
    command
}

fn not_started(cause: &io::Error) -> Refusal {
    Refusal::Nginx(match cause.kind() {
        io::ErrorKind::NotFound => MISSING.to_owned(),
        _ => format!("nginx cannot be started: {cause}"),
    })
}

fn key_variables() -> impl Iterator<Item = OsString> {
    env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_str().is_some_and(|name| name.starts_with("GORLIF_KEY_")))
}

/// The folder of a check. It is removed when this process and nginx have ended, also if they were killed.
pub struct CheckFolder {
    path: PathBuf,
    /// Removes the folder when no process has the writing end of its standard input any more.
    remover: Child,
}

impl CheckFolder {
    /// Makes the folder.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn new() -> Result<Self, Refusal> {
        let refusal =
            |cause| Refusal::Nginx(format!("a folder for the check cannot be made: {cause}"));
        // The remover starts first, so that there is no moment without it.
        let made = tempfile::Builder::new().prefix("gorlif-check-").make(|path| {
            let mut remover = remover(path)?;
            if let Err(cause) = DirBuilder::new().mode(0o700).create(path) {
                // A folder that exists is not this check's: it must stay.
                remover.kill()?;
                remover.wait()?;
                return Err(cause);
            }
            Ok(remover)
        });
        let (remover, path) = made.map_err(refusal)?.into_parts();
        let path = path.keep().map_err(|error| refusal(error.error))?;
        fs::create_dir(path.join("cache")).map_err(refusal)?;
        Ok(Self { path, remover })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets nginx test the configuration in the folder: its exit code.
    ///
    /// # Errors
    ///
    /// If nginx cannot be started.
    pub fn test(&self) -> Result<ExitCode, Refusal> {
        let mut nginx = command(&self.path);
        // nginx makes folders there also after this process was killed, so that it keeps the remover waiting.
        if let Some(input) = &self.remover.stdin {
            let input = input.as_fd().try_clone_to_owned();
            nginx.stdin(input.map_err(|cause| not_started(&cause))?);
        }
        let status = nginx.args(["-t", "-q"]).status().map_err(|cause| not_started(&cause))?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

impl Drop for CheckFolder {
    fn drop(&mut self) {
        drop(self.remover.stdin.take());
        // It has no exit code of interest.
        let _ = self.remover.wait();
    }
}

/// A process that removes a folder when its standard input ends.
fn remover(folder: &Path) -> io::Result<Child> {
    Command::new("sh")
        .args(["-c", "cat; rm -rf \"$0\""])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // So that Ctrl-C does not end it.
        .process_group(0)
        .spawn()
}
