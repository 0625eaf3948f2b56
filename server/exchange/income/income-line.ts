import type { EarnType } from '#lib/contract/earn-types.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { DaySeries } from '../portfolio/day-series.ts';

export type IncomeType = RunnableKind | EarnType;

/** What one type brought in one asset, units of it: exact. */
export class IncomeLine {
  readonly type: IncomeType;
  readonly asset: string;
  /** What came in on each day is the sum of these: days that have ended, shares of copies, and what of it is new. */
  readonly series: DaySeries[] = [];
  readonly fresh = new DaySeries();
  /** By what has ended, what runs, and copies of own bots. */
  ended = 0n;
  running = 0n;
  shares = 0n;
  /** What it has now. */
  assets = 0n;

  constructor(type: IncomeType, asset: string) {
    this.type = type;
    this.asset = asset;
    this.series.push(this.fresh);
  }

  get profit(): bigint {
    return this.ended + this.running + this.shares;
  }

  on(day: number): bigint {
    return this.series.reduce((sum, one) => sum + one.on(day), 0n);
  }

  /** The first day that anything was earned on; Infinity without one. */
  get firstDay(): number {
    return Math.min(...this.series.map(({ span: [first, end] }) => (end > first ? first : Number.POSITIVE_INFINITY)));
  }
}

/** A trader's lines, by type and asset. */
export class IncomeLines {
  private readonly lines = new Map<string, IncomeLine>();

  of(type: IncomeType, asset: string): IncomeLine {
    const key = `${type}|${asset}`;
    const known = this.lines.get(key) ?? new IncomeLine(type, asset);
    this.lines.set(key, known);
    return known;
  }

  all(): readonly IncomeLine[] {
    return [...this.lines.values()];
  }
}
