import { describe, expect, it } from 'vitest';
import { candidateOf } from '#components/start/candidate.ts';
import { PREVIEW_MS, previewDays, STUDY_MS } from '#lib/client/preview-days.ts';
import { indexAt, marksAlong, type PreviewPrices } from '#lib/client/preview-prices.ts';
import { replayOver } from '#lib/client/preview-replay.ts';
import { answerReview } from '#lib/client/preview-review.ts';
import { USUAL_MOVES } from '#lib/client/review-question.ts';
import { studyOf } from '#lib/client/start-study.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { seededCandles } from '../bench/support/seeded-candles.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const MINUTES_A_DAY = 1440;
const BEGIN_MS = Date.UTC(2026, 0, 1);
const NOW = BEGIN_MS + 91 * DAY_MS;
const DAYS = 91;

/** Three months with a crash of a third in the second one, and an hour without trades. */
function uglyCandles(days: number): CandleColumns {
  const minutes = days * MINUTES_A_DAY;
  const walk = seededCandles({ seed: 11, minutes, startTicks: 600_000, dailyVolatility: 0.03, pull: 0.00005 });
  const crash = Math.max(0, minutes - 60 * MINUTES_A_DAY);
  for (const column of [walk.open, walk.high, walk.low, walk.close])
    for (let i = crash; i < crash + 2 * MINUTES_A_DAY && i < minutes; i += 1)
      column[i] = Math.round((column[i] as number) * 0.66);
  for (const column of [walk.open, walk.high, walk.low, walk.close]) column.fill(-1, crash - 60, crash);
  return { ...walk, startMs: NOW - minutes * 60_000 };
}

function pricesFor(spec: MarketSpec, days = DAYS): PreviewPrices {
  const candles = uglyCandles(days);
  const startIndex = indexAt(candles, NOW - STUDY_MS);
  if (spec.contract === undefined) return { candles, startIndex };
  const funding = { timesMs: Float64Array.of(NOW - 40 * DAY_MS), ratesE8: [10_000n] };
  return { candles, startIndex, marks: marksAlong(candles, [candles]), funding };
}

/** Kinds of one market without rules of indicators: those whose AI parameters the start page looks at. */
const KINDS = (Object.keys(KIND_FACTS) as RunnableKind[]).filter(
  (kind) => KIND_FACTS[kind].trades === 'market' && !KIND_FACTS[kind].usesConditions,
);

function botOf(kind: RunnableKind, amount: string, lastTicks = 600_000) {
  const { spec, good } = KIND_CASES[kind];
  return candidateOf(definitionOf(kind), good, amount, { spec, lastTicks, feeRate: 100_000n });
}

describe('the study of a proposal (G8)', () => {
  it('reads 90 days where a form’s preview reads 30', () => {
    expect(previewDays(NOW, 720)).toHaveLength(32);
    expect(previewDays(NOW, 720, STUDY_MS)).toHaveLength(92);
  });

  it.each(KINDS)('of a %s says of 30 days what its form’s preview will, and of moves what its review will', (kind) => {
    const fitting = botOf(kind, '5000');
    if (fitting === null || !('candidate' in fitting)) throw new Error(`no ${kind}`);
    const { params } = fitting.candidate;
    const { spec } = params;
    const prices = pricesFor(spec);
    const study = studyOf({ kind, params }, prices, NOW);
    const form: PreviewPrices = { ...prices, startIndex: indexAt(prices.candles, NOW - PREVIEW_MS) };
    expect(study?.month).toEqual(replayOver({ kind, params }, form));
    expect(study?.month.days).toBe(30);
    expect(study?.quarter.days).toBe(90);
    const key = instrumentOf(spec);
    const lastTicks = prices.candles.close.at(-1) as number;
    const bots = [{ kind, params, prices: { [key]: lastTicks } }];
    expect(study?.moves).toEqual(answerReview({ bots, moves: USUAL_MOVES }, form, key, NOW).moves);
    // The crash is in the longer replay alone, and its fall with it.
    expect(Number(study?.quarter.maxDrawdown)).toBeGreaterThanOrEqual(Number(study?.month.maxDrawdown));
  });

  it('of a market that is known for less has the days that there are', () => {
    const fitting = botOf(KINDS[0] as RunnableKind, '5000');
    if (fitting === null || !('candidate' in fitting)) throw new Error('none');
    const { kind, params } = fitting.candidate;
    const study = studyOf({ kind, params }, pricesFor(params.spec, 62), NOW);
    expect(study?.month.days).toBe(30);
    expect(study?.quarter.days).toBe(62);
    const none = { ...uglyCandles(61), close: new Int32Array(61 * MINUTES_A_DAY).fill(-1) };
    none.open.fill(-1);
    expect(studyOf({ kind, params }, { candles: none, startIndex: 0 }, NOW)).toBeNull();
  });
});

describe('a form filled in for a visitor', () => {
  it.each(KINDS)(
    'of a %s holds the amount; with less than its minimum it says what it takes, and takes that',
    (kind) => {
      const { spec } = KIND_CASES[kind];
      const definition = definitionOf(kind);
      const rich = botOf(kind, '5000');
      if (rich === null || !('candidate' in rich)) throw new Error(`no ${kind}`);
      expect(definition.decode(rich.candidate.payload as never, spec).money).toBe('5000');
      const poor = botOf(kind, '0.01');
      if (poor === null || !('needs' in poor)) throw new Error(`a ${kind} of a cent`);
      const cents = (poor.needs + 999_999n) / 1_000_000n;
      const least = botOf(kind, `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
      expect(least !== null && 'candidate' in least, `a ${kind} of ${poor.needs}`).toBe(true);
    },
  );

  it('is none where the exchange would refuse it', () => {
    const kind = KINDS.find((one) => KIND_FACTS[one].range === 'prices') as RunnableKind;
    const { spec, good } = KIND_CASES[kind];
    const facts = { spec, lastTicks: 600_000, feeRate: 100_000n };
    expect(candidateOf(definitionOf(kind), { ...good, low_price: '90000' }, '5000', facts)).toBeNull();
  });
});
