// While dice are entered, the buttons of the pad do not move, and neither does the part above them.
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { pad, type, openMelee } from './regiments';

interface Positions {
  readonly tops: readonly number[];
  readonly above: number;
}

/** The positions of the face buttons, and of the part above them. */
const positions = (page: Page): Promise<Positions> =>
  page.evaluate(() => {
    const top = (element: Element) => Math.round(element.getBoundingClientRect().top);
    const left = (element: Element) => Math.round(element.getBoundingClientRect().left);
    const faces = [...document.querySelectorAll('.pad .die')];
    return { tops: faces.flatMap((face) => [top(face), left(face)]).slice(0, 12), above: top(document.querySelector('.pad')!) };
  });

/** Enters dice at the buttons' first positions, as a player does without looking. At least `least` dice must be entered. */
async function enterBlindly(page: Page, dice: readonly number[], least: number) {
  await page.getByRole('button', { name: 'Enter dice' }).click();
  await expect(pad(page)).toBeFocused();
  const first = await positions(page);
  const boxes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((face) =>
      pad(page)
        .getByRole('button', { name: String(face), exact: true })
        .boundingBox(),
    ),
  );
  const entered: string[] = [];
  for (const die of dice) {
    if (!(await pad(page).isVisible())) break;
    expect(await positions(page)).toEqual(first);
    const box = boxes[die - 1]!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    entered.push(String(die));
    await expect.poll(() => page.locator('.rolls .face').allTextContents()).toEqual(entered);
  }
  expect(entered.length).toBeGreaterThanOrEqual(least);
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

for (const size of SIZES) {
  test(`the buttons for faces do not move at ${size.width}×${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await openMelee(page);
    await enterBlindly(page, [2, 5, 6, 1, 4, 3, 2, 5, 6, 1, 4, 3], 9);
    await page.goto('./#/sample/argad');
    await page.locator('.unit-body').getByRole('link', { name: 'Shoot', exact: true }).click();
    const targets = page.locator('.candidate:visible');
    if (!(await targets.first().isVisible())) await page.locator('.role.enemy .who').click();
    await targets.first().click();
    await page.locator('.chips.bands .chip').first().click();
    await enterBlindly(page, [2, 5, 6, 1, 4, 3], 1);
  });
}

test('entered dice stay visible above the buttons', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const typed = [2, 5, 6, 1, 4, 3, 2, 5];
  await type(page, typed);
  const dice = page.locator('.so-far .face');
  await expect(dice).toHaveText(typed.map(String));
  const covered = await dice.evaluateAll((all) =>
    all.filter((die) => {
      const { x, y, width, height } = die.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) !== die;
    }),
  );
  expect(covered).toEqual([]);
});

test('six faces are in one row on a phone in landscape', async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const faces = pad(page).locator('.die');
  await expect(faces).toHaveCount(6);
  const tops = await faces.evaluateAll((all) => all.map((face) => Math.round(face.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

test('where only successes count, entering their number is enough', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const ask = page.locator('.count-pad > summary');
  const words = (await ask.textContent())!;
  const count = Number(/of the (\d+) dice show/.exec(words)![1]);
  await pad(page).getByRole('button', { name: '1', exact: true }).click();
  // After one entered die, the pad asks for the rest.
  await expect(ask).toContainText(`of the ${count - 1} dice show`);
  const numbers = page.locator('.count-pad .die');
  await ask.click();
  await expect(numbers).toHaveCount(count);
  await numbers.nth(2).click();
  await expect(page.locator('.rolls .counted').first()).toHaveText(`2 of ${count - 1} succeed`);
  // The number is stored as it was entered, and is one entry of the log.
  await page.reload();
  await expect(page.locator('.rolls .counted').first()).toHaveText(`2 of ${count - 1} succeed`);
  await page.getByRole('button', { name: 'Remove the last die' }).click();
  await expect(page.locator('.rolls .counted')).toHaveCount(0);
  await expect(page.locator('.rolls .face')).toHaveCount(1);
});

test('a tap enters a run of one face, and the pad counts the dice', async ({ page }) => {
  await openMelee(page);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  const run = pad(page).getByRole('group', { name: 'Dice with the next tap' });
  await run.getByRole('button', { name: '× 2' }).click();
  await pad(page).getByRole('button', { name: '6', exact: true }).click();
  await pad(page).getByRole('button', { name: '1', exact: true }).click();
  await expect(page.locator('.so-far .face')).toHaveText(['6', '6', '1']);
  await expect(page.locator('.so-many')).toHaveText(/^3 of \d+$/);
});
