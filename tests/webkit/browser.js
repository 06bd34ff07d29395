// WebKit as a player has it: a window of a phone or of a tablet, driven by WebKitWebDriver on a screen of its own.
import { Builder, By, Key } from 'selenium-webdriver';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../browser/hosting.js';
import { readPng } from '../browser/png.js';

/** Seconds until something that is awaited counts as missing. */
const PATIENCE = 15;

const running = new Set();
process.on('exit', () => running.forEach((own) => own.kill('SIGKILL')));

/** Starts a program that does not outlive the tests. */
function start(program, words, options) {
  const own = spawn(program, words, options);
  running.add(own);
  own.on('exit', () => running.delete(own));
  return own;
}

/** A screen that nobody sees. */
async function screen() {
  const xvfb = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await new Promise((told) => xvfb.stdio[3].once('data', (data) => told(String(data).split('\n'))));
  return { xvfb, display: `:${number}` };
}

/** Opens a window; the folder holds what pages save, and is a new one if none is given. */
export async function open({ width, height }, folder = mkdtempSync(join(tmpdir(), 'drumhead-webkit-'))) {
  const { xvfb, display } = await screen();
  const port = await freePort();
  const driver = start('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
  const args = [join(import.meta.dirname, 'window.py'), `${width}x${height}`, folder];
  const asked = { browserName: 'drumhead', 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } };
  const session = await patiently('the driver', () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(asked).build(),
  );
  const close = async ({ keep = false } = {}) => {
    await session.quit().catch(() => {}); // the driver says that the window has gone, which is what was asked for
    driver.kill();
    xvfb.kill();
    if (!keep) await remove(folder);
  };
  return new Player(session, folder, close);
}

/** Removes what a window saved. Its processes outlive it by moments and still write; what they leave behind then is no fault of the app. */
async function remove(folder) {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch {
      await wait(250);
    }
  }
}

/** Tries until it works and is not empty; fails with its last error. */
async function patiently(what, attempt) {
  /** @type {any} */
  let last = new Error('it is not there');
  for (const end = Date.now() + PATIENCE * 1000; Date.now() < end; await wait(50)) {
    try {
      const done = await attempt();
      if (done !== null && done !== false) return done;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what}: ${last.message}`, { cause: last });
}

/** Finds what is visible, has this role and this name (whole, or a part if it ends with …), inside the page. */
function seek(role, name) {
  const kinds = {
    article: 'article',
    button: 'button, [role=button]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    label: 'label, summary, button',
    link: 'a[href]',
    region: 'section, [role=region]',
    status: 'output, [role=status]',
    alert: '[role=alert]',
    words: 'p, li, h1, h2, h3, small, b, span, output, strong, label',
  };
  const plain = (words) => (words ?? '').replace(/\s+/g, ' ').trim();
  const named = (own) => {
    const by = own
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
    // A label may hold its control, with its options.
    const label =
      own.labels?.[0] &&
      [...own.labels[0].childNodes]
        .filter((part) => !part.contains(own))
        .map((part) => part.textContent)
        .join('');
    return plain(own.getAttribute('aria-label') ?? by ?? label ?? own.textContent);
  };
  const fits = (words) => (name.endsWith('…') ? words.includes(name.slice(0, -1)) : words === name);
  const works = (own) => !own.disabled && !own.matches('button[aria-disabled=true]');
  return (
    [...document.querySelectorAll(kinds[role])].find((own) => own.getClientRects().length > 0 && works(own) && fits(named(own))) ?? null
  );
}

class Player {
  constructor(session, folder, close) {
    this.session = session;
    this.folder = folder;
    this.close = close;
  }

  /** Answers of a function that runs in the page. */
  ask(script, ...words) {
    return this.session.executeScript(`return (${script})(...arguments)`, ...words);
  }

  async go(address) {
    await this.session.get(address);
    await this.started();
  }

  /** Waits until the app has taken the place of the first paint. */
  async started() {
    await patiently('the app', () => this.ask(() => document.getElementById('first-paint') === null));
  }

  see(role, name) {
    return patiently(`${role} “${name}”`, () => this.ask(seek, role, name));
  }

  async seesNo(role, name) {
    await patiently(`no ${role} “${name}”`, async () => (await this.ask(seek, role, name)) === null);
  }

  /** Taps the control of this name. */
  press(role, name) {
    return patiently(`tap on ${role} “${name}”`, async () => {
      const own = await this.ask(seek, role, name);
      if (own === null) return false;
      await this.ask((own) => own.scrollIntoView({ block: 'center' }), own);
      await own.click();
      return true;
    });
  }

  /** Taps the first visible element that a selector of styles finds. */
  pressFirst(selector) {
    return patiently(`tap on ${selector}`, async () => {
      const all = await this.session.findElements(By.css(selector));
      for (const own of all) {
        if (!(await own.isDisplayed())) continue;
        await this.ask((own) => own.scrollIntoView({ block: 'center' }), own);
        await own.click();
        return true;
      }
      return false;
    });
  }

  async type(label, words) {
    const field = await this.see('field', label);
    // What sticks to the edges would lie over it.
    await this.ask((own) => own.scrollIntoView({ block: 'center' }), field);
    await field.click();
    await this.ask((own) => own.select(), field);
    await field.sendKeys(words, Key.TAB);
  }

  /** The field of a label, shown or not: fields for files are hidden behind their label. */
  field(label) {
    return patiently(`field “${label}”`, () =>
      this.ask(
        (label) =>
          [...document.querySelectorAll('input')].find((own) =>
            (own.getAttribute('aria-label') ?? own.labels?.[0]?.textContent ?? '').includes(label),
          ) ?? null,
        label,
      ),
    );
  }

  async reload() {
    await this.session.navigate().refresh();
    await this.started();
  }

  /** The words of the page's main part. */
  words() {
    return this.ask(() => document.querySelector('main').innerText);
  }

  /** What the app saved, but for what concerns the device. */
  saved() {
    return this.ask(() =>
      Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('drumhead/') && key !== 'drumhead/device')),
    );
  }

  /** A picture of the window. */
  async picture() {
    return readPng(Buffer.from(await this.session.takeScreenshot(), 'base64'));
  }
}
