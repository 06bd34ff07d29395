// Five devices that play one battle. Players pair them one after the other, and the app connects each with all others.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { rmSync } from 'node:fs';
import { expect, test } from './page';
import { endPhase, unit } from './play';
import { killBrowser, signal } from './processes';
import { side, twoRegiments } from './regiments';
import { connect, device, expectAgreement, idOf, nameDevice, open, separateBrowser, stamps } from './two_phones';

const HORSE = "Haselrig's Horse";

test.describe.configure({ timeout: 300_000 });

/** Devices by the names of their players. Ann's has the battle. */
type Devices = Map<string, Page>;

/** Keeps the connections of a page, in the order of their beginning, for `closeConnections`. */
const keepConnections = (target: Page) =>
  target.addInitScript(() => {
    const [keeping, Connection] = [window as unknown as { connections: RTCPeerConnection[] }, RTCPeerConnection];
    keeping.connections = [];
    window.RTCPeerConnection = class extends Connection {
      constructor() {
        super();
        keeping.connections.push(this);
      }
    };
  });

/** Begins a battle on Ann's device. */
async function beginOn(page: Page, context: BrowserContext) {
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await twoRegiments(page);
  return idOf(page);
}

/** Connects two devices by codes. Then the second one shows the table, or asks for its seat if there are more than two devices. */
async function pair(host: Page, guest: Page, guestName: string, id: string) {
  await connect(host, guest, guestName, id);
  await expect(guest.getByRole('heading', { level: 1, name: /^(Cheriton lane|Seats)$/ })).toBeVisible();
}

/** Pairs each device with the one before it. */
async function pairInChain(devices: Devices, id: string) {
  const all = [...devices];
  for (let n = 1; n < all.length; n += 1) await pair(all[n - 1][1], all[n][1], all[n][0], id);
}

/** Expects that a device shows these others as connected to it, with all entries, and names no entry that was not transferred. */
async function expectConnected(target: Page, names: string[], timeout = 20_000) {
  const line = target.getByRole('link', { name: /^Devices: / });
  for (const name of names) await expect(line).toContainText(`Connected: ${name}, all transferred`, { timeout });
  await expect(line).not.toContainText('not transferred');
  await expect(line).not.toContainText('Connected through');
}

/** Expects that each device shows all others as connected. */
async function expectMesh(devices: Devices, id: string, without: string[] = []) {
  for (const [name, target] of devices) {
    if (without.includes(name)) continue;
    await open(target, id);
    const others = [...devices.keys()].filter((other) => other !== name && !without.includes(other));
    await expectConnected(target, others);
  }
}

/** Changes a counter by hand, as every device may. */
async function changeCounter(target: Page) {
  await side(target, /Parliament/);
  await (await unit(target, HORSE)).getByRole('button', { name: 'Counters: more' }).click();
}

/** Waits until all logs have this length. Returns the milliseconds that this took. */
async function expectLength(targets: Page[], length: number, timeout: number) {
  const begin = Date.now();
  for (const target of targets) {
    await expect.poll(async () => (await stamps(target)).length, { timeout, intervals: [50] }).toBe(length);
  }
  return Date.now() - begin;
}

/** Carl's, Dora's and Eve's devices. */
async function threeDevices(browser: Browser, baseURL: string): Promise<[string, Page][]> {
  const devices: [string, Page][] = [];
  for (const name of ['Carl', 'Dora', 'Eve']) devices.push([name, await device(browser, baseURL, name)]);
  return devices;
}

/** Five devices of a battle that were paired in a chain and have connected to each other. Ben's has a browser of its own. */
async function fiveDevices(page: Page, context: BrowserContext, browser: Browser, baseURL: string) {
  const id = await beginOn(page, context);
  const ben = await separateBrowser(baseURL, 'Ben');
  const devices: Devices = new Map([['Ann', page], ['Ben', ben.page], ...(await threeDevices(browser, baseURL))]);
  await pairInChain(devices, id);
  await expectMesh(devices, id);
  return { id, ben, devices };
}

