// Drives WebKit in a window of a phone's or a tablet's size, by WebKitWebDriver, on a virtual screen.
import { Builder, By, Key } from 'selenium-webdriver';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../browser/hosting.js';
import { readPng } from '../browser/png.js';

/** Milliseconds until `retry` fails. */
const RETRY_TIMEOUT = 15_000;

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a program that is killed when the tests end. */
function start(program, args, options) {
  const child = spawn(program, args, options);
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** Starts a virtual X screen. */
async function startScreen() {
  const xvfb = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await new Promise((done) => xvfb.stdio[3].once('data', (data) => done(String(data).split('\n'))));
  return { xvfb, display: `:${number}` };
}

/** Opens a window. Storage and downloads of its pages are kept in the folder, which is a new one by default. */
export async function open({ width, height }, folder = mkdtempSync(join(tmpdir(), 'drumhead-webkit-'))) {
  const { xvfb, display } = await startScreen();
  const port = await freePort();
  const driver = start('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
  const args = [join(import.meta.dirname, 'window.py'), `${width}x${height}`, folder];
  const capabilities = { browserName: 'drumhead', 'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args } };
  const session = await retry('the driver', () =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
  );
  const close = async ({ keep = false } = {}) => {
    await session.quit().catch(() => {}); // the driver reports an error because the window is gone
    driver.kill();
    xvfb.kill();
    if (!keep) await remove(folder);
  };
  return new Player(session, folder, close);
}

/**
 * Removes a window's folder. The processes of the window may still write for a moment, so removing is tried for five seconds;
 * files that are left do not fail the test.
 */
async function remove(folder) {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch {
      await wait(250);
    }
  }
}

/** Tries until the attempt returns something other than null or false; fails with the last error. */
async function retry(what, attempt) {
  /** @type {any} */
  let last = new Error('not found');
  for (const end = Date.now() + RETRY_TIMEOUT; Date.now() < end; await wait(50)) {
    try {
      const result = await attempt();
      if (result !== null && result !== false) return result;
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`${what}: ${last.message}`, { cause: last });
}

/**
 * Finds a visible, enabled element with this role and accessible name. A name that ends with … may be any part of the accessible
 * name. Runs inside the page.
 */
function find(role, name) {
  const selectors = {
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
  const normal = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element) => {
    const labelledBy = element
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');
    // The control itself may be inside its label.
    const label =
      element.labels?.[0] &&
      [...element.labels[0].childNodes]
        .filter((part) => !part.contains(element))
        .map((part) => part.textContent)
        .join('');
    return normal(element.getAttribute('aria-label') ?? labelledBy ?? label ?? element.textContent);
  };
  const matches = (text) => (name.endsWith('…') ? text.includes(name.slice(0, -1)) : text === name);
  const isEnabled = (element) => !element.disabled && !element.matches('button[aria-disabled=true]');
  return (
    [...document.querySelectorAll(selectors[role])].find(
      (element) => element.getClientRects().length > 0 && isEnabled(element) && matches(nameOf(element)),
    ) ?? null
  );
}

class Player {
  constructor(session, folder, close) {
    this.session = session;
    this.folder = folder;
    this.close = close;
  }

  /** Runs a function in the page, and returns its result. */
  run(script, ...args) {
    return this.session.executeScript(`return (${script})(...arguments)`, ...args);
  }

  async go(address) {
    await this.session.get(address);
    await this.started();
  }

  /** Waits until the app has replaced the first paint. */
  async started() {
    await retry('the app', () => this.run(() => document.getElementById('first-paint') === null));
  }

  see(role, name) {
    return retry(`${role} “${name}”`, () => this.run(find, role, name));
  }

  async seesNo(role, name) {
    await retry(`no ${role} “${name}”`, async () => (await this.run(find, role, name)) === null);
  }

  /** Taps the control of this name. */
  press(role, name) {
    return retry(`tap on ${role} “${name}”`, async () => {
      const control = await this.run(find, role, name);
      if (control === null) return false;
      await this.run((control) => control.scrollIntoView({ block: 'center' }), control);
      await control.click();
      return true;
    });
  }

  /** Taps the first visible element that matches a CSS selector. */
  pressFirst(selector) {
    return retry(`tap on ${selector}`, async () => {
      for (const element of await this.session.findElements(By.css(selector))) {
        if (!(await element.isDisplayed())) continue;
        await this.run((element) => element.scrollIntoView({ block: 'center' }), element);
        await element.click();
        return true;
      }
      return false;
    });
  }

  /** Types into the field of a label, and leaves the field. */
  async type(label, text) {
    const field = await this.see('field', label);
    // At the edges of the window, sticky bars could cover the field.
    await this.run((field) => field.scrollIntoView({ block: 'center' }), field);
    await field.click();
    await this.run((field) => field.select(), field);
    await field.sendKeys(text, Key.TAB);
  }

  /** The field of a label. It may be hidden, as file inputs are. */
  field(label) {
    return retry(`field “${label}”`, () =>
      this.run(
        (label) =>
          [...document.querySelectorAll('input')].find((field) =>
            (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '').includes(label),
          ) ?? null,
        label,
      ),
    );
  }

  async reload() {
    await this.session.navigate().refresh();
    await this.started();
  }

  /** The text of the page's `main`. */
  mainText() {
    return this.run(() => document.querySelector('main').innerText);
  }

  /** The texts that the app saved, by key, except the settings of the device. */
  saved() {
    return this.run(() =>
      Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('drumhead/') && key !== 'drumhead/device')),
    );
  }

  async screenshot() {
    return readPng(Buffer.from(await this.session.takeScreenshot(), 'base64'));
  }
}
