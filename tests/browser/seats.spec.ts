// Seats: each player acts on their own device, for their own units. Battles with seats are stored as if the devices had taken them.
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import type { Laid } from './contract';
import { expectLayout } from './layout';
import { expect, test } from './page';
import { CHECKS_OUT, checkOfLog, confirm, drawn, fromMenu, log, nextPhase, seal, unit } from './play';
import { outcome, rollDice } from './regiments';
import { layScenario, scenario } from './scenario_play';
import { type Set, foot, lay, newUnit } from './script';
import { connect, device, expectAgreement, nameDevice, open, stamps } from './two_phones';

const [THIS, BEN, DAN] = ['aaaaaaaa', 'bbbbbbbb', 'dddddddd'];

const general = (id: string, side: number, name: string, command?: string) => ({
  ...newUnit(id, side, name, { troop_type: 'general' }),
  command,
});

/** A battle of two commands against a side without commands. Every unit's general is in danger, so that a roll is due for each. */
const HEADER: Laid = {
  name: 'Cheriton lane',
  ruleset: 'pike_and_shot',
  sides: [
    {
      name: 'Parliament',
      commands: [
        { id: 'left', name: 'Left wing', general: 'Henry Ireton' },
        { id: 'right', name: 'Right wing' },
      ],
    },
    { name: 'The King' },
  ],
  units: [
    general('u1', 0, 'Essex', 'left'),
    general('u2', 0, 'Skippon', 'right'),
    general('u3', 1, 'Rupert'),
    { ...newUnit('u4', 0, "Skippon's Foot", foot), command: 'right' },
  ],
};

const AT_RISK: Set[] = ['u1', 'u2', 'u3'].map((id) => [id, 'at_risk', true]);

const seat = (device: string, player: string, of: unknown): Set => ['battle', `seat:${device}`, [{ player, of }]];

/** Ann has the left wing at this device, Dan the right wing, and Ben the other side. */
const SEATED: Set[] = [
  ...AT_RISK,
  seat(THIS, 'Ann', { command: 'left' }),
  seat(DAN, 'Dan', { command: 'right' }),
  seat(BEN, 'Ben', { side: 'b' }),
];

/** Makes this device the one of these seats, and opens the table. */
async function become(page: Page, id: string) {
  await page.evaluate((text) => localStorage.setItem('drumhead/writer', text), seal({ id }));
  await page.goto('./#/');
  await page.reload();
  await page.goto('./#/battle/turn');
  await expect(page.getByRole('region', { name: 'Phase' })).toBeVisible();
}

