// The first paint is HTML: `index.html` shows the home page before the app runs, and it is the same page that the app shows.
//
// Who changes the home page, or its words, renews what stands in index.html, and builds again:
//
//   DRUMHEAD_RENEW_FIRST_PAINT=1 cargo xtask test --only browser -- first_paint --project phone
import { readFileSync, writeFileSync } from 'node:fs';
import { addRoster, beginBattle, seal } from './play';
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

/** The head of a page without its title, and its texts. */
async function frame(page: Page, place: string, name: string) {
  await page.goto(place);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return page.locator('.head').evaluate((head) => {
    head.querySelector('h1')!.textContent = '';
    const html = head.outerHTML.replace(/<!--.*?-->/g, '');
    const texts = [...head.querySelectorAll('*')].flatMap((own) => [own.ariaLabel, own.childElementCount ? null : own.textContent]);
    return { html, texts: texts.filter((text) => text) as string[] };
  });
}

/** Links of a battle or roster, and to its rules, with words in place of its id and its ruleset. */
const named = (html: string, place: string) => html.replaceAll(place.split('/').pop()!, 'ID').replace('#/rules/pike_and_shot', '#/rules/RULESET');

const tidy = (html: string) => html.replace(/<(header|main|nav|ul|li|h2|template)\b/g, '\n      <$1');

test('index.html shows the home page as the app shows it', async ({ page, browser, baseURL }) => {
  const english = await home(page);
  // Who reads French is asked, until they have chosen.
  const reader = await browser.newPage({ locale: 'fr-FR', baseURL, serviceWorkers: 'block' });
  await home(reader);
  const offer = await reader.locator('main > .tools:has(button[lang])').evaluate((own) => own.outerHTML.replace(/<!--.*?-->/g, ''));
  await reader.close();
  await beginBattle(page, 'Moor');
  const battle = page.url();
  await addRoster(page, 'Foot');
  const roster = page.url().replace(/\/unit.*/, '');
  const frames = [await frame(page, roster, 'Foot'), await frame(page, battle, 'Moor')];
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).check();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const others = [await frame(page, roster, 'Foot'), await frame(page, battle, 'Moor')];
  await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.includes('settings')).forEach((key) => localStorage.removeItem(key)));
  // Nor does the journal put it back.
  await page.evaluate(() => new Promise((done) => (indexedDB.deleteDatabase('drumhead').onsuccess = done)));
  await page.goto('about:blank');
  const french = await home(page);
  const texts = [english, ...frames].flatMap((own) => own.texts);
  const translated = [french, ...others].flatMap((own) => own.texts);
  expect(translated.length).toBe(texts.length);
  const words = Object.fromEntries(texts.map((text, index) => [text, translated[index]]).filter(([own, other]) => own !== other));
  const wanted =
    `    <div id="first-paint">${tidy(english.html)}\n    </div>\n` +
    `    <template id="first-offers">${offer.replace('<p', '<p data-offer="fr"')}</template>\n` +
    `    <template id="first-roster">${named(frames[0].html, roster)}</template>\n` +
    // The line of the phase is empty until the app knows what to say there.
    `    <template id="first-battle">${named(frames[1].html, battle)}<section class="status"><p class="status-row"></p></section></template>\n` +
    `    <script type="application/json" id="first-words">${JSON.stringify({ fr: words })}</script>\n`;
  const text = readFileSync(source, 'utf8');
  const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  if (process.env.DRUMHEAD_RENEW_FIRST_PAINT) writeFileSync(source, text.slice(0, start) + wanted + text.slice(end));
  else expect(text.slice(start, end), 'renew it as the head of this file says').toBe(wanted);
});

/** Keeps the app away, so that what is seen is the first paint. */
const withoutApp = (page: Page) => page.route('**/*.wasm', () => {});

/** Where everything stands that both the first paint and the app show, and the colours of the page. */
const places = (page: Page) =>
  page.locator(':is(.head :is(h1, .icon), .status-row, main.home :is(h2, h3, a), .masthead p):visible').evaluateAll((all) => [
    ...all.map((own) => [own.matches('.status-row') ? '' : own.textContent, ...Object.values(own.getBoundingClientRect().toJSON())]),
    ['body', '.head'].map((own) => Object.values(((style) => ({ ground: style.backgroundColor, ink: style.color }))(getComputedStyle(document.querySelector(own)!)))),
  ]);

/** Loads the page twice: its first paint alone, and then with the app, which takes the place of the former; nothing moves. */
async function takesOver(page: Page, place: string, begin: string) {
  await withoutApp(page);
  await page.goto(place, { waitUntil: 'domcontentloaded' });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint').getByRole('heading', { level: 1, name: begin })).toBeVisible();
  const before = await places(page);
  await page.unroute('**/*.wasm');
  await page.addInitScript(() => {
    const seen = { shift: 0, pages: new Set<string>() };
    new PerformanceObserver((list) => list.getEntries().forEach((own) => (seen.shift += (own as unknown as { value: number }).value))).observe({ type: 'layout-shift', buffered: true });
    // At each picture the title is there: what is taken away is replaced before the next.
    const look = () => (seen.pages.add(document.querySelector('h1')?.textContent ?? 'blank'), requestAnimationFrame(look));
    document.addEventListener('DOMContentLoaded', look);
    Object.assign(window, { seen });
  });
  await page.reload();
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(() => places(page)).toEqual(before);
  const seen = await page.evaluate(() => {
    const { shift, pages } = (window as unknown as { seen: { shift: number; pages: Set<string> } }).seen;
    return { shift, pages: [...pages] };
  });
  // Of a row that is drawn after the first picture, what it says may need a second line.
  expect(seen.shift).toBeLessThan(place === './' ? 0.001 : 0.003);
  expect(seen.pages).toEqual([begin]);
}

for (const theme of ['light', 'dark', 'sun']) {
  test(`the app takes the place of the first paint, and nothing moves: ${theme}`, async ({ page }) => {
    await page.addInitScript((text) => localStorage.setItem('drumhead/settings', text), seal({ theme }));
    await takesOver(page, './', 'Drumhead');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  });
}

test('a battle and a roster take the place of their frames, and nothing moves', async ({ page }) => {
  await addRoster(page, 'Foot');
  const roster = page.url();
  await beginBattle(page, 'Moor');
  const battle = page.url();
  await takesOver(page, battle, 'Moor');
  await page.unrouteAll();
  await takesOver(page, roster, 'Foot');
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
  // The battle played last is a shortcut of the installed app. Other pages are left blank, as home is not what was asked for.
  const log = new URL(page.url()).hash + '/log';
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), ['drumhead/battle/older', seal({ name: 'Older', ruleset: 'argad', began: 1 })]);
  for (const [place, name] of [['#/last', ['Marston "Moor" <b>']], [log, []], ['#/battle/gone', []], ['#/new', []]] as const) {
    await page.goto(`./${place}`);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expect(page.locator('#first-paint')).toBeAttached();
    await expect(page.locator('#first-paint h1')).toHaveText([...name]);
    if (name.length === 0) await expect(page.locator('#first-paint')).toBeEmpty();
  }
  await page.goto('./#/');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.locator('#first-paint h1')).toHaveText('Drumhead');
  await expect(page.locator('#first-paint main')).toHaveCount(0);
});
