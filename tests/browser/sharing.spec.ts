// Rosters and battles in links: a preview asks before anything is added.
import type { Browser, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { expect, test } from './page';
import { addRoster, beginBattle, confirm, readDownload, fromMenu, log, nextPhase, saved, seal } from './play';
import { idOf } from './two_phones';

const linkText = (page: Page) => page.getByRole('textbox', { name: 'The link' });

const linkOf = async (page: Page) => {
  await fromMenu(page, page.getByRole('link', { name: 'Share' }));
  await expect(page.getByRole('heading', { level: 1, name: /^Share / })).toBeVisible();
  return linkText(page).inputValue();
};

const openElsewhere = async (browser: Browser, link: string) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  return page;
};

test(
  'a shared roster is opened elsewhere by its link, which asks first and leaves the address',
  { tag: '@engines' },
  async ({ page, browser }) => {
    await addRoster(page, 'Essex’s foot');
    const units = await page.getByRole('article').count();
    const link = await linkOf(page);
    expect(link.length).toBeLessThan(800);
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const other = await openElsewhere(browser, link);
    await expect(other.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot');
    await expect.poll(() => saved(other), 'nothing is taken in by itself').toEqual({});
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
    await expect(other.getByRole('article')).toHaveCount(units);
    expect(other.url()).not.toContain('s=1');
    await other.goBack().catch(() => null);
    expect(other.url()).not.toContain('s=1');
  },
);

test('a shared battle includes its log', { tag: '@engines' }, async ({ page, browser }) => {
  await beginBattle(page);
  for (let n = 0; n < 4; n++) await confirm(nextPhase(page));
  await page.getByRole('button', { name: /^Undo/ }).click();
  const link = await linkOf(page);
  await page.goBack();
  const other = await openElsewhere(browser, link);
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(nextPhase(other)).toBeVisible();
  await expect.poll(() => saved(other)).toEqual(await saved(page));
  await expect.poll(() => log(other)).toEqual(await log(page));
});

test('a roster that exists in another version is added as a copy, replaced, or left', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  const link = await linkOf(page);
  await page.goBack();
  await page.getByLabel('Name of the roster').fill('Essex’s own');
  const before = await saved(page);
  const names = async () => {
    await page.goto('./#/rosters');
    await expect(page.getByRole('heading', { level: 1, name: 'Rosters' })).toBeVisible();
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Delete/ }) });
    return rows.locator('b').allTextContents();
  };

  await page.goto(link);
  await expect(page.getByText('This device has a different version')).toBeVisible();
  await page.getByRole('button', { name: 'Do nothing' }).click();
  expect(page.url()).not.toContain('s=1');
  await expect.poll(() => saved(page)).toEqual(before);

  await page.goto(link);
  // A double tap makes one copy.
  await page.getByRole('button', { name: 'Keep both' }).dblclick();
  await expect.poll(() => names()).toEqual(['Essex’s own', 'Essex’s foot']);

  await page.goto(link);
  await page.getByRole('button', { name: 'Replace the saved one' }).click();
  expect((await names()).sort()).toEqual(['Essex’s foot', 'Essex’s foot']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names()).toEqual(['Essex’s own', 'Essex’s foot']);

  // After the notice has disappeared, the replaced roster can be restored from the bin as a second one.
  await page.goto(link);
  await page.getByRole('button', { name: 'Replace the saved one' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.goto('./#/rosters');
  await page.getByText(/^Deleted in this visit/).click();
  await page.getByRole('button', { name: 'Restore Essex’s own' }).first().click();
  await expect(page.locator('main b').filter({ hasText: 'Essex’s own' })).toHaveCount(1);
  await expect.poll(() => names()).toHaveLength(3);

  await page.goto('./#/rosters');
  await page.getByRole('link', { name: 'Essex’s own' }).click();
  const same = await linkOf(page);
  await page.goto(same);
  await expect(page.getByText('This device already has all of it')).toBeVisible();
});

/** What the device's share function got. */
interface Sent {
  files: { name: string; type: string; text: string }[];
  rest: object;
}

/** Fakes a share function of the device for links, and for files of these types. */
const fakeSharing = (page: Page, types: string[]) =>
  page.addInitScript((types) => {
    const share = async ({ files, ...rest }: ShareData) => {
      const sent = await Promise.all(
        [...(files ?? [])].map(async (file) => ({ name: file.name, type: file.type, text: await file.text() })),
      );
      Object.assign(window, { sent: { files: sent, rest } });
    };
    const functions = {
      share,
      canShare: ({ files }: ShareData) => Boolean(files?.length) && files!.every((file) => types.includes(file.type)),
    };
    for (const [name, value] of Object.entries(functions)) Object.defineProperty(Navigator.prototype, name, { configurable: true, value });
  }, types);

/** What was shared, once it is. */
async function sent(page: Page): Promise<Sent> {
  const shared = await page.waitForFunction(() => (window as unknown as { sent?: Sent }).sent);
  return (await shared.jsonValue())!;
}

test('a link is shared by the device’s share function, if there is one', async ({ page }) => {
  await fakeSharing(page, []);
  await addRoster(page, 'Essex’s foot');
  const link = await linkOf(page);
  await page.getByRole('button', { name: 'Send…' }).click();
  expect(await sent(page)).toEqual({ files: [], rest: { title: 'Essex’s foot', url: link } });
});

test('if the page may not copy, the link is selected for copying by hand', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }));
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await addRoster(page);
  const link = await linkOf(page);
  await expect(page.getByRole('button', { name: 'Send…' })).toBeHidden();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('copy it yourself')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);
});

