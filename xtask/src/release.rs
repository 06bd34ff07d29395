//! The steps of a build that Trunk does not have.
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

/// Completes Trunk's build in `folder`. Without `is_split`, the module stays whole, and the reader's files are not minified.
pub fn complete(folder: &Path, tools: &Tools, is_split: bool) -> Result<(), Failure> {
    let parts = is_split.then(|| split(folder, tools)).transpose()?;
    reader::build(folder, tools, is_split)?;
    page::write(folder, parts.as_ref())?;
    seal(folder)
}
