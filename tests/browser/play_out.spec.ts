// "Play it out": how an act and all its consequences end, compared with the contract's `chain`.
import type { Page } from '@playwright/test';
import { markInMelee, recordFrontContacts, openDuty } from './arquebusier';
import { expectAccessible } from './axe';
import type { Cast, Profile, Script, Trackers, Unit } from './contract';
import { expect, test } from './page';
import { choose, frenchGo, offer, twoArmies } from './pikette_squared';
import { confirm, endPhase, chooseRange, lift } from './play';
import { lay, newUnit as unit, script, stored } from './script';
import { fakeThreads } from './threads';

const HINTS = { hints: ['table', 'resolve'] };

interface Case {
  units: Unit[];
  /** Steps from the new battle to the moment of the act. */
  before?: (page: Page) => Promise<void>;
  /** The duty that opens the act; without it, the act is opened by its address. */
  due?: RegExp;
  act: { procedure: string; participants: Cast; input?: Profile };
  until: string | Trackers;
  policies?: Trackers;
}

const phases = async (page: Page, count: number) => {
  for (let n = 0; n < count; n += 1) await endPhase(page);
};

const firearms = { nature: 'regular', groups: [{ type: 'firearm', elements: 4, front: 4 }] };
const CASES: Record<string, Case> = {
  pike_and_shot: {
    units: [
      unit('h1', 0, 'Cromwell', { troop_type: 'horse', figures: 6, morale_class: 'average' }),
      unit('r1', 1, 'Tillier', { pikes: 4, muskets: 8, morale_class: 'average' }),
    ],
    act: { procedure: 'reaction_charge', participants: { unit: ['h1'], opponent: ['r1'] } },
    until: 'phase',
  },
  argad: {
    units: [unit('h1', 0, 'Hans', { figures: 1, weapon: 'halberd' }), unit('r1', 1, 'Rolf', { figures: 1, weapon: 'sword' })],
    before: (page) => phases(page, 4),
    act: { procedure: 'melee', participants: { one: ['h1'], many: ['r1'] } },
    until: { rounds: 2 },
  },
  arquebusier: {
    units: [unit('h1', 0, 'Skippon', firearms), unit('r1', 1, 'Tillier', firearms)],
    before: async (page) => {
      await phases(page, 2);
      await markInMelee(page, 'Skippon', 'Tillier');
      await phases(page, 1);
      await recordFrontContacts(page, 'Skippon', 'Tillier');
    },
    due: /^Fight a melee/,
    act: { procedure: 'melee', participants: { own: ['h1'], enemies: ['r1'] } },
    until: { rounds: 2 },
  },
};

const folded = (page: Page, name: string) => page.locator('.play-out').getByText(name, { exact: true });
const ends = (page: Page) => page.getByRole('region', { name: 'How it ends' });

async function open(page: Page, ruleset: string) {
  const { units, before, due, act } = CASES[ruleset];
  await lay(page, { ruleset, units }, 'turn', HINTS);
  await before?.(page);
  const battle = script(await stored(page));
  if (due) await openDuty(page, due);
  else await page.goto(`./#/battle/turn/do/${act.procedure}/h1`);
  const [odds, whom] = [page.getByRole('region', { name: 'Odds' }), page.locator('.candidate:visible').first()];
  await expect(odds.or(whom).first()).toBeVisible();
  if (await whom.isVisible()) await whom.click();
  await expect(odds).toBeVisible();
  await folded(page, 'Play it out').click();
  return battle;
}

/** The result of the contract's `chain` in the page. */
const contractChain = async (page: Page, battle: Script, ruleset: string, more: object = {}) => {
  await page.waitForFunction(() => 'wasmBindings' in window);
  const { act, until } = CASES[ruleset];
  const request = { battle, act: { act: 'procedure', ...act }, until, ...more };
  return page.evaluate((request) => window.wasmBindings.chain(request), request);
};

const percent = (p: number) => (p < 0.01 ? 'under 1 %' : p > 0.99 && p < 1 ? 'over 99 %' : `${Math.round(p * 100)} %`);

for (const ruleset of Object.keys(CASES)) {
  test(`the ends of an act are those of the contract: ${ruleset}`, async ({ page }) => {
    const battle = await open(page, ruleset);
    if (CASES[ruleset].until === 'phase') await page.getByLabel('Followed').selectOption('To the end of this phase');
    const answer = await contractChain(page, battle, ruleset);
    expect(answer.status, JSON.stringify(answer)).toBe('chain');
    const expected = answer.ends.slice(0, 4).map(({ probability }) => percent(probability));
    expect(expected.length).toBeGreaterThan(1);
    const shown = ends(page).locator('.chances em');
    await expect.poll(async () => (await shown.allInnerTexts()).slice(0, expected.length)).toEqual(expected);
    await expectAccessible(page, `${ruleset}, played out`);
  });
}

