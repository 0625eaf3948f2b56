import { beforeAll, describe, expect, it } from 'vitest';
import { type SearchRequest, spaceOf, typedBy } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { chooseCandidate, foldsOf } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import { definitionOf, type PayloadByKind, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { searchJobs } from '#server/exchange/ai/search-jobs.ts';
import { gatherPrices } from '#server/exchange/ai/search-prices.ts';
import { findIn } from '#server/exchange/ai/search-task.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { thinSpace } from '#tests/support/thin-search.ts';

const NOW_MS = Date.UTC(2026, 4, 20, 10);
const WEEK_MINUTES = 10_080;
const MINUTE_MS = 60_000;
/** What three folds of seven days need. */
const WEEKS = 4;
const MONEY = '10000';

const feed = createSimulatedFeed({ seed: 'ai-every-kind' });
const jobs = searchJobs(feed);

/** Of every kind one search of bitcoin: on its contract where the kind trades contracts, of martingales the riskier type. */
const CASES = kindsOfRun(1).map((kind) => {
  const own = jobs.filter((job) => job.kind === kind && job.spec.market === 'BTC_USDT');
  return [kind, own.findLast(({ variant }) => variant !== 'hoarding') as SearchRequest] as const;
});

/** The prices with everything after the first minute of the last `weeks` turned round about that minute. */
function turned(prices: SearchPrices, weeks: number): SearchPrices {
  const turnColumns = ({ candles, marks, ...rest }: MarketColumns): MarketColumns => {
    const from = candles.open.length - weeks * WEEK_MINUTES;
    const middle = candles.close[from] as number;
    const turn = (column: Int32Array): Int32Array =>
      column.map((ticks, i) => (i <= from || ticks < 0 ? ticks : Math.max(1, 2 * middle - ticks)));
    const { open, high, low, close } = candles;
    const other: CandleColumns = { ...candles, open: turn(open), high: turn(low), low: turn(high), close: turn(close) };
    // The turned low is the higher one.
    const { high: top, low: bottom } = other;
    for (let i = 0; i <= from; i += 1) [top[i], bottom[i]] = [high[i] as number, low[i] as number];
    return { ...rest, candles: other, ...(marks === undefined ? {} : { marks: turn(marks) }) };
  };
  const { others, ...own } = prices;
  const changed = Object.entries(others ?? {}).map(([key, columns]) => [key, turnColumns(columns)]);
  return { ...turnColumns(own), ...(others === undefined ? {} : { others: Object.fromEntries(changed) }) };
}

function searched(request: SearchRequest, prices: SearchPrices) {
  const space = thinSpace(spaceOf(request));
  const weeks = weeksOf(prices, WEEKS, space);
  return { space, weeks, rates: replayWeeks(space, weeks, 0, candidateCount(space)) };
}

const pricesOf = new Map<SearchRequest, SearchPrices>();
beforeAll(async () => {
  for (const [, request] of CASES) {
    const fromMs = NOW_MS - WEEKS * WEEK_MINUTES * MINUTE_MS - spaceOf(request).historyMs;
    const prices = await gatherPrices(feed, request.spec, fromMs, NOW_MS, () => false);
    if (prices !== null) pricesOf.set(request, prices);
  }
}, 120_000);

/** The form as the AI's block fills it in, and the investment typed by hand. */
function filledIn(request: SearchRequest, typed: FormValues): FormValues {
  const { spec, kind, variant } = request;
  const { defaults, reduce, ai } = definitionOf(kind);
  const begun = ai.variants === undefined ? defaults(spec) : reduce(defaults(spec), ai.variants.field, variant, spec);
  const found = Object.entries(typed).reduce((values, [field, value]) => reduce(values, field, value, spec), begun);
  return reduce(found, 'money', spec.contract?.settle === 'BTC' ? '1' : MONEY, spec);
}

describe.each(CASES)('the AI parameters of %s (C-017, H51)', (kind, request) => {
  const prices = () => pricesOf.get(request) as SearchPrices;

  it('are searched among many, each of which the form takes and sends as it stands (B1)', () => {
    const { spec } = request;
    const space = spaceOf(request);
    expect(candidateCount(space)).toBeGreaterThan(10);
    const { check, encode, decode } = definitionOf(kind);
    const instruments = [spec, ...Object.values(spec.companions ?? {})].map(instrumentOf);
    const known = instruments.map((one) => [one, feed.lastTicks(one, NOW_MS) as number]);
    const lastTicks = feed.lastTicks(instrumentOf(spec), NOW_MS) as number;
    const context = checkContext({ spec, lastTicks, prices: Object.fromEntries(known), feeRate: request.feeRate });
    let taken = 0;
    const step = Math.max(1, Math.floor(candidateCount(space) / 40));
    for (let index = 0; index < candidateCount(space); index += step) {
      const typed = typedBy(request, shapeOf(space, index), lastTicks);
      if (typed === null) continue;
      taken += 1;
      const values = filledIn(request, typed);
      expect(values).toMatchObject(typed);
      expect(check(values, context).filter(({ severity }) => severity === 'error')).toEqual([]);
      const sent = encode(values, spec);
      const read = decode(JSON.parse(JSON.stringify(sent)) as PayloadByKind[typeof kind] & never, spec);
      expect(JSON.stringify(encode(read, spec))).toBe(JSON.stringify(sent));
      expect(read).toMatchObject(typed);
    }
    expect(taken).toBeGreaterThan(5);
  });

  it('are one of the candidates, and the same from the same prices', () => {
    const { space, weeks, rates } = searched(request, prices());
    const found = findIn(space, weeks, rates);
    expect(found[7]?.folds).toHaveLength(3);
    const shapes = Array.from({ length: candidateCount(space) }, (_, index) => shapeOf(space, index));
    expect(shapes).toContainEqual(found[7]?.shape);
    const again = searched(request, prices());
    expect(findIn(again.space, again.weeks, again.rates)).toEqual(found);
  });

  it('are chosen for a week by what was before it alone: other prices in it change nothing of the choice', () => {
    const before = searched(request, prices());
    const after = searched(request, turned(prices(), 2));
    const choice = ({ space, weeks, rates }: typeof before) => foldsOf(space, weeks, rates, 7, 3)[1];
    expect(choice(after)?.index).toBe(choice(before)?.index);
    expect(choice(before)?.week).toBe(1);
    expect(after.rates.whole.slice(2)).toEqual(before.rates.whole.slice(2));
    // And those prices were others: what the candidates gave in that week is.
    expect(after.rates.whole[1]).not.toEqual(before.rates.whole[1]);
    expect(chooseCandidate(before.space, before.rates.whole[1] as Float64Array)).not.toBeNull();
  });
});

describe('the registry of AI parameters (C-017, H51)', () => {
  it('has a search of every kind on every market of its form that has what the kind trades', () => {
    const markets = (kind: string) => jobs.filter((job) => job.kind === kind).map(({ spec }) => instrumentOf(spec));
    expect(new Set(jobs.map(({ kind }) => kind))).toEqual(new Set(RUNNABLE_KINDS));
    const spot = feed.specs.map(instrumentOf);
    const contracts = feed.contracts.map(instrumentOf);
    expect(markets('custom-strategy')).toEqual([...spot, ...contracts]);
    expect(markets('spot-compose-indicator')).toEqual(spot);
    expect(markets('compose-indicator')).toEqual(contracts);
    // A portfolio is counted in USDT; an arbitrage needs a contract that is settled in what the coins are paid with.
    const inUsdt = feed.specs.filter(({ quote }) => quote === 'USDT');
    expect(markets('smart-position')).toEqual(inUsdt.map(instrumentOf));
    const covered = inUsdt.filter(({ market }) =>
      feed.contracts.some((one) => one.market === market && one.contract?.settle === 'USDT'),
    );
    expect(covered.length).toBeGreaterThan(2);
    expect(markets('spot-future-arbitrage')).toEqual(covered.map(instrumentOf));
  });

  it('compares a portfolio with holding its own coins and an arbitrage with keeping the money', () => {
    const rateOf = (kind: string) => {
      const [, request] = CASES.find(([one]) => one === kind) as (typeof CASES)[number];
      const [week] = weeksOf(pricesOf.get(request) as SearchPrices, 1, spaceOf(request));
      return { week, hold: week?.holdRate };
    };
    expect(rateOf('spot-future-arbitrage').hold).toBe(0);
    const { week, hold } = rateOf('smart-position');
    const changes = [week?.prices, ...Object.values(week?.prices.others ?? {})].map((one) => {
      const { open, close } = (one as MarketColumns).candles;
      return (close.at(-1) as number) / (open[week?.fromIndex ?? 0] as number) - 1;
    });
    expect(changes).toHaveLength(3);
    const [own = 0, second = 0, third = 0] = changes;
    expect(hold).toBeCloseTo(0.34 * own + 0.33 * second + 0.33 * third, 12);
    const grid = rateOf('spot_grid');
    expect(grid.hold).toBe((grid.week?.endTicks ?? 0) / (grid.week?.startTicks ?? 1) - 1);
  });
});
