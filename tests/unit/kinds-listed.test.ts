import { describe, expect, it } from 'vitest';
import { EARN_TYPES, EARN_WORDS } from '#lib/contract/earn-types.ts';
import { COUNTER_KEYS } from '#lib/contract/vocabulary.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import { counterKeyOf, isListed, LOOKED_FOR } from '#lib/kinds/listed.ts';

describe('types that are listed', () => {
  it('are looked for in the documents’ order, what is earned without a bot last of theirs, and each once (E-020)', () => {
    expect(LOOKED_FOR.slice(0, 13)).toEqual([
      'spot_grid',
      'futures_grid',
      'smart-position',
      'margin_grid',
      'infinite_grid',
      'martingale',
      'compose-indicator',
      'spot-compose-indicator',
      'spot-future-arbitrage',
      'contract-martingale',
      'sell-high',
      'buy-low',
      'auto-investment',
    ]);
    expect(new Set(LOOKED_FOR)).toEqual(new Set([...CREATABLE_KINDS, ...EARN_TYPES]));
    expect(LOOKED_FOR).toHaveLength(CREATABLE_KINDS.length + EARN_TYPES.length);
  });

  it('go by their ids everywhere but in the counters, which have words of their own for earn (X49, E-136, E-137)', () => {
    const keys: readonly string[] = COUNTER_KEYS;
    for (const type of EARN_TYPES) expect(keys).toContain(counterKeyOf(type));
    expect(EARN_TYPES.map(counterKeyOf)).toEqual(['finance-high-sell', 'finance-low-buy', 'finance-auto-invest']);
    expect(new Set(Object.values(EARN_WORDS).map(({ counter }) => counter)).size).toBe(EARN_TYPES.length);
    expect(counterKeyOf('spot_grid')).toBe('spot_grid');
    expect(isListed('finance-auto-invest')).toBe(false);
    expect(isListed('auto-investment')).toBe(true);
    expect(isListed('toString')).toBe(false);
  });
});
