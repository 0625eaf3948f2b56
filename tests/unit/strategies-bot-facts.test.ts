import { describe, expect, it } from 'vitest';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { factsOf, KIND_FACTS } from '#lib/kinds/facts.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';

/** The facts of a kind, held against what its definition, its columns and the documents say of it. */
describe('facts of kinds', () => {
  it.each(CREATABLE_KINDS)('of %s agree with its definition and its columns', (kind) => {
    const facts = factsOf(kind);
    const { calls, fields } = definitionOf(kind);
    const names = fields.map(({ name }) => name);
    const columns = TABLE_COLUMNS[kind].map(({ id }) => id);
    expect(facts.isOnMargin).toBe(calls.account === 'margin');
    expect(facts.range !== 'none').toBe(names.includes('low_price') && names.includes('high_price'));
    expect(facts.range === 'prices').toBe(columns.includes('price_range'));
    expect(facts.profits === 'grid').toBe(columns.includes('grid_profit'));
    expect(facts.profits === 'round').toBe(columns.includes('cycles'));
    expect(facts.savesConditions && !names.includes('conditions')).toBe(false);
  });

  it.each(CREATABLE_KINDS)('of %s say what the exchange lets its owner change (M-219, M-225, M-269, M-320)', (kind) => {
    const { stops, takesMoney, paysProfit } = factsOf(kind);
    const onExchange = kindOf(kind);
    expect(stops?.of).toBe(onExchange.stops?.of);
    const fields = [stops?.loss, stops?.profit].filter((field) => typeof field === 'string');
    expect(fields).toEqual(onExchange.stops?.fields ?? []);
    const names = definitionOf(kind).fields.map(({ name }) => name);
    expect(fields.filter((field) => !names.includes(field))).toEqual([]);
    expect(takesMoney === 'never').toBe(onExchange.withMoney === undefined);
    expect(paysProfit).toBe(kind === 'spot_grid');
  });

  it('of the kinds of the documents are what those say of them', () => {
    const withFact = (has: (facts: ReturnType<typeof factsOf>) => boolean): readonly string[] =>
      STRATEGY_TYPES.filter((kind) => !KIND_FACTS[kind].needsAnnouncing && has(factsOf(kind))).toSorted();
    expect(withFact(({ trades }) => trades === 'portfolio')).toEqual(['smart-position']);
    expect(withFact(({ fewestCoins }) => fewestCoins < 2)).toEqual([]);
    expect(withFact(({ trades }) => trades === 'legs')).toEqual(['spot-future-arbitrage']);
    expect(withFact(({ range }) => range === 'fractions')).toEqual(['infinite_grid']);
    expect(withFact(({ hasSharpe }) => !hasSharpe)).toEqual(['smart-position']);
    expect(withFact(({ startsOnSeveralCoins }) => startsOnSeveralCoins)).toEqual(['martingale']);
    expect(withFact(({ opensAdvancedByHand }) => opensAdvancedByHand)).toEqual(['contract-martingale', 'martingale']);
    expect(STRATEGY_TYPES.filter((kind) => factsOf(kind).savesConditions)).toEqual(['custom-strategy']);
    expect(factsOf('recurring-buy')).toMatchObject({ trades: 'portfolio', fewestCoins: 1 });
    expect(withFact(({ external }) => external === 'external_futures')).toEqual([
      'contract-martingale',
      'futures_grid',
    ]);
    expect(withFact(({ aiCall }) => aiCall !== 'aiParams')).toEqual([
      'futures_grid',
      'infinite_grid',
      'martingale',
      'spot_grid',
    ]);
  });

  it('of a name that nobody knows promise least', () => {
    for (const name of ['', 'toString', '__proto__', 'some-new-kind']) {
      expect(factsOf(name)).toMatchObject({ profits: 'realised', trades: 'market', aiCall: 'aiParams' });
    }
  });
});
