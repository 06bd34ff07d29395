// Builds a random sample of mutants into one program, and tests each. cargo-mutants builds once for each mutant, 13 s or more.
//
// cargo-mutants lists the mutants. In a copy of the sources, each mutant of the sample becomes
// `if crate::mutant(17) { changed } else { original }`, and an environment variable chooses one mutant at run time. Each test first
// records which mutants it reaches. Then each mutant is tried with the tests that reach it until one fails, beginning with the
// tests that catch most mutants per second. docs/longer_runs.md says how to run it.
//
// node tests/measure/mutants.js [--count 1900] [--seed 1] [--jobs 1] [--minutes N]   draws, builds and tries; continues an earlier run
// node tests/measure/mutants.js --listed     tries the mutants in docs/mutants.md instead of a sample
// node tests/measure/mutants.js --again      tries the survivors once more, with the present tests
// Each takes --only crates/argad/src/   to try the mutants in files whose paths begin so
// node tests/measure/mutants.js --report     prints the figures and the survivors
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1900' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1000000' },
    listed: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

const FOLDER = resolve('target/mutants');
const TREE = join(FOLDER, 'tree'); // the copy of the sources
const [PLAN, REACHED, RESULTS] = ['plan.json', 'reached.jsonl', 'results.jsonl'].map((name) => join(FOLDER, name));

// The tests run more often than they are built, so they are optimised a little. Random tests are shorter and do not shrink failures.
const BUILD = {
  CARGO_TARGET_DIR: join(FOLDER, 'target'),
  CARGO_INCREMENTAL: '1',
  CARGO_PROFILE_DEV_OPT_LEVEL: '1',
  CARGO_PROFILE_DEV_DEBUG: '0',
};
const RUN = { DRUMHEAD_ACTS: '1000', DRUMHEAD_REQUESTS: '200', PROPTEST_MAX_SHRINK_ITERS: '0', PROPTEST_FAILURE_PERSISTENCE: 'off' };

// Appended to the library. `MUTANT=0` chooses no mutant, and writes the ids of the mutants that are reached to a file.
const CHOOSER = `
/// True if this mutant is chosen.
#[inline]
pub(crate) fn mutant(id: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let chosen = *CHOSEN.get_or_init(|| std::env::var("MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(u32::MAX));
    if chosen == 0 {
        record_mutant(id);
    }
    chosen == id
}

#[cold]
fn record_mutant(id: u32) {
    static RECORDED: std::sync::Mutex<std::collections::BTreeSet<u32>> = std::sync::Mutex::new(std::collections::BTreeSet::new());
    if RECORDED.lock().is_ok_and(|mut recorded| recorded.insert(id)) {
        let file = std::env::var_os("MUTANTS_REACHED").expect("MUTANTS_REACHED names a file");
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("the file opens");
        std::io::Write::write_all(&mut file, format!("{id}\\n").as_bytes()).expect("the id is written");
    }
}
`;

