// The first visit: from the home page to a first applied roll, an empty table, and the defaults of choices.
import { type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { type Laid, resolvedOf } from './contract';
import { expect, test } from './page';
import { confirm, drawn, endPhase, lift, nextPhase, unit } from './play';
import { pad } from './regiments';
import { lay, newUnit, stored, foot } from './script';

const TITLES = { pike_and_shot: 'Pike & Shot', pikette_squared: 'Pikette Squared', argad: 'Argad!', arquebusier: 'Arquebusier!' };

/** The card of a ruleset on the home page. */
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('one tap opens a sample battle, and Back leads home', async ({ page }) => {
  for (const title of Object.values(TITLES)) {
    await page.goto('./#/');
    await card(page, title).getByRole('link', { name: 'Try a sample battle' }).click();
    await expect(page.getByRole('heading', { level: 1, name: / against / })).toBeVisible();
    for (const side of [0, 1]) expect(await page.locator(`.side-${side} article.unit`).count()).toBeGreaterThan(3);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Drumhead' })).toBeVisible();
  }
  await page.goto('./#/saved');
  await expect(page.getByRole('button', { name: /^Delete .* against / })).toHaveCount(4);
});

test('the first visit offers a first battle with each of the rules, and shows troops of each', async ({ page }) => {
  await page.goto('./');
  await page.getByText('Play a five-minute battle', { exact: true }).click();
  const rules = page.getByRole('group', { name: 'With which rules?' }).getByRole('link');
  await expect(rules).toHaveText(Object.values(TITLES));
  await expect(page.locator('main .primary')).toHaveCount(1);
  for (const title of Object.values(TITLES)) {
    for (const side of [0, 1]) await expect(card(page, title).locator(`.army.side-${side} .sign`).nth(1)).toBeVisible();
  }
});

test('later visits offer the last battle with both armies, turn, score and day', async ({ page }) => {
  const units = ['Skippon', 'Byron', 'Astley'].map((name, n) => ({ id: `u${n}`, side: Math.min(n, 1), profile: { name, ...foot } }));
  await page.goto('./');
  await lay(page, { ruleset: 'pike_and_shot', units }, 'lane');
  await page.getByRole('article', { name: 'Skippon' }).getByRole('button', { name: 'Counters: more' }).click();
  await page.goto('./#/');
  const last = page.getByRole('link', { name: /^Continue: / });
  await expect(last.locator('.army.side-0 .sign')).toHaveCount(1);
  await expect(last.locator('.army.side-1 .sign')).toHaveCount(2);
  await expect(last.locator('.when')).toHaveText('Bound 1 · 1–2 · today');
  // Battles are deleted on the storage page.
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0);
  await expect(page.locator('main .primary')).toHaveCount(1);
  // A day later by the device's clock.
  await page.clock.setFixedTime(Date.now() + 24 * 3600 * 1000);
  await page.reload();
  await expect(last.locator('.when')).toHaveText('Bound 1 · 1–2 · yesterday');
});

