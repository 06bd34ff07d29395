//! Random requests: of one procedure or of any, and any JSON at all.

use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rules::form::{Form, Kind, Need, path};
use rules::own;
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

/// A request of any procedure whose input its form takes, more or less: numbers are small, so that odds are quick.
pub fn request() -> impl Strategy<Value = Json> {
    let procedures: Vec<_> = rulesets::ALL
        .iter()
        .flat_map(|ruleset| ruleset.procedures.iter().map(|own| (ruleset.named.id, *own)))
        .collect();
    select(procedures).prop_flat_map(|(ruleset, procedure)| request_of(ruleset, procedure))
}

/// A request of this procedure.
fn request_of(ruleset: &'static str, procedure: &'static Procedure) -> impl Strategy<Value = Json> {
    object(procedure.form)
        .prop_map(move |input| json!({ "ruleset": ruleset, "procedure": procedure.id, "input": input }))
}

/// Requests that are kept to be varied.
const VARIED: usize = 200;

/// Draws requests of a procedure: random ones, and those of its sample with a few values drawn anew.
pub struct Draw {
    runner: TestRunner,
    any: BoxedStrategy<Json>,
    form: &'static Form,
    procedure: &'static Procedure,
    /// Requests that the rules allow, to begin from.
    begin: Vec<Json>,
    /// Requests with few dice, to begin from, too.
    varied: Vec<Json>,
    /// The request that comes next, if it follows from the last one.
    next: Option<Json>,
}

impl Draw {
    /// Of this procedure, always in the same order.
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
        // Odds suppose the usual choice where the dice raise one: see `Dice::mid_roll_choice`.
        let raised = self.form.fields.iter().filter(|field| !field.raised_by().is_empty());
        if let Some(input) = request["input"].as_object_mut() {
            raised.for_each(|field| drop(input.remove(field.id)));
        }
        request
    }

    /// Gives about half of the requests own modifiers: of each number in each part of the input one, or none.
    fn adjust(&mut self, input: &mut Map<String, Json>) {
        for part in own::parts(self.procedure, input) {
            let drawn = part.numbers.iter().map(|number| (number.id, self.draw(-12..=4)));
            let own = drawn.filter(|(_, by)| (-3..=3).contains(by));
            let own: Vec<Json> = own.map(|(id, by)| json!({ "name": "Own", "number": id, "by": by })).collect();
            path::set(input, &path::join(&part.path, own::FIELD), Some(own.into()));
        }
    }

    /// Draws one in six fields anew, at every depth.
    fn change(&mut self, form: &'static Form, input: &mut Json) {
        let Some(fields) = input.as_object_mut() else { return };
        for field in form.fields.iter().filter(|field| field.id != own::FIELD) {
            match (self.draw(0..6), &field.kind, fields.get_mut(field.id)) {
                (0, kind, Some(own)) => *own = self.draw(value(kind)),
                (0, kind, None) if self.draw(0..3) == 0 => {
                    let new = self.draw(value(kind));
                    fields.insert(field.id.to_owned(), new);
                }
                (_, Kind::Object(form), Some(own)) => self.change(form, own),
                (_, Kind::List { of: Kind::Object(form), .. }, Some(Json::Array(list))) => {
                    list.iter_mut().for_each(|own| self.change(form, own));
                }
                _ => {}
            }
        }
    }

    /// Keeps a request that could be compared, to vary it later.
    pub fn vary(&mut self, request: Json) {
        if self.varied.len() < VARIED {
            self.varied.push(request);
        } else {
            let place = self.draw(0..VARIED);
            self.varied[place] = request;
        }
    }

    /// Draws a smaller request next, in place of one with too many dice: with lower numbers, or with shorter lists.
    pub fn smaller(&mut self, request: &Json) {
        let mut smaller = request.clone();
        match self.draw(0..4) {
            0 => lower(&mut smaller["input"], &|whole| whole / 2),
            1 => lower(&mut smaller["input"], &|whole| whole - 1),
            _ => self.shorten(&mut smaller["input"]),
        }
        self.next = (smaller != *request).then_some(smaller);
    }

    /// Leaves about half of what lists of objects hold.
    fn shorten(&mut self, value: &mut Json) {
        match value {
            Json::Object(fields) => fields.values_mut().for_each(|own| self.shorten(own)),
            Json::Array(list) if list.len() > 1 && list[0].is_object() => {
                let kept: Vec<bool> = (0..list.len()).map(|_| self.draw(any::<bool>())).collect();
                let mut kept = kept.into_iter();
                list.retain(|_| kept.next() == Some(true));
            }
            _ => {}
        }
    }
}

/// Lowers all whole numbers that are not 0.
fn lower(value: &mut Json, by: &impl Fn(i64) -> i64) {
    match value {
        Json::Object(fields) => fields.values_mut().for_each(|own| lower(own, by)),
        Json::Array(list) => list.iter_mut().for_each(|own| lower(own, by)),
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

/// Any JSON at all, with a liking for the words of requests.
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
