//! The steps of a build that Trunk lacks.
//!
//! | step | file |
//! | --- | --- |
//! | split the module, because the first page needs a small part of it | `split.rs` |
//! | build the reader of QR codes, for browsers that have none | `reader.rs` |
//! | inline styles and small scripts in the page, and name the module's parts there | `page.rs` |
//! | write the content security policy, and the service worker's list of files | `seal.rs` |

use std::path::Path;

use crate::failure::Failure;
use crate::page;
use crate::reader;
use crate::seal::seal;
use crate::setup::Tools;
use crate::split::split;

/// Completes Trunk's build in `folder`.
pub fn complete(folder: &Path, tools: &Tools) -> Result<(), Failure> {
    let parts = split(folder, tools)?;
    reader::build(folder, tools)?;
    page::write(folder, &parts)?;
    seal(folder)
}
