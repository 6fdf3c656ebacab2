//! Checks the settings of the gateway, writes the configuration of nginx and starts it in its place.
//! With `--check`, nginx only tests the result in a separate folder, so that a running gateway is not affected; `--alive` asks a running one.

mod configuration;
mod folders;
mod keys;
mod nginx;
mod operations;
mod page;
mod refusal;
mod settings;
mod values;

use clap::Parser;
use configuration::Configuration;
use folders::Folders;
use keys::Keys;
use refusal::Refusal;
use settings::Settings;
use std::process::ExitCode;

/// Checks the settings of the gateway, writes the configuration of nginx and starts it in its place.
/// The settings are environment variables; gateway/README.md lists them.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    /// Only check the settings and the configuration.
    #[arg(long)]
    check: bool,
    /// Only tell by the exit code whether the gateway of these settings answers: for the health check of a container.
    #[arg(long)]
    alive: bool,
}

fn main() -> ExitCode {
    let Arguments { check, alive } = Arguments::parse();
    let ended = if check {
        self::check()
    } else if alive {
        self::alive()
    } else {
        start().map(|never| match never {})
    };
    match ended {
        Ok(code) => code,
        Err(refusal) => {
            eprintln!("gateway: {refusal}");
            ExitCode::from(2)
        }
    }
}

/// Lets nginx test the configuration of the settings, without the keys.
fn check() -> Result<ExitCode, Refusal> {
    let settings = Settings::read()?;
    Folders::check(&settings)?;
    let keys = Keys::read(&settings)?.hidden();
    let folder = nginx::CheckFolder::new()?;
    let settings = settings.in_folder(folder.path());
    let folders = Folders::open(&settings)?;
    Configuration::new(&settings, &keys)?.write(&folders)?;
    folder.test()
}

/// Asks the running gateway whether it answers.
fn alive() -> Result<ExitCode, Refusal> {
    let settings = Settings::read()?;
    nginx::ask(&settings.run)?;
    Ok(ExitCode::SUCCESS)
}

/// Becomes nginx.
fn start() -> Result<std::convert::Infallible, Refusal> {
    let settings = Settings::read()?;
    let folders = Folders::open(&settings)?;
    let keys = Keys::read(&settings)?;
    folders.lock()?;
    Configuration::new(&settings, &keys)?.write(&folders)?;
    Err(nginx::start(&settings.run))
}
