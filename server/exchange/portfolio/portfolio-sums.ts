import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { figuresAt, profitAssetOf } from '../bots/bot-equity.ts';
import { isFinished } from '../bots/bot-record.ts';
import { utcDay } from '../bots/daily-curve.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { TradingAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BotViews } from '../views/bot-views.ts';
import type { AccountDays } from './account-days.ts';
import { equityParts, stakesOf } from './bot-worth.ts';
import { Exposure } from './exposure.ts';
import { addTo, KindSums } from './kind-sums.ts';
import type { Valuation } from './valuation.ts';

export interface SumParts {
  readonly ledger: Pick<Ledger, 'assets'>;
  readonly views: Pick<BotViews, 'prices'>;
}

/** Bots of one account whose profit is counted in one asset. */
export interface EquitySum {
  readonly account: TradingAccount;
  readonly asset: string;
  bots: number;
  /** Units, trial funds apart. */
  equity: bigint;
  /** Σ of each bot's value, USDT units. */
  usdt: bigint;
}

export interface KindCount {
  running: number;
  finished: number;
  /** Σ of each bot's profit, USDT units. */
  profitUsdt: bigint;
}

/** A trader's bots added up, one after another: what each of them is said to be, at the prices of one moment. */
export class PortfolioSums {
  readonly exposure = new Exposure();
  /** Beside what was earned on past days, what was earned since. */
  readonly outcomes = new KindSums();
  /** Markets that some bot trades or has traded. */
  readonly markets = new Set<string>();
  readonly kinds = new Map<RunnableKind, KindCount>();
  readonly equities = new Map<string, EquitySum>();
  /** Trial funds that bots have, USDT units. */
  trialUsdt = 0n;
  private readonly parts: SumParts;
  private readonly days: AccountDays;
  private readonly value: Valuation;
  private readonly nowMs: number;
  private readonly today: string;

  constructor(parts: SumParts, days: AccountDays, value: Valuation, nowMs: number) {
    this.parts = parts;
    this.days = days;
    this.value = value;
    this.nowMs = nowMs;
    this.today = utcDay(nowMs);
  }

  add(bot: AnyBot): void {
    if (isArchived(bot)) this.note(bot, bot.outcome.profit, endedOn(bot) === this.today);
    else this.addLive(bot);
  }

  private addLive(bot: LiveBot): void {
    const { record, spec } = bot;
    const prices = this.parts.views.prices(bot, this.nowMs);
    const { profit, equity, fees, funding, interest } = figuresAt(bot, prices);
    this.note(bot, profit, true);
    const asset = profitAssetOf(spec);
    if (!this.days.hasWhole(record.id)) addTo(this.outcomes.of(record.kind, asset), { fees, funding, interest });
    if (isFinished(record)) return;
    const { own, trial } = equityParts(record, equity);
    this.trialUsdt += this.value.of(asset, trial);
    const sum = this.equityOf(record.account, asset);
    sum.bots += 1;
    sum.equity += own;
    sum.usdt += this.value.of(asset, own);
    this.exposure.add(stakesOf(this.parts, bot, prices));
  }

  /** What a bot has earned; `isToday`: the part that is in no day yet is of today. */
  private note(bot: AnyBot, profit: bigint, isToday: boolean): void {
    const { record, spec } = bot;
    for (const { market } of marketsOf(spec)) this.markets.add(market);
    const asset = profitAssetOf(spec);
    const since = isToday ? profit - this.days.countedOf(record.id) : 0n;
    addTo(this.outcomes.of(record.kind, asset), { profit, today: since });
    const count = this.kinds.get(record.kind) ?? { running: 0, finished: 0, profitUsdt: 0n };
    this.kinds.set(record.kind, count);
    if (isFinished(record)) count.finished += 1;
    else count.running += 1;
    count.profitUsdt += this.value.of(asset, profit);
  }

  private equityOf(account: TradingAccount, asset: string): EquitySum {
    const key = `${account}|${asset}`;
    const known = this.equities.get(key) ?? { account, asset, bots: 0, equity: 0n, usdt: 0n };
    this.equities.set(key, known);
    return known;
  }
}

function endedOn({ record }: AnyBot): string | null {
  return record.finishMs === null ? null : utcDay(record.finishMs);
}
