import { describe, expect, it } from 'vitest';
import { loadedBy, loadedInBrowserBy } from '#tests/support/loaded-by.ts';

const PAGES = [
  'layout.tsx',
  'error.tsx',
  'not-found.tsx',
  'login/page.tsx',
  'register/page.tsx',
  'strategybot/page.tsx',
  'strategybot/start/page.tsx',
  'earn/[product]/[[...market]]/page.tsx',
  'auto-investment/page.tsx',
  'strategybot/[kind]/[[...list]]/page.tsx',
  'strategybot/market/[market]/page.tsx',
  'strategybot/detail/[type]/[id]/page.tsx',
  'strategybot/signaler/[anonymous]/[[...page]]/page.tsx',
  'help/page.tsx',
  'help/[under]/[kind]/page.tsx',
  'help/bots/agreement/page.tsx',
  'help/glossary/page.tsx',
];

/** What asks, keeps and repeats calls, what is reckoned with, and what reads texts of the exchange: tens of kilobytes, for who does more than read. */
const LATE = [
  ...['swr', 'jotai', 'zod', 'decimal.js', 'lightweight-charts', '@tanstack/react-virtual'],
  ...['@radix-ui/react-dialog', '@radix-ui/react-dropdown-menu', '@radix-ui/react-tabs'],
  ...['lib/contract/endpoints.ts', 'lib/client/call.ts', 'lib/client/live-lines.ts', 'lib/i18n/messages.ts'],
];

describe('before it is alive', () => {
  it.each(PAGES)('%s loads nothing that asks the exchange, reckons or opens', (page) => {
    const loaded = loadedInBrowserBy(`app/[lang]/${page}`);
    expect(LATE.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('pages of lists and of a bot have cards and trades from the server, and nothing that writes figures', () => {
    const lists = PAGES.filter((page) => /strategybot\/(page|\[kind\]|market|detail|signaler)/.test(page));
    expect(lists).toHaveLength(5);
    for (const page of lists) {
      const loaded = loadedInBrowserBy(`app/[lang]/${page}`);
      expect(loaded.has('components/discovery/strategy-card.tsx'), page).toBe(false);
      expect(loaded.has('components/discovery/picker.tsx'), page).toBe(false);
    }
  });

  it('the trade page has no dialogs and nothing that reckons: a form brings them', () => {
    const loaded = loadedInBrowserBy('app/[lang]/trade/[market]/page.tsx');
    const late = ['@radix-ui/react-dialog', 'components/ui/dialog.tsx', 'decimal.js', 'lightweight-charts', 'zod'];
    expect(late.filter((name) => loaded.has(name))).toEqual([]);
  });

  it.each([
    ['components/earn/dual-section.tsx', 'components/earn/order-dialog.tsx'],
    ['components/earn/dual-section.tsx', 'components/earn/own-orders.tsx'],
    ['components/earn/invest/plans-page.tsx', 'components/earn/invest/plans-table.tsx'],
  ])('%s comes to visitors without what traders alone are shown: %s', (part, ofTraders) => {
    const loaded = loadedBy(part);
    const late = [
      '@radix-ui/react-dialog',
      '@radix-ui/react-tabs',
      'decimal.js',
      'zod',
      'lib/kinds/facts.ts',
      ofTraders,
    ];
    expect(late.filter((name) => loaded.has(name))).toEqual([]);
  });

  it('a trader has his bots without them', () => {
    const loaded = new Set([
      ...loadedBy('components/my-bots/bots-section.tsx'),
      ...loadedBy('components/bots/bots-table.tsx'),
    ]);
    expect(['@radix-ui/react-dialog', 'decimal.js', 'zod'].filter((name) => loaded.has(name))).toEqual([]);
  });

  it('a page that does more than read has them: they are followed', () => {
    const loaded = loadedInBrowserBy('app/[lang]/trade/[market]/page.tsx');
    for (const name of ['swr', 'jotai', 'lib/client/call.ts']) expect(loaded.has(name), name).toBe(true);
  });
});
