// The first paint is HTML: `index.html` shows the home page before the app runs, and it is the same page that the app shows.
//
// Who changes the home page, or its words, renews what stands in index.html, and builds again:
//
//   DRUMHEAD_RENEW_FIRST_PAINT=1 cargo xtask test --only browser -- first_paint --project phone
import { readFileSync, writeFileSync } from 'node:fs';
import { beginBattle } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

const source = new URL('../../index.html', import.meta.url);
const BEGIN = '    <!-- first paint: written by tests/browser/first_paint.spec.ts -->\n';
const END = '    <!-- end of first paint -->\n';

/** What the app shows of the home page, without what it adds later; and its texts in order. */
async function home(page: Page) {
  await page.goto('./#/');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Try a sample battle' }).or(page.getByRole('link', { name: /Essayer|essai/ })).first()).toBeVisible();
  return page.evaluate(() => {
    const texts: string[] = [];
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const html = (own: Node): string => {
      if (own.nodeType === Node.TEXT_NODE) {
        texts.push(own.textContent!);
        return escaped(own.textContent!);
      }
      if (!(own instanceof Element)) return '';
      const offline = own.matches('main.home > section');
      if (offline || own.matches('[role=status]')) return '';
      const attributes = [...own.attributes].map(({ name, value }) => {
        if (name === 'aria-label') texts.push(value);
        return ` ${name}="${escaped(value)}"`;
      });
      // Texts that stand next to each other stay apart.
      const children = [...own.childNodes].filter((child) => child.nodeType !== Node.COMMENT_NODE && child.textContent !== '' || child instanceof Element);
      const parts = children.map((child, index) => (child.nodeType === Node.TEXT_NODE && children[index - 1]?.nodeType === Node.TEXT_NODE ? '<!---->' : '') + html(child));
      const name = own.tagName.toLowerCase();
      return ['img', 'path'].includes(name) && !parts.length ? `<${name}${attributes.join('')}>${name === 'path' ? '</path>' : ''}` : `<${name}${attributes.join('')}>${parts.join('')}</${name}>`;
    };
    return { html: [...document.querySelectorAll('.head, main.home')].map(html).join(''), texts };
  });
}

const tidy = (html: string) => html.replace(/<(header|main|nav|ul|li|h2|template)\b/g, '\n      <$1');

test('index.html shows the home page as the app shows it', async ({ page, browser, baseURL }) => {
  const english = await home(page);
  // Who reads French is asked, until they have chosen.
  const reader = await browser.newPage({ locale: 'fr-FR', baseURL, serviceWorkers: 'block' });
  await home(reader);
  const offer = await reader.locator('main > .tools:has(button[lang])').evaluate((own) => own.outerHTML.replace(/<!--.*?-->/g, ''));
  await reader.close();
  await page.goto('./#/rosters');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeVisible();
  const frame = await page.locator('.head').evaluate((head) => {
    head.querySelectorAll('a:not([href="#/"]):not([href="#/settings"]), button').forEach((own) => own.remove());
    head.querySelector('h1')!.textContent = '';
    return head.outerHTML.replace(/<!--.*?-->/g, '');
  });
  await page.evaluate(() => localStorage.setItem('drumhead/settings', localStorage['drumhead/settings']));
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const french = await home(page);
  expect(french.texts.length).toBe(english.texts.length);
  const words = Object.fromEntries(english.texts.map((text, index) => [text, french.texts[index]]).filter(([own, other]) => own !== other));
  const wanted =
    `    <div id="first-paint">${tidy(english.html)}\n    </div>\n` +
    `    <template id="first-offers">${offer.replace('<p', '<p data-offer="fr"')}</template>\n` +
    `    <template id="first-frame">${frame}</template>\n` +
    `    <script type="application/json" id="first-words">${JSON.stringify({ fr: words })}</script>\n`;
  const text = readFileSync(source, 'utf8');
  const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (process.env.DRUMHEAD_RENEW_FIRST_PAINT) writeFileSync(source, text.slice(0, start) + wanted + text.slice(end));
  else expect(text.slice(start, end), 'renew it as the head of this file says').toBe(wanted);
});

/** Keeps the app away, so that what is seen is the first paint. */
const withoutApp = (page: Page) => page.route('**/*.wasm', () => {});

test('the app takes the place of the first paint, and nothing moves', async ({ page }) => {
  await withoutApp(page);
  await page.goto('./', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint').getByRole('link', { name: 'New battle' })).toBeVisible();
  const places = () =>
    page.locator(':is(h1, h2, h3, main a, .masthead p):visible').evaluateAll((all) => all.map((own) => [own.textContent, ...Object.values(own.getBoundingClientRect().toJSON())]));
  const before = await places();
  await page.locator('#first-paint').getByRole('link', { name: 'Rosters' }).focus();
  await page.unroute('**/*.wasm');
  await page.addInitScript(() => {
    const shifts = { shift: 0 };
    new PerformanceObserver((list) => list.getEntries().forEach((own) => (shifts.shift += (own as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  await page.reload();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(() => places()).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as { shifts: { shift: number } }).shifts.shift)).toBeLessThan(0.001);
});

test('the module is fetched once the first paint is on the screen', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#first-paint')).toHaveCount(0);
  const [painted, fetched] = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(js|wasm)$/.test(name));
    return [performance.getEntriesByName('first-contentful-paint')[0].startTime, Math.min(...files.map(({ startTime }) => startTime))];
  });
  expect(fetched).toBeGreaterThanOrEqual(painted);
});

test('the rest of the app is read on a thread of its own, and by the page where there is none', { tag: '@phone' }, async ({ page }) => {
  const rest = /split_lazy_pages.*\.wasm$/;
  const open = async (place: string) => {
    const fetched = page.waitForResponse(rest);
    await page.goto('about:blank');
    await page.goto(place);
    await fetched;
    if (place === './') await page.getByRole('link', { name: 'New battle' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New battle' })).toBeVisible();
    const read = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return read.some((name) => rest.test(name));
  };
  for (const place of ['./', './#/new']) expect(await open(place)).toBe(false);
  await page.route('**/compile.js', (route) => route.fulfill({ status: 404 }));
  for (const place of ['./', './#/new']) expect(await open(place)).toBe(true);
});

test('a link of the first paint works once the app is there, and keeps the focus until then', { tag: '@phone' }, async ({ page }) => {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('./', { waitUntil: 'domcontentloaded' });
  const link = page.getByRole('link', { name: 'Rosters', exact: true });
  await link.focus();
  go();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeVisible();
});

test('who comes back sees their language, and a battle that is opened its name', { tag: '@phone' }, async ({ page }) => {
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await withoutApp(page);
  await page.goto('./#/');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint').getByRole('link', { name: 'Nouvelle bataille' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.evaluate(() => localStorage.clear());
  await page.unroute('**/*.wasm');
  await beginBattle(page, 'Marston "Moor" <b>');
  await withoutApp(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint h1')).toHaveText('Marston "Moor" <b>');
  await page.goto('./#/');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint h1')).toHaveText('Drumhead');
  await expect(page.locator('#first-paint main')).toHaveCount(0);
});
