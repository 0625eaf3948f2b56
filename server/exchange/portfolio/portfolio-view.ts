import type { ReplyOf } from '#lib/contract/contract.ts';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { utcDay } from '../bots/daily-curve.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { OpenOrder } from '../dual/dual-worth.ts';
import { TRADING_ACCOUNTS } from '../ledger/account-names.ts';
import type { AccountDays } from './account-days.ts';
import type { Balance } from './balances.ts';
import { dayName, dayNumber } from './day-series.ts';
import { netOf } from './exposure.ts';
import { addTo, KindSums, noOutcomes, OUTCOMES, type Outcomes } from './kind-sums.ts';
import { pricesOf, standing, worthOf } from './order-worth.ts';
import type { PortfolioSums } from './portfolio-sums.ts';
import type { Valuation } from './valuation.ts';

type PortfolioData = NonNullable<ReplyOf<'portfolio'>['data']>;

/** The newest days of the curve: what a year's chart draws. */
const CURVE_DAYS = 366;

export interface PortfolioInput {
  readonly balances: readonly Balance[];
  /** Those that are not over: what was put into them is in the balances. */
  readonly orders: readonly OpenOrder[];
  readonly sums: PortfolioSums;
  readonly days: AccountDays;
  readonly value: Valuation;
  /** Bots of the archive that are not read yet. */
  readonly unread: number;
  readonly nowMs: number;
}

const text = (outcomes: Outcomes) =>
  Object.fromEntries(OUTCOMES.map((name) => [name, formatAmount(outcomes[name])])) as Record<keyof Outcomes, string>;

export function portfolioView(input: PortfolioInput): PortfolioData {
  const { sums, value, unread, nowMs } = input;
  const outcomes = withDays(input);
  const balances = standing(input.balances, input.orders, pricesOf(value)).map((one) => ({
    ...{ account: one.account, asset: one.asset, amount: one.amount },
    usdt: worthOf(value, one),
  }));
  const equities = [...sums.equities.values()].sort(
    (a, b) => TRADING_ACCOUNTS.indexOf(a.account) - TRADING_ACCOUNTS.indexOf(b.account),
  );
  const accounts = balances.reduce((sum, { usdt }) => sum + usdt, 0n);
  const bots = equities.reduce((sum, { usdt }) => sum + usdt, 0n);
  const kinds = [...byKind(outcomes, input)].sort(
    (a, b) => STRATEGY_TYPES.indexOf(a.kind) - STRATEGY_TYPES.indexOf(b.kind),
  );
  const total = noOutcomes();
  for (const { usdt } of kinds) addTo(total, usdt);
  const counts = [...sums.kinds.values()];
  return {
    time: toSeconds(nowMs),
    running: counts.reduce((sum, { running }) => sum + running, 0),
    finished: counts.reduce((sum, { finished }) => sum + finished, 0),
    unread,
    markets: [...sums.markets].sort(),
    assets: {
      total: formatAmount(accounts + bots),
      accounts: formatAmount(accounts),
      bots: formatAmount(bots),
      trial: formatAmount(sums.trialUsdt),
    },
    balances: balances.map(({ amount, usdt, ...of }) => ({
      ...of,
      amount: formatAmount(amount),
      usdt: formatAmount(usdt),
    })),
    equities: equities.map(({ equity, usdt, ...of }) => ({
      ...of,
      equity: formatAmount(equity),
      usdt: formatAmount(usdt),
    })),
    results: text(total),
    by_kind: kinds.map(({ kind, usdt, running, finished }) => ({
      strategy_type: kind,
      running,
      finished,
      ...text(usdt),
    })),
    by_asset: byAsset(outcomes).map(([asset, sum]) => ({ asset, ...text(sum) })),
    exposure: exposureView(input),
    curve: curveView(input, total.profit),
    // Last: everything has been valued.
    unvalued: [...value.unvalued].sort(),
  };
}

