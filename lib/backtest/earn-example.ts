import { type DualType, dualExchanged, dualKept, dualOutcome } from '../formulas/dual-outcome.ts';
import { offeredRates } from '../formulas/dual-price.ts';
import { boundsAt, DUAL_DAYS, LEAST_RATE_E8, strikesAt } from '../formulas/dual-terms.ts';
import { type ReplayTerms, replayPlan } from '../formulas/plan-replay.ts';
import { SCHEDULES } from '../formulas/schedule.ts';
import { definitionOf } from '../kinds/definitions.ts';
import { PLAN_KIND } from '../kinds/plan-kind.ts';
import { divDown, formatAmount, mulDivDown, parseAmount, UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import type { FormValues, Issue } from '../strategies/definition.ts';
import { formatCoins } from '../strategies/portfolio/coins.ts';
import { DAY_MS } from '../time/durations.ts';
import {
  EXAMPLE_DAYS,
  EXAMPLE_FEE_E8,
  EXAMPLE_PATHS,
  type ExamplePath,
  exampleColumns,
  exampleContext,
  exampleSpec,
  exampleTicks,
  PATH_SHAPES,
} from './example-market.ts';

/**
 * Worked examples of earn products: an order that is priced and settled as real ones are, a plan that is replayed as real ones are, on the
 * made-up market of all examples. Exact where money is paid; the rates are the pricing model's.
 */

/** Products whose orders are priced by an option, by the ids of screens and calls. */
type OrderProduct = 'sell-high' | 'buy-low';

/** A value of an example that the reader may change: a figure within its bounds, or one of some. */
export type EarnField =
  | { readonly name: string; readonly unit: string; readonly decimals: number }
  | { readonly name: string; readonly options: readonly string[] };

/** What stands against a value: its bounds, or a finding of the form that a plan is set up in; `null`: the exchange would not offer such an order. */
export type EarnFault = OrderFault | Issue | null;

interface OrderFault {
  readonly name: string;
  readonly min: string;
  readonly max: string;
  readonly decimals: number;
}

export function isOrderFault(fault: OrderFault | Issue): fault is OrderFault {
  return 'min' in fault;
}

/** What an order came to at a settlement price. Plain decimals: `paid` in `asset`, profit in what was put in, worths in USDT. */
export interface OrderRun {
  readonly settlement: string;
  /** From the index price at which it was made, a fraction. */
  readonly move: string;
  readonly paid: string;
  readonly asset: string;
  readonly profit: string;
  readonly worth: string;
  /** What had been put in would be worth, just kept. */
  readonly held: string;
}

/** What an order would pay, before its expiry is known. Rates: fractions a year; amounts: plain decimals. */
interface OrderTerms {
  readonly offered: string;
  readonly fair: string;
  readonly interest: string;
  readonly fairInterest: string;
  readonly kept: string;
  readonly exchanged: string;
}

/** What a plan came to along a course. Plain decimals of USDT. */
interface PlanRun {
  readonly path: ExamplePath;
  readonly purchases: number;
  readonly paid: string;
  readonly average: string;
  readonly gain: string;
  readonly lumpGain: string;
}

interface Typed {
  readonly values: FormValues;
  readonly fields: readonly EarnField[];
  readonly faults: readonly EarnFault[];
}

export type OrderExample = Typed & {
  readonly product: OrderProduct;
  readonly invested: string;
  readonly exchanged: string;
  /** Null while something stands against the values. */
  readonly terms: OrderTerms | null;
  readonly runs: readonly OrderRun[];
};

export type PlanExample = Typed & { readonly product: 'auto-investment'; readonly runs: readonly PlanRun[] };

export type EarnExample = OrderExample | PlanExample;

const SPEC: MarketSpec = exampleSpec({ trades: 'market', page: 'trade' });
const TICKS_UNITS = SPEC.tickUnits;
/** What the coin costs when an order is made, USDT units. */
export const INDEX_UNITS = BigInt(exampleTicks(SPEC)) * TICKS_UNITS;
const DAYS_A_YEAR = 365;
const MOVES = EXAMPLE_PATHS.map((path) => PATH_SHAPES[path].drift).sort((a, b) => a - b);
const PERCENT_DECIMALS = 2;
const VOLATILITY = { min: '1', max: '500' };

/** The example of a product, with what the reader has typed in place of its own values. */
export function earnExample(product: OrderProduct | 'auto-investment', typed: FormValues): EarnExample {
  return product === 'auto-investment' ? planExample(typed) : orderExample(product, typed);
}

function decimalsIn(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** A figure that was typed, in 1e-8; the fault where it is none, out of its bounds or finer than the field takes. */
function readFigure(name: string, text: string, least: bigint, most: bigint, decimals: number): bigint | OrderFault {
  const units = parseAmount(text);
  if (units !== null && units >= least && units <= most && decimalsIn(text) <= decimals) return units;
  return { name, min: formatAmount(least), max: formatAmount(most), decimals };
}

function orderExample(product: OrderExample['product'], typed: FormValues): OrderExample {
  const type: DualType = product === 'sell-high' ? 'call' : 'put';
  const [invested, exchanged] = type === 'call' ? [SPEC.base, SPEC.quote] : [SPEC.quote, SPEC.base];
  const strikes = strikesAt(type, INDEX_UNITS).map(formatAmount);
  const terms = DUAL_DAYS.map(String);
  const decimals = type === 'call' ? SPEC.amountDecimals : PERCENT_DECIMALS;
  const values = {
    exercise_price: strikes[2] ?? '',
    term: '7',
    volatility: '50',
    amount_in: type === 'call' ? '0.1' : '6000',
    ...typed,
  };
  const fields: readonly EarnField[] = [
    { name: 'exercise_price', options: strikes },
    { name: 'term', options: terms },
    { name: 'volatility', unit: '%', decimals: PERCENT_DECIMALS },
    { name: 'amount_in', unit: invested, decimals },
  ];
  const { least, most } = boundsAt(type, INDEX_UNITS);
  const amount = readFigure('amount_in', values.amount_in, least, most, decimals);
  const [lowest, highest] = [parseAmount(VOLATILITY.min) ?? 0n, parseAmount(VOLATILITY.max) ?? 0n];
  const volatility = readFigure('volatility', values.volatility, lowest, highest, PERCENT_DECIMALS);
  const known = { product, values, fields, invested, exchanged };
  if (typeof amount !== 'bigint' || typeof volatility !== 'bigint')
    return { ...known, faults: [volatility, amount].filter((one) => typeof one !== 'bigint'), terms: null, runs: [] };
  const strike = parseAmount(values.exercise_price) ?? 0n;
  const days = Number(values.term);
  if (!strikes.includes(values.exercise_price) || !terms.includes(values.term))
    return { ...known, faults: [null], terms: null, runs: [] };
  const option = { type, spot: Number(INDEX_UNITS), strike: Number(strike), years: days / DAYS_A_YEAR };
  const { offeredE8, fairE8 } = offeredRates({ ...option, volatility: Number(volatility) / 1e10 }, days);
  if (offeredE8 < LEAST_RATE_E8) return { ...known, faults: [null], terms: null, runs: [] };
  const order = { type, invested: amount, strike, aprE8: offeredE8, days };
  const kept = dualKept(order);
  return {
    ...known,
    faults: [],
    terms: {
      offered: formatAmount(offeredE8),
      fair: formatAmount(fairE8),
      interest: formatAmount(kept - amount),
      fairInterest: formatAmount(dualKept({ ...order, aprE8: fairE8 }) - amount),
      kept: formatAmount(kept),
      exchanged: formatAmount(dualExchanged(order)),
    },
    runs: MOVES.map((move) => settled(order, move)),
  };
}

type Order = Parameters<typeof dualOutcome>[0];

/** An order at its expiry, after such a move of the index price. */
function settled(order: Order, move: number): OrderRun {
  const settlement = (INDEX_UNITS * BigInt(Math.round((1 + move) * 100))) / 100n;
  const inUsdt = (units: bigint): bigint => mulDivDown(units, settlement, UNITS_PER_COIN);
  const { side, paid, profit } = dualOutcome(order, settlement);
  return {
    settlement: formatAmount(settlement),
    move: move.toFixed(2),
    paid: formatAmount(paid),
    asset: side === 'base' ? SPEC.base : SPEC.quote,
    profit: formatAmount(profit),
    worth: formatAmount(side === 'base' ? inUsdt(paid) : paid),
    held: formatAmount(order.type === 'call' ? inUsdt(order.invested) : order.invested),
  };
}

function planExample(typed: FormValues): PlanExample {
  const definition = definitionOf(PLAN_KIND);
  const values = { each_amount: '50', every: '1d', ...typed };
  const fields: readonly EarnField[] = [
    { name: 'each_amount', unit: SPEC.quote, decimals: PERCENT_DECIMALS },
    { name: 'every', options: SCHEDULES },
  ];
  // As a plan's own form asks: of its fields alone, with money for the first purchase.
  const coins = formatCoins([{ asset: SPEC.base, rate: '100', amount: '' }]);
  const form = { ...definition.defaults(SPEC), coins, ...values, money: values.each_amount };
  const faults = definition
    .check(form, exampleContext(SPEC, null))
    .filter(({ field, severity }) => severity === 'error' && (field === 'each_amount' || field === 'every'));
  const every = SCHEDULES.find((one) => one === values.every);
  const amount = parseAmount(values.each_amount);
  const known = { product: 'auto-investment', values, fields } as const;
  if (faults.length > 0 || every === undefined || amount === null || amount === 0n)
    return { ...known, faults: faults.length > 0 ? faults : [null], runs: [] };
  const terms = { every, amount, feeE8: EXAMPLE_FEE_E8 };
  return { ...known, faults: [], runs: EXAMPLE_PATHS.map((path) => planRun(path, terms)) };
}

function planRun(path: ExamplePath, terms: ReplayTerms): PlanRun {
  const { candles } = exampleColumns(SPEC, path, 0);
  const minutesADay = DAY_MS / candles.stepMs;
  const priceOf = (ticks: number | undefined): bigint => BigInt(ticks ?? 0) * TICKS_UNITS;
  const opens = new Map(
    Array.from({ length: EXAMPLE_DAYS }, (_, day) => [
      candles.startMs + day * DAY_MS,
      priceOf(candles.open[day * minutesADay]),
    ]),
  );
  const last = priceOf(candles.close.at(-1));
  const untilMs = candles.startMs + EXAMPLE_DAYS * DAY_MS;
  const coin = { shareE8: UNITS_PER_COIN, opens, last };
  const replay = replayPlan([coin], terms, candles.startMs, untilMs);
  if (replay === null) throw new RangeError('the example has no days');
  const { purchases, paid, gain, lumpGain, held } = replay;
  return {
    path,
    purchases,
    paid: formatAmount(paid),
    average: formatAmount(divDown(paid * UNITS_PER_COIN, held[0] ?? 1n)),
    gain: formatAmount(gain),
    lumpGain: formatAmount(lumpGain),
  };
}
