// Steps that many specs share: begin a battle, act, and read saved data.
import { type Download, type Locator, type Page, expect } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const setUps = new Map<string, { url: string; texts: Record<string, string> }>();

/** Plays a set-up that many tests begin with. Later tests of the same process get a copy of its storage instead, which is faster. */
export async function playOnce(page: Page, name: string, play: () => Promise<void>) {
  const setUp = setUps.get(name);
  if (setUp) {
    await page.addInitScript((texts) => {
      if (localStorage.length === 0) Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    }, setUp.texts);
    await page.goto(setUp.url);
    return;
  }
  await play();
  const texts = await page.evaluate(() => ({ ...localStorage }));
  setUps.set(name, { url: page.url(), texts });
}

/** Waits until the app has drawn the result of an act, which it does once the act is on disk. */
export const drawn = (page: Page) => expect(page.locator('html')).not.toHaveAttribute('data-unwritten');

export async function beginBattle(page: Page, name = 'Cheriton lane') {
  await page.goto('./#/new');
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ index: 2 });
  await page.getByLabel('Name of the battle').fill(name);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** The card of a unit on the table. Shows its side and opens its row first. */
export async function unit(page: Page, name: string): Promise<Locator> {
  const card = page.getByRole('article', { name, exact: true });
  const has = page.getByRole('article', { name, exact: true, includeHidden: true });
  await expect(has).toBeAttached();
  // An unfolded status line covers the units.
  const unfolded = page.locator('.status > details[open] > summary');
  if (await unfolded.count()) await unfolded.click();
  const [hiddenSide, tab] = [page.locator('.side.hidden', { has }), page.locator('.tab[aria-pressed=false]:visible')];
  const folded = page.locator('details.out:not([open])', { has });
  // A phone shows one side at a time. Just after an act, the table may still switch to the side that acted, so this retries.
  await expect(async () => {
    if ((await hiddenSide.count()) && (await tab.count())) await tab.click();
    if (await folded.count()) await folded.locator('> summary').click();
    await expect(card).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await openRow(card);
  return card;
}

/** Opens the row of a unit, unless it is open. Some tables have cards without rows. */
async function openRow(unit: Locator) {
  await expect(unit).not.toHaveClass(/blank/);
  const row = unit.locator('.unit-row[aria-expanded=false]');
  if (await row.count()) await row.click();
}

/** Moves the pointer away, as players lift the finger before the next tap. Playwright leaves it in place, even after scrolling, and
 * the app ignores taps on a control that has just appeared under the pointer. */
export const lift = (page: Page) => page.mouse.move(1, 1);

/** Chooses the opponent in a panel, unless the panel has already chosen the only possible one. */
export async function nameOpponent(page: Page, against: string) {
  const candidate = page.locator('.candidate', { hasText: against });
  const chosen = page.locator('section.role', { hasText: against });
  await expect(candidate.or(chosen).first()).toBeVisible();
  await lift(page);
  if (await candidate.isVisible()) await candidate.click();
}

/** Opens a procedure of a unit by its address, and chooses its opponent. */
export async function openPanel(page: Page, id: string, procedure: string, against: string, battle = 'turn') {
  await page.goto(`./#/battle/${battle}/do/${procedure}/${id}`);
  await nameOpponent(page, against);
}

/** The link to an act in the first visible unit that offers it now. Opens the unit's row. */
export async function firstOffer(page: Page, offer: string): Promise<Locator> {
  await expect(page.locator('article.unit').first()).toBeVisible();
  for (const unit of await page.locator('article.unit:visible').all()) {
    await openRow(unit);
    const link = unit
      .getByRole('link', { name: offer, exact: true })
      .and(page.locator(':not([aria-disabled=true])'))
      .locator('visible=true');
    if (await link.count()) return link.first();
  }
  throw new Error(`no unit offers “${offer}”`);
}

/** A unit's card with its trackers and further acts unfolded. */
export async function wholeUnit(page: Page, name: string): Promise<Locator> {
  const card = await unit(page, name);
  const more = card.locator(':scope > details.disclosure, .unit-body > details.disclosure');
  if ((await more.getAttribute('open')) === null) await more.locator('> summary').click();
  return card;
}

/** Opens a charge by the first visible unit that can charge, against the first candidate. */
export async function charge(page: Page) {
  const offer = await firstOffer(page, 'Charge or counter-charge');
  await lift(page);
  await confirm(offer);
  await expect(page.getByRole('heading', { level: 1, name: 'Charge or counter-charge' })).toBeVisible();
  const [odds, candidate] = [page.getByRole('region', { name: 'Odds' }), page.locator('.candidate:visible').first()];
  await expect(odds.or(candidate)).toBeVisible();
  await lift(page);
  if (await candidate.isVisible()) await candidate.click();
  await expect(odds).toBeVisible();
}

/** Opens an act that a card offers. If the act is greyed, overrides the rule of the turn that forbids it. */
export async function openOffer(page: Page, link: Locator) {
  const greyed = (await link.getAttribute('aria-disabled')) === 'true';
  if (!greyed) return link.click();
  await link.press('Enter');
  await page.getByRole('button', { name: 'Do it anyway' }).click();
}

/** Chooses the range of the target: the nearest band, unless `band` names another. */
export async function chooseRange(page: Page, band?: string) {
  const chips = page.getByRole('group', { name: /^(Range|Distance)/ }).locator('.chip');
  await (band === undefined ? chips : chips.getByText(band, { exact: true })).first().click();
}

/** Enters a number in a field, which is a stepper's or an answer's. */
export async function enterNumber(within: Page | Locator, label: string, value: number) {
  const field = within.getByRole('textbox', { name: label, exact: true });
  await field.fill(String(value));
  await field.blur();
}

/** Taps a control that may have appeared under the pointer. The app then covers it for a moment. Playwright would retry at growing
 * intervals, so this waits until the cover is gone. */
export async function confirm(control: Locator) {
  await control.evaluate(
    (element) =>
      new Promise<void>((done) => {
        const isBlocked = () => element.getAttribute('aria-disabled') === 'true' || document.querySelector('.tap-cover:not([hidden])');
        const poll = () => (element.isConnected && isBlocked() ? setTimeout(poll, 20) : done());
        poll();
      }),
  );
  await control.click();
}

/** Chooses the option of a list that begins with these words. Its effect on the odds may follow them. */
export async function pick(list: Locator, words: string) {
  const option = list.locator('option', { hasText: new RegExp(`^${words}`) }).first();
  await list.selectOption((await option.getAttribute('value'))!);
}

/** Taps a control of the menu, which the table has behind a button and other pages show directly. After an earlier choice, the menu
 * may be visible but about to close, so this retries. */
export async function fromMenu(page: Page, control: Locator) {
  const button = page.locator('.menu-button:visible');
  await expect(control.or(button).first()).toBeVisible();
  await expect(async () => {
    if (!(await control.isVisible())) await button.click({ timeout: 2_000 });
    await control.click({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

/** Applies an outcome. */
export const applyOutcome = (page: Page) => confirm(page.getByRole('button', { name: 'Apply to the table' }));

/** Applies an outcome and goes back to the table. The app goes back by itself only if there are no duties. */
export async function applyAndReturn(page: Page) {
  await applyOutcome(page);
  const [back, table] = [page.getByRole('link', { name: 'Back to the table' }), page.getByRole('region', { name: 'Phase' })];
  await expect(back.or(table).first()).toBeVisible();
  if (await back.isVisible()) await back.click();
  await expect(table).toBeVisible();
}

/** Ends the phase. If the app asks to settle duties first, skips them. */
export async function endPhase(page: Page) {
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  await lift(page);
  await confirm(nextPhase(page));
  const skip = page.getByRole('dialog').getByRole('button', { name: /^(Skip it|Skip them|Do it anyway)$/ });
  // The new phase is drawn once it is on disk. If the phase cannot end, this times out, and the spec checks the reason.
  const hasChanged = async () => (await skip.isVisible()) || (await moment.innerText()) !== before;
  await expect
    .poll(hasChanged, { timeout: 2_000 })
    .toBe(true)
    .catch(() => undefined);
  if (await skip.isVisible()) {
    await skip.click();
    await expect(skip).toBeHidden();
  }
}

export const nextPhase = (page: Page) => page.getByRole('button', { name: 'Next ›' });

/** The texts of the open battle's log entries, the latest first. */
export async function log(page: Page): Promise<string[]> {
  const battle = /#\/battle\/[^/]+/.exec(page.url())?.[0];
  await drawn(page);
  await page.goto(`./${battle}/log`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
  // Without the entries that the check of the log names above the list.
  return page.getByRole('listitem').and(page.locator(':not(.log-check *)')).allTextContents();
}

/** The result of the check of the log that the page shows. It is there once the check has ended. */
export const checkOfLog = (page: Page) => page.locator('.log-check summary').getByRole('status');

/** The result if nothing is wrong. */
export const CHECKS_OUT = /^(All \d+ rolls check out|Both rolls check out|The only roll checks out|The log checks out)\./;

/** Opens the log of a battle, whose address is given, and unfolds what explains its check, once that has ended. */
export async function openCheck(page: Page, battle = /#\/battle\/[^/]+/.exec(page.url())![0]): Promise<Locator> {
  await page.goto(`./${battle}/log`);
  await expect(checkOfLog(page)).toBeVisible();
  const check = page.getByRole('region', { name: 'Check of the log' });
  await check.locator('summary').click();
  await expect(check.locator('details')).toHaveAttribute('open', '');
  return check;
}

/** A button in an entry of the open log: of the first entry that has it, or of the one with the index `nth`. Unfolds the entry. */
export async function entryButton(page: Page, name: RegExp, nth = 0): Promise<Locator> {
  const button = page.getByRole('button', { name, includeHidden: true }).nth(nth);
  await expect(button).toBeAttached();
  // There is no list inside an entry, so the nearest list item is the entry.
  const fold = button.locator('xpath=ancestor::li[1]').locator('.fold[aria-expanded=false]');
  if (await fold.count()) await fold.click();
  return button;
}

/** Expects that the open battle's report, as text and as Markdown, equals the fixture in `tests/fixtures`. */
export async function expectReport(page: Page, name: string) {
  const battle = /#\/battle\/[^/]+/.exec(page.url())?.[0];
  await page.goto(`./${battle}/report`);
  for (const [button, ending] of [
    ['Save as text', 'txt'],
    ['Save as Markdown', 'md'],
  ]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    const fixture = new URL(`../fixtures/reports/${name}.${ending}`, import.meta.url);
    // The log fingerprint differs with each run.
    const written = readFileSync(await file.path(), 'utf8').replace(/(?<=Log fingerprint: )\w{3} \w{3}$/m, '234 567');
    // To update the fixtures after a change of texts, set this variable, then check the difference in git.
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

/** All saved texts by their keys, except those about the device alone. */
export async function saved(page: Page): Promise<Record<string, string>> {
  const all = await page.evaluate(() => ({ ...localStorage }));
  const texts = Object.entries(all).filter(
    ([key]) => key.startsWith('drumhead/') && key !== 'drumhead/device' && key !== 'drumhead/writer',
  );
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value as the app saves it: `schema.revision.checksum.json`. */
export const seal = (value: unknown, schema = 1, revision = 1) => sealText(JSON.stringify(value), schema, revision);

/** The same for a value that is already JSON. */
export function sealText(json: string, schema = 1, revision = 1): string {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(schema, 0);
  numbers.writeUInt32LE(revision, 4);
  const sum = crc32(Buffer.concat([numbers, Buffer.from(json)]));
  return `${schema}.${revision}.${sum.toString(16).padStart(8, '0')}.${json}`;
}

export async function readDownload(download: Download): Promise<{ texts: Record<string, string> }> {
  return JSON.parse(readFileSync(await download.path(), 'utf8'));
}