/** What was earned since, with what was earned earlier today by bots whose day has a point already, and what the ended ones paid. */
function withDays({ sums, days, nowMs }: PortfolioInput): KindSums {
  const all = new KindSums();
  for (const { kind, asset, sums: one } of sums.outcomes.entries()) addTo(all.of(kind, asset), one);
  for (const { kind, asset, sums: one } of days.ended.entries()) addTo(all.of(kind, asset), one);
  const day = dayNumber(utcDay(nowMs));
  for (const { kind, asset, days: one } of days.days.entries()) addTo(all.of(kind, asset), { today: one.on(day) });
  return all;
}

interface KindRow {
  readonly kind: RunnableKind;
  readonly running: number;
  readonly finished: number;
  readonly usdt: Outcomes;
}

function byKind(outcomes: KindSums, { sums, value }: PortfolioInput): KindRow[] {
  const rows = new Map<RunnableKind, KindRow>();
  for (const { kind, asset, sums: one } of outcomes.entries()) {
    const { running = 0, finished = 0, profitUsdt = 0n } = sums.kinds.get(kind) ?? {};
    const row = rows.get(kind) ?? { kind, running, finished, usdt: { ...noOutcomes(), profit: profitUsdt } };
    rows.set(kind, row);
    for (const name of OUTCOMES) if (name !== 'profit') row.usdt[name] += value.of(asset, one[name]);
  }
  return [...rows.values()];
}

function byAsset(outcomes: KindSums): readonly (readonly [asset: string, sum: Outcomes])[] {
  const assets = new Map<string, Outcomes>();
  for (const { asset, sums } of outcomes.entries()) {
    const sum = assets.get(asset) ?? noOutcomes();
    assets.set(asset, sum);
    addTo(sum, sums);
  }
  return [...assets].sort(([a], [b]) => (a < b ? -1 : 1));
}

function exposureView({ sums, value }: PortfolioInput): PortfolioData['exposure'] {
  const size = (units: bigint): bigint => (units < 0n ? -units : units);
  return sums.exposure
    .entries()
    .map(([asset, coin]) => ({ asset, coin, net: netOf(coin), usdt: value.of(asset, netOf(coin)) }))
    .sort((a, b) => Number(size(b.usdt) - size(a.usdt)) || (a.asset < b.asset ? -1 : 1))
    .map(({ asset, coin, net, usdt }) => ({
      asset,
      held: formatAmount(coin.held),
      long: formatAmount(coin.long),
      short: formatAmount(coin.short),
      owed: formatAmount(coin.owed),
      net: formatAmount(net),
      usdt: formatAmount(usdt),
    }));
}

/** The bots' daily curves added up; its end is the present total, `profit` in USDT units. */
function curveView({ days, value, nowMs }: PortfolioInput, profit: bigint): PortfolioData['curve'] {
  const today = utcDay(nowMs);
  const series = [...days.days.entries()];
  const first = Math.min(...series.map(({ days: one }) => one.span[0]));
  const end = Math.min(dayNumber(today), Math.max(...series.map(({ days: one }) => one.span[1])));
  const earned = new Map<string, bigint>();
  const curve: { trading_date: string; usdt: string }[] = [];
  for (let day = first; day < end; day += 1) {
    const on = series.filter(({ days: one }) => day >= one.span[0] && day < one.span[1]);
    if (on.length === 0) continue;
    for (const { asset, days: one } of on) earned.set(asset, (earned.get(asset) ?? 0n) + one.on(day));
    const usdt = [...earned].reduce((sum, [asset, amount]) => sum + value.of(asset, amount), 0n);
    curve.push({ trading_date: dayName(day), usdt: formatAmount(usdt) });
  }
  if (curve.length > 0 || profit !== 0n) curve.push({ trading_date: today, usdt: formatAmount(profit) });
  return curve.slice(-CURVE_DAYS);
}
