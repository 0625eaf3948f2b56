// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherCandidates } from '#components/start/gather-candidates.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { strategyRow } from '#tests/support/strategy-rows.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** What an exchange has for the start page, and exchanges that have less. */

const SPEC = testSpec();
const GRID = (Object.keys(KIND_FACTS) as RunnableKind[]).find(
  (kind) => KIND_FACTS[kind].aiCall === 'aiSpotGrid',
) as RunnableKind;
const ok = (data: unknown, more: object = {}): object => ({ code: 200, message: '', data, ...more });
const refusal = (code: number): object => ({ code, message: 'no', data: null });

const JUDGED = {
  fitted_rate: '0.034',
  held_out_rate: '0.012',
  hold_rate: '-0.005',
  median_rate: '0.003',
  neighbour_low: '-0.001',
  neighbour_high: '0.02',
  folds: [],
  track: [],
  track_order: 'few',
  cycle: 7,
  computed_at: 1,
  from: 1,
  to: 3,
  side: 'buy',
  leverage: '1',
  rate: '0.012',
  back_profit: [],
  take_profit_per_cycle: '',
  type: '',
};
const range = (grade: string, low = '55000.5'): object =>
  ok({ ...JUDGED, grade, low_price: low, high_price: '66000', grid_num: '24', price_type: '1' });

const item = (id: number, changes: object = {}): object => ({
  strategy_id: id,
  strategy_type: GRID,
  market: 'BTC_USDT',
  user_info: { anonymous: `a${id}`, nickname: 'Ann' },
  run_times: 864_000,
  rate: '0.2',
  ...changes,
});
const detail = (payload: object | undefined): object =>
  ok({ ...strategyRow({ market: 'BTC_USDT', settle: '' }), ...(payload === undefined ? {} : { payload }) });

const PAYLOAD = definitionOf(GRID).encode(KIND_CASES[GRID].good, SPEC);

let answers: Readonly<Record<string, (call: FakeCall) => object | null>>;
let calls: FakeCall[];

function answer(call: FakeCall): object | null {
  const path = Object.keys(answers).find((part) => call.url.includes(part));
  return path === undefined ? refusal(404) : (answers[path]?.(call) ?? null);
}

beforeEach(() => {
  answers = {
    spot_markets: () => ok([marketRow('BTC_USDT'), marketRow('ETH_USDT')]),
    'futures/contracts': () => ({ code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] }),
    capabilities: () => ok([]),
    last_price: () => ({ last_price: '60000' }),
    strategy_fee: () => ok({ taker_fee: '0.002', futures_taker_fee: '0.0004', futures_maker_fee: '0.0001' }),
    'ai_params/spot': ({ url }) =>
      range(url.includes('cycle=7') ? 'C' : 'B', url.includes('cycle=7') ? '50000' : '55000.5'),
    recommend_list: () => ok([]),
  };
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

describe('what could be proposed (G8)', () => {
  it('are AI parameters, of both windows the better graded, with the amount and this visitor’s fee', async () => {
    const { candidates, graded } = await gatherCandidates('BTC_USDT', '1000');
    expect(graded).toBe(0);
    expect(candidates).toHaveLength(1);
    const [grid] = candidates;
    expect(grid?.origin).toMatchObject({ by: 'ai', judged: { grade: 'B' } });
    expect(grid?.payload).toMatchObject({ money: '1000', low_price: '55000.5', grid_num: '24' });
    // The fee that the call said, a quarter of it on the discounted market.
    expect(grid?.params.investment).toBe(100_000_000_000n);
    expect(calls.filter(({ url }) => url.includes('strategy_fee'))).toHaveLength(1);
  });

  it('are never parameters graded D, on any window (H51)', async () => {
    answers = { ...answers, 'ai_params/spot': () => range('D') };
    expect(await gatherCandidates('BTC_USDT', '1000')).toMatchObject({ candidates: [], graded: 1, ungraded: 0 });
  });

  it('are no parameters without a grade, which the documented calls do not have: those are counted apart (H51, C-120)', async () => {
    answers = { ...answers, 'ai_params/spot': () => range('') };
    expect(await gatherCandidates('BTC_USDT', '1000')).toMatchObject({ candidates: [], graded: 0, ungraded: 1 });
  });

  it('are public bots that run and whose parameters are open; ended and closed ones are none', async () => {
    answers = {
      ...answers,
      'ai_params/spot': () => refusal(404),
      recommend_list: () =>
        ok([item(1), item(2, { finish_time: 1_790_000_000, finish_as: 'liquidated' }), item(3), item(4)]),
      // Bot 3 is closed, 4 was made for another market than this page's.
      strategy_detail: ({ url }) =>
        url.includes('strategy_id=4')
          ? ok({ ...strategyRow({ market: 'ETH_USDT', settle: '' }), payload: PAYLOAD })
          : detail(url.includes('strategy_id=1') ? { ...PAYLOAD } : undefined),
    };
    const { candidates } = await gatherCandidates('BTC_USDT', '750');
    expect(candidates.map(({ origin }) => origin)).toEqual([
      { by: 'bot', strategy_id: 1, anonymous: 'a1', nickname: 'Ann', runSeconds: 864_000, rate: '0.2' },
    ]);
    expect(candidates[0]?.payload).toMatchObject({ money: '750' });
    expect(calls.some(({ url }) => url.includes('strategy_id=2'))).toBe(false);
  });

  it('are none where the amount is too small, and the least that one takes is known', async () => {
    const { candidates, tooSmall, least } = await gatherCandidates('BTC_USDT', '5');
    expect(candidates).toEqual([]);
    expect(tooSmall).toBe(1);
    expect(least).toBeGreaterThan(500_000_000n);
  });

  it('are none on an exchange that has none of our calls, which is no failure', async () => {
    answers = { spot_markets: () => ok([marketRow('BTC_USDT')]) };
    expect(await gatherCandidates('BTC_USDT', '1000')).toEqual({
      candidates: [],
      graded: 0,
      ungraded: 0,
      tooSmall: 0,
      least: null,
    });
  });

  it('are not known while nobody answers: no answer is not none', async () => {
    answers = { ...answers, recommend_list: () => null };
    await expect(gatherCandidates('BTC_USDT', '1000')).rejects.toThrow();
    answers = { ...answers, recommend_list: () => ok([]), 'ai_params/spot': () => refusal(503) };
    await expect(gatherCandidates('BTC_USDT', '1000')).rejects.toThrow();
  });

  it('are not looked for among kinds of rules or of several markets', async () => {
    await gatherCandidates('BTC_USDT', '1000');
    const asked = calls.filter(({ url }) => url.includes('/ai_params/') || url.includes('ai-params'));
    const others = (Object.keys(KIND_FACTS) as RunnableKind[]).filter(
      (kind) => KIND_FACTS[kind].usesConditions || KIND_FACTS[kind].trades !== 'market',
    );
    expect(others.length).toBeGreaterThan(5);
    for (const kind of others) expect(asked.some(({ url }) => url.includes(`/${kind}?`))).toBe(false);
  });
});
