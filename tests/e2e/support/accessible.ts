import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on a page, or in the part of it that a selector names: "rule: elements", empty when nothing. */
export async function axeFindings(page: Page, selector?: string): Promise<string[]> {
  // A button says what is written on it: voice control presses it by that. The rule is off unless asked for.
  const builder = new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } });
  const { violations } = await (selector === undefined ? builder : builder.include(selector)).analyze();
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
  // Names and roles do not change with the colours.
  const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
  await show(own ?? 'dark');
  return [...first, ...violations.map(({ nodes }) => `other theme: ${nodes.map(({ html }) => html).join(' | ')}`)];
}
