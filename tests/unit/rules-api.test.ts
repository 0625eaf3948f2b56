import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { PRESET_KINDS, STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { strategyType } from '#lib/contract/wire.ts';
import { OWN_KINDS } from '#lib/kinds/catalogue.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import names from '#messages/en/bots.json' with { type: 'json' };
import shared from '#messages/en/public.json' with { type: 'json' };
import { SAMPLES } from '#tests/support/sample-requests.ts';

/** Rules of the system api that the contract holds for all calls. */

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];

describe('strategy types', () => {
  const documented = [
    ['C-004', 'spot_grid', 'Spot grid'],
    ['C-005', 'futures_grid', 'Futures grid'],
    ['C-006', 'margin_grid', 'Margin grid'],
    ['C-007', 'infinite_grid', 'Infinite grid'],
    ['C-008', 'martingale', 'Spot martingale'],
    ['C-009', 'contract-martingale', 'Futures martingale'],
    ['C-010', 'smart-position', 'Smart position'],
    ['C-011', 'spot-future-arbitrage', 'Spot-futures arbitrage'],
    ['C-012', 'compose-indicator', 'Combined indicator (futures)'],
    ['C-013', 'spot-compose-indicator', 'Combined indicator (spot)'],
    ['C-014', 'custom-strategy', 'Custom strategy'],
  ] as const;

  it.each(documented)('%s: %s is on the wire, can be made, and is called %s', (_rule, type, name) => {
    expect(strategyType.parse(type)).toBe(type);
    expect(RUNNABLE_KINDS).toContain(type);
    expect([names.kind[type], shared.kind[type].name]).toEqual([name, name]);
  });

  it('have no other spelling, and what is there besides – ten presets and our own – only where an exchange announces it (C-015, H8)', () => {
    for (const wrong of ['spot-grid', 'SPOT_GRID', 'futures-martingale', 'contract_martingale', ''])
      expect(strategyType.safeParse(wrong).success).toBe(false);
    expect([...RUNNABLE_KINDS].sort()).toEqual([...STRATEGY_TYPES].sort());
    expect(PRESET_KINDS).toHaveLength(10);
    const named: readonly string[] = documented.map(([, type]) => type);
    const others = STRATEGY_TYPES.filter((kind) => !named.includes(kind));
    expect(others).toEqual(expect.arrayContaining([...PRESET_KINDS]));
    expect(others.filter((kind) => !OWN_KINDS.includes(kind))).toEqual([]);
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

  /** Bases of earn products, with ours of the same. */
  const EARN = /^\/(?:autoinvest|dual)_center\//;

  it.each(CALLS.filter(([, { side }]) => side === 'upstream'))(
    '%s stands under its base',
    (_, { path, capability }) => {
      if (FROM_ROOT.includes(path) || EARN.test(path) || (capability !== '' && path.startsWith('/futures/'))) return;
      const base = BASES.find(([folder]) => folder.test(path))?.[1] ?? '/apiw/v2/quant-trading/';
      expect(path.startsWith(base)).toBe(true);
    },
  );

  it.each([
    ['pauseGrid', 'POST', '/apiw/v2/grid-trading/pause/{id}'],
    ['continueGrid', 'POST', '/apiw/v2/grid-trading/continue/{id}'],
    ['pauseStrategy', 'POST', '/apiw/v2/quant-trading/strategy/pause/{id}'],
    ['startStrategy', 'POST', '/apiw/v2/quant-trading/strategy/start/{id}'],
  ] as const)('a bot goes on by %s: %s %s (M-399, X30)', (name, method, path) => {
    expect(ENDPOINTS[name]).toMatchObject({ method, path });
  });

  it('of the documents that begin at the root are all there', () => {
    const paths = CALLS.map(([, { path }]) => path);
    for (const path of FROM_ROOT) expect(paths).toContain(path);
  });
});

describe('pages of a list (E-302, X43, X44)', () => {
  const LISTS = CALLS.filter(([name]) => {
    const { query } = CONTRACT[name] as { readonly query?: z.ZodObject };
    return query !== undefined && 'page' in query.shape;
  });

  it('are all that the documents have and ours', () => {
    expect(LISTS.length).toBeGreaterThanOrEqual(20);
  });

  it.each(LISTS)('%s is asked for them by page and pageSize as by page_size, and says how many there are', (name) => {
    const { query, reply } = CONTRACT[name] as { readonly query: z.ZodObject; readonly reply: z.ZodObject };
    const { query: sample } = SAMPLES[name as keyof typeof SAMPLES] as { readonly query?: object };
    for (const size of ['page_size', 'pageSize'])
      expect(query.safeParse({ ...sample, page: '2', [size]: '20' }).error, size).toBeUndefined();
    expect(query.safeParse({ ...sample, page: '2', pageSize: '501' }).success).toBe(false);
    expect(Object.keys(reply.shape)).toEqual(
      expect.arrayContaining(['code', 'data', 'page', 'pagecount', 'totalcount']),
    );
  });
});

describe('the browser’s calls', () => {
  it('go through one client: nothing that is drawn fetches by itself (C-353)', () => {
    const root = new URL('../../', import.meta.url);
    const drawn = ['components', 'app'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    const sources = drawn.filter((file) => /\.tsx?$/.test(file));
    expect(sources.length).toBeGreaterThan(300);
    const alone = sources.filter((file) =>
      /\bfetch\(|XMLHttpRequest|sendBeacon/.test(readFileSync(new URL(file, root), 'utf8')),
    );
    expect(alone).toEqual([]);
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
