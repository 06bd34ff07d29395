// One battle on several devices: by update codes, and by direct connections.
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './page';
import { beginBattle, endPhase, log, openCheck, saved, unit } from './play';
import { act, apply, outcome, side, twoRegiments } from './regiments';
import {
  expectAgreement,
  codeText,
  nameDevice,
  device,
  openDevices,
  stamps,
  idOf,
  open,
  connect,
  reconnect,
  readCodeText,
  enterCodeText,
  showUpdateCodes,
} from './two_phones';

const [HORSE, FOOT] = ["Haselrig's Horse", "Pinchbeck's Foot"];

/** A second device with a copy of the first device's data. */
async function copyBattle(page: Page, browser: Browser, baseURL: string) {
  const there = await device(browser, baseURL);
  const texts = await saved(page);
  await there.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), texts);
  await there.reload();
  return there;
}

test('two devices with different entries exchange only the missing ones by codes', async ({ page, browser, baseURL }) => {
  await beginBattle(page);
  const id = idOf(page);
  const there = await copyBattle(page, browser, baseURL!);
  for (let n = 0; n < 3; n += 1) await endPhase(page);
  await open(there, id);
  await endPhase(there);

  // At first, a device does not know what the other has, so the codes contain the whole battle.
  const first = await showUpdateCodes(page, id);
  await expect(page.getByText('the first codes hold the whole battle')).toBeVisible();
  await readCodeText(there, first);
  await expect(there.getByRole('region', { name: 'Contents' })).toContainText('3 entries only in the new one, 1 entry only on this device');
  await there.getByRole('button', { name: 'Merge the battles' }).click();
  await expect(there.getByText('The other device lacks 1 entry.')).toBeVisible();

  const news = await showUpdateCodes(there, id);
  expect(news.length, 'length of the answer, which has one entry').toBeLessThan(first.length / 2);
  await readCodeText(page, news);
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Devices: By codes: device \w{4}, all transferred$/ })).toBeVisible();
  const acts = await log(page);
  await expect.poll(() => log(there)).toEqual(acts);
});

test('codes of another battle, damaged codes and unexpected answers change nothing, and the reason is shown', async ({
  page,
  browser,
  baseURL,
}) => {
  await beginBattle(page);
  const news = await showUpdateCodes(page, idOf(page));
  const there = await device(browser, baseURL!);
  // An empty device gets the whole battle.
  await readCodeText(there, news);
  await expect(there.getByRole('region', { name: 'Contents' })).toContainText('Cheriton lane');
  await there.getByRole('button', { name: 'Do nothing' }).click();
  await readCodeText(there, 'DRUM3 00');
  await expect(there.getByText('This code is damaged.')).toBeVisible();
  expect(await saved(there)).toEqual({});
});

test('undoing entries that were read by codes removes them from the open table', async ({ page, browser, baseURL }) => {
  await beginBattle(page);
  const id = idOf(page);
  const there = await copyBattle(page, browser, baseURL!);
  await endPhase(page);
  await open(there, id);
  const before = await moment(there);
  await readCodeText(there, await showUpdateCodes(page, id));
  await there.getByRole('button', { name: 'Update the battle' }).click();
  await expect(there.locator('.status-row .moment')).not.toHaveText(before);
  await there.locator('.notice').getByRole('button', { name: 'Undo' }).click();
  await expect(there.locator('.status-row .moment')).toHaveText(before);
  await endPhase(there);
  await expect(there.locator('.status-row .moment')).not.toHaveText(before);
});

test('a log that continues from an older copy is noticed without comparing fingerprints', async ({ page, browser, baseURL }) => {
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await beginBattle(page);
  const id = idOf(page);
  await endPhase(page);
  const [there, older] = [await copyBattle(page, browser, baseURL!), await copyBattle(page, browser, baseURL!)];
  // The older copy is an earlier state of Ann's device.
  const writer = await page.evaluate(() => localStorage.getItem('drumhead/writer')!);
  await older.evaluate((writer) => localStorage.setItem('drumhead/writer', writer), writer);
  await older.reload();
  for (let n = 0; n < 3; n += 1) await endPhase(page);
  await readCodeText(there, await showUpdateCodes(page, id));
  await there.getByRole('button', { name: 'Do nothing' }).click();
  const check = await openCheck(there, `#/battle/${id}`);
  const card = there.getByRole('region', { name: 'Log fingerprint' });
  const [, mark] = /([0-9A-Z]{3} [0-9A-Z]{3}) not all of it is here/.exec(await card.innerText())!;
  await expect(check.getByRole('region', { name: 'Worth knowing' })).toBeHidden();

  await open(older, id);
  await endPhase(older);
  await readCodeText(there, await showUpdateCodes(older, id));
  await there.getByRole('button', { name: 'Do nothing' }).click();
  await openCheck(there, `#/battle/${id}`);
  const words = `it had the log fingerprint ${mark} before`;
  await expect(there.getByRole('region', { name: 'Worth knowing' })).toContainText(words);
  await open(there, id);
  await expect(there.getByRole('link', { name: /^Devices: .*Entries are missing from its log: see “Log”/ })).toBeVisible();
  await there.goto(`./#/battle/${id}/report`);
  await expect(there.getByRole('region', { name: 'Dice' })).toContainText(words);
});

