// Scenarios: made, edited, copied, deleted, shared, printed, and played.
import { type Locator, type Page } from '@playwright/test';
import { expect, test } from './page';
import { addRoster, beginBattle, nextPhase, readDownload, saved, seal } from './play';

/** A part of a scenario: its folded line. */
const part = (page: Page, label: string): Locator =>
  page.locator('.plan-part', { has: page.locator('summary > b', { hasText: new RegExp(`^${label}$`) }) });

async function unfold(page: Page, label: string): Promise<Locator> {
  const found = part(page, label);
  if ((await found.getAttribute('open')) === null) await found.locator('> summary').click();
  return found;
}

/** The saved scenario with this name. */
async function scenario(page: Page, name: string) {
  const texts = Object.entries(await saved(page)).filter(([key]) => key.startsWith('drumhead/scenario/'));
  return texts.map(([, text]) => JSON.parse(text.slice(text.indexOf('{')))).find((value) => value.name === name);
}

/** Makes a scenario of the first two samples of Pike & Shot, and waits for its page. */
async function make(page: Page, name?: string) {
  await page.goto('./#/scenarios');
  await page.getByText('New scenario for Pike & Shot', { exact: true }).click();
  await page.getByRole('region', { name: 'Pike & Shot' }).getByRole('button', { name: 'Make a scenario' }).click();
  await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible();
  if (!name) return;
  const about = await unfold(page, 'About');
  await about.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a battle of the library is at its table with two taps from the list, and again with fresh dice', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Fight a battle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scenarios' })).toBeVisible();
  await page.getByRole('link', { name: /^Naseby/ }).click();
  await expect(page.locator('.facing')).toContainText('The King');
  await expect(part(page, 'Arrivals').locator('summary')).toContainText('bound');
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page).toHaveURL(/#\/battle\/[^/]+$/);
  await expect(nextPhase(page)).toBeVisible();
  await expect(page.locator('.briefing-line > summary')).toContainText('Briefing: ');
  const seeds = async () => {
    const headers = Object.entries(await saved(page)).filter(([key]) => key.startsWith('drumhead/battle/'));
    return headers.map(([, text]) => /"seed":"([^"]+)"/.exec(text)![1]);
  };
  await page.goBack();
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect.poll(async () => (await seeds()).length).toBe(2);
  expect(new Set(await seeds()).size, 'each battle has dice of its own').toBe(2);
});

test('every battle of the library has its page, with all parts to read', async ({ page }) => {
  await page.goto('./#/scenarios');
  const links = page.getByRole('main').locator('section .list a');
  await expect(links).toHaveCount(8);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  for (const address of addresses) {
    await page.goto(`./${address}`);
    await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy and change' })).toBeVisible();
    for (const label of ['About', 'Sides', 'Briefing', 'Events', 'End', 'Points', 'Rules']) {
      const line = await unfold(page, label);
      await expect(line.locator('summary > small'), `${address} ${label}`).not.toHaveText('');
      if (label === 'Rules') continue;
      await expect(line.locator('input[type=text], textarea').and(page.locator(':visible'))).toHaveCount(0);
    }
  }
});

