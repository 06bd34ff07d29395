//! Sentences as JSON: a worker sends them to the page, which translates them.

use super::{Gap, Text};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::collections::BTreeSet;

thread_local! {
    /// Templates and terms that were read. All of them are in the sources, so their number is limited.
    static KNOWN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Returns a `'static` copy of a template or term. Each is copied once.
fn known(text: &str) -> &'static str {
    KNOWN.with_borrow_mut(|known| match known.get(text) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(text.into());
            known.insert(kept);
            kept
        }
    })
}

impl Text {
    /// Returns the sentence as JSON.
    pub fn write(&self) -> Json {
        let gaps = self.gaps.iter().map(|(gap, filling)| json!([gap, filling.write()]));
        json!([self.template, gaps.collect::<Vec<_>>()])
    }

    /// Reads a sentence that this app wrote. `None` if the JSON is no sentence. Must not read untrusted text, because templates are kept
    /// until the app is closed.
    pub fn read(json: &Json) -> Option<Self> {
        let [template, gaps] = json.as_array()?.as_slice() else { return None };
        let gap = |json: &Json| match json.as_array()?.as_slice() {
            [gap, filling] => Some((known(gap.as_str()?), Gap::read(filling)?)),
            _ => None,
        };
        let gaps = gaps.as_array()?.iter().map(gap).collect::<Option<_>>()?;
        Some(Self { template: known(template.as_str()?), gaps })
    }
}

impl Gap {
    fn write(&self) -> Json {
        match self {
            Gap::Number(number) => json!(number),
            Gap::Term(term) => json!(["term", term]),
            Gap::Name(name) => json!(["name", name]),
            Gap::Unit(tag, number) => json!(["unit", tag, number]),
            Gap::Side(id) => json!(["side", id]),
            Gap::Text(text) => json!(["text", text.write()]),
        }
    }

    fn read(json: &Json) -> Option<Self> {
        if let Some(number) = json.as_f64() {
            return Some(Gap::Number(number));
        }
        let own = json.as_array()?;
        let text = || own.get(1)?.as_str();
        match own.first()?.as_str()? {
            "term" => Some(Gap::Term(known(text()?))),
            "name" => Some(Gap::Name(text()?.to_owned())),
            "unit" => Some(Gap::Unit(known(text()?), usize::try_from(own.get(2)?.as_u64()?).ok()?)),
            "side" => Some(Gap::Side(known(text()?))),
            "text" => Text::read(own.get(1)?).map(Gap::Text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn a_sentence_is_read_as_it_was_written() {
        let inner = text!("{n} {n|counter|counters}", n = 2);
        let text = text!("{a} and {b}: {c}, {d} of {e}")
            .with("a", Gap::Unit("a", 1))
            .with("b", "Pike")
            .with("c", inner)
            .with("d", "Skippon's".to_owned())
            .with("e", Gap::Side("a"));
        assert_eq!(Text::read(&text.write()), Some(text));
        assert_eq!(Text::read(&json!(["Broken.", [["a"]]])), None);
        assert_eq!(Text::read(&json!(["Broken.", [["a", ["king", "b"]]]])), None);
    }
}
