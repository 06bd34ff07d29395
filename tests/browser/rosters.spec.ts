// Rosters: made, named, edited, copied, reordered, deleted and restored.
import { expect, test } from './page';
import { addRoster, beginBattle, pick } from './play';

test('a roster is made and edited, and a wrong number has a message at its field', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByLabel('Name of the roster').fill('Trained bands');
  await page.getByRole('button', { name: 'Add a unit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Red Regiment');
  const muskets = page.getByRole('textbox', { name: 'Muskets', exact: true });
  for (const typed of ['-3', '900', 'many', '2.5']) {
    await muskets.fill(typed);
    await muskets.blur();
    await expect(page.getByText('This must be a whole number from 0 to 200.').first()).toBeVisible();
    await expect(muskets).toHaveValue(typed.replace('-', '−'));
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Red Regiment');
  }
  await muskets.fill('16');
  await muskets.blur();
  await page.getByRole('textbox', { name: 'Pikes', exact: true }).fill('8');
  await page.getByRole('textbox', { name: 'Pikes', exact: true }).blur();
  await expect(page.getByText('This must be a whole number from 0 to 200.')).toHaveCount(0);
  await expect(page.getByLabel('Derived values')).toContainText('1:2');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.reload();
  await expect(page.getByRole('article', { name: 'Red Regiment', exact: true })).toContainText('8 pikes, 16 muskets');
});

test('a unit begins with its name and the signs of its kinds, has its numbers on one line, and no error before it is filled in', async ({
  page,
}) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Pike & Shot' }).click();
  await page.getByRole('button', { name: 'Add a unit' }).click();
  const unit = page.getByRole('article').first();
  await expect(unit.getByRole('group', { name: 'Derived values' }).or(unit.getByLabel('Derived values'))).toBeVisible();
  await expect(page.locator('.fault')).toHaveCount(0);
  await unit.getByLabel('Name', { exact: true }).fill('Red Regiment');
  await expect(page.locator('.fault')).toHaveCount(0);
  const kinds = unit.locator('.kinds');
  await expect(kinds.getByRole('radio')).toHaveCount(await kinds.locator('.sign').count());
  await expect(kinds.getByRole('radio', { name: 'Foot', exact: true })).toBeChecked();
  const top = async (name: string) => (await unit.getByRole('textbox', { name, exact: true }).boundingBox())!.y;
  expect((await kinds.boundingBox())!.y).toBeGreaterThan(await top('Name'));
  expect(Math.abs((await top('Pikes')) - (await top('Muskets')))).toBeLessThan(2);
  const quality = async (name: string) => (await unit.getByRole('combobox', { name }).boundingBox())!.y;
  expect(Math.abs((await quality('Fighting ability')) - (await quality('Morale class')))).toBeLessThan(2);
  // An error is shown once a number is entered that does not fit.
  const pikes = unit.getByRole('textbox', { name: 'Pikes', exact: true });
  await pikes.fill('900');
  await pikes.blur();
  await expect(unit.locator('.fault').first()).toBeVisible();
  await pikes.fill('8');
  await pikes.blur();
  await expect(page.locator('.fault')).toHaveCount(0);
  await kinds.getByText('Horse', { exact: true }).click();
  await expect(unit.getByRole('textbox', { name: 'Figures', exact: true })).toBeVisible();
});

test('the typical units are the kinds of rules whose units have no kind', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Argad!' }).click();
  await page.getByRole('button', { name: 'Add a character' }).click();
  const unit = page.getByRole('article').first();
  await unit.getByLabel('Name', { exact: true }).fill('Red company');
  await unit.getByRole('group', { name: 'Kinds' }).getByRole('button', { name: 'Reiters' }).click();
  await expect(unit.getByLabel('Name', { exact: true })).toHaveValue('Red company');
  await expect(unit.locator('.who')).toContainText(/cavalry/i);
});

test('a new unit can be typed in during play', async ({ page }) => {
  await beginBattle(page);
  const side = page.locator('section.side:visible').first();
  const before = await side.getByRole('article').count();
  await side.getByText('Add units', { exact: true }).click();
  await side.getByText('New unit', { exact: true }).click();
  await expect(side.locator('.fault')).toHaveCount(0);
  await side.getByLabel('Name', { exact: true }).fill('Late Regiment');
  // It cannot join without figures.
  await side.getByRole('button', { name: 'Add the unit' }).click();
  await expect(side.getByRole('alert').first()).toBeVisible();
  await expect(side.getByRole('article')).toHaveCount(before);
  for (const [name, number] of [
    ['Pikes', '8'],
    ['Muskets', '16'],
  ]) {
    await side.getByRole('textbox', { name, exact: true }).fill(number);
    await side.getByRole('textbox', { name, exact: true }).blur();
  }
  await side.getByRole('button', { name: 'Add the unit' }).click();
  await expect(side.getByRole('article')).toHaveCount(before + 1);
  await expect(side.getByRole('article', { name: 'Late Regiment', exact: true })).toBeVisible();
});

