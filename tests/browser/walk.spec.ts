// Every place of the app, opened once: in English and French, in every theme, on a phone and a tablet, with large letters and on a
// small screen. Each can be reloaded, and the browser's Back and Forward lead through all of them.
import type { Locator, Page } from '@playwright/test';
import { COLOURS, expectAccessible } from './axe';
import { useTestFonts } from './fonts';
import { type Language, englishTexts, french, speak } from './french';
import { ENLARGED, PHONE, TABLET, expectLayout, expectRoom, resize } from './layout';
import { appReady, expect, test } from './page';
import { applyOutcome, charge, confirm, lift, nextPhase, openPanel } from './play';
import { PATTERNS, addresses } from './routes';
import { lay } from './script';
import { idOf } from './two_phones';

// Each test opens dozens of pages.
test.describe.configure({ timeout: 300_000 });
// The room for text depends on the fonts, which differ between systems. The page's policy forbids those of the tests.
test.use({ bypassCSP: true });
test.beforeEach(({ page }) => useTestFonts(page));

const OTHER = { en: 'fr', fr: 'en' } as const;
const translate = (language: Language, english: string) => (language === 'fr' ? french(english) : english);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const setTheme = (page: Page, theme: string) => page.evaluate((theme) => void (document.documentElement.dataset.theme = theme), theme);

/** Runs axe on a page, and again for the colours of the other themes. */
async function expectAccessibleInThemes(page: Page, where: string) {
  await expectAccessible(page, where);
  for (const theme of ['dark', 'sun']) {
    await setTheme(page, theme);
    await expectAccessible(page, `${where}, in the theme ${theme}`, COLOURS);
  }
  await setTheme(page, 'light');
}

/**
 * Checks the current state of a page. In English, axe runs on a phone; in French, on a tablet, where only the table has other colours: it
 * shows both sides. On small screens, what sticks to the edges leaves the share `room` of the height.
 */
async function check(page: Page, where: string, language: Language, room = 0.5) {
  await expect.soft(page, where).toHaveTitle(/(^|[^ ] · )Drumhead$/);
  const isTable = (await page.locator('main.table').count()) > 0;
  if (language === 'en') await expectAccessibleInThemes(page, where);
  else expect.soft(await englishTexts(page), `English on ${where}`).toEqual([]);
  await expectLayout(page, `${where}, ${language}`);
  for (const size of [TABLET, ...ENLARGED]) {
    await resize(page, size);
    await expectLayout(page, `${where}, ${language}, ${size.name}`);
    if (size.width < TABLET.width) await expectRoom(page, `${where}, ${size.name}`, room);
    else if (size === TABLET && language === 'fr')
      await (isTable ? expectAccessibleInThemes : expectAccessible)(page, `${where}, on a tablet`);
  }
  await resize(page, PHONE);
}