test('the players’ choices change the ends, and the tree opens the panel of the next act', async ({ page }) => {
  const battle = await open(page, 'pike_and_shot');
  await page.getByLabel('Followed').selectOption('To the end of this phase');
  const first = ends(page).locator('.chances li').first();
  await expect(first).toHaveText(/fight on/);
  await lift(page);
  await confirm(folded(page, 'Choices during the turn'));
  await page.getByLabel('Answer to a charge').selectOption('Break rather than stand');
  const answer = await contractChain(page, battle, 'pike_and_shot', { policies: { answer: 'break' } });
  await expect(first).toHaveText(`${percent(answer.ends[0].probability)} Tillier: broken · Cromwell: fights on`);
  await page.getByLabel('Answer to a charge').selectOption('Stand if it can');
  await expect(first).toHaveText(/Cromwell, Tillier: fight on/);
  await folded(page, 'Assumptions').click();
  await expect(ends(page)).toContainText('Units that this does not concern do nothing meanwhile.');
  await folded(page, 'Tree of outcomes').click();
  await ends(page).locator('.branch > summary').first().click();
  const branch = ends(page).locator('.branch').first();
  const next = branch.getByRole('button').first();
  await expect(next).toContainText('Tillier');
  await expectAccessible(page, 'a tree unfolded');
  const title = (await next.locator('b').innerText()).trim();
  const likely = await branch
    .locator('.branches > li')
    .evaluateAll((all) => all.map((item) => /^\d+ %/.exec(item.textContent.trim())?.[0]));
  const before = await stored(page);

  // The panel of a branch shows the table at that moment, and the chances of the tree, without roll buttons.
  await next.click();
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel).toContainText('If it comes to this');
  await expect(panel).toContainText('Nothing here changes the battle.');
  const shown = panel.getByRole('region', { name: 'Odds' }).locator('.chances em');
  await expect(shown.first()).toBeVisible();
  const chances = await shown.allInnerTexts();
  expect(chances.filter((chance) => likely.includes(chance)).length, `${chances} of ${likely}`).toBeGreaterThan(0);
  await expect(panel.getByRole('button', { name: /^(Roll|Enter dice|Apply)/ })).toHaveCount(0);
  await expectAccessible(page, 'the panel of a branch');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await expect(next).toBeFocused();
  // Back closes the panel, and the page is unchanged.
  await next.press('Enter');
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(ends(page).locator('.branch').first()).toBeVisible();
  expect(await stored(page)).toEqual(before);
});

test('a forecast shows its progress, and stops as soon as the act changes or the part is folded', async ({ page }) => {
  const all = await fakeThreads(page, 3e6);
  await open(page, 'pike_and_shot');
  await expect(ends(page)).toContainText('3 million steps so far');
  await expect(ends(page)).toHaveAttribute('aria-busy', 'true');
  expect(all.ended).toBe(0);
  const begun = all.begun;
  await page.getByLabel('Followed').selectOption('To the end of this phase');
  await expect.poll(() => all.ended).toBe(begun);
  await expect.poll(() => all.begun).toBe(begun + 1);
  // Folds the part, so that the forecast is no longer needed.
  await folded(page, 'Play it out').click();
  await expect.poll(() => all.ended).toBe(begun + 1);
});

test('what was not calculated is shown', async ({ page }) => {
  const unit = [
    [0.9998, 0, 0],
    [[[0, 0.9998]], [[6, 0.9998]]],
  ];
  const answer = {
    units: ['h1', 'r1'],
    ends: { together: [[[0, 0], 0.9998]], units: [unit, unit] },
    rounds: [],
    not_followed: 0.0002,
    stopped: [],
    assumed: [],
    nodes: [],
  };
  await fakeThreads(page, JSON.stringify(answer));
  await open(page, 'pike_and_shot');
  await expect(ends(page).locator('.not-followed')).toHaveText('0.02 % not calculated');
  await expect(ends(page)).toHaveAttribute('aria-busy', 'false');
});

test('Pikette Squared: a shot is followed to its chips and to the end of the other initiative', async ({ page }) => {
  await twoArmies(page);
  await frenchGo(page, 'Second');
  await (await offer(page, 'Gascon arquebus', 'Shoot')).click();
  await choose(page, 'Arquebus of Pescara');
  await chooseRange(page, '1');
  await folded(page, 'Play it out').click();
  const disordered = ends(page)
    .locator('.chances li', { hasText: /^\d+ % Arquebus of Pescara: (disordered|routed)/ })
    .first();
  await expect(disordered).toBeVisible();
  const chipped = await ends(page).locator('.chances').innerText();
  await lift(page);
  await lift(page);
  await confirm(folded(page, 'Choices during the turn'));
  await page.getByLabel('Morale chips on a unit that suffered').selectOption('Never');
  await expect(ends(page).locator('.chances')).not.toHaveText(chipped, { useInnerText: true });
});
