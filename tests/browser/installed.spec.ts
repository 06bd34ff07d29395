// The installed app: texts and files that other apps share with it, files that the system opens with it, shortcuts, and sharing to
// other apps.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.js';
import { addRoster, beginBattle, endPhase } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

/** The fields of a manifest that the tests use. */
interface Manifest {
  id: string;
  scope: string;
  share_target: {
    action: string;
    method: string;
    enctype: string;
    params: Record<string, string> & { files: { name: string; accept: string[] }[] };
  };
  file_handlers: { action: string; accept: Record<string, string[]> }[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
  screenshots: (Icon & { form_factor: string })[];
  icons: Icon[];
  orientation?: string;
  start_url: string;
  launch_handler: { client_mode: string };
}

interface Icon {
  src: string;
  sizes: string;
  type: string;
}

test.use({ serviceWorkers: 'allow' });

/** Opens the app and waits until its service worker serves it. */
async function installed(page: Page) {
  await page.goto('./');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** The page's manifest, and a function that resolves an address in it. */
async function manifest(page: Page) {
  const address = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href);
  const content: Manifest = await (await page.request.get(address)).json();
  return { content, resolve: (path: string) => new URL(path, address).href };
}

interface Sent {
  name: string;
  type: string;
  text: string;
}

/** True if the manifest's accepted file types include this file, by its media type or its extension. */
const isAccepted = (accepted: string[], { name, type }: Sent) =>
  accepted.some((pattern) => pattern === type || (pattern.startsWith('.') && name.endsWith(pattern)));

/** Shares a text or a file with the app as a browser does: by a form with the method, address and field names of the manifest. */
async function share(page: Page, words: { title?: string; text?: string; url?: string }, file?: Sent) {
  const { content, resolve } = await manifest(page);
  const { action, method, enctype, params } = content.share_target;
  const fields = Object.entries(words).map(([part, value]) => [params[part], value]);
  const fileField = file && params.files.find(({ accept }) => isAccepted(accept, file))?.name;
  expect(Boolean(fileField), 'the manifest offers the app for this file').toBe(Boolean(file));
  // From an empty page, because the policy of the app's pages forbids forms.
  await page.goto('about:blank');
  await page.evaluate(
    ({ form: { action, method, enctype }, fields, fileField, file }) => {
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const put = (type: string, name: string) => {
        const field = Object.assign(document.createElement('input'), { type, name });
        form.append(field);
        return field;
      };
      for (const [name, value] of fields) put('hidden', name).value = value;
      if (file) {
        const transfer = new DataTransfer();
        transfer.items.add(new File([file.text], file.name, { type: file.type }));
        put('file', fileField!).files = transfer.files;
      }
      document.body.append(form);
      form.submit();
    },
    { form: { action: resolve(action), method, enctype }, fields, fileField, file },
  );
}

/** Deletes all saved data, as on a new device. */
async function deleteAll(page: Page) {
  await page.goto('./#/saved');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByRole('main')).toContainText('Rosters: 0');
}

const contents = (page: Page) => page.getByRole('region', { name: 'Contents' });

async function addContents(page: Page) {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
}