const lines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
const print = (text) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`);

// --- Sources with mutants ---

/** The parser of Rust, which docs/longer_runs.md installs into `target/mutants`. */
async function rustParser() {
  const modules = join(FOLDER, 'node_modules');
  const { Parser, Language } = await import(pathToFileURL(join(modules, 'web-tree-sitter/web-tree-sitter.js')).href);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(modules, 'tree-sitter-rust/tree-sitter-rust.wasm')));
  return parser;
}

/** Returns a function from a line and a column, both from 1, to an index into the source. */
function indexer(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, column }) => {
    let at = starts[line - 1];
    for (let left = column - 1; left > 0; left--) at += source.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  };
}

/** The node or its nearest ancestor that matches. */
const closest = (node, matches) => {
  while (node && !matches(node)) node = node.parent;
  return node;
};

/** The node that a mutant changes, or a reason why it cannot be chosen at run time. */
function site(root, index, mutant) {
  const [start, end] = [index(mutant.span.start), index(mutant.span.end)];
  const leaf = root.descendantForIndex(start, Math.max(start, end - 1));
  const is =
    (...types) =>
    (node) =>
      types.includes(node.type);
  const constant = closest(
    leaf,
    (node) => is('const_item', 'static_item', 'const_block')(node) || (node.type === 'array_type' && leaf !== node),
  );
  if (constant) return { reason: 'a constant' };
  const constantFunction = closest(
    leaf,
    (node) =>
      node.type === 'function_item' &&
      node.children.some((child) => /\bconst\b/.test(child.type === 'function_modifiers' ? child.text : '')),
  );
  if (constantFunction) return { reason: 'a constant function' };
  if (closest(leaf, is('token_tree'))) return { reason: 'in a macro' };
  const matches = {
    FnValue: (node) => node.type === 'block' && ['function_item'].includes(node.parent?.type),
    BinaryOperator: is('binary_expression', 'compound_assignment_expr', 'let_chain'),
    UnaryOperator: is('unary_expression'),
    MatchArm: is('match_arm'),
    MatchArmGuard: is('match_arm'),
    StructField: is('struct_expression'),
  }[mutant.genre];
  const node = matches && closest(leaf, matches);
  if (!node) return { reason: `no place for ${mutant.genre}` };
  if (node.type === 'let_chain') return { reason: 'an operator between patterns' };
  const guard = node.type === 'match_arm' ? node.childForFieldName('pattern').childForFieldName('condition') : null;
  if (mutant.genre === 'MatchArmGuard' && mutant.replacement === 'true' && /\blet\b/.test(guard.text))
    return { reason: 'a guard with a pattern' };
  return { node, start, end };
}

/** Returns a source with its mutants written into it. Each site is a node with a mutant. */
function withMutants(source, root, sites) {
  const sitesByNode = new Map();
  for (const site of sites) sitesByNode.set(site.node.id, [...(sitesByNode.get(site.node.id) ?? []), site]);
  const renderChildren = (node) => {
    let [text, end] = ['', node.startIndex];
    for (const child of node.children) {
      text += source.slice(end, child.startIndex) + render(child);
      end = child.endIndex;
    }
    return text + source.slice(end, node.endIndex);
  };
  const changed = ({ id, mutant, start, end, node }) => {
    if (mutant.genre === 'UnaryOperator') return source.slice(node.startIndex, start) + node.children.slice(1).map(render).join(' ');
    if (mutant.genre === 'StructField') return source.slice(node.startIndex, start) + source.slice(end, node.endIndex);
    const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
    if (!left || !right) throw new Error(`no operands for ${id}`);
    return `${render(left)} ${mutant.replacement} ${render(right)}`;
  };
  const render = (node) => {
    const here = sitesByNode.get(node.id);
    if (!here) return node.childCount ? renderChildren(node) : node.text;
    if (node.type === 'block') {
      const returns = here.map(({ id, mutant }) => ` if crate::mutant(${id}) { return ${mutant.replacement}; }`);
      return renderChildren(node).replace('{', () => `{${returns.join('')}`);
    }
    if (node.type === 'match_arm') return matchArm(node, here);
    const choices = here.map((site) => `if crate::mutant(${site.id}) { ${changed(site)} } else `);
    return `(${choices.join('')}{ ${renderChildren(node)} })`;
  };
  const matchArm = (node, here) => {
    const pattern = node.childForFieldName('pattern');
    const guard = pattern.childForFieldName('condition');
    const end = guard ? guard.previousSibling.startIndex : pattern.endIndex;
    let condition = guard ? render(guard) : '';
    const isChain = guard && /\blet\b/.test(guard.text);
    for (const { id, mutant } of here) {
      if (mutant.replacement === 'true') condition = `(crate::mutant(${id}) || (${condition}))`;
    }
    const never = here.filter(({ mutant }) => mutant.replacement !== 'true').map(({ id }) => `!crate::mutant(${id})`);
    const all = [...never, ...(guard ? [isChain || !never.length ? condition : `(${condition})`] : [])].join(' && ');
    const rest = node.children.slice(node.children.findIndex((child) => child.id === pattern.id) + 1);
    return `${source.slice(node.startIndex, end).trimEnd()} if ${all} ${rest.map(render).join(' ')}`;
  };
  return render(root);
}

/** Returns the ids of the mutants at the compiler's errors, which are positions in the copy. */
function mutantsAtErrors(output, parser) {
  const ids = new Set();
  for (const { message } of output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))) {
    if (message?.level !== 'error') continue;
    for (const span of message.spans.filter((span) => span.is_primary)) {
      const source = readFileSync(join(TREE, span.file_name), 'utf8');
      const index = indexer(source);
      const start = index({ line: span.line_start, column: span.column_start });
      const tree = parser.parse(source);
      const leaf = tree.rootNode.descendantForIndex(start, Math.max(start, index({ line: span.line_end, column: span.column_end }) - 1));
      const isChoice = (node) => node.type === 'if_expression' && node.childForFieldName('condition').text.startsWith('crate::mutant(');
      const idsIn = (node) => [...(node?.text ?? '').matchAll(/crate::mutant\((\d+)\)/g)].map((match) => Number(match[1]));
      const choice = closest(leaf, isChoice);
      const first = choice && idsIn(choice.childForFieldName('condition'));
      const inside = choice && leaf.startIndex < choice.childForFieldName('consequence').endIndex;
      const found = inside ? first : idsIn(choice).length ? idsIn(choice) : idsIn(closest(leaf, (node) => node.type === 'match_arm'));
      for (const id of found.length ? found : idsIn(closest(leaf, (node) => node.type === 'function_item'))) ids.add(id);
      if (!ids.size) print(`${span.file_name}:${span.line_start}: ${message.message}`);
    }
  }
  return ids;
}

/** The tests that must catch mutants, as `cargo test` options, from the configuration of cargo-mutants. */
const testTargets = () => [...readFileSync('.cargo/mutants.toml', 'utf8').matchAll(/"(--(?:lib|test=\w+))"/g)].map((match) => match[1]);

const cargo = (...args) => {
  const env = { ...process.env, ...BUILD };
  return spawnSync('cargo', args, { cwd: TREE, env, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });
};

/** Writes a file of the copy if its text differs, so that cargo does not rebuild without need. */
function write(file, text) {
  const path = join(TREE, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Copies the repository's files, except those with mutants. */
function copyTree(except) {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\0');
  for (const file of files.filter((file) => file && existsSync(file) && !except.has(file) && file !== 'src/lib.rs')) {
    const path = join(TREE, file);
    if (existsSync(path) && readFileSync(path).equals(readFileSync(file))) continue;
    mkdirSync(dirname(path), { recursive: true });
    cpSync(file, path);
  }
  write('src/lib.rs', readFileSync('src/lib.rs', 'utf8') + CHOOSER);
}

/** The mutants in docs/mutants.md. It lists no columns, so all equal mutants of a line are returned. */
function listedMutants(all) {
  const names = new Set();
  let file = '';
  for (const line of readFileSync('docs/mutants.md', 'utf8').split('\n')) {
    file = line.match(/^## (\S+\.rs)$/)?.[1] ?? file;
    const [, number, change] = line.match(/^- line (\d+): `(.+?)`/) ?? [];
    if (change) names.add(`src/${file}:${number}: ${change}`);
  }
  return all.filter(({ name }) => names.has(name.replace(/^([^:]+:\d+):\d+: /, '$1: ')));
}

/** Draws a sample, writes it into the copy, and leaves out mutants that do not compile. */
async function plan() {
  const parser = await rustParser();
  const all = JSON.parse(execFileSync('cargo', ['mutants', '--list', '--json'], { encoding: 'utf8', maxBuffer: 1 << 30 }));
  let state = BigInt(options.seed);
  const random = () => Number((state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n)) >> 33n) / 2 ** 31;
  for (let i = 0; i < 3; i++) random();
  const sample = () =>
    all
      .map((mutant) => [random(), mutant])
      .sort(([a], [b]) => a - b)
      .slice(0, Number(options.count))
      .map(([, mutant]) => mutant);
  const drawn = options.listed ? listedMutants(all) : sample();
  const mutants = drawn.map(({ file, name, genre, span, replacement }, index) => ({ id: index + 1, file, name, genre, span, replacement }));
  const files = new Map();
  for (const mutant of mutants) {
    if (!files.has(mutant.file)) {
      const source = readFileSync(mutant.file, 'utf8');
      files.set(mutant.file, { source, root: parser.parse(source).rootNode, index: indexer(source), sites: [] });
    }
    const file = files.get(mutant.file);
    const found = site(file.root, file.index, mutant);
    if (found.node) file.sites.push({ ...found, mutant, id: mutant.id });
    else mutant.leftOut = found.reason;
  }
  copyTree(new Set(files.keys()));
  for (;;) {
    for (const [name, file] of files)
      write(
        name,
        withMutants(
          file.source,
          file.root,
          file.sites.filter(({ mutant }) => !mutant.leftOut),
        ),
      );
    const built = cargo('build', '--locked', '--lib', '--features', 'toy', '--message-format=json');
    if (built.status === 0) break;
    const ids = mutantsAtErrors(built.stdout, parser);
    print(`${ids.size} do not compile`);
    if (!ids.size) throw new Error('The copy does not compile.');
    for (const id of ids) mutants[id - 1].leftOut = 'does not compile';
  }
  writeFileSync(PLAN, JSON.stringify({ total: all.length, mutants }));
}

// --- Tests ---

/** Builds the tests, and returns the program and the name of each. */
function buildTests() {
  const built = cargo('test', '--locked', '--no-run', '--message-format=json', ...testTargets());
  if (built.status !== 0) throw new Error('The tests do not compile.');
  const programs = built.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  return programs
    .filter(({ executable, profile }) => executable && profile.test)
    .flatMap(({ executable, target }) => {
      const [all, ignored] = [[], ['--ignored']].map((args) =>
        execFileSync(executable, ['--list', '--format=terse', ...args], { encoding: 'utf8', cwd: TREE }),
      );
      const skipped = new Set(ignored.split('\n'));
      const names = all.split('\n').filter((line) => line.endsWith(': test') && !skipped.has(line));
      return names.map((line) => ({ program: executable, name: line.slice(0, -6), test: `${target.name} ${line.slice(0, -6)}` }));
    });
}

/**
 * Runs a test. Returns `passed`, `failed` or `timed out`, and the seconds. Its memory is limited, because a mutant may allocate
 * without end.
 */
function run({ program, name }, env, timeout) {
  return new Promise((done) => {
    const began = performance.now();
    const args = ['-c', 'ulimit -v 6000000; exec "$@"', 'sh', program, '--exact', name, '--test-threads=1', '--quiet'];
    const child = spawn('sh', args, {
      cwd: TREE,
      env: { ...process.env, ...RUN, CARGO_MANIFEST_DIR: TREE, ...env },
      stdio: 'ignore',
      detached: true,
    });
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      process.kill(-child.pid, 'SIGKILL');
    }, timeout * 1000);
    child.on('exit', (code) => {
      clearTimeout(timer);
      done({ result: isTimedOut ? 'timed out' : code === 0 ? 'passed' : 'failed', seconds: (performance.now() - began) / 1000 });
    });
  });
}

/** Calls `work` with each item, `--jobs` at a time, until `--minutes` have passed. */
async function inParallel(items, work) {
  const end = Date.now() + Number(options.minutes) * 60_000;
  const queue = [...items];
  const worker = async () => {
    while (queue.length && Date.now() < end) await work(queue.shift());
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
}

/** Records which mutants each test reaches. */
async function recordReached(tests) {
  const known = new Set(lines(REACHED).map(({ test }) => test));
  await inParallel(
    tests.filter(({ test }) => !known.has(test)),
    async (test) => {
      const file = join(FOLDER, `reached-${process.hrtime.bigint()}`);
      const { result, seconds } = await run(test, { MUTANT: '0', MUTANTS_REACHED: file }, 1200);
      const ids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
      rmSync(file, { force: true });
      if (result !== 'passed') print(`${test.test} fails without a mutant, and is left out`);
      appendFileSync(REACHED, `${JSON.stringify({ test: test.test, seconds, ids: result === 'passed' ? ids : [] })}\n`);
    },
  );
}

/** Tries each mutant until a test fails, and records the result. */
async function tryMutants(mutants, tests) {
  const byName = new Map(tests.map((test) => [test.test, { ...test, tried: 0, caught: 0 }]));
  const reaching = new Map();
  for (const { test, seconds, ids } of lines(REACHED)) {
    if (!byName.has(test)) continue;
    Object.assign(byName.get(test), { seconds });
    for (const id of ids) reaching.set(id, [...(reaching.get(id) ?? []), byName.get(test)]);
  }
  for (const { by } of lines(RESULTS)) if (byName.has(by)) byName.get(by).caught += 1;
  /** An estimate of the mutants that a test catches per second. */
  const rate = (test) => (test.caught + 0.5) / (test.tried + test.caught + 1) / (test.seconds + 0.02);
  let done = 0;
  await inParallel(mutants, async ({ id, name, file, genre }) => {
    const began = performance.now();
    const left = new Set(reaching.get(id) ?? []);
    let [result, by] = [left.size ? 'survived' : 'not reached', undefined];
    while (left.size && !by) {
      const test = [...left].reduce((best, test) => (rate(test) > rate(best) ? test : best));
      left.delete(test);
      test.tried += 1;
      const attempt = await run(test, { MUTANT: String(id) }, 10 + 10 * test.seconds);
      if (attempt.result === 'passed') continue;
      [result, by] = [attempt.result === 'timed out' ? 'timed out' : 'caught', test.test];
      test.caught += 1;
    }
    const seconds = Math.round(performance.now() - began) / 1000;
    appendFileSync(RESULTS, `${JSON.stringify({ id, file, genre, name, result, by, seconds })}\n`);
    if (++done % 50 === 0) print(`${done} of ${mutants.length} tried`);
  });
}

/** The last result of each mutant. */
const results = () => new Map(lines(RESULTS).map((result) => [result.id, result]));
const isSurvivor = ({ result }) => result === 'survived' || result === 'not reached';

function report() {
  const { total, mutants } = JSON.parse(readFileSync(PLAN, 'utf8'));
  const [known, rows, leftOut] = [results(), new Map(), {}];
  for (const mutant of mutants) {
    if (mutant.leftOut) leftOut[mutant.leftOut] = (leftOut[mutant.leftOut] ?? 0) + 1;
    const result = known.get(mutant.id);
    if (!result) continue;
    const [, folder, ruleset] = mutant.file.replace(/\.rs$/, '').split('/');
    for (const row of [folder === 'rulesets' && ruleset ? `${folder}/${ruleset}` : folder, 'all']) {
      if (!rows.has(row)) rows.set(row, { tried: 0, caught: 0, 'timed out': 0, survived: 0, 'not reached': 0 });
      rows.get(row).tried += 1;
      rows.get(row)[result.result] += 1;
    }
  }
  for (const { name, result } of [...known.values()].filter(isSurvivor).sort((a, b) => (a.name < b.name ? -1 : 1)))
    console.log(`${result}: ${name}`);
  console.log(`${total} mutants; ${mutants.length} drawn; left out:`, leftOut);
  console.table(Object.fromEntries([...rows].sort()));
}

if (!options.report) {
  mkdirSync(TREE, { recursive: true });
  if (!existsSync(PLAN)) await plan();
  const { mutants } = JSON.parse(readFileSync(PLAN, 'utf8'));
  if (options.again) copyTree(new Set(mutants.map(({ file }) => file)));
  const tests = buildTests();
  print(`${mutants.filter(({ leftOut }) => !leftOut).length} mutants compile; ${tests.length} tests`);
  await recordReached(tests);
  const known = results();
  const isWanted = ({ id, file, leftOut }) =>
    !leftOut && file.startsWith(options.only) && (options.again ? known.has(id) && isSurvivor(known.get(id)) : !known.has(id));
  await tryMutants(mutants.filter(isWanted), tests);
}
report();
