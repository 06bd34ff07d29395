// Finds a browser for the tests, or installs it: `node tests/browser/install.js chromium` (or firefox, webkit).
// Progress is on standard error. If no browser can be installed, the reason is on standard output.
import { chromium, firefox } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launchOptions } from './chromium.js';
import { optionsFor } from './firefox.js';
import { browsers, project, record } from './found.js';

/** Programs that drive WebKit. It must be the system's Python, which has the bindings of GTK. */
const WEBKIT_PROGRAMS = ['WebKitWebDriver', 'Xvfb', '/usr/bin/python3'];

/** For each browser: possible programs on PATH, sets of Debian packages to try, and arguments of `playwright install`. */
const BROWSERS = {
  chromium: {
    // A headless shell runs the tests in two thirds of the time of a whole browser. Playwright's is therefore downloaded even if a
    // whole browser is on PATH. Among the programs, too, a shell comes first.
    prefersDownload: true,
    programs: ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'],
    download: ['--only-shell', 'chromium'],
    packages: [['chromium-headless-shell'], ['chromium']], // some systems have no package with the shell
    advice: 'install Chromium or Google Chrome so that it is on PATH, or set DRUMHEAD_CHROMIUM to its program',
    async start(executablePath) {
      try {
        return { version: await versionOf(chromium, { ...launchOptions, executablePath, chromiumSandbox: true }) };
      } catch {
        const version = await versionOf(chromium, { ...launchOptions, executablePath, chromiumSandbox: false });
        return { version: `${version}, without its sandbox, which does not work here`, sandbox: false };
      }
    },
  },
  firefox: {
    programs: ['firefox-esr', 'firefox'],
    download: ['firefox'],
    packages: [['firefox-esr'], ['firefox']],
    advice: 'install Firefox so that it is on PATH (not as a snap), or set DRUMHEAD_FIREFOX to its program',
    start: async (executablePath) => ({ version: await versionOf(firefox, optionsFor(executablePath)) }),
  },
  webkit: {
    programs: ['WebKitWebDriver'],
    packages: [['webkit2gtk-driver', 'xvfb', 'xauth', 'python3-gi', 'gir1.2-gtk-3.0', 'gir1.2-webkit2-4.1']],
    advice:
      'on Debian or Ubuntu, `apt-get install webkit2gtk-driver xvfb xauth python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1`; ' +
      'other systems have no WebKit that the tests can drive',
    async start() {
      for (const program of WEBKIT_PROGRAMS) if (!onPath(program)) throw new Error(`${program} is missing`);
      const { open } = await import('../webkit/browser.js');
      const player = await open({ width: 390, height: 844 });
      const version = (await player.session.getCapabilities()).getBrowserVersion();
      await player.close();
      return { version: `drives WebKitGTK ${version}` };
    },
  },
};

async function versionOf(type, options) {
  const browser = await type.launch({ ...options, timeout: 30_000 });
  try {
    return browser.version();
  } finally {
    await browser.close();
  }
}

function onPath(name) {
  const files = name.startsWith('/') ? [name] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const log = (line) => console.error(line);

/** Runs a program to its end, with its output on standard error. True if it succeeds. */
const run = (program, args) => spawnSync(program, args, { cwd: project, stdio: ['ignore', 2, 2] }).status === 0;

const playwright = (...args) => run('node', [join(project, 'node_modules/@playwright/test/cli.js'), ...args]);

/** A function that runs apt-get as root; `undefined` if apt-get is missing or would ask for a password. */
function aptGet() {
  if (!onPath('apt-get')) return undefined;
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return undefined;
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  const options = ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=60', '-o', 'DPkg::Lock::Timeout=300'];
  const [program, ...args] = [...asRoot, 'apt-get', ...options];
  return (...command) => run(program, [...args, ...command]);
}

/** The reason why the last browser did not start. */
let startError = '';

/** Tries to start a browser as the tests do, and records it for them if it starts. Without `program`, tries Playwright's own. */
async function tryStart(name, program) {
  try {
    const { version, ...rest } = await BROWSERS[name].start(program);
    log(`    ${name}: ${program ?? 'Playwright’s'} ${version}`);
    record(name, { ...rest, program });
    return true;
  } catch (error) {
    [startError] = String(/** @type {Error} */ (error).message).split('\n');
    return false;
  }
}

/** Tries the system's programs; true if one starts. */
async function trySystem(name) {
  for (const program of BROWSERS[name].programs.map(onPath)) if (program && (await tryStart(name, program))) return true;
  return false;
}

/** Downloads Playwright's browser; true if it then starts. */
async function tryDownload(name) {
  const { download } = BROWSERS[name];
  if (!download) return false;
  log(`==> Downloading Playwright's ${name} (about 110 MB, a few minutes)`);
  if (!playwright('install', ...download)) return false;
  if (await tryStart(name)) return true;
  log('==> It does not start: installing the system libraries that it needs with apt-get (a few minutes)');
  return Boolean(aptGet()) && playwright('install-deps', name) && (await tryStart(name));
}

/** Finds or installs the browser. Returns the reason if this fails. */
async function provide(name) {
  const { download, prefersDownload, packages } = BROWSERS[name];
  const chosen = process.env[`DRUMHEAD_${name.toUpperCase()}`];
  if (chosen) return (await tryStart(name, chosen)) ? undefined : `the program ${chosen}, which the environment names, does not start`;
  if (download && (await tryStart(name))) return undefined;
  // If an earlier set-up fell back to the system's browser, the download is not tried first again.
  const sources = prefersDownload && !browsers[name] ? [tryDownload, trySystem] : [trySystem, tryDownload];
  for (const source of sources) if (await source(name)) return undefined;
  const apt = aptGet();
  if (!apt) return `it is not installed${download ? ', could not be downloaded' : ''}, and apt-get is missing or needs a password`;
  log(`==> Installing the system's own ${name} with apt-get${download ? ' instead' : ''} (a few minutes)`);
  apt('update');
  if (!packages.some((some) => apt('install', '--yes', '--no-install-recommends', ...some))) return 'apt-get cannot install it';
  return (await trySystem(name)) ? undefined : `the system’s was installed but does not start (${startError})`;
}

const [, , name] = process.argv;
const problem = await provide(name);
if (problem) {
  console.log(`${problem}. To have it: ${BROWSERS[name].advice}`);
  process.exitCode = 1;
}
process.exit();
