// Both sides next to the panel on wide screens: all units are visible, and a tap chooses a unit for a role.
import { expectAccessible } from './axe';
import { addRoster, beginBattle, drawn, firstOffer, chooseRange, log, unit } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { apply, fightMelee, odds, openMelee, outcome, toOtherFire } from './regiments';
import { largeBattle } from './large_battle';

const sidePanel = (page: Page) => page.getByRole('complementary', { name: 'On the table' });
const sideRegion = (page: Page, name: RegExp | string) => sidePanel(page).getByRole('region', { name });

/** Begins a battle of the samples, and opens the fire of the first unit that can shoot. */
async function aim(page: Page) {
  await beginBattle(page);
  await toOtherFire(page);
  await (await firstOffer(page, 'Infantry fire')).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Infantry fire' })).toBeVisible();
}

test(
  'all units of both sides are next to the panel, and a tap chooses a unit for a free role',
  { tag: '@tablet' },
  async ({ page, isMobile }) => {
    await beginBattle(page);
    const armies = await Promise.all(
      [0, 1].map((n) => page.locator(`.side-${n} article`).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')!))),
    );
    await toOtherFire(page);
    await (await firstOffer(page, 'Infantry fire')).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Target choose…' })).toBeVisible();
    // A phone shows the panel alone.
    await expect(sidePanel(page)).toHaveCount(isMobile ? 0 : 1);
    if (isMobile) return;

    const regions = sidePanel(page).getByRole('region');
    await expect(regions).toHaveCount(2);
    for (const [index, army] of armies.entries()) {
      await expect(regions.nth(index).getByRole('listitem')).toHaveCount(army.length);
      for (const name of army) await expect(regions.nth(index)).toContainText(name);
    }
    const [left, main, right] = [
      await regions.nth(0).boundingBox(),
      await page.getByRole('main').boundingBox(),
      await regions.nth(1).boundingBox(),
    ];
    expect(left!.x + left!.width, 'one side to the left').toBeLessThanOrEqual(main!.x + 1);
    expect(main!.x + main!.width, 'the other to the right').toBeLessThanOrEqual(right!.x + 1);

    // A tapped unit gets the free role. The next tap gives the role to another unit.
    const enemy = (n: number) => regions.nth(1).getByRole('button', { name: armies[1][n] });
    await expect(regions.nth(1)).toContainText('Tap a unit: Target');
    await expect(enemy(1)).toHaveAccessibleName(/ takes part as Target$/);
    await enemy(1).click();
    await expect(page.getByRole('main').getByRole('button', { name: `Target ${armies[1][1]}` })).toBeVisible();
    await chooseRange(page);
    await expect(odds(page)).toBeVisible();
    await expect(regions.nth(1).getByRole('listitem').first()).toContainText(`Target${armies[1][1]}`);
    await expect(regions.nth(1)).not.toContainText('Tap a unit');
    await expect(enemy(2)).toHaveAccessibleName(new RegExp(` takes part as Target, instead of ${armies[1][1]}$`));
    // By keyboard, too: the focus stays on the unit, even if it is drawn elsewhere.
    await enemy(2).press('Enter');
    await expect(page.getByRole('main').getByRole('button', { name: `Target ${armies[1][2]}` })).toBeVisible();
    await expect(regions.nth(1).getByRole('listitem').first()).toBeFocused();
    await expect(regions.nth(1).getByRole('listitem').first()).toContainText(armies[1][2]);
    // The range of one target does not apply to another.
    await expect(odds(page)).toHaveCount(0);
    await chooseRange(page);
    // Once dice are entered, the participants can no longer be changed.
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await expect(sidePanel(page).getByRole('button')).toHaveCount(0);
  },
);

test('changes of an applied outcome flash next to the panel at once', { tag: '@tablet' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no side panel');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openMelee(page);
  const foot = sideRegion(page, 'The King').getByRole('listitem').filter({ hasText: "Pinchbeck's Foot" });
  await expect(foot).toContainText(/Counters\s*0 of 4/);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (!(await outcome(page).isVisible())) await page.keyboard.press('6');
  await expect(foot).toContainText(/Counters\s*0 of 4/);
  await expect(foot.locator('.pips')).not.toHaveAttribute('data-turn');
  await apply(page);
  // The panel stays open because the unit must break next. It shows the unit's current state.
  await expect(page.getByRole('region', { name: 'Due next' }).getByRole('button', { name: /Break/ })).toBeVisible();
  await expect(foot).toContainText(/Counters\s*5 \(limit 4\)/);
  await expect(foot.locator('.pips')).toHaveAttribute('data-turn', 'a');
  await expect(foot.locator('.tag.alarm').first()).toBeVisible();
});

test('other units are a line each, and their changes in another tab flash', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'a phone has no side panel');
  await aim(page);
  const other = await context.newPage();
  await other.goto(page.url().replace(/\/do\/.*/, ''));
  const unit = other
    .locator('.side-1 article')
    .filter({ has: other.getByRole('group', { name: 'Counters' }) })
    .first();
  const name = (await unit.getAttribute('aria-label'))!;
  await unit.getByRole('button', { name: 'Counters: more' }).click();
  const line = sidePanel(page).getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText(/Counters 1 of \d/);
  // It is a row like that of the table, with its sign and its number.
  await expect(line.locator('.sign')).toBeVisible();
  await expect(line.locator('.gauge')).toHaveText(/^1\/\d$/);
  await expect(line.locator('.tag')).toHaveCount(0);
  await expect(line).toHaveAttribute('data-turn', 'a');
});

