// Lighthouse's scores for the app on a phone, except performance, which depends on the machine (tests/measure/lighthouse.js).
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { launchOptions } from './chromium.js';
import { freePort } from './hosting.js';
import { expect, test } from './page';

// Minimum scores, out of 100.
const MIN_SCORES = { accessibility: 100, 'best-practices': 96, seo: 90 };

test('Lighthouse gives full marks for accessibility, and good ones for best practices and search', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const port = await freePort();
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] });
  try {
    const options = { port, onlyCategories: Object.keys(MIN_SCORES), disableFullPageScreenshot: true, logLevel: 'error' } as const;
    for (const path of ['', '#/rosters', '#/rules/argad', '#/quick/pike_and_shot/infantry_fire', '#/settings']) {
      const run = await lighthouse(new URL(path, baseURL).href, options);
      for (const [category, least] of Object.entries(MIN_SCORES)) {
        const { score, auditRefs } = run!.lhr.categories[category];
        const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (run!.lhr.audits[id].score ?? 1) < 1).map(({ id }) => id);
        expect(100 * score!, `${category} of ${path || 'home'}: ${failed.join(', ')}`).toBeGreaterThanOrEqual(least);
      }
    }
  } finally {
    await browser.close();
  }
});
