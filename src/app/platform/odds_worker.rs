//! Odds that take too long while a player waits: a worker evaluates them, with the same module on a thread of its own
//! (`public/odds.js`).

use drumhead::analysis::odds::OddsSummary;
use drumhead::forecast::job;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::Array;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Steps between two reports of progress.
pub const STRETCH: u64 = 500_000;
/// The most memory that the odds of a thread may take, in pages of 64 kB: a phone has no more to spare.
const MEMORY: usize = 4_096;
/// The longest time that it may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Pause without another question after which a thread is begun.
pub const PAUSE: Duration = Duration::from_millis(150);

#[wasm_bindgen]
extern "C" {
    type ImportMeta;

    #[wasm_bindgen(thread_local_v2, js_namespace = import, js_name = meta)]
    static IMPORT_META: ImportMeta;

    #[wasm_bindgen(method, getter)]
    fn url(this: &ImportMeta) -> String;

    /// From a worker to its page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post(done: f64);
}

/// Message from the worker.
#[derive(Clone, Debug)]
pub enum OddsReply {
    /// So much is done.
    Done(f64),
    /// Summary of the odds.
    OddsSummary(OddsSummary),
    /// End of an act.
    Forecast(Box<job::Answer>),
    /// It is more than can be evaluated.
    TooMuch,
    /// There is no worker: the browser has none, or its script could not be fetched.
    Nobody,
}

/// The odds worker, for as long as the component that uses it is shown. It answers one question at a time.
#[derive(Clone, Copy)]
pub struct OddsWorker {
    thread: StoredValue<Option<Thread>, LocalStorage>,
    /// Number of the question. Replies to an earlier one are ignored.
    question: StoredValue<u32>,
}

/// A thread that was begun. Dropped, it ends, whatever it works on.
struct Thread {
    worker: Worker,
    busy: bool,
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl OddsWorker {
    /// No thread yet.
    pub fn new() -> Self {
        Self { thread: StoredValue::new_local(None), question: StoredValue::new(0) }
    }

    /// Gives up what is being worked on.
    pub fn cancel(self) {
        self.question.update_value(|question| *question = question.wrapping_add(1));
        self.thread.update_value(|thread| {
            if thread.as_ref().is_some_and(|thread| thread.busy) {
                *thread = None;
            }
        });
    }

    /// Asks for the odds of an input after a pause in which the question may change, and drops any question before. `on_reply` is called
    /// with the progress, and once with the answer.
    pub fn ask_after(
        self,
        pause: Duration,
        [ruleset, procedure]: [&'static str; 2],
        input: String,
        on_reply: impl Fn(OddsReply) + 'static,
    ) {
        let words = Array::of4(&"evaluate".into(), &ruleset.into(), &procedure.into(), &input.into());
        self.ask_with(pause, words, on_reply);
    }

    /// Asks how an act ends, likewise.
    pub fn ask_forecast(self, question: &str, on_reply: impl Fn(OddsReply) + 'static) {
        self.ask_with(PAUSE, Array::of2(&"forecast".into(), &question.into()), on_reply);
    }

    /// Asks a function of the module, by its name and with what it takes.
    fn ask_with(self, pause: Duration, words: Array, on_reply: impl Fn(OddsReply) + 'static) {
        self.cancel();
        let question = self.question.get_value();
        // A late reply is ignored.
        let on_reply: Listener = Rc::new(move |what: OddsReply| {
            if self.question.try_get_value() == Some(question) {
                self.take_note(&what);
                untrack(|| on_reply(what));
            }
        });
        let (begun, over) = (Rc::clone(&on_reply), on_reply);
        let begin = move || {
            let is_asked = self.question.try_get_value() == Some(question);
            if is_asked && self.post(&words, Rc::clone(&begun)).is_none() {
                begun(OddsReply::Nobody);
            }
        };
        set_timeout(begin, pause);
        set_timeout(move || over(OddsReply::TooMuch), PATIENCE);
    }

    /// Asks the present thread, or begins one.
    fn post(self, question: &JsValue, on_reply: Listener) -> Option<()> {
        let reply = self.thread.try_update_value(|thread| {
            if thread.is_none() {
                *thread = begun().map(|worker| Thread { worker, busy: false });
            }
            let thread = thread.as_mut()?;
            thread.busy = true;
            let failed = Rc::clone(&on_reply);
            let on_message =
                Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| on_reply(read(&event.data())));
            thread.worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
            let on_error = Closure::<dyn Fn()>::new(move || failed(OddsReply::Nobody));
            thread.worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
            thread.worker.post_message(question).ok()
        });
        reply.flatten()
    }

    /// A thread that has answered takes the next question; one that failed has had its time.
    fn take_note(self, what: &OddsReply) {
        if matches!(what, OddsReply::Done(_)) {
            return;
        }
        self.question.update_value(|question| *question = question.wrapping_add(1));
        self.thread.update_value(|thread| match (what, thread.as_mut()) {
            (OddsReply::OddsSummary(_) | OddsReply::Forecast(_), Some(thread)) => thread.busy = false,
            _ => *thread = None,
        });
    }
}

/// Listener to a thread.
type Listener = Rc<dyn Fn(OddsReply)>;

fn read(message: &JsValue) -> OddsReply {
    if let Some(done) = message.as_f64() {
        return OddsReply::Done(done);
    }
    let Some(reply) = message.as_string() else {
        return if message.is_null() { OddsReply::TooMuch } else { OddsReply::Nobody };
    };
    let forecast = || serde_json::from_str(&reply).map(OddsReply::Forecast);
    serde_json::from_str(&reply).map(OddsReply::OddsSummary).or_else(|_| forecast()).unwrap_or(OddsReply::Nobody)
}

/// A new thread, if the browser has such.
fn begun() -> Option<Worker> {
    let module = IMPORT_META.with(ImportMeta::url);
    let (_, name) = module.rsplit_once('/')?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    // The script's own address may lose what is asked for in it, where the copy that the browser keeps answers.
    options.set_name(name);
    Worker::new_with_options(&format!("odds.js?{name}"), &options).ok()
}

/// Reports from the worker to the page how much is done; false once there is no memory left to go on.
pub fn report(done: u64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "a number that is shown in millions")]
    post(done as f64);
    core::arch::wasm32::memory_size(0) < MEMORY
}
