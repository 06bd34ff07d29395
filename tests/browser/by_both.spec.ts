// Rolls to which two connected devices commit, so that neither can know them in advance.
import type { Page } from '@playwright/test';
import { expect, test } from './page';
import { act, apply, outcome, twoRegiments } from './regiments';
import { stored } from './script';
import { agree, call, device, idOf, open, pair } from './two_phones';

const HORSE = "Haselrig's Horse";

/** Two devices, each with its step. */
const STEPS = /^[0-9a-z]+:[0-9a-f]{32} [0-9a-z]+:[0-9a-f]{32}$/;

type Roll = { number?: number; faces: number[]; steps?: string };

/** The rolls that a device's log has, in order. */
async function rolls(page: Page): Promise<Roll[]> {
  const { events } = await stored(page);
  return events.flatMap(({ event }) => (event as { rolled?: { throws: Roll[] } }).rolled?.throws ?? []);
}

/** The devices that committed themselves, as often as they did. */
async function commitments(page: Page): Promise<string[]> {
  const { events } = await stored(page);
  return events.filter(({ event }) => 'chain' in (event as object)).map(({ stamp }) => stamp.replace(/^\d+-/, '').slice(0, 8));
}

async function melee(page: Page, id: string) {
  await open(page, id);
  await act(page, /Parliament/, HORSE, 'Melee');
  await page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ }).click();
  await expect(outcome(page)).toBeVisible();
}

async function undo(page: Page, id: string) {
  await open(page, id);
  await page.getByRole('button', { name: /^Undo/ }).click();
}

async function two(page: Page, there: Page) {
  await page.context().grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await call(page, 'Ann');
  await twoRegiments(page);
  const id = idOf(page);
  await pair(page, there, 'Ben', id);
  for (const own of [page, there]) await expect.poll(() => commitments(own)).toHaveLength(2);
  return id;
}

test('a roll has the steps of both devices, which both can check, and an undo gives the same dice again', async ({
  page,
  browser,
  baseURL,
}) => {
  const there = await device(browser, baseURL!, 'Ben');
  const id = await two(page, there);
  await melee(page, id);
  const [first] = await rolls(page);
  expect(first.steps).toMatch(STEPS);
  await apply(page);
  for (const own of [page, there]) {
    await own.goto(`./#/battle/${id}/log`);
    await expect(own.getByText('both devices').first()).toBeVisible();
    await own.goto(`./#/battle/${id}/verify`);
    await expect(own.getByText('App dice, from steps to which both devices had committed.').first()).toBeVisible();
    await expect(own.getByRole('region', { name: 'Worth knowing' })).toBeHidden();
  }
  await undo(page, id);
  await melee(page, id);
  const again = await rolls(page);
  const made = again.length / 2;
  expect(again.slice(made)).toEqual(again.slice(0, made));
  await apply(page);
  // Another roll takes the next steps, and whoever gets the pen asks the other.
  await melee(page, id);
  const fresh = (await rolls(page)).at(-1)!;
  expect(fresh.number).toBeGreaterThan(first.number!);
  expect(fresh.steps).toMatch(STEPS);
  expect(fresh.steps).not.toBe(first.steps);
  await apply(page);
  for (const own of [there, page]) await open(own, id);
  await page.getByRole('button', { name: 'Pass control to Ben', exact: true }).click();
  await expect(there.getByText('In control: this device')).toBeVisible();
  await melee(there, id);
  expect((await rolls(there)).at(-1)!.steps).toMatch(STEPS);
  await apply(there);
  await agree([page, there], id);
});

test('where the other device gives no step, the roll is made from the seed, the player waits once, and the log says so', async ({
  page,
  browser,
  baseURL,
}) => {
  const there = await device(browser, baseURL!, 'Ben');
  // A changed device: it hears the questions and does not answer.
  await there.addInitScript(() => {
    const send = RTCDataChannel.prototype.send as (text: string) => void;
    (RTCDataChannel.prototype as { send: (text: string) => void }).send = function (this: RTCDataChannel, text: string) {
      if (!text.startsWith('{"give"')) send.call(this, text);
    };
  });
  await there.reload();
  const id = await two(page, there);
  await open(page, id);
  await act(page, /Parliament/, HORSE, 'Melee');
  const roll = page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ });
  await roll.click();
  await expect(roll, 'no second tap meanwhile').toBeDisabled();
  await expect(outcome(page)).toBeVisible();
  for (const own of await rolls(page)) expect(own.steps).toBeUndefined();
  await apply(page);
  await page.goto(`./#/battle/${id}/verify`);
  await expect(page.getByText(/^All \d+ entries are valid\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Worth knowing' })).toContainText(
    /came from the seed alone, although two devices had committed/,
  );
  await expect.poll(async () => (await rolls(there)).length).toBeGreaterThan(0);
  await there.goto(`./#/battle/${id}/verify`);
  await expect(there.getByRole('region', { name: 'Worth knowing' })).toContainText(
    'This device gave its step for 1 roll that the log does not have as it was asked for.',
  );
});

test('a device that is killed and brought back goes on with the steps to which it committed itself', async ({ page, browser, baseURL }) => {
  const there = await device(browser, baseURL!, 'Ben');
  const id = await two(page, there);
  await melee(page, id);
  await apply(page);
  await there.close();
  const back = await there.context().newPage();
  await back.goto('./');
  await pair(page, back, 'Ben', id);
  await melee(page, id);
  expect((await rolls(page)).at(-1)!.steps).toMatch(STEPS);
  await apply(page);
  for (const own of [page, back]) await expect.poll(() => commitments(own)).toHaveLength(2);
  await agree([page, back], id);
  await page.goto(`./#/battle/${id}/verify`);
  await expect(page.getByRole('region', { name: 'Worth knowing' })).toBeHidden();
});