test('a scenario of two rosters is edited in each of its parts, and keeps everything after a reload', async ({ page }) => {
  await make(page, 'Cheriton');
  const about = part(page, 'About');
  await about.getByLabel('Date').fill('29 March 1644');
  await about.getByLabel('Place').fill('Hampshire');
  await about.getByLabel('In a line').fill('Waller stops Hopton.');
  await about.getByLabel('More about it').fill('In the lanes.\nAll day.');

  const sides = await unfold(page, 'Sides');
  const first = sides.locator('section').first();
  await first.getByLabel('Name of the side').fill('Waller');
  await first.getByRole('button', { name: 'Add a command' }).click();
  const wing = first.getByRole('group', { name: 'Left wing' });
  await wing.getByLabel('General').fill('Heselrige');
  const unit = wing.getByRole('checkbox').first();
  const unitName = (await wing.locator('label.chip').first().innerText()).trim();
  await unit.check();
  await expect(sides.locator('summary').first()).toContainText('commands');

  const briefing = await unfold(page, 'Briefing');
  await briefing.getByLabel('For all').fill('A cold morning.');
  await briefing.getByLabel('Briefing of the first side').fill('Hold the lane.');
  await briefing.getByLabel('Deployment of the second side').fill('North of the stream.');
  await briefing.getByLabel('For the game master alone').fill('Hopton is late.');
  await expect(part(page, 'Briefing').locator('summary').first()).toContainText('all · Waller only · game master · deployment');

  const arrivals = await unfold(page, 'Arrivals');
  await arrivals.getByLabel('Who arrives later?').selectOption({ label: 'Left wing' });
  await arrivals.getByLabel('Where does it arrive?').fill('West edge');
  await arrivals.locator('label.chip', { hasText: 'By a roll' }).click();
  await arrivals.getByLabel('From bound').fill('3');
  await arrivals.getByLabel('From bound').blur();
  await arrivals.getByLabel('Arrives with').fill('4');
  await arrivals.getByLabel('Arrives with').blur();
  await expect(arrivals.locator('summary').first()).toContainText('from bound 3, with 4 or more on 1D6, West edge');

  const events = await unfold(page, 'Events');
  await events.getByRole('button', { name: 'Add an event' }).click();
  await events.getByLabel('Name', { exact: true }).fill('Weather');
  await events.getByLabel('Text for the players').fill('Sleet.');
  await events.getByLabel('What does it do?').selectOption({ label: 'Left wing arrives' });
  await events.getByRole('button', { name: 'Add a row' }).click();
  const second = events.getByRole('group', { name: /^Row 2/ });
  await second.getByLabel('The dice show').fill('6');
  await second.getByLabel('What does it do?').selectOption({ index: 2 });
  await expect(events.getByRole('group', { name: 'Row 1: 17 %' })).toBeVisible();
  await expect(events.locator('summary').first()).toContainText('Weather: each bound, 1D6');

  const end = await unfold(page, 'End');
  await end.getByLabel('Last bound').fill('12');
  await end.getByLabel('Last bound').blur();
  await end.getByLabel(/share of its units/).fill('50');
  await end.getByLabel(/share of its units/).blur();
  await expect(end.locator('summary').first()).toContainText('After bound 12, or a side has lost 50 % of its units');

  const points = await unfold(page, 'Points');
  await points.getByLabel('For each broken or lost unit').fill('1');
  await points.getByLabel('For each broken or lost unit').blur();
  await points.getByLabel('Other points for a unit').selectOption({ label: unitName });
  await points.getByRole('button', { name: 'Add ground' }).click();
  await points.getByLabel('Ground', { exact: true }).fill('The lane');
  await expect(points.locator('summary').first()).toContainText(`Broken unit 1 · ${unitName} 2 · The lane 1`);

  const rules = await unfold(page, 'Rules');
  await rules.locator('label.chip', { hasText: /^House rules$/ }).click();
  await rules.getByText('House rules', { exact: true }).first().click();
  await rules.locator('details[open] .chips label.chip').nth(1).click();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton' })).toBeVisible();
  await expect(page.locator('.plan-head')).toContainText('29 March 1644 · Hampshire');
  await expect(page.locator('.plan-head')).toContainText('Waller stops Hopton.');
  for (const [label, words] of [
    ['Briefing', 'all · Waller only · game master · deployment'],
    ['Arrivals', 'West edge'],
    ['Events', 'Weather: each bound, 1D6'],
    ['End', 'After bound 12, or a side has lost 50 % of its units'],
    ['Points', `Broken unit 1 · ${unitName} 2 · The lane 1`],
    ['Rules', 'house rule'],
  ])
    await expect(part(page, label).locator('summary').first()).toContainText(words);
  const kept = JSON.stringify(await scenario(page, 'Cheriton'));
  for (const text of ['Hopton is late.', 'In the lanes.\\nAll day.', 'Heselrige', 'North of the stream.', 'Sleet.', '"bring":"leftwing"'])
    expect(kept).toContain(text);
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(nextPhase(page)).toBeVisible();
});

