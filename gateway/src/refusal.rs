//! Why the gateway does not start.

use std::path::PathBuf;

/// Why the gateway does not start. Never shows a key.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// A setting is missing, malformed, unknown or contradicts another one.
    #[error("{name} {problem}")]
    Setting { name: String, problem: String },
    /// A file in the run folder cannot be written.
    #[error("{path} cannot be written: {cause}")]
    File { path: PathBuf, cause: std::io::Error },
    /// A template is wrong.
    #[error("the configuration cannot be written: {0}")]
    Template(#[from] minijinja::Error),
    /// Another gateway runs in the run folder.
    #[error("a gateway is running in this folder already (GORLIF_RUN): {0}")]
    IsRunning(PathBuf),
    /// nginx or its folder cannot be used.
    #[error("{0}")]
    Nginx(String),
}

impl Refusal {
    /// A problem of the setting with this name.
    pub fn of(name: &str, problem: impl Into<String>) -> Self {
        Self::Setting { name: name.to_owned(), problem: problem.into() }
    }
}