test('a new battle has two armies by default, and explains a side without a roster', async ({ page }) => {
  await page.goto('./#/new');
  const first = page.getByRole('combobox', { name: /^First side/ });
  await expect(first).toHaveValue('0');
  await expect(page.getByRole('combobox', { name: /^Second side/ })).toHaveValue('1');
  await expect(page.getByText('This side starts without units.')).toHaveCount(0);
  await first.selectOption('No roster (add units later)');
  await expect(page.getByText('This side starts without units.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByText('No units here yet. Add a whole roster or single units below.')).toBeVisible();
  await expect(page.locator('.side-1 article.unit')).toHaveCount(8);
});

test('one tap fills an empty side, and one Undo empties it', async ({ page }) => {
  await page.goto('./#/new');
  await page.getByRole('combobox', { name: /^First side/ }).selectOption('No roster (add units later)');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expectAccessible(page, 'an empty side');
  const side = page.locator('.side-0');
  await side.getByRole('button', { name: '+ All 8 of Eastern Association 1644' }).click();
  await expect(side.locator('article.unit')).toHaveCount(8);
  await unit(page, 'Edward Montagu’s Foot'.replace('’', "'"));
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(side.locator('article.unit')).toHaveCount(0);
  await side.getByRole('button', { name: "+ Edward Montagu's Foot" }).click();
  await expect(side.locator('article.unit')).toHaveCount(1);
});

// The taps from the first visit to a first applied roll. In each ruleset, these are the shortest that the screen shows.
const firstRoll: Record<keyof typeof TITLES, (page: Page) => Locator[]> = {
  pike_and_shot: (page) => [
    page.locator('.unit-body').getByRole('link', { name: 'Charge or counter-charge' }),
    page.locator('.candidate:visible').first(),
  ],
  pikette_squared: (page) => [
    page
      .getByRole('region', { name: 'Due now' })
      .getByRole('button', { name: /^Roll for morale chips|^Morale chips/ })
      .first(),
  ],
  argad: (page) => [page.locator('.unit-body').getByRole('link', { name: 'Shoot' }), page.locator('.band:visible').first()],
  arquebusier: (page) => [page.locator('.unit-body .board').getByRole('button', { name: /%/ }).first()],
};

for (const [id, title] of Object.entries(TITLES)) {
  test(`the first applied roll of ${title} takes four or five taps from the first visit, and no question`, async ({ page }) => {
    await page.goto('./#/');
    await card(page, title).getByRole('link', { name: 'Try a sample battle' }).click();
    await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
    for (const what of firstRoll[id as keyof typeof TITLES](page)) await what.click();
    await page.getByRole('button', { name: /^Roll( |$)/ }).click();
    await page.getByRole('button', { name: 'Apply to the table' }).click();
    const applied = () => stored(page).then(({ events }) => events.filter(({ event }) => resolvedOf(event)?.throws?.length).length);
    await expect.poll(applied).toBe(1);
  });
}

const GENDARMES_AND_LANCERS: Laid = {
  ruleset: 'pikette_squared',
  units: [
    newUnit('u0', 0, 'Gendarmes', { army: 'french', row: 'gendarmes' }),
    newUnit('u1', 1, 'Lancers', { army: 'spanish', row: 'lancers' }),
  ],
};

test('Continue opens the battle with the latest entry', async ({ page }) => {
  await lay(page, { ...GENDARMES_AND_LANCERS, name: 'The earlier', began: 1 }, 'earlier');
  await lay(page, { ...GENDARMES_AND_LANCERS, name: 'The later', began: 2 }, 'later');
  const last = page.getByRole('link', { name: /^Continue: / });
  const home = async () => {
    await page.goto('./#/');
    return last;
  };
  await expect(await home()).toContainText('The later');
  // An act, then an entered die, which is still there after a reload.
  await page.goto('./#/battle/earlier');
  await confirm(nextPhase(page));
  await page.getByRole('button', { name: 'Skip them' }).click();
  await expect(await home()).toContainText('The earlier');
  await page.goto('./#/battle/later/do/nightfall');
  await expect(page.getByRole('region', { name: 'Odds' })).toBeVisible();
  await lift(page);
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await pad(page).getByRole('button', { name: '4', exact: true }).click();
  await drawn(page);
  await expect(await home()).toContainText('The later');
  await page.reload();
  await expect(last).toContainText('The later');
});

test('the steps of the set-up come in order, and skipped steps are named', async ({ page }) => {
  await lay(page, GENDARMES_AND_LANCERS, 'steps');
  const steps = [
    'Parliament: deck to build.',
    'King: deck to build.',
    'Parliament: morale chips to roll for.',
    'King: morale chips to roll for.',
    'Roll for nightfall.',
    'Roll for terrain.',
  ];
  const due = page.getByRole('region', { name: 'Due now' });
  await expect(due.locator('.duty small').nth(0)).toHaveText(steps[0]);
  await expect(due.locator('.duty').nth(0)).toHaveClass(/primary/);
  expect((await due.locator('.duty small').allTextContents()).slice(0, 5)).toEqual(steps.slice(0, 5));
  await confirm(nextPhase(page));
  const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
  await expect(dialog.getByRole('heading')).toHaveText('Not done yet');
  await expect(dialog.locator('small')).toHaveText(steps);
  // After Undo, the list has the undone duty again.
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await confirm(due.locator('.duty').first());
  await expect(due.locator('.duty small').first()).toHaveText(steps[1]);
  await confirm(nextPhase(page));
  await expect(dialog.locator('small')).toHaveText(steps.slice(1));
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: /^Undo: / }).click();
  await confirm(nextPhase(page));
  await expect(dialog.locator('small')).toHaveText(steps);
  await dialog.getByRole('button', { name: 'Skip them' }).click();
  await expect(page.getByText('Turn 1 · Initiative')).toBeVisible();
  // The skipped steps stay visible, and the log lists them.
  await expect(due.locator('.duty small').filter({ hasText: 'deck to build' })).toHaveCount(2);
  await page.goto('./#/battle/steps/log');
  await expect(page.getByRole('listitem').filter({ hasText: 'Override:' })).toHaveCount(1);
});

test('the choices before a roll are still shown after it', async ({ page }) => {
  await lay(page, GENDARMES_AND_LANCERS, 'chips');
  await page.goto('./#/battle/chips/do/morale_chips');
  await page.getByRole('group', { name: 'Side' }).getByText('King').click();
  await page.getByRole('button', { name: 'Roll 1 D10' }).click();
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
  const sides = page.getByRole('group', { name: 'Side' }).locator('.chip:visible');
  await expect(sides).toHaveText(['King']);
  await expect(sides).toHaveCSS('opacity', '1');
});

test('a phase without acts shows this, and the next phase', async ({ page }) => {
  await lay(
    page,
    {
      ruleset: 'pike_and_shot',
      units: ['Skippon', 'Byron'].map((name, side) => ({ id: `u${side}`, side, profile: { name, pikes: 6, muskets: 12 } })),
    },
    'idle',
  );
  const idle = page.getByText('Nothing to do in this phase. Next: Charges');
  for (let n = 0; n < 7; n++) {
    await expect(idle).toHaveCount(0);
    await endPhase(page);
  }
  await expect(idle).toBeVisible();
});

test('home counts the entries of the logs only after something was saved', async ({ page }) => {
  await page.addInitScript(() => {
    const keys = Object.keys.bind(Object);
    const counted = window as unknown as { listed: number };
    counted.listed = 0;
    Object.keys = (of: object) => {
      if (of === localStorage) counted.listed += 1;
      return keys(of);
    };
  });
  await page.goto('./#/');
  await card(page, 'Pike & Shot').getByRole('link', { name: 'Try a sample battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: / against / })).toBeVisible();
  const home = page.getByRole('heading', { level: 1, name: 'Drumhead' });
  const listed = () => page.evaluate(() => (window as unknown as { listed: number }).listed);
  const visits = async () => {
    for (const hash of ['#/settings', '#/']) await page.evaluate((hash) => void (location.hash = hash), hash);
    await expect(home).toBeVisible();
    await drawn(page);
  };
  await visits();
  await expect.poll(listed, 'after the battle was saved').toBeGreaterThan(0);
  // Something of the battle may still be saved a moment after it is drawn.
  await expect(async () => {
    await drawn(page);
    const before = await listed();
    await visits();
    await visits();
    expect(await listed(), 'nothing was saved since').toBe(before);
  }).toPass({ timeout: 10_000 });
});