/** Passes control to the other device, and waits until that shows it. */
async function passControl(from: Page, to: Page, name: string) {
  await from.getByRole('button', { name: `Pass control to ${name}`, exact: true }).click();
  await expect(to.getByText('In control: this device')).toBeVisible();
}

// Line breaks are removed, because a phone has more of them than a tablet.
const moment = async (page: Page) => (await page.locator('.status-row .moment').innerText()).replace(/\s+/g, ' ');

test('two devices play a turn over a direct connection and pass control, while a third watches', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  test.setTimeout(150_000);
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await twoRegiments(page);
  const id = idOf(page);
  const [there, screen] = [await device(browser, baseURL!, 'Ben'), await device(browser, baseURL!, 'Screen')];
  await connect(page, there, 'Ben', id);
  // A reload would end the connection, so the browser asks first.
  const question = page.waitForEvent('dialog');
  void page.evaluate(() => location.reload());
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await connect(page, screen, 'Screen', id);
  // A device opens a received battle automatically.
  await expect(screen.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await open(screen, id, '/hall');
  await open(page, id);
  await expect(page.getByRole('link', { name: /Connected: Ben, all transferred · Connected: Screen, all transferred/ })).toBeVisible();
  await expect(page.getByText('In control: this device')).toBeVisible();

  // A whole turn: the device in control ends the phase, and passes control on.
  const names = new Map([
    [page, 'Ann'],
    [there, 'Ben'],
  ]);
  const first = await moment(page);
  let [inControl, other] = [page, there];
  const phases = await page.locator('.status-row .ticks i').count();
  for (let phase = 0; phase < phases; phase += 1) {
    if (phase === 3) {
      await act(inControl, /Parliament/, HORSE, 'Melee');
      await inControl.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ }).click();
      await expect(outcome(inControl)).toBeVisible();
      const shown = screen.getByRole('region', { name: 'Last roll' });
      await expect(shown).toContainText('Melee');
      for (const name of [HORSE, FOOT]) await expect(shown.locator('.hall-party').filter({ hasText: name })).toHaveCount(1);
      expect(await shown.locator('.face').allTextContents()).toEqual(await inControl.locator('.rolls .face').allTextContents());
      await apply(inControl);
      await open(inControl, id);
    }
    await endPhase(inControl);
    const now = await moment(inControl);
    await expect.poll(() => moment(other)).toBe(now);
    await passControl(inControl, other, names.get(other)!);
    [inControl, other] = [other, inControl];
  }
  expect(await moment(page)).not.toBe(first);
  await expect(other.getByRole('button', { name: /^Next ›/ })).toHaveAttribute('aria-disabled', 'true');

  // Both change counters by hand at the same time.
  const more = async (target: Page, sideName: RegExp, name: string) => {
    await side(target, sideName);
    const button = (await unit(target, name)).getByRole('button', { name: 'Counters: more' });
    await expect(button).toBeVisible();
    return button;
  };
  const buttons = [await more(page, /Parliament/, HORSE), await more(there, /King/, FOOT)];
  const before = (await stamps(page)).length;
  await Promise.all(buttons.map((button) => button.click()));
  for (const target of [page, there]) await expect.poll(() => stamps(target)).toHaveLength(before + 2);
  await expectAgreement([page, there], id);

  // One device is killed and returns, while the other makes ten acts. Codes merge both logs.
  await there.close();
  await open(page, id);
  // A closed browser informs the other device, but a killed one does not.
  const gone = /(No connection to Ben: connect again|Ben does not answer: wait), or use codes/;
  await expect(page.getByRole('link', { name: gone })).toBeVisible({ timeout: 30_000 });
  const back = await there.context().newPage();
  await open(back, id);
  for (let n = 0; n < 10; n += 1) await (await more(page, /Parliament/, HORSE)).click();
  await expect(page.getByRole('link', { name: new RegExp(`${gone.source}, 10 not transferred when last seen`) })).toBeVisible();
  await back.getByRole('button', { name: 'Take control' }).click();
  await expect(back.getByText('In control: this device')).toBeVisible();
  await readCodeText(back, await showUpdateCodes(page, id));
  await back.getByRole('button', { name: 'Merge the battles' }).click();
  await readCodeText(page, await showUpdateCodes(back, id));
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await open(page, id);
  await expect(page.getByRole('link', { name: new RegExp(`${gone.source}; it had everything when last seen`) })).toBeVisible();
  await expectAgreement([page, back], id);
  await expect(screen.getByRole('link', { name: /Connected: Ann, all transferred/ })).toBeVisible();
  await expectAgreement([page, screen], id);
});