test('devices that were paired in a chain connect to each other, and a killed one cuts off no other', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const { id, ben, devices } = await fiveDevices(page, context, browser, baseURL!);
  const before = (await stamps(page)).length;
  await changeCounter(page);
  const took = await expectLength([...devices.values()], before + 1, 10_000);
  test.info().annotations.push({ type: 'from act to five logs', description: `${took} ms` });

  // In a chain, Ben's device connects Ann's with the others.
  await killBrowser(ben.folder);
  const living = new Map([...devices].filter(([name]) => name !== 'Ben'));
  await endPhase(page);
  await expectLength([...living.values()], before + 2, 5_000);
  await changeCounter(living.get('Eve')!);
  await expectLength([...living.values()], before + 3, 5_000);
  for (const target of living.values()) {
    const line = target.getByRole('link', { name: /^Devices: / });
    await expect(line).toContainText(/(No connection to Ben: connect again|Ben does not answer: wait), or use codes/, { timeout: 40_000 });
    await expect(line).not.toContainText(/Ben, all transferred/);
  }
  for (const [name, target] of living) {
    const line = target.getByRole('link', { name: /^Devices: / });
    for (const other of living.keys()) if (other !== name) await expect(line).toContainText(`Connected: ${other}, all transferred`);
  }
  await expectAgreement([...living.values()], id);
  for (const target of living.values()) if (target !== page) await target.context().close();
  rmSync(ben.folder, { recursive: true, force: true });
});

test('a device that has slept gets all entries soon after it wakes, and is connected to all', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  const { id, ben, devices } = await fiveDevices(page, context, browser, baseURL!);
  const awake = [...devices].filter(([name]) => name !== 'Ben').map(([, target]) => target);
  const before = (await stamps(page)).length;
  signal(ben.folder, 'SIGSTOP');
  try {
    for (const target of awake.slice(0, 3)) await changeCounter(target);
    await expectLength(awake, before + 3, 5_000);
    for (const target of awake) {
      const silent = 'Ben does not answer: wait, or use codes, 3 not transferred when last seen';
      await expect(target.getByRole('link', { name: /^Devices: / })).toContainText(silent, { timeout: 40_000 });
    }
    // All count the device as not connected by now, and have had time to introduce it to each other in vain.
    await page.waitForTimeout(15_000);
  } finally {
    signal(ben.folder, 'SIGCONT');
  }
  const took = await expectLength([ben.page], before + 3, 10_000);
  test.info().annotations.push({ type: 'from waking to in step', description: `${took} ms` });
  await expectMesh(devices, id);
  await changeCounter(ben.page);
  await expectLength([...devices.values()], before + 4, 5_000);
  await expectAgreement([...devices.values()], id);
  for (const target of devices.values()) if (target !== page) await target.context().close();
  rmSync(ben.folder, { recursive: true, force: true });
});

test('a device that comes back needs one code, and a connection that ends needs none', async ({ page, browser, baseURL, context }) => {
  await keepConnections(page);
  const id = await beginOn(page, context);
  const ben = await device(browser, baseURL!, 'Ben');
  const devices: Devices = new Map([['Ann', page], ['Ben', ben], ...(await threeDevices(browser, baseURL!))]);
  await pairInChain(devices, id);
  await expectMesh(devices, id);

  // A reload ends all connections of Carl's device.
  const [carl, dora] = [devices.get('Carl')!, devices.get('Dora')!];
  await carl.reload();
  await expect(carl.locator('.lost-connection')).toContainText('No connection: ');
  for (const [name, target] of devices) {
    if (name === 'Carl') continue;
    const line = target.getByRole('link', { name: /^Devices: / });
    await expect(line).toContainText('No connection to Carl: connect again, or use codes; it had everything when last seen');
  }
  const before = (await stamps(page)).length;
  await changeCounter(page);
  const line = page.getByRole('link', { name: /^Devices: / });
  await expect(line).toContainText('No connection to Carl: connect again, or use codes, 1 not transferred when last seen');
  await pair(dora, carl, 'Carl', id);
  await expectLength([...devices.values()], before + 1, 10_000);
  await expectMesh(devices, id);
  await expect(page.locator('.lost-connection')).toBeHidden();

  // Only the connection between Ann's and Ben's devices ends, which was the first.
  await page.evaluate(() => (window as unknown as { connections: RTCPeerConnection[] }).connections[0].close());
  await changeCounter(ben);
  await expectLength([...devices.values()], before + 2, 5_000);
  await expectMesh(devices, id);
  await expectAgreement([...devices.values()], id);
  for (const target of devices.values()) if (target !== page) await target.context().close();
});

