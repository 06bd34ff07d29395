// Home-made, because cargo-mutants builds anew for each mutant, 13 s or more: this builds a random sample into one program.
//
// cargo-mutants lists the mutants. Each of the sample becomes `if crate::mutant(17) { changed } else { original }` in a copy of the sources,
// and an environment variable chooses one at run time. Each test first notes which mutants it reaches; then each mutant is tried with the tests
// that reach it, those first that catch most in the least time, until one fails. docs/longer_runs.md says how to run it.
//
// node tests/measure/mutants.js [--count 1900] [--seed 1] [--jobs 1] [--minutes N]   draws, builds and tries; started again, it goes on
// node tests/measure/mutants.js --listed     tries those that docs/mutants.md lists, rather than a sample
// node tests/measure/mutants.js --again      tries those that survived with the tests as they are now
// Each with --only crates/argad/src/   tries those in files that begin so
// node tests/measure/mutants.js --report     prints the figures and those that survived
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
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

const HOME = resolve('target/mutants');
const TREE = join(HOME, 'tree');
const [PLAN, REACHED, RESULTS] = ['plan.json', 'reached.jsonl', 'results.jsonl'].map((name) => join(HOME, name));

// Optimised a little, as the tests run more often than they are built. Random tests are shorter, and do not look for the smallest failure.
const BUILD = {
  CARGO_TARGET_DIR: join(HOME, 'target'),
  CARGO_INCREMENTAL: '1',
  CARGO_PROFILE_DEV_OPT_LEVEL: '1',
  CARGO_PROFILE_DEV_DEBUG: '0',
};
const RUN = { DRUMHEAD_ACTS: '1000', DRUMHEAD_REQUESTS: '200', PROPTEST_MAX_SHRINK_ITERS: '0', PROPTEST_FAILURE_PERSISTENCE: 'off' };

