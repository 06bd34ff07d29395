import { expect, test } from './page';
import type { Page } from '@playwright/test';
test.use({ serviceWorkers: 'allow' });
const DIR = process.env.SHOTS!;
for (const rules of ['pike_and_shot', 'argad', 'arquebusier', 'pikette_squared']) {
  test(`play ${rules}`, async ({ page, context }, info) => {
    test.setTimeout(240_000);
    const size = info.project.name; let n = 0; const notes: string[] = [];
    const shot = async (what: string) => { await page.waitForTimeout(450); n += 1; await page.screenshot({ path: `${DIR}/${rules}-${size}-${String(n).padStart(2, '0')}-${what}.png` });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth); if (over > 0) notes.push(`${what}: sideways ${over}`); };
    await page.goto('./'); await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(1500); await context.setOffline(true); await page.reload(); await shot('home');
    await page.locator(`a[href="#/sample/${rules}"]`).click();
    await expect(page.locator('.status-row')).toBeVisible(); await shot('table');
    const status = () => page.locator('.status-row').innerText();
    const back = async () => { const b = page.getByRole('link', { name: 'Back to the table' }); if (await b.isVisible().catch(() => false)) await b.click(); if (!(await page.locator('.status-row').isVisible())) await page.getByRole('link', { name: 'Back', exact: true }).click(); await expect(page.locator('.status-row')).toBeVisible(); };
    // Resolves whatever panel is open; false if it cannot be.
    const resolve = async (label: string): Promise<boolean> => {
      await expect(page.locator('main.resolve')).toBeVisible();
      await page.waitForTimeout(300);
      const roll = page.getByRole('button', { name: /^Roll (1 die|\d+ dice)/ }); const apply = page.getByRole('button', { name: 'Apply to the table' });
      for (let k = 0; k < 4 && !(await roll.isVisible()) && !(await apply.isVisible()); k += 1) {
        const who = page.locator('.candidate:visible').first(); if (await who.count()) await who.click(); 
        const box = page.locator('.field.unsaid input[type=text], .field.unsaid input:not([type])').first(); if (await box.count()) { await box.fill('4'); await box.blur(); }
        const chip = page.locator('.field.unsaid .chip').first(); if (await chip.count()) await chip.click();
        await page.waitForTimeout(250);
      }
      await shot(`${label}-panel`);
      for (let k = 0; k < 6 && (await roll.isVisible()) && !(await apply.isVisible()); k += 1) { await roll.click(); await page.waitForTimeout(200); }
      if (!(await apply.isVisible())) { await shot(`${label}-stuck`); notes.push(`${label}: stuck`); await back(); return false; }
      await shot(`${label}-outcome`);
      await apply.click(); await page.waitForTimeout(500); await shot(`${label}-applied`); 
      if (!(await page.locator('.status-row').isVisible())) await back(); return true;
    };
    const next = async () => {
      await page.locator('.next-phase').click(); await page.waitForTimeout(250);
      const dialog = page.getByRole('dialog', { name: 'Before the next phase' });
      if (await dialog.isVisible()) { await shot('next-with-something-left'); const all = dialog.getByRole('button', { name: /^Do all/ }); if (await all.isVisible()) { await all.click(); await page.waitForTimeout(300); }
        const leave = dialog.getByRole('button', { name: /^(Skip them|Do it anyway)$/ }); if (await leave.isVisible().catch(() => false)) await leave.click(); }
    };
    const act = async (label: string) => {
      const duty = page.locator('.duties .duty:visible').first();
      if (await duty.count()) { await duty.click(); await page.waitForTimeout(400); if (await page.locator('main.resolve').isVisible()) return resolve(label); return true; }
      for (const side of [0, 1]) {
        const tab = page.locator('.tab').nth(side); if (await tab.isVisible()) await tab.click();
        for (const row of (await page.locator(`.side-${side} .unit-row:visible`).all()).slice(0, 6)) {
          if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
          const offer = page.locator('.unit-body:visible .offers a.button:not([aria-disabled=true]), .unit-body:visible .board button:visible').first();
          if (await offer.count()) { await shot(`${label}-unit`); await offer.click(); await page.waitForTimeout(400); if (await page.locator('main.resolve').isVisible()) return resolve(label); return true; }
        }
      }
      return false;
    };
    let done = 0;
    for (let step = 0; step < 22; step += 1) {
      const before = await status();
      if (done < 8 && (await act(`a${step}`))) { done += 1; 
        if (done === 2) { await act(`again${step}`); }
        if (done === 3) { await page.reload(); await expect(page.locator('.status-row')).toBeVisible(); await shot('reloaded'); } }
      await next();
      if (step === 4) { const undo = page.locator('.row-of-dock').getByRole('button', { name: /^Undo/ }); for (let k = 0; k < 4; k += 1) if ((await undo.getAttribute('aria-disabled')) !== 'true') { await undo.click(); await page.waitForTimeout(100); } await shot('undone-four');
        const redo = page.getByRole('button', { name: /^Redo: / }); while (await redo.count()) { await redo.first().click(); await page.waitForTimeout(60); } await shot('redone'); }
      notes.push(`${step}: ${before.replace(/\s+/g, ' ')} → ${(await status()).replace(/\s+/g, ' ')}`);
    }
    await page.getByRole('link', { name: 'Log' }).first().click(); await shot('log');
    await page.goBack(); await expect(page.locator('.status-row')).toBeVisible(); await shot('end');
    console.log(rules, size, '\n', notes.join('\n '));
  });
}
