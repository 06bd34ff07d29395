// Pages about a battle: the check of the dice, the replay, luck, the report, and passing the battle to another device.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expectAccessible } from './axe';
import { type StoredEvent, resolvedOf } from './contract';
import { appReady, expect, test } from './page';
import type { Page } from '@playwright/test';
import { getDocumentProxy } from 'unpdf';
import { checkOfLog, CHECKS_OUT, log, openCheck, saved, seal } from './play';
import { fightMelee, next, twoRegiments } from './regiments';

const HORSE = "Haselrig's Horse";
const FOOT = "Pinchbeck's Foot";

const battle = (page: Page) => /#\/battle\/[^/]+/.exec(page.url())![0];

async function open(page: Page, what: string, heading: string | RegExp) {
  await page.goto(`./${battle(page)}/${what}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Plays a melee with the app's dice, then makes a change by hand. */
async function fight(page: Page) {
  await fightMelee(page);
  await page.goto(`./${battle(page)}/log`);
  await page.getByLabel('A note for the log').fill('The fog lifts.');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(page.getByRole('listitem').first()).toContainText('The fog lifts.');
}

test('the check accepts an unchanged log, and leads to the act with an altered die', async ({ page }) => {
  await fight(page);
  await openCheck(page);
  const wrong = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  const summary = checkOfLog(page);
  await expect(summary).toHaveText('The only roll checks out.');
  await expect(wrong).toHaveCount(0);
  // Alters the die in the roll and in the act that used it, as a cheating player might.
  const altered = Object.entries(await saved(page)).flatMap(([key, text]) => {
    const event: StoredEvent = key.includes('/event/') ? JSON.parse(text.slice(text.indexOf('{'))) : {};
    const throws = event.rolled?.throws ?? resolvedOf(event)?.throws;
    if (!throws) return [];
    throws[0].faces[0] = (throws[0].faces[0] % 6) + 1;
    return [[key, seal(event)]];
  });
  await page.evaluate((altered) => altered.forEach(([key, text]) => localStorage.setItem(key, text)), altered);
  await page.reload();
  await expect(summary).toContainText('entries are wrong');
  // The fault is reported once, at the act that used the roll. `log_check.spec.ts` removes and swaps entries.
  const melee = wrong.filter({ hasText: 'by the seed' });
  const link = melee.getByRole('button', { name: /^\d+ · Melee$/ });
  const number = /^\d+/.exec((await link.textContent())!)![0];
  await link.click();
  const entry = page.locator(`.entry[value="${number}"]`);
  await expect(entry).toBeFocused();
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText('Melee');
});

test(
  'the replay moves through a battle act by act, by touch and by key, and a new battle can begin at any act',
  { tag: '@engines' },
  async ({ page }) => {
    await fight(page);
    const address = battle(page);
    await open(page, 'replay', 'Replay');
    const where = page.getByRole('main').getByRole('status').first();
    await expect(where).toHaveText('5 of 5: The fog lifts.');
    await page.getByRole('button', { name: 'First', exact: true }).click();
    await expect(where).toHaveText('0 of 5: Before the first action');
    await expect(page.getByText('Bound 1 · Charges')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(where).toContainText('2 of 5');
    await page.getByRole('slider', { name: 'Action' }).fill('3');
    await expect(where).toContainText('3 of 5');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(where).toHaveText('4 of 5: Melee');
    // No turn begins here, so there is no tick. The changes of the melee are listed, with only the units that it changed.
    await expect(page.locator('.replay .result')).not.toBeEmpty();
    await expect(page.locator('.changed').getByRole('listitem').first()).toContainText('→');
    await expect(page.getByRole('article', { name: HORSE }).or(page.getByRole('article', { name: FOOT }))).toHaveCount(
      await page.getByRole('article').count(),
    );
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Nothing on the table changed.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    // Units appear as on the table, not with boxes as on paper.
    await expect(page.getByRole('article', { name: FOOT })).toContainText(/Counters\s*\d+ (of 4|\(limit 4\))/);
    await expect(page.getByRole('article', { name: FOOT }).getByText('Fired', { exact: true })).toHaveCount(0);
    const stood = await page.getByRole('article', { name: FOOT }).textContent();
    await page.getByRole('button', { name: 'Continue from here as a new battle' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane – what if' })).toBeVisible();
    expect(battle(page)).not.toBe(address);
    const headers = Object.entries(await saved(page)).filter(([key]) => key.includes('/battle/'));
    const from = headers.map(([, text]) => JSON.parse(text.slice(text.indexOf('{')))).find((header) => header.from);
    expect(from.from.name).toBe('Cheriton lane');
    await open(page, 'replay', 'Replay');
    await expect(page.getByRole('article', { name: FOOT })).toHaveText(stood!);
  },
);

test('the log is a timeline: each entry has a line, dice and a stripe, and its details unfold', async ({ page }) => {
  await fight(page);
  const melee = page.getByRole('listitem').filter({ hasText: 'Melee' }).first();
  await expect(melee).toHaveClass(/of-side side-0/);
  await expect(melee.locator('.headline')).toBeVisible();
  await expect(melee.locator('.face').first()).toBeVisible();
  const correct = melee.getByRole('button', { name: /^Correct this/ });
  await expect(correct).toBeHidden();
  const details = melee.getByRole('button', { name: /^Details: / });
  await details.click();
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expect(correct).toBeVisible();
  await details.click();
  // Printed entries have all details, and no buttons.
  await page.emulateMedia({ media: 'print' });
  await expect(melee.locator('.headline ~ p').first()).toBeVisible();
  await expect(details).toBeHidden();
});

test('luck is described in words, separately for the app’s dice and for entered dice', async ({ page }) => {
  await fight(page);
  await open(page, 'luck', 'Luck');
  const app = page.getByRole('region', { name: 'App dice' });
  await expect(app.getByRole('listitem').first()).toContainText(/Luckier than|Too few dice/);
  // The filled column of the curve is the actual number of successes.
  const curve = app.getByRole('listitem').first().locator('.luck-curve');
  const [mark, column] = [await curve.locator('.curve-mark.rolled').boundingBox(), await curve.locator('path.rolled').boundingBox()];
  expect(Math.abs(mark!.x + mark!.width / 2 - (column!.x + column!.width / 2))).toBeLessThan(24);
  await expect(app).toContainText(/Successes: \d+ of \d+ \(expected: \d+(\.\d)?\)\./);
  await expect(page.getByRole('region', { name: 'Dice from the table' }).getByText('No dice.')).toHaveCount(2);
});

test('the report lists the losses of the battle, and can be saved', { tag: '@engines' }, async ({ page }) => {
  await fight(page);
  const melee = (await log(page)).find((entry) => entry.includes('Melee'))!;
  await open(page, 'report', 'Report');
  const bound = page.getByRole('region', { name: 'Bound 1' });
  await expect(bound.getByRole('listitem').first()).toContainText(`Melee: ${HORSE}, ${FOOT}`);
  const headline = (await bound.getByRole('listitem').first().locator('p').first().textContent())!;
  expect(melee).toContain(headline);
  await expect(page.getByRole('table', { name: 'Strength, in figures' })).toContainText('Start');
  // The report begins with both armies, before and now, and what happened.
  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
  const drawn = (await page.getByRole('figure', { name: 'Strength over the battle' }).boundingBox())!;
  expect(await top('Both armies')).toBeLessThan(await top('What happened'));
  expect(await top('What happened')).toBeLessThan(drawn.y);
  expect(drawn.y + drawn.height).toBeLessThanOrEqual(await top('Losses and breaks'));
  expect(await top('Losses and breaks')).toBeLessThan(await top('Bound 1'));
  await expect(page.getByRole('region', { name: 'Both armies' }).locator('.sign')).toHaveCount(4);
  const sentences = await page.getByRole('region', { name: 'What happened' }).getByRole('listitem').allTextContents();
  expect(sentences.length).toBeGreaterThanOrEqual(5);
  expect(sentences.length).toBeLessThanOrEqual(8);
  await expect(page.getByText('It rests.')).toHaveCount(0);
  // A PNG file begins with eight bytes, and has its width and height in bytes 16 to 23.
  const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Share as a picture' }).click()]);
  expect(picture.suggestedFilename()).toBe('Cheriton lane.png');
  const bytes = readFileSync(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(1080);
  expect(bytes.readUInt32BE(20)).toBeGreaterThan(600);
  // `expectReport` compares the contents of such files.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as text' }).click()]);
  expect(file.suggestedFilename()).toBe('Cheriton lane.txt');
});

test('a battle too long for one code is passed on by several, which can be read in any order', async ({ page, context }) => {
  await fight(page);
  await open(page, 'share', /^Share/);
  const codes = page.getByRole('region', { name: 'Several codes' });
  await expect(codes.getByRole('img')).toHaveAccessibleName('Code 1');
  await codes.getByRole('button', { name: 'Next code' }).click();
  await expect(codes.getByRole('img')).toHaveAccessibleName('Code 2');
  await codes.getByRole('button', { name: 'Play the codes' }).click();
  await expect(codes.getByRole('img')).toHaveAccessibleName(/^Code ([3-9]|\d\d)$/);
  const link = await page.getByLabel('The link').inputValue();

  // Another device, whose camera reads codes of the old format in reverse order, each twice.
  const other = await context.browser()!.newContext();
  const there = await other.newPage();
  await there.addInitScript(() => {
    window.BarcodeDetector = class {
      async detect() {
        const rawValue = window.codes?.shift();
        return rawValue ? [{ rawValue }] : [];
      }
    };
    const stream = () => document.createElement('canvas').captureStream();
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => stream() } });
    HTMLMediaElement.prototype.play = async () => undefined;
  });
  // First opens another page: a page that starts with a video without pictures would not finish loading.
  await there.goto(page.url().replace(/#.*/, '#/saved'));
  await appReady(there);
  await there.goto(page.url().replace(/#.*/, '#/scan'));
  const fragment = link.split('#')[1];
  const { crc32 } = await import('node:zlib');
  const sum = crc32(fragment).toString(16).padStart(8, '0');
  const parts = fragment.match(/.{1,560}/g)!.map((letters, n, all) => `DRUM1 ${n + 1}/${all.length} ${sum} ${letters}`);
  const seen = ['https://example.org', ...parts.toReversed().flatMap((part) => [part, part])];
  await there.evaluate((seen) => (window.codes = seen), seen);
  await expect(there.getByText('This link contains:')).toBeVisible({ timeout: 20_000 });
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await other.close();
});

test('a battle that comes back replaces the older copy, or is merged if both copies have new entries', async ({ page, context }) => {
  await fight(page);
  await open(page, 'share', /^Share/);
  const early = await page.getByLabel('The link').inputValue();
  await page.goto(`./${battle(page)}`);
  await next(page);
  await open(page, 'share', /^Share/);
  const late = await page.getByLabel('The link').inputValue();

  const other = await context.browser()!.newContext();
  const there = await other.newPage();
  await there.goto(early);
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await there.goto(early);
  await expect(there.getByText('This device already has the same one.')).toBeVisible();
  await expect(there.getByText('This device already has all of it.')).toBeVisible();
  await there.getByRole('button', { name: 'Continue' }).click();
  await expect(there.getByRole('region', { name: 'Phase' })).toBeVisible();
  await there.goto(late);
  await expect(there.getByText('It is 1 entry of the log ahead')).toBeVisible();
  await there.getByRole('button', { name: 'Update the battle' }).click();
  await expect(there.getByRole('region', { name: 'Phase' })).toBeVisible();
  await there.goto(early);
  await expect(there.getByText('It is 1 entry of the log behind')).toBeVisible();
  await there.getByRole('button', { name: 'Continue' }).click();

  await next(there);
  const before = await saved(there);
  await page.goto(`./${battle(page)}/log`);
  await page.getByLabel('A note for the log').fill('Elsewhere.');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await open(page, 'share', /^Share/);
  const parted = await page.getByLabel('The link').inputValue();
  await there.goto(parted);
  await expect(
    there.getByText('Both copies have continued: 1 entry only in the new one, 1 entry only on this device. Merging loses nothing.'),
  ).toBeVisible();
  await there.getByRole('button', { name: 'Merge the battles' }).click();
  await expect(there.getByRole('region', { name: 'Phase' })).toBeVisible();
  expect(Object.keys(await saved(there))).toEqual(expect.arrayContaining(Object.keys(before)));
  const merged = await log(there);
  await open(there, 'share', /^Share/);
  const back = await there.getByLabel('The link').inputValue();
  await page.goto(back);
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  await expect.poll(() => log(page), 'both logs are the same').toEqual(merged);
  await page.goto(`./${battle(page)}/log`);
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
  await other.close();
});

/** Adds an event to the log of the open battle, as an earlier visit on this device would have. */
async function addEvent(page: Page, stamp: string, act: object) {
  const key = `drumhead/event/${battle(page).split('/').pop()}/${stamp}`;
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, seal({ act: { at: 1, ...act } })]);
  await page.reload();
}

const setCounters = (to: number) => ({ deed: 'by_hand', changes: [{ set: { of: 'u2', key: 'counters', to } }] });

test('changes in both copies are named before they are merged, and an altered entry prevents merging', async ({ page, context }) => {
  await twoRegiments(page);
  await open(page, 'share', /^Share/);
  const early = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.goto(`./${battle(page)}`);
  await addEvent(page, '50-aaa', setCounters(3));
  await open(page, 'share', /^Share/);
  const late = await page.getByRole('textbox', { name: 'The link' }).inputValue();

  const other = await context.browser()!.newContext();
  const there = await other.newPage();
  await there.goto(early);
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await addEvent(there, '51-bbb', setCounters(1));
  const home = battle(there);
  await there.goto(late);
  await expect(there.getByText('Both copies changed these.')).toBeVisible();
  await expect(there.getByText("Pinchbeck's Foot, Counters: 3 there, 1 here, 1 merged.")).toBeVisible();
  await there.getByRole('button', { name: 'Merge the battles' }).click();
  await expect(there.getByRole('region', { name: 'Phase' })).toBeVisible();
  const stamps = Object.keys(await saved(there)).map((key) => key.split('/').pop());
  expect(stamps, 'the log keeps both entries').toEqual(expect.arrayContaining(['50-aaa', '51-bbb']));

  // An act that links a different version of an existing entry.
  await addEvent(page, '52-aaa', { ...setCounters(2), after: ['50-aaa:000000000000'] });
  await open(page, 'share', /^Share/);
  await there.goto(await page.getByRole('textbox', { name: 'The link' }).inputValue());
  await expect(there.getByText('Entry 50-aaa was altered after later ones were written')).toBeVisible();
  await there.getByRole('button', { name: 'Keep both' }).click();
  await expect(there.getByText(/Cheriton lane 2$/).first()).toBeVisible();
  await there.goto(`./${home}`);
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane', exact: true })).toBeVisible();
  await other.close();
});

test('the report shows the expected and the actual results of each unit', async ({ page }) => {
  const battle = readFileSync(new URL('../fixtures/v1/battles/arquebusier.json', import.meta.url), 'utf8');
  await page.addInitScript(
    (texts) => {
      Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
    },
    JSON.parse(battle).texts as Record<string, string>,
  );
  await page.goto('./#/battle/arquebu5/report');
  const section = page.getByRole('region', { name: 'Expected and actual' });
  await expect(section).toBeVisible();
  const table = section.getByRole('table').first();
  const column = (rows: string, nth: number) =>
    table.locator(rows).evaluateAll((all, nth) => all.map((row) => Number(row.children[nth].textContent)), nth);
  expect((await column('tfoot tr', 1))[0]).toBeGreaterThan(1);
  for (const nth of [1, 2, 3]) {
    const [units, [all]] = [await column('tbody tr', nth), await column('tfoot tr', nth)];
    expect(units.length).toBeGreaterThan(0);
    // Each value is rounded to a tenth.
    expect(Math.abs(units.reduce((sum, unit) => sum + unit, 0) - all)).toBeLessThan(0.06 * (units.length + 1));
  }
  await expectAccessible(page, 'the report');
});

for (const ruleset of ['argad', 'arquebusier', 'pike_and_shot', 'pikette_squared']) {
  test(`the report of a battle of ten turns of ${ruleset} is printed on at most five pages`, async ({ page }, info) => {
    const battle = gunzipSync(readFileSync(new URL(`../fixtures/ten_turns/${ruleset}.json.gz`, import.meta.url))).toString();
    await page.addInitScript(
      (texts) => {
        Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text));
      },
      JSON.parse(battle).texts as Record<string, string>,
    );
    await page.goto('./#/battle/tenturns/report');
    await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible();
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4', path: info.outputPath(`${ruleset}.pdf`) })));
    expect(pdf.numPages).toBeLessThanOrEqual(5);
  });
}
