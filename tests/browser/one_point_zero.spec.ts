// Version 1.0.0 as the other device: links, codes, files and connections work in both directions. It handles unknown kinds and fields
// as docs/log_fields.md describes.
import type { Browser, Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import * as old from './one_point_zero';
import { expect, test } from './page';
import { beginBattle, CHECKS_OUT, endPhase, nextPhase, saved, sealText } from './play';
import { resolvedOf } from './contract';
import { act, apply, outcome, twoRegiments } from './regiments';
import { stored } from './script';
import { nameDevice, device, idOf, connect, readCodeText, showUpdateCodes } from './two_phones';

const HORSE = "Haselrig's Horse";

let server: Awaited<ReturnType<typeof old.serveOnePointZero>>;
test.beforeAll(async () => {
  server = await old.serveOnePointZero();
});
test.afterAll(() => server.end());

/** A device with version 1.0.0. */
const oldDevice = (browser: Browser) => device(browser, server.url);

/** The texts of a battle that a device has stored. */
const texts = async (page: Page, id: string) =>
  Object.fromEntries(Object.entries(await saved(page)).filter(([key]) => key.includes(`/battle/${id}`) || key.includes(`/event/${id}/`)));

/** The address of a link in another build. */
const atBuild = (url: string, link: string) => `${url}${link.slice(link.indexOf('#'))}`;

/** The stored texts of a battle's log and header. */
async function battleOf(page: Page, id: string) {
  const all = Object.entries(await texts(page, id));
  return all.map(([key, text]) => [key, key.includes('/event/') ? text : JSON.parse(text.slice(text.indexOf('{')))]);
}

async function expectSame(one: Page, other: Page, id: string) {
  await expect(async () => expect(await battleOf(one, id)).toEqual(await battleOf(other, id))).toPass({ timeout: 20_000 });
}

/** The number of applied rolls in the log of a device. */
const rolls = async (page: Page) => (await stored(page)).events.filter(({ event }) => resolvedOf(event)?.throws.length).length;

/** Nothing is wrong with the log. Version 1.0.0 said so on a page of its own, whose address leads to the log today. */
async function expectValid(page: Page, id: string) {
  await page.goto(`./#/battle/${id}/verify`);
  const result = page.getByRole('main').getByRole('status').first();
  await expect(result).toHaveText(page.url().startsWith(server.url) ? /^All \d+ entries are valid\.$/ : CHECKS_OUT);
}

test('links of battles open in both versions', async ({ page, browser }) => {
  const there = await oldDevice(browser);
  await beginBattle(page);
  const id = idOf(page);
  for (let phase = 0; phase < 3; phase += 1) await endPhase(page);
  await page.goto(`./#/battle/${id}/share`);
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await there.goto(atBuild(server.url, link));
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(nextPhase(there)).toBeVisible();
  await expectSame(page, there, id);
  await expectValid(there, id);

  await beginBattle(there, 'Roundway Down');
  const theirs = idOf(there);
  for (let phase = 0; phase < 3; phase += 1) await endPhase(there);
  const answer = await old.link(there, `battle/${theirs}`);
  await page.goto(atBuild('./', answer));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roundway Down' })).toBeVisible();
  await expectSame(there, page, theirs);
  await expectValid(page, theirs);
  await there.context().close();
});

test('update codes bring a battle to the other version and back', async ({ page, browser }) => {
  const there = await oldDevice(browser);
  await beginBattle(page);
  const id = idOf(page);
  await endPhase(page);
  await readCodeText(there, await showUpdateCodes(page, id));
  await there.getByRole('button', { name: 'Add', exact: true }).click();
  await old.open(there, id);
  await endPhase(there);
  await readCodeText(page, await showUpdateCodes(there, id));
  await page.getByRole('button', { name: 'Update the battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
  await expectSame(there, page, id);
  await expectValid(page, id);
  await there.context().close();
});

test('backups open in both versions', async ({ page, browser }) => {
  const there = await oldDevice(browser);
  await beginBattle(page);
  const id = idOf(page);
  await beginBattle(there, 'Roundway Down');
  const theirs = idOf(there);
  for (let phase = 0; phase < 2; phase += 1) {
    await endPhase(page);
    await endPhase(there);
  }
  const backup = async (from: Page) => {
    await from.goto('./#/saved');
    const download = from.waitForEvent('download');
    await from.getByRole('button', { name: 'Save everything as a file' }).click();
    return (await download).path();
  };
  const take = async (to: Page, file: string) => {
    await to.goto('./#/saved');
    await to.getByLabel(/^A backup/).setInputFiles(file);
    await to.getByRole('button', { name: 'Add', exact: true }).click();
  };
  const [ours, others] = [await backup(page), await backup(there)];
  await take(there, ours);
  await expectSame(page, there, id);
  await expectValid(there, id);
  await take(page, others);
  await expectSame(there, page, theirs);
  await expectValid(page, theirs);
  await there.context().close();
});

test('a device of 1.0.0 and one of today play a battle over a direct connection', async ({ page, browser }) => {
  const there = await oldDevice(browser);
  await nameDevice(there, 'Ben');
  await page.context().grantPermissions(['camera', 'screen-wake-lock']);
  await page.addInitScript(() => {
    const { sent } = Object.assign(window, { sent: [] as unknown[] });
    const send = RTCDataChannel.prototype.send as (data: unknown) => void;
    RTCDataChannel.prototype.send = function (data: unknown) {
      sent.push(data);
      send.call(this, data);
    };
  });
  await page.goto('./');
  await nameDevice(page, 'Ann');
  // The battle begins with a roll on the device of 1.0.0, so both devices number the rolls of all units in one sequence.
  await twoRegiments(there);
  const id = idOf(there);
  await old.melee(there, id);

  await connect(there, page, 'Ann', id);
  await expectSame(there, page, id);
  // Version 1.0.0 accepts a greeting with a time, although it does not know this field.
  const greeting = await page.evaluate(() => (window as unknown as { sent: string[] }).sent[0]);
  const { time } = (JSON.parse(greeting) as { hello: { time: number } }).hello;
  expect(Math.abs(time - Date.now())).toBeLessThan(60_000);

  // Each device acts while it is in control. Pages change without a reload, which would end the connection.
  const go = (target: Page, hash: string) => target.evaluate((hash) => void (location.hash = hash), `#/battle/${id}${hash}`);
  for (const target of [page, there]) await go(target, '');
  const control = (target: Page) => target.getByRole('region', { name: 'Control' });
  await control(page).getByRole('button', { name: 'Take control' }).click();
  await expect(control(page)).toContainText('In control: this device');
  await act(page, /Parliament/, HORSE, 'Melee');
  await page.getByRole('button', { name: /^Roll \d+ (die|dice|D\d+)/ }).click();
  await expect(outcome(page)).toBeVisible();
  await apply(page);
  await expect.poll(() => rolls(page), 'rolls of both devices').toBe(2);
  await expectSame(page, there, id);
  await old.takeControl(there);
  await endPhase(there);
  await expect(page.locator('.notice')).toContainText('Ben ended the phase.');
  await expectSame(there, page, id);
  expect(Object.keys(await texts(page, id)).length, 'entries of both').toBeGreaterThan(6);
  await expectValid(there, id);
  await expectValid(page, id);
  await there.context().close();
});

test.describe('version 1.0.0 with unknown fields and kinds', () => {
  /** Begins a battle on a device of 1.0.0. Returns the device, the battle's id, and the JSON of its texts in the order of the log. */
  async function prepare(browser: Browser) {
    const there = await oldDevice(browser);
    await beginBattle(there, 'Roundway Down');
    const id = idOf(there);
    for (let phase = 0; phase < 3; phase += 1) await endPhase(there);
    const all = Object.entries(await texts(there, id)).map(([key, text]): [string, string] => [key, text.slice(text.indexOf('{'))]);
    const number = (key: string) => (key.includes('/event/') ? Number.parseInt(key.split('/')[3]) : -1);
    return { there, id, all: all.sort(([a], [b]) => number(a) - number(b)) };
  }

  /** Replaces texts by other JSON of this schema, and reloads the page. */
  async function replaceTexts(there: Page, jsons: [string, string][], schema = 1) {
    const sealed = jsons.map(([key, json]) => [key, sealText(json, schema)]);
    await there.evaluate((sealed) => sealed.forEach(([key, text]) => localStorage.setItem(key, text)), sealed);
    await there.reload();
    await expect(nextPhase(there)).toBeVisible();
  }

  test('an unknown field is ignored, and later entries report the entry as altered', async ({ browser }) => {
    const { there, id, all } = await prepare(browser);
    const [log, digests] = [all.slice(1), new Map<string, string>()];
    // A log as a newer version writes it: each entry links the digest of the text before it.
    const newer = log.map(([key, json], index): [string, string] => {
      const stamp = key.split('/')[3];
      const linked = json.replace(/"(\d+-\w+):[0-9a-f]{12}"/, (_, before) => `"${before}:${digests.get(before)}"`);
      const text = index === 0 ? linked.replace('"act":{', '"act":{"group":"0-a",') : linked;
      digests.set(stamp, createHash('sha256').update(`${stamp} ${text}`).digest('hex').slice(0, 12));
      return [key, text];
    });
    await replaceTexts(there, newer);
    await there.goto(`./#/battle/${id}/verify`);
    await expect(there.locator('.fault').first()).toContainText('was altered or moved after this was written');
    expect((await texts(there, id))[newer[0][0]], 'the text is unchanged').toContain('"group"');
    await there.context().close();
  });

  test('an unknown kind of entry is left out', async ({ browser }) => {
    const { there, id, all } = await prepare(browser);
    await replaceTexts(there, [[all[1][0], '{"seat":{"at":1}}']]);
    await there.goto(`./#/battle/${id}/verify`);
    await expect(there.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(2);
    await there.context().close();
  });

  test('a battle whose header has schema 2 is shown and not changed', async ({ browser }) => {
    const { there, all } = await prepare(browser);
    await replaceTexts(there, [[all[0][0], all[0][1].replace('{', '{"scenario":{"id":"x"},')]], 2);
    const moment = there.locator('.status-row .moment');
    const before = await moment.innerText();
    await nextPhase(there).press('Enter');
    await expect(there.locator('.notice')).toContainText('newer version of Drumhead');
    expect(await moment.innerText()).toBe(before);
    await there.context().close();
  });

  test('an unknown tracker is shared unchanged', async ({ page, browser }) => {
    const { there, id, all } = await prepare(browser);
    const camp = '{"set":{"of":"battle","key":"camp:k3x9abcd","to":{"player":"Ann"}}}';
    const last = all.at(-1)!;
    await replaceTexts(there, [[last[0], last[1].replace('"changes":[', `"changes":[${camp},`)]]);
    await page.goto(atBuild('./', await old.link(there, `battle/${id}`)));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Roundway Down' })).toBeVisible();
    expect((await texts(page, id))[last[0]]).toContain(camp);
    await expectSame(there, page, id);
    await there.context().close();
  });

  test('links of version 2 are reported as coming from a newer version', async ({ browser }) => {
    const there = await oldDevice(browser);
    for (const mark of ['s', 'n']) {
      await there.goto(`${server.url}#${mark}=2.abcdefghijklmnop`);
      await expect(there.getByText('newer version of Drumhead').first()).toBeVisible();
      await there.goto('./#/');
    }
    await there.context().close();
  });
});
