// A direct connection to a device that sleeps or is killed, and a connection after a reload.
import type { Page } from '@playwright/test';
import { rmSync } from 'node:fs';
import { expect, test } from './page';
import { unit } from './play';
import { signal } from './processes';
import { twoRegiments } from './regiments';
import { nameDevice, idOf, connect, separateBrowser } from './two_phones';

const HORSE = "Haselrig's Horse";

/** The recorded states of a page's connections, the latest first. */
const states = (page: Page) => page.evaluate(() => (window as unknown as { states: string[] }).states);

/** Records the states of a page's connections. */
const recordStates = (page: Page) =>
  page.addInitScript(() => {
    const [recording, Connection] = [window as unknown as { states: string[] }, RTCPeerConnection];
    recording.states = [];
    window.RTCPeerConnection = class extends Connection {
      constructor() {
        super();
        this.addEventListener('connectionstatechange', () => recording.states.unshift(this.connectionState));
      }
    };
  });

/** Connects the page's device, Ann's, with a separate browser, Ben's, in a battle. */
async function connected(page: Page, baseURL: string) {
  await recordStates(page);
  await page.context().grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await twoRegiments(page);
  const id = idOf(page);
  const there = await separateBrowser(baseURL, 'Ben');
  await connect(page, there.page, 'Ben', id);
  await page.goto(`./#/battle/${id}`);
  await expect(page.getByRole('link', { name: 'Devices: Connected: Ben, all transferred' })).toBeVisible();
  return { id, there: there.page, folder: there.folder };
}

const counters = async (page: Page, name: string) => (await unit(page, name)).getByRole('group', { name: 'Counters' });
const more = async (page: Page, name: string) => (await counters(page, name)).getByRole('button', { name: 'Counters: more' });
const status = async (page: Page, name: string) => (await counters(page, name)).getByRole('status');

test('a sleeping device is shown as silent, keeps its connection, and gets all entries soon after it wakes', async ({ page, baseURL }) => {
  test.setTimeout(120_000);
  const { there, folder } = await connected(page, baseURL!);
  const moreCounters = await more(page, HORSE);
  await moreCounters.click();
  await expect(await status(there, HORSE)).toHaveText(/^1/);
  signal(folder, 'SIGSTOP');
  try {
    for (let n = 0; n < 3; n += 1) await moreCounters.click();
    const silent = page.getByRole('link', { name: 'Devices: Ben does not answer: wait, or use codes, 3 not transferred when last seen' });
    await expect(silent).toBeVisible({ timeout: 30_000 });
    // Browsers report `failed` although the connection recovers by itself.
    await expect.poll(async () => (await states(page))[0], { timeout: 60_000 }).toBe('failed');
    await expect(silent).toBeVisible();
  } finally {
    signal(folder, 'SIGCONT');
  }
  await expect(page.getByRole('link', { name: 'Devices: Connected: Ben, all transferred' })).toBeVisible({ timeout: 5_000 });
  await expect(await status(there, HORSE)).toHaveText(/^4/);
  // Also in the other direction, over the same connection.
  await (await more(there, HORSE)).click();
  await expect(await status(page, HORSE)).toHaveText(/^5/);
  expect(await states(page)).not.toContain('closed');
  await there.context().close();
  rmSync(folder, { recursive: true, force: true });
});

test('after a reload, one line shows the lost connection and the number of entries to transfer, and leads to both alternatives', async ({
  page,
  baseURL,
}) => {
  const { id, there, folder } = await connected(page, baseURL!);
  await (await more(page, HORSE)).click();
  await expect(await status(there, HORSE)).toHaveText(/^1/);
  await expect(page.getByRole('link', { name: 'Devices: Connected: Ben, all transferred' })).toBeVisible();
  // The record of what the other device has is saved a moment later, or when the page is left.
  await page.reload();
  await expect(
    page.getByRole('link', { name: 'Devices: No connection to Ben: connect again, or use codes; it had everything when last seen' }),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await (await more(page, HORSE)).click();
  const line = page.getByRole('link', {
    name: 'Devices: No connection to Ben: connect again, or use codes, 1 not transferred when last seen',
  });
  await expect(line).toBeVisible();
  await expect(there.getByRole('link', { name: /No connection to Ann: connect again, or use codes/ })).toBeVisible({ timeout: 20_000 });
  await line.click();
  for (const name of ['Show update codes', 'Connect a device']) await expect(page.getByRole('button', { name })).toBeInViewport();
  // After a new connection, the line is as before.
  await connect(page, there, 'Ben', id);
  await page.goto(`./#/battle/${id}`);
  await expect(page.getByRole('link', { name: 'Devices: Connected: Ben, all transferred', exact: true })).toBeVisible();
  await expect(await status(there, HORSE)).toHaveText(/^2/);
  await there.context().close();
  rmSync(folder, { recursive: true, force: true });
});
