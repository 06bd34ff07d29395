// Every place has an address: it can be reloaded, gone back to and forward to, and says what to do where there is nothing.
import { beginBattle, wholeUnit } from './play';
import { appReady, expect, test } from './page';
import type { Page } from '@playwright/test';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** The places of a battle, by what follows its address, with their titles. */
const OF_A_BATTLE = [
  '',
  '/do/reaction_charge',
  '/log',
  '/verify',
  '/replay',
  '/luck',
  '/report',
  '/paper',
  '/share',
  '/devices',
  '/hall',
  '/close',
  '/survivors',
  '/own-rules',
];
const OTHERS = [
  '#/',
  '#/rosters',
  '#/new',
  '#/saved',
  '#/chronicle',
  '#/settings',
  '#/dice',
  '#/rules/argad',
  '#/quick/argad',
  '#/quick/argad/shoot',
];

test('every place is there again after a reload, and back and forward lead through them', async ({ page }) => {
  await beginBattle(page);
  const battle = new URL(page.url()).hash;
  const places = [...OTHERS, ...OF_A_BATTLE.map((place) => battle + place)];
  const titles: string[] = [];
  for (const place of places) {
    await page.goto(`./${place}`);
    await appReady(page);
    await expect(title(page)).not.toHaveText(/^$|Not found/);
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
  await says(`${battle}/verify`, /Nothing has happened yet\./);
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
