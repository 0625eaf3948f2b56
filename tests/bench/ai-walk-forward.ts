import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { excessOf, FOLDS, GRADES, meanOf } from '#lib/backtest/search/grade.ts';
import { gradeRecord } from '#lib/backtest/search/grade-record.ts';
import { searchedSpec, spaceOf } from '#lib/backtest/search/search-space-of.ts';
import type { SearchPrices } from '#lib/backtest/search/stretch.ts';
import { casesOf, foldsOf, type PastCase, SEARCH_CYCLES } from '#lib/backtest/search/walk-forward.ts';
import { replayWeeks, weeksOf } from '#lib/backtest/search/week-replay.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { candidateCount } from '#lib/strategies/ai/search-axes.ts';
import { botFeeRate } from '#server/exchange/bots/bot-kinds.ts';
import { parseCandleFile } from '#server/exchange/market/candle-file.ts';
import { PAPER_MARKETS } from '#server/exchange/market/specs.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

/** Half a year of real quarter hours: the longest that is recorded of many coins. */
const FOLDER = sharedPath('data/spot-2025/');
const STEP_MS = 900_000;
const MINUTE_MS = 60_000;
const MOST_WEEKS = 60;
const KINDS = ['spot_grid', 'infinite_grid', 'smart-position', 'spot-compose-indicator'] as const;

function recorded(spec: MarketSpec): CandleColumns | null {
  const path = `${FOLDER}${spec.market}.15m.csv.gz`;
  if (!existsSync(path)) return null;
  const rows = parseCandleFile(readFileSync(path), spec, '15m', path);
  const startMs = (rows[0]?.minute ?? 0) * MINUTE_MS;
  const count = ((rows.at(-1)?.minute ?? 0) * MINUTE_MS - startMs) / STEP_MS + 1;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const columns = { open: column(), high: column(), low: column(), close: column() };
  for (const { minute, open, high, low, close } of rows) {
    const at = (minute * MINUTE_MS - startMs) / STEP_MS;
    columns.open[at] = open;
    columns.high[at] = high;
    columns.low[at] = low;
    columns.close[at] = close;
  }
  return { startMs, stepMs: STEP_MS, ...columns };
}

/** The candles that all markets of a bot have in common; null where one of them is not recorded. */
function pricesOf(spec: MarketSpec): SearchPrices | null {
  const all = marketsOf(spec).map(recorded);
  const known = all.flatMap((one) => one ?? []);
  if (known.length < all.length) return null;
  const fromMs = Math.max(...known.map(({ startMs }) => startMs));
  const toMs = Math.min(...known.map(({ startMs, open }) => startMs + open.length * STEP_MS));
  const [first, ...others] = known.map((one) => between(one, fromMs, toMs)) as [CandleColumns, ...CandleColumns[]];
  const companions = Object.keys(spec.companions ?? {});
  const columns = companions.map((instrument, i) => [instrument, { candles: others[i] as CandleColumns }] as const);
  return companions.length === 0 ? { candles: first } : { candles: first, others: Object.fromEntries(columns) };
}

function between(
  { startMs, stepMs, open, high, low, close }: CandleColumns,
  fromMs: number,
  toMs: number,
): CandleColumns {
  const cut = (column: Int32Array): Int32Array =>
    column.subarray((fromMs - startMs) / stepMs, (toMs - startMs) / stepMs);
  return { startMs: fromMs, stepMs, open: cut(open), high: cut(high), low: cut(low), close: cut(close) };
}

/** Every search that could have been made and graded in the recorded weeks of a market, with the week after it. */
function casesIn(spec: MarketSpec, kind: (typeof KINDS)[number]): { cycle: number; cases: readonly PastCase[] }[] {
  const on = searchedSpec(kind, spec, PAPER_MARKETS);
  const prices = on === null ? null : pricesOf(on);
  if (on === null || prices === null) return [];
  const space = spaceOf({ kind, variant: '', spec: on, feeRate: botFeeRate(on, kind) });
  const weeks = weeksOf(prices, MOST_WEEKS, space);
  const rates = replayWeeks(space, weeks, 0, candidateCount(space));
  return SEARCH_CYCLES.map((cycle) => ({ cycle, cases: casesOf(foldsOf(space, weeks, rates, cycle, MOST_WEEKS)) }));
}

/** Ranks from 1, equal values share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** Spearman's rank correlation; null where one side does not vary. */
function spearman(a: readonly number[], b: readonly number[]): number | null {
  const [x, y] = [ranks(a), ranks(b)];
  const [mx, my] = [meanOf(x), meanOf(y)];
  const sum = (f: (i: number) => number): number => x.reduce((total, _, i) => total + f(i), 0);
  const spread = Math.sqrt(sum((i) => ((x[i] as number) - mx) ** 2) * sum((i) => ((y[i] as number) - my) ** 2));
  if (!(spread > 0)) return null;
  return Number((sum((i) => ((x[i] as number) - mx) * ((y[i] as number) - my)) / spread).toFixed(3));
}

const percent = (rate: number): string => `${(rate * 100).toFixed(2)} %`;

/** What each grade earned in the seven days after it: the measure of how far grades are to be believed (A4, H51). */
function outcome(kind: (typeof KINDS)[number]): Record<string, unknown> {
  const began = performance.now();
  const all = PAPER_MARKETS.flatMap((spec) => casesIn(spec, kind));
  if (all.length === 0) return { skipped: 'no recorded candles beside the project' };
  const byCycle = SEARCH_CYCLES.map((cycle) => {
    const cases = all.filter((one) => one.cycle === cycle).flatMap((one) => one.cases);
    const { outcomes, order } = gradeRecord(cases);
    const worth = cases.map(({ grade }) => GRADES.length - GRADES.indexOf(grade));
    return {
      cycle,
      cases: cases.length,
      grades: Object.fromEntries(
        outcomes.map(({ grade, cases: count, rate, overHold, overMedian }) => [
          grade,
          { cases: count, week: percent(rate), overHold: percent(overHold), overMedian: percent(overMedian) },
        ]),
      ),
      spearmanOverHold: spearman(
        worth,
        cases.map((one) => excessOf(one).overHold),
      ),
      spearmanOverMedian: spearman(
        worth,
        cases.map((one) => excessOf(one).overMedian),
      ),
      order,
    };
  });
  return {
    size: `${all.length / SEARCH_CYCLES.length} markets of 2025, quarter hours, grades from ${FOLDS} weeks each`,
    seconds: Number(((performance.now() - began) / 1000).toFixed(1)),
    cores: availableParallelism(),
    byCycle,
  };
}

export const benches = KINDS.map((kind) => ({
  name: `ai-walk-forward-${kind}`,
  run: () => Promise.resolve(outcome(kind)),
}));