test('the numbers of transferred entries are true for a device that is only connected through another', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  // A network that lets Ann's and Carl's devices connect to Ben's, and not to each other: on both, all connections after the first get a
  // port that is closed.
  const isolate = (target: Page) =>
    target.addInitScript(() => {
      const first = new WeakSet<RTCPeerConnection>();
      let count = 0;
      const accept = RTCPeerConnection.prototype.setRemoteDescription;
      RTCPeerConnection.prototype.setRemoteDescription = function (description) {
        if (count === 0) first.add(this);
        count += 1;
        const sdp = first.has(this) ? description.sdp! : description.sdp!.replace(/^(a=candidate:(?:\S+ ){5})\d+/gm, '$19');
        return (accept as (offered: RTCSessionDescriptionInit) => Promise<void>).call(this, { ...description, sdp });
      };
    });
  await isolate(page);
  const id = await beginOn(page, context);
  const [ben, carl] = [await device(browser, baseURL!, 'Ben'), await device(browser, baseURL!, 'Carl')];
  await isolate(carl);
  await carl.reload();
  await pair(page, ben, 'Ben', id);
  await pair(ben, carl, 'Carl', id);
  for (const target of [page, ben, carl]) await open(target, id);
  const lines = [page, carl].map((target) => target.getByRole('link', { name: /^Devices: / }));
  const expectTransferred = async () => {
    await expect(lines[0]).toContainText('Connected through Ben: Carl, all transferred');
    await expect(lines[1]).toContainText('Connected through Ben: Ann, all transferred');
  };
  await expectTransferred();
  const before = (await stamps(page)).length;
  for (let n = 0; n < 3; n += 1) await changeCounter(n % 2 ? carl : page);
  await expectLength([page, ben, carl], before + 3, 5_000);
  await expectTransferred();
  for (const line of lines) await expect(line).not.toContainText('not transferred');

  // Without Ben's device, the other two are cut off from each other. Neither is shown as having everything.
  await ben.context().close();
  for (const line of lines) {
    await expect(line).toContainText(/(No connection to Ben: connect again|Ben does not answer: wait), or use codes/, { timeout: 40_000 });
  }
  await changeCounter(page);
  for (const line of lines) await expect(line).not.toContainText('all transferred');
  await expectLength([page], before + 4, 5_000);
  expect(await stamps(carl)).toHaveLength(before + 3);
  await carl.context().close();
});

test('a large screen that joins is offered the hall view', async ({ page, browser, baseURL, context }) => {
  const id = await beginOn(page, context);
  const [screen, phone] = [await device(browser, baseURL!, 'Screen'), await device(browser, baseURL!, 'Ben')];
  await phone.setViewportSize({ width: 390, height: 844 });
  await pair(page, screen, 'Screen', id);
  await pair(page, phone, 'Ben', id);
  await expect(phone.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await open(phone, id);
  await expect(phone.getByRole('region', { name: 'Hall view' })).toBeHidden();
  await screen.getByRole('region', { name: 'Hall view' }).getByRole('link', { name: 'Open the hall view' }).click();
  await expect(screen.locator('main.hall')).toBeVisible();
  await open(page, id);
  await changeCounter(page);
  await expect(screen.getByRole('listitem').filter({ hasText: HORSE }).locator('.visually-hidden').last()).toContainText('Counters 1 of 6');
  await screen.goBack();
  await expect(screen.getByRole('region', { name: 'Phase' })).toBeVisible();
  await expect(screen.getByRole('region', { name: 'Hall view' })).toBeHidden();

  // The table's menu has the hall view on every device.
  await open(phone, id);
  await phone.getByRole('button', { name: 'Menu', exact: true }).click();
  await phone.getByRole('link', { name: 'Hall view', exact: true }).click();
  await expect(phone.locator('main.hall')).toBeVisible();
  for (const target of [screen, phone]) await target.context().close();
});
