// Both sides beside the panel, where there is room: whole, in view, and each unit a tap away from taking part.
import { expectAccessible } from './axe';
import { addRoster, beginBattle, drawn, firstOffer, chooseRange, log, unit } from './play';
import { expect, test } from './page';
import type { Page } from '@playwright/test';
import { act, apply, fightMelee, next, outcome, toOtherFire, twoRegiments } from './regiments';
import { largeBattle } from './large_battle';

const beside = (page: Page) => page.getByRole('complementary', { name: 'On the table' });
const flank = (page: Page, name: RegExp | string) => beside(page).getByRole('region', { name });
const odds = (page: Page) => page.getByRole('region', { name: 'Odds' });

/** Opens the fire of the first unit that can shoot, in a battle of the samples. */
async function aim(page: Page) {
  await beginBattle(page);
  await toOtherFire(page);
  await (await firstOffer(page, 'Infantry fire')).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Infantry fire' })).toBeVisible();
}

test(
  'both sides stand whole beside the panel, and a tap puts a unit where somebody is missing',
  { tag: '@tablet' },
  async ({ page, isMobile }) => {
    await beginBattle(page);
    const armies = await Promise.all(
      [0, 1].map((n) => page.locator(`.side-${n} article`).evaluateAll((all) => all.map((own) => own.getAttribute('aria-label')!))),
    );
    await toOtherFire(page);
    await (await firstOffer(page, 'Infantry fire')).click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Target choose…' })).toBeVisible();
    // A phone shows one thing at a time.
    await expect(beside(page)).toHaveCount(isMobile ? 0 : 1);
    if (isMobile) return;

    const flanks = beside(page).getByRole('region');
    await expect(flanks).toHaveCount(2);
    for (const [place, army] of armies.entries()) {
      await expect(flanks.nth(place).getByRole('listitem')).toHaveCount(army.length);
      for (const name of army) await expect(flanks.nth(place)).toContainText(name);
    }
    const [left, main, right] = [
      await flanks.nth(0).boundingBox(),
      await page.getByRole('main').boundingBox(),
      await flanks.nth(1).boundingBox(),
    ];
    expect(left!.x + left!.width, 'one side to the left').toBeLessThanOrEqual(main!.x + 1);
    expect(main!.x + main!.width, 'the other to the right').toBeLessThanOrEqual(right!.x + 1);

    // A tapped unit takes the free role; the next tap gives the role to another.
    const enemy = (n: number) => flanks.nth(1).getByRole('button', { name: armies[1][n] });
    await expect(flanks.nth(1)).toContainText('Tap a unit: Target');
    await expect(enemy(1)).toHaveAccessibleName(/ takes part as Target$/);
    await enemy(1).click();
    await expect(page.getByRole('main').getByRole('button', { name: `Target ${armies[1][1]}` })).toBeVisible();
    await chooseRange(page);
    await expect(odds(page)).toBeVisible();
    await expect(flanks.nth(1).getByRole('listitem').first()).toContainText(`Target${armies[1][1]}`);
    await expect(flanks.nth(1)).not.toContainText('Tap a unit');
    await expect(enemy(2)).toHaveAccessibleName(new RegExp(` takes part as Target, instead of ${armies[1][1]}$`));
    // By keyboard as well: the focus stays with the unit, wherever it is drawn now.
    await enemy(2).press('Enter');
    await expect(page.getByRole('main').getByRole('button', { name: `Target ${armies[1][2]}` })).toBeVisible();
    await expect(flanks.nth(1).getByRole('listitem').first()).toBeFocused();
    await expect(flanks.nth(1).getByRole('listitem').first()).toContainText(armies[1][2]);
    // How far off one is is not said of another.
    await expect(odds(page)).toHaveCount(0);
    await chooseRange(page);
    // Dice are rolled for the participants of that moment: none can be exchanged any more.
    await page.getByRole('button', { name: 'Enter dice' }).click();
    await expect(beside(page).getByRole('button')).toHaveCount(0);
  },
);

test('what is applied is seen beside the panel at once, and flashes', { tag: '@tablet' }, async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no room for it');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await twoRegiments(page);
  for (let phase = 1; phase < 4; phase += 1) await next(page);
  await act(page, /Parliament/, "Haselrig's Horse", 'Melee');
  const foot = flank(page, 'The King').getByRole('listitem').filter({ hasText: "Pinchbeck's Foot" });
  await expect(foot).toContainText(/Counters\s*0 of 4/);
  await page.getByRole('button', { name: 'Enter dice' }).click();
  while (!(await outcome(page).isVisible())) await page.keyboard.press('6');
  await expect(foot).toContainText(/Counters\s*0 of 4/);
  await expect(foot.locator('.pips')).not.toHaveAttribute('data-turn');
  await apply(page);
  // It must break next, so that the panel stays; it stands there as it is now.
  await expect(page.getByRole('region', { name: 'Due next' }).getByRole('button', { name: /Break/ })).toBeVisible();
  await expect(foot).toContainText(/Counters\s*5 \(limit 4\)/);
  await expect(foot.locator('.pips')).toHaveAttribute('data-turn', 'a');
  await expect(foot.locator('.tag.alarm').first()).toBeVisible();
});