/** Stores a battle with these trackers, each set by an act, and opens it as the device `id`. This device has set the trackers `own`. */
async function laySeats(page: Page, sets: Set[], id = THIS, own: Set[] = []) {
  await lay(page, HEADER, 'turn', { hints: ['table', 'resolve'] });
  const texts = [...sets, ...own].map(([of, key, to], n) => {
    const act = { at: 1790000000000, deed: 'by_hand', changes: [{ set: { of, key, to } }], refereed: true };
    return [`drumhead/event/turn/${n}-${n < sets.length ? 'laid' : `${id}11111111`}`, seal({ act })];
  });
  await page.evaluate((texts) => texts.forEach(([key, text]) => localStorage.setItem(key, text)), texts);
  await become(page, id);
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const due = (page: Page) => page.getByRole('region', { name: 'Due now' });
const others = (page: Page) => due(page).locator('.due-for-others');

test('a player takes a seat: the name is asked once, and the table opens on the units of the seat', async ({ page }) => {
  await laySeats(page, AT_RISK);
  await fromMenu(page, page.locator('.menu').getByRole('link', { name: 'Seats' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Seats' })).toBeVisible();
  await expectAccessible(page, 'the seats');
  await expectLayout(page, 'the seats');
  const left = row(page, 'Left wing');
  await expect(left).toContainText('1 unit');
  await expect(left).toContainText('Henry Ireton');
  await expect(left).toContainText('not taken');
  await page.getByLabel('Name of the player').fill('Ann');
  await left.getByRole('button', { name: 'Take: Left wing' }).click();
  await expect(left).toContainText('Ann');
  await expect(left.getByRole('button', { name: 'Leave: Left wing' })).toBeVisible();
  // The name is that of the device, too.
  await page.goto('./#/settings');
  await expect(page.getByLabel('Name of this device, for the other players')).toHaveValue('Ann');
  await page.goto('./#/battle/turn/seats');
  await expect(page.getByLabel('Name of the player')).toHaveValue('Ann');

  // A second player at this device.
  await page.getByLabel('Name of the player').fill('Dan');
  await row(page, 'Right wing').getByRole('button', { name: 'Take: Right wing' }).click();
  await expect(row(page, 'Right wing')).toContainText('Dan');
  await expect(left).toContainText('Ann');
  await row(page, 'Right wing').getByRole('button', { name: 'Leave: Right wing' }).click();
  await expect(row(page, 'Right wing')).toContainText('not taken');
  await page.goto('./#/battle/turn');
  await expect(page.getByRole('article', { name: 'Essex', exact: true })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Rupert', exact: true, includeHidden: true })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Left wing: Henry Ireton', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Right wing' })).toHaveText(/Nobody has this seat, so it is among your units\./);
  expect((await log(page)).some((entry) => entry.includes('Ann (Left wing)'))).toBe(true);
});

for (const [who, sets] of [
  ['without seats', AT_RISK],
  ['with everybody at one device', [...AT_RISK, seat(THIS, 'Ann', 'all')]],
] as [string, Set[]][]) {
  test(`${who}, the table shows nothing of seats`, async ({ page }) => {
    await laySeats(page, sets);
    await expect(due(page).locator('.due-line')).toContainText('2 units');
    await expect(due(page).locator('.due-line')).toContainText('Rupert');
    await expect(page.locator('.command-switch')).toHaveCount(0);
    await expect(others(page)).toHaveCount(0);
    const card = await unit(page, 'Rupert');
    await expect(card.locator('.of-another')).toHaveCount(0);
  });
}

test('the table shows the units and duties of its seat, has those of others in a line, and switches to all units', async ({ page }) => {
  await laySeats(page, SEATED);
  await expect(page.getByRole('article', { name: 'Essex', exact: true })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Skippon', exact: true, includeHidden: true })).toHaveCount(0);
  await expect(due(page).locator('.due-line').getByRole('button')).toHaveCount(1);
  await expect(others(page).locator('summary')).toContainText('Due for others: Ben: 1 × ');
  await expect(others(page).locator('summary')).toContainText('Dan: 1 × ');
  await others(page).locator('summary').click();
  await expect(others(page).getByRole('listitem')).toHaveCount(2);
  await expect(others(page)).toContainText('Skippon');
  await expectAccessible(page, 'the table of a seat');
  await expectLayout(page, 'the table of a seat');

  await page.getByRole('button', { name: 'Show all units' }).click();
  await expect(page.getByRole('article', { name: 'Skippon', exact: true, includeHidden: true })).toHaveCount(1);
  await expect(due(page).locator('.due-line .duty')).toHaveCount(3);
  await expect(due(page).locator('.due-line').getByRole('button')).toHaveCount(1);
  await expect(due(page)).toContainText('Dan’s unit');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show my units' })).toBeVisible();
  const card = await unit(page, 'Skippon');
  await expect(card).toContainText('Dan’s unit');
  await expect(card.getByRole('navigation', { name: /^Actions now/ })).toHaveCount(0);
});

test('a device acts for its own units without control, and for no others', async ({ page }) => {
  await laySeats(page, SEATED);
  await expect(page.getByRole('region', { name: 'Control' })).toHaveCount(0);
  await page.goto('./#/battle/turn/do/general_casualty/u2');
  await expect(page.getByText('Dan’s unit')).toBeVisible();
  await expect(rollDice(page)).toBeDisabled();
  await page.goto('./#/battle/turn/do/general_casualty/u1');
  await confirm(rollDice(page));
  await expect(outcome(page)).toBeVisible();
  await confirm(page.getByRole('button', { name: 'Apply to the table' }));
  await page.goto('./#/battle/turn/log');
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('the umpire acts for all units', async ({ page }) => {
  await laySeats(page, [...AT_RISK, seat(THIS, 'Cleo', 'umpire'), seat(BEN, 'Ben', { side: 'b' })]);
  await expect(due(page).locator('.due-line')).toContainText('2 units');
  await page.goto('./#/battle/turn/do/general_casualty/u3');
  await confirm(rollDice(page));
  await expect(outcome(page)).toBeVisible();
});

test('a notice says what another device did to the units of the seat, and opens the answer', async ({ page, context }) => {
  await laySeats(page, SEATED.slice(AT_RISK.length));
  // Another tab saves what Ben's device did, as when a connection receives it.
  const other = await context.newPage();
  await other.goto('./');
  const resolved = { procedure: 'reaction_charge', input: {}, cast: { unit: ['u3'], opponent: ['u1'] }, throws: [], outcome: {} };
  const changes = [{ set: { of: 'u1', key: 'at_risk', to: true } }];
  const text = seal({ act: { at: 1790000000000, deed: { resolved }, changes, refereed: true } });
  await other.evaluate((text) => localStorage.setItem('drumhead/event/turn/3-bbbbbbbb11111111', text), text);
  const notice = page.locator('.notice');
  await expect(notice).toContainText('Rupert: ');
  await expect(notice).toContainText('your Essex');
  await notice.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: "General's risk" })).toBeVisible();
});

test('players who are away are not asked about the end of a phase, and the log shows what they had left', async ({ page }) => {
  await laySeats(page, SEATED);
  await page.goto('./#/battle/turn/do/general_casualty/u1');
  await confirm(rollDice(page));
  await confirm(page.getByRole('button', { name: 'Apply to the table' }));
  await page.goto('./#/battle/turn');
  const moment = page.locator('.status-row .moment');
  const before = await moment.innerText();
  await drawn(page);
  await confirm(nextPhase(page));
  const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
  await expect(dialog.locator('.due-for-others')).toContainText('Dan: 1 × ');
  await expectAccessible(page, 'the dialog before the next phase');
  await dialog.getByRole('button', { name: 'Skip them' }).click();
  await expect(moment).not.toHaveText(before);
  await page.goto('./#/battle/turn/log');
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
  await expect(page.getByText('Another player still had something to do.').first()).toBeAttached();
});

test('a device takes over the seat of another', async ({ page }) => {
  await laySeats(page, [...AT_RISK, seat(DAN, 'Dan', { command: 'right' })]);
  await page.goto('./#/battle/turn/seats');
  const right = row(page, 'Right wing');
  await expect(right).toContainText('Dan');
  await right.getByRole('button', { name: 'Take over: Right wing' }).click();
  const group = right.getByRole('group', { name: 'Take over: Right wing' });
  await expect(group).toContainText('Take over all seats of Dan?');
  await expectAccessible(page, 'the confirmation');
  await group.getByRole('button', { name: 'Back' }).click();
  await expect(group).toHaveCount(0);
  await right.getByRole('button', { name: 'Take over: Right wing' }).click();
  await group.getByRole('button', { name: 'Take over' }).click();
  await expect(right.getByRole('button', { name: 'Leave: Right wing' })).toBeVisible();
  await expect(right).toContainText('Dan');
});

test('the seat of the hall view opens it, and the menu of every table has it', async ({ page }) => {
  await laySeats(page, SEATED);
  await fromMenu(page, page.locator('.menu').getByRole('link', { name: 'Hall view' }));
  await expect(page.locator('main.hall')).toBeVisible();
  await page.goto('./#/battle/turn/seats');
  await row(page, 'Left wing').getByRole('button', { name: 'Leave: Left wing' }).click();
  await row(page, 'Hall view').getByRole('button', { name: 'Take: Hall view' }).click();
  await expect(page.locator('main.hall')).toBeVisible();
  await page.goto('./#/');
  await page.goto('./#/battle/turn');
  await expect(page.locator('main.hall')).toBeVisible();
});

test('hidden counters follow the seat', async ({ page }) => {
  await laySeats(page, [...SEATED, ['battle', 'secrecy', 'own_side'], ['u1', 'counters', 2], ['u3', 'counters', 3]]);
  await expect(page.locator('.seen-by')).toContainText('Counters shown: Parliament');
  await page.goto('./#/battle/turn/devices');
  await expect(page.getByRole('link', { name: 'This device shows what its seat sees.' })).toBeVisible();
  await become(page, BEN);
  await expect(page.locator('.seen-by')).toContainText('Counters shown: The King');
});

test('the page of the seats shows the briefing of the seat', async ({ page }) => {
  const naseby = scenario('pike_and_shot', 'naseby');
  await layScenario(page, naseby, [seat(THIS, 'Ann', { side: 'a' })]);
  await become(page, THIS);
  await page.goto('./#/battle/turn/seats');
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing).toContainText(naseby.course.briefings!.a!.slice(0, 30));
  await expect(briefing).not.toContainText(naseby.course.briefings!.b!.slice(0, 30));
});

test.describe('several devices', () => {
  test.describe.configure({ timeout: 120_000 });

  /** Two connected devices: Ann's with the left wing, and Ben's with the other side. */
  async function connected(page: Page, browser: Browser, baseURL: string): Promise<Page> {
    await nameDevice(page, 'Tablet');
    await laySeats(page, AT_RISK.slice(0, 2), THIS, AT_RISK.slice(2));
    await page.goto('./#/battle/turn/seats');
    await page.getByLabel('Name of the player').fill('Ann');
    await row(page, 'Left wing').getByRole('button', { name: 'Take: Left wing' }).click();
    const there = await device(browser, baseURL, 'Phone');
    await connect(page, there, /.+/, 'turn');
    // A device that joins a battle with seats is asked for its own.
    await expect(there.getByRole('heading', { level: 1, name: 'Seats' })).toBeVisible();
    await there.getByLabel('Name of the player').fill('Ben');
    const side = there.getByRole('region', { name: 'The King', exact: true });
    await side.getByRole('button', { name: 'Take: Whole side' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Connected: Ben' })).toBeVisible();
    return there;
  }

  /** Ends the phase on Ann's device while Ben still has something due. Returns the dialog that waits for him. */
  async function endAgainstBen(page: Page) {
    const moment = page.locator('.status-row .moment');
    const before = await moment.innerText();
    await drawn(page);
    await confirm(nextPhase(page));
    const asks = page.getByRole('dialog', { name: 'Others still have something to do' });
    await expect(asks).toContainText('Ben: 1 × ');
    return { asks, moment, before };
  }

  test('two devices roll for different units at the same time, and neither waits', async ({ page, browser, baseURL }) => {
    const there = await connected(page, browser, baseURL!);
    await page.evaluate(() => void (location.hash = '#/battle/turn/do/general_casualty/u1'));
    await there.evaluate(() => void (location.hash = '#/battle/turn/do/general_casualty/u3'));
    await Promise.all([confirm(rollDice(page)), confirm(rollDice(there))]);
    await Promise.all([expect(outcome(page)).toBeVisible(), expect(outcome(there)).toBeVisible()]);
    const apply = (page: Page) => confirm(page.getByRole('button', { name: 'Apply to the table' }));
    await Promise.all([apply(page), apply(there)]);
    await expect.poll(async () => (await stamps(page)).length === (await stamps(there)).length).toBe(true);
    await expectAgreement([page, there], 'turn');
  });

  test('an undo on which a roll of another player depends is a correction', async ({ page, browser, baseURL }) => {
    const there = await connected(page, browser, baseURL!);
    await there.evaluate(() => void (location.hash = '#/battle/turn/do/general_casualty/u3'));
    await confirm(rollDice(there));
    await expect(outcome(there)).toBeVisible();
    await expect.poll(async () => (await stamps(page)).length === (await stamps(there)).length).toBe(true);
    await page.evaluate(() => void (location.hash = '#/battle/turn'));
    // Ben's roll neither waits for Ann nor is hers to settle.
    await expect(page.getByText("Unapplied roll: General's risk, Rupert. Ben’s unit.")).toBeVisible();
    await confirm(page.getByRole('button', { name: /^Undo/ }).last());
    await expect(page.getByRole('heading', { level: 1, name: 'Correction' })).toBeVisible();
    await page.getByRole('button', { name: 'Apply the correction' }).click();
    await expect.poll(async () => (await stamps(page)).length === (await stamps(there)).length).toBe(true);
    await page.goto('./#/battle/turn/log');
    await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
  });

  test('the end of a phase waits for a player who still has something due', async ({ page, browser, baseURL }) => {
    const there = await connected(page, browser, baseURL!);
    await page.evaluate(() => void (location.hash = '#/battle/turn/do/general_casualty/u1'));
    await confirm(rollDice(page));
    await confirm(page.getByRole('button', { name: 'Apply to the table' }));
    await page.evaluate(() => void (location.hash = '#/battle/turn/do/general_casualty/u2'));
    await confirm(rollDice(page));
    await confirm(page.getByRole('button', { name: 'Apply to the table' }));
    await page.evaluate(() => void (location.hash = '#/battle/turn'));
    await there.evaluate(() => void (location.hash = '#/battle/turn'));
    const { asks, moment, before } = await endAgainstBen(page);
    const asked = there.getByRole('dialog', { name: /^Ann ends the phase/ });
    await expect(asked).toContainText('You still have: 1 × ');
    await expectAccessible(there, 'the question about the end of the phase');
    await asked.getByRole('button', { name: 'Wait' }).click();
    await expect(asks).toContainText('wants to act first');
    expect(await moment.innerText()).toBe(before);
    await expect(there.getByText('Ann waits for you.')).toBeVisible();
    await there.getByRole('button', { name: 'Go on' }).click();
    await expect(asks).toBeHidden();
    await expect(moment).not.toHaveText(before);
    await open(page, 'turn');
    await expectAgreement([page, there], 'turn');
  });

  test('five devices: two roll at once, each sees its own side, and a phase ends when the last player has acted', async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000);
    await laySeats(page, [...AT_RISK, ['battle', 'secrecy', 'own_side'], seat(THIS, 'Ann', { command: 'left' })]);
    /** Takes a seat on the page of the seats. */
    const take = async (target: Page, player: string, label: string, region?: string) => {
      await target.getByLabel('Name of the player').fill(player);
      const part = region === undefined ? target.getByRole('main') : target.getByRole('region', { name: region, exact: true });
      await part.getByRole('button', { name: `Take: ${label}`, exact: true }).click();
    };
    const devices = new Map([['Ann', page]]);
    for (const [player, label, region] of [
      ['Dan', 'Right wing', undefined],
      ['Ben', 'Whole side', 'The King'],
      ['Uma', 'Umpire', undefined],
      ['Screen', 'Hall view', undefined],
    ] as const) {
      const there = await device(browser, baseURL!, `${player}'s phone`);
      await connect(page, there, `${player}'s phone`, 'turn');
      await expect(there.getByRole('heading', { level: 1, name: 'Seats' })).toBeVisible();
      await take(there, player, label, region);
      devices.set(player, there);
    }
    const all = [...devices.values()];
    const [ben, dan, uma, screen] = ['Ben', 'Dan', 'Uma', 'Screen'].map((name) => devices.get(name)!);
    const equal = () =>
      expect.poll(async () => new Set(await Promise.all(all.map(async (one) => (await stamps(one)).length))).size).toBe(1);
    await expect(screen.locator('main.hall')).toBeVisible();
    await equal();

    const go = (target: Page, where: string) => target.evaluate((where) => void (location.hash = `#/battle/turn${where}`), where);
    await Promise.all([go(page, '/do/general_casualty/u1'), go(dan, '/do/general_casualty/u2')]);
    await Promise.all([confirm(rollDice(page)), confirm(rollDice(dan))]);
    await Promise.all([expect(outcome(page)).toBeVisible(), expect(outcome(dan)).toBeVisible()]);
    const apply = (target: Page) => confirm(target.getByRole('button', { name: 'Apply to the table' }));
    const begin = Date.now();
    await Promise.all([apply(page), apply(dan)]);
    await equal();
    test.info().annotations.push({ type: 'from two acts at once to five equal logs', description: `${Date.now() - begin} ms` });

    // Each player sees the counters of their side, and the umpire all.
    for (const target of [page, ben, dan, uma]) await go(target, '');
    await expect(dan.locator('.seen-by')).toContainText('Counters shown: Parliament');
    await expect(ben.locator('.seen-by')).toContainText('Counters shown: The King');
    await expect(uma.locator('.seen-by')).toHaveCount(0);

    // Ann ends the phase while Ben's general is still in danger. He acts instead of answering, and the phase ends.
    const { moment, before } = await endAgainstBen(page);
    await expect(ben.getByRole('dialog', { name: /^Ann ends the phase/ })).toBeVisible();
    await expect(dan.getByRole('dialog', { name: /^Ann ends the phase/ })).toHaveCount(0);
    await ben
      .getByRole('dialog', { name: /^Ann ends the phase/ })
      .getByRole('button', { name: 'Wait' })
      .click();
    await go(ben, '/do/general_casualty/u3');
    await confirm(rollDice(ben));
    await apply(ben);
    await expect(moment).not.toHaveText(before);
    await equal();
    // A device with the seat of the hall view shows no table.
    await expectAgreement([page, dan, ben, uma], 'turn');
    for (const target of all.slice(1)) await target.context().close();
  });
});
