// Every place has an address: it can be reloaded, gone back to and forward to, and says what to do where there is nothing.
import { beginBattle, wholeUnit } from './play';
import { appReady, expect, test } from './page';
import { addresses, PATTERNS } from './routes';
import { idOf } from './two_phones';
import type { Page } from '@playwright/test';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('every place is there again after a reload, and back and forward lead through them', async ({ page }) => {
  await beginBattle(page);
  const battle = idOf(page);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page).toHaveURL(/#\/roster\/\w+$/);
  const roster = /\w+$/.exec(page.url())![0];
  const places = [
    ...addresses({}),
    ...addresses({ roster }),
    ...addresses({ ruleset: 'argad' }),
    ...addresses({ ruleset: 'argad', procedure: 'shoot' }),
    ...addresses({ battle }),
    ...addresses({ battle, procedure: 'reaction_charge' }),
    ...addresses({ battle, procedure: 'reaction_charge', unit: 'u1' }),
  ];
  expect(places.length, 'every address is visited').toBe(PATTERNS.length);
  const titles: string[] = [];
  for (const place of places) {
    await page.goto(`./${place}`);
    await appReady(page);
    // Without a correction that was begun, its pages say so.
    await expect(title(page)).not.toHaveText(/\/correct(ed)?$/.test(place) ? '' : /^$|Not found/);
    const own = (await title(page).textContent())!;
    await page.reload();
    await appReady(page);
    await expect(title(page)).toHaveText(own);
    expect(new URL(page.url()).hash, 'the address stays').toBe(place);
    titles.push(own);
  }
  for (const own of titles.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(title(page)).toHaveText(own);
  }
  await page.goForward();
  await expect(title(page)).toHaveText(titles[1]);
});

test('where there is nothing, a page says what to do', async ({ page }) => {
  const says = async (place: string, words: RegExp) => {
    await page.goto(`./${place}`);
    await appReady(page);
    await expect(page.getByRole('main')).toContainText(words);
  };
  await says('#/', /Play a five-minute battle/);
  await says('#/rosters', /No rosters yet\. Start one below, or copy a sample/);
  await says('#/battle/nowhere', /This battle is not on this device/);
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: /^New roster for Pike & Shot/ }).click();
  await expect(page.getByRole('main')).toContainText('No units yet. Add the first.');
  await beginBattle(page);
  const battle = new URL(page.url()).hash;
  await says(`${battle}/log`, /Nothing has happened yet/);
  await says(`${battle}/luck`, /No dice to count yet\. They appear here after the first roll/);
  await says(`${battle}/replay`, /Nothing has happened yet\./);
  await says(`${battle}/report`, /Nothing to report yet\. After the first action/);
  // Version 1.0.0 had a page that checked the log.
  await says(`${battle}/verify`, /Nothing to check yet\./);
  // A side without units: they can be added.
  await page.goto(`./${battle}`);
  const side = page.locator('.side:visible').first();
  for (let left = await side.getByRole('article').count(); left > 0; left -= 1) {
    const own = side.getByRole('article').first();
    const whole = await wholeUnit(page, (await own.getAttribute('aria-label'))!);
    await whole.getByRole('button', { name: 'Remove from the table' }).click();
  }
  await expect(side).toContainText('No units here yet. Add a whole roster or single units below.');
});

test('the way back of a page returns along the browser’s history, so that Settings and Backup do not lead to each other', async ({
  page,
}) => {
  await page.goto('./#/');
  await appReady(page);
  const back = page.getByRole('link', { name: 'Back', exact: true });
  const entries = () => page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Backup and storage' }).click();
  await expect(title(page)).toHaveText('Backup and storage');
  const count = await entries();
  await back.click();
  await expect(title(page)).toHaveText('Settings');
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  expect(await entries(), 'nothing was added').toBe(count);
  // The browser’s Back mixed with the page’s own.
  await page.goForward();
  await page.goForward();
  await expect(title(page)).toHaveText('Backup and storage');
  await page.goBack();
  await expect(title(page)).toHaveText('Settings');
  await page.reload();
  await appReady(page);
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  // A page that was opened by its address has nothing behind it: the way back takes its place.
  await page.goto('./#/rosters');
  await page.goto('./#/dice');
  await expect(title(page)).toHaveText('How the dice are rolled');
  const before = await entries();
  await page.goto('./#/chronicle');
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
  expect(await entries()).toBeLessThanOrEqual(before + 1);
});

test('from a panel and from the log the way back returns to the table, and from there home', async ({ page }) => {
  await page.goto('./#/');
  await appReady(page);
  await page.getByRole('link', { name: 'Try a sample battle' }).first().click();
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
  const table = new URL(page.url()).hash;
  const back = page.getByRole('link', { name: 'Back', exact: true });
  for (const place of ['/log', '/do/reaction_charge']) {
    await page.evaluate((place) => (location.hash += place), place);
    await expect(page.getByRole('region', { name: 'Phase' })).toBeHidden();
    await back.click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(table);
  }
  await back.click();
  await expect(title(page)).toHaveText('Drumhead');
});

test('the last battle on the home page is as wide as the page', { tag: '@phone' }, async ({ page }) => {
  await beginBattle(page);
  await page.goto('./#/');
  for (const width of [390, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.getByRole('link', { name: /^Continue/ });
    await expect(card).toBeVisible();
    const [outer, heading] = await Promise.all([card.boundingBox(), card.locator('b').boundingBox()]);
    const main = await page.getByRole('main').evaluate((own) => {
      const { paddingLeft, paddingRight } = getComputedStyle(own);
      return own.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    });
    expect(outer!.width, `${width}`).toBeGreaterThan(main - 2);
    expect(heading!.width, `${width}`).toBeGreaterThan(outer!.width - 6);
  }
});
