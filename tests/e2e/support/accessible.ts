import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * No page of ours has frames of others: axe may end its work where it began, and not in a window of its own that is
 * opened for each look. What it had nothing against is not written down either.
 */
function axeOf(page: Page, rules: object): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ ...rules, resultTypes: ['violations'] });
}

// A button says what is written on it: voice control presses it by that. The rule is off unless asked for.
const ALL_RULES = { rules: { 'label-content-name-mismatch': { enabled: true } } };
// Names and roles do not change with the colours.
const RULES_OF_COLOURS = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** What axe finds on a page, or in the part of it that a selector names: "rule: elements", empty when nothing. */
export async function axeFindings(page: Page, selector?: string): Promise<string[]> {
  const axe = axeOf(page, ALL_RULES);
  const { violations } = await (selector === undefined ? axe : axe.include(selector)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The same in both themes, the page's own first; the theme changes in place, so that dialogs stay open. */
export async function axeFindingsInBothThemes(page: Page): Promise<string[]> {
  const first = await axeFindings(page);
  const root = page.locator('html');
  const own = await root.getAttribute('data-theme');
  const show = (theme: string) =>
    root.evaluate((element, name) => {
      (element as HTMLElement).dataset.theme = name;
    }, theme);
  await show(own === 'dark' ? 'light' : 'dark');
  const { violations } = await axeOf(page, RULES_OF_COLOURS).analyze();
  await show(own ?? 'dark');
  return [...first, ...violations.map(({ nodes }) => `other theme: ${nodes.map(({ html }) => html).join(' | ')}`)];
}
