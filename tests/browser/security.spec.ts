// The content security policy, and names that contain HTML.
import { fromMenu } from './play';
import { expect, test } from './page';

test('the policy blocks everything that is not part of the build', async ({ browser, baseURL }) => {
  // A separate context, because this test expects violations.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(baseURL!);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const violated = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
    const add = (name: string, attributes: Record<string, string>, text = '') => {
      const element = Object.assign(document.createElement(name), { textContent: text });
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      document.body.append(element);
      return element;
    };
    add('script', {}, 'window.ran = true');
    add('button', { onclick: 'window.ran = true' }).click();
    add('img', { src: 'x', onerror: 'window.ran = true' });
    add('script', { src: 'https://elsewhere.invalid/a.js' });
    add('link', { rel: 'stylesheet', href: 'https://elsewhere.invalid/a.css' });
    add('style', {}, 'body { display: none }');
    add('img', { src: 'https://elsewhere.invalid/a.png' });
    add('iframe', { src: 'https://elsewhere.invalid/' });
    add('base', { href: 'https://elsewhere.invalid/' });
    // In a later task, because code that Playwright evaluates may itself use eval.
    const evaluated = new Promise((resolve) => setTimeout(() => resolve((0, eval)('window.ran = true'))));
    window.addEventListener('error', (event) => event.preventDefault());
    await fetch('https://elsewhere.invalid/').catch(() => {});
    await Promise.race([evaluated, new Promise((resolve) => setTimeout(resolve, 500))]);
    return directives;
  });
  expect([...new Set(violated)].sort()).toEqual([
    'base-uri',
    'connect-src',
    'frame-src',
    'img-src',
    'script-src',
    'script-src-attr',
    'script-src-elem',
    'style-src-elem',
  ]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await context.close();
});

test('names are shown as text', async ({ page }) => {
  const name = `<img src=x onerror="console.error('ran')">&amp;<b>`;
  await page.goto('./#/new');
  await page.getByLabel('Name of the battle').fill(name);
  await page.getByRole('button', { name: 'Begin the battle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await fromMenu(page, page.getByRole('link', { name: 'Log' }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Log');
  await page.goto('./#/');
  await expect(page.getByRole('link', { name: `Continue: ${name}` })).toBeVisible();
  await page.goto('./#/saved');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete the battle' }).click();
  await expect(page.getByRole('status').getByText(`“${name}” is deleted.`)).toBeVisible();
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});
