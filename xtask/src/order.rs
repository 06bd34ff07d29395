//! Orders a module's functions so that similar ones follow each other, which compresses better: wasm-opt orders them by calls.
//!
//! Generic code makes dozens of nearly equal functions, which the linker leaves far apart. A compressor refers back to
//! equal bytes, and a reference costs more the further back it points. The module is parsed and written by maintained crates,
//! which renumber every reference to a function.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload, TypeRef,
};

/// Orders the functions of a module. Drops its custom sections, which nothing needs at run time.
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

/// Writes a module with its own functions in another order.
struct Sorter {
    /// Number of imported functions. They have the first indices, and keep them.
    imported: u32,
    /// The old index of the function at each new place.
    order: Vec<usize>,
    /// The new place of each function, by its old index.
    places: Vec<u32>,
}

impl Reencode for Sorter {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported);
        let place = own.and_then(|own| self.places.get(own as usize));
        Ok(place.map_or(function, |place| self.imported + place))
    }

    fn parse_function_section(&mut self, to: &mut FunctionSection, from: FunctionSectionReader) -> Result<(), Error> {
        let types = from.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for index in &self.order {
            to.function(types[*index]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, to: &mut CodeSection, from: CodeSectionReader) -> Result<(), Error> {
        let bodies = from.into_iter().collect::<Result<Vec<FunctionBody>, _>>()?;
        for index in self.order.clone() {
            self.parse_function_body(to, bodies[index].clone())?;
        }
        Ok(())
    }

    // Some custom sections hold indices of functions that would now be wrong.
    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader) -> Result<(), Error> {
        Ok(())
    }
}

/// A run of bytes that so many functions hold is not compared: it tells little, and takes long to count.
const COMMON: usize = 1500;

/// Indices of the bodies, each followed by the one of those left that shares the largest part of its runs of four bytes.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let runs: Vec<HashSet<&[u8]>> = bodies.iter().map(|body| body.windows(4).collect()).collect();
    let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (body, own) in runs.iter().enumerate() {
        own.iter().for_each(|run| holders.entry(run).or_default().push(body));
    }
    let mut order = Vec::with_capacity(bodies.len());
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut shared = vec![0_usize; bodies.len()];
    let mut next = left.first().copied();
    while let Some(here) = next {
        order.push(here);
        left.retain(|other| *other != here);
        for other in runs[here].iter().map(|run| &holders[run]).filter(|holders| holders.len() < COMMON).flatten() {
            shared[*other] += 1;
        }
        next = left.iter().copied().max_by_key(|&other| {
            let all = runs[here].len() + runs[other].len() - shared[other];
            ((shared[other] << 20) / all.max(1), Reverse(other))
        });
        shared.fill(0);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports a function and has three of its own, of which one is exported and in the table.
    fn module(bodies: [&[u8]; 3], exported: u8) -> Vec<u8> {
        let mut code = vec![3];
        for body in bodies {
            code.push(body.len() as u8);
            code.extend(body);
        }
        let sections: [(u8, &[u8]); 7] = [
            (1, &[1, 0x60, 0, 0]),                    // a type without parameters
            (2, &[1, 1, b'm', 1, b'f', 0, 0]),        // the import
            (3, &[3, 0, 0, 0]),                       // the types of the functions
            (4, &[1, 0x70, 0, 1]),                    // a table
            (7, &[1, 1, b'x', 0, exported]),          // the export
            (9, &[1, 0, 0x41, 0, 0x0b, 1, exported]), // the table's element
            (10, &code),
        ];
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        for (id, content) in sections {
            module.extend([id, content.len() as u8]);
            module.extend(content);
        }
        module
    }

    #[test]
    fn similar_functions_follow_each_other_and_references_follow_them() {
        let drops = |last| [0, 0x41, 7, 0x1a, 0x41, 8, 0x1a, 0x41, last, 0x1a, 0x0b];
        let calls = |called| [0, 0x10, 0, 0x10, called, 0x0b];
        let (one, other) = (drops(9), drops(10));
        let after = ordered(&module([&one, &calls(3), &other], 2)).expect("a module");
        assert_eq!(after, module([&one, &other, &calls(2)], 3));
        assert!(ordered(b"no module").is_err());
    }
}
