// The app's dice, computed again without the app, by the published scheme and with Node's ChaCha20 and SHA-256. Also altered logs,
// opened as files, and the faults that the check reports.
import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type StoredEvent, resolvedOf } from './contract';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { beginBattle, charge, checkOfLog, confirm, readDownload, drawn, fromMenu, nextPhase, openCheck, saved, seal, unit } from './play';
import { act, apply as applyIt, counters, faces, next, outcome, pad, side, twoRegiments } from './regiments';

const HORSE = "Haselrig's Horse";
const FOOT = "Pinchbeck's Foot";

const battle = (page: Page) => /#\/battle\/[^/]+/.exec(page.url())![0];
const rollDice = (page: Page) => page.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ });
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).click();
const redo = (page: Page) => fromMenu(page, page.getByRole('button', { name: /^Redo: / }));

async function open(page: Page, what: string, heading: string | RegExp) {
  await page.goto(`./${battle(page)}/${what}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Applies the outcome, and goes back to the table even if there are duties. */
async function apply(page: Page) {
  await applyIt(page);
  await page.goto(`./${battle(page)}`);
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}

/** Discards the outcome, which leads back to the table. */
async function discard(page: Page) {
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}

/** Enters this face until there is an outcome. After the last die, the pad disappears. */
async function typeAll(page: Page, face: number) {
  const key = pad(page).getByRole('button', { name: String(face), exact: true });
  const most = 60;
  for (let typed = 0; typed < most; typed += 1) {
    await expect(key.or(outcome(page)).first()).toBeVisible();
    if (await outcome(page).isVisible()) return;
    await key.click();
    await drawn(page);
  }
  throw new Error(`no outcome after ${most} dice`);
}

async function openMelee(page: Page) {
  await act(page, /Parliament/, HORSE, 'Melee');
}

/** A battle of twelve entries: app dice and entered dice, undo and redo, a change by hand, and a note. */
async function fight(page: Page) {
  await twoRegiments(page);
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  await openMelee(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  await apply(page);
  await undo(page);
  await redo(page);
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await typeAll(page, 5);
  await apply(page);
  await side(page, /King/);
  await (await unit(page, FOOT)).getByRole('button', { name: 'Counters: more' }).click();
  await page.goto(`./${battle(page)}/log`);
  await page.getByLabel('A note for the log').fill('The fog lifts.');
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await expect(page.getByRole('listitem').first()).toContainText('The fog lifts.');
}

/** Computes the faces of a roll by the published scheme. */
function scheme(key: Buffer, number: number, sides: number, count: number): number[] {
  const counterAndNonce = Buffer.alloc(16);
  counterAndNonce.writeBigUInt64LE(BigInt(number), 8);
  const bytes = createCipheriv('chacha20', key, counterAndNonce).update(Buffer.alloc(64 * (count + 4)));
  return [...bytes]
    .filter((byte) => byte < 256 - (256 % sides))
    .slice(0, count)
    .map((byte) => (byte % sides) + 1);
}

function keyOf(seed: Buffer, phrases: string[]): Buffer {
  const hash = createHash('sha256').update('Drumhead dice v1.').update(seed);
  for (const phrase of phrases.map((phrase) => Buffer.from(phrase.trim()))) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(phrase.length);
    hash.update(length).update(phrase);
  }
  return hash.digest();
}

test('a player can reveal the seed, from which anyone can compute the commitment and every roll', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByText('Fair dice', { exact: true }).click();
  const commitment = await page.getByLabel('Commitment').textContent();
  const phrases = ['Für Gott und König', ' Have at you '];
  await page.getByLabel('One side’s phrase').fill(phrases[0]);
  await page.getByLabel('The other side’s phrase').fill(phrases[1]);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await charge(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  const rolled = (await faces(page)).map(Number);
  await apply(page);

  await openCheck(page);
  const seed = page.getByRole('region', { name: 'Seed' });
  const shown = seed.locator('dt:text-is("Seed") + dd');
  await expect(shown).toBeHidden();
  await seed.getByRole('button', { name: 'Show the seed' }).click();
  const bytes = Buffer.from((await shown.textContent())!, 'hex');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(commitment);
  const key = keyOf(bytes, phrases);
  await expect(seed.locator('dt:text-is("Key of the dice") + dd')).toHaveText(key.toString('hex'));
  const texts = Object.entries(await saved(page)).filter(([name]) => name.includes('/event/'));
  const throws = texts.flatMap(([, text]) => JSON.parse(text.slice(text.indexOf('{'))).rolled?.throws ?? []);
  expect(throws.length).toBeGreaterThan(0);
  for (const roll of throws) expect(roll.faces).toEqual(scheme(key, roll.number, roll.sides, roll.faces.length));
  expect(throws.flatMap((roll) => roll.faces)).toEqual(rolled);
});

test('every chance to try for better dice is disclosed to both sides', async ({ page }) => {
  await page.goto('./#/new');
  const phrase = page.getByLabel('One side’s phrase');
  // A reload draws no other seed: the commitment and the phrase after it are unchanged.
  await page.getByText('Fair dice', { exact: true }).click();
  const commitment = await page.getByLabel('Commitment').textContent();
  await phrase.fill('Für Gott und König');
  await page.reload();
  await page.getByText('Fair dice', { exact: true }).click();
  await expect(page.getByLabel('Commitment')).toHaveText(commitment!);
  await expect(phrase).toHaveValue('Für Gott und König');
  await page.getByLabel('First side').selectOption({ index: 1 });
  await page.getByLabel('Second side').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await charge(page);
  await rollDice(page).click();
  await expect(outcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const check = await openCheck(page);
  await expect(checkOfLog(page)).toContainText('Worth knowing: 1.');
  const known = page.getByRole('region', { name: 'Worth knowing' }).getByRole('listitem');
  await expect(known).toHaveText([/Entry \d+ discarded dice that had been seen\.$/]);
  const seed = page.getByRole('region', { name: 'Seed' });
  await seed.getByRole('button', { name: 'Show the seed' }).click();
  await expect(known.last()).toHaveText(/Entry \d+: the seed was shown\./);
  // The log has one note about it.
  await page.reload();
  await check.locator('summary').click();
  await seed.getByRole('button', { name: 'Show the seed' }).click();
  await expect(seed.locator('dt:text-is("Key of the dice")')).toBeVisible();
  await expect(known).toHaveCount(2);
  await open(page, 'report', 'Report');
  await expect(page.getByRole('region', { name: 'Dice' }).getByText('the seed was shown')).toHaveCount(1);
});

test('a noted log fingerprint reveals a log that was shortened later', async ({ page }) => {
  await beginBattle(page);
  const marks: string[] = [];
  for (let n = 0; n < 3; n++) {
    await confirm(nextPhase(page));
    await open(page, 'log', 'Log');
    marks.push((await page.locator('p', { hasText: 'Log fingerprint' }).locator('.digits').textContent())!);
    await page.goto(page.url().replace('/log', ''));
  }
  expect(new Set(marks).size).toBe(3);
  const check = await openCheck(page);
  const card = page.getByRole('region', { name: 'Log fingerprint' });
  await expect(card.locator('dd')).toHaveText(marks[2]);
  const noted = card.getByLabel('A log fingerprint noted earlier');
  await noted.fill(marks[2].toLowerCase());
  await expect(card.getByRole('status')).toHaveText('This is the fingerprint of the whole log.');
  await noted.fill(marks[0]);
  await expect(card.getByRole('status')).toHaveText(/^This was the fingerprint after entry \d+\./);
  // Removes the last entry.
  await page.evaluate(() => {
    const number = (name: string) => parseInt(name.split('/').pop()!);
    const events = Object.keys(localStorage).filter((name) => name.includes('/event/'));
    localStorage.removeItem(events.sort((a, b) => number(a) - number(b)).pop()!);
  });
  await page.reload();
  await expect(checkOfLog(page)).toHaveText('The log checks out.');
  await check.locator('summary').click();
  await noted.fill(marks[2]);
  await expect(card.getByRole('status')).toHaveText(/^This log never had this fingerprint/);
  await noted.fill(marks[1]);
  await expect(card.getByRole('status')).toHaveText('This is the fingerprint of the whole log.');
});

/** The test vectors on the page about dice: for each list, its terms and their values. */
async function publishedVectors(page: Page) {
  await page.goto('./#/dice');
  await expect(page.getByRole('heading', { name: 'How the dice are rolled' })).toBeVisible();
  return page
    .locator('main dl')
    .evaluateAll((all) =>
      all.map((list) => [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling!.textContent])),
    );
}

test('Node computes the same values as every published test vector', async ({ page }) => {
  const vectors = (await publishedVectors(page)).filter((vector) => vector[0][0] === 'Seed');
  expect(vectors.length).toBeGreaterThan(3);
  for (const vector of vectors) {
    const [[, seed], [, commitment], [, phraseList], [, key], [what, faces]] = vector;
    const bytes = Buffer.from(seed, 'hex');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(commitment);
    const phrases = phraseList === 'none' ? null : [...phraseList.matchAll(/“([^”]*)”/g)].map((phrase) => phrase[1]);
    const computedKey = phrases ? keyOf(bytes, phrases) : bytes;
    expect(computedKey.toString('hex')).toBe(key);
    const [, number, sides] = /Roll (\d+), D(\d+)/.exec(what)!;
    const listed = faces.split(' ').map(Number);
    expect(scheme(computedKey, Number(number), Number(sides), listed.length)).toEqual(listed);
  }
});

test('undo and redo never change the dice of a roll, and entered dice are marked as from the table', async ({ page }) => {
  test.slow();
  await twoRegiments(page);
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  await openMelee(page);
  await rollDice(page).click();
  const first = await faces(page);
  await apply(page);
  await openMelee(page);
  await rollDice(page).click();
  const second = await faces(page);
  await apply(page);
  for (const step of [undo, undo, redo, redo, undo]) await step(page);
  // The first melee is applied again, so the next roll is the second, with the same dice as before.
  await openMelee(page);
  await rollDice(page).click();
  await expect.poll(() => faces(page)).toEqual(second);
  // Undo takes back a discard, with the same dice. If the roll is discarded before an undo, it stays discarded: then the first melee
  // is undone, and rolling it again gives its dice.
  await discard(page);
  await page.getByRole('button', { name: 'Undo: Melee, discarded' }).click();
  await page.getByRole('status', { name: 'Unapplied roll' }).getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => faces(page)).toEqual(second);
  await discard(page);
  await page.getByRole('button', { name: 'Undo: Melee, discarded' }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  const settleFirst = page.getByRole('dialog', { name: /before undoing/ });
  await settleFirst.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: /^Undo: (?!.*discarded)/ }).click();
  await expect(page.getByRole('status').getByText(`Undone: ${HORSE}: Melee`)).toBeVisible();
  await openMelee(page);
  await rollDice(page).click();
  await expect.poll(() => faces(page)).toEqual(first);
  await apply(page);
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await typeAll(page, 2);
  await apply(page);
  await page.goto(`./${battle(page)}/log`);
  const entries = page.getByRole('listitem').filter({ hasText: 'Melee' });
  await expect(entries.first().getByText('table', { exact: true }).first()).toBeVisible();
  await expect(entries.first().getByText('app', { exact: true })).toHaveCount(0);
  await expect(entries.getByText('app', { exact: true }).first()).toBeVisible();
  const check = await openCheck(page);
  await expect(checkOfLog(page)).toHaveText(/^All \d+ rolls check out\. 1 roll cannot be checked\./);
  await expect(check.getByRole('region', { name: 'Not checked' }).getByRole('listitem')).toHaveText(
    /^\d+ · Melee.*Dice from the table: the app cannot check them\.$/,
  );
});

test('the check finds a log that was altered in a file', async ({ page, context }) => {
  test.slow();
  await fight(page);
  await open(page, 'share', /^Share/);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  const bundle = JSON.parse(readFileSync(await file.path(), 'utf8'));
  const { texts } = await readDownload(file);
  const number = (key: string) => parseInt(key.split('/')[2]);
  const keys = Object.keys(texts)
    .filter((key) => key.includes('event/'))
    .sort((a, b) => number(a.slice(a.indexOf('event'))) - number(b.slice(b.indexOf('event'))));
  const event = (key: string) => JSON.parse(texts[key].slice(texts[key].indexOf('{')));
  const rolled = keys.find((key) => event(key).rolled)!;
  const settled = keys.find((key) => event(key).act?.deed?.resolved?.settles)!;
  const phase = keys.filter((key) => event(key).act?.deed === 'phase')[1];
  const changeFace = (event: StoredEvent) => {
    const { faces } = (event.rolled ?? resolvedOf(event)!).throws[0];
    faces[0] = (faces[0] % 6) + 1;
    return event;
  };

  /** Opens the file with these changed events on an empty device. Returns the result of the check. */
  const check = async (changes: Record<string, object | null>) => {
    const altered = { ...texts };
    for (const [key, event] of Object.entries(changes)) {
      if (event) altered[key] = seal(event);
      else delete altered[key];
    }
    const other = await context.browser()!.newContext();
    const there = await other.newPage();
    await there.goto(page.url().replace(/#.*/, '#/saved'));
    const buffer = Buffer.from(JSON.stringify({ ...bundle, texts: altered }));
    await there.getByLabel('A backup, a roster or a battle').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
    await there.getByRole('button', { name: 'Add', exact: true }).click();
    // The address that version 1.0.0 had for the check.
    await there.goto(page.url().replace(/#.*/, battle(page) + '/verify'));
    await expect(checkOfLog(there)).toBeVisible();
    const result = await checkOfLog(there).textContent();
    const shown = { result, faults: await there.locator('p.fault').allTextContents() };
    await other.close();
    return shown;
  };

  expect(await check({})).toEqual({ result: 'The only roll checks out. 1 roll cannot be checked.', faults: [] });
  const altered = await check({ [rolled]: changeFace(event(rolled)), [settled]: changeFace(event(settled)) });
  // The roll and the act that used it are one entry. The next entry shows that it was altered.
  expect(altered.result).toMatch(/^\d entries are wrong\./);
  // Each unit has its own sequence of roll numbers.
  const [{ number: first }] = event(rolled).rolled.throws;
  expect(first).toBeGreaterThan(0);
  const faulty = new RegExp(`^Roll ${first} is .* in the log, but .* by the seed`);
  expect(altered.faults.filter((fault) => faulty.test(fault))).toHaveLength(1);
  const removed = await check({ [phase]: null });
  expect(removed.faults.join()).toMatch(/was in the log when this was written, and is missing now/);
  const [early, late] = [keys.indexOf(phase), keys.length - 1];
  const moved = await check({ [keys[early]]: event(keys[late]), [keys[late]]: event(keys[early]) });
  expect(moved.faults.join()).toMatch(/was altered or moved/);
  const withChange = event(settled);
  withChange.act.changes.push({ set: { of: withChange.act.deed.resolved.cast.b[0], key: 'counters', to: 9 } });
  const table = await check({ [settled]: withChange });
  expect(table.faults.join()).toContain(`The rules change something else on the table. ${FOOT}, Counters: 9 in the log`);
});

test('luck is exact, separately for the app’s dice and for entered dice', async ({ page }) => {
  test.slow();
  await twoRegiments(page);
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  // The rulebook's melee three times, so that there are enough dice for a result.
  for (let times = 0; times < 3; times += 1) {
    await openMelee(page);
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await typeAll(page, 6);
    await apply(page);
  }
  await side(page, /King/);
  await expect(await counters(page, FOOT)).not.toHaveText('0 of 4');
  await open(page, 'luck', 'Luck');
  const of = (title: string, nth: number) => page.getByRole('region', { name: title }).getByRole('listitem').nth(nth);
  await expect(of('App dice', 0)).toContainText('No dice.');
  // All dice were sixes, so no result can be luckier.
  for (const nth of [0, 1]) {
    const text = (await of('Dice from the table', nth).textContent())!;
    const [, successes, chances] = /Successes: (\d+) of (\d+)/.exec(text)!;
    expect(successes).toBe(chances);
  }
  await expect(of('Dice from the table', 0)).toContainText('Luckier than 99 of 100.');
  await expect(page.getByText('Rolls that neither succeed nor fail do not count')).toContainText('who of a mixed unit is hit');
});
