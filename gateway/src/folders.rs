//! The folders of the gateway: that of the rendered files, which has the keys, and that of cached responses.
//! Another user who can write there could replace them.

use crate::{refusal::Refusal, settings::Settings};
use nix::{
    fcntl::{FcntlArg, FdFlag, fcntl},
    sys::stat::{Mode, umask},
    unistd::{AccessFlags, Gid, Group, Uid, User, access, chown, geteuid},
};
use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// Mode bits that the run folder must not have, and the same where root has made it for the workers' group.
const OTHERS: u32 = 0o077;
const OTHERS_THAN_GROUP: u32 = 0o027;
/// Mode bits that the cache folder must not have.
const OTHERS_WRITE: u32 = 0o022;

/// The folders of a gateway that starts.
pub struct Folders {
    run: PathBuf,
    /// The user of the workers, if root starts the gateway.
    worker: Option<User>,
}

impl Folders {
    /// Makes the folders where they are missing, readable by this user only.
    ///
    /// # Errors
    ///
    /// If a folder cannot be made or written, belongs to another user, is open to others, or lies inside the
    /// page; or if the log cannot be written.
    pub fn open(settings: &Settings) -> Result<Self, Refusal> {
        let folders = Self::verify(settings, &make)?;
        // From here on files are made for this user only, that of the log too.
        umask(Mode::from_bits_truncate(0o077));
        if OpenOptions::new().append(true).create(true).open(&settings.log).is_err() {
            return Err(cannot_log(&settings.log));
        }
        if let Some(User { uid, gid, .. }) = folders.worker {
            // Workers of another user may enter the run folder, and make folders in the cache again.
            set_group(&settings.run, gid, 0o710)?;
            chown(&settings.cache, Some(uid), Some(gid))
                .map_err(|cause| unwritable(&settings.cache, cause.into()))?;
        }
        Ok(folders)
    }

    /// Checks the folders and leaves none that was not there, which would belong to the user who checks.
    ///
    /// # Errors
    ///
    /// As of [`Folders::open`].
    pub fn check(settings: &Settings) -> Result<(), Refusal> {
        Self::verify(settings, &try_to_make)?;
        let log = &settings.log;
        let can_log = match log.parent().filter(|_| !log.exists()) {
            Some(folder) => access(folder, AccessFlags::W_OK).is_ok(),
            None => OpenOptions::new().append(true).open(log).is_ok(),
        };
        if can_log { Ok(()) } else { Err(cannot_log(log)) }
    }

    fn verify(
        settings: &Settings,
        make: &dyn Fn(&Path) -> io::Result<()>,
    ) -> Result<Self, Refusal> {
        let worker = worker(&settings.user)?;
        let (own, others) = (geteuid(), if worker.is_some() { OTHERS_THAN_GROUP } else { OTHERS });
        let mut owners = vec![own];
        verify_folder("GORLIF_RUN", &settings.run, &settings.page, others, &owners, make)?;
        owners.extend(worker.as_ref().map(|user| user.uid));
        verify_folder(
            "GORLIF_CACHE",
            &settings.cache,
            &settings.page,
            OTHERS_WRITE,
            &owners,
            make,
        )?;
        if settings.run == settings.cache {
            return Err(Refusal::of("GORLIF_RUN", "and GORLIF_CACHE must be two folders"));
        }
        for name in ["keys.conf", "lock"] {
            if settings.run.join(name).is_symlink() {
                let folder = settings.run.display();
                return Err(Refusal::Nginx(format!("{name} in GORLIF_RUN is a link: {folder}")));
            }
        }
        Ok(Self { run: settings.run.clone(), worker })
    }