test('a refused entry keeps its text with the reason below it, and is saved once nothing is in its way', async ({ page }) => {
  await make(page);
  const about = await unfold(page, 'About');
  const name = about.getByLabel('Name', { exact: true });
  await name.fill('');
  await expect(about.getByRole('alert')).toContainText('A scenario has a name.');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  const events = await unfold(page, 'Events');
  await events.getByRole('button', { name: 'Add an event' }).click();
  await events.getByRole('button', { name: 'Add a row' }).click();
  const faces = (row: number) => events.getByRole('group', { name: new RegExp(`^Row ${row}`) }).getByLabel('The dice show');
  await faces(2).fill('1-5');
  await expect(events.getByRole('alert')).toContainText('Another row has these faces.');
  await expect(faces(2)).toHaveValue('1-5');
  await faces(1).fill('6');
  await expect(events.getByRole('alert')).toHaveCount(0);
  await expect(events.getByRole('group', { name: 'Row 2: 83 %' })).toBeVisible();
  const end = await unfold(page, 'End');
  await end.getByLabel('Last bound').fill('many');
  await end.getByLabel('Last bound').blur();
  await expect(end.getByRole('alert')).toContainText('Enter a whole number.');
  await expect(end.getByLabel('Last bound')).toHaveValue('many');
});

test('units that are edited keep their commands and arrivals, and a deleted one comes back with them', async ({ page }) => {
  await make(page, 'Cheriton');
  const arrivals = await unfold(page, 'Arrivals');
  const who = arrivals.getByLabel('Who arrives later?').locator('optgroup').first().locator('option').nth(1);
  const late = await who.innerText();
  await arrivals.getByLabel('Who arrives later?').selectOption({ label: late });
  const plan = page.url();
  const sides = await unfold(page, 'Sides');
  await sides
    .getByRole('link', { name: /^Units/ })
    .first()
    .click();
  await page.getByRole('button', { name: late }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('The late regiment');
  await page.goto(plan);
  await expect(part(page, 'Arrivals').locator('summary').first()).toContainText('bound 2');
  await unfold(page, 'Arrivals');
  await expect(part(page, 'Arrivals')).toContainText('The late regiment');
  await unfold(page, 'Sides');
  await page
    .getByRole('link', { name: /^Units/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'The late regiment' }).first().click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('article', { name: 'The late regiment' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: 'The late regiment' })).toBeVisible();
  await page.goto(plan);
  await expect(part(page, 'Arrivals').locator('summary').first()).toContainText('bound 2');
});

