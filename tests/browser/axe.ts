// axe on a page as it stands: what it finds fails the test, with where and why.
import { type Page, expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Found = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };

/** The rules of axe that look at colours: all that can be otherwise in another theme. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds nothing wrong by the `rules`: all that it has, best practices included, unless they are named. For colours
 * it also looks at what is for eyes alone.
 */
export async function expectAccessible(page: Page, where: string, rules?: string[]) {
  // As text that is evaluated: the page's own policy lets no script in.
  await page.evaluate(`if (!window.axe) { ${source} }`);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Found[] }> } };
    const unheard = rules ? [...document.querySelectorAll('[aria-hidden=true]')] : [];
    unheard.forEach((own) => own.removeAttribute('aria-hidden'));
    try {
      return (await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })).violations;
    } finally {
      unheard.forEach((own) => own.setAttribute('aria-hidden', 'true'));
    }
  }, rules);
  const faults = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 160)} | ${failureSummary.replace(/\s+/g, ' ')}`),
  }));
  expect.soft(faults, `axe: ${where}`).toEqual([]);
}