    /// Locks the run folder until the last process of nginx has ended.
    ///
    /// # Errors
    ///
    /// If another gateway has the lock.
    pub fn lock(&self) -> Result<(), Refusal> {
        let path = self.run.join("lock");
        let lock = OpenOptions::new().append(true).create(true).open(&path);
        let lock = lock.map_err(|cause| unwritable(&path, cause))?;
        if lock.try_lock().is_err() {
            return Err(Refusal::IsRunning(self.run.clone()));
        }
        // nginx inherits the open file, and with it the lock.
        fcntl(&lock, FcntlArg::F_SETFD(FdFlag::empty()))
            .map_err(|cause| unwritable(&path, cause.into()))?;
        std::mem::forget(lock);
        // Left over from a gateway that was killed; the lock shows that none is running.
        for socket in ["calls", "third_parties", "status", "ready", "outer"] {
            let path = self.run.join(socket).with_extension("sock");
            match fs::remove_file(&path) {
                Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                    return Err(unwritable(&path, cause));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes a file of the run folder under another name and moves it to its own, whatever has that name.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: &[u8], readers: Readers) -> Result<(), Refusal> {
        let path = self.run.join(name);
        let new = self.run.join(format!("{name}.new"));
        let write = || {
            if new.is_symlink() || new.exists() {
                fs::remove_file(&new)?;
            }
            File::create_new(&new)?.write_all(content)
        };
        write().map_err(|cause| unwritable(&new, cause))?;
        if let (Readers::Workers, Some(User { gid, .. })) = (readers, &self.worker) {
            set_group(&new, *gid, 0o640)?;
        }
        fs::rename(&new, &path).map_err(|cause| unwritable(&path, cause))
    }

    /// The name of the workers' user, if root starts the gateway.
    pub fn user(&self) -> Option<&str> {
        self.worker.as_ref().map(|user| user.name.as_str())
    }
}

/// Who reads a file of the run folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The first process of nginx.
    Owner,
    /// The workers too.
    Workers,
}

/// The user of the workers, if root starts the gateway.
fn worker(name: &str) -> Result<Option<User>, Refusal> {
    if geteuid() != Uid::from_raw(0) {
        return Ok(None);
    }
    match User::from_name(name) {
        Ok(Some(user)) if Group::from_gid(user.gid).is_ok() => Ok(Some(user)),
        _ => Err(Refusal::of("GORLIF_USER", "must be a user of this machine")),
    }
}

fn verify_folder(
    name: &str,
    folder: &Path,
    page: &Path,
    forbidden: u32,
    owners: &[Uid],
    make: &dyn Fn(&Path) -> io::Result<()>,
) -> Result<(), Refusal> {
    let shown = folder.display();
    if resolved(folder).starts_with(resolved(page)) {
        let problem = format!("lies inside GORLIF_PAGE, where visitors could read it: {shown}");
        return Err(Refusal::of(name, problem));
    }
    if !folder.is_dir() {
        return make(folder)
            .map_err(|_| Refusal::Nginx(format!("the folder {shown} cannot be made ({name})")));
    }
    let unusable = || Refusal::Nginx(format!("the folder {shown} cannot be written to ({name})"));
    access(folder, AccessFlags::W_OK).map_err(|_| unusable())?;
    let metadata = fs::metadata(folder).map_err(|_| unusable())?;
    let owner = Uid::from_raw(metadata.uid());
    if !owners.contains(&owner) {
        let user = User::from_uid(owner).ok().flatten().map_or(owner.to_string(), |user| user.name);
        return Err(Refusal::of(name, format!("belongs to another user ({user}): {shown}")));
    }
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & forbidden != 0 {
        let problem = format!(
            "can be read or written by other users (its mode is {mode:o}, 700 is right): {shown}"
        );
        return Err(Refusal::of(name, problem));
    }
    Ok(())
}

/// The path without links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
            return real.join(rest);
        }
    }
    path.to_owned()
}

/// Makes a folder for this user only; its parents have the default permissions, so that workers can enter them.
fn make(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    DirBuilder::new().mode(0o700).create(folder)
}

/// Makes a folder and removes it, and each parent that was not there.
fn try_to_make(folder: &Path) -> io::Result<()> {
    let missing: Vec<_> = folder.ancestors().take_while(|ancestor| !ancestor.exists()).collect();
    let made = make(folder);
    for ancestor in missing {
        // Another process may have written into it meanwhile.
        let _ = fs::remove_dir(ancestor);
    }
    made
}

fn set_group(path: &Path, group: Gid, mode: u32) -> Result<(), Refusal> {
    chown(path, None, Some(group))
        .map_err(io::Error::from)
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(mode)))
        .map_err(|cause| unwritable(path, cause))
}

fn unwritable(path: &Path, cause: io::Error) -> Refusal {
    Refusal::File { path: path.to_owned(), cause }
}

fn cannot_log(log: &Path) -> Refusal {
    let problem = format!(
        "cannot be written to: {} (where standard output is a socket, as under systemd, give a file)",
        log.display()
    );
    Refusal::of("GORLIF_LOG", problem)
}
