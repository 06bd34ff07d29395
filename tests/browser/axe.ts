// Runs axe on the current state of a page. Each violation fails the test, with its place and reason.
import { type Page, expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] };

/** The rules of axe about colours. Only their results depend on the theme. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no violation of `rules`. Without `rules`, checks all rules of axe, including best practices. With `rules`,
 * which are about colours, also checks elements that are hidden from screen readers.
 */
export async function expectAccessible(page: Page, where: string, rules?: string[]) {
  // Evaluated as text, because the page's policy forbids adding a script.
  await page.evaluate(`if (!window.axe) { ${source} }`);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const hidden = rules ? [...document.querySelectorAll('[aria-hidden=true]')] : [];
    hidden.forEach((element) => element.removeAttribute('aria-hidden'));
    try {
      return (await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })).violations;
    } finally {
      hidden.forEach((element) => element.setAttribute('aria-hidden', 'true'));
    }
  }, rules);
  const faults = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.slice(0, 5).map(({ html, failureSummary }) => `${html.slice(0, 160)} | ${failureSummary.replace(/\s+/g, ' ')}`),
  }));
  expect.soft(faults, `axe: ${where}`).toEqual([]);
}
