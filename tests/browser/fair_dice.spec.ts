// The app's dice, computed again without the app, by the published scheme and with Node's ChaCha20 and SHA-256; and everything that
// could give a player better dice.
import { createCipheriv, createHash } from 'node:crypto';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { beginBattle, charge, checkOfLog, confirm, fromMenu, nextPhase, openCheck, saved } from './play';
import { act, apply as applyIt, faces, next, outcome, pad, twoRegiments, type, rollDice } from './regiments';

const HORSE = "Haselrig's Horse";

const battle = (page: Page) => /#\/battle\/[^/]+/.exec(page.url())![0];
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

async function openMelee(page: Page) {
  await act(page, /Parliament/, HORSE, 'Melee');
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
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ index: 1 });
  await page.getByRole('combobox', { name: /^Second side/ }).selectOption({ index: 2 });
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
  await expect(seed).toContainText(`“${phrases[0]}”`);
  const key = keyOf(bytes, phrases);
  await expect(seed.locator('dt:text-is("Key of the dice") + dd')).toHaveText(key.toString('hex'));
  const texts = Object.entries(await saved(page)).filter(([name]) => name.includes('/event/'));
  const throws = texts.flatMap(([, text]) => JSON.parse(text.slice(text.indexOf('{'))).rolled?.throws ?? []);
  expect(throws.length).toBeGreaterThan(0);
  for (const roll of throws) expect(roll.faces).toEqual(scheme(key, roll.number, roll.sides, roll.faces.length));
  expect(throws.flatMap((roll) => roll.faces)).toEqual(rolled);
  await seed.getByRole('link', { name: 'How the dice are rolled' }).click();
  await expect(page.getByRole('heading', { name: 'How the dice are rolled' })).toBeVisible();
});

test('every chance to try for better dice is disclosed to both sides', async ({ page }) => {
  // `new_battle.spec.ts` checks that a reload draws no other seed.
  await beginBattle(page);
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
  await apply(page);
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (await pad(page).isVisible()) await type(page, [2]);
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
