//! Puts a module's functions in an order in which they compress well: each after the one that it is most like.
//!
//! A linker leaves functions as they were compiled, so those that generic code makes, of which dozens are nearly the same, lie
//! far apart. A compressor says "as it was, so far back", which is longer the further back it was.

use std::collections::HashMap;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef};

/// The same module with its functions in order.
///
/// # Errors
/// If it is no module.
pub fn ordered(module: &[u8]) -> Result<Vec<u8>, Error> {
    let (mut imported, mut bodies) = (0, Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = by_likeness(&bodies);
    let mut places = vec![0; order.len()];
    for (place, index) in (0..).zip(&order) {
        places[*index] = place;
    }
    let mut sorted = Module::new();
    Sorter { imported, order, places }.parse_core_module(&mut sorted, Parser::new(0), module)?;
    Ok(sorted.finish())
}

/// Writes a module anew, its own functions in another order.
struct Sorter {
    /// How many functions come from elsewhere: they have the first numbers, and keep them.
    imported: u32,
    /// Which function comes at each place.
    order: Vec<usize>,
    /// At which place each function comes.
    places: Vec<u32>,
}

impl Reencode for Sorter {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        Ok(match function.checked_sub(self.imported) {
            Some(own) => self.imported + self.places[own as usize],
            None => function,
        })
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for index in &self.order {
            functions.function(types[*index]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<FunctionBody>, _>>()?;
        for index in self.order.clone() {
            self.parse_function_body(code, bodies[index].clone())?;
        }
        Ok(())
    }
}

/// Each after the one before that it shares most with, of those that are left.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let pieces = pieces(bodies);
    let mut holders: Vec<Vec<usize>> = Vec::new();
    for (body, own) in pieces.iter().enumerate() {
        for piece in own {
            holders.resize_with(holders.len().max(piece + 1), Vec::new);
            holders[*piece].push(body);
        }
    }
    let mut order = Vec::with_capacity(bodies.len());
    let mut left = vec![true; bodies.len()];
    let mut shared = vec![0; bodies.len()];
    let mut next = (!bodies.is_empty()).then_some(0);
    while let Some(here) = next {
        order.push(here);
        left[here] = false;
        // What too many hold tells little and takes long.
        for holders in pieces[here].iter().map(|piece| &holders[*piece]).filter(|holders| holders.len() < COMMON) {
            for &other in holders {
                shared[other] += 1;
            }
        }
        next = None;
        let mut best = 0.0;
        for (other, shared) in shared.iter_mut().enumerate() {
            let common = f64::from(std::mem::take(shared));
            let all = pieces[here].len() + pieces[other].len();
            if left[other] && (next.is_none() || common / (all as f64 - common) > best) {
                best = common / (all as f64 - common);
                next = Some(other);
            }
        }
    }
    order
}

/// How many functions may hold a piece for it to be compared.
const COMMON: usize = 1500;

/// The pieces of each body, each once: four bytes in a row, by a number of their own.
fn pieces(bodies: &[&[u8]]) -> Vec<Vec<usize>> {
    let mut numbers = HashMap::new();
    let numbered = |body: &&[u8]| {
        let mut own: Vec<usize> = (body.windows(4))
            .map(|piece| {
                let next = numbers.len();
                *numbers.entry(<[u8; 4]>::try_from(piece).unwrap_or_default()).or_insert(next)
            })
            .collect();
        own.sort_unstable();
        own.dedup();
        own
    };
    bodies.iter().map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_comes_after_like() {
        let bodies: [&[u8]; 5] = [b"one thing", b"quite another", b"one things", b"", b"quite other"];
        assert_eq!(by_likeness(&bodies), [0, 2, 1, 4, 3]);
    }
}