/** Adds a roster and saves it as a file. */
async function savedFile(page: Page): Promise<Sent> {
  await addRoster(page);
  await page.getByRole('link', { name: 'Share' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  return { name: saved.suggestedFilename(), type: 'application/json', text: readFileSync(await saved.path(), 'utf8') };
}

test('a shared file opens once on the page that can add it, also offline', async ({ page, context }) => {
  await installed(page);
  const file = await savedFile(page);
  await deleteAll(page);
  await context.setOffline(true);
  // With its own type, and as plain text, as apps send it that cannot share JSON.
  for (const sentFile of [{ ...file, name: 'essex.txt', type: 'text/plain' }, file]) {
    await share(page, {}, sentFile);
    await expect(contents(page), sentFile.name).toContainText('Essex’s foot');
  }
  await addContents(page);
  await page.goto('./#/received');
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('a shared link opens from any field of the shared data', async ({ page }) => {
  await installed(page);
  await addRoster(page);
  await page.getByRole('link', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'The link' }).inputValue();
  for (const part of ['url', 'text', 'title']) {
    await share(page, {
      title: 'Cheriton',
      text: 'Our side for Saturday',
      url: '',
      [part]: `Our side for Saturday: ${link} See you there`,
    });
    await expect(contents(page), part).toContainText('Essex’s foot');
  }
});

test('the system opens the app’s files with it, and the app refuses other files', async ({ page }) => {
  const file = await savedFile(page);
  const { content, resolve } = await manifest(page);
  // Some systems identify files by their extension, others by their media type.
  const handler = content.file_handlers.find(({ accept }) => isAccepted(accept[file.type] ?? [], file));
  expect(handler, `opens ${file.name}`).toBeTruthy();
  await deleteAll(page);
  await page.addInitScript((file) => {
    const opened = ({ name, type, text }: Sent) => ({ files: [{ getFile: async () => new File([text], name, { type }) }] });
    const setConsumer = (consumer: (launched: object) => void) => {
      setTimeout(() => consumer(opened(file)), 50);
      Object.assign(window, { openWith: (file: Sent) => consumer(opened(file)) });
    };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  }, file);
  await page.goto(resolve(handler!.action));
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Drumhead' })).toBeVisible();
  await expect(contents(page)).toContainText('Essex’s foot');
  await addContents(page);
  // Opens in the existing window.
  await page.evaluate(() => window.openWith({ name: 'other.json', type: 'application/json', text: '{"not": "from Drumhead"}' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Drumhead' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('each shortcut opens its page, and the shortcut of the last battle opens the battle played last', async ({ page }) => {
  await page.goto('./');
  const { content, resolve } = await manifest(page);
  const opens = async (shortcut: string, title: string) => {
    await page.goto('./#/settings');
    await page.goto(resolve(content.shortcuts.find(({ name }) => name === shortcut)!.url));
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true }), shortcut).toBeVisible();
  };
  await opens('Last battle', 'Drumhead');
  await beginBattle(page, 'Roundway Down');
  const first = page.url();
  await beginBattle(page);
  await opens('Last battle', 'Cheriton lane');
  await page.goto(first);
  await expect(page.getByRole('heading', { level: 1, name: 'Roundway Down' })).toBeVisible();
  await endPhase(page);
  await opens('Last battle', 'Roundway Down');
  await opens('New battle', 'New battle');
  await opens('Rosters', 'Rosters');
  for (const { url } of content.shortcuts) expect(resolve(url).startsWith(resolve(content.scope)), url).toBe(true);
});

test('one tap copies a roster as text, and shares it as a file on devices that can share files', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'screen-wake-lock']);
  await page.addInitScript(() => {
    const shared: Sent[] = [];
    // Like Chromium on phones, which cannot share JSON.
    const canShare = ({ files }: { files: File[] }) => files.every((file) => file.type === 'text/plain');
    const share = async ({ files: [file] }: { files: File[] }) =>
      void shared.push({ name: file.name, type: file.type, text: await file.text() });
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
  await expect.poll(copied).toMatch(/^## Essex’s foot \(Pike & Shot\)\n\n8 units\n\n.+\n\n- \*\*Lawrence Crawford\*\*: General, mounted\n/);
  await page.getByRole('button', { name: 'Send as a file…' }).click();
  await expect
    .poll(() => page.evaluate(() => window.shared))
    .toMatchObject([{ name: 'Essex’s foot.txt', text: expect.stringMatching(/^\{/) }]);
  // The app accepts the files that it shares.
  const [sent]: Sent[] = await page.evaluate(() => window.shared);
  const { content } = await manifest(page);
  expect(content.share_target.params.files.some(({ accept }) => isAccepted(accept, sent))).toBe(true);
});

/** The size of an image in the manifest's notation: "192x192", or "any" for an image without a size. */
async function imageSize(page: Page, address: string) {
  const answer = await page.request.get(address);
  expect(answer.status(), address).toBe(200);
  const [type, bytes] = [answer.headers()['content-type'], await answer.body()];
  if (type === 'image/svg+xml') return { type, sizes: bytes.includes('<svg') ? 'any' : '' };
  expect(bytes.toString('latin1', 1, 4), address).toBe('PNG');
  return { type, sizes: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` };
}

test('the browser’s manifest panel shows no warnings', async ({ baseURL }) => {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ baseURL });
    await page.goto('./');
    const { content, resolve } = await manifest(page);
    const devtools = await page.context().newCDPSession(page);
    const { errors, url, manifest: read } = await devtools.send('Page.getAppManifest');
    expect(url).toContain('manifest.webmanifest');
    expect(errors).toEqual([]);
    expect(content.orientation, 'the app can be turned').toBeUndefined();
    expect([content.start_url, content.scope].map(resolve)).toEqual([baseURL, baseURL]);
    expect((read as { id?: string }).id, 'a second installation, also from another page, is the same app').toBe(baseURL);
    expect(content.launch_handler.client_mode[0], 'the system opens files in the app’s existing window').toBe('navigate-existing');

    const shortcuts = content.shortcuts.flatMap(({ icons }) => icons);
    for (const { src, sizes, type = 'image/png' } of [...content.screenshots, ...content.icons, ...shortcuts]) {
      expect(await imageSize(page, resolve(src)), src).toEqual({ type, sizes });
    }
    // Screenshots for the browser’s installation dialog, on phones and on computers.
    for (const form of ['narrow', 'wide']) {
      const shots = content.screenshots.filter(({ form_factor }) => form_factor === form);
      const sizes: number[][] = shots.map((shot) => shot.sizes.split('x').map(Number));
      expect(new Set(sizes.map(([width, height]) => width / height)).size, `${form}: there are some, all of one shape`).toBe(1);
      for (const [width, height] of sizes) {
        expect(width > height, form).toBe(form === 'wide');
        expect(Math.max(width, height) / Math.min(width, height), form).toBeLessThanOrEqual(2.3);
        for (const length of [width, height]) expect(length >= 320 && length <= 3840, form).toBe(true);
      }
    }
    expect(
      (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    ).toEqual([]);
  } finally {
    await browser.close();
  }
});
