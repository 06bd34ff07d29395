// The app as it is installed: what other apps share with it, files that the system opens with it, shortcuts, and what it shares
// itself.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from './chromium.js';
import { addRoster, beginBattle, endPhase } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';

/** What the specs look at in a manifest. */
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

/** The manifest that the page names, with its address; an address in it is understood from there. */
async function manifest(page: Page) {
  const address = await page.locator('link[rel=manifest]').evaluate((own: HTMLLinkElement) => own.href);
  const own: Manifest = await (await page.request.get(address)).json();
  return { own, at: (place: string) => new URL(place, address).href };
}

interface Sent {
  name: string;
  type: string;
  text: string;
}

/** True if the kinds of files that the manifest names take in this one: by its type or by its ending. */
const takes = (accepted: string[], { name, type }: Sent) =>
  accepted.some((own) => own === type || (own.startsWith('.') && name.endsWith(own)));

/** Sends what another app shares, as the browser does: as a form, in the way and to the address that the manifest says, and with the
 * manifest's names of each part. */
async function share(page: Page, words: { title?: string; text?: string; url?: string }, file?: Sent) {
  const { own, at } = await manifest(page);
  const { action, method, enctype, params } = own.share_target;
  const fields = Object.entries(words).map(([part, value]) => [params[part], value]);
  const place = file && params.files.find(({ accept }) => takes(accept, file))?.name;
  expect(Boolean(place), 'the manifest offers the app for this file').toBe(Boolean(file));
  // From nowhere: the app's own pages send no forms.
  await page.goto('about:blank');
  await page.evaluate(
    ({ form: { action, method, enctype }, fields, place, file }) => {
      const form = Object.assign(document.createElement('form'), { action, method, enctype });
      const put = (type: string, name: string) => {
        const field = Object.assign(document.createElement('input'), { type, name });
        form.append(field);
        return field;
      };
      for (const [name, value] of fields) put('hidden', name).value = value;
      if (file) {
        const carrier = new DataTransfer();
        carrier.items.add(new File([file.text], file.name, { type: file.type }));
        put('file', place!).files = carrier.files;
      }
      document.body.append(form);
      form.submit();
    },
    { form: { action: at(action), method, enctype }, fields, place, file },
  );
}

/** Deletes all that is saved, as on a device that never had it. */
async function forget(page: Page) {
  await page.goto('./#/saved');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByRole('main')).toContainText('Rosters: 0');
}

const contents = (page: Page) => page.getByRole('region', { name: 'Contents' });

async function add(page: Page) {
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

test('a shared file opens where it can be added, with the host gone too, and is handed out once', async ({ page, context }) => {
  await installed(page);
  const file = await savedFile(page);
  await forget(page);
  await context.setOffline(true);
  // As it is saved, and as apps send it on that share no JSON.
  for (const own of [{ ...file, name: 'essex.txt', type: 'text/plain' }, file]) {
    await share(page, {}, own);
    await expect(contents(page), own.name).toContainText('Essex’s foot');
  }
  await add(page);
  await page.goto('./#/received');
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('a shared link opens, wherever it stands in what is shared', async ({ page }) => {
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

test('a file that the app saved is opened with it by the system, and another file is refused', async ({ page }) => {
  const file = await savedFile(page);
  const { own, at } = await manifest(page);
  // Some systems know files by their ending, others by their type.
  const handler = own.file_handlers.find(({ accept }) => takes(accept[file.type] ?? [], file));
  expect(handler, `opens ${file.name}`).toBeTruthy();
  await forget(page);
  await page.addInitScript((file) => {
    const opened = ({ name, type, text }: Sent) => ({ files: [{ getFile: async () => new File([text], name, { type }) }] });
    const setConsumer = (consumer: (launched: object) => void) => {
      setTimeout(() => consumer(opened(file)), 50);
      Object.assign(window, { openWith: (file: Sent) => consumer(opened(file)) });
    };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  }, file);
  await page.goto(at(handler!.action));
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Drumhead' })).toBeVisible();
  await expect(contents(page)).toContainText('Essex’s foot');
  await add(page);
  // In the window that is open.
  await page.evaluate(() => window.openWith({ name: 'other.json', type: 'application/json', text: '{"not": "from Drumhead"}' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with Drumhead' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This cannot be opened');
});

test('each shortcut opens what it names, and that of the last battle the one that was played last', async ({ page }) => {
  await page.goto('./');
  const { own, at } = await manifest(page);
  const opens = async (shortcut: string, title: string) => {
    await page.goto('./#/settings');
    await page.goto(at(own.shortcuts.find(({ name }) => name === shortcut)!.url));
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
  for (const { url } of own.shortcuts) expect(at(url).startsWith(at(own.scope)), url).toBe(true);
});

test('a roster is copied as text in one tap, and shared as a file where the device does that', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'screen-wake-lock']);
  await page.addInitScript(() => {
    const shared: Sent[] = [];
    // Like Chromium on phones, which shares no JSON.
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
  // The app takes in what it sends.
  const [sent]: Sent[] = await page.evaluate(() => window.shared);
  const { own } = await manifest(page);
  expect(own.share_target.params.files.some(({ accept }) => takes(accept, sent))).toBe(true);
});

/** The size of a picture, as a manifest writes it; pictures that have no size of their own fit any. */
async function measured(page: Page, address: string) {
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
    const { own, at } = await manifest(page);
    const devtools = await page.context().newCDPSession(page);
    const { errors, url, manifest: read } = await devtools.send('Page.getAppManifest');
    expect(url).toContain('manifest.webmanifest');
    expect(errors).toEqual([]);
    expect(own.orientation, 'the app can be turned').toBeUndefined();
    expect([own.start_url, own.scope].map(at)).toEqual([baseURL, baseURL]);
    expect((read as { id?: string }).id, 'installed again, also from another start, it is the same app').toBe(baseURL);
    expect(own.launch_handler.client_mode[0], 'what is opened goes to the window of the app that is open, not to a second one').toBe(
      'navigate-existing',
    );

    const shortcuts = own.shortcuts.flatMap(({ icons }) => icons);
    for (const { src, sizes, type = 'image/png' } of [...own.screenshots, ...own.icons, ...shortcuts]) {
      expect(await measured(page, at(src)), src).toEqual({ type, sizes });
    }
    // In the browser’s offer to install: some on phones and some on computers.
    for (const form of ['narrow', 'wide']) {
      const shots = own.screenshots.filter(({ form_factor }) => form_factor === form);
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
