//! The native program: calls on standard input, and answers on standard output.

use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The running program, its standard input and its standard output.
struct Program(Child, ChildStdin, BufReader<ChildStdout>);

impl Program {
    fn started() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it was built");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self(child, input, BufReader::new(output))
    }

    fn send(&mut self, line: &[u8]) {
        self.1.write_all(line).and_then(|()| self.1.write_all(b"\n")).expect("it reads");
    }

    fn answer(&mut self) -> Json {
        let mut line = String::new();
        self.2.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).expect("an answer is JSON")
    }

    /// Closes the input. True if the program exits successfully without further output.
    fn ends(mut self) -> bool {
        drop(self.1);
        let mut rest = String::new();
        let rest_length = self.2.read_line(&mut rest).expect("it ends");
        rest_length == 0 && self.0.wait().expect("it ends").success()
    }
}

/// A general at risk: one die, with which a 5 has no effect.
fn call(call: &str, faces: Json) -> Vec<u8> {
    let request = json!({ "ruleset": "pike_and_shot", "procedure": "general_casualty", "input": {} });
    json!({ "call": call, "request": request, "faces": faces }).to_string().into_bytes()
}

#[test]
fn every_line_has_one_answer_in_order() {
    let mut program = Program::started();
    let lines =
        [call("odds", Json::Null), b"{".to_vec(), vec![b'"', 0xff, b'"'], call("resolve", json!([5])), Vec::new()];
    for line in &lines {
        program.send(line);
    }
    let answers = lines.map(|_| program.answer());
    let statuses = answers.each_ref().map(|answer| answer["status"].as_str());
    assert_eq!(statuses, [Some("odds"), Some("error"), Some("error"), Some("resolved"), Some("error")]);
    assert_eq!(
        answers[2]["error"]["message"], "This line is not JSON.",
        "bytes that are no text are not read as another"
    );
    assert_eq!(answers[3]["outcome"]["result"], "unharmed");
    assert!(program.ends());
}

#[test]
fn each_answer_is_written_before_the_next_line_is_read() {
    let mut program = Program::started();
    program.send(&call("resolve", json!([])));
    let next = program.answer()["next"].clone();
    assert_eq!((&next["sides"], &next["count"]), (&json!(6), &json!(1)));
    program.send(&call("resolve", json!([5])));
    assert_eq!(program.answer()["status"], "resolved");
    assert!(program.ends());
}

#[test]
fn deep_nesting_is_refused_and_the_next_call_is_answered() {
    let mut program = Program::started();
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    for depth in [exchange::contract::DEEPEST + 1, 120, 127, 100_000] {
        for (name, holder) in [("odds", "request"), ("resolve", "request"), ("battle", "battle")] {
            program.send(format!(r#"{{"call":"{name}","faces":[],"{holder}":{}}}"#, nested(depth)).as_bytes());
            assert_eq!(program.answer()["error"]["code"], "bad_value", "{name} at {depth}");
        }
    }
    program.send(&call("resolve", json!([5])));
    assert_eq!(program.answer()["status"], "resolved");
    assert!(program.ends());
}

#[test]
fn text_from_the_page_is_read_up_to_the_deepest_nesting() {
    use exchange::contract::{DEEPEST, read_text};
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read_text("request", &nested(DEEPEST)).is_ok());
    for bad in [nested(DEEPEST + 1), nested(200), String::new(), "{".into(), r#""\ud800""#.into()] {
        let refusal = read_text("request", &bad).expect_err("too deep, or no JSON");
        assert_eq!((refusal.code.id(), refusal.field.as_str()), ("bad_value", "request"));
    }
}
