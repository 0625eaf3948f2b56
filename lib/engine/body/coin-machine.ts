import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { coinLine } from '../equity-line.ts';
import { statementOf } from '../equity-statement.ts';
import {
  type BotMachine,
  type BotStatistics,
  type CloseInstruction,
  EQUITY_SCALE,
  type EquityLine,
  type EquityStatement,
  type Holdings,
  type LifeRefusal,
  type OpenOrder,
  type PriceFeedId,
  type WakeSlot,
  type WithheldOrder,
} from '../machine.ts';
import { awaitClose, close, expireClose, touchClose } from './closing.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import { unitsOfCoins } from './coin-scale.ts';
import { heldBy } from './debt.ts';
import { COIN, exactOf, setTotal, wholeUnitsOf } from './exact.ts';
import { pauseLadder, resumeLadder } from './life.ts';
import { endMinute, leap, resetOuter, resetSlot, travel, watchPaused } from './path.ts';
import type { CoinDecisions, TickRange } from './rules.ts';
import { takeSnapshot } from './snapshot.ts';
import { tellOrder } from './tell.ts';

/** The body as the drivers know it (machine.ts). */
export class CoinMachine<P extends CoinParams = CoinParams> implements BotMachine {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  protected readonly bot: CoinBot<P>;
  private readonly kind: CoinDecisions<P>;

  constructor(bot: CoinBot<P>, kind: CoinDecisions<P>) {
    this.bot = bot;
    this.kind = kind;
    this.feeds = [{ market: bot.spec.market, price: 'last' }];
    this.slots = [bot.slot];
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

  /** Its start value at the present price, the record of its creation, then it opens or waits for its trigger. */
  start(ticks: readonly number[], timeMs: number): void {
    const { bot, kind } = this;
    const last = ticks[0] as number;
    const { spec, triggerTicks, investment, investIn } = bot.params;
    const baseValue = unitsOfCoins(bot.base, bot.scale) * BigInt(last) * spec.tickUnits;
    setTotal(bot.start, exactOf(bot.quote) + baseValue);
    setTotal(bot.positionCash, -baseValue);
    const asset = investIn === 'quote' ? spec.quote : spec.base;
    const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
    bot.sink.operation('create', timeMs, null, told, '');
    if (triggerTicks === null || triggerTicks === last) {
      kind.open(bot, last, timeMs);
      return;
    }
    bot.sleep();
    if (triggerTicks < last) bot.slot.below = triggerTicks;
    else bot.slot.above = triggerTicks;
    const side = investIn === 'quote' ? 'buy' : 'sell';
    tellOrder(bot, timeMs, 'withheld', 'waiting-trigger', { side, level: -1, ticks: triggerTicks, lots: 0 });
  }

  move(_feed: number, ticks: number, timeMs: number): void {
    const { bot } = this;
    if (!bot.isRunning) this.touchWaiting(ticks, bot.params.triggerTicks ?? ticks, timeMs, false);
    if (bot.isRunning) travel(bot, this.kind, ticks, timeMs);
  }

  jump(_feed: number, ticks: number, timeMs: number): void {
    const { bot } = this;
    if (!bot.isRunning) this.touchWaiting(ticks, ticks, timeMs, true);
    if (bot.isRunning) leap(bot, this.kind, ticks, timeMs);
  }

  /** A bot that waits for its trigger opens at `openTicks` when the price has reached it; one that waits for its end ends. */
  private touchWaiting(ticks: number, openTicks: number, timeMs: number, isJump: boolean): void {
    const { bot } = this;
    if (bot.isPaused) {
      watchPaused(bot, this.kind, ticks, timeMs, isJump);
      return;
    }
    if (bot.step !== 'wait-touch') {
      touchClose(bot, this.kind, ticks, timeMs, isJump);
      return;
    }
    const { below, above } = bot.slot;
    if (ticks > below && ticks < above) return;
    bot.sink.operation('trigger', timeMs, null, { price: formatTicks(bot.spec, openTicks) }, '');
    this.kind.open(bot, openTicks, timeMs);
  }

  wakeByTime(timeMs: number, prices: readonly number[]): void {
    const { bot, kind } = this;
    if (timeMs < bot.wakeAtMs) return;
    const ticks = prices[0] as number;
    if (bot.step === 'init-order-process') {
      kind.open(bot, ticks, timeMs);
      return;
    }
    if (timeMs >= bot.timerAtMs) {
      kind.onTimer(bot, ticks, timeMs);
      if (bot.status === 'finished') return;
    }
    this.wakeOpened(ticks, timeMs);
  }

  /** A minute's end, the end of the closing order, or neither: then the timer alone has moved on, and levels with it. */
  private wakeOpened(ticks: number, timeMs: number): void {
    const { bot, kind } = this;
    const isAsked = timeMs >= bot.askedAtMs;
    if (bot.status === 'stopping') {
      if (isAsked) expireClose(bot, kind, ticks, timeMs);
      else awaitClose(bot);
    } else if (isAsked) endMinute(bot, kind, ticks, timeMs);
    else if (bot.isRunning || bot.isPaused) {
      resetOuter(bot);
      resetSlot(bot);
      bot.askAt(bot.askedAtMs);
    }
  }

  terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    close(this.bot, this.kind, 'cancelled', instruction, ticks[0] as number, timeMs);
  }

