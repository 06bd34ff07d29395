//! Random requests: of one procedure, of any procedure, or any JSON.

use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rules::form::{Form, Kind, Need, path};
use rules::own;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

/// A request of any procedure, mostly with fields of its form. Numbers are small, so that odds are quick.
pub fn request() -> impl Strategy<Value = Json> {
    let procedures: Vec<_> = rulesets::ALL
        .iter()
        .flat_map(|ruleset| ruleset.procedures.iter().map(|procedure| (ruleset.named.id, *procedure)))
        .collect();
    select(procedures).prop_flat_map(|(ruleset, procedure)| request_of(ruleset, procedure))
}

/// A request of this procedure.
fn request_of(ruleset: &'static str, procedure: &'static Procedure) -> impl Strategy<Value = Json> {
    object(procedure.form)
        .prop_map(move |input| json!({ "ruleset": ruleset, "procedure": procedure.id, "input": input }))
}

/// The maximum number of requests that are kept for variation.
const VARIED: usize = 200;

/// Draws requests of a procedure: random ones, and earlier ones with a few random values.
pub struct Draw {
    runner: TestRunner,
    any: BoxedStrategy<Json>,
    form: &'static Form,
    procedure: &'static Procedure,
    /// Requests that the rules allow, for variation.
    begin: Vec<Json>,
    /// Requests with few dice, for variation.
    varied: Vec<Json>,
    /// The next request, if it is a smaller form of the last one.
    next: Option<Json>,
}

impl Draw {
    /// Draws requests of this procedure, always in the same order.
    pub fn of(ruleset: &'static str, procedure: &'static Procedure, begin: Vec<Json>) -> Self {
        let (runner, any) = (TestRunner::deterministic(), request_of(ruleset, procedure).boxed());
        Self { runner, any, form: procedure.form, procedure, begin, varied: Vec::new(), next: None }
    }

    fn draw<T: std::fmt::Debug>(&mut self, from: impl Strategy<Value = T>) -> T {
        from.new_tree(&mut self.runner).expect("nothing is filtered").current()
    }

    /// Draws a request.
    pub fn request(&mut self) -> Json {
        if let Some(next) = self.next.take() {
            return next;
        }
        let mut request = self.unadjusted();
        if let Some(input) = request["input"].as_object_mut() {
            self.adjust(input);
        }
        request
    }

    /// Draws a request without own modifiers.
    pub fn unadjusted(&mut self) -> Json {
        let (way, place) = (self.draw(0..4), self.draw(any::<Index>()));
        let from = if way == 1 { &self.varied } else { &self.begin };
        let mut request = match from.len() {
            0 => self.draw(self.any.clone()),
            _ if way == 0 => self.draw(self.any.clone()),
            many => {
                let mut request = from[place.index(many)].clone();
                self.change(self.form, &mut request["input"]);
                request
            }
        };
        // Odds assume the usual choice in the middle of a roll, so requests do not answer it: see `Dice::mid_roll_choice`.
        let mid_roll_choices = self.form.fields.iter().filter(|field| !field.mid_roll_purposes().is_empty());
        if let Some(input) = request["input"].as_object_mut() {
            mid_roll_choices.for_each(|field| drop(input.remove(field.id)));
        }
        request
    }

    /// Adds own modifiers to about half of the requests: at most one for each number in each part of the input.
    fn adjust(&mut self, input: &mut Map<String, Json>) {
        for part in own::parts(self.procedure, input) {
            let drawn = part.numbers.iter().map(|number| (number.id, self.draw(-12..=4)));
            let changes = drawn.filter(|(_, by)| (-3..=3).contains(by));
            let changes: Vec<Json> = changes.map(|(id, by)| json!({ "name": "Own", "number": id, "by": by })).collect();
            path::set(input, &path::join(&part.path, own::FIELD), Some(changes.into()));
        }
    }

    /// Replaces one in six fields by a random value, at every depth.
    fn change(&mut self, form: &'static Form, input: &mut Json) {
        let Some(fields) = input.as_object_mut() else { return };
        for field in form.fields.iter().filter(|field| field.id != own::FIELD) {
            match (self.draw(0..6), &field.kind, fields.get_mut(field.id)) {
                (0, kind, Some(value_of_field)) => *value_of_field = self.draw(value(kind)),
                (0, kind, None) if self.draw(0..3) == 0 => {
                    let new = self.draw(value(kind));
                    fields.insert(field.id.to_owned(), new);
                }
                (_, Kind::Object(form), Some(value_of_field)) => self.change(form, value_of_field),
                (_, Kind::List { of: Kind::Object(form), .. }, Some(Json::Array(list))) => {
                    list.iter_mut().for_each(|member| self.change(form, member));
                }
                _ => {}
            }
        }
    }