// Appended to each crate that has mutants. Mutant 0 does not exist: it notes in a file which mutants are reached.
const CHOOSER = `
/// Chooses a mutant.
#[inline]
pub(crate) fn mutant(id: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let chosen = *CHOSEN.get_or_init(|| std::env::var("MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(u32::MAX));
    if chosen == 0 {
        note_mutant(id);
    }
    chosen == id
}

#[cold]
fn note_mutant(id: u32) {
    static NOTED: std::sync::Mutex<std::collections::BTreeSet<u32>> = std::sync::Mutex::new(std::collections::BTreeSet::new());
    if NOTED.lock().is_ok_and(|mut noted| noted.insert(id)) {
        let file = std::env::var_os("MUTANTS_REACHED").expect("a file for what is reached");
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("it opens");
        std::io::Write::write_all(&mut file, format!("{id}\\n").as_bytes()).expect("it is written");
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
const say = (text) => console.log(`${new Date().toTimeString().slice(0, 8)} ${text}`);

// --- Sources with mutants ---

/** The parser of Rust, installed beside the copy: docs/longer_runs.md. */
async function rustParser() {
  const modules = join(HOME, 'node_modules');
  const { Parser, Language } = await import(pathToFileURL(join(modules, 'web-tree-sitter/web-tree-sitter.js')).href);
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(modules, 'tree-sitter-rust/tree-sitter-rust.wasm')));
  return parser;
}

/** Index of a place that is counted in lines and characters, both from 1. */
function indexer(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, column }) => {
    let at = starts[line - 1];
    for (let left = column - 1; left > 0; left--) at += source.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  };
}

const up = (node, wanted) => {
  while (node && !wanted(node)) node = node.parent;
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
  const fixed = up(leaf, (node) => is('const_item', 'static_item', 'const_block')(node) || (node.type === 'array_type' && leaf !== node));
  if (fixed) return { reason: 'a constant' };
  const inConst = up(
    leaf,
    (node) =>
      node.type === 'function_item' &&
      node.children.some((child) => /\bconst\b/.test(child.type === 'function_modifiers' ? child.text : '')),
  );
  if (inConst) return { reason: 'a constant function' };
  if (up(leaf, is('token_tree'))) return { reason: 'in a macro' };
  const wanted = {
    FnValue: (node) => node.type === 'block' && ['function_item'].includes(node.parent?.type),
    BinaryOperator: is('binary_expression', 'compound_assignment_expr', 'let_chain'),
    UnaryOperator: is('unary_expression'),
    MatchArm: is('match_arm'),
    MatchArmGuard: is('match_arm'),
    StructField: is('struct_expression'),
  }[mutant.genre];
  const node = wanted && up(leaf, wanted);
  if (!node) return { reason: `no place for ${mutant.genre}` };
  if (node.type === 'let_chain') return { reason: 'an operator between patterns' };
  const guard = node.type === 'match_arm' ? node.childForFieldName('pattern').childForFieldName('condition') : null;
  if (mutant.genre === 'MatchArmGuard' && mutant.replacement === 'true' && /\blet\b/.test(guard.text))
    return { reason: 'a guard with a pattern' };
  return { node, start, end };
}

/** A source with its mutants: each of `sites` is a node with a mutant. */
function rendered(source, root, sites) {
  const at = new Map();
  for (const each of sites) at.set(each.node.id, [...(at.get(each.node.id) ?? []), each]);
  const own = (node, cut) => {
    let [text, place] = ['', node.startIndex];
    for (const child of node.children) {
      const skipped = cut && child.startIndex <= cut.start && child.endIndex >= cut.end && child.childCount === 0 ? '' : null;
      text += source.slice(place, child.startIndex) + (skipped ?? (cut && holds(child, cut) ? own(child, cut) : render(child)));
      place = child.endIndex;
    }
    return text + source.slice(place, node.endIndex);
  };
  const holds = (node, cut) => node.startIndex <= cut.start && node.endIndex >= cut.end;
  const changed = ({ id, mutant, start, end, node }) => {
    if (mutant.genre === 'UnaryOperator') return source.slice(node.startIndex, start) + node.children.slice(1).map(render).join(' ');
    if (mutant.genre === 'StructField') return source.slice(node.startIndex, start) + source.slice(end, node.endIndex);
    const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
    if (!left || !right) throw new Error(`no operands for ${id}`);
    return `${render(left)} ${mutant.replacement} ${render(right)}`;
  };
  const render = (node) => {
    const here = at.get(node.id);
    if (!here) return node.childCount ? own(node) : node.text;
    if (node.type === 'block') {
      const returns = here.map(({ id, mutant }) => ` if crate::mutant(${id}) { return ${mutant.replacement}; }`);
      return own(node).replace('{', () => `{${returns.join('')}`);
    }
    if (node.type === 'match_arm') return arm(node, here);
    const choices = here.map((each) => `if crate::mutant(${each.id}) { ${changed(each)} } else `);
    return `(${choices.join('')}{ ${own(node)} })`;
  };
  const arm = (node, here) => {
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

/** Mutants that make the compiler refuse: those around its errors, in files as they were written. */
function refused(output, parser) {
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
      const names = (node) => [...(node?.text ?? '').matchAll(/crate::mutant\((\d+)\)/g)].map((match) => Number(match[1]));
      const choice = up(leaf, isChoice);
      const first = choice && names(choice.childForFieldName('condition'));
      const inside = choice && leaf.startIndex < choice.childForFieldName('consequence').endIndex;
      const found = inside ? first : names(choice).length ? names(choice) : names(up(leaf, (node) => node.type === 'match_arm'));
      for (const id of found.length ? found : names(up(leaf, (node) => node.type === 'function_item'))) ids.add(id);
      if (!ids.size) say(`${span.file_name}:${span.line_start}: ${message.message}`);
    }
  }
  return ids;
}

/** Packages and targets of the tests that must fail for a mutant, from the configuration of cargo-mutants. */
function targets() {
  const told = readFileSync('.cargo/mutants.toml', 'utf8');
  const list = (name) => [...told.match(new RegExp(`^${name} = \\[([^\\]]*)\\]`, 'm'))[1].matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  return [...list('test_package').flatMap((name) => ['-p', name]), ...list('additional_cargo_test_args')];
}

/** The root of a file's crate. */
const library = (file) => `${file.split('/src/')[0]}/src/lib.rs`;

const cargo = (...args) => {
  const env = { ...process.env, ...BUILD };
  return spawnSync('cargo', args, { cwd: TREE, env, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });
};

/** Writes a file of the copy if it differs, so that cargo builds no more than it must. */
function write(file, text) {
  const path = join(TREE, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Copies the tree, but for files with mutants. Their crates get the chooser. */
function copy(except) {
  const libraries = new Set([...except].map(library));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\0');
  for (const file of files.filter((file) => file && existsSync(file) && !except.has(file) && !libraries.has(file))) {
    const path = join(TREE, file);
    if (existsSync(path) && readFileSync(path).equals(readFileSync(file))) continue;
    mkdirSync(dirname(path), { recursive: true });
    cpSync(file, path);
  }
  for (const file of [...libraries].filter((file) => !except.has(file))) write(file, readFileSync(file, 'utf8') + CHOOSER);
}

/** Those that docs/mutants.md lists. It tells lines but no columns: of several alike in a line all are tried. */
function listed(all) {
  const names = new Set();
  let file = '';
  for (const line of readFileSync('docs/mutants.md', 'utf8').split('\n')) {
    file = line.match(/^## (\S+\.rs)$/)?.[1] ?? file;
    const [, number, change] = line.match(/^- line (\d+): `(.+?)`/) ?? [];
    if (change) names.add(`${file}:${number}: ${change}`);
  }
  return all.filter(({ name }) => names.has(name.replace(/^([^:]+:\d+):\d+: /, '$1: ')));
}

/** Draws a sample, writes it into the copy, and leaves out what does not compile. */
async function plan() {
  const parser = await rustParser();
  const all = JSON.parse(execFileSync('cargo', ['mutants', '--workspace', '--list', '--json'], { encoding: 'utf8', maxBuffer: 1 << 30 }));
  let state = BigInt(options.seed);
  const random = () => Number((state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n)) >> 33n) / 2 ** 31;
  for (let i = 0; i < 3; i++) random();
  const sample = () =>
    all
      .map((mutant) => [random(), mutant])
      .sort(([a], [b]) => a - b)
      .slice(0, Number(options.count))
      .map(([, mutant]) => mutant);
  const drawn = options.listed ? listed(all) : sample();
  const mutants = drawn.map(({ file, name, genre, span, replacement }, place) => ({ id: place + 1, file, name, genre, span, replacement }));
  const files = new Map();
  for (const mutant of mutants) {
    if (!files.has(mutant.file)) {
      const source = readFileSync(mutant.file, 'utf8');
      files.set(mutant.file, { source, root: parser.parse(source).rootNode, index: indexer(source), sites: [] });
    }
    const file = files.get(mutant.file);
    const found = site(file.root, file.index, mutant);
    if (found.node) file.sites.push({ ...found, mutant, id: mutant.id });
    else mutant.left = found.reason;
  }
  copy(new Set(files.keys()));
  for (;;) {
    for (const [name, file] of files)
      write(
        name,
        rendered(
          file.source,
          file.root,
          file.sites.filter(({ mutant }) => !mutant.left),
        ) + (library(name) === name ? CHOOSER : ''),
      );
    const built = cargo('build', '--locked', '--lib', '-p', 'testing', '--message-format=json');
    if (built.status === 0) break;
    const ids = refused(built.stdout, parser);
    say(`${ids.size} do not compile`);
    if (!ids.size) throw new Error('The copy does not compile.');
    for (const id of ids) mutants[id - 1].left = 'does not compile';
  }
  writeFileSync(PLAN, JSON.stringify({ of: all.length, mutants }));
}

// --- Tests ---

/** Builds the tests; each of them as the program that holds it and its name. */
function tests() {
  const built = cargo('test', '--locked', '--no-run', '--message-format=json', ...targets());
  if (built.status !== 0) throw new Error('The tests do not compile.');
  const programs = built.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  return programs
    .filter(({ executable, profile }) => executable && profile.test)
    .flatMap(({ executable, target, manifest_path: manifest }) => {
      const folder = dirname(manifest);
      const [all, ignored] = [[], ['--ignored']].map((args) =>
        execFileSync(executable, ['--list', '--format=terse', ...args], { encoding: 'utf8', cwd: folder }),
      );
      const program = `${relative(TREE, folder)} ${target.name}`.trim();
      const skipped = new Set(ignored.split('\n'));
      const names = all.split('\n').filter((line) => line.endsWith(': test') && !skipped.has(line));
      return names.map((line) => ({ executable, folder, name: line.slice(0, -6), test: `${program} ${line.slice(0, -6)}` }));
    });
}

/** Runs a test: `passed`, `failed` or `late`, and the seconds. Memory is bounded, as a mutant may ask for all. */
function run({ executable, folder, name }, env, seconds) {
  return new Promise((done) => {
    const began = performance.now();
    const args = ['-c', 'ulimit -v 6000000; exec "$@"', 'sh', executable, '--exact', name, '--test-threads=1', '--quiet'];
    const child = spawn('sh', args, {
      cwd: folder,
      env: { ...process.env, ...RUN, CARGO_MANIFEST_DIR: folder, ...env },
      stdio: 'ignore',
      detached: true,
    });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      process.kill(-child.pid, 'SIGKILL');
    }, seconds * 1000);
    child.on('exit', (code) => {
      clearTimeout(timer);
      done({ how: late ? 'late' : code === 0 ? 'passed' : 'failed', seconds: (performance.now() - began) / 1000 });
    });
  });
}

/** Works through a list, `jobs` at once. */
async function each(list, work) {
  const until = Date.now() + Number(options.minutes) * 60_000;
  const queue = [...list];
  const worker = async () => {
    while (queue.length && Date.now() < until) await work(queue.shift());
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
}

/** Notes which mutants each test reaches. */
async function note(all) {
  const known = new Set(lines(REACHED).map(({ test }) => test));
  await each(
    all.filter(({ test }) => !known.has(test)),
    async (test) => {
      const file = join(HOME, `reached-${process.hrtime.bigint()}`);
      const { how, seconds } = await run(test, { MUTANT: '0', MUTANTS_REACHED: file }, 1200);
      const ids = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
      rmSync(file, { force: true });
      if (how !== 'passed') say(`${test.test} fails by itself, and is left out`);
      appendFileSync(REACHED, `${JSON.stringify({ test: test.test, seconds, ids: how === 'passed' ? ids : [] })}\n`);
    },
  );
}

/** Tries mutants until a test fails. */
async function tryAll(mutants, all) {
  const byName = new Map(all.map((test) => [test.test, { ...test, tried: 0, caught: 0 }]));
  const reaching = new Map();
  for (const { test, seconds, ids } of lines(REACHED)) {
    if (!byName.has(test)) continue;
    Object.assign(byName.get(test), { seconds });
    for (const id of ids) reaching.set(id, [...(reaching.get(id) ?? []), byName.get(test)]);
  }
  for (const { by } of lines(RESULTS)) if (byName.has(by)) byName.get(by).caught += 1;
  const worth = (test) => (test.caught + 0.5) / (test.tried + test.caught + 1) / (test.seconds + 0.02);
  let done = 0;
  await each(mutants, async ({ id, name, file, genre }) => {
    const began = performance.now();
    const left = new Set(reaching.get(id) ?? []);
    let [result, by] = [left.size ? 'survived' : 'not reached', undefined];
    while (left.size && !by) {
      const test = [...left].reduce((best, test) => (worth(test) > worth(best) ? test : best));
      left.delete(test);
      test.tried += 1;
      const { how } = await run(test, { MUTANT: String(id) }, 10 + 10 * test.seconds);
      if (how === 'passed') continue;
      [result, by] = [how === 'late' ? 'timed out' : 'caught', test.test];
      test.caught += 1;
    }
    const seconds = Math.round(performance.now() - began) / 1000;
    appendFileSync(RESULTS, `${JSON.stringify({ id, file, genre, name, result, by, seconds })}\n`);
    if (++done % 50 === 0) say(`${done} of ${mutants.length} tried`);
  });
}

/** The last result of each mutant. */
const results = () => new Map(lines(RESULTS).map((result) => [result.id, result]));
const survived = ({ result }) => result === 'survived' || result === 'not reached';

function report() {
  const { of, mutants } = JSON.parse(readFileSync(PLAN, 'utf8'));
  const [known, rows, left] = [results(), new Map(), {}];
  for (const mutant of mutants) {
    if (mutant.left) left[mutant.left] = (left[mutant.left] ?? 0) + 1;
    const result = known.get(mutant.id);
    if (!result) continue;
    const [, crate] = mutant.file.split('/');
    for (const row of [crate, 'all']) {
      if (!rows.has(row)) rows.set(row, { tried: 0, caught: 0, 'timed out': 0, survived: 0, 'not reached': 0 });
      rows.get(row).tried += 1;
      rows.get(row)[result.result] += 1;
    }
  }
  for (const { name, result } of [...known.values()].filter(survived).sort((a, b) => (a.name < b.name ? -1 : 1)))
    console.log(`${result}: ${name}`);
  console.log(`${of} mutants; ${mutants.length} drawn; left out:`, left);
  console.table(Object.fromEntries([...rows].sort()));
}

if (!options.report) {
  mkdirSync(TREE, { recursive: true });
  if (!existsSync(PLAN)) await plan();
  const { mutants } = JSON.parse(readFileSync(PLAN, 'utf8'));
  if (options.again) copy(new Set(mutants.map(({ file }) => file)));
  const all = tests();
  say(`${mutants.filter(({ left }) => !left).length} mutants compile; ${all.length} tests`);
  await note(all);
  const known = results();
  const wanted = ({ file, left }) => !left && file.startsWith(options.only);
  await tryAll(
    mutants.filter(
      (mutant) => wanted(mutant) && (options.again ? known.has(mutant.id) && survived(known.get(mutant.id)) : !known.has(mutant.id)),
    ),
    all,
  );
}
report();
