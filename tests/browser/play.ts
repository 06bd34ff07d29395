// What several specs do: begin a battle, act, look at what is saved.
import { type Download, type Locator, type Page, expect } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const played = new Map<string, { place: string; texts: Record<string, string> }>();

/** What many tests begin with is played once; for those after it in the same process, what it left in storage is laid out. */
export async function laidOut(page: Page, what: string, play: () => Promise<void>) {
  const left = played.get(what);
  if (left) {
    await page.addInitScript((texts) => {
      if (localStorage.length === 0) Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    }, left.texts);
    await page.goto(left.place);
    return;
  }
  await play();
  const texts = await page.evaluate(() => ({ ...localStorage }));
  played.set(what, { place: page.url(), texts });
}

/** Waits until what an act comes to is drawn: once it is on disk. */
export const drawn = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-unwritten');

export async function beginBattle(page: Page, name = 'Cheriton lane') {
  await page.goto('./#/new');
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByLabel('Name of the battle').fill(name);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** A unit of the table, whole: shows its side, opens its row, and hands back all that is shown of it. */
export async function unit(page: Page, name: string): Promise<Locator> {
  const own = page.getByRole('article', { name, exact: true });
  const has = page.getByRole('article', { name, exact: true, includeHidden: true });
  await expect(has).toBeAttached();
  // What the status line unfolds lies over the units.
  const unfolded = page.locator('.status > details[open] > summary');
  if (await unfolded.count()) await unfolded.click();
  // A phone shows one side at a time.
  const [away, tab] = [page.locator('.side.hidden', { has }), page.locator('.tab[aria-pressed=false]:visible')];
  if ((await away.count()) && (await tab.count())) await tab.click();
  const folded = page.locator('details.out:not([open])', { has });
  if (await folded.count()) await folded.locator('> summary').click();
  await expect(own).toBeVisible();
  await openRow(own);
  return own;
}

/** Opens the row of a unit, unless it is open, or a card. */
async function openRow(own: Locator) {
  await expect(own).not.toHaveClass(/blank/);
  const row = own.locator('.unit-row[aria-expanded=false]');
  if (await row.count()) await row.click();
}

/** Takes the finger away, as players do before the next tap. Playwright leaves it there, even if it scrolls; and what comes under it
 * takes no tap for a moment. */
export const lift = (page: Page) => page.mouse.move(1, 1);

/** Names the opponent in a panel, unless nobody else comes into question. */
export async function nameOpponent(page: Page, against: string) {
  const whom = page.locator('.candidate', { hasText: against });
  const chosen = page.locator('section.role', { hasText: against });
  await expect(whom.or(chosen).first()).toBeVisible();
  await lift(page);
  if (await whom.isVisible()) await whom.click();
}

/** Opens a procedure of a unit by its address, in the battle `turn` unless another is named, and names its opponent. */
export async function openPanel(page: Page, id: string, procedure: string, against: string, battle = 'turn') {
  await page.goto(`./#/battle/${battle}/do/${procedure}/${id}`);
  await nameOpponent(page, against);
}

/** The first unit shown that offers something now, with its row open; hands back the link. */
export async function firstOffer(page: Page, offer: string): Promise<Locator> {
  await expect(page.locator('article.unit').first()).toBeVisible();
  for (const own of await page.locator('article.unit:visible').all()) {
    await openRow(own);
    const link = own
      .getByRole('link', { name: offer, exact: true })
      .and(page.locator(':not([aria-disabled=true])'))
      .locator('visible=true');
    if (await link.count()) return link.first();
  }
  throw new Error(`no unit offers “${offer}”`);
}

/** A unit with its trackers and what else it can do unfolded. */
export async function wholeUnit(page: Page, name: string): Promise<Locator> {
  const own = await unit(page, name);
  const more = own.locator(':scope > details.disclosure, .unit-body > details.disclosure');
  if ((await more.getAttribute('open')) === null) await more.locator('> summary').click();
  return own;
}

/** Opens the charge of the first unit shown that can, against the first of those it can charge. */
export async function charge(page: Page) {
  const offer = await firstOffer(page, 'Charge or counter-charge');
  await lift(page);
  await confirm(offer);
  await expect(page.getByRole('heading', { level: 1, name: 'Charge or counter-charge' })).toBeVisible();
  const [odds, whom] = [page.getByRole('region', { name: 'Odds' }), page.locator('.candidate:visible').first()];
  await expect(odds.or(whom)).toBeVisible();
  await lift(page);
  if (await whom.isVisible()) await whom.click();
  await expect(odds).toBeVisible();
}

/** Opens what a card offers. What it greys is opened all the same, and the rule of the turn overridden. */
export async function openOffer(page: Page, link: Locator) {
  const greyed = (await link.getAttribute('aria-disabled')) === 'true';
  if (!greyed) return link.click();
  await link.press('Enter');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
}

/** Says how far off the target is: the nearest band, unless another is named. */
export async function inRange(page: Page, band?: string) {
  const chips = page.getByRole('group', { name: /^(Range|Distance)/ }).locator('.chip');
  await (band === undefined ? chips : chips.getByText(band, { exact: true })).first().click();
}

/** Taps a control that may have come under the finger. It is covered for a moment then; Playwright would look for the end of that
 * ever less often. */
export async function confirm(control: Locator) {
  await control.evaluate(
    (own) =>
      new Promise<void>((done) => {
        const waits = () => own.getAttribute('aria-disabled') === 'true' || document.querySelector('.tap-cover:not([hidden])');
        const look = () => (own.isConnected && waits() ? setTimeout(look, 20) : done());
        look();
      }),
  );
  await control.click();
}

/** Picks the option of a list that begins with these words: what it would change may stand after them. */
export async function pick(list: Locator, words: string) {
  const option = list.locator('option', { hasText: new RegExp(`^${words}`) }).first();
  await list.selectOption((await option.getAttribute('value'))!);
}

/** Works a control of the table's menu, which is behind a button; other pages show it. After a choice the menu closes a
 * moment later, so what is seen then may be about to go. */
export async function fromMenu(page: Page, control: Locator) {
  const button = page.locator('.menu-button:visible');
  await expect(control.or(button).first()).toBeVisible();
  await expect(async () => {
    if (!(await control.isVisible())) await button.click({ timeout: 2_000 });
    await control.click({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

/** Applies what came out to the table. */
export const applyOutcome = (page: Page) => confirm(page.getByRole('button', { name: 'Apply to the table' }));

/** Ends the phase, and leaves what would have to be settled first. */
export async function endPhase(page: Page) {
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  await lift(page);
  await confirm(nextPhase(page));
  const leave = page.getByRole('dialog').getByRole('button', { name: /^(Skip them|Do it anyway)$/ });
  // What an act comes to is drawn once it is on disk. A phase that may not end yet stays, and its spec says so.
  const drawn = async () => (await leave.isVisible()) || (await moment.innerText()) !== before;
  await expect
    .poll(drawn, { timeout: 2_000 })
    .toBe(true)
    .catch(() => undefined);
  if (await leave.isVisible()) {
    await leave.click();
    await expect(leave).toBeHidden();
  }
}

export const nextPhase = (page: Page) => page.getByRole('button', { name: 'Next ›' });

/** The events in the log of the battle that is open, as they are told, the latest first. */
export async function log(page: Page): Promise<string[]> {
  const battle = /#\/battle\/[^/]+/.exec(page.url())?.[0];
  await drawn(page);
  await page.goto(`./${battle}/log`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  return page.getByRole('listitem').allTextContents();
}

/** The result of the check of the log that the page shows. It is there once the check has ended. */
export const checkOfLog = (page: Page) => page.locator('.log-check summary').getByRole('status');

/** The result if nothing is wrong. */
export const CHECKS_OUT = /^(All \d+ rolls check out|The only roll checks out|The log checks out)\./;

/** Opens the log of a battle, whose address is given, and unfolds what explains its check, once that has ended. */
export async function openCheck(page: Page, battle = /#\/battle\/[^/]+/.exec(page.url())![0]): Promise<Locator> {
  await page.goto(`./${battle}/log`);
  await expect(checkOfLog(page)).toBeVisible();
  const check = page.getByRole('region', { name: 'Check of the log' });
  await check.locator('summary').click();
  await expect(check.locator('details')).toHaveAttribute('open', '');
  return check;
}

/** A button of an entry of the log that is shown: unfolds the first entry that has it, or the one named by its place among them. */
export async function inEntry(page: Page, name: RegExp, nth = 0): Promise<Locator> {
  const button = page.getByRole('button', { name, includeHidden: true }).nth(nth);
  await expect(button).toBeAttached();
  // An entry has no list of its own around its buttons.
  const fold = button.locator('xpath=ancestor::li[1]').locator('.fold[aria-expanded=false]');
  if (await fold.count()) await fold.click();
  return button;
}

/** The report of the open battle, as text and as Markdown, equals the one in `tests/fixtures` word for word. */
export async function reportIs(page: Page, name: string) {
  const battle = /#\/battle\/[^/]+/.exec(page.url())?.[0];
  await page.goto(`./${battle}/report`);
  for (const [button, ending] of [
    ['Save as text', 'txt'],
    ['Save as Markdown', 'md'],
  ]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    const fixture = new URL(`../fixtures/reports/${name}.${ending}`, import.meta.url);
    // Each battle has a mark of its own.
    const written = readFileSync(await file.path(), 'utf8').replace(/(?<=Log fingerprint: )\w{3} \w{3}$/m, '234 567');
    // After words have changed: look at the difference in git.
    if (process.env.DRUMHEAD_RENEW_REPORTS) writeFileSync(fixture, written);
    expect(written).toBe(readFileSync(fixture, 'utf8'));
  }
}

export async function addRoster(page: Page, name = 'Essex’s foot') {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Copy the sample' }).first().click();
  await page.getByLabel('Name of the roster').fill(name);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Everything that the app saved, but for what concerns the device alone. */
export async function saved(page: Page): Promise<Record<string, string>> {
  const all = await page.evaluate(() => ({ ...localStorage }));
  const own = Object.entries(all).filter(([key]) => key.startsWith('drumhead/') && key !== 'drumhead/device' && key !== 'drumhead/writer');
  return Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A thing as the text that is saved of it: `schema.revision.checksum.json`. */
export const seal = (thing: unknown, schema = 1, revision = 1) => sealText(JSON.stringify(thing), schema, revision);

/** JSON as the text that is saved of it. */
export function sealText(json: string, schema = 1, revision = 1): string {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(schema, 0);
  numbers.writeUInt32LE(revision, 4);
  const sum = crc32(Buffer.concat([numbers, Buffer.from(json)]));
  return `${schema}.${revision}.${sum.toString(16).padStart(8, '0')}.${json}`;
}

export async function contents(download: Download): Promise<{ texts: Record<string, string> }> {
  return JSON.parse(readFileSync(await download.path(), 'utf8'));
}
