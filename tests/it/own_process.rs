//! Runs a test in a process of its own.

use std::env;
use std::process::Command;

/// Runs a test in a process of its own, because it sets something that its whole process shares.
///
/// `name` is the name of the test with its modules. The child process runs this program with this test only.
///
/// # Panics
///
/// Panics if the test fails, or if no test has this name.
pub fn in_own_process(name: &str, test: impl FnOnce()) {
    const CHILD: &str = "DRUMHEAD_OWN_PROCESS";
    if env::var(CHILD).is_ok_and(|child| child == name) {
        return test();
    }
    let program = env::current_exe().expect("this program has a path");
    let child = Command::new(program).args(["--exact", name]).env(CHILD, name).output().expect("this program runs");
    let [out, err] = [&child.stdout, &child.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(child.status.success() && out.contains("1 passed"), "{name}: {}\n{out}\n{err}", child.status);
}
