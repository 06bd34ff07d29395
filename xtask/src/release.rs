//! Completes a build of Trunk's with the steps that Trunk lacks.
//!
//! | step | file |
//! | --- | --- |
//! | split the module: the first page needs a small part of it | `split.rs` |
//! | build the reader of codes, for browsers that have none | `reader.rs` |
//! | put styles and small scripts into the page, and name the parts there | `page.rs` |
//! | write the content security policy, and the service worker's list of files | `seal.rs` |

use std::path::Path;

use crate::failure::Failure;
use crate::page;
use crate::reader;
use crate::seal::seal;
use crate::setup::Tools;
use crate::split::split;

/// Completes the build in `folder`.
pub fn complete(folder: &Path, tools: &Tools) -> Result<(), Failure> {
    let parts = split(folder, tools)?;
    reader::build(folder, tools)?;
    page::write(folder, &parts)?;
    seal(folder)
}
