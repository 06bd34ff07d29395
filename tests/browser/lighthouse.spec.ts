// What Lighthouse says of the app on a phone, but for its times: those depend on the machine (tests/measure/lighthouse.js).
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { launchOptions } from './chromium.js';
import { freePort } from './hosting.js';
import { expect, test } from './page';

// Out of 100, as players deserve it and hosts are asked for it.
const LEAST = { accessibility: 100, 'best-practices': 96, seo: 90 };

test('Lighthouse finds nothing to mend in accessibility, and next to nothing in practices and for search', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const port = await freePort();
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
  try {
    // Without the picture that a report would show.
    const asked = { port, onlyCategories: Object.keys(LEAST), disableFullPageScreenshot: true, logLevel: 'error' } as const;
    for (const place of ['', '#/rosters', '#/rules/argad', '#/quick/pike_and_shot/infantry_fire', '#/settings']) {
      const run = await lighthouse(new URL(place, baseURL).href, asked);
      for (const [category, least] of Object.entries(LEAST)) {
        const { score, auditRefs } = run!.lhr.categories[category];
        const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (run!.lhr.audits[id].score ?? 1) < 1).map(({ id }) => id);
        expect(100 * score!, `${category} of ${place || 'home'}: ${failed.join(', ')}`).toBeGreaterThanOrEqual(least);
      }
    }
  } finally {
    await browser.close();
  }
});
