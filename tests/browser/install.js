// Finds a browser for the tests, or installs it: `node tests/browser/install.js chromium` (or firefox, webkit).
// Tells what it does on standard error. If there is no browser in the end, the reason is on standard output.
import { chromium, firefox } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launchOptions } from './chromium.js';
import { launching } from './firefox.js';
import { found, project, remember } from './found.js';

/** What drives WebKit; Python is the system's, which has the bindings of GTK. */
const DRIVER = ['WebKitWebDriver', 'Xvfb', '/usr/bin/python3'];

/** For each browser: its programs on PATH, the packages of Debian that have it, and what Playwright calls its download. */
const BROWSERS = {
  chromium: {
    // A headless shell runs the tests in two thirds of the time of a whole browser. So Playwright's is downloaded even if a whole browser
    // is on PATH; on PATH, too, a shell comes first.
    prefersDownload: true,
    programs: ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'],
    download: ['--only-shell', 'chromium'],
    packages: [['chromium-headless-shell'], ['chromium']], // some systems have no package of the shell
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
    start: async (executablePath) => ({ version: await versionOf(firefox, launching(executablePath)) }),
  },
  webkit: {
    programs: ['WebKitWebDriver'],
    packages: [['webkit2gtk-driver', 'xvfb', 'xauth', 'python3-gi', 'gir1.2-gtk-3.0', 'gir1.2-webkit2-4.1']],
    advice:
      'on Debian or Ubuntu, `apt-get install webkit2gtk-driver xvfb xauth python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1`; ' +
      'other systems have no WebKit that the tests can drive',
    async start() {
      for (const program of DRIVER) if (!onPath(program)) throw new Error(`${program} is missing`);
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

const say = (line) => console.error(line);

/** Runs a program to its end, its output on standard error; true if it succeeds. */
const run = (program, words) => spawnSync(program, words, { cwd: project, stdio: ['ignore', 2, 2] }).status === 0;

const playwright = (...words) => run('node', [join(project, 'node_modules/@playwright/test/cli.js'), ...words]);

/** Runs apt-get as root; `undefined` if it is missing or would ask for a password. */
function aptGet() {
  if (!onPath('apt-get')) return undefined;
  const asRoot = process.getuid() === 0 ? [] : ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'];
  if (asRoot.length > 0 && spawnSync('sudo', ['-n', 'true']).status !== 0) return undefined;
  process.env.DEBIAN_FRONTEND = 'noninteractive';
  const options = ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=60', '-o', 'DPkg::Lock::Timeout=300'];
  const [program, ...words] = [...asRoot, 'apt-get', ...options];
  return (...verb) => run(program, [...words, ...verb]);
}

/** Why the last browser did not start. */
let trouble = '';

/** Tries to start a browser as the tests will; notes it if it starts. Without a program it is Playwright's own. */
async function starts(name, program) {
  try {
    const { version, ...rest } = await BROWSERS[name].start(program);
    say(`    ${name}: ${program ?? 'Playwright’s'} ${version}`);
    remember(name, { ...rest, program });
    return true;
  } catch (error) {
    [trouble] = String(/** @type {Error} */ (error).message).split('\n');
    return false;
  }
}

async function ofSystem(name) {
  for (const program of BROWSERS[name].programs.map(onPath)) if (program && (await starts(name, program))) return true;
  return false;
}

/** Downloads Playwright's browser; true if it then starts. */
async function downloaded(name) {
  const { download } = BROWSERS[name];
  if (!download) return false;
  say(`==> Downloading Playwright's ${name} (about 110 MB, a few minutes)`);
  if (!playwright('install', ...download)) return false;
  if (await starts(name)) return true;
  say('==> It does not start: installing the system libraries it needs with apt-get (a few minutes)');
  return Boolean(aptGet()) && playwright('install-deps', name) && (await starts(name));
}

/** Finds or installs the browser. Returns what went wrong, or nothing. */
async function provide(name) {
  const { download, prefersDownload, packages } = BROWSERS[name];
  const named = process.env[`DRUMHEAD_${name.toUpperCase()}`];
  if (named) return (await starts(name, named)) ? undefined : `the program ${named}, which the environment names, does not start`;
  if (download && (await starts(name))) return undefined;
  // A download that failed is not tried again while the system has a browser.
  const sources = prefersDownload && !found[name] ? [downloaded, ofSystem] : [ofSystem, downloaded];
  for (const source of sources) if (await source(name)) return undefined;
  const apt = aptGet();
  if (!apt) return `it is not installed${download ? ', could not be downloaded' : ''}, and apt-get is missing or needs a password`;
  say(`==> Installing the system's own ${name} with apt-get${download ? ' instead' : ''} (a few minutes)`);
  apt('update');
  if (!packages.some((some) => apt('install', '--yes', '--no-install-recommends', ...some))) return 'apt-get cannot install it';
  return (await ofSystem(name)) ? undefined : `the system’s was installed but does not start (${trouble})`;
}

const [, , name] = process.argv;
const wrong = await provide(name);
if (wrong) {
  console.log(`${wrong}. To have it: ${BROWSERS[name].advice}`);
  process.exitCode = 1;
}
process.exit();