/** States of a page that are checked, too: their names, and how to get there. */
const STATES: [RegExp, string, (page: Page, language: Language) => Promise<void>][] = [
  [/^#\/new$/, 'house rules open', (page, language) => page.getByText(translate(language, 'House rules'), { exact: true }).click()],
  [/^#\/roster\/\w+$/, 'a unit open', (page) => page.locator('article button.who').first().click()],
  [/^#\/rules\/\w+$/, 'open', (page) => openAll(page.locator('.chapter > summary'))],
  [/^#\/rules\/\w+$/, 'searched', (page) => page.getByRole('searchbox').fill('range')],
];

async function openAll(folds: Locator) {
  for (const fold of await folds.all()) await fold.click();
}

/** Checks a page that has just been opened, and its states. Returns its heading. */
async function checkPage(page: Page, address: string, language: Language) {
  await appReady(page);
  // Without a correction that was begun, its pages say so.
  const isEmpty = /\/correct(ed)?$|\/none$/.test(address);
  await expect(heading(page)).not.toHaveText(isEmpty ? '' : /^$|Not found|Introuvable/);
  const title = (await heading(page).textContent())!;
  await check(page, address, language, /\/do\//.test(address) ? 0.3 : 0.5);
  for (const [, name, open] of STATES.filter(([pattern]) => pattern.test(address))) {
    await open(page, language);
    await check(page, `${address}, ${name}`, language);
  }
  return title;
}

/** Opens each address, in one language and, loaded again, in the other; goes back through all of them, and forward. */
async function walk(page: Page, places: string[]) {
  let language: Language = 'en';
  const titles: Record<Language, string>[] = [];
  for (const address of places) {
    await page.goto(`./${address}`);
    const title = { en: '', fr: '' };
    title[language] = await checkPage(page, address, language);
    language = OTHER[language];
    await speak(page, language);
    expect(new URL(page.url()).hash, 'a reload stays at the address').toBe(address);
    title[language] = await checkPage(page, address, language);
    // Headings with a name in them are in no catalogue.
    if (french(title.en) !== title.en) expect(title.fr, `the heading of ${address}`).toBe(french(title.en));
    titles.push(title);
  }
  for (const title of titles.slice(0, -1).reverse()) {
    await page.goBack();
    await expect(heading(page)).toHaveText(title[language]);
  }
  await page.goForward();
  await expect(heading(page)).toHaveText(titles[1][language]);
}

/** Opens a page in French. What it stores has French names, which stay in both languages. */
async function openInFrench(page: Page, address: string) {
  await page.goto('./');
  await speak(page, 'fr');
  await page.goto(`./${address}`);
}

/** Begins a battle with a short name, enters the die of a charge and applies it. Returns the id of the battle. */
async function chargeOnce(page: Page) {
  await openInFrench(page, '#/new');
  await page.getByLabel(french('Name of the battle')).fill('Cheriton lane');
  await page.getByRole('button', { name: french('Begin the battle') }).click();
  await expect(page.locator('main.table')).toBeVisible();
  await speak(page, 'en');
  await charge(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await applyOutcome(page);
  return idOf(page);
}

/** Copies a sample roster, with French names, and returns its id. */
async function copyRoster(page: Page) {
  await openInFrench(page, '#/rosters');
  await page
    .getByRole('button', { name: french('Copy') })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/roster\/\w+$/);
  const id = /\w+$/.exec(page.url())![0];
  await speak(page, 'en');
  return id;
}

/** Copies a scenario of the library, with French names, and plays it. Returns the ids of the copy and of the battle. */
async function playScenario(page: Page) {
  await openInFrench(page, '#/scenario/pike_and_shot-naseby');
  await page.getByRole('button', { name: french('Copy and change') }).click();
  await expect(page).toHaveURL(/#\/scenario\/\w+$/);
  const scenario = /\w+$/.exec(page.url())![0];
  await page.getByRole('button', { name: french('Play it') }).click();
  await expect(page.locator('main.table')).toBeVisible();
  const battle = idOf(page);
  await speak(page, 'en');
  return { scenario, battle };
}

/** The page of a battle that is empty without a scenario. */
const needsScenario = (address: string) => address.endsWith('/scenario');

test('places without a battle', async ({ page }) => {
  await walk(page, [...addresses({}), '#/battle/none']);
});

test('places of a roster, a scenario, of the rules and of an act', async ({ page }) => {
  const procedure = { ruleset: 'argad', procedure: 'shoot' };
  const roster = await copyRoster(page);
  const { scenario, battle: played } = await playScenario(page);
  const battle = await chargeOnce(page);
  const places = [
    '#/',
    '#/rosters',
    ...addresses({ roster }),
    ...addresses({ scenario }),
    ...addresses({ scenario, side: 'a' }),
    ...addresses({ battle: played }).filter(needsScenario),
    ...addresses({ ruleset: 'argad' }),
    ...addresses(procedure),
    ...addresses({ battle, procedure: 'reaction_charge' }),
    ...addresses({ battle, procedure: 'reaction_charge', unit: 'u1' }),
    ...addresses({ battle, side: 'a', procedure: 'reaction_charge' }),
    ...addresses({ battle, side: 'a', procedure: 'reaction_charge', variant: '0' }),
  ];
  const visited = addresses({}).length + places.length - 3 + addresses({ battle }).length;
  expect(visited, 'these three walks visit every address').toBe(PATTERNS.length);
  await walk(page, places);
});

test('places of a battle', async ({ page }) => {
  const battle = await chargeOnce(page);
  const addressesOfBattle = addresses({ battle }).filter((address) => !needsScenario(address));
  await walk(page, addressesOfBattle);
});

/** Opens the first row of the table, and unfolds what it can, in the head of the page, too. */
async function unfoldTable(page: Page) {
  if ((await page.locator('.unit-body:visible').count()) === 0) await page.locator('.unit-row:visible').first().click();
  await expect(page.locator('.unit-body:visible')).toHaveCount(1);
  for (const summary of ['.unit .disclosure > summary', '.sorting > summary', '.phase > details > summary']) {
    const fold = page.locator(`${summary}:visible`);
    if (await fold.count()) await fold.first().click();
  }
}

/** Opens every row of the table and keeps it open, and unfolds what is in it, whether it is on the screen or not. */
async function unfoldUnits(page: Page) {
  await expect(page.locator('article.unit.blank')).toHaveCount(0);
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (const row of document.querySelectorAll<HTMLElement>('.unit-row')) {
      if (row.ariaExpanded !== 'true') row.click();
      await drawn();
      row.closest('article')!.querySelector<HTMLElement>('.pin')!.click();
    }
    document.querySelectorAll<HTMLDetailsElement>('article.unit details').forEach((details) => (details.open = true));
  });
}

const expectFrench = async (page: Page, where: string) => {
  await appReady(page);
  await expect(heading(page)).not.toHaveText('');
  expect.soft(await englishTexts(page), `English on ${where}`).toEqual([]);
  await expectLayout(page, `${where}, fr`);
};

for (const ruleset of ['pike_and_shot', 'pikette_squared', 'argad', 'arquebusier']) {
  test(`the table, the acts and the rules of ${ruleset}`, async ({ page }) => {
    await openInFrench(page, `#/sample/${ruleset}`);
    await expect(page.locator('main.table')).toBeVisible();
    const battle = idOf(page);
    for (const language of ['en', 'fr'] as const) {
      await speak(page, language);
      await expect(page.locator('main.table')).toBeVisible();
      await check(page, `the table of ${ruleset}`, language, 0.7);
      await unfoldTable(page);
      await check(page, `the table of ${ruleset}, unfolded`, language, 0);
      await page.keyboard.press('Escape');
    }
    await unfoldUnits(page);
    await expectFrench(page, `all units of ${ruleset}`);
    // Before a turn begins, all acts may be greyed. Their panels open all the same, and give the reason.
    await page.locator('article.unit nav.offers a').first().press('Enter');
    await expect(page.locator('main.resolve')).toBeVisible();
    await expectFrench(page, `a panel of ${ruleset}`);
    await page.goto(`./#/quick/${ruleset}`);
    const links = page.locator(`a[href^="#/quick/${ruleset}/"]`);
    await expect(links.first()).toBeVisible();
    const procedures = await links.evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const address of [...procedures, ...addresses({ ruleset }), ...addresses({ battle })]) {
      await page.goto(`./${address}`);
      await expectFrench(page, `${address} of ${ruleset}`);
    }
    await page.goto(`./#/battle/${battle}`);
    await speak(page, 'en');
    await confirm(nextPhase(page));
    await check(page, `the table of ${ruleset}, the next phase`, 'en', 0.7);
  });
}

test('guided battles', async ({ page }) => {
  for (const ruleset of ['arquebusier', 'pike_and_shot']) {
    for (const language of ['en', 'fr'] as const) {
      await page.goto('./');
      await speak(page, language);
      await page.goto(`./#/guide/${ruleset}`);
      await expect(page.getByRole('complementary', { name: translate(language, 'Guide') })).toBeVisible();
      await check(page, `the guide of ${ruleset}`, language, 0.7);
    }
  }
});

// Average horse can fail to charge.
const HORSE = { troop_type: 'horse', figures: 12, morale_class: 'average' };
const unit = (id: string, side: number, name: string) => ({ id, side, profile: { name, ...HORSE } });

for (const language of ['en', 'fr'] as const) {
  test(`a charge from its odds to the log, in ${language === 'en' ? 'English' : 'French'}`, async ({ page }) => {
    const button = (english: string) => page.getByRole('button', { name: translate(language, english), exact: true });
    const units = [unit('a1', 0, 'Haselrig'), unit('b1', 1, 'Byron'), unit('b2', 1, 'Rupert')];
    await lay(page, { ruleset: 'pike_and_shot', units }, 'turn', { language, hints: ['table', 'resolve'] });
    await page.goto('./#/battle/turn/do/reaction_charge/a1');
    await expect(page.locator('.candidate > small').first()).toBeVisible();
    await check(page, 'a panel, its candidates', language, 0.3);
    await openPanel(page, 'a1', 'reaction_charge', 'Byron');
    await expect(page.getByRole('region', { name: translate(language, 'Odds') })).toContainText('%');
    await expect(page.locator('.slow-effects[aria-busy=false]')).toBeAttached();
    await check(page, 'a panel', language, 0.3);
    await page
      .locator('summary')
      .filter({ hasText: translate(language, 'Unit details') })
      .click();
    await check(page, 'a panel, unfolded', language, 0.3);
    await lift(page);
    await button('Enter dice').click();
    await check(page, 'the pad', language, 0);
    await button('5').click();
    await expect(page.getByRole('region', { name: translate(language, 'Outcome') })).toBeVisible();
    await check(page, 'an outcome', language, 0.3);
    await button('⟲ Turn the screen round').click();
    await check(page, 'an outcome, upside down', language, 0);
    await confirm(button('Apply to the table'));
    await expect(button('Apply to the table')).toBeHidden();
    await page.goto('./#/battle/turn/log');
    await expect(page.getByRole('listitem').first()).toContainText(translate(language, 'Charge or counter-charge'));
    await check(page, 'the log', language);
    // The log is written in the language of the app.
    await speak(page, OTHER[language]);
    await expect(page.getByRole('listitem').first()).toContainText(translate(OTHER[language], 'Charge or counter-charge'));
    await speak(page, 'en');
    await page.goto('./#/saved');
    await page.getByRole('button', { name: /^Delete A turn/ }).click();
    await page.getByRole('button', { name: 'Delete the battle' }).click();
    await page.goto('./#/');
    await check(page, 'a notice', 'en');
  });
}
