import { describe, expect, it } from 'vitest';
import { listText } from '#lib/i18n/date-text.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import income from '#messages/ar/income.json' with { type: 'json' };
import portfolio from '#messages/ar/portfolio.json' with { type: 'json' };
import texts from '#messages/ar/public.json' with { type: 'json' };

const PARTS = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

describe('a list', () => {
  // A space alone parts nothing: "Drawdown: up to 30% Parameters: open" is one thing.
  it.each(LANGUAGES)('in %s says where one thing ends and the next begins', (language) => {
    for (const style of ['narrow', 'long'] as const) {
      const [first = '', second = '', third = ''] = PARTS;
      const said = listText(PARTS, language, style);
      const between = [
        said.slice(first.length, said.indexOf(second)),
        said.slice(said.indexOf(second) + second.length, said.indexOf(third)),
      ];
      expect(said.startsWith(first) && said.endsWith(third), said).toBe(true);
      for (const part of between) expect(part.trim(), said).not.toBe('');
    }
  });

  it('is parted as each language parts it, in a sentence by its "and"', () => {
    expect(LANGUAGES.map((language) => listText(PARTS, language))).toContain('BTC/USDT、ETH/USDT、ETH/BTC');
    expect(listText(PARTS, 'en')).toBe('BTC/USDT, ETH/USDT, ETH/BTC');
    expect(listText(PARTS, 'de', 'long')).toBe('BTC/USDT, ETH/USDT und ETH/BTC');
    expect(listText(PARTS, 'ar')).toBe('BTC/USDT وETH/USDT وETH/BTC');
  });

  // An isolate that takes its direction from what stands first in it would run an Arabic list of Latin names from its end.
  it.each([
    ['markets', texts.shell.fee],
    ['assets', income.unvalued],
    ['assets', portfolio.unvalued],
  ])('of %s runs from right to left in an Arabic sentence', (name, sentence) => {
    expect(sentence).toContain(`\u2067{${name}}\u2069`);
  });
});
