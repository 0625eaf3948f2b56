import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';

/** Rules of the system api that the contract holds for all calls. */

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];

describe('strategy types', () => {
  it('have the documented ids, and each can be made (C-004 … C-015)', () => {
    expect(STRATEGY_TYPES.slice(0, 11)).toEqual([
      'spot_grid',
      'futures_grid',
      'margin_grid',
      'infinite_grid',
      'martingale',
      'contract-martingale',
      'smart-position',
      'spot-future-arbitrage',
      'compose-indicator',
      'spot-compose-indicator',
      'custom-strategy',
    ]);
    expect(STRATEGY_TYPES).toHaveLength(22);
    expect([...RUNNABLE_KINDS].sort()).toEqual([...STRATEGY_TYPES].sort());
  });
});

describe('paths (E-259)', () => {
  /** Conventions of the decisions: which base a documented folder hangs under. */
  const BASES: readonly (readonly [folder: RegExp, base: string])[] = [
    [/\/(strategybot|rank|private|public|strategy|backtest)\//, '/apiw/v2/quant-trading/'],
    [/\/(grid-trading|market|account)\//, '/apiw/v2/'],
  ];
  /** Written with a leading slash in the documents: from the origin. */
  const FROM_ROOT = [
    '/strategybot/last_price',
    '/strategybot/position/{id}',
    '/json_svr/currency/price',
    '/symbol_info',
    '/futures/contracts',
    '/grid_trading/{id}',
    // M-314.
    '/grid_trading/increase_balance/{id}',
    // H59 says where the browser has it: /api/events.
    '/events',
  ];

  it.each(CALLS.filter(([, { side }]) => side === 'upstream'))(
    '%s stands under its base',
    (_, { path, capability }) => {
      if (FROM_ROOT.includes(path) || (capability !== '' && path.startsWith('/futures/'))) return;
      const base = BASES.find(([folder]) => folder.test(path))?.[1] ?? '/apiw/v2/quant-trading/';
      expect(path.startsWith(base)).toBe(true);
    },
  );

  it('of the documents that begin at the root are all there', () => {
    const paths = CALLS.map(([, { path }]) => path);
    for (const path of FROM_ROOT) expect(paths).toContain(path);
  });
});

describe('money', () => {
  /** Give money back and ask for none (decisions §4). */
  const ENDINGS: readonly EndpointName[] = ['stopStrategy', 'cancelGrid'];

  it.each(CALLS.filter(([name, { money }]) => money && !ENDINGS.includes(name)))(
    'may be moved by %s with a fund password (C-353)',
    (name) => {
      const { body } = CONTRACT[name] as { readonly body?: z.ZodType };
      const sample = SAMPLES[name as keyof typeof SAMPLES] as { readonly body?: object };
      expect(body?.safeParse({ ...sample.body, fundpass: 'x' }).success).toBe(true);
    },
  );
});
