import type { ReplyOf } from '#lib/contract/contract.ts';
import { EARN_TYPES } from '#lib/contract/earn-types.ts';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { dayName } from '../portfolio/day-series.ts';
import type { Valuation } from '../portfolio/valuation.ts';
import type { IncomeLine, IncomeLines, IncomeType } from './income-line.ts';

export type AskedType = IncomeType | 'all';
type Day = NonNullable<ReplyOf<'totalProfit'>['data']>[number];
type UserProfit = NonNullable<ReplyOf<'userProfit'>['data']>;

const ORDER: readonly string[] = [...STRATEGY_TYPES, ...EARN_TYPES];

/** An account's income at one moment, as it is told: USDT, each sum of an asset rounded down at its present price. Made whole at once: what it is made of goes on. */
export class IncomeView {
  private readonly figures: readonly LineFigures[];
  private readonly days: readonly Totals[];
  private readonly unvalued: readonly string[];

  constructor(income: IncomeLines, value: Valuation, nowMs: number) {
    const today = Math.floor(nowMs / DAY_MS);
    const lines = income.all().toSorted(byTypeAndAsset);
    this.days = addUp(lines, value, today);
    this.figures = lines.map((line) => figuresOf(line, value, today));
    this.unvalued = [...value.unvalued].sort();
  }

  /** The line: from the first day with anything to today, or the last days of it. Days `from` … `until` of that, and how many there are. */
  cumulative(
    asked: AskedType,
    interval: string,
    [from, until]: readonly [from: number, until: number],
  ): { readonly days: readonly Day[]; readonly total: number } {
    const days = lastDays(this.daysOf(asked), interval);
    return { days: days.slice(from, until).map((totals) => dayOf(asked, totals, NOTHING)), total: days.length };
  }

  /** The bars: what the line did on each of the last days. */
  daily(asked: AskedType, interval: string): readonly Day[] {
    const days = this.daysOf(asked);
    const before = days.length - lastDays(days, interval).length;
    return days.slice(before).map((one, index) => dayOf(asked, one, days[before + index - 1]?.byType ?? NOTHING));
  }

  user(asked: AskedType): UserProfit {
    const figures = this.figures.filter(({ part }) => asked === 'all' || part.strategy_type === asked);
    const sum = (of: (one: LineFigures) => bigint): bigint => figures.reduce((total, one) => total + of(one), 0n);
    const [now = 0n, before = 0n] = [-1, -2].map((at) => totalOf(asked, this.days.at(at)?.byType ?? NOTHING));
    const [history, signal] = [sum(({ ended }) => ended), sum(({ shares }) => shares)];
    return {
      history_profit: formatAmount(history),
      // Each part is rounded down: what runs is the rest, so that the three come to the end of the line.
      run_total_profit: formatAmount(now - history - signal),
      today_profit: formatAmount(now - before),
      signal_profit: formatAmount(signal),
      total_asset: formatAmount(sum(({ assets }) => assets)),
      ...(asked === 'all' ? { parts: figures.map(({ part }) => part) } : {}),
      unvalued: [...this.unvalued],
    };
  }

  /** Of a type from its own first day on. */
  private daysOf(asked: AskedType): readonly Totals[] {
    if (asked === 'all') return this.days;
    const first = this.days.findIndex(({ byType }) => byType.has(asked));
    return first < 0 ? [] : this.days.slice(first);
  }
}

/** Whatever was met first: an exchange that was restarted reads bots that run before those that have ended. */
function byTypeAndAsset(a: IncomeLine, b: IncomeLine): number {
  return ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || (a.asset < b.asset ? -1 : 1);
}

/** Of a type in an asset: USDT units, and the asset's own figures as they are told. */
interface LineFigures {
  readonly ended: bigint;
  readonly shares: bigint;
  readonly assets: bigint;
  readonly part: NonNullable<UserProfit['parts']>[number];
}

function figuresOf(line: IncomeLine, value: Valuation, today: number): LineFigures {
  const { type, asset } = line;
  return {
    ended: value.of(asset, line.ended),
    shares: value.of(asset, line.shares),
    assets: value.of(asset, line.assets),
    part: {
      strategy_type: type,
      asset,
      profit: formatAmount(line.profit),
      today: formatAmount(line.on(today)),
      shares: formatAmount(line.shares),
    },
  };
}

/** What had been earned by the end of each day, type by type: each from its first day on. */
function addUp(lines: readonly IncomeLine[], value: Valuation, today: number): readonly Totals[] {
  const begins = lines.map(({ firstDay }) => firstDay);
  const earned = lines.map(() => 0n);
  const days: Totals[] = [];
  for (let day = Math.min(...begins); day <= today; day += 1) {
    const byType = new Map<IncomeType, bigint>();
    for (const [index, line] of lines.entries()) {
      if (day < (begins[index] as number)) continue;
      const amount = (earned[index] as bigint) + line.on(day);
      earned[index] = amount;
      byType.set(line.type, (byType.get(line.type) ?? 0n) + value.of(line.asset, amount));
    }
    days.push({ day, byType });
  }
  return days;
}

interface Totals {
  readonly day: number;
  readonly byType: ReadonlyMap<IncomeType, bigint>;
}

const NOTHING: Totals['byType'] = new Map();

function totalOf(asked: AskedType, byType: Totals['byType']): bigint {
  if (asked !== 'all') return byType.get(asked) ?? 0n;
  return [...byType.values()].reduce((sum, units) => sum + units, 0n);
}

function lastDays(totals: readonly Totals[], interval: string): readonly Totals[] {
  return interval === 'all' ? totals : totals.slice(-Number(interval));
}

/** A day of the wire: what was earned beyond what had been before. */
function dayOf(asked: AskedType, { day, byType }: Totals, before: Totals['byType']): Day {
  const earned = (type: IncomeType): string => formatAmount((byType.get(type) ?? 0n) - (before.get(type) ?? 0n));
  const trading_date = dayName(day);
  if (asked !== 'all') return { trading_date, [asked]: earned(asked) };
  const types = Object.fromEntries([...byType.keys()].map((type) => [type, earned(type)]));
  return { trading_date, total: formatAmount(totalOf('all', byType) - totalOf('all', before)), ...types };
}
