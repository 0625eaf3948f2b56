import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { beginningsInBrowser, loadedBy } from '#tests/support/loaded-by.ts';

const VOCABULARY = 'lib/contract/vocabulary.ts';

describe('what the browser loads', () => {
  it('for a form is neither the contract nor zod nor an engine, and of packages only decimals', () => {
    const loaded = [...loadedBy('lib/kinds/definitions.ts'), ...loadedBy('lib/strategies/create-state.ts')];
    expect(loaded).toContain('lib/kinds/spot-grid/definition/check.ts');
    const machines = /^lib\/kinds\/(machines\.ts|[^/]+\/(?!(definition|presets|facts|params)(\/|\.ts)))/;
    expect(loaded.filter((file) => machines.test(file))).toEqual([]);
    const others = loaded.filter((file) => !/^lib\/(kinds|strategies|formulas|indicators|money|time)\//.test(file));
    // The rule for texts that others see is the exchange's too, so it stands with the contract, as do the kinds' names; they import nothing.
    expect([...new Set(others)].sort()).toEqual(['decimal.js', 'lib/contract/shown-text.ts', VOCABULARY]);
    expect([...loadedBy('lib/contract/shown-text.ts')]).toEqual(['lib/contract/shown-text.ts']);
  });

  it('for a page is no engine and no schema, whatever is opened on it: the workers and the door have them', () => {
    const beginnings = beginningsInBrowser(['components', 'app', 'lib/client']);
    for (const part of ['strategy-form', 'moon-page', 'heat-map-panel'])
      expect(beginnings).toContain(`components/create/${part}.tsx`);
    for (const kept of ['lib/kinds/machines.ts', 'zod'])
      expect(
        beginnings.filter((file) => loadedBy(file).has(kept)),
        kept,
      ).toEqual([]);
  });

  it('in the preview’s worker is every engine, and of the exchange and its demo world nothing', () => {
    const loaded = [...loadedBy('lib/backtest/backtest.ts')];
    expect(loaded).toContain('lib/kinds/machines.ts');
    expect(loaded).toContain('lib/kinds/spot-grid/engine.ts');
    const exchange =
      /^lib\/kinds\/(exchange\.ts|[^/]+\/(exchange|demo)\.ts)|^lib\/strategies\/(exchange-kind|demo-wish)\.ts/;
    expect(loaded.filter((file) => exchange.test(file) || file.startsWith('server/'))).toEqual([]);
    // What the exchange loads when it starts is left where it is by the build: else browsers would be offered it as parts that nobody asks for.
    const later = [...readFileSync('lib/kinds/machines.ts', 'utf8').matchAll(/\bimport\((.*?)'/g)];
    expect(new Set(later.map(([, said]) => said))).toEqual(new Set(['/* turbopackIgnore: true */ ']));
  });

  it('for the picker of a public page is the facts of the kinds alone, with their names', () => {
    const facts = [...loadedBy('lib/kinds/catalogue.ts')].filter(
      (file) => !/^lib\/kinds\/[^/]+\/facts\.ts$/.test(file),
    );
    expect(facts.sort()).toEqual([
      VOCABULARY,
      'lib/kinds/catalogue.ts',
      'lib/kinds/facts.ts',
      'lib/strategies/kind-facts.ts',
    ]);
  });

  it('to show a number is no package', () => {
    expect([...loadedBy('lib/money/display.ts')]).toEqual([
      'lib/money/display.ts',
      'lib/money/precision.ts',
      'lib/money/written-decimal.ts',
    ]);
  });
});
