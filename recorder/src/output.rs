//! The folder of published files. Each file is replaced as a whole, so that a reader never sees half
//! of one.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The suffix of files that are being written.
const UNFINISHED: &str = ".new";

/// The folder of published files.
#[derive(Clone, Debug)]
pub struct Output {
    folder: PathBuf,
}

impl Output {
    /// Creates the folder if needed, and deletes unfinished files of an earlier run.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let feeds = folder.join("feeds");
        fs::create_dir_all(&feeds)?;
        for entry in fs::read_dir(folder)?.chain(fs::read_dir(&feeds)?) {
            let path = entry?.path();
            if path.to_string_lossy().ends_with(UNFINISHED) {
                fs::remove_file(path)?;
            }
        }
        Ok(Self { folder: folder.to_owned() })
    }

    /// Writes a file. After a power failure it may be empty; the next cycle writes it again.
    pub fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let unfinished = self.folder.join(format!("{name}{UNFINISHED}"));
        fs::write(&unfinished, content)?;
        fs::rename(unfinished, self.folder.join(name))
    }

    /// Writes a file that every visitor loads, with a brotli-compressed copy beside it, which nginx
    /// serves to the browsers that accept it.
    pub fn write_compressed(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let unfinished = self.folder.join(format!("{name}.br{UNFINISHED}"));
        // Quality 11 takes seconds for a file of a megabyte, 9 a tenth of that.
        let mut compressor =
            brotli::CompressorWriter::new(File::create(&unfinished)?, 1 << 16, 9, 22);
        compressor.write_all(content)?;
        compressor.flush()?;
        drop(compressor);
        fs::rename(unfinished, self.folder.join(format!("{name}.br")))?;
        self.write(name, content)
    }
}
