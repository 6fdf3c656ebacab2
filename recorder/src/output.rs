//! The folder of published files. Each file is replaced as a whole, so that a reader never sees half
//! of one.

use std::{
    collections::BTreeSet,
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The suffix of files that are being written.
const UNFINISHED: &str = ".new";
/// The file that the recorder locks, so that no other one writes into the folder.
const LOCK: &str = ".lock";
/// The folders within the folder.
const FOLDERS: [&str; 5] = ["feeds", "feeds/cap", "plain", "plain/en", "plain/cy"];

/// Why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// Another process writes into the folder.
    #[error("another recorder writes into this folder")]
    Locked,
    /// A folder within the folder is a link, or no folder.
    #[error("{0} is not a folder")]
    NoFolder(PathBuf),
    /// A file or folder cannot be read or written.
    #[error("{0}")]
    File(#[from] io::Error),
}

/// The folder of published files.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    /// Locked while the folder is in use.
    lock: File,
}

impl Output {
    /// Creates the folder if needed, and deletes unfinished files of an earlier run.
    ///
    /// # Errors
    ///
    /// [`OutputError::Locked`] if another recorder writes into the folder.
    pub fn open(folder: &Path) -> Result<Self, OutputError> {
        let lock = prepare(folder)?;
        Ok(Self { folder: folder.to_owned(), lock })
    }

    /// Creates the folder again if it was removed. Returns whether it was.
    ///
    /// # Errors
    ///
    /// As for [`Self::open`].
    pub fn restore(&mut self) -> Result<bool, OutputError> {
        let is = |name: &str, kind: fn(&Metadata) -> bool| {
            self.folder.join(name).symlink_metadata().is_ok_and(|found| kind(&found))
        };
        if is(LOCK, Metadata::is_file) && FOLDERS.iter().all(|name| is(name, Metadata::is_dir)) {
            return Ok(false);
        }
        // The lock of a file that was removed keeps no other recorder out.
        self.lock.unlock()?;
        self.lock = prepare(&self.folder)?;
        Ok(true)
    }

    /// Whether a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.folder.join(name).exists()
    }

    /// Writes a file. After a power failure it may be empty; the next cycle writes it again.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let (mut file, unfinished) = self.create(name)?;
        file.write_all(content)?;
        fs::rename(unfinished, self.folder.join(name))
    }

    /// Writes a file that every visitor loads, with a brotli-compressed copy beside it, which nginx
    /// serves to the browsers that accept it.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_compressed(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let compressed = format!("{name}.br");
        let (file, unfinished) = self.create(&compressed)?;
        // Quality 11 takes seconds for a file of a megabyte, 9 a tenth of that.
        let mut compressor = brotli::CompressorWriter::new(file, 1 << 16, 9, 22);
        compressor.write_all(content)?;
        compressor.flush()?;
        drop(compressor);
        fs::rename(unfinished, self.folder.join(compressed))?;
        self.write(name, content)
    }

    /// Deletes the files of a folder that are not among these names, which begin with that of the folder.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read or a file cannot be deleted.
    pub fn keep_only(&self, folder: &str, names: &BTreeSet<String>) -> io::Result<()> {
        for entry in fs::read_dir(self.folder.join(folder))? {
            let entry = entry?;
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if !entry.file_type()?.is_dir() && !names.contains(&name) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Deletes a file, if there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be deleted.
    pub fn delete(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// A new file beside the one that it will replace. A link of that name is removed, not followed.
    fn create(&self, name: &str) -> io::Result<(File, PathBuf)> {
        let path = self.folder.join(format!("{name}{UNFINISHED}"));
        if path.symlink_metadata().is_ok() {
            fs::remove_file(&path)?;
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        Ok((file, path))
    }
}

/// Makes the folder ready, and locks it.
fn prepare(folder: &Path) -> Result<File, OutputError> {
    fs::create_dir_all(folder)?;
    let folders = FOLDERS.map(|name| folder.join(name));
    for folder in &folders {
        // Not `create_dir_all`, which takes a link to a folder for one.
        match fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
            Ok(()) | Err(_) => {}
        }
        if !folder.symlink_metadata()?.is_dir() {
            return Err(OutputError::NoFolder(folder.clone()));
        }
    }
    let path = folder.join(LOCK);
    if path.is_symlink() {
        fs::remove_file(&path)?;
    }
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(OutputError::Locked),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    for folder in folders.iter().map(PathBuf::as_path).chain([folder]) {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.to_string_lossy().ends_with(UNFINISHED) {
                fs::remove_file(path)?;
            }
        }
    }
    Ok(lock)
}