test('a hundred units a side scroll independently, and nothing scrolls sideways', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no side panel');
  await largeBattle(page, 100);
  await toOtherFire(page);
  await (await unit(page, 'Regiment 1')).getByRole('link', { name: 'Infantry fire', exact: true }).click();
  const enemies = sideRegion(page, 'Royalists');
  await expect(enemies.getByRole('listitem')).toHaveCount(100);
  const last = enemies.getByRole('button', { name: /^Regiment 200/ });
  await enemies.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(last, 'the side has scrolled').toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await last.click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Target Regiment 200' })).toBeVisible();
  await chooseRange(page);
  await expect(odds(page)).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('in portrait, both sides share a column, and axe finds no violation', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no side panel');
  await aim(page);
  await expectAccessible(page, 'both sides beside a panel');
  await page.setViewportSize({ width: 768, height: 1024 });
  const [first, second] = [sidePanel(page).getByRole('region').nth(0), sidePanel(page).getByRole('region').nth(1)];
  await expect.poll(async () => (await second.boundingBox())!.y).toBeGreaterThan((await first.boundingBox())!.y + 100);
  const [a, b] = [(await first.boundingBox())!, (await second.boundingBox())!];
  expect(Math.abs(a.x - b.x)).toBeLessThan(2);
  expect(a.y + a.height).toBeLessThanOrEqual(b.y + 1);
  expect(b.y + b.height, 'both are visible').toBeLessThanOrEqual(1024);
  await expectAccessible(page, 'both sides in a column');
  // A narrow screen has no side panel.
  await page.setViewportSize({ width: 600, height: 1024 });
  await expect(sidePanel(page)).toHaveCount(0);
});

test('the name of a target next to its ranges breaks only between words, and choosing a range closes the list', async ({ page }) => {
  await page.goto('./#/sample/argad');
  await (await unit(page, 'Musketeers')).getByRole('link', { name: 'Shoot', exact: true }).click();
  const names = page.locator('.with-bands > .candidate');
  await expect(names.first()).toBeVisible();
  const tooNarrow = await names.evaluateAll((all) =>
    all
      .filter((name) => {
        (name as HTMLElement).style.overflowWrap = 'normal';
        return name.scrollWidth > name.clientWidth;
      })
      .map((name) => name.textContent),
  );
  expect(tooNarrow).toEqual([]);
  // With the range, the odds have all they need. The list closes, as after a reload, and the questions replace it.
  await page.locator('.with-bands .band').first().click();
  await expect(page.getByRole('region', { name: 'Odds' })).toBeVisible();
  await expect(page.locator('.candidate')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Range, cm' })).toBeInViewport({ ratio: 1 });
});

test('on wide screens the details of a log entry are next to the list', async ({ page, isMobile }) => {
  await fightMelee(page);
  await (await unit(page, "Haselrig's Horse")).getByRole('button', { name: /^Counters: more/ }).click();
  await drawn(page);
  await log(page);
  const entry = page.getByRole('listitem').filter({ hasText: 'Melee' }).first();
  const reason = entry.locator('.entry-details > p').first();
  const correct = entry.getByRole('button', { name: /^Correct this/ });
  if (isMobile) {
    await expect(reason).toBeHidden();
    await entry.getByRole('button', { name: /^Details: / }).click();
    await expect(correct).toBeVisible();
    return;
  }
  // At first, the latest entry with dice is chosen.
  await expect(correct).toBeVisible();
  const latest = page.locator('.entry.folds').first();
  await latest.getByRole('button', { name: /^Details: / }).click();
  await expect(latest.locator('.entry-details')).toBeVisible();
  await expect(correct).toBeHidden();
  await entry.getByRole('button', { name: /^Details: / }).click();
  await expect(correct).toBeVisible();
  await expect(latest.locator('.entry-details')).toBeHidden();
  const [line, details] = [(await entry.boundingBox())!, (await entry.locator('.entry-details').boundingBox())!];
  expect(details.x, 'side by side').toBeGreaterThanOrEqual(line.x + line.width);
  // The details cover no other part of the page.
  for (const part of await page.locator('main > *:visible').all()) {
    const box = (await part.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(details.x);
  }
  await expectAccessible(page, 'a log next to the details of an entry');
});

test('on wide screens the list of rosters is next to a roster, and the chapters next to the rules', async ({ page, isMobile }) => {
  await addRoster(page, 'Essex’s foot');
  await addRoster(page, 'Waller’s horse');
  const rosters = page.getByRole('navigation', { name: 'Rosters' });
  const chapters = page.getByRole('navigation', { name: 'Chapters' });
  if (isMobile) {
    await expect(rosters).toHaveCount(0);
    await page.goto('./#/rules/argad');
    await expect(page.getByRole('heading', { level: 1, name: 'Argad!' })).toBeVisible();
    await expect(chapters).toHaveCount(0);
    return;
  }
  await expect(rosters.locator('[aria-current=page]')).toContainText('Waller’s horse');
  await rosters.getByRole('link', { name: /^Essex’s foot/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Essex’s foot' })).toBeVisible();
  await expect(rosters.locator('[aria-current=page]')).toContainText('Essex’s foot');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Waller’s horse' })).toBeVisible();
  const [list, field] = [(await rosters.boundingBox())!, (await page.getByLabel('Name of the roster').boundingBox())!];
  expect(field.x, 'side by side').toBeGreaterThanOrEqual(list.x + list.width);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'a roster next to the others');

  await page.goto('./#/rules/argad');
  await chapters.getByRole('button').nth(2).click();
  const opened = page.locator('details.chapter').nth(2);
  await expect(opened).toHaveAttribute('open', '');
  await expect(opened.locator('> summary')).toBeFocused();
  await expect(opened.locator('> summary')).toBeInViewport();
  await expectAccessible(page, 'rules next to their chapters');
});
