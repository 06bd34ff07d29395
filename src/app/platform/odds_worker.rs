//! A worker for slow odds, so that the page stays responsive. It runs the same module as the page (`public/odds.js`).

use battle::analysis::odds::OddsSummary;
use battle::forecast::job;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use web_sys::js_sys::Array;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// Number of steps between two reports of progress.
pub const REPORT_INTERVAL: u64 = 500_000;
/// Limit for the memory of the worker, in pages of 64 kB, so that the browser of a phone is not killed.
const MAX_MEMORY: usize = 4_096;
/// Time after which the worker is stopped.
const WORKER_TIMEOUT: Duration = Duration::from_secs(60);
/// Pause before a question is sent, in which it may still change.
pub const PAUSE: Duration = Duration::from_millis(150);

#[wasm_bindgen]
extern "C" {
    type ImportMeta;

    #[wasm_bindgen(thread_local_v2, js_namespace = import, js_name = meta)]
    static IMPORT_META: ImportMeta;

    #[wasm_bindgen(method, getter)]
    fn url(this: &ImportMeta) -> String;

    /// Sends a number from a worker to its page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post(done: f64);
}

/// Message from the worker.
#[derive(Clone, Debug)]
pub enum OddsReply {
    /// Progress: the number of steps so far.
    Done(f64),
    /// The odds.
    OddsSummary(OddsSummary),
    /// The ends of an act.
    Forecast(Box<job::ChainAnswer>),
    /// The question exceeds the limit of time or memory.
    TooMuch,
    /// There is no worker: the browser has none, or its script could not be fetched.
    NoWorker,
}

/// The odds worker of a component. It answers one question at a time, and ends with the component.
#[derive(Clone, Copy)]
pub struct OddsWorker {
    thread: StoredValue<Option<Thread>, LocalStorage>,
    /// Number of the current question. Replies to earlier questions are ignored.
    question: StoredValue<u32>,
}

/// A running worker. Dropping this value stops it.
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
    /// No worker is started yet.
    pub fn new() -> Self {
        Self { thread: StoredValue::new_local(None), question: StoredValue::new(0) }
    }

    /// Drops the current question, and stops a busy worker.
    pub fn cancel(self) {
        self.question.update_value(|question| *question = question.wrapping_add(1));
        self.thread.update_value(|thread| {
            if thread.as_ref().is_some_and(|thread| thread.busy) {
                *thread = None;
            }
        });
    }

    /// Asks for the odds of an input after a pause, in which another question may replace it. Drops any earlier question. `on_reply` is
    /// called with the progress, and once with the answer.
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

    /// Asks for the ends of an act, after [`PAUSE`].
    pub fn ask_forecast(self, question: &str, on_reply: impl Fn(OddsReply) + 'static) {
        self.ask_with(PAUSE, Array::of2(&"forecast".into(), &question.into()), on_reply);
    }

    /// Asks a question: the name of a function of the module, and its arguments.
    fn ask_with(self, pause: Duration, call: Array, on_reply: impl Fn(OddsReply) + 'static) {
        self.cancel();
        let question = self.question.get_value();
        // Replies to earlier questions are ignored.
        let on_reply: Listener = Rc::new(move |reply: OddsReply| {
            if self.question.try_get_value() == Some(question) {
                self.end_question(&reply);
                untrack(|| on_reply(reply));
            }
        });
        let (on_start, on_timeout) = (Rc::clone(&on_reply), on_reply);
        let start = move || {
            let is_current = self.question.try_get_value() == Some(question);
            if is_current && self.post(&call, Rc::clone(&on_start)).is_none() {
                on_start(OddsReply::NoWorker);
            }
        };
        set_timeout(start, pause);
        set_timeout(move || on_timeout(OddsReply::TooMuch), WORKER_TIMEOUT);
    }

    /// Sends a question to the worker, which is started if there is none. `None` if that fails.
    fn post(self, question: &JsValue, on_reply: Listener) -> Option<()> {
        let reply = self.thread.try_update_value(|thread| {
            if thread.is_none() {
                *thread = start_worker().map(|worker| Thread { worker, busy: false });
            }
            let thread = thread.as_mut()?;
            thread.busy = true;
            let failed = Rc::clone(&on_reply);
            let on_message =
                Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| on_reply(read(&event.data())));
            thread.worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
            let on_error = Closure::<dyn Fn()>::new(move || failed(OddsReply::NoWorker));
            thread.worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
            thread.worker.post_message(question).ok()
        });
        reply.flatten()
    }

    /// Ends the question after its answer. The worker stays for the next question if it has answered, and is stopped if it has failed.
    fn end_question(self, reply: &OddsReply) {
        if matches!(reply, OddsReply::Done(_)) {
            return;
        }
        self.question.update_value(|question| *question = question.wrapping_add(1));
        self.thread.update_value(|thread| match (reply, thread.as_mut()) {
            (OddsReply::OddsSummary(_) | OddsReply::Forecast(_), Some(thread)) => thread.busy = false,
            _ => *thread = None,
        });
    }
}

/// A listener for replies.
type Listener = Rc<dyn Fn(OddsReply)>;

fn read(message: &JsValue) -> OddsReply {
    if let Some(done) = message.as_f64() {
        return OddsReply::Done(done);
    }
    let Some(json) = message.as_string() else {
        return if message.is_null() { OddsReply::TooMuch } else { OddsReply::NoWorker };
    };
    let forecast = || serde_json::from_str(&json).map(OddsReply::Forecast);
    serde_json::from_str(&json).map(OddsReply::OddsSummary).or_else(|_| forecast()).unwrap_or(OddsReply::NoWorker)
}

/// Starts a worker; `None` if the browser has no workers.
fn start_worker() -> Option<Worker> {
    let module = IMPORT_META.with(ImportMeta::url);
    let (_, name) = module.rsplit_once('/')?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    // The worker reads the module's name from its own name: a cached script may lose the query in its address.
    options.set_name(name);
    Worker::new_with_options(&format!("odds.js?{name}"), &options).ok()
}

/// Reports progress from the worker to the page. False once the memory limit is reached.
pub fn report(done: u64) -> bool {
    #[expect(clippy::cast_precision_loss, reason = "a number that is shown in millions")]
    post(done as f64);
    core::arch::wasm32::memory_size(0) < MAX_MEMORY
}
