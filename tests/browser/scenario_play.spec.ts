// A battle that plays a scenario: arrivals, events, briefings, points, ground and the last turn, in all rulesets.
import { expectAccessible } from './axe';
import { expectLayout } from './layout';
import { expect, test } from './page';
import { checkOfLog, CHECKS_OUT, confirm, drawn, endPhase, fromMenu, lift, seal } from './play';
import { strip } from './groups';
import { type } from './regiments';
import { layScenario, scenario } from './scenario_play';
import type { Page } from '@playwright/test';

const article = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const offTable = (page: Page) => page.getByRole('region', { name: /^Off the table/ });
const points = (page: Page) => page.locator('.status-row .points');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ }).last();
const redo = (page: Page) => page.getByRole('button', { name: /^Redo/ });
const briefing = (page: Page) => page.getByRole('region', { name: 'Briefing', exact: true });

/** Opens the page of the scenario from the table's menu. */
async function openScenario(page: Page) {
  await page.goto('./#/battle/turn');
  await fromMenu(page, page.locator('.menu').getByRole('link', { name: 'Scenario' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Scenario' })).toBeVisible();
}

const LIBRARY = [
  {
    ruleset: 'pike_and_shot',
    file: 'naseby',

    when: 'bound 4 · East edge',
    head: 'Left wing: Henry Ireton',
    of: '/10',
  },
  { ruleset: 'pikette_squared', file: 'pavia', when: 'with 6 or more on 1D6', head: 'Swiss: Robert de la Marck', of: '/9' },
  { ruleset: 'argad', file: 'ambush', when: 'with 4 or more on 1D6', head: 'On the road: Captain Alonso', of: '/12' },
  {
    ruleset: 'arquebusier',
    file: 'dreux',

    when: 'with 5 or more on 1D6',
    head: "The Constable's wing: Anne de Montmorency",
    of: '/10',
  },
];

for (const { ruleset, file, when, head, of } of LIBRARY) {
  test(`${file}: commands head the units, and a unit off the table is below them, with its arrival`, async ({ page }) => {
    const played = scenario(ruleset, file);
    await layScenario(page, played);
    await expect(page.getByRole('heading', { name: head })).toBeVisible();
    await expect(page.locator('.of-turns')).toContainText(of);
    await expect(points(page)).toContainText('0–0');
    const waiting = offTable(page).first().getByRole('article').first();
    await expect(waiting).toContainText(when);
    // It counts nowhere, and does nothing.
    await waiting.getByRole('button').first().click();
    await expect(waiting).toContainText('It has not arrived yet. It arrives:');
    await expect(waiting.getByRole('link')).toHaveCount(0);
    await expectLayout(page, `the table of ${file}`);
    await expectAccessible(page, `the table of ${file}`);
    await page.getByRole('button', { name: 'Units', exact: true }).click();
    await expect(page.getByRole('dialog').locator('.entry-of-index.off').first()).toContainText('off table');
    await page.keyboard.press('Escape');
    await page.goto('./#/battle/turn/hall');
    await expect(page.getByText(/^Off the table: /).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Phase' })).toContainText(new RegExp(`1 of ${of.slice(1)}`));
    await page.goto('./#/battle/turn/paper');
    await expect(page.locator('.order .command', { hasText: head })).toBeVisible();
    await expect(page.locator('.order').first()).toContainText('Off table');
  });
}

test('an event shows its table, takes dice by hand, and is undone with all that it did', async ({ page }) => {
  await layScenario(page, scenario('pike_and_shot', 'naseby'), [['battle', 'turn', 2]]);
  const due = strip(page).getByRole('button', { name: /Weather and letters/ });
  await expect(due).toContainText('Event');
  await due.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event: Weather and letters' })).toBeVisible();
  const table = page.locator('.event-table');
  await expect(table.getByRole('row', { name: /^1 A shower/ })).toContainText('17 %');
  await expect(table.getByRole('row', { name: /^2–5 Nothing happens/ })).toContainText('67 %');
  await expectLayout(page, 'the panel of an event');
  await expectAccessible(page, 'the panel of an event');
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await type(page, [1]);
  await expect(page.getByRole('main')).toContainText('Weather and letters: A shower. Matches and powder get wet.');
  await expect(page.getByText('In the rules:'), 'an event is in no rulebook').toHaveCount(0);
  await confirm(page.getByRole('button', { name: 'Apply to the table' }));
  const alert = page.locator('.alert', { hasText: '“Rain” applies until the end of bound 3.' });
  await expect(alert).toBeVisible();
  await expect(due).toHaveCount(0);
  await drawn(page);
  await confirm(undo(page));
  await expect(alert).toHaveCount(0);
  await expect(due).toBeVisible();
  // The same event with another die gives a point.
  await lift(page);
  await due.click();
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await type(page, [6]);
  await confirm(page.getByRole('button', { name: 'Apply to the table' }));
  await expect(points(page)).toContainText('1–0');
  await page.reload();
  await expect(points(page)).toContainText('1–0');
  await page.goto('./#/battle/turn/log');
  await expect(page.getByRole('main')).toContainText('Scenario: Naseby, 14 June 1645, Northamptonshire, England');
  await expect(page.getByRole('listitem').first()).toContainText('Event: Weather and letters');
  await expect(checkOfLog(page)).toHaveText(CHECKS_OUT);
});

test('an arrival becomes due in its turn, one tap brings the unit, and undo takes it off again', async ({ page }) => {
  await layScenario(page, scenario('pike_and_shot', 'naseby'), [
    ['battle', 'turn', 4],
    ['battle', 'event:weather', 4],
  ]);
  const due = strip(page).getByRole('button', { name: /Rossiter's Horse may arrive\. East edge/ });
  await expect(due).toBeVisible();
  await expect(offTable(page).getByRole('article', { name: "Rossiter's Horse" })).toBeVisible();
  await due.click();
  await expect(page.getByText("Rossiter's Horse arrives.").first()).toBeVisible();
  await expect(offTable(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'On the road: Edward Rossiter' })).toBeVisible();
  await article(page, "Rossiter's Horse").getByRole('button').first().click();
  await expect(article(page, "Rossiter's Horse").getByText('More', { exact: true })).toBeVisible();
  await drawn(page);
  await confirm(undo(page));
  await expect(offTable(page).getByRole('article', { name: "Rossiter's Horse" })).toBeVisible();
  await expect(due).toBeVisible();
  await fromMenu(page, redo(page));
  await expect(offTable(page)).toHaveCount(0);
  await page.goto('./#/battle/turn/report');
  await expect(page.getByRole('main')).toContainText("Arrival: Rossiter's Horse");
});

test('the game master brings a unit before its time, from its card, and calls an event from the menu', async ({ page }) => {
  await layScenario(page, scenario('pike_and_shot', 'edgehill'));
  const waiting = offTable(page).getByRole('article').first();
  const name = (await waiting.getAttribute('aria-label'))!;
  await waiting.getByRole('button').first().click();
  await waiting.getByRole('button', { name: "Hampden's Greencoats arrives" }).click();
  await expect(offTable(page)).toHaveCount(0);
  await expect(article(page, name)).toBeVisible();
  await drawn(page);
  await fromMenu(page, page.locator('.menu').getByRole('button', { name: "Fortescue's troop" }));
  await expect(page.getByText(/^Fortescue's troop: Fortescue's men fire their pistols/).first()).toBeVisible();
  await expect(points(page)).toContainText('0–1');
  await drawn(page);
  await confirm(undo(page));
  await expect(points(page)).toContainText('0–0');
});

test('the last turn says so; ground is ticked; the points propose the result; the chronicle counts it', async ({ page }) => {
  const naseby = scenario('pike_and_shot', 'naseby');
  await layScenario(page, { ...naseby, course: { ...naseby.course, events: [] } }, [
    ['battle', 'turn', 10],
    ['rossiter', 'off_table', false],
  ]);
  await expect(page.locator('.alert', { hasText: 'Bound 10 is the last.' })).toBeVisible();
  await openScenario(page);
  const ground = page.getByRole('group', { name: 'The baggage train: 2 points' });
  await ground.getByText('The King', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Points' })).toContainText('The baggage train: 2 points');
  await expectLayout(page, 'the page of the scenario');
  await expectAccessible(page, 'the page of the scenario');
  await drawn(page);
  await confirm(undo(page));
  await expect(ground.getByRole('radio', { name: 'Nobody' })).toBeChecked();
  await ground.getByText('The King', { exact: true }).click();
  await drawn(page);
  await page.goto('./#/battle/turn');
  await expect(points(page)).toContainText('0–2');
  for (let phase = 0; phase < 12; phase++) {
    if ((await page.locator('.status-row .turn').innerText()) === '11') break;
    await endPhase(page);
    await drawn(page);
  }
  const end = page.getByRole('region', { name: 'The end' });
  await expect(end).toContainText(/Points: .*New Model.* 0, The King 2\./);
  await end.getByRole('link', { name: 'Close the battle' }).click();
  await expect(page.getByRole('radio', { name: 'The King won' })).toBeChecked();
  await expect(page.locator('.closing-form .score-lines')).toContainText('The baggage train: 2 points');
  await page.getByRole('button', { name: 'Close the battle' }).click();
  await expect(end).toContainText('The King won.');
  await page.goto('./#/battle/turn/log');
  await expect(page.getByRole('main')).toContainText('The baggage train: held by The King');
  await page.goto('./#/battle/turn/report');
  await expect(page.getByRole('region', { name: 'Points' })).toContainText('The King: The baggage train, 2 points');
  await page.goto('./#/chronicle');
  const counted = page.getByRole('region', { name: 'Scenarios' });
  await expect(counted).toContainText('1 battle closed');
  await expect(counted).toContainText('The King: 1');
});

const SECRETS = { all: 'A misty morning.', a: 'Hold the hill.', b: 'Take the hill.', umpire: 'Rain on a 1.' };

test('a briefing is a folded line until the first act, and each reader of an open device sees only their own', async ({ page }) => {
  const naseby = scenario('pike_and_shot', 'naseby');
  await layScenario(page, { ...naseby, course: { ...naseby.course, briefings: SECRETS } });
  const line = page.locator('.briefing-line');
  await expect(line.getByText(SECRETS.all)).toBeHidden();
  await line.getByText('Briefing: Naseby').click();
  await expect(line.getByText(SECRETS.all)).toBeVisible();
  // Both sides sit at this device, so their own texts are folded. The game master's is not there.
  await expect(line.getByText(SECRETS.a)).toBeHidden();
  await expect(page.getByText(SECRETS.umpire)).toHaveCount(0);
  await expectLayout(page, 'the table with its briefing');
  await openScenario(page);
  await page.getByRole('radio', { name: 'The King' }).locator('xpath=..').first().click();
  await expect(briefing(page)).toContainText(SECRETS.b);
  await expect(page.getByText(SECRETS.a)).toHaveCount(0);
  await page.getByRole('radio', { name: 'The game master' }).locator('xpath=..').click();
  await expect(briefing(page).getByText(SECRETS.umpire)).toBeAttached();
  await page.goto('./#/battle/turn');
  await endPhase(page);
  await expect(line).toHaveCount(0);
});

test('with hidden counters, a side sees its own briefing and the arrivals of its own units', async ({ page }) => {
  const naseby = scenario('pike_and_shot', 'naseby');
  await layScenario(page, { ...naseby, course: { ...naseby.course, briefings: SECRETS } }, [['battle', 'turn', 4]]);
  const agreed = seal({
    act: { at: 1, deed: 'by_hand', changes: [{ set: { of: 'battle', key: 'secrecy', to: 'own_side' } }], refereed: true },
  });
  await page.evaluate((agreed) => localStorage.setItem('drumhead/event/turn/1000-z', agreed), agreed);
  const as = async (side: string) => {
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), ['drumhead/viewer/turn', seal(side)]);
    await page.goto('./#/battle/turn/scenario');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Scenario' })).toBeVisible();
  };
  await as('b');
  await expect(briefing(page)).toContainText(SECRETS.b);
  for (const hidden of [SECRETS.a, SECRETS.umpire, 'East edge']) await expect(page.getByText(hidden)).toHaveCount(0);
  await page.goto('./#/battle/turn');
  const due = strip(page).getByRole('button', { name: /Rossiter's Horse may arrive\./ });
  await expect(due).toBeVisible();
  await expect(due).not.toContainText('East edge');
  await as('a');
  await expect(briefing(page)).toContainText(SECRETS.a);
  await expect(page.getByText(SECRETS.b)).toHaveCount(0);
  await expect(page.getByText(/East edge/).first()).toBeVisible();
  await as('umpire');
  await expect(briefing(page).getByText(SECRETS.umpire)).toBeAttached();
});

test('an event keeps its dice at its address: back, forward, reload and a second event', async ({ page }) => {
  const naseby = scenario('pike_and_shot', 'naseby');
  const [weather] = naseby.course.events ?? [];
  const storm = { ...weather, id: 'storm', name: 'Storm' };
  await layScenario(page, { ...naseby, course: { ...naseby.course, events: [weather, storm] } }, [['battle', 'turn', 2]]);
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await strip(page)
    .getByRole('button', { name: /Weather and letters/ })
    .click();
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await expect(page).toHaveURL(/do\/event\/weather$/);
  await page.goBack();
  await expect(strip(page)).toBeVisible();
  await page.goForward();
  await expect(title('Event: Weather and letters')).toBeVisible();
  await page.goto('./#/battle/turn/do/event/storm');
  await expect(title('Event: Storm')).toBeVisible();
  await page.goto('./#/battle/turn/do/event/weather');
  await expect(title('Event: Weather and letters')).toBeVisible();
  await confirm(page.getByRole('button', { name: 'Enter dice' }));
  await type(page, [1]);
  await expect(page.getByRole('main')).toContainText('A shower. Matches and powder get wet.');
  await page.reload();
  await expect(title('Event: Weather and letters')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('A shower. Matches and powder get wet.');
  await confirm(page.getByRole('button', { name: 'Apply to the table' }));
  await expect(page.locator('.alert', { hasText: '“Rain” applies until the end of bound 3.' })).toBeVisible();
});

test('an event without its id in the address leads to the page that has it', async ({ page }) => {
  await layScenario(page, scenario('pike_and_shot', 'naseby'));
  await page.goto('./#/battle/turn/do/event');
  await expect(page.getByText('Open events and arrivals from the table, or from the page of the scenario.')).toBeVisible();
});