  pause(timeMs: number): void {
    pauseLadder(this.bot, timeMs);
  }

  resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    return resumeLadder(this.bot, this.kind, ticks[0] as number, timeMs);
  }

  openOrders(): readonly OpenOrder[] {
    const { bot } = this;
    const { closing } = bot;
    if (bot.isPaused) return [];
    if (closing !== null) {
      const { side, ticks, lots } = closing;
      return [{ side, level: -1, ticks, quantity: bot.unitsOf(lots) }];
    }
    const orders: OpenOrder[] = [];
    for (let i = 0; bot.hasLadder && i < bot.count; i += 1) {
      const lots = bot.resting(i);
      if (lots === 0) continue;
      const isBuy = i < bot.cursor;
      const level = isBuy ? i : i + 1;
      orders.push({ side: isBuy ? 'buy' : 'sell', level, ticks: bot.line(level), quantity: bot.unitsOf(lots) });
    }
    return orders;
  }

  /** Lines without an order: those that lack minimum or funds, and the one that the price is at. */
  withheldOrders(): readonly WithheldOrder[] {
    const { bot } = this;
    if (bot.status === 'open') return [this.waiting()];
    if (bot.isPaused) return this.pausedOrders();
    if (!bot.isRunning) return [];
    const withheld: WithheldOrder[] = [];
    for (let level = 0; level <= bot.count; level += 1) {
      const ticks = bot.line(level);
      if (level === bot.cursor) {
        withheld.push({ side: level === bot.count ? 'sell' : 'buy', level, ticks, reason: 'at-price' });
        continue;
      }
      const reason = bot.reasonOf(level < bot.cursor ? level : level - 1);
      if (reason !== null) withheld.push({ side: level < bot.cursor ? 'buy' : 'sell', level, ticks, reason });
    }
    return withheld;
  }

  /** The lines of a paused bot. */
  private pausedOrders(): WithheldOrder[] {
    const { bot } = this;
    return Array.from({ length: bot.count + 1 }, (_, level) => ({
      side: level < bot.cursor || (level === bot.cursor && level < bot.count) ? ('buy' as const) : ('sell' as const),
      level,
      ticks: bot.line(level),
      reason: 'paused' as const,
    }));
  }

  statistics(): BotStatistics {
    const { bot } = this;
    const matchedProfit = wholeUnitsOf(bot.matchedProfit);
    return { fills: bot.fills, matches: bot.matches, matchedProfit, range: this.range() };
  }

  private range(): TickRange | null {
    const { bot, kind } = this;
    if (kind.range === null) return null;
    return bot.hasLadder ? { lowTicks: bot.line(0), highTicks: bot.line(bot.count) } : kind.range(bot.params);
  }

  /** A bot that has not opened withholds one order: its opening. */
  private waiting(): WithheldOrder {
    const { params, step } = this.bot;
    const side = params.investIn === 'quote' ? 'buy' : 'sell';
    const reason = step === 'wait-touch' ? 'waiting-trigger' : 'slippage-exceeded';
    return { side, level: -1, ticks: params.triggerTicks ?? this.range()?.lowTicks ?? 0, reason };
  }

  holdings(): Holdings {
    return this.bot.holdings();
  }

  /** Equity is counted from the holdings; everything else from the books that fills were entered in, so the residual tells whether they agree. */
  equity(ticks: readonly number[]): EquityStatement {
    const { bot } = this;
    const owed = bot.debt ?? OWED_NOTHING;
    const own = unitsOfCoins(bot.base, bot.scale) - owed.base;
    const value = own * BigInt(ticks[0] as number) * bot.spec.tickUnits;
    return statementOf({
      start: exactOf(bot.start),
      deposits: exactOf(bot.deposits),
      withdrawals: exactOf(bot.withdrawals),
      gridProfit: exactOf(bot.gridProfit),
      positionProfit: exactOf(bot.positionCash) + value,
      fees: exactOf(bot.fees),
      interest: owed.interest,
      equity: exactOf(bot.quote) - owed.quote * EQUITY_SCALE + value,
    });
  }

  /** As coinLine (equity-line.ts), without bigint: it is asked for after every fill. */
  equityLine(): EquityLine {
    const { quote, base, scale, debt, spec } = this.bot;
    const coins = base.lots * scale.lotUnits + base.parts;
    const owedQuote = debt === null ? 0 : Number(debt.quote);
    const owedBase = debt === null ? 0 : Number(debt.base);
    if (quote.high === 0 && owedQuote <= EXACT && coins <= EXACT && owedBase <= EXACT)
      return { feed: 0, fixed: quote.low - owedQuote, factor: ((coins - owedBase) * scale.tickUnits) / COIN };
    // What no float holds is rounded once.
    const held = heldBy(this.bot);
    return coinLine(spec, held.quote - (debt?.quote ?? 0n), held.base - (debt?.base ?? 0n));
  }

  snapshot(): unknown {
    return takeSnapshot(this.bot);
  }
}

const EXACT = Number.MAX_SAFE_INTEGER;

const OWED_NOTHING = { quote: 0n, base: 0n, interest: 0n } as const;