test('a battle that was deleted and joined again shows its current state without a reload', async ({ page, browser, baseURL, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await page.goto('./');
  await nameDevice(page, 'Ann');
  await twoRegiments(page);
  const id = idOf(page);
  const there = await device(browser, baseURL!, 'Ben');
  const go = (target: Page, hash: string) => target.evaluate((hash) => void (location.hash = hash), hash);
  const more = async () => {
    await go(page, `#/battle/${id}`);
    await side(page, /Parliament/);
    await (await unit(page, HORSE)).getByRole('button', { name: 'Counters: more' }).click();
  };
  const row = there.getByRole('article').filter({ hasText: HORSE }).locator('.visually-hidden').last();
  await connect(page, there, 'Ben', id);
  await side(there, /Parliament/);
  await more();
  await expect(row).toContainText('Counters 1 of 6');
  await go(there, '#/saved');
  await there.getByRole('button', { name: /^Delete Cheriton lane/ }).click();
  await there.getByRole('button', { name: 'Delete the battle' }).click();
  await go(there, '#/');
  await expect(there.getByText('Play a five-minute battle')).toBeVisible();
  await more();
  await reconnect(page, there, id);
  await expect(there.getByRole('region', { name: 'Phase' })).toBeVisible();
  await side(there, /Parliament/);
  await expect(row).toContainText('Counters 2 of 6');
  await go(there, `#/battle/${id}/hall`);
  const unseen = there.getByRole('listitem').filter({ hasText: HORSE }).locator('.visually-hidden').last();
  await expect(unseen).toContainText('Counters 2 of 6');
  await more();
  await expect(unseen).toContainText('Counters 3 of 6');
});

test('from the home page, connecting takes two taps and one code from each device; a device does not answer itself', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  test.setTimeout(90_000);
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await twoRegiments(page);
  const id = idOf(page);
  const there = await device(browser, baseURL!, 'Ben');
  await page.goto('./');
  await page.getByRole('link', { name: 'Play on several devices' }).click();
  await page.getByRole('button', { name: /^Show the code of/ }).click();
  await expect(page.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  await page.getByLabel('Name of this device, for the other players').fill('Ann');
  const offer = await codeText(page);

  // If a device reads its own code, it shows a message, and the code stays.
  await page.getByRole('link', { name: 'Read its answer' }).click();
  await expect(page.getByText('Point the camera at the codes.').or(page.getByText('The camera is not available'))).toBeVisible();
  await enterCodeText(page, offer);
  await page.getByRole('button', { name: 'Open the text' }).click();
  await expect(page.getByText('This is the code of this device.')).toBeVisible();

  // The text of a code may have line breaks and other words around it, as in a message.
  await there.goto('./#/join');
  await there.getByRole('link', { name: 'Read its code' }).click();
  const lines = offer.match(/.{1,40}/g)!.join('\n');
  await enterCodeText(there, `My code:\n${lines}\nThanks`);
  await there.getByRole('button', { name: 'Open the text' }).click();
  await expect(there.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Text of a code, or a link' }).fill(`(${await codeText(there)}).`);
  await page.getByRole('button', { name: 'Open the text' }).click();
  await expect(page.getByRole('region', { name: 'Direct connection' }).getByText('Connected: Ben, all transferred')).toBeVisible();
  await open(there, id);
  await expect(there.getByRole('link', { name: /^Devices: Connected: Ann/ })).toBeVisible();

  // Changing the language reloads the page, so it asks first.
  await page.goto('./#/settings');
  await page.getByRole('radio', { name: 'Français' }).click();
  const ask = page.getByRole('alertdialog', { name: /This ends the connection to Ben\./ });
  await ask.getByRole('button', { name: 'Stay connected' }).click();
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

/** The text of the QR code that is equal to a link of a connection: its bytes in base45 (RFC 9285), after the version. */
function codeOfLink(link: string) {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  const [, version, data] = /#c=(\d+)\.([\w-]+)/.exec(link)!;
  const bytes = [Number(version), ...Buffer.from(data, 'base64url').subarray(4)];
  let text = 'DRUM3 ';
  for (let n = 0; n < bytes.length; n += 2) {
    const pair = bytes.slice(n, n + 2);
    let value = pair.reduce((value, byte) => 256 * value + byte, 0);
    for (let letter = 0; letter <= pair.length; letter += 1) {
      text += letters[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

test('with the camera, both devices tap twice from the home page, and read one code each', async ({ page, browser, baseURL, context }) => {
  // The camera sees what the test puts into `seen`.
  const watch = (target: Page) =>
    target.addInitScript(() => {
      const seeing = Object.assign(window, { seen: '' });
      const detect = () => Promise.resolve(seeing.seen ? [{ rawValue: seeing.seen }] : []);
      Object.assign(window, {
        BarcodeDetector: class {
          detect = detect;
        },
      });
      navigator.mediaDevices.getUserMedia = () => {
        const canvas = document.createElement('canvas');
        const brush = canvas.getContext('2d')!;
        setInterval(() => brush.fillRect(Math.random() * 100, 0, 10, 10), 50);
        return Promise.resolve(canvas.captureStream());
      };
    });
  const show = (target: Page, code: string) => target.evaluate((code) => void Object.assign(window, { seen: code }), code);
  await context.grantPermissions(['camera', 'screen-wake-lock']);
  await watch(page);
  await twoRegiments(page);
  const there = await device(browser, baseURL!, 'Ben');
  await watch(there);
  await there.reload();
  for (const target of [page, there]) {
    await target.goto('./#/');
    await target.getByRole('link', { name: 'Play on several devices' }).click();
  }
  await page.getByRole('button', { name: /^Show the code of Cheriton lane/ }).click();
  await there.getByRole('link', { name: 'Read its code' }).click();
  await show(there, codeOfLink(await codeText(page)));
  await expect(there.getByRole('img', { name: 'Code of the connection' })).toBeVisible();
  await show(page, codeOfLink(await codeText(there)));
  await expect(page.getByRole('region', { name: 'Direct connection' }).getByText('Connected: Ben, all transferred')).toBeVisible();
  await expect(there.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await there.context().close();
});

// Without camera permission, a browser sends a multicast name instead of its address, and many networks drop multicast. networks.spec.ts
// tests such networks; here both devices are on one machine.
for (const [where, camera] of [
  ['offered', [true, false]],
  ['joined', [false, true]],
] as const) {
  test(`two devices connect if only one has camera permission: the one on which the battle is ${where}`, async ({ browser }) => {
    const [host, guest] = await Promise.all(
      camera.map(async (permitted) => {
        const permissions = ['screen-wake-lock', ...(permitted ? ['camera'] : [])];
        const context = await browser.newContext({ permissions });
        return context.newPage();
      }),
    );
    await twoRegiments(host);
    const id = idOf(host);
    await guest.goto('./');
    await connect(host, guest, /device [0-9A-Z]{4}/, id);
    await open(guest, id);
    await open(host, id);
    const before = await moment(guest);
    await endPhase(host);
    await expect.poll(() => moment(guest)).not.toBe(before);
    for (const page of [host, guest]) await page.context().close();
  });
}

test('devices that cannot reach each other show this, suggest remedies, and offer codes', async ({ page, browser, baseURL }) => {
  test.slow();
  // Replaces the other device's port by one that is closed, as in a network that isolates its devices.
  const isolate = (target: Page) =>
    target.addInitScript(() => {
      const accept = RTCPeerConnection.prototype.setRemoteDescription;
      RTCPeerConnection.prototype.setRemoteDescription = function (description) {
        const sdp = description.sdp!.replace(/^(a=candidate:(?:\S+ ){5})\d+/gm, '$19');
        return (accept as (offered: RTCSessionDescriptionInit) => Promise<void>).call(this, { ...description, sdp });
      };
    });
  await isolate(page);
  await page.context().grantPermissions(['camera', 'screen-wake-lock']);
  await twoRegiments(page);
  const id = idOf(page);
  const there = await device(browser, baseURL!, 'Anne');
  await isolate(there);
  await there.reload();
  await openDevices(page, id);
  await page.getByRole('button', { name: 'Connect a device' }).click();
  await readCodeText(there, await codeText(page));
  const answer = await codeText(there);
  await page.getByRole('link', { name: 'Read its answer' }).click();
  await enterCodeText(page, answer);
  await page.getByRole('button', { name: 'Open the text' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not reach the other device' });
  await expect(alert).toContainText('Join the same hotspot on both, or use update codes.', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Show update codes' })).toBeVisible();
  await there.context().close();
});