    /// Keeps a comparable request for variation.
    pub fn vary(&mut self, request: Json) {
        if self.varied.len() < VARIED {
            self.varied.push(request);
        } else {
            let place = self.draw(0..VARIED);
            self.varied[place] = request;
        }
    }

    /// Makes the next request a smaller form of one with too many dice: with lower numbers or shorter lists.
    pub fn smaller(&mut self, request: &Json) {
        let mut smaller = request.clone();
        match self.draw(0..4) {
            0 => lower(&mut smaller["input"], &|whole| whole / 2),
            1 => lower(&mut smaller["input"], &|whole| whole - 1),
            _ => self.shorten(&mut smaller["input"]),
        }
        self.next = (smaller != *request).then_some(smaller);
    }

    /// Removes about half of the members from lists of objects.
    fn shorten(&mut self, value: &mut Json) {
        match value {
            Json::Object(fields) => fields.values_mut().for_each(|field| self.shorten(field)),
            Json::Array(list) if list.len() > 1 && list[0].is_object() => {
                let kept: Vec<bool> = (0..list.len()).map(|_| self.draw(any::<bool>())).collect();
                let mut kept = kept.into_iter();
                list.retain(|_| kept.next() == Some(true));
            }
            _ => {}
        }
    }
}

/// Lowers all positive whole numbers.
fn lower(value: &mut Json, by: &impl Fn(i64) -> i64) {
    match value {
        Json::Object(fields) => fields.values_mut().for_each(|field| lower(field, by)),
        Json::Array(list) => list.iter_mut().for_each(|member| lower(member, by)),
        Json::Number(number) => {
            if let Some(whole @ 1..) = number.as_i64() {
                *value = Json::from(by(whole));
            }
        }
        _ => {}
    }
}

fn object(form: &'static Form) -> BoxedStrategy<Json> {
    let fields: Vec<_> = form
        .fields
        .iter()
        .filter(|field| field.id != own::FIELD)
        .map(|field| {
            let given = value(&field.kind).prop_map(Some);
            let left_out = if matches!(field.need, Need::Required) { 1 } else { 40 };
            prop_oneof![left_out => Just(None), 30 => given].prop_map(|value| (field.id, value))
        })
        .collect();
    fields
        .prop_map(|fields| {
            let given = fields.into_iter().filter_map(|(id, value)| Some((id.to_owned(), value?)));
            Json::Object(given.collect::<Map<_, _>>())
        })
        .boxed()
}

fn value(kind: &'static Kind) -> BoxedStrategy<Json> {
    match *kind {
        Kind::Whole { min, max } => (min..=max.min(min.saturating_add(9))).prop_map(Json::from).boxed(),
        Kind::OneOf(numbers) => select(numbers).prop_map(Json::from).boxed(),
        Kind::Number { min, max, .. } => {
            let halves = ((max.min(min + 15.0) - min) * 2.0) as i32;
            (0..=halves).prop_map(move |half| Json::from(min + f64::from(half) / 2.0)).boxed()
        }
        Kind::Flag => any::<bool>().prop_map(Json::from).boxed(),
        Kind::Choice(choices) => select(choices).prop_map(|choice| Json::from(choice.id)).boxed(),
        Kind::Text(_) => "[a-z]{1,8}".prop_map(Json::from).boxed(),
        Kind::Object(form) => object(form),
        Kind::List { of: Kind::Choice(choices), min, max } if min != max => {
            subsequence(*choices, min..=max.min(choices.len()))
                .prop_map(|chosen| chosen.iter().map(|choice| Json::from(choice.id)).collect())
                .boxed()
        }
        Kind::List { of, min, max } => {
            proptest::collection::vec(value(of), min..=max.min(min.max(2))).prop_map(Json::from).boxed()
        }
        Kind::Counts { of, max } => {
            proptest::collection::btree_map(select(of).prop_map(|choice| choice.id.to_owned()), 0..=max.min(9), 0..4)
                .prop_map(|counts| json!(counts))
                .boxed()
        }
    }
}

/// Any JSON, often with words that occur in requests.
pub fn any_json() -> impl Strategy<Value = Json> {
    let word = prop_oneof![
        select(vec![
            "ruleset",
            "procedure",
            "input",
            "call",
            "odds",
            "resolve",
            "request",
            "faces",
            "target",
            "counters"
        ])
        .prop_map(str::to_owned),
        select(rulesets::ALL).prop_map(|ruleset| ruleset.named.id.to_owned()),
        select(rulesets::ALL).prop_map(|ruleset| ruleset.procedures[0].id.to_owned()),
        any::<String>(),
    ];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        word.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            proptest::collection::btree_map(word.clone(), inner, 0..6).prop_map(|map| json!(map)),
        ]
    })
}