test('a scenario is copied, deleted and brought back', async ({ page }) => {
  await make(page, 'Cheriton');
  await page.goto('./#/scenarios');
  const rows = page.locator('.roster-row b');
  await page.getByRole('button', { name: 'Duplicate Cheriton' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cheriton 2' })).toBeVisible();
  await page.goto('./#/scenarios');
  await page.getByRole('button', { name: 'Delete Cheriton', exact: true }).click();
  await expect(rows).toHaveText(['Cheriton 2']);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveText(['Cheriton', 'Cheriton 2']);
  await page.getByRole('link', { name: /^Naseby/ }).click();
  await page.getByRole('button', { name: 'Copy and change' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Naseby' })).toBeVisible();
  const briefing = await unfold(page, 'Briefing');
  await expect(briefing.getByLabel('For the game master alone')).not.toHaveValue('');
});

test('New battle shows both armies, and becomes a scenario', async ({ page }) => {
  await addRoster(page, 'Essex’s foot');
  await page.goto('./#/new');
  await page.getByRole('combobox', { name: /^First side/ }).selectOption({ index: 1 });
  await expect(page.locator('.facing .side-0')).toContainText('Essex’s foot');
  await expect(page.locator('.facing .side-0')).toContainText(/\d+ units?/);
  await page.getByLabel('Name of the battle').fill('Lansdown');
  await page.getByRole('button', { name: 'Save as scenario' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lansdown' })).toBeVisible();
  await expect(page.locator('.facing')).toContainText('Essex’s foot');
});

test('a battle becomes a scenario, as it began and as it stands', async ({ page }) => {
  await beginBattle(page, 'Roundway');
  await page.goto(`${page.url()}/share`);
  await page.getByRole('button', { name: 'As it began' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roundway', exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'As it stands' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roundway 2', exact: true })).toBeVisible();
});

test('players open a link without the texts of the game master, and see what it is before they take it', async ({ page, browser }) => {
  await page.goto('./#/scenario/pike_and_shot-naseby');
  await page.getByRole('button', { name: 'Copy and change' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Naseby' })).toBeVisible();
  const secret = await (await unfold(page, 'Briefing')).getByLabel('For the game master alone').inputValue();
  expect(secret.length).toBeGreaterThan(20);
  await page.getByRole('link', { name: 'Codes for the players' }).click();
  const link = await page.getByLabel('The link').inputValue();
  await expect(page.getByText('Hiding is a screen, not a lock.')).toBeVisible();
  await page.locator('label.chip', { hasText: 'A game master' }).click();
  await expect(page.getByLabel('The link')).not.toHaveValue(link);
  const whole = await page.getByLabel('The link').inputValue();

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const contents = other.getByRole('region', { name: 'Contents' });
  await expect(contents).toContainText('The New Model Army against The King');
  await expect(contents).toContainText(/1 arrival, \d events?/);
  await expect(contents).toContainText('without the texts for the game master');
  await expect.poll(() => saved(other), 'nothing is taken in by itself').toEqual({});
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Play it' })).toBeVisible();
  expect(JSON.stringify(await saved(other))).not.toContain(secret.slice(0, 20));
  await other.goto(whole);
  await expect(other.getByText('This device has a different version')).toBeVisible();
  await other.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(async () => JSON.stringify(await saved(other))).toContain(secret.slice(0, 20));
  await other.goto('./#/scenarios');
  await expect(other.locator('.roster-row')).toHaveCount(2);
  await other.getByRole('link', { name: /for players/ }).click();
  await other.getByRole('button', { name: 'Play it' }).click();
  await expect(nextPhase(other)).toBeVisible();
});

test('a backup includes scenarios, and a broken one is refused', async ({ page }) => {
  await make(page, 'Cheriton');
  const before = await saved(page);
  await page.goto('./#/saved');
  await expect(page.getByText('Rosters: 0 · Scenarios: 1 · Battles: 0')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save everything as a file' }).click(),
  ]);
  const { texts } = await readDownload(file);
  expect(texts).toEqual(before);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByText('Rosters: 0 · Scenarios: 0 · Battles: 0')).toBeVisible();
  const put = (more: Record<string, string>) => {
    const buffer = Buffer.from(JSON.stringify({ drumhead: 'saved', schema: 1, texts: more }));
    return page.getByLabel(/^A backup/).setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  };
  const [key, text] = Object.entries(texts).find(([name]) => name.startsWith('drumhead/scenario/'))!;
  await put({ [key]: text });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Rosters: 0 · Scenarios: 1 · Battles: 0')).toBeVisible();
  // An arrival without units, and a scenario with far too many events.
  const side = { name: 'A', units: [] };
  const event = (n: number) => ({ id: `e${n}`, name: 'E', dice: 0, rows: [{}] });
  const many = Array.from({ length: 30 }, (_, n) => event(n));
  const bad = { ruleset: 'pike_and_shot', name: 'Too much', sides: [side, side], course: { events: many } };
  await put({ 'drumhead/scenario/bad1': seal(bad) });
  await expect(page.getByText('Left out, as they hold more than Drumhead takes:')).toBeVisible();
  await expect(page.getByText('Too much')).toBeVisible();
  await put({ 'drumhead/scenario/new1': seal({ ...bad, course: { weather: 'fog' } }, 99) });
  await expect(page.getByText('Data of a newer version of Drumhead, kept unchanged')).toBeVisible();
});

test('a scenario is printed: a sheet for all, one for each side, and one for the game master', async ({ page }) => {
  await page.goto('./#/scenario/pike_and_shot-naseby/paper');
  const sheets = page.locator('.scenario-sheet');
  await expect(sheets).toHaveCount(4);
  await expect(sheets.nth(1)).toContainText('Left wing: Henry Ireton');
  await expect(sheets.nth(1)).not.toContainText('Prince Rupert’s Horse');
  await expect(sheets.nth(3)).toContainText('For the game master alone');
});

test('Naseby is prepared with at most 90 taps besides letters', async ({ page }) => {
  test.slow();
  for (const name of ['New Model', 'The King']) await addRoster(page, name);
  let taps = 0;
  const tap = async (control: Locator) => {
    await control.click();
    taps += 1;
  };
  const type = async (field: Locator, text: string) => {
    await tap(field);
    await field.fill(text);
  };
  const choose = async (list: Locator, label: string | RegExp) => {
    const options = await list.locator('option').allTextContents();
    await list.selectOption({ label: options.find((option) => option.match(label))! });
    taps += 2;
  };
  await page.goto('./');
  await tap(page.getByRole('link', { name: 'Fight a battle' }));
  const region = page.getByRole('region', { name: 'Pike & Shot' });
  await tap(page.getByText('New scenario for Pike & Shot', { exact: true }));
  await tap(region.getByRole('button', { name: 'Make a scenario' }));
  const open = async (label: string) => {
    await tap(part(page, label).locator('> summary'));
    return part(page, label);
  };
  const about = await open('About');
  await type(about.getByLabel('Name', { exact: true }), 'Naseby');
  await type(about.getByLabel('Date'), '14 June 1645');
  const briefing = await open('Briefing');
  for (const [label, text] of [
    ['For all', 'The King turns to fight.'],
    ['Briefing of the first side', 'Hold the ridge.'],
    ['Briefing of the second side', 'Break their left.'],
    ['For the game master alone', 'Rupert leaves the field.'],
  ])
    await type(briefing.getByLabel(label), text);
  // Six own rules: a modifier, four trackers and a reminder.
  const rules = await open('Rules');
  await tap(rules.getByText('Own rules', { exact: true }).first());
  await tap(rules.getByRole('button', { name: 'Add a modifier' }));
  const form = rules.getByRole('group', { name: 'A new modifier' });
  await type(form.getByLabel('Name', { exact: true }), 'Rain');
  await tap(form.locator('fieldset.chips').first().locator('label.chip').first());
  await tap(form.getByRole('group', { name: 'What does it change?' }).locator('label.chip').first());
  await tap(form.getByRole('button', { name: 'Add', exact: true }));
  for (const name of ['Baggage', 'Letters', 'Powder', 'Prayers']) {
    await tap(rules.getByRole('button', { name: 'Add a tracker' }));
    const tracker = rules.getByRole('group', { name: 'A new tracker' });
    await type(tracker.getByLabel('Name', { exact: true }), name);
    await tap(tracker.locator('label.chip', { hasText: 'Each side' }));
    await tap(tracker.getByRole('button', { name: 'Add', exact: true }));
  }
  await tap(rules.getByText('Reminders', { exact: true }));
  await choose(rules.getByRole('combobox', { name: /^When/ }), /./);
  await type(rules.getByLabel('Remind us'), 'Pray');
  await tap(rules.getByRole('button', { name: 'Add a reminder' }));
  const arrivals = await open('Arrivals');
  await choose(arrivals.getByLabel('Who arrives later?'), /[a-z]/);
  await type(arrivals.getByLabel('Bound', { exact: true }), '4');
  await type(arrivals.getByLabel('Where does it arrive?'), 'East edge');
  const events = await open('Events');
  await tap(events.getByRole('button', { name: 'Add an event' }));
  await type(events.getByLabel('Name', { exact: true }), 'Weather');
  await type(events.getByLabel('Text for the players'), 'Rain.');
  await choose(events.getByLabel('What does it do?'), /^Rain/);
  const end = await open('End');
  await type(end.getByLabel('Last bound'), '10');
  await type(end.getByLabel(/share of its units/), '40');
  const points = await open('Points');
  await type(points.getByLabel('For each broken or lost unit'), '1');
  await tap(points.getByRole('button', { name: 'Add ground' }));
  await type(points.getByLabel('Ground', { exact: true }), 'The baggage');
  await type(points.getByLabel('A side wins with a lead of'), '2');
  await tap(page.getByRole('button', { name: 'Play it' }));
  await expect(nextPhase(page)).toBeVisible();
  console.log(`Naseby: ${taps} taps`);
  expect(taps).toBeLessThanOrEqual(90);
});
