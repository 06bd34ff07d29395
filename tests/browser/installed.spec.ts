// The app as it is installed: what other apps share with it, files that the system opens with it, shortcuts, and what it shares
// itself.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.js';
import { addRoster, beginBattle } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

/** Opens the app and waits until its service worker serves it. */
async function installed(page: Page) {
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test('a shared file opens where it can be added, with the host gone too, and is handed out once', async ({ page, context }) => {
  await installed(page);
  await addRoster(page);
  await page.getByRole('link', { name: 'Share' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  const text = readFileSync(await saved.path(), 'utf8');
  await page.evaluate(() => localStorage.clear());
  await context.setOffline(true);
  const answer = await page.evaluate(async (text) => {
    const form = new FormData();
    form.append('file', new File([text], 'essex.json', { type: 'application/json' }));
    const { type, status } = await fetch('./received', { method: 'POST', body: form, redirect: 'manual' });
    return { type, status };
  }, text);
  expect(answer, 'the browser is sent on to the page').toEqual({ type: 'opaqueredirect', status: 0 });
  await page.goto('./#/received');
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
  await page.goto('./#/received');
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('a shared link opens, wherever it stands in what is shared', async ({ page }) => {
  await installed(page);
  await addRoster(page);
  await page.getByRole('link', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  await page.evaluate(async (link) => {
    localStorage.clear();
    const form = new FormData();
    form.append('text', `Our side for Saturday: ${link} See you there`);
    await fetch('./received', { method: 'POST', body: form });
  }, link);
  await page.goto('./#/received');
  await expect(page.getByRole('region', { name: 'Contents' })).toContainText('Essex’s foot');
});

test('a file that the system opens with the app is read', async ({ page }) => {
  await page.addInitScript(() => {
    const text = '{"not": "from Drumhead"}';
    const files = [{ getFile: async () => new File([text], 'other.json') }];
    const setConsumer = (consumer: (launched: object) => void) => setTimeout(() => consumer({ files }), 50);
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Drumhead' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('the shortcut opens the battle that was played last', async ({ page }) => {
  await page.goto('./#/last');
  await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
  await beginBattle(page);
  await page.goto('./#/');
  await page.goto('./#/last');
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton lane' })).toBeVisible();
});

test('a roster is copied as text in one tap, and shared as a file where the device does that', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const shared: string[] = [];
    // Like Chromium on phones, which shares no JSON.
    const canShare = ({ files }: { files: File[] }) => files.every((file) => file.type === 'text/plain');
    const share = async ({ files }: { files: File[] }) => void shared.push(`${files[0].name}: ${await files[0].text()}`);
    Object.assign(window, { shared });
    for (const [name, value] of Object.entries({ canShare, share })) Object.defineProperty(navigator, name, { value, configurable: true });
  });
  await addRoster(page);
  await page.getByRole('link', { name: 'Share' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy for a chat' }).click();
  await expect(page.getByText('The roster is copied.')).toBeVisible();
  await expect.poll(() => copied()).toMatch(/^Essex’s foot \(Pike & Shot\): 8 units\n.+\n- Lawrence Crawford: General, mounted\n/);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect.poll(copied).toMatch(/^## Essex’s foot \\\(Pike & Shot\\\)\n\n8 units\n\n.+\n\n- \*\*Lawrence Crawford\*\*: General, mounted\n/);
  await page.getByRole('button', { name: 'Send as a file…' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared.join())).toMatch(/^Essex’s foot\.txt: \{/);
});

test('the browser’s manifest panel shows no warnings', async ({ baseURL }) => {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ baseURL });
    await page.goto('./');
    const devtools = await page.context().newCDPSession(page);
    const { errors, url, data } = await devtools.send('Page.getAppManifest');
    expect(url).toContain('manifest.webmanifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data!);
    expect(manifest.orientation, 'the app can be turned').toBeUndefined();
    for (const { src, sizes } of [...manifest.screenshots, ...manifest.icons]) {
      const answer = await page.request.get(new URL(src, url).href);
      expect(answer.status(), src).toBe(200);
      expect(sizes).toBeTruthy();
    }
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  } finally {
    await browser.close();
  }
});