test('procedures without a battle are listed by use: fire, melee, charge, and agreements last', async ({ page }) => {
  await page.goto('./#/quick/pike_and_shot');
  const titles = page.locator('main .list b');
  await expect(titles.first()).toHaveText('Infantry fire');
  const all = await titles.allTextContents();
  expect(all.indexOf('Melee')).toBeLessThan(all.indexOf('Charge or counter-charge'));
  expect(all.indexOf('Charge or counter-charge')).toBeLessThan(8);
  expect(all.slice(-2).join()).toMatch(/agree|ground|class/i);
});

test('rosters are copied, reordered, deleted and restored', async ({ page }) => {
  await page.goto('./#/rosters');
  const names = () => page.getByRole('link').locator('b').allTextContents();
  await page.getByRole('button', { name: /^Copy the sample Eastern/ }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^Duplicate Eastern/ }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(async () => (await names()).length).toBe(2);
  const [first, second] = await names();
  // Their text has the width of the screen.
  const [row, words] = [page.locator('.roster-row').first(), page.locator('.roster-row > a').first()];
  expect((await words.boundingBox())!.width).toBeGreaterThan((await row.boundingBox())!.width * 0.9);
  await page.getByRole('button', { name: `Move ${second} up` }).click();
  await expect.poll(names).toEqual([second, first]);
  await page.getByRole('button', { name: `Delete ${second}`, exact: true }).click();
  await expect.poll(names).toEqual([first]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual([second, first]);
  await page.reload();
  await expect.poll(names).toEqual([second, first]);
});

const PRESETS = { 'Pike & Shot': 'Dragoons', 'Pikette Squared': 'Tercio', 'Argad!': 'Reiters', 'Arquebusier!': 'Tercio' };
for (const [title, preset] of Object.entries(PRESETS)) {
  test(`a usual unit of ${title} needs a tap and a name, and a second one gets another name`, async ({ page }) => {
    await page.goto('./#/rosters');
    await page.getByRole('button', { name: `New roster for ${title}` }).click();
    const usual = page.getByRole('region', { name: 'Usual units' });
    await usual.getByRole('button', { name: `+ ${preset}`, exact: true }).click();
    await expect(page.getByRole('article', { name: preset, exact: true })).toBeVisible();
    await expect(page.locator('.fault')).toHaveCount(0);
    await page.getByLabel('Name', { exact: true }).fill('Lilburne’s');
    await usual.getByRole('button', { name: `+ ${preset}`, exact: true }).click();
    await usual.getByRole('button', { name: `+ ${preset}`, exact: true }).click();
    for (const name of ['Lilburne’s', preset, `${preset} 2`]) await expect(page.getByRole('article', { name, exact: true })).toHaveCount(1);
  });
}

test('defaults of a new unit are shown as chosen', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Argad!' }).click();
  await page.getByRole('region', { name: 'Usual units' }).getByRole('button', { name: '+ Musketeers' }).click();
  const form = page.locator('form.questions');
  const unset = await form
    .locator('fieldset.chips:visible')
    .evaluateAll((all) =>
      all
        .filter((group) => group.querySelector('input[type=radio]') && !group.querySelector('input:checked'))
        .map((own) => own.querySelector('legend')?.textContent),
    );
  expect(unset, 'every choice has a chosen option').toEqual([]);
});

test('the points of a roster are computed while it is edited', async ({ page }) => {
  await page.goto('./#/rosters');
  await page.getByRole('button', { name: 'New roster for Argad!' }).click();
  await page.getByRole('region', { name: 'Usual units' }).getByRole('button', { name: '+ Reiters' }).click();
  const points = page.getByText(/^\d+ points$/);
  const before = Number.parseInt((await points.textContent())!);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(points).toHaveText(`${2 * before} points`);
});

test('narrow places show a side’s short name: the proposed one or the players’ own', async ({ page }) => {
  await addRoster(page, 'Army of Parliament, 1644');
  const short = page.getByLabel(/^Short name/);
  await expect(short).toHaveAttribute('placeholder', 'Army of Parliament');
  await short.fill('Ironsides');
  await short.blur();
  await page.reload();
  await expect(short).toHaveValue('Ironsides');
  await page.goto('./#/new');
  await pick(page.getByRole('combobox', { name: /^First side/ }), 'Army of Parliament');
  await pick(page.getByRole('combobox', { name: /^Second side/ }), 'Royalists 1644');
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  const tabs = page.getByRole('group', { name: 'Sides' }).getByRole('button');
  await expect(tabs.locator('[aria-hidden]')).toHaveText(['Ironsides', 'Royalists']);
  await expect(page.getByRole('button', { name: /^Ironsides: Army of Parliament, 1644/ })).toBeVisible();
});
