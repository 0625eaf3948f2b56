import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const styles = readFileSync('app/[lang]/globals.css', 'utf8');

describe('the styles of all pages', () => {
  it('ask no element what it contains: whatever is added to a page would have all that the rule may reach reckoned anew', () => {
    expect(styles).not.toContain(':has(');
  });

  it('let a placeholder stand still while the page begins: what moves has every picture of that time made', () => {
    const [, rule = ''] = /\.skeleton \{([^}]*)\}/.exec(styles) ?? [];
    const [, delay = ''] = /animation: skeleton-breathe \S+ \S+ (\S+) infinite/.exec(rule) ?? [];
    expect(Number.parseFloat(delay)).toBeGreaterThanOrEqual(1);
  });
});
