import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { covering } from '#tests/support/covering.ts';

/**
 * No page of ours has frames of others: axe may end its work where it began, and not in a window of its own that is
 * opened for each look. What it had nothing against is not written down, and a document is given axe once: it is larger
 * than all that the page loads.
 */
async function axeOf(page: Page, rules: object): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) });
  return axe.setLegacyMode().options({ ...rules, resultTypes: ['violations'] });
}

// A button says what is written on it: voice control presses it by that. The rule is off unless asked for.
const ALL_RULES = { rules: { 'label-content-name-mismatch': { enabled: true } } };
const RULES_OF_FINGERS = { runOnly: { type: 'rule', values: ['target-size'] } };
// Names and roles do not change with the colours.
const RULES_OF_COLOURS = { runOnly: { type: 'rule', values: ['color-contrast'] } };

async function findings(page: Page, rules: object, selector?: string): Promise<string[]> {
  const axe = await axeOf(page, rules);
  const { violations } = await (selector === undefined ? axe : axe.include(selector)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** What axe finds on a page, or in the part of it that a selector names: "rule: elements", empty when nothing. */
export function axeFindings(page: Page, selector?: string): Promise<string[]> {
  return findings(page, ALL_RULES, selector);
}

/** What on a page a finger cannot find: smaller than 24 px, or covered, with something else to press beside it. */
export function fingerFindings(page: Page): Promise<string[]> {
  return findings(page, RULES_OF_FINGERS);
}

/** A page that is there, in another theme. */
export function showTheme(page: Page, theme: string): Promise<void> {
  return page.locator('html').evaluate((element, name) => {
    (element as HTMLElement).dataset.theme = name;
  }, theme);
}

/** How many screens have been looked at in both themes. */
let turn = 0;

/**
 * The same in both themes (`npm test`: in one, the other at the next look); the theme changes in place, so that dialogs
 * stay open.
 */
export async function axeFindingsInBothThemes(page: Page, selector?: string): Promise<string[]> {
  const own = (await page.locator('html').getAttribute('data-theme')) ?? 'dark';
  const found: string[] = [];
  turn += 1;
  for (const [at, theme] of covering(['dark', 'light'], turn, 1).entries()) {
    await showTheme(page, theme);
    const its = await findings(page, at === 0 ? ALL_RULES : RULES_OF_COLOURS, selector);
    found.push(...its.map((finding) => `${theme}: ${finding}`));
  }
  await showTheme(page, own);
  return found;
}