test('a battle too long for a code is shared by a link, and one too long for a link by a file', async ({ page }) => {
  await beginBattle(page);
  const id = idOf(page);
  const write = (from: number, to: number) => {
    const notes = [];
    for (let n = from; n < to; n++) {
      // Random text, which does not compress well.
      const note = randomBytes(120).toString('base64');
      notes.push([`drumhead/event/${id}/${n}-z`, seal({ act: { at: n, deed: { note } } })] as const);
    }
    return page.evaluate((notes) => notes.forEach(([key, text]) => localStorage.setItem(key, text)), notes);
  };
  await write(0, 8);
  await page.reload();
  await fromMenu(page, page.getByRole('link', { name: 'Share' }));
  await expect(page.getByText('It is too long for one code')).toBeVisible();
  await expect(linkText(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeHidden();
  await write(8, 400);
  await page.reload();
  await expect(page.getByText('This is too long for a link')).toBeVisible();
  await expect(linkText(page)).toBeHidden();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Cheriton lane.drumhead.json');
  expect(Object.keys((await readDownload(file)).texts)).toHaveLength(401);
});

for (const [kind, types, ending] of [
  ['JSON', ['application/json', 'text/plain'], 'json'],
  ['plain text alone', ['text/plain'], 'txt'],
] as const) {
  test(`a battle is shared as a file if the device shares ${kind}, and shows the same table elsewhere`, async ({ page, browser }) => {
    await fakeSharing(page, [...types]);
    await beginBattle(page);
    for (let n = 0; n < 3; n++) await confirm(nextPhase(page));
    await page.getByRole('button', { name: /^Undo/ }).click();
    const table = page.url();
    await fromMenu(page, page.getByRole('link', { name: 'Share', exact: true }));
    await page.getByRole('button', { name: 'Send as a file…' }).click();
    const { files, rest } = await sent(page);
    expect(rest, 'only the file is shared').toEqual({});
    expect(files.map(({ name, type }) => ({ name, type }))).toEqual([{ name: `Cheriton lane.${ending}`, type: types[0] }]);
    const here = await saved(page);
    expect(JSON.parse(files[0].text).texts).toEqual(here);

    const other = await openElsewhere(browser, './#/saved');
    await other.getByLabel(/^A backup/).setInputFiles({ name: files[0].name, mimeType: files[0].type, buffer: Buffer.from(files[0].text) });
    await expect(other.getByText('Cheriton lane')).toBeVisible();
    expect(await saved(other), 'nothing is taken in by itself').toEqual({});
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(() => saved(other)).toEqual(here);
    const moments = [];
    for (const device of [page, other]) {
      await device.goto(table);
      await expect(device.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
      moments.push(await device.locator('.status-row .moment').innerText());
    }
    expect(moments[1]).toBe(moments[0]);
    expect(await log(other)).toEqual(await log(page));
  });
}

test('if the device cannot share files, a battle can be saved as a file, or its link copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'screen-wake-lock']);
  await fakeSharing(page, []);
  await beginBattle(page);
  const here = await saved(page);
  const link = await linkOf(page);
  await expect(page.getByRole('button', { name: 'Save as a file' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send as a file…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  expect(file.suggestedFilename()).toBe('Cheriton lane.drumhead.json');
  expect((await readDownload(file)).texts).toEqual(here);
});

test('broken and hostile links have no effect', async ({ page }) => {
  for (const [fragment, words] of [
    ['s=1.AAAA', 'incomplete or damaged'],
    ['s=0.AAAA', 'not a Drumhead link'],
    ['s=99.AAAA', 'newer version'],
    [`s=1.${'A'.repeat(300_000)}`, 'more than Drumhead accepts'],
  ]) {
    await page.goto(`./#${fragment}`);
    await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
    expect(page.url()).not.toContain('s=');
  }
  // Only the beginning of a link.
  await page.goto('./#s=');
  await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => saved(page)).toEqual({});
});

test('names in a link are shown as text', async ({ page, browser }) => {
  const name = '<img src=x onerror="document.title=1"><b>bold</b>';
  await addRoster(page, name);
  const link = await linkOf(page);
  const other = await openElsewhere(browser, link);
  await expect(other.getByRole('region', { name: 'Contents' })).toContainText(name);
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(other.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(other).toHaveTitle(`${name} · Drumhead`);
});

test('two links in one message are both offered, each with its contents', async ({ page, browser }) => {
  await addRoster(page, 'Essex’s foot');
  const first = await linkOf(page);
  await page.goBack();
  await page.getByLabel('Name of the roster').fill('Rupert’s horse');
  const second = await linkOf(page);
  const other = await openElsewhere(browser, './#/scan');
  await other.getByText('Without a camera').click();
  await other.getByLabel('Text of a code, or a link').fill(`Ours: ${first}\nand theirs: ${second}`);
  await other.getByRole('button', { name: 'Open the text' }).click();
  await expect(other.getByText('This message contains 2 links.')).toBeVisible();
  const part = (number: number) => other.getByRole('region', { name: `Link ${number} of 2` });
  await expect(part(1)).toContainText('Essex’s foot');
  await expect(part(2)).toContainText('Rupert’s horse');
  await part(1).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part(1)).toHaveCount(0);
  // Both are versions of one roster. The second is compared with the first, which has been added.
  await expect(part(2)).toContainText('This device has a different version');
  await part(2).getByRole('button', { name: 'Keep both' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
  await other.goto('./#/rosters');
  await expect(other.getByText('Essex’s foot')).toBeVisible();
  await expect(other.getByText('Rupert’s horse')).toBeVisible();
});
