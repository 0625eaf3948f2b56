import type { OwnersEnd } from '../../contract/bot-words.ts';
import { portfolioTotal } from '../../formulas/rebalance.ts';
import { formatAmount } from '../../money/amount.ts';
import type {
  BotMachine,
  CloseInstruction,
  EquityStatement,
  Holdings,
  LifeRefusal,
  OpenOrder,
  PriceFeedId,
  WakeSlot,
  WithheldOrder,
} from '../machine.ts';
import type { MarketLine } from '../market-line.ts';
import { minuteFrom } from '../minute-boundary.ts';
import type { BotStatistics } from '../statistics.ts';
import { bring } from './average-cost.ts';
import { listen, look, touch } from './boundary.ts';
import { setTotal, wholeUnitsOf } from './exact.ts';
import type { MarketsBot, MarketsParams } from './markets-bot.ts';
import { closeMarkets } from './markets-closing.ts';
import { pauseMarkets, resumeMarkets } from './markets-pause.ts';
import type { MarketsDecisions } from './markets-rules.ts';
import { equityAt, equityFactorsOf, holdingsOf, worthAt } from './worth.ts';

/** The body of a bot of several markets as the drivers know it (machine.ts). */
export abstract class MarketsMachine<P extends MarketsParams = MarketsParams> implements BotMachine {
  declare readonly feeds: readonly PriceFeedId[];
  declare readonly slots: readonly WakeSlot[];
  declare protected readonly bot: MarketsBot<P>;
  declare protected readonly kind: MarketsDecisions<P>;

  constructor(bot: MarketsBot<P>, kind: MarketsDecisions<P>) {
    this.bot = bot;
    this.kind = kind;
    this.feeds = bot.feeds;
    this.slots = bot.slots;
  }

  get wakeAtMs(): number {
    return this.bot.wakeAtMs;
  }

  get status(): BotMachine['status'] {
    return this.bot.status;
  }

  get step(): BotMachine['step'] {
    return this.bot.step;
  }

  get isSpent(): boolean {
    return this.kind.isSpent?.(this.bot) ?? false;
  }

  /** What the trader brings, the record of its creation, its start value; then it opens. */
  start(ticks: readonly number[], timeMs: number): void {
    const { bot, kind } = this;
    for (const leg of bot.legs) bring(leg, leg.params.brought, ticks[leg.feed] as number);
    bot.sink.operation('create', timeMs, null, givenTo(bot), '');
    setTotal(bot.start, portfolioTotal(worthAt(bot, ticks)));
    bot.startedAtMs = minuteFrom(timeMs);
    kind.open(bot, ticks, timeMs);
    if (bot.status !== 'finished') listen(bot, kind, ticks, timeMs);
  }

  move(feed: number, ticks: number, timeMs: number): void {
    touch(this.bot, feed, ticks, timeMs);
  }

  jump(feed: number, ticks: number, timeMs: number): void {
    touch(this.bot, feed, ticks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    if (timeMs >= this.bot.wakeAtMs) look(this.bot, this.kind, ticks, timeMs);
  }

  terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    closeMarkets(this.bot, this.kind, cause ?? 'cancelled', instruction, ticks, timeMs);
  }

  pause(prices: readonly number[], timeMs: number): void {
    pauseMarkets(this.bot, this.kind, prices, timeMs);
  }

  resume(prices: readonly number[], timeMs: number): LifeRefusal | null {
    return resumeMarkets(this.bot, this.kind, prices, timeMs);
  }

  /** It trades at the market: nothing rests. */
  openOrders(): readonly OpenOrder[] {
    return [];
  }

  withheldOrders(): readonly WithheldOrder[] {
    return this.bot.legs.flatMap((leg) => leg.withheldOrder() ?? []);
  }

  /** Matches are sales, each of what was bought at the coin's average cost; with a contract, parts of both legs that were closed. */
  statistics(): BotStatistics {
    const { fills, matches, matchedProfit } = this.bot;
    return { fills, matches, matchedProfit: wholeUnitsOf(matchedProfit), range: null };
  }

  holdings(): Holdings {
    return holdingsOf(this.bot);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityAt(this.bot, ticks);
  }

  equityFactors(factors: number[]): number {
    return equityFactorsOf(this.bot, factors);
  }

  marketLines(ticks: readonly number[]): readonly MarketLine[] {
    return this.status === 'finished' ? [] : this.kind.lines(this.bot, ticks);
  }

  abstract snapshot(): unknown;
}

/** What was brought is the coins; there is no money beside them. */
function givenTo<P extends MarketsParams>({ legs, params }: MarketsBot<P>): Record<string, string> {
  const brought = legs.filter((leg) => leg.params.brought > 0n);
  if (brought.length === 0) return { investment: formatAmount(params.investment), asset: params.spec.quote };
  return Object.fromEntries(brought.map((leg) => [leg.spec.base, formatAmount(leg.params.brought)]));
}