test('a unit that takes no part is in a line: what changes of it elsewhere is seen, and flashes', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'a phone has no room for it');
  await aim(page);
  const other = await context.newPage();
  await other.goto(page.url().replace(/\/do\/.*/, ''));
  const unit = other
    .locator('.side-1 article')
    .filter({ has: other.getByRole('group', { name: 'Counters' }) })
    .first();
  const name = (await unit.getAttribute('aria-label'))!;
  await unit.getByRole('button', { name: 'Counters: more' }).click();
  const line = beside(page).getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText(/Counters 1 of \d/);
  await expect(line).toHaveAttribute('data-turn', 'a');
});

test('a hundred units a side scroll by themselves, and nothing scrolls sideways', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no room for it');
  await largeBattle(page, 100);
  await toOtherFire(page);
  await (await unit(page, 'Regiment 1')).getByRole('link', { name: 'Infantry fire', exact: true }).click();
  const enemies = flank(page, 'Royalists');
  await expect(enemies.getByRole('listitem')).toHaveCount(100);
  const last = enemies.getByRole('button', { name: /^Regiment 200/ });
  await enemies.evaluate((own) => own.scrollTo(0, own.scrollHeight));
  await expect(last, 'a side scrolls by itself').toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await last.click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Target Regiment 200' })).toBeVisible();
  await chooseRange(page);
  await expect(odds(page)).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('upright, both sides share a column; axe finds nothing in either', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no room for it');
  await aim(page);
  await expectAccessible(page, 'both sides beside a panel');
  await page.setViewportSize({ width: 768, height: 1024 });
  const [first, second] = [beside(page).getByRole('region').nth(0), beside(page).getByRole('region').nth(1)];
  await expect.poll(async () => (await second.boundingBox())!.y).toBeGreaterThan((await first.boundingBox())!.y + 100);
  const [a, b] = [(await first.boundingBox())!, (await second.boundingBox())!];
  expect(Math.abs(a.x - b.x)).toBeLessThan(2);
  expect(a.y + a.height).toBeLessThanOrEqual(b.y + 1);
  expect(b.y + b.height, 'both are in view').toBeLessThanOrEqual(1024);
  await expectAccessible(page, 'both sides in a column');
  // Where there is no room, there is none of it.
  await page.setViewportSize({ width: 600, height: 1024 });
  await expect(beside(page)).toHaveCount(0);
});

test('beside its ranges, the name of a target is broken between words alone, and a range closes the list', async ({ page }) => {
  await page.goto('./');
  await page.locator('a[href="#/sample/argad"]').click();
  await (await unit(page, 'Musketeers')).getByRole('link', { name: 'Shoot', exact: true }).click();
  const names = page.locator('.with-bands > .candidate');
  await expect(names.first()).toBeVisible();
  const tooNarrow = await names.evaluateAll((all) =>
    all
      .filter((own) => {
        (own as HTMLElement).style.overflowWrap = 'normal';
        return own.scrollWidth > own.clientWidth;
      })
      .map((own) => own.textContent),
  );
  expect(tooNarrow).toEqual([]);
  // A tap on a range says all that the odds need: the list is closed, as after a reload, and the questions stand in its place.
  await page.locator('.with-bands .band').first().click();
  await expect(page.getByRole('region', { name: 'Odds' })).toBeVisible();
  await expect(page.locator('.candidate')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Range, cm' })).toBeInViewport({ ratio: 1 });
});

test('what explains an entry of the log stands next to it, where there is room', async ({ page, isMobile }) => {
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
  // The latest is chosen before anybody chooses.
  const latest = page.locator('.entry.folds').first();
  await expect(latest.locator('.entry-details')).toBeVisible();
  await expect(correct).toBeHidden();
  await entry.getByRole('button', { name: /^Details: / }).click();
  await expect(correct).toBeVisible();
  await expect(latest.locator('.entry-details')).toBeHidden();
  const [line, details] = [(await entry.boundingBox())!, (await entry.locator('.entry-details').boundingBox())!];
  expect(details.x, 'side by side').toBeGreaterThanOrEqual(line.x + line.width);
  // Nothing of the page lies under the details.
  for (const part of await page.locator('main > *:visible').all()) {
    const box = (await part.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(details.x);
  }
  await expectAccessible(page, 'a log next to the details of an entry');
});

test('the rosters stand next to a roster and the chapters next to the rules, where there is room', async ({ page, isMobile }) => {
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
