// Which act and which target is best: every figure is the one that the panel shows.
import { expect, test } from './page';

const SAMPLES: [string, string, RegExp][] = [
  ['pike_and_shot', 'Charge or counter-charge', /charges$/],
  ['argad', 'Shoot', /at least one hit$/],
];

for (const [ruleset, act, what] of SAMPLES) {
  test(`in ${ruleset}, an act on the open row shows its best chance, which the panel shows for that target`, async ({ page }) => {
    await page.goto(`./#/sample/${ruleset}`);
    const offer = page.locator('.unit-body').getByRole('link', { name: act, exact: true }).first();
    await expect(offer).toHaveAttribute('data-best', /^\d+ %$/);
    const best = (await offer.getAttribute('data-best'))!;
    const words = (await offer.getAttribute('title'))!;
    expect(words).toContain(best);
    const whom = words.split(': ').at(-1)!;
    await offer.click();
    const candidate = page.locator('.candidate:visible', { hasText: whom });
    const chosen = page.locator('section.role', { hasText: whom });
    await expect(candidate.or(chosen).first()).toBeVisible();
    if (await candidate.isVisible()) await candidate.click();
    const chance = page.locator('.glance > span[data-chance]').first();
    await expect(chance).toHaveAttribute('data-chance', best);
    await expect(chance).toHaveAttribute('data-what', what);
  });
}
